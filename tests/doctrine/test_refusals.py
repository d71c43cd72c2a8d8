"""Bad doctrine files: each with its exact message."""

from __future__ import annotations

from typing import Any

import pytest

from sim.doctrine import DoctrineError, install, load_doctrine
from sim.doctrine.loader import compile_doctrine
from sim.layout import codes as c
from sim.layout.records import new_scenario

GOOD: dict[str, Any] = {"name": "bad", "text": "A bad one.", "parameters": {"patience": 0.8}}
FIRE = [{"do": "fire"}]
ACTIONS = ", ".join(c.ACTIONS)
DESTINATIONS = 'hold, objective, to_cover, to_range, to_sight, withdraw, "waypoint NAME"'

EXPRESSIONS = [
    (
        "under_fire or best_shoot_now < 0.2",
        "position 15: 'best_shoot_now' is not a feature or parameter; nearest is 'best_shot_now'",
    ),
    ("qqq > 1", "position 1: 'qqq' is not a feature or parameter"),
    ("patiense > 1", "position 1: 'patiense' is not a feature or parameter; nearest is 'patience'"),
    (
        "1 < ev_this",
        "position 5: 'ev_this' is about one enemy unit, which activation has not; "
        "it may be used in trigger, opportunity, target",
    ),
    ("1 +", "position 4: wanted a number, a name or '(', the expression ends"),
    ("   ", "position 4: wanted a number, a name or '(', the expression ends"),
    ("1 + * 2", "position 5: wanted a number, a name or '(', found '*'"),
    ("and 1", "position 1: wanted a number, a name or '(', found 'and'"),
    ("turn = 3", "position 6: wanted an operator, found '='; write '=='"),
    ("turn && 3", "position 6: wanted an operator, found '&&'; write 'and'"),
    ("(turn || 3)", "position 7: wanted an operator or ')', found '||'; write 'or'"),
    ("!under_fire", "position 1: wanted a number, a name or '(', found '!'; write 'not'"),
    ("turn <> 3", "position 6: wanted an operator, found '<>'; write '!='"),
    ("turn % 2", "position 6: '%' has no meaning here"),
    ("turn > '3'", 'position 8: "\'" has no meaning here'),
    ("turn ** 2", "position 7: wanted a number, a name or '(', found '*'"),
    ("turn 3", "position 6: wanted an operator, found '3'"),
    ("3 turn", "position 3: wanted an operator, found 'turn'"),
    ("(turn > 3", "position 1: '(' is not closed"),
    ("min((1, 2)", "position 7: wanted an operator or ')', found ','"),
    ("turn > 3)", "position 9: ')' has no '('"),
    ("()", "position 2: wanted a number, a name or '(', found ')'"),
    ("1 < turn < 3", "position 10: a second comparison '<'; join the two with 'and'"),
    ("turn == 3 != 0", "position 11: a second comparison '!='; join the two with 'and'"),
    ("min(1)", "position 1: min takes 2 values, not 1"),
    ("1 + max(1, 2, 3)", "position 5: max takes 2 values, not 3"),
    ("min()", "position 1: min takes 2 values, not 0"),
    ("min > 2", "position 1: 'min' is written min(a, b)"),
    ("min(1, 2", "position 4: '(' is not closed"),
    ("abs(turn)", "position 1: 'abs' is not a function; min and max are"),
    ("turn(3)", "position 1: 'turn' is not a function; min and max are"),
    ("1 + not 0", "position 5: 'not' needs parentheses here"),
    ("turn < 1e999", "position 8: 1e999 is not a finite number"),
    ("(" * 70 + "1" + ")" * 70, "position 66: nested more than 64 deep"),
    ("not " * 70 + "1", "position 261: nested more than 64 deep"),
    (" + ".join(["1"] * 300), "position 801: too long: more than 400 words and signs"),
    (
        "(".join(["1 + "] * 17) + "1" + ")" * 16,
        "needs 18 values at once; 16 are allowed: nest fewer parentheses",
    ),
]


@pytest.mark.parametrize(("text", "reason"), EXPRESSIONS)
def test_refused_expressions(text, reason):
    rules = [{"do": "nothing", "when": "0"}, {"do": "fire", "when": text}]
    with pytest.raises(DoctrineError) as refused:
        compile_doctrine(GOOD | {"activation": rules}, "bad.toml")
    assert str(refused.value) == f"bad.toml: activation[1].when: {reason}"


