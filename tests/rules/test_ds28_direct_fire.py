"""Direct fire: declared targets, both sides' dice, hits: DS28; readings RD-14, RD-20."""

from __future__ import annotations

import math

import pytest

from sim.layout import codes as c
from sim.rules import shot
from tests.rules.firing import facing, volley
from tests.rules.table import KILL, MISS, A, Table, X

FIRE_CONTROL = {"basic": (8, 6, 4), "enhanced": (10, 8, 6), "superior": (12, 10, 8)}
#: p. 28: close, medium and long range in inches.
RANGES = {
    "RFAC/1": (8, 12, 16), "RFAC/2": (12, 18, 24),
    "HVC/3": (16, 24, 32), "HVC/4": (18, 27, 36), "HVC/5": (20, 30, 40),
    "HKP/3": (18, 30, 42), "HKP/4": (24, 36, 48), "HKP/5": (30, 42, 54),
    "MDC/1": (8, 16, 24), "MDC/2": (12, 24, 36), "MDC/3": (24, 36, 48), "MDC/4": (30, 42, 54),
    "MDC/5": (36, 48, 60),
    "DFFG/1": (4, 8, 12), "DFFG/2": (6, 12, 18), "DFFG/3": (8, 16, 24), "DFFG/4": (10, 20, 30),
    "DFFG/5": (12, 24, 36),
    "SLAM/3": (12, 24, 36), "SLAM/4": (12, 24, 36), "SLAM/5": (12, 24, 36),
}  # fmt: skip


def only_shot(table: Table) -> dict[str, object]:
    (event,) = table.events("shot")
    return event


# -- declared targets ------------------------------------------------------------------------------


def test_ds28_1_all_targets_are_declared_before_a_shot_is_rolled():
    table = facing(25, count=2, targets=1)
    table.script(*KILL)
    table.activate(A, "fire")
    assert table.events("fire")[0]["shots"] == 2
    kinds = table.kinds("fire", "shot")
    assert kinds[0] == "fire"


def test_ds28_1_a_shot_at_a_target_already_destroyed_is_wasted():
    table = facing(25, count=3, targets=2)
    volley(table, [0, 0, 1], *KILL, *MISS, 8, 4)
    # the second tank rolls nothing and takes no other target
    assert [event["element"] for event in table.events("shot")] == ["A/1", "A/3"]
    assert [event["target"] for event in table.events("shot")] == ["X/1", "X/2"]
    assert table.script_left == 0


# -- the firer's die -------------------------------------------------------------------------------


@pytest.mark.parametrize(("grade", "dice"), FIRE_CONTROL.items())
@pytest.mark.parametrize("band", range(3))
def test_ds28_2_the_firers_die_by_fire_control_and_band(grade, dice, band):
    table = facing((18, 30, 42)[band], {"fire_control": grade})
    table.script(8, 1)
    table.activate(A, "fire")
    event = only_shot(table)
    assert (event["band"], event["die"]) == (c.BANDS[band], dice[band])


@pytest.mark.parametrize(("weapon", "ranges"), RANGES.items())
def test_ds28_2_bands_by_weapon_and_class(weapon, ranges):
    table = facing(20, {"weapons": [weapon]}, size=(72, 40))
    for band, farthest in enumerate(ranges):
        for inches, name in ((farthest, c.BANDS[band]), (farthest + 0.25, c.BANDS[band + 1])):
            table.stand(X, 5.5 + inches, 20.5)
            table.forget()
            table.script(8, 1)
            table.activate(A, "fire")
            assert [event["band"] for event in table.events("shot")] == [name] * (name != "out")


def test_ds28_2_each_weapon_has_its_own_range():
    table = facing(30, {"weapons": ["DFFG/5 turret", "MDC/1 turret", "HVC/3 turret"]})
    assert table.k["types"]["weapons"]["reach"][0, :3, 2].tolist() == [36, 24, 32]
    table.k["types"]["weapons"]["reach"][0, 0] = 2, 4, 8  # the best gun, out of range
    table.script(8, 1)
    table.activate(A, "fire")
    assert only_shot(table)["weapon"] == "HVC/3"


