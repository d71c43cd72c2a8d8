"""APSWs and close-defence charges of vehicles (p. 35)."""

from __future__ import annotations

import pytest

from sim.layout import codes as c
from tests.rules.infantry_table import (
    ARMED_CAR,
    CAR,
    TRUCK,
    aimed,
    facing_teams,
    place,
    volley_at,
)
from tests.rules.table import EAST, TYPES, WEST, A, X


def with_vehicle(inches, vehicle=ARMED_CAR, **more):
    """Return teams for blue and one vehicle of red's, which the tests let fire at them."""
    return facing_teams(inches, foe=vehicle, **more)


def test_ds35_3_an_apsw_of_a_vehicle_rolls_no_effectiveness():
    table = with_vehicle(12, count=2)
    volley_at(table, "R3", "R1", "G0", u=X, v=A)
    assert table.kinds("firefight") == []
    (told,) = table.events("chits")
    assert (told["total"], told["effects"]) == (4, ["destroyed"])
    assert table.row["lost"][c.BLUE, c.BY_ACTIVATION] == 1


def test_ds35_3_it_reaches_12_inches():
    table = with_vehicle(12.1)
    assert volley_at(table, u=X, v=A) == 0.0


def test_ds35_3_each_barrel_draws():
    table = with_vehicle(10, CAR | {"extra_apsw": 2}, count=3)
    volley_at(table, *("G1",) * 6, u=X, v=A)
    assert [told["barrel"] for told in table.events("shot")] == [1, 2]
    assert len(table.events("chits")) == 2


@pytest.mark.parametrize("facing", [EAST, WEST])
def test_ds35_3_it_fires_all_round(facing):
    table = with_vehicle(10)
    table.element(X)["fx"], table.element(X)["fy"] = facing
    table.element(X)["moved"] = 1
    assert volley_at(table, "G1", "G1", "G1", u=X, v=A, mode=c.BY_OPPORTUNITY) > 0.0


def test_ds35_3_it_is_the_vehicles_combat_action():
    table = with_vehicle(10, TYPES["tank"], count=2)
    volley_at(table, "G1", "G1", "G1", u=X, v=A)
    assert aimed(table)[1] == 1  # its gun is an HKP, which does nothing to infantry
    assert len(table.events("shot")) == 1


def test_ds35_3_not_with_its_systems_down():
    table = with_vehicle(10)
    table.element(X)["systems_down"] = 1
    assert volley_at(table, u=X, v=A) == 0.0


def test_ds35_3_a_soft_vehicle_is_struck_and_an_armoured_one_is_not():
    for foe, struck in ((TRUCK, True), (CAR, False)):
        table = facing_teams(10, squad=TRUCK | {"extra_apsw": 1}, foe=foe)
        assert (volley_at(table, "G1", "G1", "G1") > 0.0) == struck


def approach(table, *rolls, to):
    """Let A's team, which moves 2 inches, go towards a point; dice and chits to come."""
    table.script(*rolls)
    table.activate(A, "move", to=to)


def charged(inches=3.0, count=1, cars=1):
    return facing_teams(inches, count=count, targets=cars, foe=CAR | {"apfc": True})


def test_ds35_4_charges_go_off_once_at_a_team_that_comes_within_an_inch():
    table = charged(2.4, count=2)
    table.stand(A, 9.0, 10.1, place=1)
    approach(table, "G1", "G1", 8, to=(14.5, 10.1))
    (told,) = table.events("chits")
    assert (told["element"], told["target"], len(told["drawn"])) == ("X/1", "A/1", 2)
    assert told["valid"] == "RY"
    assert table.element(A)["x"] > 11.9  # it came nearer still
    assert table.unit(A)["under_fire"] == 0  # gone with the end of its activation
    assert [event["on"] for event in table.events("under_fire")] == [True, False]
    assert table.script_left == 1


def test_ds35_4_nothing_happens_farther_off():
    table = charged(3.2)
    approach(table, to=(14.5, 10.1))
    assert table.kinds("chits") == []


def test_ds35_4_firefight_validity_and_removal():
    table = charged(1.7)
    for x in (11.5, 12.5):
        table.k["terrain"][table.cell(x, 10.1)] = c.TERRAINS.index("urban")
    approach(table, "Y3", "Y1", to=(14.5, 10.1))
    assert table.events("chits")[0]["valid"] == "Y"
    assert table.unit(A)["alive"] == 0
    assert table.row["lost"][c.BLUE, c.BY_ASSAULT] == 1
    assert table.row["activation_kills"][c.RED] == 0  # its charges are no fire of its own


def test_ds35_4_every_vehicle_has_its_own():
    table = charged(2.4, cars=2)
    place(table, X, 12.9)
    approach(table, *("G1",) * 4, to=(14.5, 10.1))
    assert [told["element"] for told in table.events("chits")] == ["X/1", "X/2"]


def test_ds35_4_vehicles_set_nothing_off():
    table = charged(2.4)
    table.element(A)["team"] = 0
    approach(table, to=(14.5, 10.1))
    assert table.element(A)["x"] > 11.9
    assert table.kinds("chits") == []
