"""The way to the enemy in a close assault: who can be reached, and which cell is next (DS34.1)."""

from __future__ import annotations

from sim._jit import kernel
from sim.doctrine import evaluate, seek
from sim.layout import codes as c
from sim.rules import close_assault, direct_fire, movement


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
    if not close_assault.can_fight(s, e):
        return True
    foe, inches = nearest_foe(s, e, v)
    return foe < 0 or inches <= close_assault.CONTACT


@kernel
def is_in_contact(s, u, v):
    """Return whether a team of unit u has come within two inches of unit v."""
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if close_assault.can_fight(s, e):
            foe, inches = nearest_foe(s, e, v)
            if foe >= 0 and inches <= close_assault.CONTACT:
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
def choose_target(k, s, u):
    """Return the enemy unit to assault, or -1: by the doctrine's score, or else DS19.2."""
    other = 1 - k["units"][u]["side"]
    best = -1
    most = 0.0
    for v in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if not close_assault.can_reach(k, s, u, v):
            continue
        score = evaluate.target_score(k, s, u, v)
        if best < 0 or score > most:
            best = v
            most = score
    return best
