"""Expressions: what the kernel makes of them is what Python's own parser and arithmetic make."""

from __future__ import annotations

import ast
import math
import operator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.doctrine import ops, program
from sim.doctrine.expression import parse
from sim.doctrine.table import BY_NAME
from sim.layout import codes as c
from tests.doctrine.builder import BLUE_1, RED_1, Field, field
from tests.doctrine.doors import decide
from tests.doctrine.doors import program as run

NAMES = {"elements": 2.0, "turn": 3.0, "under_fire": 0.0, "range": 15.0, "closing": 1.0}
PARAMETERS = {"patience": 0.8, "zero": 0.0, "less": -2.5}
AGAINST = c.C_TRIGGER


def divided(a: float, b: float) -> float:
    return a / b if b != 0 else 0.0


OPERATORS: dict[type, Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: divided,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
}


def plain(node: ast.AST) -> float:
    """Evaluate Python's own tree of an expression."""
    match node:
        case ast.Expression(body=body):
            return plain(body)
        case ast.Constant(value=value):
            return float(value)
        case ast.Name(id=name):
            return (NAMES | PARAMETERS)[name]
        case ast.BinOp(left=left, op=sign, right=right):
            return float(OPERATORS[type(sign)](plain(left), plain(right)))
        case ast.UnaryOp(op=sign, operand=operand):
            return float(OPERATORS[type(sign)](plain(operand)))
        case ast.Compare(left=left, ops=[sign], comparators=[right]):
            return float(OPERATORS[type(sign)](plain(left), plain(right)))
        case ast.BoolOp(op=ast.And(), values=values):
            value = 0.0
            for part in values:
                value = plain(part)
                if value == 0:
                    break
            return value
        case ast.BoolOp(op=ast.Or(), values=values):
            value = 0.0
            for part in values:
                value = plain(part)
                if value != 0:
                    break
            return value
        case ast.Call(func=ast.Name(id=name), args=args):
            return {"min": min, "max": max}[name](*map(plain, args))
    raise AssertionError(ast.dump(node))


