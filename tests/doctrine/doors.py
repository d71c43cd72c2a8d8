"""One door from Python into the doctrine kernels, and a plain function for each use of it."""

from __future__ import annotations

from sim._jit import entry
from sim.doctrine import evaluate, features
from sim.doctrine.table import BY_NAME
from sim.layout import codes as c
from tests.doctrine.builder import Field

DECIDE, PROGRAM, FEATURE, ORDER, TARGET = range(5)


@entry
def door(k_array, states, what, number, u, v):
    """Call one kernel; `number` is the chapter, program, feature or rule it is about."""
    k = k_array[0]
    s = states[0]
    if what == DECIDE:
        return float(evaluate.decide(k, s, number, u, v))
    if what == PROGRAM:
        evaluate.forget(s)
        return evaluate.run_program(k, s, u // c.UNITS_A_SIDE, number, u, v)
    if what == FEATURE:
        return float(features.feature(k, s, number, u, v))
    if what == ORDER:
        return evaluate.order_score(k, s, number, u)
    return evaluate.target_score(k, s, u, v)


def ask(made: Field, what: int, number: int, u: int, v: int) -> float:
    """Pass the door after a change of the state: what the kernels remember of it is out of date."""
    made.s["clock"] += 1
    return float(door(made.k_array, made.states, what, number, u, v))


def decide(made: Field, chapter: int, u: int, v: int = -1) -> int:
    return int(ask(made, DECIDE, chapter, u, v))


def program(made: Field, start: int, u: int = 0, v: int = -1) -> float:
    return ask(made, PROGRAM, start, u, v)


def feature(made: Field, name: str, u: int = 0, v: int = 16) -> float:
    return ask(made, FEATURE, BY_NAME[name].code, u, v)


def order_score(made: Field, rule: int, u: int) -> float:
    return ask(made, ORDER, rule, u, -1)


def target_score(made: Field, u: int, v: int) -> float:
    return ask(made, TARGET, 0, u, v)
