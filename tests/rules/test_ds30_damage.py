"""Special chits, damage, salvoes: DS30; reading RD-18."""

from __future__ import annotations

import pytest

from sim.layout import codes as c
from tests.rules.firing import FIRER_DOWN, MOBILITY, SYSTEMS_DOWN, facing, volley
from tests.rules.infantry_table import RIFLES
from tests.rules.table import DAMAGE, KILL, MISS, TYPES, A, B, Table, X, Y, battle, unit


def only_hit(table: Table) -> dict[str, object]:
    (event,) = table.events("chits")
    return event


def drawn(*names: str, **more: object) -> Table:
    """Fire an HKP/3 at medium range (RY counts) at armour 3 and draw these chits."""
    table = facing(25, **more)
    table.script(1, 8, *names)
    table.activate(A, "fire")
    return table


# -- special chits ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "effects"),
    [
        (("BOOM", "R0", "R0"), ["destroyed"]),
        (("BOOM", "M", "T"), ["destroyed"]),
        (("M", "R0", "R0"), ["immobilised"]),
        (("T", "R0", "R0"), ["systems_down"]),
        (("M", "T", "R3"), ["damaged", "immobilised", "systems_down"]),
        (("M", "T", "R0"), ["immobilised", "systems_down"]),
        (("M", "R3", "R3"), ["destroyed"]),
    ],
)
def test_ds30_1_special_chits_come_on_top_of_the_total(names, effects):
    table = drawn(*names)
    assert only_hit(table)["effects"] == effects
    (status,) = table.events("status")
    keys = ("damaged", "immobilised", "systems_down")
    assert status["in_play"] == ("destroyed" not in effects)
    if "destroyed" not in effects:
        assert [key for key in keys if status[key]] == effects
        assert [key for key in keys if table.element(X)[key]] == effects


def test_ds30_1_they_are_valid_against_every_armour():
    table = facing(22, {"weapons": ["HEL/3 turret"]}, {"armour": 4, "size": 5})
    table.script(1, 4, "M", "G3", "BOOM")
    table.activate(A, "fire")
    assert only_hit(table)["effects"] == ["destroyed"]


@pytest.mark.parametrize("names", [("F", "R3", "R3"), ("BOOM", "F", "R3"), ("M", "T", "F")])
def test_ds30_1_rd_18_f_puts_the_firers_systems_down_and_undoes_the_shot(names):
    table = drawn(*names)
    assert only_hit(table)["effects"] == ["firer_systems_down"]
    assert table.element(A)["systems_down"] == 1
    keys = ("damaged", "immobilised", "systems_down")
    assert [int(table.element(X)[key]) for key in ("alive", *keys)] == [1, 0, 0, 0]
    assert table.unit(X)["casualties"] == table.unit(X)["under_fire"] == 0


# -- what damage does ------------------------------------------------------------------------------


def test_ds30_2_damaged_has_half_its_base_movement():
    table = battle([unit("A", (10.5, 20.5), count=1)])
    table.element(A)["damaged"] = 1
    table.activate(A, "move", to=(40.5, 20.5))
    assert table.element(A)["x"] == pytest.approx(16.5)  # 6 of 12


def test_ds30_2_damage_on_the_way_halves_what_it_may_use_in_all():
    table = battle([unit("A", (10.5, 20.5), count=1)], [unit("X", (34.5, 20.5), count=1)])
    table.answers(c.RED, opportunity="fire")
    table.script(*DAMAGE, 8)
    table.activate(A, "move", to=(40.5, 20.5))
    assert table.element(A)["used"] == pytest.approx(6)


@pytest.mark.parametrize(
    ("inches", "band", "die"), [(10, "medium", 8), (25, "long", 6), (35, None, None)]
)
def test_ds30_2_damaged_every_band_counts_as_the_next_one_out(inches, band, die):
    table = facing(inches)
    table.element(A)["damaged"] = 1
    table.script(1, 4, "R0", "R0", "R0")
    table.activate(A, "fire")
    shots = table.events("shot")
    assert [(shot["band"], shot["die"]) for shot in shots] == (
        [] if band is None else [(band, die)]
    )
    if band == "long":
        assert only_hit(table)["valid"] == "R"


def test_ds30_2_rd_14_a_damaged_laser_has_the_long_die_at_any_range():
    table = facing(50, {"weapons": ["HEL/3 turret"]})
    table.element(A)["damaged"] = 1
    table.script(8, 1)
    table.activate(A, "fire")
    assert table.events("shot")[0]["die"] == 6


def test_ds30_2_immobilised_does_not_move_but_fires():
    table = facing(25)
    table.element(A)["immobilised"] = 1
    table.script(*MISS)
    table.activate(A, "move_fire", to=(11.5, 20.5))
    assert table.events("move") == []
    assert table.events("shot")[0]["die"] == 8