DOCUMENTS: list[tuple[dict[str, Any], str]] = [
    ({"name": None}, "name: None is not a text"),
    ({"name": "Bad One"}, "name: 'Bad One' does not match ^[a-z0-9_]+$"),
    ({"text": ""}, "text: has 0 letters; at least 1 are needed"),
    ({"starts": "blue"}, "starts: 'blue' is not one of self, enemy"),
    (
        {"activations": []},
        "activations: unknown key; nearest is 'activation'; allowed: name, text, starts, "
        "parameters, activation, order, trigger, opportunity, target",
    ),
    ({"activation": {"do": "fire"}}, "activation: a table is not a list"),
    ({"activation": ["fire"]}, "activation[0]: 'fire' is not a table"),
    ({"activation": [{"when": "1"}]}, "activation[0].do: is missing"),
    ({"activation": [{"do": "overwach"}]}, f"activation[0].do: 'overwach' is not one of {ACTIONS}"),
    ({"activation": [{"do": "fire", "when": 1}]}, "activation[0].when: 1 is not a text"),
    (
        {"activation": [{"do": "fire", "wehn": "1"}]},
        "activation[0].wehn: unknown key; nearest is 'when'; allowed: when, do, move, range, "
        "route, pace, watch",
    ),
    ({"activation": FIRE * 25}, "activation: has 25 entries; at most 24 are allowed"),
    (
        {"activation": [{"do": "move_fire"}]},
        "activation[0]: 'move_fire' needs a move: hold, objective, to_cover, to_range, to_sight, "
        "withdraw, waypoint",
    ),
    (
        {"activation": [{"do": "overwatch", "move": "to_cover"}]},
        "activation[0]: 'overwatch' has no move; 'move_overwatch' does",
    ),
    (
        {"activation": [{"do": "rally", "pace": "half"}]},
        "activation[0]: 'rally' has no pace",
    ),
    (
        {"activation": [{"do": "fire", "watch": "nearest"}]},
        "activation[0]: 'fire' has no watch; overwatch and move_overwatch have",
    ),
    (
        {"activation": [{"do": "move", "move": "forwards"}]},
        f"activation[0].move: 'forwards' is not one of {DESTINATIONS}",
    ),
    (
        {"activation": [{"do": "move", "move": "waypoint"}]},
        "activation[0].move: 'waypoint' needs a name: \"waypoint NAME\"",
    ),
    (
        {"activation": [{"do": "overwatch", "watch": "everything"}]},
        "activation[0].watch: 'everything' is not one of approach, nearest, objective, facing, "
        '"zone NAME"',
    ),
    (
        {"activation": [{"do": "overwatch", "watch": "zone"}]},
        "activation[0].watch: 'zone' needs a name: \"zone NAME\"",
    ),
    (
        {"activation": [{"do": "move", "move": "hold", "route": "short"}]},
        "activation[0].route: 'short' is not one of direct, covered, least_watched",
    ),
    (
        {"activation": [{"do": "move", "move": "hold", "pace": "run"}]},
        "activation[0].pace: 'run' is not one of full, half",
    ),
    (
        {"activation": [{"do": "move", "move": "to_range"}]},
        'activation[0]: range and move = "to_range" need each other',
    ),
    (
        {"activation": [{"do": "move", "move": "objective", "range": 12}]},
        'activation[0]: range and move = "to_range" need each other',
    ),
    (
        {"activation": [{"do": "move", "move": "to_range", "range": "patienc"}]},
        "activation[0].range: 'patienc' is not a parameter; nearest is 'patience'",
    ),
    (
        {"activation": [{"do": "move", "move": "to_range", "range": 121}]},
        "activation[0].range: 121 is not between 0 and 120 inches",
    ),
    (
        {"activation": [{"do": "move", "move": "to_range", "range": float("nan")}]},
        "activation[0].range: nan is not between 0 and 120 inches",
    ),
    (
        {"activation": [{"do": "move", "move": "to_range", "range": True}]},
        "activation[0].range: true is not a number or the name of a parameter",
    ),
    ({"order": [{"do": "first"}]}, "order[0].do: 'first' is not one of pick, pass"),
    ({"order": [{"score": "range"}]},
     "order[0].score: position 1: 'range' is about one enemy unit, which order has not; "
     "it may be used in trigger, opportunity, target"),
    ({"trigger": [{"when": "1"}]}, "trigger[0].do: is missing"),
    ({"trigger": [{"do": "wait"}]}, "trigger[0].do: 'wait' is not one of hold, fire, call_fire, smoke"),
    ({"opportunity": [{"do": "fire", "score": "1"}]},
     "opportunity[0].score: unknown key; allowed: when, do"),
    ({"target": [{"when": "1"}]}, "target[0].score: is missing"),
    ({"target": [{"score": "1 +"}]},
     "target[0].score: position 4: wanted a number, a name or '(', the expression ends"),
    ({"parameters": {"a": float("inf")}}, "parameters.a: inf is not a finite number"),
    ({"parameters": {"a": "1"}}, "parameters.a: '1' is not a number"),
    ({"parameters": {"a": True}}, "parameters.a: true is not a number"),
    ({"parameters": {"A1": 1}}, "parameters: 'A1' is not a name of a-z and _"),
    ({"parameters": {"strength": 1}}, "parameters: 'strength' is already a feature"),
    ({"parameters": {"min": 1}}, "parameters: 'min' is already a word of the expressions"),
    ({"parameters": {"x" * n: n for n in range(1, 34)}},
     "parameters: has 33 entries; at most 32 are allowed"),
    (
        {"target": [{"score": " + ".join(["turn"] * 200)}] * 6},
        "the doctrine's expressions take 2400 steps together; 2048 are allowed",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("change", "reason"), DOCUMENTS, ids=[reason for _, reason in DOCUMENTS])
def test_refused_documents(change, reason):
    with pytest.raises(DoctrineError) as refused:
        compile_doctrine(GOOD | change, "bad.toml")
    assert str(refused.value) == f"bad.toml: {reason}"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"name = ", "is not TOML: Invalid value (at end of document)"),
        (b"name = 'a'\nname = 'b'", "is not TOML: Cannot overwrite a value (at end of document)"),
        (b"name = '\xff'", "is not UTF-8 text"),
        (b"text = " + b"[" * 5000, "is not TOML that can be read: nested too deep"),
        (b"", "name: is missing"),
        (b"name = 'a'", "text: is missing"),
    ],
)
def test_refused_files(tmp_path, content, reason):
    (tmp_path / "bad.toml").write_bytes(content)
    with pytest.raises(DoctrineError) as refused:
        load_doctrine("bad.toml", tmp_path)
    assert str(refused.value) == f"bad.toml: {reason}"


