"""`overwatch sweep` and `overwatch report` as a user meets them."""

from __future__ import annotations

import json
import shlex

import pandas as pd
import pytest

from sim.cli import main
from sim.studies.reopen import READERS

WORDS = ("duel", "--vary", "red.units.0.at.0=30:36:3", "-n", "30", "--side", "red")
CELL = {
    "at", "battles", "advantage", "se", "low", "high", "all_low", "all_high", "clear",
    "first_margin", "first_wins", "first_wins_low", "first_wins_high", "first_fired",
    "second_margin", "second_wins", "second_wins_low", "second_wins_high", "second_fired",
}  # fmt: skip


def figures(capsys, *words):
    assert main(["sweep", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_json_has_its_stable_keys(capsys):
    found = figures(capsys, *WORDS)
    assert set(found) == {
        "kind", "scenario", "side", "doctrines", "against", "vary", "settings", "battles", "seed",
        "lhs", "names", "enemies", "cells", "fingerprint", "places", "command", "conclusions",
        "interrupted", "version",
    }  # fmt: skip
    assert [cell["at"] for cell in found["cells"]] == [
        {"red.units.0.at.0": place} for place in (30, 33, 36)
    ]
    assert all(set(cell) == CELL for cell in found["cells"])


def test_the_printed_command_repeats_the_sweep(capsys):
    first = figures(
        capsys, "duel", "--vary", "red.units.0.at.0=30.0:36", "--vary", "rules.overwatch=on,off",
        "--lhs", "3", "--set", "turns=4", "--doctrines", "always,never", "--against", "ambush",
        "-n", "20", "--seed", "9",
    )  # fmt: skip
    again = figures(capsys, *shlex.split(first["command"])[2:])
    assert again == first
    assert first["enemies"] == ["ambush"] and first["side"] == "red"


def test_the_table_is_for_people(capsys):
    assert main(["sweep", *WORDS]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split("  ")[0] == "red.units.0.at.0"
    assert "ambush over never, points" in lines[0]
    assert [line.split()[0] for line in lines[1:4]] == ["30", "33", "36"]
    assert lines[5].startswith("Of 3 cells ambush is ")
    assert lines[-1].startswith("again: overwatch sweep duel --side red --doctrines ambush,never ")


@pytest.mark.slow
def test_out_writes_a_study_and_report_rebuilds_it_from_its_rows_alone(
    capsys, tmp_path, monkeypatch
):
    out = tmp_path / "study"
    assert main(["sweep", *WORDS, "--out", str(out)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == f"report: {out / 'report.html'}"
    names = {"table.csv", "table.parquet", "advantage.svg", "report.md", "report.html"}
    assert {path.name for path in out.iterdir()} == {*names, "rows", "study.toml"}
    before = {name: (out / name).read_bytes() for name in names}
    table = pd.read_parquet(out / "table.parquet")
    assert table["red.units.0.at.0"].tolist() == [30, 33, 36]
    pd.testing.assert_frame_equal(pd.read_csv(out / "table.csv"), table)
    page = (out / "report.md").read_text()
    assert "(advantage.svg)" in page and "Again: `overwatch sweep duel" in page
    for name in names:
        (out / name).unlink()
    monkeypatch.setattr("sim.study.fight.fight_share", None)  # no battle can be fought
    assert main(["report", str(out)]) == 0
    assert capsys.readouterr().out == f"report: {out / 'report.html'}\n"
    assert {name: (out / name).read_bytes() for name in names} == before


def test_a_folder_of_another_sweep_is_refused(capsys, tmp_path):
    assert main(["sweep", *WORDS, "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    assert main(["sweep", *WORDS, "--seed", "2", "--out", str(tmp_path)]) == 2
    assert "holds another question: seed is 1, not 2" in capsys.readouterr().err


BAD = [
    (["duel", "--vary", "turns"], "--vary turns: not of the form PLACE=VALUES"),
    (["duel", "--vary", "turns=5:25"], "--vary, at turns=25: duel.toml: turns: 25 is more than 24"),
    (["duel", "--vary", "turns=5:6", "-n", "0"], "battles: 0 is less than 2"),
    (
        ["duel", "--vary", "turns=5:6", "--doctrines", "never"],
        "--doctrines: never: two are compared",
    ),
    (["duel", "--vary", "turns=5:6", "--lhs", "0"], "--lhs: 0 is not between 1 and 20000"),
]


@pytest.mark.parametrize(("words", "message"), BAD)
def test_bad_input_is_one_line_exit_code_2_and_nothing_written(capsys, tmp_path, words, message):
    out = tmp_path / "out"
    assert main(["sweep", *words, "--out", str(out)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("overwatch: ") and captured.err.count("\n") == 1
    assert message in captured.err
    assert not out.exists()


def test_vary_is_needed(capsys):
    assert main(["sweep", "duel"]) == 2
    assert "--vary" in capsys.readouterr().err


def test_report_refuses_what_is_no_study(capsys, tmp_path):
    assert main(["report", str(tmp_path)]) == 2
    assert "has no study.toml: it is no study's folder" in capsys.readouterr().err
    (tmp_path / "study.toml").write_text('kind = "brew"')
    assert main(["report", str(tmp_path)]) == 2
    assert f"kind: 'brew' is not one of {', '.join(READERS)}" in capsys.readouterr().err


@pytest.mark.slow
def test_sensitivity_has_stable_keys_and_a_command_that_repeats_it(capsys, tmp_path):
    pytest.importorskip("SALib", reason="an optional package")
    words = [
        "sensitivity", "duel", "--vary", "doctrine.ambush.great_shot=0.05:0.6", "--vary",
        "turns=2:6", "-n", "20", "--samples", "16",
    ]  # fmt: skip
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["outputs"]) == {"margin", "advantage"}
    assert set(found["outputs"]["margin"]) == {
        "mean", "variance", "variance_low", "variance_high", "chance", "settled", "ahead", "places",
        "resamples", "resamples_left_out",
    }  # fmt: skip
    (first, second) = found["outputs"]["margin"]["places"]
    assert set(first) == {
        "place", "first", "first_low", "first_high", "total", "total_low", "total_high",
    }  # fmt: skip
    assert second["place"] == "turns"
    assert main([*shlex.split(found["command"])[1:], "--out", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[0].split("  ")[0] == "of"
    assert found["conclusions"][0] in out
    assert main(["report", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"report: {tmp_path / 'report.html'}\n"
