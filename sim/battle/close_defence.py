"""Close-defence charges of vehicles against infantry that comes near them (DS35.4)."""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.battle import attack
from sim.layout import codes as c
from sim.rules import infantry, trace

CHITS = figures.APFC_CHITS
RADIUS_SQUARED = figures.APFC_RADIUS**2
VALID_AT = tuple(  # by codes.POSITIONS
    c.VALIDITIES.index(figures.FIREFIGHT_VALIDITY[place]) for place in c.POSITIONS
)


@kernel
def comes_near(s, e, v, x, y):
    """Return whether element e, which was at (x, y), has come within an inch of the vehicle v."""
    vehicle = s["elements"][v]
    dx = vehicle["x"] - s["elements"][e]["x"]
    dy = vehicle["y"] - s["elements"][e]["y"]
    if dx * dx + dy * dy > RADIUS_SQUARED:
        return False
    dx = vehicle["x"] - x
    dy = vehicle["y"] - y
    return dx * dx + dy * dy > RADIUS_SQUARED


@kernel
def answer_step(k, s, e, x, y):
    """Let charges go off at team e, which has just moved from (x, y): each vehicle's draws 2 chits.

    A vehicle's go off when the team comes within the inch, not again while it stays there. It is fire
    at infantry, an attack of its own, with all that follows from it.
    """
    side = k["units"][e // c.ELEMENTS_A_UNIT]["side"]
    begin = (1 - side) * c.UNITS_A_SIDE
    for u in range(begin, begin + k["unit_count"][1 - side]):
        if s["units"][u]["alive"] == 0:
            continue
        first = u * c.ELEMENTS_A_UNIT
        for v in range(first, first + s["units"][u]["count"]):
            vehicle = s["elements"][v]
            if vehicle["alive"] == 0 or k["types"][vehicle["type"]]["apfc"] == 0:
                continue
            if comes_near(s, e, v, x, y):
                go_off(k, s, v, e)
                if s["elements"][e]["alive"] == 0:
                    return


@kernel
def go_off(k, s, v, e):
    """Draw the chits of vehicle v's charges at team e, and resolve what follows."""
    s["attacks"] += 1
    s["clock"] += 1
    attack.clear_marks(s)
    if s["tracing"] != 0:
        trace.emit(
            s, c.E_FIRE, v // c.ELEMENTS_A_UNIT, c.BY_ASSAULT, 1, e // c.ELEMENTS_A_UNIT, 0, 0
        )
    attack.reveal(s, v // c.ELEMENTS_A_UNIT, 1)
    infantry.mark(s, e)
    index = s["elements"][v]["shots"] * 64
    s["elements"][v]["shots"] += 1
    total = k["types"][s["elements"][e]["type"]]["kill_total"]
    validity = VALID_AT[infantry.position(k, s, v, e)]
    infantry.strike(k, s, v, e, validity, CHITS, -total, c.BY_ASSAULT, c.P_APFC_CHIT, v, index)
    attack.settle(k, s)