def test_ds30_2_immobilised_on_the_way_goes_no_farther():
    table = battle([unit("A", (10.5, 20.5), count=1)], [unit("X", (34.5, 20.5), count=1)])
    table.answers(c.RED, opportunity="fire")
    table.script(*MOBILITY)
    table.activate(A, "move", to=(40.5, 20.5))
    assert len(table.events("move")) == 1


@pytest.mark.parametrize("do", ["move_fire", "fire"])
def test_ds30_2_systems_down_may_move_but_takes_no_combat_action(do):
    table = facing(25)
    table.element(A)["systems_down"] = 1
    table.script(1)  # its repair fails
    table.activate(A, do, **({"to": (11.5, 20.5)} if do != "fire" else {}))
    assert table.events("fire") == []
    assert (table.element(A)["x"] > 5.5) == (do != "fire")


def test_ds30_2_systems_down_gives_no_opportunity_fire():
    table = facing(25, count=1)
    volley(table, [0], *SYSTEMS_DOWN)
    table.answers(c.RED, opportunity="fire")
    table.forget()
    table.activate(A, "move", to=(9.5, 20.5))
    assert table.events("fire") == []


# -- salvoes ---------------------------------------------------------------------------------------


def salvo(inches: float, *away: float, damaged: int = 0) -> Table:
    """Return A with a SLAM/3, X/1 at that range, and the rest of X and Y at distances from X/1."""
    table = battle(
        [unit("A", (5.5, 20.5), "firer", count=1)],
        [unit("X", (50.5, 20.5), count=len(away) + 1), unit("Y", (50.5, 35.5), count=1)],
        types={"firer": {"weapons": ["SLAM/3 turret"], "size": 3, "mobility": "grav",
                         "power": "FGP", "armour": 3, "fire_control": "enhanced"}},
    )  # fmt: skip
    table.stand(X, 5.5 + inches, 20.5, (-1.0, 0.0))
    for place, gap in enumerate(away, 1):
        table.stand(X, 5.5 + inches, 20.5 + gap, (-1.0, 0.0), place=place)
    table.element(A)["damaged"] = damaged
    return table


def beside(table: Table) -> list[tuple[str, int, int, bool]]:
    return [
        (event["target"], event["roll"], event["needed"], event["hit"])
        for event in table.events("shot")
        if event.get("area")
    ]


NUMBERS = ("R0", "R0", "R0")


@pytest.mark.parametrize("roll", range(1, 7))
def test_ds30_3_at_medium_range_within_an_inch_on_5_or_6(roll):
    table = salvo(20, 1.0, 1.5)
    volley(table, [0], 1, 4, *NUMBERS, roll, *NUMBERS)
    assert beside(table) == [("X/2", roll, 5, roll >= 5)]
    hits = table.events("chits")
    assert [event["target"] for event in hits] == ["X/1", "X/2"][: 2 if roll >= 5 else 1]
    assert [event["area"] for event in hits] == [False, True][: len(hits)]


@pytest.mark.parametrize("roll", range(1, 7))
def test_ds30_3_at_long_range_within_two_inches_on_6(roll):
    table = salvo(30, 2.0, 2.5)
    volley(table, [0], 1, 4, *NUMBERS, roll, *NUMBERS)
    assert beside(table) == [("X/2", roll, 6, roll == 6)]


def test_ds30_3_not_at_close_range():
    table = salvo(10, 1.0)
    volley(table, [0], 1, 4, *NUMBERS)
    assert beside(table) == []


def test_ds30_3_only_if_the_target_itself_was_hit():
    table = salvo(20, 1.0)
    volley(table, [0], 8, 1)
    assert beside(table) == []


def test_ds30_3_only_salvoes():
    table = salvo(20, 1.0)
    table.k["types"]["weapons"]["kind"] = c.HKP
    volley(table, [0], 1, 4, *NUMBERS)
    assert beside(table) == []


def test_ds30_3_elements_of_any_unit_and_either_side():
    table = salvo(20, 1.0)
    table.stand(Y, 24.5, 20.5)
    blue = [unit("A", (5.5, 20.5), "firer", count=1), unit("B", (5.5, 30.5), count=1)]
    kind = {"weapons": ["SLAM/3 turret"], "size": 3, "mobility": "grav", "power": "FGP",
            "armour": 3, "fire_control": "enhanced"}  # fmt: skip
    red = [unit("X", (25.5, 20.5), count=2), unit("Y", (50.5, 35.5), count=1)]
    table = battle(blue, red, types={"firer": kind})
    table.stand(X, 25.5, 20.5, place=0)
    table.stand(X, 25.5, 30.5, place=1)
    table.stand(Y, 24.5, 20.5)
    table.stand(B, 26.5, 20.5)
    volley(table, [0], 1, 4, *NUMBERS, 6, "BOOM", "R0", "R0", 6, "BOOM", "R0", "R0")
    assert [name for name, *_ in beside(table)] == ["B/1", "Y/1"]
    assert (table.unit(B)["alive"], table.unit(Y)["alive"]) == (0, 0)
    assert table.row["lost"][:, c.BY_ACTIVATION].tolist() == [1, 1]
    assert table.row["activation_kills"].tolist() == [1, 0]  # a friend is no kill


