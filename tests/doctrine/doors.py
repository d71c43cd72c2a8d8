"""One door from Python into the doctrine kernels, and a plain function for each use of it."""

from __future__ import annotations

from typing import Any

from sim._jit import entry
from sim.doctrine import evaluate, features
from sim.doctrine.table import BY_NAME
from sim.layout import codes as c

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


def decide(k_array: Any, states: Any, chapter: int, u: int, v: int = -1) -> int:
    return int(door(k_array, states, DECIDE, chapter, u, v))


def program(k_array: Any, states: Any, start: int, u: int = 0, v: int = -1) -> float:
    return float(door(k_array, states, PROGRAM, start, u, v))


def feature(k_array: Any, states: Any, name: str, u: int = 0, v: int = 16) -> float:
    return float(door(k_array, states, FEATURE, BY_NAME[name].code, u, v))


def order_score(k_array: Any, states: Any, rule: int, u: int) -> float:
    return float(door(k_array, states, ORDER, rule, u, -1))


def target_score(k_array: Any, states: Any, u: int, v: int) -> float:
    return float(door(k_array, states, TARGET, 0, u, v))
