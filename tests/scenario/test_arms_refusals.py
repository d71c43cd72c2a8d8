"""Bad files of combined arms: each with its exact message."""

from __future__ import annotations

from typing import Any

import pytest

from sim.scenario import ScenarioError, motor_pool, parse_scenario
from tests.scenario.arms_documents import TYPES, arms
from tests.scenario.documents import GONE, spoil

KNOWN = ", ".join(sorted([*motor_pool(), *TYPES, "cart", "launcher"]))

#: What is changed in the good document, and what is said about it after `bad.toml: `.
CASES: list[tuple[dict[str, Any], str]] = [
    # teams
    (
        {"types__own_rifle__team": "rifles"},
        "types.own_rifle.team: 'rifles' is not one of rifle, apsw, assault, anti_armour, observer, "
        "engineer",
    ),
    (
        {"types__own_rifle__troops": "guards"},
        "types.own_rifle.troops: 'guards' is not one of militia, line, powered",
    ),
    ({"types__own_rifle__troops": GONE}, "types.own_rifle.troops: is missing"),
    (
        {"types__own_rifle__size": 1},
        "types.own_rifle.size: unknown key; "
        "allowed: team, text, troops, mounted_on, iavr, missile",
    ),
    (
        {"types__own_rider__mounted_on": "camels"},
        "types.own_rider.mounted_on: 'camels' is not one of cavalry",
    ),
    (
        {"types__own_apsw__iavr": True},
        "types.own_apsw.iavr: only a rifle team carries them, not 'apsw'",
    ),
    (
        {"types__own_apsw__mounted_on": "cavalry"},
        "types.own_apsw.mounted_on: 'cavalry' is for militia and line troops, not 'powered'",
    ),
    (
        {"types__own_missile__missile": GONE},
        "types.own_missile.missile: is missing: team 'anti_armour' needs GMS/L basic, enhanced or "
        "superior",
    ),
    (
        {"types__own_missile__missile": "GMS/H basic"},
        "types.own_missile.missile: 'GMS/H basic' is too heavy for a team, which carries a GMS/L",
    ),
    (
        {"types__own_missile__missile": "GMS/L good"},
        "types.own_missile.missile: 'GMS/L good' is not a missile system: GMS/L or GMS/H, "
        "then basic, enhanced or superior",
    ),
    (
        {"types__own_apsw__missile": "GMS/L basic"},
        "types.own_apsw.missile: only team 'anti_armour' has one, not 'apsw'",
    ),
    # vehicles
    (
        {"types__truck__iavr": True},
        "types.truck.iavr: unknown key; allowed: text, size, mobility, power, amphibious"
        ", armour, armour_kind, stealth, fire_control, weapons, backup_systems, missiles, "
        "pds, ecm, ads, apfc, artillery, carries, extra_apsw, smoke, cybertank",
    ),
    (
        {"types__racks__weapons": ["RFAC/1", "RFAC/2", "HVC/3"], "types__racks__ads": "basic",
         "types__racks__fire_control": "basic"},
        "types.racks: 7 different weapons, with its APSW, are more than 6",
    ),
    ({"types__truck": 5}, "types.truck: 5 is not a table"),
    # units of several types
    (
        {"blue__units__0__count": 3},
        "blue.units[0].count: is of no use beside elements: give one or the other",
    ),
    (
        {"blue__units__0__elements": GONE},
        "blue.units[0].type: is missing: a unit has a type and a count, or elements "
        "(and 1 more error)",
    ),
    ({"blue__units__2__count": GONE}, "blue.units[2].count: is missing"),
    (
        {"blue__units__1__elements": []},
        "blue.units[1].elements: has 0 entries; at least 1 are needed",
    ),
    ({"blue__units__1__elements__0__count": 5}, "blue.units[1].elements: 7 elements are more than 6"),
    (
        {"blue__units__1__elements__0__count": 7},
        "blue.units[1].elements[0].count: 7 is more than 6",
    ),
    ({"blue__units__1__elements__1__type": GONE}, "blue.units[1].elements[1].type: is missing"),
    (
        {"blue__units__1__elements__1__type": "trucks"},
        "blue.units[1].elements[1].type: 'trucks' is not a type; nearest is 'truck'; allowed: "
        + KNOWN,
    ),
    # mounted, sensors, posture
    ({"blue__units__3__mounted": True}, "blue.units[3].mounted: the unit has no teams"),
    (
        {"blue__units__4__mounted": True},
        "blue.units[4].mounted: the unit has no vehicle that carries teams",
    ),
    (
        {"blue__units__0__elements__0__count": 3, "blue__units__0__elements__2__count": 1},
        "blue.units[0].mounted: the unit's 4 teams are more than the 2 that its vehicles carry",
    ),
    (
        {"blue__units__3__sensors": True},
        "blue.units[3].sensors: the unit has no area defence (ads)",
    ),
    (
        {"blue__units__4__posture": "hull_down"},
        "blue.units[4].posture: 'hull_down' is for vehicles; infantry may be dug_in",
    ),
    (
        {"blue__units__5__posture": "hull_down"},
        "blue.units[5].posture: 'hull_down' is not for a vtol, which flies",
    ),
    # where they stand
    (
        {"blue__units__1__at": [20.5, 0.5]},
        "blue.units[1].at: element 'Foot/1' at [19.5, -0.5] is off the table of 40 x 30",
    ),
    (
        {"blue__units__4__at": [20.5, 20.5]},
        "blue.units[4].at: element 'Riders/1' at [19.5, 20.5] stands on 'Foot/4'",
    ),
    # batteries
    (
        {"blue__batteries__0__guns": 2},
        "blue.batteries[0]: needs a unit on the table or a number of guns off it, and not both",
    ),
    (
        {"blue__batteries__1__guns": GONE},
        "blue.batteries[1]: needs a unit on the table or a number of guns off it, and not both",
    ),
    ({"blue__batteries__1__guns": 7}, "blue.batteries[1].guns: 7 is more than 6"),
    (
        {"blue__batteries__1__kind": "huge"},
        "blue.batteries[1].kind: 'huge' is not one of light, medium, heavy",
    ),
    (
        {"blue__batteries__0__unit": "Gun"},
        "blue.batteries[0].unit: 'Gun' is not a unit of blue; nearest is 'Guns'; "
        "allowed: Lorries, Foot, Shields, Guns, Riders, Flight",
    ),
    (
        {"blue__batteries__0__kind": "light"},
        "blue.batteries[0].unit: 'Guns' has no vehicle with artillery 'light'",
    ),
    (
        {"blue__batteries__0__ammunition__HEF": 10},
        "blue.batteries[0].ammunition.HEF: 10 is more than 9",
    ),
    (
        {"blue__batteries__0__ammunition__hef": 1},
        "blue.batteries[0].ammunition.hef: unknown key; allowed: HEF, MAK, smoke",
    ),
    (
        {"blue__batteries__1__name": "Lions"},
        "blue.batteries[1].name: 'Lions' is already the name of blue.batteries[0]",
    ),
    (
        {"blue__batteries__2": {"name": "Twins", "kind": "medium", "unit": "Guns"}},
        "blue.batteries[2].unit: 'Guns' already fires 'Lions'",
    ),
    (
        {"blue__batteries": [{"name": n, "kind": "light", "guns": 1} for n in "abcde"]},
        "blue.batteries: has 5 entries; at most 4 are allowed",
    ),
    # switches
    (
        {"rules__infantry_validity": "both"},
        "rules.infantry_validity: 'both' is not one of weapon, position",
    ),
    ({"rules__follow_through": 1}, "rules.follow_through: 1 is not true or false"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "message"), CASES, ids=[message for _, message in CASES])
def test_a_bad_file_of_combined_arms_is_refused_with_one_line(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(spoil(arms(), **changes), "bad.toml")
    assert str(caught.value) == f"bad.toml: {message}"


def test_the_good_document_of_combined_arms_is_good() -> None:
    scenario = parse_scenario(arms(), "good.toml")
    lorries, foot = scenario.blue.units[:2]
    assert lorries.roster == ["own_rifle", "own_rifle", "own_apsw", "truck", "truck"]
    assert (lorries.size, lorries.make_up) == (5, "2 own_rifle, 1 own_apsw, 2 truck")
    assert (foot.size, scenario.blue.units[2].make_up) == (5, "shield")
