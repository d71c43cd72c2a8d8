"""Settings: `place=value` changes of a document."""

from __future__ import annotations

from typing import Any

import pytest

from sim.scenario import (
    ScenarioError,
    VehicleType,
    apply_settings,
    load_scenario,
    parse_scenario,
)
from sim.scenario.settings import read_value
from tests.scenario.arms_documents import arms
from tests.scenario.documents import good


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on", True),
        ("Yes", True),
        ("true", True),
        ("off", False),
        ("no", False),
        ("12", 12),
        (" 0.25 ", 0.25),
        ("never", "never"),
        ('"off"', "off"),
        ("[5, 20]", [5, 20]),
        ('{ zone = "gap" }', {"zone": "gap"}),
        ("1st Troop", "1st Troop"),
        ("a\nb = 1", "a\nb = 1"),
        ("1\nb = 1", "1\nb = 1"),
        ("", ""),
        ("[" * 5000, "[" * 5000),
    ],
)
def test_a_value_is_a_switch_a_literal_or_text(text: str, value: Any) -> None:
    read = read_value(text)
    assert (read, type(read)) == (value, type(value))


def test_settings_change_keys_entries_and_coordinates() -> None:
    document = good()
    settings = [
        "rules.overwatch=off",
        "rules.persists_over_turn_end=no",
        "blue.units.0.at.0=12",
        "blue.units.1.count=1",
        "blue.doctrine=never",
        "types.cart.armour=2",
        "table.terrain.0.level=2",
    ]
    scenario = parse_scenario(apply_settings(document, settings), "good.toml")
    assert not scenario.rules.overwatch
    assert not scenario.rules.persists_over_turn_end
    assert scenario.blue.units[0].at == (12, 15.5)
    assert scenario.blue.units[1].count == 1
    assert scenario.blue.doctrine == "never"
    assert scenario.types["cart"].armour == 2
    assert scenario.table.terrain[0].level == 2
    assert document == good()


def test_the_last_setting_of_a_place_holds() -> None:
    changed = apply_settings(good(), ["turns=3", "turns=4"])
    assert changed["turns"] == 4


def test_keys_that_the_file_leaves_out_may_be_set() -> None:
    document = good()
    del document["rules"]
    changed = apply_settings(document, ["rules.watched_area.zone=gap", "red.units.0.quality=green"])
    assert changed["rules"] == {"watched_area": {"zone": "gap"}}
    assert changed["red"]["units"][0]["quality"] == "green"


def test_a_setting_is_checked_like_the_file() -> None:
    with pytest.raises(ScenarioError) as caught:
        load_scenario("duel", ["rules.move_allowance=2"])
    assert str(caught.value) == "duel.toml: rules.move_allowance: 2 is more than 1"


@pytest.mark.parametrize(
    ("setting", "value"), [("rules.overwatch=aus", "'aus'"), ("rules.persists_over_turn_end=1", "1"),
                           ("types.cart.amphibious=x", "'x'")]
)  # fmt: skip
def test_a_switch_that_is_set_is_on_or_off(setting: str, value: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        apply_settings(good(), [setting])
    assert str(caught.value) == f"setting {setting}: {value} is not on or off"


SIDE_KEYS = "allowed: doctrine, baseline, units, batteries"
RULES_KEYS = (
    "allowed: overwatch, opportunity_fire, move_allowance, suppressed_may_watch, "
    "void_on_under_fire, void_on_any_fire, persists_over_turn_end, shots, flips_command_marker, "
    "trigger, firer_die_shift, target_die_shift, reaction_test, discipline_test, watched_area, "
    "command_reactivation, infantry_validity, follow_through"
)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("rules.overwach=off", f"rules has no overwach; nearest is 'overwatch'; {RULES_KEYS}"),
        ("blue.unit.0.count=3", f"blue has no unit; nearest is 'units'; {SIDE_KEYS}"),
        ("blue.units.7.count=3", "blue.units has no 7; allowed: 0, 1"),
        ("blue.units.-1.count=3", "blue.units has no -1; allowed: 0, 1"),
        ("blue.units.0.at.2=3", "blue.units[0].at has no 2; allowed: 0, 1"),
        ("turns.0=3", "turns has no 0; allowed: nothing"),
        ("types.cat.size=3", "types has no cat; nearest is 'cart'; allowed: cart, launcher"),
        (
            "bleu.doctrine=never",
            "the scenario has no bleu; nearest is 'blue'; allowed: name, title, text, turns, "
            "objective_points, table, objectives, waypoints, zones, types, victory, rules, blue, "
            "red",
        ),
        ("turns", "not of the form PLACE=VALUE, as rules.shots=2"),
        ("=5", "not of the form PLACE=VALUE, as rules.shots=2"),
    ],
)
def test_an_unknown_place_is_refused(setting: str, message: str) -> None:
    document = good()
    with pytest.raises(ScenarioError) as caught:
        apply_settings(document, [setting])
    assert str(caught.value) == f"setting {setting}: {message}"
    assert document == good()


def test_a_setting_reaches_teams_parts_and_batteries_by_their_own_keys() -> None:
    changed = apply_settings(
        arms(),
        [
            "types.own_rifle.troops=militia", "types.truck.armour=1",
            "blue.units.0.elements.2.count=1", "blue.batteries.0.ammunition.MAK=3",
        ],
    )  # fmt: skip
    assert changed["types"]["own_rifle"]["troops"] == "militia"
    assert changed["types"]["truck"]["armour"] == 1
    assert changed["blue"]["units"][0]["elements"][2]["count"] == 1
    assert changed["blue"]["batteries"][0]["ammunition"] == {"HEF": 2, "smoke": 1, "MAK": 3}
    with pytest.raises(ScenarioError) as caught:
        apply_settings(arms(), ["types.own_rifle.size=2"])
    assert str(caught.value) == (
        "setting types.own_rifle.size=2: types.own_rifle has no size; "
        "allowed: team, text, troops, mounted_on, iavr, missile"
    )


def test_a_setting_reaches_a_type_of_the_motor_pool_for_one_scenario() -> None:
    changed = load_scenario("duel", ["types.badger.armour=2", "turns=3"])
    kind, shipped = changed.element_type("badger"), load_scenario("duel").element_type("badger")
    assert isinstance(kind, VehicleType) and isinstance(shipped, VehicleType)
    assert (kind.armour, shipped.armour, changed.turns) == (2, 3, 3)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("types.badger.armour=9", "motor_pool.toml: types.badger.armour: 9 is more than 5"),
        (
            "types.badger.armor=3",
            "setting types.badger.armor=3: types.badger has no armor; nearest",
        ),
        ("types.bagder.armour=3", "setting types.bagder.armour=3: types has no bagder"),
    ],
)
def test_a_bad_setting_of_the_motor_pool_is_refused(setting: str, message: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        load_scenario("duel", [setting])
    assert str(caught.value).startswith(message)
