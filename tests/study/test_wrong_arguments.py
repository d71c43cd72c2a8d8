"""Wrong arguments of every kind to every function of `sim`: one line, and nothing is fought."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sim
from sim.refusal import InputError
from tests.results import result

VARY = ["rules.shots=1:3"]
#: What each verb needs, right.
NEEDS: dict[str, dict[str, Any]] = {
    "run": {"scenario": "duel"},
    "compare": {"scenario": "duel"},
    "sweep": {"scenario": "duel", "vary": VARY},
    "ablate": {"scenario": "duel"},
    "game": {"scenario": "duel"},
    "tune": {"scenario": "duel", "doctrine": "ambush", "side": "red"},
    "value": {"scenario": "duel", "side": "blue"},
    "points": {"scenario": "duel"},
    "sensitivity": {"scenario": "duel", "vary": [*VARY, "turns=2:6"]},
    "replay": {"scenario": "duel"},
    "trigger": {"targets": ["value=1"]},
    "explorer": {},
}
FIGHT = set(NEEDS) - {"replay", "trigger", "explorer"}
#: Arguments that are whole numbers, and the verbs that have them.
WHOLE: dict[str, set[str]] = {
    "battles": FIGHT | {"explorer"},
    "seed": set(NEEDS) - {"trigger"},
    "workers": FIGHT,
    "chunk": {"run"},
    "lhs": {"sweep"},
    "trials": {"tune"},
    "rounds": {"tune"},
    "samples": {"sensitivity"},
    "resamples": {"game"},
    "battle": {"replay"},
}
NO_WHOLE: list[Any] = [1.5, "100", True, np.float64(100), np.bool_(True), [100], Fraction(100)]
#: Arguments that are lists, of doctrines or of texts.
LISTS: dict[str, set[str]] = {
    "settings": FIGHT | {"replay"},
    "vary": {"sweep", "sensitivity"},
    "doctrines": {"compare", "sweep", "ablate", "sensitivity"},
    "against": {"ablate", "compare", "tune", "points"},
    "blue": {"game"},
    "red": {"game"},
    "ranges": {"tune"},
    "additions": {"points"},
    "only": {"ablate"},
    "targets": {"trigger"},
}
#: Arguments that are one doctrine.
NAMED: dict[str, set[str]] = {
    "blue": {"run", "replay"},
    "red": {"run", "replay"},
    "doctrine": {"tune", "value", "points"},
    "with_": {"points"},
    "against": {"sweep", "sensitivity", "value"},
}
#: Arguments that are one of some words.
WORDS: dict[str, set[str]] = {
    "side": {"compare", "sweep", "ablate", "tune", "value", "sensitivity"},
    "without": {"points"},
    "goal": {"points"},
    "instead": {"value"},
    "sampler": {"tune"},
    "common": {"trigger"},
}
LONG = "x" * 5000

CASES = [
    *((verb, name, one) for name, verbs in WHOLE.items() for verb in verbs for one in NO_WHOLE),
    *((verb, name, one) for name, verbs in LISTS.items() for verb in verbs
      for one in (5, [5], [None], "never", Path("x"))),
    *((verb, name, one) for name, verbs in NAMED.items() for verb in verbs
      for one in (5, ["never"], LONG + ".toml")),
    *((verb, name, one) for name, verbs in WORDS.items() for verb in verbs for one in (5, ["red"])),
    *((verb, "side", None) for verb in ("ablate", "tune", "value")),
    ("points", "without", None), ("points", "goal", None),
    *((verb, "scenario", one) for verb in (*FIGHT, "replay") for one in (None, 5, LONG, ["duel"])),
    *((verb, "out", one) for verb in FIGHT for one in (5, LONG, b"x", "\0")),
    *((verb, "doctrines", []) for verb in ("compare", "sweep", "sensitivity")),
    *((verb, "against", []) for verb in ("compare", "ablate", "tune", "points")),
    ("game", "blue", []), ("game", "red", []), ("trigger", "targets", []),
    *((verb, "progress", one) for verb in FIGHT for one in (5, True)),
    ("compare", "swap", "yes"), ("compare", "swap", 1), ("ablate", "pairs", "no"),
    ("compare", "until", "1"), ("compare", "until", True),
    ("trigger", "left", None), ("trigger", "patience", "x"), ("trigger", "left", True),
]  # fmt: skip
CASES.sort(key=lambda case: (case[0], case[1], repr(case[2])))


def told(call: Callable[[], Any]) -> str:
    """Return the one line that a call is refused with."""
    with pytest.raises(InputError) as refusal:
        call()
    line = str(refusal.value)
    assert line and "\n" not in line
    return line


@pytest.mark.parametrize(
    "verb, name, wrong", CASES, ids=[f"{verb}-{name}-{wrong!r:.20}" for verb, name, wrong in CASES]
)
def test_a_wrong_argument_is_one_line(verb: str, name: str, wrong: Any) -> None:
    if verb == "explorer":
        pytest.importorskip("ipywidgets", reason="of the extra `notebooks`")
    line = told(lambda: getattr(sim, verb)(**{**NEEDS[verb], name: wrong}))
    if name in WHOLE:
        assert line.removeprefix("--").startswith(f"{name}: ")
        assert line.endswith(" is not a whole number")


def test_every_verb_is_asked() -> None:
    verbs = {name for name in sim.__all__ if callable(getattr(sim, name))}
    assert verbs - set(NEEDS) == {
        "load_doctrine", "load_scenario", "open_result", "parse_doctrine", "parse_scenario"
    }  # fmt: skip


@pytest.mark.parametrize("wrong", [None, 5, ["x"], LONG, "\0", "~nobody_of_that_name/x.toml"])
@pytest.mark.parametrize("name", ["load_scenario", "load_doctrine", "open_result"])
def test_what_is_no_file_is_one_line(name: str, wrong: Any) -> None:
    assert len(told(lambda: getattr(sim, name)(wrong))) < 400


@pytest.mark.parametrize("wrong", [None, 5, b"", ["x"]])
@pytest.mark.parametrize("name", ["parse_scenario", "parse_doctrine"])
def test_what_is_no_text_is_one_line(name: str, wrong: Any) -> None:
    assert "is " in told(lambda: getattr(sim, name)(wrong))


@pytest.mark.parametrize("wrong", [None, 5, LONG])
@pytest.mark.parametrize("kind", ["Battles", "Replay", "Scenario", "Sweep", "Trigger", "Value"])
def test_a_result_is_not_saved_to_what_is_no_path(kind: str, wrong: Any) -> None:
    assert told(lambda: result(kind).save(wrong))


@pytest.mark.parametrize("wrong", [None, 5, LONG, "x.txt"])
@pytest.mark.parametrize("verb", ["animate", "save_map"])
def test_a_picture_is_not_drawn_to_what_is_no_path(verb: str, wrong: Any) -> None:
    assert told(lambda: getattr(result("Replay"), verb)(wrong))


@pytest.mark.parametrize("wrong", ["~nobody_of_that_name/x.toml", LONG + ".toml"])
def test_a_doctrine_that_a_scenario_names_is_a_file(wrong: str) -> None:
    line = told(lambda: sim.load_scenario("duel").with_({"red.doctrine": wrong}))
    assert line.startswith("duel.toml: red.doctrine: file: ")


@pytest.mark.parametrize("wrong", [None, "80", 79.5, 0])
def test_the_width_of_a_text_is_a_whole_number(wrong: Any) -> None:
    assert told(lambda: result("Replay").words(wrong)).startswith("width: ")
    assert result("Replay").words(1)


@pytest.mark.parametrize("changes", [{5: 1}, 5, ["rules.shots=2"]])
def test_changes_of_a_scenario_are_a_table_by_places(changes: Any) -> None:
    assert told(lambda: sim.load_scenario("duel").with_(changes)).startswith("changes: ")


@pytest.mark.parametrize("wrong", [None, "0.2", True, [1]])
@pytest.mark.parametrize("name", [None, "w"])
def test_a_parameter_is_a_number(name: str | None, wrong: Any) -> None:
    ambush = sim.load_doctrine("ambush")
    assert told(lambda: ambush.with_(name, kill_zone=wrong)).endswith(" is not a number")
    assert ambush.with_(name, kill_zone=np.float32(0.25)).parameters["kill_zone"] == 0.25


def test_a_doctrine_is_saved_to_a_path_and_named_by_a_text() -> None:
    ambush = sim.load_doctrine("ambush")
    assert told(lambda: ambush.save(None)) == "file: None is not a path"  # type: ignore[arg-type]
    assert told(lambda: ambush.with_(5)).endswith("name: 5 is not a text")  # type: ignore[arg-type]


@pytest.mark.parametrize("side", ["draw", "green", None, 0])
def test_battles_are_won_by_a_side(side: Any) -> None:
    line = told(lambda: result("Battles").win_rate(side))
    assert line == f"side: {side!r} is not one of blue, red"


@pytest.mark.parametrize("wrong", [1.5, "2", True, None])
def test_a_turn_is_a_whole_number(wrong: Any) -> None:
    assert told(lambda: result("Replay").plot_turn(wrong)).startswith("turn: ")
    if wrong is not None:
        assert told(lambda: result("Tuning").plot_edges(number=wrong)).startswith("number: ")


@pytest.mark.parametrize("verb", ["run", "replay"])
def test_whole_numbers_of_numpy_are_those_of_python(verb: str) -> None:
    count = {"battles": np.int64(3)} if verb == "run" else {"battle": np.uint8(3)}
    made = getattr(sim, verb)("duel", seed=np.int32(2), **count)
    assert type(made.seed) is int and "--seed 2" in made.command and "np." not in made.command


def test_a_study_of_numpys_numbers_is_kept(tmp_path: Path) -> None:
    made = sim.sweep(
        "duel", VARY, battles=np.int64(4), lhs=np.int64(2), seed=np.int64(1), out=tmp_path
    )
    asked = {key: type(made.question[key]) for key in ("battles", "lhs", "seed")}
    assert asked == dict.fromkeys(asked, int)
    assert sim.open_result(tmp_path).command == made.command
