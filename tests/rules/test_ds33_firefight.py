"""The infantry firefight (p. 33): effectiveness, chits by team, validity by position."""

from __future__ import annotations

import pytest

from sim.exact.firefight import firefight
from sim.layout import codes as c
from tests.rules.infantry_table import (
    GUNNERS,
    RIFLES,
    TRUCK,
    facing_teams,
    place,
    volley_at,
)
from tests.rules.table import A, X, battle, unit

NOTHING_DRAWN = ("G1", "G1")  # in the open R and Y count
NO_TEST = (8,)  # any test that an attack causes is passed


@pytest.mark.parametrize(("roll", "drawing"), [(1, 0), (2, 2), (3, 2), (4, 3), (5, 3), (8, 3)])
def test_ds33_1_quality_die_against_leadership(roll, drawing):
    # E6: regular, leadership 2: 1 ineffective, 2-3 half of three rounded up, 4 and more all
    table = facing_teams(5, count=3, targets=3)
    volley_at(table, roll, *NOTHING_DRAWN * drawing)
    (told,) = table.events("firefight")
    assert (told["die"], told["roll"], told["leadership"], told["teams"]) == (8, roll, 2, 3)
    assert told["drawing"] == drawing == len(table.events("chits"))
    assert table.script_left == 0


def test_ds33_1_one_step_down_while_under_fire():
    table = facing_teams(5, count=2)
    table.unit(A)["under_fire"] = 1
    volley_at(table, 6, *NOTHING_DRAWN * 2)
    assert table.events("firefight")[0]["die"] == 6


def test_ds33_1_under_fire_costs_a_green_unit_the_step_to_a_d4():
    table = facing_teams(5)
    table.unit(A)["quality"] = 6
    table.unit(A)["under_fire"] = 1
    volley_at(table, 1)
    assert table.events("firefight")[0]["die"] == 4


@pytest.mark.parametrize("roll", [1, 2, 8])
def test_ds33_1_infantry_gets_its_marker_in_every_case(roll):
    table = facing_teams(5)
    volley_at(table, roll, *NOTHING_DRAWN * (roll > 1))
    assert table.unit(X)["under_fire"] == 1
    assert table.events("under_fire")[0]["cause"] == "attack"


def test_ds33_1_vehicles_get_no_marker_without_a_loss():
    table = facing_teams(5, foe=TRUCK)
    volley_at(table, 8, *NOTHING_DRAWN)
    assert len(table.events("chits")) == 1
    assert table.unit(X)["under_fire"] == 0


def test_ds33_1_apsw_teams_draw_first_when_half_do():
    roster = [{"type": "squad", "count": 2}, {"type": "gunners", "count": 1}]
    table = battle(
        [unit("A", (5.5, 10.5), type=None, count=None, elements=roster)],
        [unit("X", (50.5, 10.5), "squad", count=3)],
        types={"squad": RIFLES, "gunners": GUNNERS},
    )
    place(table, A, 10.5)
    place(table, X, 15.5)
    volley_at(table, 2, *("G1",) * 5)
    assert [told["element"] for told in table.events("chits")] == ["A/3", "A/1"]
    assert [len(told["drawn"]) for told in table.events("chits")] == [3, 2]


def test_ds33_1_only_teams_in_reach_count():
    table = facing_teams(5, count=3, targets=1)
    table.stand(A, 4.5, 10.1, place=2)  # a line team's rifles reach 6 inches
    table.look(A)
    volley_at(table, 2, *NOTHING_DRAWN)
    assert table.events("firefight")[0]["teams"] == 2
    assert table.events("firefight")[0]["drawing"] == 1


@pytest.mark.parametrize(("troops", "inches"), [("militia", 4), ("line", 6), ("powered", 8)])
def test_ds33_2_rifles_reach_by_their_troops(troops, inches):
    squad = RIFLES | {"troops": troops}
    assert volley_at(facing_teams(inches, squad=squad), 1) > 0.0
    assert volley_at(facing_teams(inches + 0.1, squad=squad), 1) == 0.0


