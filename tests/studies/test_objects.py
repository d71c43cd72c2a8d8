"""Every verb takes scenarios and doctrines that were changed in Python, and its command repeats it."""

from __future__ import annotations

import json
import pickle
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sim
from sim.cli import main
from sim.study.choices import choices
from sim.study.doctrine import Doctrine
from sim.study.prepare import prepare

pytestmark = pytest.mark.slow

CHANGES = {"rules.shots": 2, "red.units.0.at.0": 33, "types.badger.armour": 2}
SETTINGS = ["rules.shots=2", "red.units.0.at.0=33", "types.badger.armour=2"]

Load = Callable[[str], Any]

#: Each verb with a scenario; `d` makes what stands for a doctrine, `s` are settings.
VERBS: dict[str, Callable[[Any, Load, list[str]], Any]] = {
    "run": lambda x, d, s: sim.run(x, 40, seed=3, blue=d("always"), settings=s),
    "replay": lambda x, d, s: sim.replay(x, battle=3, seed=3, blue=d("always"), settings=s),
    "compare": lambda x, d, s: sim.compare(
        x, "red", [d("never"), d("ambush")], [d("always")], 100, seed=3, settings=s, swap=False
    ),
    "sweep": lambda x, d, s: sim.sweep(
        x, ["turns=4:6:2", "doctrine.ambush.near=10,20"], "red", [d("ambush"), d("never")],
        d("always"), battles=10, seed=3, settings=s,
    ),
    "sensitivity": lambda x, d, s: sim.sensitivity(
        x, ["turns=4:6", "rules.shots=1:3"], "red", [d("ambush"), d("never")], battles=4,
        samples=16, seed=3, settings=s,
    ),
    "ablate": lambda x, d, s: sim.ablate(
        x, "red", [d("ambush")], [d("always"), d("never")], 30, only=["overwatch"], seed=3, settings=s
    ),
    "game": lambda x, d, s: sim.game(
        x, [d("always")], [d("ambush"), d("never")], 20, seed=3, settings=s
    ),
    "tune": lambda x, d, s: sim.tune(
        x, d("ambush"), "red", [d("never")], trials=3, battles=80, seed=3, settings=s
    ),
    "value": lambda x, d, s: sim.value(
        x, "red", d("ambush"), d("always"), battles=20, seed=3, settings=s
    ),
    "points": lambda x, d, s: sim.points(
        x, "red", d("never"), d("ambush"), [d("always")], battles=30, seed=3, settings=s
    ),
}  # fmt: skip


def told(result: Any) -> dict[str, Any]:
    """Return a result as its dictionary without times."""
    timed = ("seconds", "battles_per_second")
    return {key: value for key, value in result.as_dict().items() if key not in timed}


@pytest.mark.parametrize("verb", VERBS)
def test_a_changed_scenario_is_fought_as_with_settings(verb: str) -> None:
    ask = VERBS[verb]
    changed = sim.load_scenario("duel").with_(CHANGES)
    plain = ask("duel", str, SETTINGS)
    assert told(ask(changed, sim.load_doctrine, [])) == told(plain)
    half = sim.load_scenario("duel").with_(dict(list(CHANGES.items())[:1]))
    assert told(ask(half, str, SETTINGS[1:])) == told(plain)
    if hasattr(plain, "rows"):
        assert str(ask(changed, str, []).rows) == str(plain.rows)


MORE: dict[str, Callable[[], Any]] = {
    "trigger": lambda: sim.trigger(["value=10", "p=1/2 value=30"]),
    "choices": lambda: choices("duel", battles=20),
    "scenario": lambda: sim.load_scenario("duel"),
    "doctrine": lambda: sim.load_doctrine("ambush"),
}


@pytest.mark.parametrize("kind", [*VERBS, *MORE])
def test_every_result_pickles(kind: str) -> None:
    result = MORE[kind]() if kind in MORE else VERBS[kind]("duel", str, [])
    words = result.conclusions() if hasattr(result, "conclusions") else None  # caches its parts
    again = pickle.loads(pickle.dumps(result))
    assert type(again) is type(result)
    if words is not None:
        assert again.conclusions() == words
    if hasattr(result, "as_dict"):
        assert told(again) == told(result)


def test_a_verb_with_few_battles_says_so() -> None:
    for verb in ("sweep", "ablate", "game", "tune", "value", "points"):
        said = VERBS[verb]("duel", str, []).conclusions()
        assert sum("with fewer than 100 the intervals" in line for line in said) == 1, verb
        assert said[-1].startswith("Warning: only "), verb
    assert any("fewer than 100" in line for line in choices("duel", battles=20).sentences())
    many = sim.value("duel", "blue", battles=100, seed=3).conclusions()
    assert not any("fewer than 100" in line for line in many)


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb != "replay"])
def test_the_command_repeats_a_changed_scenario(verb: str, capsys: Any) -> None:
    result = VERBS[verb](sim.load_scenario("duel").with_(CHANGES), sim.load_doctrine, [])
    words = shlex.split(result.command)
    assert [words[k + 1] for k, word in enumerate(words) if word == "--set"] == SETTINGS
    assert main([*words[1:], "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    mine = json.loads(json.dumps(told(result)))
    assert {key: again[key] for key in mine} == mine


@pytest.mark.parametrize("verb", VERBS)
def test_what_was_made_in_python_is_said(verb: str) -> None:
    made = sim.parse_scenario(sim.load_scenario("duel").document)

    def mine(name: str) -> Doctrine:
        return sim.load_doctrine(name).with_(name=f"my_{name}")

    if verb == "sweep":  # varies the parameters of a doctrine by its name
        command = sim.sweep(
            made, ["turns=4:6:2"], "red", [mine("ambush"), "never"], battles=4
        ).command
    else:
        command = VERBS[verb](made, mine, []).command
    asked, _, note = command.partition("  # ")
    assert note.startswith("the scenario duel")
    assert note.endswith(" were made in Python: .save() them under these names first")
    assert "the doctrine my_" in note
    assert shlex.split(asked)[2] == "duel.toml"
    assert "my_" in asked and ".toml" in asked


def test_a_command_repeats_what_was_saved(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    made = sim.parse_scenario(sim.load_scenario("duel").document).with_(turns=4)
    mine = sim.load_doctrine("ambush").with_(near=20)
    result = sim.run(made, 30, seed=2, red=mine)
    asked, _, note = result.command.partition("  # ")
    assert asked == "overwatch run duel.toml -n 30 --seed 2 --red ambush_near_20.toml"
    assert note == (
        "the scenario duel and the doctrine ambush_near_20 were made in Python: .save() them under "
        "these names first"
    )
    made.save("duel.toml")
    mine.save("ambush_near_20.toml")
    assert main([*shlex.split(asked)[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["digest"] == result.digest


def test_settings_go_with_a_scenario_too() -> None:
    duel = sim.load_scenario("duel")
    assert prepare(duel, settings=SETTINGS).hash == prepare("duel", settings=SETTINGS).hash
    assert prepare(duel, settings=SETTINGS).hash != prepare(duel).hash
