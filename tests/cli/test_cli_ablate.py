"""`overwatch ablate` and `overwatch points` as a user meets them."""

import json
import shlex

import pytest

from sim.cli import main

ABLATE = ["ablate", "duel", "--side", "blue", "-n", "40", "--seed", "3", "--only", "shots,trigger"]


@pytest.mark.slow
def test_ablate_prints_its_table_and_its_command(capsys, tmp_path):
    assert main([*ABLATE, "--pairs", "--out", str(tmp_path / "study")]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "duel: blue (always) against opportunist, bounding, calculating; 40 battles"
    )
    assert "points to blue, 95%" in out
    assert "OW.F3" in out
    assert "beyond their sum" in out
    assert "again: overwatch ablate duel --side blue --doctrines always" in out
    assert out.endswith(f"report: {tmp_path / 'study' / 'report.html'}\n")
    assert "\x1b" not in out


def test_ablate_json_repeats_by_its_command(capsys):
    assert main([*ABLATE, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main([*shlex.split(first["command"])[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert set(first["changes"][0]) == {
        "change", "switch", "was", "value", "marks", "difference", "se", "low", "high", "p",
        "least", "most", "depends", "altered", "margin", "margin_low", "margin_high",
        "untouched", "p_holm", "clear",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--only", "shot"], "overwatch: only: shot is no switch of the overwatch rules"),
        (["--side", "green"], "overwatch: side: 'green' is not one of blue, red"),
        (["--against", ","], "overwatch: --against ,: a name is missing"),
    ],
)
def test_ablate_refuses_in_one_line(capsys, words, message):
    assert main(["ablate", "duel", *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith(message)
    assert told.count("\n") == 1


POINTS = ["points", "ridge_crossing", "--with", "ambush", "-n", "60", "--seed", "2"]


@pytest.mark.slow
def test_points_prints_the_force_of_each_step_and_its_command(capsys, tmp_path):
    assert main([*POINTS, "--out", str(tmp_path / "study")]) == 0
    out = capsys.readouterr().out
    assert out.startswith("ridge_crossing: red without overwatch (never), to do as well as with")
    assert "1,004 0 the scenario's force" in " ".join(out.split())
    assert "Without it (never) red needs" in out
    assert "again: overwatch points ridge_crossing --without red" in out
    assert out.endswith(f"report: {tmp_path / 'study' / 'report.html'}\n")


@pytest.mark.slow
def test_points_json_repeats_by_its_command(capsys):
    words = ["--add", "red.units.0.count=5", "--add", "red.units.1.count=6", "--goal", "even"]
    assert main([*POINTS, *words, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main([*shlex.split(first["command"])[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert set(first["break_even"]) == {"added", "low", "high"}
    assert [step["what"] for step in first["steps"]][1:] == words[1:4:2]


def test_points_refuses_in_one_line(capsys):
    assert main(["points", "duel", "--add", "red.units.0.quality=veteran"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("overwatch: add red.units.0.quality=veteran: adds no points to red's")
    assert told.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "files"),
    [
        ([*ABLATE, "--pairs"], {"changes.csv", "cells.csv", "pairs.csv", "ablate.svg"}),
        (POINTS, {"steps.csv", "points.svg"}),
    ],
)
def test_report_rebuilds_a_study_from_its_rows_alone(capsys, tmp_path, monkeypatch, words, files):
    assert main([*words, "--out", str(tmp_path)]) == 0
    files = {*files, "report.md", "report.html"}
    assert {path.name for path in tmp_path.iterdir()} == {*files, "rows", "study.toml"}
    before = {name: (tmp_path / name).read_bytes() for name in files}
    for name in files:
        (tmp_path / name).unlink()
    capsys.readouterr()
    monkeypatch.setattr("sim.study.fight.fight_share", None)  # no battle can be fought
    assert main(["report", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"report: {tmp_path / 'report.html'}\n"
    assert {name: (tmp_path / name).read_bytes() for name in files} == before


@pytest.mark.parametrize(
    "words", [["ablate", "duel", "--only", "shot"], ["points", "duel", "--goal", "win"]]
)
def test_bad_input_writes_nothing(capsys, tmp_path, words):
    assert main([*words, "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().out == ""
    assert not (tmp_path / "out").exists()
