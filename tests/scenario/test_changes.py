"""Scenarios changed, saved and shown in Python: the same as by settings and by files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.refusal import InputError
from sim.scenario import (
    Scenario,
    ScenarioError,
    compile_scenario,
    load_scenario,
    parse_scenario,
    points,
    shipped_scenarios,
)
from sim.scenario.settings import read_value, setting_of

CHANGES = {
    "rules.overwatch": False,
    "red.units.0.at.0": 34,
    "red.doctrine": "never",
    "types.badger.armour": 2,
}
SETTINGS = [
    "rules.overwatch=off",
    "red.units.0.at.0=34",
    "red.doctrine=never",
    "types.badger.armour=2",
    "turns=5",
    "rules.shots=2",
    "rules.watched_area.width=60",
]


def record(scenario: Scenario) -> bytes:
    return compile_scenario(scenario).record.tobytes()


def test_changes_in_python_are_those_of_settings() -> None:
    duel = load_scenario("duel")
    changed = duel.with_(CHANGES, turns=5, rules={"shots": 2, "watched_area": {"width": 60}})
    set_ = load_scenario("duel", SETTINGS)
    assert record(changed) == record(set_)
    assert list(changed.settings) == SETTINGS == list(set_.settings)
    assert changed.source == set_.source == "duel"
    assert record(duel) == record(load_scenario("duel")) != record(changed)


def test_changes_of_changes_add_up() -> None:
    twice = load_scenario("duel").with_(turns=5).with_(rules={"shots": 2}).with_(turns=4)
    assert twice.settings == ("turns=5", "rules.shots=2", "turns=4")
    assert record(load_scenario("duel", twice.settings)) == record(twice)
    assert record(load_scenario(load_scenario("duel"), twice.settings)) == record(twice)


def test_a_list_takes_the_place_of_a_list_and_new_types_have_a_name_of_their_own() -> None:
    duel = load_scenario("duel")
    units = duel.document["red"]["units"]
    units.append(
        {**units[0], "name": "Fred's 2nd", "at": (30, 5), "count": 1, "command": False}
        | {"type": "own"}
    )
    changed = duel.with_(red={"units": units}, types={"own": duel.pool["badger"]})
    assert [unit.name for unit in changed.red.units] == ["Red Platoon", "Fred's 2nd"]
    assert changed.types["own"] == duel.pool["badger"]
    assert record(load_scenario("duel", changed.settings)) == record(changed)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules.shotz": 2}, "setting rules.shotz=2: rules has no shotz; nearest is 'shots'"),
        ({"rules": {"shotz": 2}}, "setting rules.shotz=2: rules has no shotz; nearest is 'shots'"),
        ({"turns": 0}, "duel.toml: turns: 0 is less than 1"),
        ({"turns": "many"}, "duel.toml: turns: 'many' is not a whole number"),
        ({"turns": None}, "turns: None is no value that a file can hold"),
        ({"red.units.0.at.0": 99}, "duel.toml: red.units[0].at: element 'Red Platoon/1' at"),
        ({"red": {"units": {7: {"count": 2}}}}, "setting red.units.7"),
        ({"red.doctrine": "nevr"}, "duel.toml: red.doctrine: 'nevr' is not a shipped doctrine"),
        ({"types.badger.armor": 2}, "setting types.badger.armor=2"),
    ],
)
def test_a_change_is_refused_as_a_file_is(changes: dict, message: str) -> None:
    with pytest.raises(ScenarioError) as refused:
        load_scenario("duel").with_(changes)
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "value",
    [True, 3, -2.5, 1e300, "off", "3", "a b", "", " x", 'quote " and \\', "line\nline", [1, [2.0]],
     {"a b": {"c": "d"}, "e": [{"f": False}]}, {}, []],
)  # fmt: skip
def test_what_a_setting_says_is_what_was_meant(value: object) -> None:
    place, _, text = setting_of("a.b", value).partition("=")
    assert place == "a.b"
    read = read_value(text)
    assert (read, type(read)) == (value, type(value))


def test_numbers_of_numpy_and_tuples_are_values_too() -> None:
    assert setting_of("a", np.float64(0.5)) == "a=0.5"
    assert setting_of("a", np.arange(2)) == "a=[0, 1]"
    assert setting_of("a", (1, 2)) == "a=[1, 2]"
    assert setting_of("a", Path("x/y.toml")) == "a=x/y.toml"


@pytest.mark.parametrize("name", shipped_scenarios())
def test_a_saved_scenario_is_fought_as_it_was(tmp_path: Path, name: str) -> None:
    scenario = load_scenario(name).with_({"rules.shots": 2})
    again = load_scenario(scenario.save(tmp_path / "mine.toml"))
    assert record(again) == record(scenario)
    assert again.document.keys() == scenario.document.keys()


def test_a_changed_type_of_the_pool_is_a_type_of_the_saved_file(tmp_path: Path) -> None:
    scenario = load_scenario("ridge_crossing").with_(types={"badger": {"armour": 2}})
    again = load_scenario(scenario.save(tmp_path / "mine.toml"))
    assert record(again) == record(scenario)
    assert again.types["badger_changed"].armour == 2
    assert again.roster["points"].tolist() == scenario.roster["points"].tolist()


def test_a_doctrine_beside_the_file_is_found_from_another_folder(tmp_path: Path) -> None:
    scenario = load_scenario("seed_example")
    beside = [side.doctrine for side in scenario.sides if "/" in side.doctrine]
    assert beside
    again = load_scenario(scenario.save(tmp_path / "mine.toml"))
    for side in again.sides:
        if side.doctrine.endswith(".toml"):
            assert (tmp_path / side.doctrine).is_file()


def test_what_cannot_be_saved_is_said(tmp_path: Path) -> None:
    duel = load_scenario("duel")
    with pytest.raises(InputError, match=r"the name of a scenario's file ends in \.toml"):
        duel.save(tmp_path / "mine.txt")
    with pytest.raises(InputError, match="cannot be written: No such file"):
        duel.save(tmp_path / "nowhere" / "mine.toml")


def test_a_scenario_made_in_python_has_no_source() -> None:
    made = parse_scenario(load_scenario("duel").document)
    assert made.source is None
    assert record(made) == record(load_scenario("duel"))
    text = Path(load_scenario("duel").file).read_text("utf-8")
    assert record(parse_scenario(text)) == record(made)
    with pytest.raises(ScenarioError, match=r"scenario\.toml: line 1, column 8: not TOML"):
        parse_scenario("name = x\nturns = 2")


def test_a_scenario_is_told_in_a_few_lines() -> None:
    assert repr(load_scenario("duel").with_(turns=5)).splitlines() == [
        "Scenario duel: Two platoons and a hill",
        "- blue, always: Blue Platoon (4 elements)",
        "- red, never: Red Platoon (4 elements)",
        "- changed: turns=5",
    ]


def test_a_doctrine_may_be_a_value_where_a_file_can_name_it() -> None:
    from sim.study.doctrine import load_doctrine

    ambush = load_doctrine("ambush")
    assert load_scenario("duel").with_(red={"doctrine": ambush}).red.doctrine == "ambush"
    with pytest.raises(
        ScenarioError, match=r"red\.doctrine: the doctrine ambush_near_9 was made in"
    ):
        load_scenario("duel").with_({"red.doctrine": ambush.with_(near=9)})


def test_the_document_is_a_copy() -> None:
    duel = load_scenario("duel")
    duel.document["red"]["units"].clear()
    assert duel.document["red"]["units"]


def test_the_roster_has_a_row_a_unit() -> None:
    scenario = load_scenario("ridge_crossing")
    roster = scenario.roster
    assert list(roster) == [
        "side", "unit", "type", "elements", "quality", "leadership", "points",
    ]  # fmt: skip
    assert roster["unit"].tolist() == [unit.name for s in scenario.sides for unit in s.units]
    first = scenario.blue.units[0]
    assert roster["points"][0] == first.size * points(scenario.element_type(first.type))
    assert roster.groupby("side")["points"].sum().to_dict() == {"blue": 1434, "red": 1004}
