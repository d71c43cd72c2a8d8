"""IAVRs, vehicle weapons at infantry, and infantry arms at soft vehicles (p. 36)."""

from __future__ import annotations

import pytest

from sim.exact.infantry import removed, soft_outcomes
from sim.layout import codes as c
from tests.rules.infantry_table import (
    CAR,
    ROCKETEERS,
    TRUCK,
    aimed,
    facing_teams,
    gun_alone,
    type_of,
    volley_at,
)
from tests.rules.table import EAST, TYPES, WEST, A, X

TANK = TYPES["tank"]
PASSED = (8,)


def rocketeers(inches=4.0, count=1, **tank):
    """Return rifle teams with IAVRs and red's one tank, armour 3, which faces them."""
    return facing_teams(inches, count=count, squad=ROCKETEERS, foe=TANK | tank, targets=2)


def test_ds36_2_an_iavr_draws_two_chits_and_rolls_nothing():
    # E8: Y3 and G1 on armour 3 are 3: damaged
    table = rocketeers()
    volley_at(table, "Y3", "G1", *PASSED)
    (shot,) = table.events("shot")
    assert (shot["weapon"], shot["range"]) == ("IAVR", 4.0)
    (told,) = table.events("chits")
    assert (told["total"], told["armour"], told["effects"]) == (3, 3, ["damaged"])
    assert table.element(X)["damaged"] == 1
    assert table.kinds("firefight") == []


def test_ds36_2_four_inches_and_no_more():
    assert volley_at(rocketeers(4.1)) == 0.0


def test_ds36_2_the_side_has_its_own_armour():
    table = rocketeers()
    table.stand(X, 14.5, 10.1, EAST, place=0)
    volley_at(table, "Y3", "G1", *PASSED, *PASSED, 3)
    assert table.events("chits")[0]["armour"] == 2
    assert table.element(X)["alive"] == 0


@pytest.mark.parametrize(
    ("tank", "apfc", "valid"),
    [
        ({}, False, "RY"),
        ({"armour_kind": "ablative"}, False, "RY"),
        ({"armour_kind": "reactive"}, False, "R"),
        ({}, True, "Y"),
        ({"armour_kind": "reactive"}, True, "Y"),
    ],
)
def test_ds36_2_valid_colours(tank, apfc, valid):
    table = rocketeers(apfc=apfc, **tank)
    volley_at(table, "R0", "Y0")
    assert table.events("chits")[0]["valid"] == valid


@pytest.mark.parametrize(
    ("chit", "field"), [("M", "immobilised"), ("T", "systems_down"), ("BOOM", "lost")]
)
def test_ds36_2_specials_count(chit, field):
    table = rocketeers()
    volley_at(table, chit, "R0", *PASSED, *PASSED, 3)
    mark = table.element(X)
    state = {name: int(mark[name]) for name in ("immobilised", "systems_down")}
    state["lost"] = 1 - int(mark["alive"])
    assert state == {"immobilised": 0, "systems_down": 0, "lost": 0} | {field: 1}


def test_ds36_2_an_f_chit_undoes_all_and_the_team_fights_on():
    table = rocketeers()
    volley_at(table, "F", "BOOM")
    assert table.element(X)["alive"] == 1
    assert table.element(A)["systems_down"] == 0
    assert table.kinds("status") == []


def test_ds36_2_instead_of_rifles():
    table = rocketeers(3.0, armour=0)
    volley_at(table, "R0", "R0")
    assert aimed(table)[1] == 1
    assert table.kinds("firefight") == []


def test_ds36_2_what_an_iavr_is_worth():
    table = rocketeers()
    points = float(type_of(table, X)["points"])
    k = table.k
    share = k["kill"][c.V_RY, 2, 3] + 0.5 * k["half"][c.V_RY, 2, 3]
    assert volley_at(table, "R0", "R0") == pytest.approx(points * share)
    assert table.row["luck"][c.BLUE] == pytest.approx(-points * share)


# -- DS36.3 -----------------------------------------------------------------------------------------


def gunners(inches, weapon, **more):
    """Return red's one vehicle with nothing but a gun, and blue's teams as its targets."""
    table = facing_teams(inches, foe=TANK | {"weapons": [weapon]}, **more)
    gun_alone(table, X)
    return table


