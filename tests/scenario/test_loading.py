"""From names and files to scenarios: what is found, what is read, what is told when it is not."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from sim import figures
from sim.layout import codes as c
from sim.scenario import (
    ScenarioError,
    load_document,
    load_scenario,
    parse_scenario,
    schema,
    shipped_scenarios,
)
from sim.scenario.loader import read_motor_pool
from sim.scenario.models import Ammunition, Battery, Part, Rules, Side, Terrain, Unit, Victory
from sim.scenario.teams import TeamType
from sim.scenario.vehicles import VehicleType
from tests.scenario.documents import TEXT, good

SHIPPED = (
    "battle_group, border_raid, convoy_ambush, duel, gun_line, hill_301, meeting_engagement, "
    "ridge_crossing, seed_example, spaceport, village_road, wood_edge"
)


def refusal(path: Path | str) -> str:
    with pytest.raises(ScenarioError) as caught:
        load_scenario(path)
    return str(caught.value)


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Any]:
    def write(data: str | bytes, name: str = "mine.toml") -> Path:
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    yield write


def test_a_scenario_is_read_from_a_path(written: Any) -> None:
    path = written(TEXT)
    scenario = load_scenario(path)
    assert (scenario.name, scenario.file) == ("good", path)
    assert load_scenario(str(path)).blue.units[0].count == 4
    assert load_document(path) == good()


def test_a_scenario_is_read_by_its_shipped_name() -> None:
    assert load_scenario("duel").title == "Two platoons and a hill"
    assert load_document("duel")["table"]["width"] == 41


def test_a_doctrine_beside_the_scenario_is_found(written: Any) -> None:
    written("", "mine_doctrine.toml")
    path = written(TEXT.replace('"ambush"', '"mine_doctrine.toml"'))
    assert load_scenario(path).red.doctrine == "mine_doctrine.toml"


def test_a_doctrine_of_a_setting_is_looked_for_here_first_then_beside_the_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir(), there.mkdir()
    (there / "good.toml").write_text(TEXT)
    (there / "crest.toml").touch()
    monkeypatch.chdir(here)
    beside = load_scenario(there / "good.toml", ["red.doctrine=crest.toml"])
    assert beside.doctrine_folder("red") == there
    (here / "crest.toml").touch()
    first = load_scenario(there / "good.toml", ["red.doctrine=crest.toml"])
    assert first.doctrine_folder("red") == here
    monkeypatch.chdir(tmp_path)
    assert first.with_settings(["turns=3"]).doctrine_folder("red") == here
    assert first.doctrine_folder("blue") == there
    with pytest.raises(ScenarioError) as caught:
        first.with_(turns=3).with_settings(["blue.doctrine=nope.toml"])
    tried = f"there is no file {tmp_path / 'nope.toml'} and none at {there / 'nope.toml'}"
    assert str(caught.value) == f"good.toml: blue.doctrine: {tried}"


def test_a_doctrine_of_the_file_is_not_looked_for_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: Any
) -> None:
    path = written(TEXT.replace('"ambush"', '"only_here.toml"'))
    here = tmp_path / "here"
    here.mkdir()
    (here / "only_here.toml").touch()
    monkeypatch.chdir(here)
    with pytest.raises(ScenarioError, match=r"red\.doctrine: there is no file"):
        load_scenario(path)


def test_a_file_of_windows_notepad_is_read(written: Any) -> None:
    path = written(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert load_document(path) == good()


def test_a_missing_file_names_what_is_shipped() -> None:
    near = "nearest is 'ridge_crossing'"
    message = f"ridge_crosing: there is no such file; {near}; shipped scenarios: {SHIPPED}"
    assert refusal("ridge_crosing") == message
    assert refusal("zzz.toml") == f"zzz.toml: there is no such file; shipped scenarios: {SHIPPED}"


def test_the_motor_pool_is_no_scenario() -> None:
    assert "motor_pool" not in shipped_scenarios()
    assert refusal("motor_pool").startswith("motor_pool: there is no such file")


def test_a_folder_is_no_scenario(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path}: is a folder; shipped scenarios: {SHIPPED}"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            'name = "a"\nturns 5\n',
            "line 2, column 7: not TOML: expected '=' after a key in a key/value pair",
        ),
        ("turns = 5\nturns = 6\n", "line 2, column 10: not TOML: cannot overwrite a value"),
        ("turns = \n", "line 1, column 9: not TOML: invalid value"),
        ("polygon = [[1, 2]", "end: not TOML: unclosed array"),
        (b'name = "a"\ntitle = "\xff"\n', "line 2: not UTF-8 text"),
        ("a = " + "[" * 5000, "not TOML that can be read: nested too deep"),
        ("", "name: is missing (and 6 more errors)"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_names_file_and_line(
    written: Any, data: str | bytes, message: str
) -> None:
    assert refusal(written(data)) == f"mine.toml: {message}"


def test_a_motor_pool_is_checked_like_a_scenario(written: Any) -> None:
    path = written('[types.van]\nsize = 1\nmobility = "grav"\npower = "FGP"\narmour = 2\n')
    with pytest.raises(ScenarioError) as caught:
        read_motor_pool(path)
    assert str(caught.value) == "mine.toml: types.van.armour: 2 is more than the size class 1"
    with pytest.raises(ScenarioError) as caught:
        read_motor_pool(written("[types.van]\nsize = 1\n"))
    assert str(caught.value) == "mine.toml: types.van.mobility: is missing (and 1 more error)"


ODD = [-1, 10**30, 2.5, math.nan, True, "odd", "", [], [[1, 2]], {}, {"odd": 1}, datetime.date.min]


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the place of every value of a document."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for key, part in parts:
        yield (*place, key)
        if isinstance(part, dict | list):
            yield from places(part, (*place, key))


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_any_odd_value_anywhere_is_taken_or_refused_in_one_line(odd: Any) -> None:
    refused = 0
    for place in places(good()):
        document = good()
        at: Any = document
        for part in place[:-1]:
            at = at[part]
        at[place[-1]] = odd
        try:
            parse_scenario(document, "odd.toml")
        except ScenarioError as error:
            refused += 1
            assert str(error).startswith("odd.toml: ")
            assert "\n" not in str(error)
            assert "Input should" not in str(error)
    assert refused > 30


def words(model: type[Any], field: str) -> tuple[Any, ...]:
    return get_args(model.model_fields[field].annotation)


def teams_of_all_troops() -> Iterator[TeamType]:
    for troops in c.TROOPS:
        yield TeamType.model_validate({"team": "rifle", "troops": troops})
    yield TeamType.model_validate({"team": "rifle", "troops": "line", "mounted_on": "cavalry"})


def test_the_words_of_the_file_are_those_of_the_codes() -> None:
    assert {"open", *words(Terrain, "kind")} == set(c.TERRAINS)
    of_teams = {kind.mobility for kind in teams_of_all_troops()}
    assert {*words(VehicleType, "mobility"), *of_teams} == set(c.MOBILITIES)
    assert words(TeamType, "team") == c.TEAMS
    assert words(TeamType, "troops") == c.TROOPS
    assert get_args(words(VehicleType, "artillery")[0]) == words(Battery, "kind") == c.ARTILLERIES
    assert tuple(Ammunition.model_fields) == c.AMMUNITIONS
    assert words(VehicleType, "armour_kind") == c.ARMOURS
    assert words(VehicleType, "power") == tuple(figures.POINTS_POWER_PERCENT)
    assert words(VehicleType, "ecm") == tuple(figures.POINTS_ECM)
    assert words(Unit, "quality") == tuple(figures.QUALITY_DIE)
    assert words(Unit, "confidence") == c.CONFIDENCE
    assert words(Unit, "posture") == c.POSTURES
    assert words(Victory, "kind") == c.VICTORIES
    assert words(Rules, "trigger") == c.TRIGGERS
    assert words(Side, "baseline") == ("west", "east", "north", "south")
    limits = {limit.__class__.__name__: limit for limit in Part.model_fields["count"].metadata}
    assert limits["Le"].le == c.ELEMENTS_A_UNIT


def test_defaults_of_the_rules_are_the_seeds() -> None:
    rules = Rules()
    assert rules.overwatch and rules.opportunity_fire and rules.persists_over_turn_end
    assert rules.void_on_under_fire and not rules.void_on_any_fire
    assert not rules.suppressed_may_watch and not rules.flips_command_marker
    assert not rules.command_reactivation
    assert (rules.move_allowance, rules.shots, rules.trigger) == (0.5, 1, "moves")
    assert (rules.firer_die_shift, rules.target_die_shift) == (0, 0)
    assert (rules.reaction_test, rules.discipline_test) == ("none", "none")
    area = rules.watched_area
    assert (area.width, area.nearest, area.farthest, area.zone) == (90, 0, 60, None)


def test_the_schema_allows_what_the_file_allows() -> None:
    document = schema()
    assert set(good()) <= set(document["properties"])
    assert document["additionalProperties"] is False
    parts = document["$defs"]
    assert parts["Part"]["properties"]["count"]["maximum"] == 6
    assert parts["Unit"]["properties"]["count"]["anyOf"][0]["maximum"] == 6
    assert parts["Side"]["properties"]["batteries"]["maxItems"] == 4
    kinds = document["properties"]["types"]["patternProperties"]["^[a-z0-9_]+$"]["oneOf"]
    assert [kind["$ref"].rsplit("/", 1)[1] for kind in kinds] == ["TeamType", "VehicleType"]
    assert parts["Side"]["properties"]["units"]["maxItems"] == 16
    assert document["properties"]["name"]["pattern"] == "^[a-z0-9_]+$"
    assert parts["Objective"]["properties"]["at"]["maxItems"] == 2
    assert "unlimited" in str(parts["Rules"]["properties"]["shots"])
