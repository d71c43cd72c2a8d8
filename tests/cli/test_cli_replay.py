"""`overwatch replay`."""

from __future__ import annotations

import json

import pytest

from sim import cli
from sim.study.replay import replay

PNG = b"\x89PNG\r\n\x1a\n"


def shown(capsys, *arguments: str) -> str:
    assert cli.main(["replay", *arguments]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return output.out


def test_words_by_default(capsys):
    text = shown(capsys, "duel", "--battle", "3", "--seed", "5")
    assert text.startswith("duel: battle 3 of seed 5\n")
    assert text == replay("duel", 3, 5).words()


def test_battle_0_of_seed_1_if_nothing_is_said(capsys):
    assert shown(capsys, "duel") == replay("duel", 0, 1).words()


def test_json_is_the_trace(capsys):
    text = shown(capsys, "duel", "--battle", "3", "--seed", "5", "--json")
    assert [json.loads(line) for line in text.splitlines()] == replay("duel", 3, 5).events


def test_doctrines_and_settings_are_used(capsys):
    options = ("--blue", "ambush", "--red", "random", "--set", "rules.shots=2", "--set", "turns=3")
    first = json.loads(shown(capsys, "duel", "--json", *options).splitlines()[0])
    assert first["doctrines"] == {"blue": "ambush", "red": "random"}
    assert (first["rules"]["shots"], first["turns"]) == (2, 3)


def test_a_map_is_drawn_and_named(capsys, tmp_path):
    path = tmp_path / "battle.png"
    assert shown(capsys, "duel", "--battle", "3", "--map", str(path)) == f"map: {path}\n"
    assert path.read_bytes().startswith(PNG)


def test_with_json_the_maps_place_goes_to_standard_error(capsys, tmp_path):
    path = tmp_path / "battle.png"
    assert cli.main(["replay", "duel", "--json", "--map", str(path)]) == 0
    output = capsys.readouterr()
    assert output.err == f"map: {path}\n"
    assert json.loads(output.out.splitlines()[-1])["event"] == "end"
    assert path.is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["duel", "--battle", "-1"], "battle: -1 is less than 0"),
        (["duel", "--seed", "-3"], "seed: -3 is less than 0"),
        (
            ["duel", "--seed", str(2**63)],
            "seed: 9223372036854775808 is more than 9223372036854775807",
        ),
        (["duel", "--map", "battle.bmp"], "battle.bmp: a figure ends in .png, .pdf, .svg"),
        (["duel", "--map", "battle"], "battle: a figure ends in .png, .pdf, .svg"),
        (
            ["duel", "--map", "nowhere/battle.png"],
            "nowhere/battle.png: there is no folder nowhere",
        ),
        (["duel", "--battle", "-1", "--map", "battle.png"], "battle: -1 is less than 0"),
    ],
)
def test_bad_values_are_one_line_and_nothing_is_written(
    arguments, message, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["replay", *arguments]) == 2
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", f"overwatch: {message}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no_such"], "no_such"),
        (["duel", "--blue", "agressive"], "nearest is 'aggressive'"),
        (["duel", "--set", "rules.shots=0"], "rules.shots: 0"),
    ],
)
def test_bad_names_and_settings_are_refused(arguments, words, capsys):
    assert cli.main(["replay", *arguments]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert words in output.err
    assert output.err.count("\n") == 1