@pytest.mark.parametrize(
    ("weapon", "inches", "chits", "valid"),
    [
        ("HEL/3 turret", 36, 2, "Y"),
        ("RFAC/1 turret", 12, 2, "Y"),
        ("HVC/4 turret", 27, 2, "Y"),
        ("MDC/3 turret", 36, 2, "Y"),
        ("DFFG/3 turret", 16, 3, "R"),
        ("SLAM/5 turret", 12, 5, "Y"),
    ],
)
def test_ds36_3_guns_draw_at_infantry_without_a_roll(weapon, inches, chits, valid):
    assert volley_at(gunners(inches + 0.1, weapon), u=X, v=A) == 0.0
    table = gunners(inches, weapon, count=2)
    volley_at(table, *("G0",) * chits, *PASSED, u=X, v=A)
    (told,) = table.events("chits")
    assert (len(told["drawn"]), told["valid"], told["kill_total"]) == (chits, valid, 4)
    (shot,) = table.events("shot")
    assert "die" not in shot and "roll" not in shot
    assert table.unit(A)["under_fire"] == 1  # DS24.1


def test_ds36_3_an_hkp_does_nothing_to_infantry():
    assert volley_at(gunners(10, "HKP/3 turret"), u=X, v=A) == 0.0


def test_rd_15_validity_by_weapon_whatever_the_position():
    table = gunners(10, "MDC/3 turret")
    table.element(A)["posture"] = c.DUG_IN
    volley_at(table, "Y3", "Y1", u=X, v=A)
    assert table.events("chits")[0]["valid"] == "Y"
    assert table.unit(A)["alive"] == 0


def test_ds36_3_the_arc_of_its_mount_binds_it():
    for facing, fires in ((WEST, True), (EAST, False)):
        table = gunners(10, "MDC/3 fixed")
        table.stand(X, 20.5, 10.1, facing)
        assert (volley_at(table, "G0", "G0", u=X, v=A, mode=c.BY_OPPORTUNITY) > 0.0) == fires


def test_ds36_3_each_barrel_draws():
    table = gunners(10, "RFAC/1 turret x2", count=2)
    volley_at(table, *("G0",) * 4, u=X, v=A)
    assert len(table.events("chits")) == 2


def test_ds30_2_a_damaged_vehicle_reaches_one_band_less_far():
    for inches, fires in ((24, True), (25, False)):
        table = gunners(inches, "MDC/3 turret")
        table.element(X)["damaged"] = 1
        assert (volley_at(table, "G0", "G0", u=X, v=A) > 0.0) == fires


def test_ds36_3_what_a_gun_is_worth():
    worth = volley_at(gunners(10, "MDC/3 turret"), "G0", "G0", u=X, v=A)
    assert worth == pytest.approx(20.0 * float(removed(2, "Y", 4)))


# -- DS36.4 -----------------------------------------------------------------------------------------


def at_truck(*rolls, soft=True):
    """Let one line team fire at red's trucks, armour 0 or 1."""
    table = facing_teams(5, foe=TRUCK if soft else CAR, targets=2)
    volley_at(table, *rolls)
    return table


@pytest.mark.parametrize(
    ("drawn", "lost", "fields"),
    [
        (("R3", "R2"), 1, ()),
        (("R3", "R1"), 0, ()),
        (("BOOM", "G0"), 1, ()),
        (("M", "R1"), 0, ("immobilised",)),
        (("T", "R1"), 0, ("systems_down",)),
        (("F", "BOOM"), 0, ()),
    ],
)
def test_ds36_4_a_soft_vehicle_counts_as_a_powered_team(drawn, lost, fields):
    table = at_truck(8, *drawn, *PASSED, *PASSED, 3)
    truck = table.element(X)
    assert truck["alive"] == 1 - lost
    for name in ("damaged", "immobilised", "systems_down"):
        assert truck[name] == (name in fields)
    assert table.element(A)["systems_down"] == 0
    assert table.events("chits")[0]["kill_total"] == 5


def test_ds36_4_armour_is_proof_against_infantry_arms():
    assert at_truck(soft=False).kinds("chits", "firefight") == []


def test_ds36_4_what_a_volley_at_a_soft_vehicle_is_worth():
    table = at_truck(1)
    odds = soft_outcomes(2, "RY")
    half = sum(chance for name, chance in odds.items() if "MOB" in name)
    points = float(type_of(table, X)["points"])
    share = float(odds["Kill"] + half / 2)
    chance = 7 / 8  # half of one team is that team
    assert table.row["luck"][c.BLUE] == pytest.approx(-points * share * chance)
