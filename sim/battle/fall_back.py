"""Falling back from a close assault (DS34.1)."""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.battle import march
from sim.layout import codes as c
from sim.rules import confidence, direct_fire, trace

LEAST = figures.ASSAULT_WITHDRAWAL


@kernel
def fall_back(k, s, u):
    """Withdraw unit u towards its baseline and put an Under Fire marker on it.

    Two inches' worth of factors or half its movement, whichever is more. Nobody may interrupt, and
    charges answer who comes in, not who leaves (DS35.4).
    """
    if s["units"][u]["alive"] == 0:
        return
    if s["tracing"] != 0:
        trace.emit(s, c.E_WITHDRAW, u, 0, 0, 0, 0, 0)
    s["clock"] += 1
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        element = s["elements"][e]
        element["next"] = c.NOTHING
        element["allowance"] = element["used"]
        if element["immobilised"] == 0:
            element["allowance"] += max(LEAST, 0.5 * direct_fire.base_movement(k, s, e))
    goal = c.GOAL_BASELINE + k["units"][u]["side"]
    moving = True
    while moving:
        moving = False
        for e in range(first, first + s["units"][u]["count"]):
            s["elements"][e]["stepped"] = 0
            if march.step(k, s, e, goal, c.DIRECT_ROUTE, 0):
                moving = True
    march.arrive(k, s, u)
    confidence.set_under_fire(k, s, u, confidence.CAUSE_ATTACK)
    s["units"][u]["fell_back"] = s["serial"]
    s["clock"] += 1
