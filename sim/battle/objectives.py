"""Objective markers: taken by moving over them, held until the enemy takes them (DS17.1)."""

from __future__ import annotations

from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import trace

OVER = 1.0  # inches: an element whose centre is this near stands over the marker
HAIR = 1e-9  # square inches: steps that end exactly there add up to it but for their rounding


@kernel
def take(k, s, u):
    """Let unit u take each marker that an element which has moved stands over."""
    side = k["units"][u]["side"]
    first = u * c.ELEMENTS_A_UNIT
    for place in range(k["objective_count"]):
        if s["holder"][place] == side:
            continue
        objective = k["objectives"][place]
        for e in range(first, first + s["units"][u]["count"]):
            element = s["elements"][e]
            if element["alive"] == 0 or element["moved"] == 0:
                continue
            dx = element["x"] - objective["x"]
            dy = element["y"] - objective["y"]
            if dx * dx + dy * dy <= OVER * OVER + HAIR:
                s["holder"][place] = side
                if s["tracing"] != 0:
                    trace.emit(s, c.E_OBJECTIVE, place, side, e, 0, 0, 0)
                break


@kernel
def value_held(k, s, side):
    """Return the total value of the markers that a side holds."""
    total = 0
    for place in range(k["objective_count"]):
        if s["holder"][place] == side:
            total += k["objectives"][place]["value"]
    return total


@kernel
def markers_held(k, s, side):
    """Return how many markers a side holds."""
    total = 0
    for place in range(k["objective_count"]):
        if s["holder"][place] == side:
            total += 1
    return total