def spoken(leaf: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Texts in which every operator stands, with and without parentheses."""
    numbers = st.floats(0, 1e6).map(repr)

    def deeper(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        signs = st.sampled_from(["+", "-", "*", "/", "and", "or"])
        comparisons = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
        return st.one_of(
            st.tuples(inner, signs, inner).map(" ".join),
            st.tuples(inner, comparisons, inner).map(lambda t: f"({t[0]}) {t[1]} ({t[2]})"),
            st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(
                lambda t: f"{t[0]}({t[1]}, {t[2]})"
            ),
            inner.map(lambda t: f"({t})"),
            inner.map(lambda t: f"-({t})"),
            inner.map(lambda t: f"(not {t})"),
        )

    return st.recursive(numbers | leaf, deeper, max_leaves=12)


MADE = field()


def put_in(made: Field, text: str, chapter: int = AGAINST) -> None:
    made.doctrine(
        parameters=PARAMETERS, **{c.CHAPTER_NAMES[chapter]: [{"when": text, "do": "fire"}]}
    )


def value_of(made: Field, text: str) -> float:
    put_in(made, text)
    return run(made, 0, BLUE_1, RED_1)


def same(a: float, b: float) -> bool:
    return a == b or (math.isnan(a) and math.isnan(b))


@given(spoken(st.sampled_from([*NAMES, *PARAMETERS])))
def test_the_kernel_agrees_with_python(text):
    expected = plain(ast.parse(text.strip(), mode="eval"))
    assert same(value_of(MADE, text), expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 + 3 * 4", 14),
        ("2 * 3 + 4", 10),
        ("10 - 4 - 3", 3),
        ("16 / 4 / 2", 2),
        ("-2 * -3", 6),
        ("- - 4", 4),
        ("1 + 2 < 4", 1),
        ("not 1 == 2", 1),
        ("not 0 and 0", 0),
        ("1 or 0 and 0", 1),
        ("0 and 7", 0),
        ("5 and 7", 7),
        ("0 or 7", 7),
        ("5 or 7", 5),
        ("3 / 0", 0),
        ("0 / 0 + 1", 1),
        ("min(3, 2) - max(3, 2)", -1),
        ("min(1 or 0, max(2, 3))", 1),
        (".5 + 1e1 + 2.5E-1", 10.75),
        ("patience * less", -2.0),
        ("(range\n  > 10)\tand closing", 1),
    ],
)
def test_values(text, expected):
    assert value_of(MADE, text) == expected


def test_a_parameter_is_read_when_the_program_runs():
    made = field()
    put_in(made, "patience + 1")
    made.k["doctrines"][c.BLUE]["parameters"][0] = 4.0
    assert run(made, 0, BLUE_1, RED_1) == 5


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("under_fire and random > 2", 0),
        ("elements and random > 2", 1),
        ("elements or random", 0),
        ("under_fire or random > 2", 1),
        ("under_fire and random or random > 2", 1),
        ("not under_fire or random", 0),
        ("random + random + random > 9", 3),
    ],
)
def test_and_and_or_leave_out_what_cannot_matter(text, asked):
    made = field()
    value_of(made, text)
    assert made.unit(BLUE_1)["asked"] == asked


def test_a_costly_feature_is_computed_once_a_decision():
    made = field()
    when = "ev_now > 60 or ev_now < 10"
    made.doctrine(
        activation=[{"when": when, "do": "fire"}, {"when": "ev_now == 50", "do": "rally"}]
    )
    kept = made.k["doctrines"][c.BLUE]["ops"]["code"] >= ops.REMEMBER
    assert kept.sum() == 3
    assert decide(made, c.C_ACTIVATION, BLUE_1) == 1
    looks = made.s["sights"].item()
    made.doctrine(activation=[{"when": "ev_now > 60", "do": "fire"}])
    decide(made, c.C_ACTIVATION, BLUE_1)
    assert made.s["sights"] == 2 * looks


def test_the_next_decision_remembers_nothing():
    made = field()
    made.doctrine(activation=[{"when": "ev_now > 10 and ev_now > 20", "do": "fire"}])
    assert decide(made, c.C_ACTIVATION, BLUE_1) == 0
    for u in (16, 17):
        made.unit(u)["hidden"] = 1
    assert decide(made, c.C_ACTIVATION, BLUE_1) == -1


def test_random_and_cheap_features_are_never_remembered():
    pieces = [program.piece_of(parse("random + random + turn + turn", 0, ()))]
    assert program.remember(pieces) == pieces


def test_remembered_values_stay_clear_of_the_deepest_program():
    deep = "(".join("1 + " for _ in range(14)) + "ev_now" + ")" * 13
    texts = (
        deep,
        "threat_now + threat_now + threat_now",
        "ev_now + nearest_range",
        "nearest_range",
    )
    pieces = [program.piece_of(parse(text, c.C_ORDER, ())) for text in texts]
    kept = program.remember(pieces)
    places = {code - ops.REMEMBER for piece in kept for code, _ in piece if code >= ops.REMEMBER}
    assert program.depth_of(pieces[0]) == 15
    assert places == {15}  # one place is left: the most asked of the three has it
    assert (ops.REMEMBER + 15, BY_NAME["threat_now"].code) in kept[1]


def test_depth_of_the_stack():
    full = "(".join("1 + " for _ in range(15)) + "1" + ")" * 14
    piece = program.piece_of(parse(full, 0, ()))
    assert program.depth_of(piece) == ops.STACK
    with pytest.raises(program.ProgramError, match="needs 17 values at once; 16 are allowed"):
        program.piece_of(parse(f"1 + ({full})", 0, ()))


def test_sixteen_values_on_the_stack_are_right():
    assert value_of(MADE, "(".join("1 + " for _ in range(15)) + "1" + ")" * 14) == 16


def test_a_long_chain_needs_two_places():
    chain = " + ".join(["1"] * 200)
    assert program.depth_of(program.piece_of(parse(chain, 0, ()))) == 2
