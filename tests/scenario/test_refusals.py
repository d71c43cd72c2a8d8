"""Bad scenario files: each with its exact message."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sim.refusal import InputError
from sim.scenario import ScenarioError, motor_pool, parse_scenario
from tests.scenario.documents import GONE, good, spoiled

UNIT = {"name": "X", "type": "badger", "count": 1, "at": [12.5, 12.5], "facing": 0}
SQUARE = [[28, 22], [34, 22], [34, 28], [28, 28]]
WOOD = {"kind": "light_wood"}
UNIT_KEYS = (
    "name, type, count, elements, quality, leadership, confidence, at, facing, posture, hidden, "
    "command, mounted, sensors"
)

#: What is changed in the good document, and what is said about it after `bad.toml: `.
CASES: list[tuple[dict[str, Any], str]] = [
    # keys: missing, unknown
    ({"title": GONE}, "title: is missing"),
    ({"blue": GONE}, "blue: is missing"),
    ({"blue__units__1__count": GONE}, "blue.units[1].count: is missing"),
    ({"table__terrain__0__kind": GONE}, "table.terrain[0].kind: is missing"),
    (
        {"blue__units__0__cuont": 3},
        f"blue.units[0].cuont: unknown key; nearest is 'count'; allowed: {UNIT_KEYS}",
    ),
    (
        {"table__depth": 3},
        "table.depth: unknown key; nearest is 'width'; allowed: width, height, terrain",
    ),
    (
        {"rules__watched_area__zones": "gap"},
        "rules.watched_area.zones: unknown key; nearest is 'zone'; "
        "allowed: width, nearest, farthest, zone",
    ),
    # types of values
    ({"turns": "six"}, "turns: 'six' is not a whole number"),
    ({"turns": 6.5}, "turns: 6.5 is not a whole number"),
    ({"turns": True}, "turns: true is not a whole number"),
    ({"title": 5}, "title: 5 is not a text"),
    ({"rules__overwatch": "off"}, "rules.overwatch: 'off' is not true or false"),
    ({"rules__move_allowance": "half"}, "rules.move_allowance: 'half' is not a number"),
    ({"objective_points": math.inf}, "objective_points: inf is not a finite number"),
    ({"objective_points": math.nan}, "objective_points: nan is not a finite number"),
    ({"objectives": {"name": "inn"}}, "objectives: a table is not a list"),
    ({"types": [1]}, "types: [1] is not a table"),
    ({"blue": 5}, "blue: 5 is not a table"),
    ({"blue__units__0": "badger"}, "blue.units[0]: 'badger' is not a table"),
    ({"blue__units__0__at": [5]}, "blue.units[0].at: [5] is not a point [x, y]"),
    ({"objectives__0__at": [1, "2"]}, "objectives[0].at: [1, '2'] is not a point [x, y]"),
    ({"zones__0__polygon__1": 7}, "zones[0].polygon[1]: 7 is not a point [x, y]"),
    # limits
    ({"blue__units__0__count": 9}, "blue.units[0].count: 9 is more than 6"),
    ({"blue__units__0__count": 0}, "blue.units[0].count: 0 is less than 1"),
    ({"turns": 25}, "turns: 25 is more than 24"),
    ({"objectives__0__value": 4}, "objectives[0].value: 4 is more than 3"),
    ({"blue__units__0__facing": 360}, "blue.units[0].facing: 360 is not less than 360"),
    ({"table__width": 8}, "table.width: 8 is less than 12"),
    ({"rules__watched_area__width": 0}, "rules.watched_area.width: 0 is not more than 0"),
    ({"rules__firer_die_shift": -3}, "rules.firer_die_shift: -3 is less than -2"),
    ({"types__cart__size": 6}, "types.cart.size: 6 is more than 5"),
    ({"title": "x" * 81}, "title: has 81 letters; at most 80 are allowed"),
    ({"title": ""}, "title: has 0 letters; at least 1 are needed"),
    # numbers of entries
    ({"blue__units": []}, "blue.units: has 0 entries; at least 1 are needed"),
    ({"blue__units": [UNIT] * 17}, "blue.units: has 17 entries; at most 16 are allowed"),
    (
        {"waypoints": [{"name": "a", "at": [1, 1]}] * 9},
        "waypoints: has 9 entries; at most 8 are allowed",
    ),
    (
        {"zones__0__polygon": [[1, 1], [2, 2]]},
        "zones[0].polygon: has 2 entries; at least 3 are needed",
    ),
    (
        {"table__terrain__2__line": [[1, 1]]},
        "table.terrain[2].line: has 1 entries; at least 2 are needed",
    ),
    (
        {"types__cart__weapons": ["RFAC/1"] * 5},
        "types.cart.weapons: has 5 entries; at most 4 are allowed",
    ),
    # words
    (
        {"blue__units__0__quality": "elite"},
        "blue.units[0].quality: 'elite' is not one of green, regular, veteran",
    ),
    ({"blue__baseline": "left"}, "blue.baseline: 'left' is not one of west, east, north, south"),
    ({"objectives__1__holder": "green"}, "objectives[1].holder: 'green' is not one of blue, red"),
    ({"rules__trigger": "shoots"}, "rules.trigger: 'shoots' is not one of moves, fires, either"),
    ({"name": "Good One"}, "name: 'Good One' may hold only a-z, 0-9 and _"),
    ({"types__Cart!": {}}, "types.Cart!: 'Cart!' may hold only a-z, 0-9 and _ (and 3 more errors)"),
    (
        {"blue__units__0__name": "1st  Troop"},
        "blue.units[0].name: '1st  Troop' must be one line of words with single blanks between",
    ),
    (
        {"rules__shots": 0},
        "rules.shots: 0 is not a whole number from 1 up, or 'unlimited'",
    ),
    (
        {"rules__reaction_test": 3},
        "rules.reaction_test: 3 is not a threat from 0 to 2, or 'none'",
    ),
    (
        {"rules__discipline_test": True},
        "rules.discipline_test: true is not a threat from 0 to 1, or 'none'",
    ),
    # vehicles
    (
        {"types__cart__weapons": ["RFAC"]},
        "types.cart.weapons[0]: 'RFAC' is not a weapon such as 'HKP/3 turret' or 'RFAC/1 fixed x2'",
    ),
    (
        {"types__cart__weapons": ["HVK/3"]},
        "types.cart.weapons[0]: 'HVK/3': 'HVK' is not a weapon; nearest is 'HVC'; "
        "allowed: RFAC, HVC, HKP, MDC, HEL, DFFG, SLAM",
    ),
    (
        {"types__cart__weapons": ["RFAC/1", "RFAC/3"]},
        "types.cart.weapons[1]: 'RFAC/3': RFAC has classes 1 to 2 only",
    ),
    (
        {"types__cart__weapons": ["HVC/2"]},
        "types.cart.weapons[0]: 'HVC/2': HVC has classes 3 to 5 only",
    ),
    (
        {"types__cart__weapons": ["RFAC/1 turett"]},
        "types.cart.weapons[0]: 'RFAC/1 turett': 'turett' is not a mount; nearest is 'turret'; "
        "allowed: turret, restricted, fixed",
    ),
    (
        {"types__cart__weapons": ["RFAC/1 fixed x5"]},
        "types.cart.weapons[0]: 'RFAC/1 fixed x5': x5 is not x1 to x4",
    ),
    (
        {"types__launcher__missiles": ["GMS/X basic"]},
        "types.launcher.missiles[0]: 'GMS/X basic' is not a missile system: GMS/L or GMS/H, "
        "then basic, enhanced or superior",
    ),
    (
        {"types__cart__fire_control": GONE},
        "types.cart.fire_control: is missing: weapons need basic, enhanced or superior",
    ),
    ({"types__cart__armour": 3}, "types.cart.armour: 3 is more than the size class 2"),
    ({"types__cart__stealth": 2}, "types.cart.stealth: 2 is not less than the size class 2"),
    (
        {"types__cart__armour": 0, "types__cart__armour_kind": "reactive"},
        "types.cart.armour_kind: 'reactive' needs armour of 1 or more",
    ),
    (
        {"types__badger": good()["types"]["cart"]},
        "types.badger: 'badger' is already a type of the motor pool",
    ),
    (
        {"blue__units__1__type": "carts"},
        "blue.units[1].type: 'carts' is not a type; nearest is 'cart'; allowed: "
        + ", ".join(sorted([*motor_pool(), "cart", "launcher"])),
    ),
    # the table
    (
        {"table__width": 96, "table__height": 40},
        "table.height: 96 x 40 is 3840 square inches, more than 3456",
    ),
    (
        {"table__terrain__3": WOOD | {"polygon": [[28, 22], [34, 28], [34, 22], [28, 28]]}},
        "table.terrain[3].polygon: the polygon crosses itself: the sides from points 0 and 2",
    ),
    (
        {"table__terrain__3": WOOD | {"polygon": [[28, 22], [30, 24], [34, 28]]}},
        "table.terrain[3].polygon: the polygon has no area",
    ),
    (
        {"table__terrain__3": WOOD | {"polygon": [*SQUARE, [28, 22]]}},
        "table.terrain[3].polygon: the last point repeats the first: leave it out",
    ),
    (
        {"table__terrain__3": WOOD | {"polygon": [[28, 22], [34, 22], [34, 22], [28, 28]]}},
        "table.terrain[3].polygon: points 1 and 2 are the same",
    ),
    (
        {"table__terrain__3": WOOD | {"polygon": [*SQUARE[:3], [34, 25], [28, 25]]}},
        "table.terrain[3].polygon: the polygon folds back at point 2",
    ),
    (
        {"table__terrain__3": WOOD | {"polygon": [[28, 22], [41, 22], [28, 28]]}},
        "table.terrain[3].polygon[1]: [41, 22] is off the table of 40 x 30",
    ),
    (
        {"table__terrain__2__line": [[-1, 20.5], [40, 20.5]]},
        "table.terrain[2].line[0]: [-1, 20.5] is off the table of 40 x 30",
    ),
    (
        {"table__terrain__2__line": [[3, 20], [3, 20], [8, 20]]},
        "table.terrain[2].line: points 0 and 1 are the same",
    ),
    (
        {"table__terrain__3": WOOD | {"line": [[1, 1], [5, 5]]}},
        "table.terrain[3].line: only road and stream may be a line, not 'light_wood'",
    ),
    (
        {"table__terrain__3": WOOD},
        "table.terrain[3]: needs a polygon, or for a road or stream a line, and not both",
    ),
    (
        {"table__terrain__2__polygon": SQUARE},
        "table.terrain[2]: needs a polygon, or for a road or stream a line, and not both",
    ),
    (
        {"table__terrain__0__level": GONE},
        "table.terrain[0].level: is missing: a hill has a level from 1 to 3",
    ),
    (
        {"table__terrain__3": WOOD | {"polygon": SQUARE, "level": 2}},
        "table.terrain[3].level: only a hill has a level, not 'light_wood'",
    ),
    (
        {"table__terrain__3": WOOD | {"polygon": SQUARE, "width": 2}},
        "table.terrain[3].width: only a line has a width",
    ),
    (
        {"table__terrain__0__kind": "swmp"},
        "table.terrain[0].kind: 'swmp' is not one of road, scrub, rough, cultivated, urban, hill, "
        "light_wood, dense_wood, mountain, swamp, stream, open_water, building",
    ),
    # markers and names
    ({"objectives__0__at": [40, 5]}, "objectives[0].at: [40, 5] is off the table of 40 x 30"),
    ({"waypoints__0__at": [5, -0.5]}, "waypoints[0].at: [5, -0.5] is off the table of 40 x 30"),
    (
        {"zones__0__polygon__0": [5, 31]},
        "zones[0].polygon[0]: [5, 31] is off the table of 40 x 30",
    ),
    (
        {"objectives__1__at": [5.5, 27.5]},
        "objectives[1].at: [5.5, 27.5] is in open_water, which no unit can enter",
    ),
    (
        {"objectives__1__name": "inn"},
        "objectives[1].name: 'inn' is already the name of objectives[0]",
    ),
    (
        {"waypoints__1": {"name": "ford", "at": [1, 1]}},
        "waypoints[1].name: 'ford' is already the name of waypoints[0]",
    ),
    (
        {"zones__1": {"name": "gap", "polygon": SQUARE}},
        "zones[1].name: 'gap' is already the name of zones[0]",
    ),
    (
        {"red__units__0__name": "1st Troop"},
        "red.units[0].name: '1st Troop' is already the name of blue.units[0]",
    ),
    # units
    (
        {"blue__units__0__at": [9.5, 2]},
        "blue.units[0].at: element '1st Troop/4' at [9.5, -0.5] is off the table of 40 x 30",
    ),
    (
        {"blue__units__0__at": [5.5, 22.5]},
        "blue.units[0].at: element '1st Troop/1' at [5.5, 25.5] is in open_water, "
        "impassable for fast_tracked",
    ),
    (
        {"red__units__0__at": [5.5, 14.5]},
        "red.units[0].at: element 'Guard/1' at [5.5, 12.5] stands on '1st Troop/4'",
    ),
    (
        {"blue__units__1__command": True},
        "blue.units[1].command: '1st Troop' is already the command unit of blue",
    ),
    (
        {"red__doctrine": "ambsh"},
        "red.doctrine: 'ambsh' is not a shipped doctrine; nearest is 'ambush'; allowed: "
        "aggressive, always, ambush, bounding, calculating, never, opportunist, patient, random",
    ),
    ({"red__doctrine": "mine.toml"}, "red.doctrine: there is no file mine.toml"),
    # rules and victory
    (
        {"rules__watched_area": {"zone": "gate"}},
        "rules.watched_area.zone: 'gate' is not a zone; allowed: gap",
    ),
    (
        {"rules__watched_area": {"zone": "gap", "width": 90}},
        "rules.watched_area.width: a zone has no width and no distances",
    ),
    (
        {"rules__watched_area__nearest": 40},
        "rules.watched_area.nearest: 40 is not less than farthest, 40",
    ),
    ({"victory__attacker": GONE}, "victory.attacker: is missing: kind 'attack' needs it"),
    ({"victory__enough": GONE}, "victory.enough: is missing: kind 'attack' needs it"),
    (
        {"victory__kind": "encounter", "victory__attacker": GONE},
        "victory.enough: only kind 'attack' has it",
    ),
    ({"victory__enough": 4}, "victory.enough: 4 is more than 3, the value of all objectives"),
    ({"victory__declare_from": 7}, "victory.declare_from: 7 is more than 6, the number of turns"),
    (
        {"victory": {"kind": "attrition", "declare_from": 2}},
        "victory.declare_from: kind 'attrition' does not have it",
    ),
    (
        {"objectives": [], "victory": {"kind": "encounter"}},
        "victory.kind: 'encounter' needs an objective",
    ),
]


@pytest.mark.parametrize(("changes", "message"), CASES, ids=[message for _, message in CASES])
def test_a_bad_file_is_refused_with_one_line(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(spoiled(**changes), "folder/bad.toml")
    assert str(caught.value).replace("folder/mine", "mine") == f"bad.toml: {message}"
    assert "\n" not in str(caught.value)


def test_there_are_enough_bad_files() -> None:
    assert len({message for _, message in CASES}) >= 45


def test_the_good_document_is_good() -> None:
    assert parse_scenario(good(), "good.toml").title == "A good one"


def test_a_refusal_is_bad_input() -> None:
    assert issubclass(ScenarioError, InputError)


def test_the_first_error_of_the_file_is_told_and_the_others_are_counted() -> None:
    changes = {"red__units__0__count": 9, "blue__units__1__leadership": 0, "turns": 0}
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(spoiled(**changes), "bad.toml")
    assert str(caught.value) == "bad.toml: turns: 0 is less than 1 (and 2 more errors)"
    del changes["turns"]
    with pytest.raises(ScenarioError) as caught:
        parse_scenario(spoiled(**changes), "bad.toml")
    assert (
        str(caught.value)
        == "bad.toml: blue.units[1].leadership: 0 is less than 1 (and 1 more error)"
    )


@pytest.mark.parametrize(
    ("changes", "early", "late"),
    [
        ({"turns": 0, "red__units__0__count": 9}, "turns: 0", "red.units[0].count: 9"),
        (
            {"types__cart__armour": 4, "victory__enough": 9},
            "types.cart.armour: 4",
            "victory.enough: 9",
        ),
    ],
)
def test_file_order_is_that_of_the_file_not_of_the_model(
    changes: dict[str, Any], early: str, late: str
) -> None:
    document = spoiled(**changes)
    turned = dict(reversed(document.items()))
    for order, first in ((document, early), (turned, late)):
        with pytest.raises(ScenarioError) as caught:
            parse_scenario(order, "bad.toml")
        assert str(caught.value).startswith(f"bad.toml: {first} ")
        assert str(caught.value).endswith(" (and 1 more error)")


def test_no_word_of_the_checking_library_reaches_the_user() -> None:
    for changes, _ in CASES:
        with pytest.raises(ScenarioError) as caught:
            parse_scenario(spoiled(**changes), "bad.toml")
        for word in ("pydantic", "Input should", "valid ", "Field", "dictionary", "instance"):
            assert word not in str(caught.value)
        assert caught.value.__cause__ is None
        assert caught.value.__context__ is None