@pytest.mark.parametrize("inches", [1, 20, 40, 54])
def test_rd_14_a_laser_has_one_band_and_the_medium_die(inches):
    table = facing(inches, {"weapons": ["HEL/3 turret"]})
    table.script(8, 1)
    table.activate(A, "fire")
    assert (only_shot(table)["band"], only_shot(table)["die"]) == ("medium", 8)


@pytest.mark.parametrize(("inches", "die"), [(5, 8), (6, 8), (7, 6), (12, 6)])
def test_ds28_2_one_step_down_after_more_than_half_of_its_movement(inches, die):
    table = facing(26)
    table.script(8, 1)
    table.activate(A, "move_fire", to=(5.5, 20.5 + inches))
    assert table.element(A)["used"] == pytest.approx(inches)  # of 12
    assert only_shot(table)["die"] == die


@pytest.mark.parametrize(
    ("base", "used", "die"), [(12, 6, 10), (12, 6.25, 8), (8, 4, 10), (8, 6, 8), (15, 7.5, 10)]
)
def test_ds28_2_half_of_its_own_base_movement(base, used, die):
    table = facing(10)
    table.k["types"]["base"] = base
    table.element(A)["used"] = used
    volley(table, [0], 8, 1)
    assert only_shot(table)["die"] == die


def test_ds28_2_half_by_slanted_steps_is_half():
    """4 - 2 * root 2 and 2 * root 2 are 4 of 8, whatever their sum is rounded to."""
    table = facing(10)
    table.k["types"]["base"] = 8
    table.element(A)["used"] = math.nextafter(4.0, 5.0)
    volley(table, [0], 8, 1)
    assert only_shot(table)["die"] == 10


def test_ds28_2_of_the_base_that_an_immobilised_element_had():
    table = facing(10)
    table.element(A)["used"], table.element(A)["immobilised"] = 6, 1
    volley(table, [0], 8, 1)
    assert only_shot(table)["die"] == 10


def test_ds28_2_movement_after_the_shot_counts_too():
    table = facing(26)
    table.script(8, 1)
    table.activate(A, "fire_move", to=(5.5, 39.5))
    stepped_down = only_shot(table)["die"] < 8
    assert (table.element(A)["used"] > 6) == stepped_down
    assert table.element(A)["used"] > 4


def test_ds28_2_below_d4_the_shot_is_impossible():
    table = facing(40, {"fire_control": "basic"})
    table.script(8, 1)
    table.activate(A, "fire")
    assert only_shot(table)["die"] == 4
    table.forget()
    table.activate(A, "move_fire", to=(5.5, 30.5))
    assert table.element(A)["used"] > 6
    assert table.events("fire") == []


def test_ds28_2_movement_of_an_earlier_activation_does_not_count():
    table = facing(26)
    table.activate(A, "move", to=(5.5, 30.5))
    table.stand(A, 5.5, 20.5)
    table.script(8, 1)
    table.activate(A, "fire")
    assert only_shot(table)["die"] == 8


# -- the target's dice -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "more", "die"),
    [
        (1, {}, 12), (2, {}, 10), (3, {}, 8), (4, {}, 6), (5, {}, 4),
        (3, {"stealth": 1}, 10), (3, {"stealth": 2}, 12), (4, {"stealth": 1}, 8),
        (3, {"mobility": "combat_walker"}, 6), (3, {"mobility": "transport_walker"}, 6),
        (5, {"mobility": "combat_walker"}, 4), (3, {"mobility": "combat_walker", "stealth": 1}, 8),
    ],
)  # fmt: skip
def test_ds28_3_the_targets_die_by_effective_signature(size, more, die):
    table = facing(20, target={"size": size, "armour": 1, **more})
    table.script(1, 1)
    table.activate(A, "fire")
    assert only_shot(table)["target_die"] == die


SECONDARY = {"soft_cover": 6, "evading": 8, "dug_in": 10, "hull_down": 10, "turret_down": 12}


