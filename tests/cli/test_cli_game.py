"""`overwatch game` as a user meets it."""

import json
import shlex

import pytest

from sim.cli import main

WORDS = ("duel", "--blue", "never,patient", "--red", "never,ambush", "-n", "60", "--seed", "2")


@pytest.mark.slow
def test_json_has_its_stable_keys_and_the_command_repeats_it(capsys):
    assert main(["game", *WORDS, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {
        "scenario", "battles", "seed", "command", "value", "unique", "equilibria", "saddle_points",
        "dominated", "overwatch", "doctrines", "responses", "matrix", "resamples",
        "conclusions", "interrupted",
    }  # fmt: skip
    assert set(found["value"]) == {"mean", "low", "high"}
    assert len(found["matrix"]) == 4
    assert main([*shlex.split(found["command"])[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found


def test_the_findings_are_for_people(capsys):
    assert main(["game", *WORDS]) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "duel: 2 of blue's doctrines against 2 of red's, 60 battles each, seed 2"
    )
    assert "Value of the game (blue's view): " in said
    assert "Blue's equilibrium: " in said and "Red's equilibrium: " in said
    assert (
        "again: overwatch game duel --blue never,patient --red never,ambush -n 60 --seed 2" in said
    )


@pytest.mark.slow
def test_out_holds_tables_rows_and_figure(capsys, tmp_path):
    out = tmp_path / "study"
    for _ in range(2):  # the second time from its rows
        assert main(["game", *WORDS, "--out", str(out)]) == 0
    first, second = capsys.readouterr().out.split("duel: ")[1:]
    assert first == second
    assert (out / "game.svg").read_text().startswith("<?xml")
    assert (out / "matrix.csv").read_text().startswith("blue,red,margin,se,low,high,")
    assert {"study.toml", "doctrines.csv", "responses.csv", "overwatch.csv", "game.png"} <= {
        file.name for file in out.iterdir()
    }


@pytest.mark.slow
def test_report_writes_figure_and_tables_again_from_the_rows(tmp_path):
    assert main(["game", *WORDS, "--out", str(tmp_path)]) == 0
    names = (
        "game.svg",
        "matrix.csv",
        "doctrines.csv",
        "responses.csv",
        "overwatch.csv",
        "report.html",
    )
    before = {name: (tmp_path / name).read_bytes() for name in names}
    for name in names:
        (tmp_path / name).unlink()
    assert main(["report", str(tmp_path)]) == 0
    assert {name: (tmp_path / name).read_bytes() for name in names} == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["duel", "--blue", "never,,patient"], "--blue never,,patient: a name is missing"),
        (["duel", "--red", "nobody"], "doctrine 'nobody' is not one of"),
        (["duel", "--red", "never,never"], "--red: never is named twice"),
        (["duel", "-n", "3"], "battles: 3 is less than 10"),
        (["nowhere"], "nowhere"),
    ],
)
def test_bad_input_is_one_line_and_nothing_written(capsys, tmp_path, words, message):
    out = tmp_path / "out"
    assert main(["game", *words, "--out", str(out)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("overwatch: ") and captured.err.count("\n") == 1
    assert message in captured.err
    assert not out.exists()


def test_a_missing_package_is_named(capsys, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "nashpy", None)
    assert main(["game", *WORDS]) == 2
    assert "pip install 'overwatch-sim[studies]'" in capsys.readouterr().err
