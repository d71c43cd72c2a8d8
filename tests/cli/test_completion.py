"""The Tab key: what it offers, in every shell's way, and that it is fast and imports nothing heavy."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import get_args

import pytest

from sim.cli.completion import VALUES, WORDS, shipped
from sim.cli.examples import SUMMARIES
from sim.doctrine.loader import shipped_doctrines
from sim.marks import SWITCHES
from sim.places import shipped_folder
from sim.scenario import models
from sim.scenario.models import Rules
from sim.scenario.settings import read_value

HEAVY = ("matplotlib", "numba", "numpy", "pandas", "pyarrow", "pydantic", "rich")
ASK = "import sys; sys.argv[0] = 'overwatch'; from sim.cli import main; code = main([])"


def complete(*words: str, shell: str = "bash", code: str = ASK) -> list[str]:
    """Return what a shell would offer for the last word."""
    line = ["overwatch", *words]
    asked = {
        "bash": {"COMP_WORDS": "\n".join(line), "COMP_CWORD": str(len(words))},
        "fish": {"_TYPER_COMPLETE_FISH_ACTION": "get-args"},
        "zsh": {},
    }[shell]
    asked |= {"_OVERWATCH_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_ARGS": " ".join(line)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["swe"], ["sweep"]),
        (["list", "fe"], ["features"]),
        (["run", "due"], ["duel"]),
        (["run", "duel", "--see"], ["--seed"]),
        (["run", "duel", "--red", "am"], ["ambush"]),
        (["compare", "duel", "--doctrines", "never,amb"], ["never,ambush"]),
        (["compare", "duel", "--side", ""], ["blue", "red"]),
        (["value", "duel", "--side", ""], ["blue", "red"]),
        (["points", "duel", "--with", "pat"], ["patient"]),
        (["points", "duel", "--goal", ""], ["overwatch", "even"]),
        (["ablate", "duel", "--only", "shots,tri"], ["shots,trigger"]),
        (["run", "duel", "--set", "rules.trig"], [f"rules.trigger={v}" for v in VALUES["trigger"]]),
        (["run", "duel", "--set", "blue.units.0.cou"], ["blue.units.0.count=4"]),
        (["run", "duel", "--set", "red.doctrine=a"], ["aggressive", "always", "ambush"]),
        (["run", "duel", "--set", "red.units.0.command="], ["on", "off"]),
        (["run", "duel", "--set", "red.units.0.quality="], [*WORDS["quality"]]),
        (["run", "duel", "--set", "red.units.0.type=ba"], ["badger"]),
        (["run", "duel", "--set", "red.units.0.conf"], [
            f"red.units.0.confidence={v}" for v in WORDS["confidence"]
        ]),
        (["run", "duel", "--set", "red.units.0.name="], []),  # two words
        (["run", "seed_example", "--set", "red.units.0.type=we"], ["weasel"]),
        (["run", "seed_example", "--set", "blue.doctrine=s"], ["seed_example/waiting.toml"]),
        (["run", "--set", "rules.opp"], ["rules.opportunity_fire=on", "rules.opportunity_fire=off"]),
        (["sweep", "duel", "--vary", "doctrine.ambush.great"], ["doctrine.ambush.great_shot=0.35"]),
        (["tune", "duel", "--doctrine", "ambush", "--range", "hu"], ["hurry="]),
        (["list", "features", "ev_t"], ["ev_this"]),
        (["list", "rules", "OW.F6"], ["OW.F6"]),
        (["list", "types", "bad"], ["badger"]),
        (["list", "words", "watched"], ["watched_area"]),
        (["list", "scenarios", "seed"], ["seed_example"]),
        (["odds", "shot", "--weapon", "RFAC"], ["RFAC/1", "RFAC/2"]),
        (["odds", "shot", "--cover", "hull"], ["hull_down"]),
        (["odds", "hit", "--valid", "RYG"], ["RYG", "RYG*2", "RYG/2"]),
        (["run", "no_such_file", "--set", "red.units"], []),
    ],
)  # fmt: skip
def test_bash_is_offered(words, offered):
    assert complete(*words) == offered


def test_bash_breaks_words_at_the_equals_sign_and_gets_the_rest_of_the_word():
    assert complete("run", "duel", "--set", "rules.overwatch", "=", "o") == ["on", "off"]
    assert complete("run", "duel", "--set", "rules.overwatch", "=") == ["on", "off"]
    vary = ["sweep", "duel", "--vary", "rules.shots", "=", "1", ":", "2"]
    assert complete(*vary, "--side", "red", "--doctrines", "pat") == ["patient"]


def test_several_places_are_offered_up_to_where_they_differ():
    offered = complete("run", "duel", "--set", "red.units.0.")
    assert {"red.units.0.count=", "red.units.0.at.1="} <= set(offered)
    assert all(one.endswith("=") for one in offered)


def test_a_path_is_completed_to_toml_files(tmp_path, monkeypatch):
    (tmp_path / "mine.toml").write_text("")
    (tmp_path / "mind").mkdir()
    (tmp_path / "minutes.txt").write_text("")
    assert complete("run", f"{tmp_path}/mi") == [f"{tmp_path}/mind/", f"{tmp_path}/mine.toml"]


def test_zsh_and_fish_are_told_what_a_command_does():
    assert complete("swe", shell="fish") == ["sweep\tThe answer while numbers change"]
    assert '"sweep":"The answer while numbers change"' in "".join(complete("swe", shell="zsh"))


def test_zsh_shows_what_a_command_does_as_it_is_written():
    assert not [text for text in SUMMARIES.values() if set(text) & set("'\"`$\\")]  # it drops these


def test_names_are_those_of_the_loaders():
    from sim.places import doctrine_folder

    assert set(shipped(doctrine_folder())) == set(shipped_doctrines())
    assert "motor_pool" not in shipped(shipped_folder())


@pytest.mark.parametrize("switch", SWITCHES)
def test_values_of_switches_are_allowed(switch):
    if switch == "watched_area":
        values = [{"width": read_value(one)} for one in VALUES["watched_area.width"]]
    else:
        values = [read_value(one) for one in VALUES.get(switch, ("on", "off"))]
    for value in values:
        Rules.model_validate({switch: value})


@pytest.mark.parametrize(
    ("model", "name"),
    [(models.Side, "baseline"), *((models.Unit, name) for name in WORDS if name != "baseline")],
)
def test_words_of_places_are_those_that_are_allowed(model, name):
    field = model.model_fields[name]
    allowed = get_args(field.annotation)
    if not allowed:
        low, high = field.metadata
        allowed = range(low.ge, high.le + 1)
    assert WORDS[name] == tuple(map(str, allowed))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_nothing_heavy_is_imported(shell):
    code = f"{ASK}; print(*(set({HEAVY}) & set(sys.modules)))"
    *_, heavy = complete("run", "duel", "--set", "red.units.0.", shell=shell, code=code) or [""]
    assert heavy == ""