def test_a_number_of_thousands_of_digits(tmp_path):
    (tmp_path / "bad.toml").write_text("name = 'a'\nturns = " + "9" * 5000)
    with pytest.raises(DoctrineError, match=r"^bad\.toml: is not TOML: Exceeds the limit"):
        load_doctrine(tmp_path / "bad.toml")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(DoctrineError) as refused:
        load_doctrine("none.toml", tmp_path)
    assert str(refused.value) == f"{tmp_path / 'none.toml'}: there is no such file"
    with pytest.raises(DoctrineError) as refused:
        load_doctrine(tmp_path)
    assert str(refused.value) == f"{tmp_path}: cannot be read: Is a directory"


def test_a_name_that_is_not_shipped():
    with pytest.raises(DoctrineError) as refused:
        load_doctrine("ambus")
    assert str(refused.value) == (
        "doctrine 'ambus' is not one of aggressive, always, ambush, bounding, calculating, never, "
        "opportunist, patient, random; nearest is 'ambush'; a file is named by a path that ends in "
        ".toml"
    )


@pytest.mark.parametrize(
    ("rule", "waypoints", "reason"),
    [
        (
            {"do": "move", "move": "waypoint left"},
            ["right", "gate"],
            "activation[0].move: waypoint 'left' is not in the scenario; it has right, gate",
        ),
        (
            {"do": "move_overwatch", "move": "waypoint gate", "watch": "zone gap"},
            ["right", "gate"],
            "activation[0].watch: zone 'gap' is not in the scenario; it has none",
        ),
    ],
)
def test_places_that_the_scenario_has_not(rule, waypoints, reason):
    k_array = new_scenario()
    doctrine = compile_doctrine(GOOD | {"activation": [rule]}, "bad.toml")
    before = k_array["doctrines"].tobytes()
    with pytest.raises(DoctrineError) as refused:
        install(k_array, c.RED, doctrine, waypoints, [])
    assert str(refused.value) == f"bad.toml: {reason}"
    assert k_array["doctrines"].tobytes() == before


def test_parameters_are_replaced_and_checked_like_the_file():
    changed = load_doctrine("ambush", parameters={"kill_zone": 0.3, "near": 4})
    assert changed.parameters == load_doctrine("ambush").parameters | {"kill_zone": 0.3, "near": 4}
    with pytest.raises(DoctrineError) as refused:
        load_doctrine("ambush", parameters={"kil_zone": 0.3})
    assert str(refused.value) == (
        "ambush.toml: parameters: has no kil_zone; nearest is 'kill_zone'; there are: great_shot, "
        "good_shot, spent, outgunned, hurry, kill_zone, kill_zone_moving, near"
    )
    with pytest.raises(DoctrineError) as refused:
        load_doctrine("never", parameters={"x": 0.3})
    assert str(refused.value).startswith("never.toml: parameters: has no x")
    with pytest.raises(DoctrineError) as refused:
        load_doctrine("ambush", parameters={"near": True})
    assert str(refused.value) == "ambush.toml: parameters.near: true is not a number"
