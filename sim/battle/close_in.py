"""The way to the enemy in a close assault: who can be reached, and which cell is next (DS34.1)."""

from __future__ import annotations

import math

from sim import figures
from sim._jit import kernel
from sim.doctrine import evaluate, seek
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
def nearest_foe(s, e, v):
    """Return (element, inches) of unit v's nearest element to e that is not aboard, or (-1, 0.0)."""
    best = -1
    least = 0.0
    first = v * c.ELEMENTS_A_UNIT
    for t in range(first, first + s["units"][v]["count"]):
        if s["elements"][t]["alive"] == 0 or s["elements"][t]["aboard"] >= 0:
            continue
        inches = direct_fire.distance(s, e, t)
        if best < 0 or inches < least:
            best = t
            least = inches
    return best, least


@kernel
def has_arrived(s, e, v):
    """Return whether e needs to go no farther: in contact with unit v, or no team that closes in."""
    if not can_fight(s, e):
        return True
    foe, inches = nearest_foe(s, e, v)
    return foe < 0 or inches <= CONTACT


@kernel
def is_in_contact(s, u, v):
    """Return whether a team of unit u has come within two inches of unit v."""
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if can_fight(s, e):
            foe, inches = nearest_foe(s, e, v)
            if foe >= 0 and inches <= CONTACT:
                return True
    return False


@kernel
def next_cell(k, s, e, v):
    """Return the neighbouring cell on e's way to unit v, or -1.

    By the movement field to the enemy's block of the table, then straight from cell to cell.
    """
    foe = nearest_foe(s, e, v)[0]
    if foe < 0:
        return -1
    goal = seek.block_of(k, s["elements"][foe]["cell"])
    if seek.block_of(k, s["elements"][e]["cell"]) != goal:
        cell = movement.next_cell(k, s, e, c.DIRECT_ROUTE, goal)
        if cell >= 0:
            return cell
    width = k["width"]
    here = s["elements"][e]["cell"]
    movement_class = movement.class_of(k, s, e)
    best = -1
    least = direct_fire.distance_squared(s, e, foe)
    for place in range(9):
        dx = place % 3 - 1
        dy = place // 3 - 1
        if not movement.may_enter(k, movement_class, here, dx, dy):
            continue
        cell = here + dy * width + dx
        across = s["elements"][foe]["x"] - (cell % width) - 0.5
        along = s["elements"][foe]["y"] - (cell // width) - 0.5
        square = across * across + along * along
        if square < least and not movement.own_element_in(k, s, e, cell):
            least = square
            best = cell
    return best


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


@kernel
def choose_target(k, s, u):
    """Return the enemy unit to assault, or -1: by the doctrine's score, or else DS19.2."""
    other = 1 - k["units"][u]["side"]
    best = -1
    most = 0.0
    for v in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if not can_reach(k, s, u, v):
            continue
        score = evaluate.target_score(k, s, u, v)
        if best < 0 or score > most:
            best = v
            most = score
    return best
