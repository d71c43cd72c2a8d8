"""What a barrage does (DS39.1), by whom it is met and what it causes (DS23.1, DS24.1, RD-18, RD-19)."""

from __future__ import annotations

import pytest

from sim.battle import barrage
from sim.layout import codes as c
from tests.rules.artillery_table import battery, field, infantry, mission
from tests.rules.table import A, B, X


def fall(table, one, x=30.5, y=20.5, **more):
    """Let a mission fall; by default its zone holds X/1 alone, at (30.5, 20.5)."""
    table.forget()
    mission(table, one, x, y, **more)
    barrage.arrive(table.k, table.s, one)


def alone(teams=False, **more):
    """Return a table where X/1 stands at (30.5, 20.5), X/2 far away, and blue's light guns."""
    table = field()
    table.stand(X, 30.5, 20.5, place=0)
    table.stand(X, 50.5, 35.5, place=1)
    if teams:
        infantry(table)
    return table, battery(table, **more)


def drawn(table):
    return [len(event["drawn"]) for event in table.events("chits")]


@pytest.mark.parametrize(
    ("teams", "sheaf", "draws"),
    (
        (False, c.OPEN_SHEAF, [1]),
        (True, c.OPEN_SHEAF, [2]),
        (False, c.CONVERGED_SHEAF, [1, 1, 1]),
        (True, c.CONVERGED_SHEAF, [2, 2, 2]),
    ),
)
def test_e13_three_light_guns(teams, sheaf, draws):
    table, one = alone(teams)
    table.script(*["G0"] * sum(draws), *(8,) * 3)
    fall(table, one, sheaf=sheaf)
    assert drawn(table) == draws


@pytest.mark.parametrize(("kind", "vehicle", "team"), ((0, 1, 2), (1, 2, 3), (2, 3, 4)))
def test_ds39_1_chits_by_the_guns(kind, vehicle, team):
    for teams, chits in ((False, vehicle), (True, team)):
        table, one = alone(teams, kind=kind)
        table.script(*["G0"] * chits, *(8,) * 3)
        fall(table, one)
        assert drawn(table) == [chits]


def test_ds39_1_each_draw_counts_on_its_own():
    table, one = alone(True, guns=2)
    table.script("R1", "R1", "R1", "R1", 8, 8, 8)  # 2 and 2 of 4: not removed
    fall(table, one, sheaf=c.CONVERGED_SHEAF)
    assert table.element(X)["alive"] == 1
    table.script("R1", "R1", "R2", "R2", 8, 8, 8)
    fall(table, one, sheaf=c.CONVERGED_SHEAF)
    assert table.element(X)["alive"] == 0
    assert table.row["lost"][c.RED, c.BY_ARTILLERY] == 1


def test_ds39_1_the_zone_is_two_inches_and_an_open_sheaf_four_apart():
    for sheaf, off, hit in (
        (c.CONVERGED_SHEAF, (0.0, 2.0), True),
        (c.CONVERGED_SHEAF, (0.0, 2.1), False),
        (c.OPEN_SHEAF, (0.0, 6.0), True),
        (c.OPEN_SHEAF, (0.0, 6.1), False),
        (c.OPEN_SHEAF, (2.1, 0.0), False),
        (c.OPEN_SHEAF, (1.9, 4.0), True),
        (c.OPEN_SHEAF, (0.0, -6.0), True),
    ):
        table, one = alone()
        table.script(*["G0"] * 3)
        fall(table, one, 30.5 - off[0], 20.5 - off[1], sheaf=sheaf)
        assert bool(drawn(table)) == hit, (sheaf, off)