def covered(*kinds: str) -> Table:
    """Return A and a target that has several kinds of cover at once."""
    table = facing(20)
    for kind in kinds:
        if kind == "soft_cover":
            table.k["cover"][table.element(X)["cell"]] = c.CELL_SOFT
        elif kind == "evading":
            table.unit(X)["evading"] = 1
        else:
            table.element(X)["posture"] = c.POSTURES.index(kind)
    return table


def sides_rolled(table: Table, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the sides of the dice of one shot that misses: target's, secondary, firer's."""
    sides = []
    roll = shot.dice.die
    monkeypatch.setattr(shot.dice, "die", lambda s, n, *key: sides.append(n) or roll(s, n, *key))
    table.script(8, 8, 1)
    table.activate(A, "fire")
    return sides


@pytest.mark.parametrize(("kind", "die"), SECONDARY.items())
def test_ds28_3_one_secondary_die(kind, die, monkeypatch):
    table = covered(kind)
    assert sides_rolled(table, monkeypatch) == [8, die, 8]
    assert only_shot(table)["cover"] == kind


@pytest.mark.parametrize(
    ("kinds", "best"),
    [
        (("soft_cover", "evading"), "evading"),
        (("soft_cover", "dug_in"), "dug_in"),
        (("soft_cover", "hull_down"), "hull_down"),
        (("evading", "turret_down"), "turret_down"),
        (("evading", "hull_down", "soft_cover"), "hull_down"),
    ],
)
def test_ds28_3_the_best_that_applies(kinds, best, monkeypatch):
    table = covered(*kinds)
    assert sides_rolled(table, monkeypatch) == [8, SECONDARY[best], 8]


def test_ds28_3_no_secondary_die_in_the_open(monkeypatch):
    assert sides_rolled(facing(20), monkeypatch) == [8, 8]


@pytest.mark.parametrize(
    ("target", "secondary", "roll", "hits"),
    [(2, 6, 7, 1), (6, 2, 7, 1), (7, 2, 7, 0), (2, 7, 7, 0), (1, 8, 7, 0), (8, 1, 7, 0)],
)
def test_ds28_3_the_higher_of_the_two_counts(target, secondary, roll, hits):
    table = covered("evading")
    table.script(target, secondary, roll, "R0", "R0", "R0")
    table.activate(A, "fire")
    assert only_shot(table)["hit"] == bool(hits)


# -- hits ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("target", "roll", "hits"), [(4, 5, 1), (5, 5, 0), (5, 4, 0)])
def test_ds28_4_a_hit_if_the_firers_die_is_strictly_higher(target, roll, hits):
    table = facing(26)
    table.script(target, roll, "R0", "R0", "R0")
    table.activate(A, "fire")
    assert only_shot(table)["hit"] == bool(hits)
    assert len(table.events("chits")) == hits


def test_ds28_4_each_barrel_rolls_against_the_same_target_roll_and_has_its_own_chits():
    table = facing(15, {"weapons": ["RFAC/2 turret x4"]})
    table.script(5, 6, "R0", "Y1", 5, 8, "M", "G1", 1)
    table.activate(A, "fire")
    shots = table.events("shot")
    assert [event["barrel"] for event in shots] == [1, 2, 3, 4]
    assert [event["target_roll"] for event in shots] == [5] * 4
    assert [event["hit"] for event in shots] == [True, False, True, False]
    assert [event["drawn"] for event in table.events("chits")] == [["R0", "Y1"], ["M", "G1"]]
    assert table.script_left == 0


def test_ds28_4_barrels_after_the_one_that_destroys_draw_nothing():
    table = facing(15, {"weapons": ["RFAC/2 turret x2"]})
    table.script(1, 8, "BOOM", "R0", 8)
    table.activate(A, "fire")
    assert [event["hit"] for event in table.events("shot")] == [True, True]
    assert len(table.events("chits")) == 1
    assert table.row["activation_kills"].tolist() == [1, 0]
