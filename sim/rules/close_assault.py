"""Close assault before it begins: which enemies can be reached by a double move (DS34.1)."""

from __future__ import annotations

import math

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import direct_fire, movement

CONTACT = figures.ASSAULT_CONTACT
SHARE = 2.0  # of its base movement: a double move
WANDERING = 1.09  # a way from cell to cell is longer than the straight one by a twelfth at most


@kernel
def can_fight(s, e):
    """Return whether element e is a team on foot and in play: only such close in."""
    element = s["elements"][e]
    return element["alive"] != 0 and element["team"] != 0 and element["aboard"] < 0


@kernel
def teams_of(s, u):
    """Return how many teams on foot unit u has in play."""
    teams = 0
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if can_fight(s, e):
            teams += 1
    return teams


@kernel
def can_be_assaulted(s, t):
    """Return whether element t is a team on foot or a vehicle that stands still."""
    element = s["elements"][t]
    if element["alive"] == 0 or element["aboard"] >= 0:
        return False
    return element["team"] != 0 or element["moved"] == 0 or element["immobilised"] != 0


@kernel
def reaches(k, s, e, t):
    """Return whether team e can come into contact with t by a double move straight ahead."""
    inches = direct_fire.distance(s, e, t) - CONTACT
    left = movement.allowance(k, s, e, SHARE)
    if inches <= 0.0:
        return True
    if inches * WANDERING > left:
        return False
    element = s["elements"][e]
    dx = (s["elements"][t]["x"] - element["x"]) / (inches + CONTACT)
    dy = (s["elements"][t]["y"] - element["y"]) / (inches + CONTACT)
    movement_class = movement.class_of(k, s, e)
    steps = math.ceil(inches / movement.STEP)
    length = inches / steps
    cost = 0.0
    for step in range(1, steps + 1):
        x = element["x"] + dx * length * step
        y = element["y"] + dy * length * step
        factor = movement.factor_at(k, movement_class, int(y) * k["width"] + int(x), 0)
        if factor == 0.0:
            return False
        cost += length * factor
    return cost * WANDERING <= left


@kernel
def can_reach(k, s, u, v):
    """Return whether some team of unit u can come into contact with unit v by a double move."""
    if s["units"][v]["alive"] == 0 or s["units"][v]["hidden"] != 0:
        return False
    first = u * c.ELEMENTS_A_UNIT
    other = v * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if not can_fight(s, e):
            continue
        for t in range(other, other + s["units"][v]["count"]):
            if can_be_assaulted(s, t) and reaches(k, s, e, t):
                return True
    return False