def test_ds30_3_a_hit_beside_the_target_has_all_its_effects():
    table = salvo(20, 1.0)
    volley(table, [0], 1, 4, *NUMBERS, 6, "R3", "M", "T", 8)
    keys = ("damaged", "immobilised", "systems_down")
    assert [int(table.element(X, 1)[key]) for key in keys] == [1, 1, 1]
    assert [int(table.element(X, 0)[key]) for key in keys] == [0, 0, 0]
    assert table.unit(X)["casualties"] == table.unit(X)["under_fire"] == 1


def test_ds30_3_rd_18_after_an_f_chit_the_salvo_does_nothing_at_all():
    table = salvo(20, 1.0)
    volley(table, [0], *FIRER_DOWN, 6, *KILL[2:])
    assert table.element(A)["systems_down"] == 1
    assert beside(table) == []


def beside_its_own(*chits: str) -> Table:
    """Let A/1's salvo at X/1 strike A/2 beside it, before A/2 fires at X/2, 30 inches on."""
    kind = {"weapons": ["SLAM/3 turret"], "size": 3, "mobility": "grav", "power": "FGP",
            "armour": 3, "fire_control": "enhanced"}  # fmt: skip
    table = battle(
        [unit("A", (5.5, 20.5), "firer", count=2)],
        [unit("X", (50.5, 20.5), count=2), unit("Y", (50.5, 35.5), count=1)],
        types={"firer": kind},
    )
    table.stand(A, 5.5, 20.5)
    table.stand(X, 25.5, 20.5, (-1.0, 0.0))
    table.stand(A, 26.5, 20.5, place=1)
    table.stand(X, 56.5, 20.5, (-1.0, 0.0), place=1)
    volley(table, [0, 1], 1, 4, *NUMBERS, 6, *chits, 1, 4, *NUMBERS)
    return table


def fired(table: Table) -> list[str]:
    return [event["element"] for event in table.events("shot") if not event.get("area")]


def test_ds30_3_one_that_its_own_salvo_leaves_alone_fires_after_it():
    assert fired(beside_its_own(*NUMBERS)) == ["A/1", "A/2"]


@pytest.mark.parametrize("chits", [("BOOM", "R0", "R0"), ("T", "R0", "R0")])
def test_ds30_3_rd_24_one_that_its_own_salvo_destroys_or_blinds_fires_no_more(chits):
    table = beside_its_own(*chits)
    assert fired(table) == ["A/1"]
    assert table.element(A, 1)["shots"] == 0


def test_ds30_3_ds30_2_one_that_its_own_salvo_damages_has_no_long_range_left():
    table = beside_its_own("R2", "R0", "R0")
    assert table.element(A, 1)["damaged"] == 1
    assert fired(table) == ["A/1"]


def beside_teams(aboard: bool) -> Table:
    """Return A with a SLAM/3 at X/1, a carrier, with a team beside it or aboard."""
    roster = [{"type": "carrier", "count": 1}, {"type": "squad", "count": 1}]
    table = battle(
        [unit("A", (5.5, 20.5), "firer", count=1)],
        [unit("X", (50.5, 20.5), type=None, count=None, elements=roster, mounted=aboard)],
        types={
            "firer": {"weapons": ["SLAM/3 turret"], "size": 3, "mobility": "grav", "power": "FGP",
                      "armour": 3, "fire_control": "enhanced"},
            "carrier": TYPES["carrier"] | {"armour": 2, "carries": 1},
            "squad": RIFLES,
        },
    )  # fmt: skip
    table.stand(X, 25.5, 20.5, (-1.0, 0.0), place=0)
    table.stand(X, 25.5, 20.5 if aboard else 21.5, (-1.0, 0.0), place=1)
    return table


@pytest.mark.parametrize(
    ("chits", "lost"), [(("Y1", "Y1", "Y1"), False), (("Y3", "Y1", "R3"), True)]
)
def test_ds30_3_a_team_beside_the_target_is_hit_as_infantry(chits, lost):
    table = beside_teams(aboard=False)
    volley(table, [0], 1, 4, *NUMBERS, 6, *chits)
    assert beside(table) == [("X/2", 6, 5, True)]
    told = table.events("chits")[1]
    assert (told["valid"], told["kill_total"]) == ("Y", 4)
    assert bool(table.element(X, 1)["alive"] == 0) == lost
    assert table.unit(X)["under_fire"] == 1  # DS24.1


def test_ds30_3_nobody_rolls_for_teams_aboard():
    table = beside_teams(aboard=True)
    volley(table, [0], 1, 4, *NUMBERS)
    assert beside(table) == []
