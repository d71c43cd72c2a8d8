"""A unit's movement, step by step, with the enemy's chances to fire after each step (RD-3, DS20.1)."""

from __future__ import annotations

import math

from sim._jit import kernel
from sim.battle import close_defence, close_in, interrupt, objectives
from sim.doctrine import seek
from sim.layout import codes as c
from sim.rules import movement, trace, transport
from sim.terrain import lookup

STAYED, ADVANCED, LOSES_TOUCH = 0, 1, 2
AHEAD = 1e-6  # inches: more than the rounding of positions


@kernel
def march(k, s, u, goal, route, share, travel, until, reach):
    """Move unit u towards a goal, or close it up (goal -1, DS23.4); stop where its confidence says so.

    A goal of `codes.GOALS` + v leads its teams to the enemy unit v, for a close assault (DS34.1).

    `share` of the base movement may be used (OW.R1, DS28.2); `until` is a codes.DESTINATIONS value:
    TO_RANGE stops within `reach` inches of the nearest known enemy, TO_SIGHT at the first in sight.
    """
    unit = s["units"][u]
    first = u * c.ELEMENTS_A_UNIT
    count = s["units"][u]["count"]
    for e in range(first, first + count):
        element = s["elements"][e]
        element["allowance"] = movement.allowance(k, s, e, share)
        element["next"] = -1
    confidence = unit["confidence"]
    waits = interrupt.who_waits(k, s, u)
    while True:
        if until == c.TO_RANGE and seek.nearest_range(k, s, u) <= reach:
            break
        if until == c.TO_SIGHT and seek.sees_an_enemy(k, s, u):
            break
        moving = False
        entered = False
        near = 0
        attacks = s["attacks"]
        for e in range(first, first + count):
            element = s["elements"][e]
            element["stepped"] = 0
            cell = element["cell"]
            x = element["x"]
            y = element["y"]
            if step(k, s, e, goal, route, travel):
                moving = True
                near |= int(k["near"][s["elements"][e]["cell"]])
                if s["elements"][e]["cell"] != cell:
                    entered = True
                if k["infantry"] != 0 and element["team"] != 0:
                    close_defence.answer_step(k, s, e, x, y)
                    if s["attacks"] != attacks:  # the others see what it did before they go on
                        for other in range(e + 1, first + count):
                            s["elements"][other]["stepped"] = 0
                        break
        if not moving:
            break
        s["clock"] += 1
        if near != 0:
            objectives.take(k, s, u)
        if entered:
            s["stale"] = u  # its view is rebuilt only if somebody asks for it
            if until == c.TO_SIGHT:
                lookup.refresh_view(k, s, u)
        if waits != 0 and unit["alive"] != 0:
            interrupt.after_step(k, s, u, waits)
        if s["attacks"] == attacks:
            continue
        # DS22.4: one that may no longer advance, or is routed, stops where it is
        if (
            unit["alive"] == 0
            or unit["panicked"] != 0
            or (unit["confidence"] != confidence and unit["confidence"] >= c.BR)
        ):
            break
        if unit["under_fire"] != 0:
            travel = 0  # DS25.1: travel mode is not for units that hold an Under Fire marker
        for e in range(first, first + count):  # DS30.2: damage halves what is left to it
            s["elements"][e]["allowance"] = movement.allowance(k, s, e, share)
            s["elements"][e]["next"] = -1
        waits = interrupt.who_waits(k, s, u)
    arrive(k, s, u)


@kernel
def arrive(k, s, u):
    """See what the unit sees from where its move has ended, and which markers it stands over."""
    lookup.refresh_view(k, s, u)
    s["stale"] = c.NOTHING
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        s["elements"][e]["next"] = c.NOTHING  # it has no cell but its own any more
    objectives.take(k, s, u)