@pytest.mark.parametrize(
    ("target", "drawn", "removed"),
    [
        ("militia", ("R2", "R1"), True),
        ("militia", ("R2", "R0"), False),
        ("line", ("R2", "Y2"), True),
        ("line", ("R2", "Y1"), False),
        ("powered", ("R3", "R2"), True),
        ("powered", ("R2", "R2"), False),
        ("powered", ("R2", "G1"), False),  # E7: 2 of 5
        ("line", ("BOOM", "R3"), False),  # specials never act against infantry
        ("line", ("F", "M"), False),
    ],
)
def test_ds33_2_the_kill_total_removes_the_team(target, drawn, removed):
    table = facing_teams(5, targets=2, foe=RIFLES | {"troops": target})
    volley_at(table, 4, *drawn, *NO_TEST, *NO_TEST, 3)
    lost = [one["alive"] == 0 for one in table.elements(X)]
    assert sum(lost) == removed
    assert table.unit(X)["alive"] == 2 - removed
    assert table.element(A)["systems_down"] == 0
    assert all(one["damaged"] == 0 for one in table.elements(X))


def test_ds33_2_an_apsw_team_draws_three():
    # E7: Y2, Y3, R1 are 6: a powered team is removed
    table = facing_teams(12, squad=GUNNERS, foe=RIFLES | {"troops": "powered"})
    volley_at(table, 4, "Y2", "Y3", "R1")
    assert table.events("chits")[0]["total"] == 6
    assert table.events("chits")[0]["kill_total"] == 5
    assert table.unit(X)["alive"] == 0


@pytest.mark.parametrize(
    ("where", "valid", "total"),
    [("open", "RY", 4), ("soft_cover", "R", 1), ("dug_in", "Y", 3), ("urban", "Y", 3)],
)
def test_ds33_2_valid_colours_by_position(where, valid, total):
    table = facing_teams(5)
    cell = table.element(X)["cell"]
    if where == "soft_cover":
        table.k["cover"][cell] = c.CELL_SOFT
    elif where == "dug_in":
        table.element(X)["posture"] = c.DUG_IN
    elif where == "urban":
        table.k["terrain"][cell] = c.TERRAINS.index("urban")
    volley_at(table, 4, "R1", "Y3")
    (shot,) = table.events("shot")
    assert shot["position"] == where
    (told,) = table.events("chits")
    assert (told["valid"], told["total"]) == (valid, total)


@pytest.mark.parametrize("wood", ["light_wood", "dense_wood"])
def test_ds33_2_woods_are_soft_cover(wood):
    table = facing_teams(5)
    table.k["terrain"][table.element(X)["cell"]] = c.TERRAINS.index(wood)
    volley_at(table, 4, "R1", "Y3")
    assert table.events("shot")[0]["position"] == "soft_cover"


def test_ds28_1_a_team_declared_at_one_that_is_lost_draws_nothing():
    table = facing_teams(5, count=2)
    volley_at(table, 4, "R3", "R1")
    assert len(table.events("chits")) == 1
    assert table.script_left == 0


@pytest.mark.parametrize("under_fire", [False, True])
def test_ds33_1_the_volley_is_worth_what_it_takes_on_average(under_fire):
    table = facing_teams(5)
    table.unit(A)["under_fire"] = under_fire
    exact = firefight(rifles=2, under_fire=under_fire)
    chance = exact.effects["all"] + exact.effects["half"] / 2
    worth = volley_at(table, 1)
    assert worth == pytest.approx(20.0 * float(chance * exact.removes["rifle"]))


def test_ds33_1_luck_is_what_came_out_less_what_was_expected():
    table = facing_teams(5, count=2, targets=2)
    exact = firefight(rifles=2)
    one = 20.0 * float(exact.removes["rifle"])
    volley_at(table, 2, *NOTHING_DRAWN)
    expected = one * float(2 * exact.effects["all"] + exact.effects["half"])
    assert table.row["luck"][c.BLUE] == pytest.approx(-expected)


@pytest.mark.parametrize(("lower", "valid"), [(True, "R"), (False, "RY")])
def test_ds20_6_a_crest_covers_teams_from_who_stands_lower(lower, valid):
    table = facing_teams(5)
    there = int(table.element(X)["cell"])
    table.k["cover"][there] = c.CELL_CREST
    table.k["level"][there] = 1
    table.k["level"][int(table.element(A)["cell"])] = 0 if lower else 1
    volley_at(table, 8, *NOTHING_DRAWN)
    assert [told["valid"] for told in table.events("chits")] == [valid]
