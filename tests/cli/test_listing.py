"""`overwatch list`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sim.cli.app import app
from sim.doctrine.table import FEATURES
from sim.marks import MARKS, SWITCHES
from sim.places import doctrine_folder, shipped_folder
from sim.scenario import motor_pool
from sim.scenario.models import Rules


def listed(what: str):
    result = CliRunner().invoke(app, ["list", what, "--json"])
    assert result.exit_code == 0
    return json.loads(result.stdout)


def lines(what: str) -> list[str]:
    result = CliRunner().invoke(app, ["list", what])
    assert result.exit_code == 0
    return result.stdout.splitlines()


def test_scenarios_are_the_files_but_the_motor_pool():
    names = {path.stem for path in shipped_folder().glob("*.toml")} - {"motor_pool"}
    rows = listed("scenarios")
    assert {row["name"] for row in rows} == names
    assert {"seed_example", "duel", "ridge_crossing", "battle_group"} <= names
    assert all(row["title"] and row["text"] for row in rows)
    assert lines("scenarios")[0].split() == ["name", "title", "text"]


def test_types_are_those_of_the_motor_pool():
    rows = {row["name"]: row for row in listed("types")}
    assert list(rows) == list(motor_pool())
    assert rows["badger"] == {
        "name": "badger", "kind": "vehicle", "points": 91, "movement": "fast_tracked",
        "weapons": ["HKP/3", "RFAC/1", "APSW"], "range": 42, "text": motor_pool()["badger"].text,
    }  # fmt: skip
    assert (rows["line_rifle"]["kind"], rows["line_rifle"]["weapons"]) == (
        "team",
        ["RIFLE", "IAVR"],
    )
    text = lines("types")
    assert text[0].split() == ["name", "kind", "points", "movement", "weapons", "range", "text"]
    assert len(text) == 1 + len(rows)
    assert text[1].split()[:6] == ["badger", "vehicle", "91", "fast_tracked", "HKP/3,", "RFAC/1,"]


def test_doctrines_are_the_files_of_their_folder():
    rows = listed("doctrines")
    assert {row["name"] for row in rows} == {path.stem for path in doctrine_folder().glob("*.toml")}
    assert {
        "never", "always", "opportunist", "bounding", "ambush", "patient", "calculating",
        "aggressive", "random",
    } <= {row["name"] for row in rows}  # fmt: skip
    assert all(row["text"] for row in rows)


def test_features_are_the_table_of_the_doctrines():
    rows = listed("features")
    assert [row["name"] for row in rows] == [feature.name for feature in FEATURES]
    assert rows[0]["chapters"] == ["activation", "order", "trigger", "opportunity", "target"]
    text = lines("features")
    assert len(text) == 1 + len(FEATURES)
    assert [line.split()[0] for line in text[1:]] == [feature.name for feature in FEATURES]


def test_switches_are_those_of_the_scenario_model():
    rows = {row["switch"]: row for row in listed("rules")["switches"]}
    assert set(rows) == set(SWITCHES) == set(Rules.model_fields)
    assert rows["overwatch"]["default"] is True
    assert rows["overwatch"]["allowed"] == "on, off"
    assert rows["move_allowance"]["allowed"] == "0 to 1"
    assert rows["shots"]["allowed"] == "a whole number, unlimited"
    assert rows["firer_die_shift"]["allowed"] == "-2 to 1"
    assert rows["trigger"]["allowed"] == "moves, fires, either"
    assert rows["reaction_test"]["allowed"] == "none, 0, 1, 2"
    assert rows["watched_area"]["allowed"].startswith("width: above 0 to 360; nearest: 0 to 60")
    assert all(mark in MARKS for row in rows.values() for mark in row["marks"])


def test_every_mark_is_cited_by_a_module():
    uncited = [row["mark"] for row in listed("rules")["marks"] if not row["modules"]]
    assert uncited == []


def test_rules_as_text_show_switches_then_marks():
    text = lines("rules")
    assert text[0].split() == ["switch", "default", "allowed", "meaning", "marks"]
    assert text[1].split()[:2] == ["overwatch", "on"]
    gap = text.index("")
    assert gap == 1 + len(SWITCHES)
    assert text[gap + 1].split() == ["mark", "meaning", "modules"]
    assert len(text) == gap + 2 + len(MARKS)


def test_a_switch_is_on_or_off_as_settings_have_it():
    shown = CliRunner().invoke(app, ["list", "rules", "overwatch"]).stdout
    assert re.search(r"^default +on\nallowed +on, off$", shown, re.MULTILINE)
    assert "true" not in shown


def test_every_overwatch_mark_of_the_source_is_listed():
    source = Path(__file__).parents[3] / "shared" / "rules" / "overwatch.md"
    if not source.is_file():
        pytest.skip("the rules notes are not beside this checkout")
    marks = set(re.findall(r"^- ((?:OW\.|RD-)\w+)", source.read_text("utf-8"), re.MULTILINE))
    assert len(marks) > 25
    assert marks <= set(MARKS)


def test_a_wrong_list_is_refused():
    result = CliRunner().invoke(app, ["list", "weapons"])
    assert result.exit_code == 2
    assert "No such command 'weapons'" in result.stderr