@pytest.mark.parametrize(
    ("teams", "load", "dug", "valid"),
    (
        (False, c.HEF, 0, "Y"), (False, c.MAK, 0, "RY"), (False, c.MAK, 1, "R"),
        (True, c.HEF, 0, "RY"), (True, c.HEF, 1, "R"), (True, c.MAK, 0, "Y"),
    ),
)  # fmt: skip
def test_rd_19_colours_by_ammunition_and_posture(teams, load, dug, valid):
    table, one = alone(teams)
    table.element(X)["posture"] = c.DUG_IN if dug else c.IN_THE_OPEN
    table.script("G0", "G0", 8, 8, 8)
    fall(table, one, load=load)
    assert [event["valid"] for event in table.events("chits")] == [valid]


@pytest.mark.parametrize(("teams", "load"), ((False, c.HEF), (True, c.MAK)))
def test_rd_19_dug_in_vehicles_immune_to_hef_infantry_to_mak(teams, load):
    table, one = alone(teams)
    table.element(X)["posture"] = c.DUG_IN
    table.script(8, 8)
    fall(table, one, load=load)
    assert drawn(table) == []
    assert table.events("barrage")[0]["fire"] == "effective"


def test_ds29_2_artillery_meets_the_side_armour():
    table, one = alone()
    table.script("R2", 8)  # 2 against the side's 2
    fall(table, one, load=c.MAK)
    assert table.element(X)["damaged"] == 1
    table.script("R3", 8, 8, 8)
    fall(table, one, load=c.MAK)
    assert table.element(X)["alive"] == 0


def test_ds39_1_effective_fire_spends_a_marker_harassing_none():
    table, one = alone(stock=(1, 0, 0))
    fall(table, one, effective=0)
    assert list(table.s["batteries"][one]["ammunition"]) == [1, 0, 0]
    assert drawn(table) == []
    table.script("G0")
    fall(table, one)
    assert list(table.s["batteries"][one]["ammunition"]) == [0, 0, 0]
    fall(table, one)  # nothing left: it can but harass
    assert table.events("barrage")[0]["fire"] == "harassing"


def test_ds24_1_harassing_fire_puts_infantry_under_fire_and_to_the_test():
    table, one = alone(True)
    table.script(2)  # score 2 + 0: one level
    fall(table, one, effective=0)
    assert table.unit(X)["under_fire"] == 1
    (test,) = table.events("test")
    assert (test["kind"], test["threat"]) == ("confidence", 0)  # DS23.1
    assert table.unit(X)["confidence"] == c.ST


def test_ds39_1_harassing_fire_does_nothing_to_vehicles():
    table, one = alone()
    fall(table, one, effective=0)
    assert table.unit(X)["under_fire"] == 0
    assert not table.events("test", "chits", "under_fire")


def test_ds39_1_own_elements_in_the_zone_are_hit_too():
    table, one = alone()
    table.stand(A, 30.5, 21.5, place=0)
    table.script("BOOM", "G0", 8, 8, 8, 8)
    fall(table, one)
    assert table.element(A)["alive"] == 0
    assert table.row["lost"][c.BLUE, c.BY_ARTILLERY] == 1
    assert table.row["activation_kills"][c.BLUE] == 0
    assert table.row["luck"][c.BLUE] < 0.0


def test_rd_18_f_undoes_its_own_draw_alone():
    table, one = alone(unit=B)
    table.script("F", "M", "G0")
    fall(table, one, sheaf=c.CONVERGED_SHEAF)
    assert table.element(X)["immobilised"] == 1
    assert all(gun["systems_down"] == 0 for gun in table.elements(B))


def test_ds30_1_specials_do_nothing_to_infantry():
    table, one = alone(True)
    table.script("BOOM", "M", 8)
    fall(table, one)
    assert table.element(X)["alive"] == 1


def test_ds39_1_teams_aboard_are_not_hit_themselves():
    table, one = alone()
    infantry(table, place=1)
    table.stand(X, 30.5, 20.5, place=1)
    table.element(X, 1)["aboard"] = int(X * c.ELEMENTS_A_UNIT)
    table.script("G0")
    fall(table, one)
    assert [event["target"] for event in table.events("chits")] == ["X/1"]
    assert table.unit(X)["under_fire"] == 0  # mounted infantry counts as armour
