"""`overwatch tune` as a user meets it."""

import json
import shlex

import pytest

from sim.cli import main

WORDS = (
    "duel", "--doctrine", "ambush", "--side", "red", "--against", "never", "--trials", "4",
    "-n", "80", "--seed", "2",
)  # fmt: skip


def test_json_has_its_stable_keys_and_the_command_repeats_it(capsys):
    assert main(["tune", *WORDS, "--range", "near=5:20", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {
        "scenario", "seed", "battles", "trials", "command", "rounds", "conclusions", "interrupted",
    }  # fmt: skip
    assert set(found["rounds"][0]) == {
        "round", "side", "doctrine", "name", "against", "better", "original", "tuned", "spans",
        "margin", "edge", "shipped",
    }  # fmt: skip
    assert set(found["rounds"][0]["edge"]) == {"over", "mean", "sd", "se", "low", "high", "against"}
    assert found["rounds"][0]["spans"]["near"] == [5, 20]
    assert main([*shlex.split(found["command"])[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found


def test_the_file_is_a_doctrine_that_run_reads(capsys, tmp_path):
    out = tmp_path / "new" / "tuned.toml"
    assert main(["tune", *WORDS, "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("duel: 4 candidates a round, 80 battles against each enemy doctrine, ")
    assert f"doctrine: {out} (overwatch run duel --red {out})" in said
    assert "This holds against never; against other enemy doctrines it is not tried" in said
    assert [file.name for file in out.parent.iterdir()] == ["tuned.toml"]
    assert main(["run", "duel", "-n", "20", "--seed", "1", "--red", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sides"]["red"]["doctrine"] == "ambush_tuned"


def test_rounds_write_a_ladder(capsys, tmp_path):
    out = tmp_path / "tuned.toml"
    assert main(["tune", *WORDS, "--rounds", "2", "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert "round 2: blue's never against ambush_tuned" in said
    assert "edge over what it was" in said
    assert {file.name for file in tmp_path.iterdir()} == {
        "tuned.toml", "tuned_1.toml", "tuned_2.toml",
    }  # fmt: skip
    assert out.read_text() == (tmp_path / "tuned_1.toml").read_text()


def test_a_folder_keeps_rows_and_doctrines_and_goes_on(capsys, tmp_path):
    out = tmp_path / "tuned"
    assert main(["tune", *WORDS, "--json", "--out", str(out)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"ambush_tuned.toml", "ladder.csv", "report.md", "study.toml"} <= {
        file.name for file in out.iterdir()
    }
    pages = [out / "report.html", out / "report.md"]
    before = [page.read_bytes() for page in pages]
    for page in pages:
        page.unlink()
    assert main(["report", str(out)]) == 0
    assert capsys.readouterr().out == f"report: {pages[0]}\n"
    assert [page.read_bytes() for page in pages] == before
    assert main(["tune", *WORDS, "--json", "--out", str(out)]) == 0
    assert json.loads(capsys.readouterr().out) == found


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--side", "green"], "--side: 'green' is not one of blue, red"),
        (["--against", "never,"], "--against never,: a name is missing"),
        (["--doctrine", "nobody"], "doctrine 'nobody' is not one of"),
        (["--range", "near"], "--range near: is not NAME=LOW:HIGH"),
    ],
)
def test_bad_input_is_one_line(capsys, words, message):
    assert main(["tune", *WORDS, *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("overwatch: ") and captured.err.count("\n") == 1
    assert message in captured.err


def test_a_missing_package_is_named(capsys, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "cmaes", None)
    assert main(["tune", *WORDS]) == 2
    assert "pip install 'overwatch-sim[studies]'" in capsys.readouterr().err
