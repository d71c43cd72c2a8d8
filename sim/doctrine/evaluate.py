"""The stack machine that runs a doctrine's programs, and the decisions read from it."""

from __future__ import annotations

import math

from sim._jit import hot, kernel
from sim.doctrine import features, ops, outlook
from sim.layout import codes as c

COVERED = 6.0  # inches that cover adds to a target's distance when targets are ranked
UNRANKED = -1.0e6  # a target for which no rule holds comes after those that have one


@hot
def forget(s):
    """Begin a decision: no feature is remembered (a remembered one is never a NaN)."""
    for place in range(ops.STACK):
        s["stack"][place] = math.nan


@kernel
def run_program(k, s, side, start, u, v):
    """Run the program at `start` of a side's doctrine and return its value.

    `u` is the deciding unit, `v` the enemy unit in question or -1. `forget` has begun the decision;
    programs of one decision share what they remember.
    """
    stack = s["stack"]
    code_list = k["doctrines"][side]["ops"]
    top = -1
    at = start
    while True:
        code = code_list[at]["code"]
        argument = code_list[at]["arg"]
        at += 1
        if code == ops.END:
            return stack[top]
        if code == ops.NUMBER:
            top += 1
            stack[top] = argument
        elif code == ops.FEATURE:
            top += 1
            stack[top] = features.feature(k, s, int(argument), u, v)
        elif code >= ops.REMEMBER:
            kept = code - ops.REMEMBER
            if math.isnan(stack[kept]):
                stack[kept] = features.feature(k, s, int(argument), u, v)
            top += 1
            stack[top] = stack[kept]
        elif code == ops.PARAMETER:
            top += 1
            stack[top] = k["doctrines"][side]["parameters"][int(argument)]
        elif code == ops.ELSE_JUMP:
            if stack[top] == 0.0:
                at = int(argument)
            else:
                top -= 1
        elif code == ops.THEN_JUMP:
            if stack[top] != 0.0:
                at = int(argument)
            else:
                top -= 1
        elif code == ops.NOT:
            stack[top] = 1.0 if stack[top] == 0.0 else 0.0
        elif code == ops.NEGATE:
            stack[top] = -stack[top]
        else:
            top -= 1
            stack[top] = combine(code, stack[top], stack[top + 1])


@hot
def combine(code, a, b):
    """Return the value of one operation on two numbers; division by zero gives 0."""
    if code == ops.ADD:
        return a + b
    if code == ops.SUBTRACT:
        return a - b
    if code == ops.MULTIPLY:
        return a * b
    if code == ops.DIVIDE:
        return a / b if b != 0.0 else 0.0
    if code == ops.MIN:
        return b if b < a else a
    if code == ops.MAX:
        return b if b > a else a
    if code == ops.LESS:
        answer = a < b
    elif code == ops.AT_MOST:
        answer = a <= b
    elif code == ops.MORE:
        answer = a > b
    elif code == ops.AT_LEAST:
        answer = a >= b
    elif code == ops.EQUAL:
        answer = a == b
    else:
        answer = a != b
    return 1.0 if answer else 0.0


@kernel
def holding_rule(k, s, chapter, u, v, first):
    """Return the first rule from `first` on whose condition holds, or -1; `forget` has been called."""
    side = u // c.UNITS_A_SIDE
    for rule in range(first, k["doctrines"][side]["rule_count"][chapter]):
        when = k["doctrines"][side]["rules"][chapter, rule]["when"]
        if when == c.NEVER:
            continue
        if when < 0 or run_program(k, s, side, when, u, v) != 0.0:
            return rule
    return -1


@kernel
def decide(k, s, chapter, u, v):
    """Return the number of the first rule of a chapter that holds for unit u, or -1.

    `v` is the enemy unit in question, -1 in activation and order.
    """
    forget(s)
    return holding_rule(k, s, chapter, u, v, 0)


@kernel
def decide_after(k, s, chapter, u, v, rule):
    """Return the next rule after `rule` that holds, where that one cannot be carried out, or -1."""
    forget(s)
    return holding_rule(k, s, chapter, u, v, rule + 1)


@kernel
def order_score(k, s, rule, u):
    """Return the score of `rule` of the order chapter for unit u; 0.0 without a rule or a score."""
    side = u // c.UNITS_A_SIDE
    if rule < 0 or k["doctrines"][side]["rules"][c.C_ORDER, rule]["score"] < 0:
        return 0.0
    forget(s)
    return run_program(k, s, side, k["doctrines"][side]["rules"][c.C_ORDER, rule]["score"], u, -1)


@kernel
def target_score(k, s, u, v):
    """Return how good enemy unit v is as a target of u; higher is better.

    The first rule of the target chapter that holds gives the score. Where none holds, DS19.2 does,
    after every target that has a rule if there are any.
    """
    side = u // c.UNITS_A_SIDE
    forget(s)
    rule = holding_rule(k, s, c.C_TARGET, u, v, 0)
    if rule >= 0:
        start = k["doctrines"][side]["rules"][c.C_TARGET, rule]["score"]
        return run_program(k, s, side, start, u, v)
    score = priority(k, s, u, v)
    return score if k["doctrines"][side]["rule_count"][c.C_TARGET] == 0 else score + UNRANKED


@kernel
def priority(k, s, u, v):
    """Return the book's order of targets as a score (DS19.2).

    Already activated before not yet activated, a threat before no threat, then nearer before
    farther, where cover makes a target count as farther off.
    """
    inches = math.sqrt(outlook.gap_squared(k, s, u, v))
    score = -inches
    if s["units"][v]["activated"] != 0:
        score += 4000.0
    if outlook.estimated_volley(k, s, v, u, inches) > 0.0:
        score += 2000.0
    return score - COVERED * features.share(
        features.elements_in_cover(k, s, v), s["units"][v]["alive"]
    )
