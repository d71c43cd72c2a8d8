"""`overwatch trigger` as a user meets it."""

import json
import shlex

import pytest

from sim.cli import main

WORDS = ("--all", "weapon=HKP/3", "--target", "type=otter range=20", "--target",
         "p=0.6 type=badger range=15 name='the badger'")  # fmt: skip
KEYS = {
    "version", "command", "points", "points_exact", "left", "patience", "targets", "rules",
    "best_patience", "conclusions",
}  # fmt: skip


def answer(capsys, *words):
    assert main(["trigger", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_json_has_its_stable_keys(capsys):
    found = answer(capsys, *WORDS)
    assert set(found) == KEYS
    assert set(found["targets"][0]) == {
        "target", "comes", "void", "value", "least", "most", "fire_at", "do", "fired_at", "to_come",
        "fire_at_exact", "values",
    }  # fmt: skip
    assert set(found["rules"][0]) == {"rule", "text", "points", "share", "fires", "points_exact"}
    assert [row["rule"] for row in found["rules"]] == ["optimal", "first", "best_only", "patient"]
    assert found["targets"][1]["target"] == "the badger"


@pytest.mark.parametrize("more", [(), ("--left", "3", "--patience", "0.5")])
def test_the_printed_command_asks_the_same(capsys, more):
    first = answer(capsys, *WORDS, *more)
    assert answer(capsys, *shlex.split(first["command"])[2:]) == first


def test_the_answer_is_for_people(capsys):
    assert main(["trigger", "--target", "value=10", "--target", "p=0.5 value=30"]) == 0
    out = capsys.readouterr().out
    assert "The stream is worth 15.00 points with the best trigger." in out
    assert "1 target 1 100% 10.00 15.00 wait 0.0%" in " ".join(out.split())
    assert "again: overwatch trigger --target value=10 --target 'p=0.5 value=30'" in out


def test_the_kernel_plays_the_stream(capsys):
    found = answer(capsys, *WORDS, "--play", "300", "--seed", "3")
    assert found["played"]["battles"] == 300
    assert [row["rule"] for row in found["played"]["rules"]][-1] == "patient_doctrine"
    first = found["played"]["rules"][1]
    assert first["low"] < first["mean"] < first["high"]
    assert answer(capsys, *shlex.split(found["command"])[2:]) == found
    assert main(["trigger", *WORDS, "--play", "300", "--seed", "3"]) == 0
    assert "played 300 times" in capsys.readouterr().out


def test_out_writes_tables_figure_and_page(capsys, tmp_path):
    assert main(["trigger", *WORDS, "--out", str(tmp_path / "t")]) == 0
    assert {file.name for file in (tmp_path / "t").iterdir()} == {
        "targets.csv", "rules.csv", "trigger.svg", "study.toml", "report.html",
    }  # fmt: skip


BAD = [
    (["--target", "value=3", "--patience", "2"], "patience: 2 is not a number from 0 to 1"),
    (
        ["--target", "weapon=HKP/3 type=badger range=60"],
        "target 1: impossible: beyond the weapon's 42",
    ),
    (["--target", "p=2 value=3"], "target 1: p: 2.0 is not a chance from 0 to 1"),
    ([], "target: none is given"),
    (["--target", "value=3", "--left", "x"], "left: x is not a number of 0 or more"),
    (["--target", "value=3", "--play", "100"], "cannot be played without a type"),
    (["--target", "type=badger weapon=HKP/3 range=9", "--play", "1"], "play: 1 is less than 2"),
    (
        ["--target", "type=badger weapon=HKP/3 range=9", "--play", "9", "--workers", "0"],
        "workers: 0 is less than 1",
    ),
]


@pytest.mark.parametrize(("words", "message"), BAD)
def test_bad_input_is_one_line_and_exit_code_2(capsys, words, message):
    assert main(["trigger", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("overwatch: ")
    assert message in captured.err
    assert captured.err.count("\n") == 1