@kernel
def step(k, s, e, goal, route, travel):
    """Advance element e by half an inch or less; return whether it moved.

    One that may not follow the field without losing touch moves up to the unit's guide instead, so
    that elements which the field would part stay together (DS23.4).
    """
    element = s["elements"][e]
    if element["alive"] == 0 or element["aboard"] >= 0 or element["used"] >= element["allowance"]:
        return False
    if goal >= c.GOALS and close_in.has_arrived(s, e, goal - c.GOALS):
        return False
    if element["next"] < 0:
        cell = cell_ahead(k, s, e, goal, route)
        if cell < 0:
            return False
        set_out(k, s, e, cell, travel)
    done = advance(k, s, e, travel)
    if done == STAYED and element["next"] < 0:  # it was in the middle of that cell: to the next
        cell = cell_ahead(k, s, e, goal, route)
        if cell < 0:
            return False
        set_out(k, s, e, cell, travel)
        done = advance(k, s, e, travel)
    if done == LOSES_TOUCH:
        element["next"] = -1
        cell = movement.following_cell(k, s, e) if goal >= 0 else -1
        if cell >= 0:
            set_out(k, s, e, cell, travel)
            done = advance(k, s, e, travel)
            if done == LOSES_TOUCH:
                element["next"] = -1
    return done == ADVANCED


@kernel
def cell_ahead(k, s, e, goal, route):
    """Return the next cell on element e's way, or -1: to a goal, to an enemy unit, or to its own."""
    if goal < 0:
        return movement.closing_cell(k, s, e)
    if goal < c.GOALS:
        return movement.next_cell(k, s, e, route, goal)
    return close_in.next_cell(k, s, e, goal - c.GOALS)


@kernel
def set_out(k, s, e, cell, travel):
    """Turn element e towards the middle of a neighbouring cell."""
    element = s["elements"][e]
    element["next"] = cell
    row = cell // k["width"]
    dx = cell - row * k["width"] + 0.5 - element["x"]
    dy = row + 0.5 - element["y"]
    whole = math.sqrt(dx * dx + dy * dy)
    element["way_left"] = whole
    if whole > 0.0:
        element["way_x"] = dx / whole
        element["way_y"] = dy / whole
    element["way_factor"] = movement.factor_at(k, movement.class_of(k, s, e), cell, travel)


@kernel
def advance(k, s, e, travel):
    """Move element e towards its next cell; return what came of it."""
    element = s["elements"][e]
    x = element["x"]
    y = element["y"]
    factor = element["way_factor"]
    whole = element["way_left"]
    inches = min(movement.STEP, whole)
    left = element["allowance"] - element["used"]
    if inches * factor > left:
        inches = left / factor
    if inches < movement.LEAST_STEP:
        if whole < movement.LEAST_STEP:
            element["next"] = -1
        return STAYED
    to_x = x + inches * element["way_x"]
    to_y = y + inches * element["way_y"]
    if not movement.keeps_integrity(k, s, e, to_x, to_y):
        return LOSES_TOUCH
    element["x"] = to_x
    element["y"] = to_y
    # Between two cells it is in the one ahead, whichever way it goes: neither side is seen sooner.
    element["cell"] = lookup.cell_at(
        k, to_x + AHEAD * element["way_x"], to_y + AHEAD * element["way_y"]
    )
    element["fx"] = element["way_x"]
    element["fy"] = element["way_y"]
    element["way_left"] = whole - inches
    element["used"] += inches * factor
    if factor <= 1.0:
        element["smooth"] += inches * factor
    element["moved"] = 1
    element["stepped"] = 1
    element["posture"] = c.IN_THE_OPEN
    if whole - inches < 1e-9:
        element["next"] = -1
    if k["transport"] != 0:
        transport.carry(k, s, e)
    s["row"]["moved"][k["units"][e // c.ELEMENTS_A_UNIT]["side"]] += inches
    if s["tracing"] != 0:
        place = trace.emit(s, c.E_MOVE, e, travel, element["cell"], 0, 0, 0)
        trace.measures(s, place, x, y, to_x, to_y, inches * factor, element["used"])
    return ADVANCED
