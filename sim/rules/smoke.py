"""Smoke: dischargers and shells (DS18.4, DS4.2). What it hides is in `sim.terrain.clouds`.

A discharger's cloud lies until its unit's next activation begins, a shell's until the end of the next
turn; a discharger's goes then at the latest. Where the table holds no more clouds, the oldest goes.
"""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import trace
from sim.terrain import lookup

DISCHARGER_RADIUS = figures.SMOKE_RADIUS["discharger"]
SHELL_RADIUS = figures.SMOKE_RADIUS["shell"]


@kernel
def is_loaded(s, e, mode):
    """Return whether element e can fire its smoke dischargers: loaded, in play, systems up."""
    element = s["elements"][e]
    if mode == c.BY_OVERWATCH and element["watching"] == 0:  # OW.R7
        return False
    return element["alive"] != 0 and element["smoke"] != 0 and element["systems_down"] == 0


@kernel
def loaded(s, u, mode):
    """Return how many elements of unit u can fire their smoke dischargers."""
    total = 0
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        if is_loaded(s, e, mode):
            total += 1
    return total


@kernel
def discharge(k, s, u, mode):
    """Fire the smoke dischargers of unit u's vehicles: their combat action (DS18.4, RD-27)."""
    laid = False
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        element = s["elements"][e]
        if not is_loaded(s, e, mode):
            continue
        element["smoke"] = 0
        lay(s, element["x"], element["y"], DISCHARGER_RADIUS, u, e)
        laid = True
    if laid:
        changed(k, s)


@kernel
def lay(s, x, y, radius, u, e):
    """Lay one cloud: of unit u's element e, or of a shell (-1, -1). Then call `changed`."""
    if s["smoke_count"] == c.SMOKES:
        take_away(s, 0)
    smoke = s["smokes"][s["smoke_count"]]
    s["smoke_count"] += 1
    smoke["x"] = x
    smoke["y"] = y
    smoke["radius"] = radius
    smoke["until"] = s["turn"] + 1
    smoke["unit"] = u
    if s["tracing"] != 0:
        place = trace.emit(s, c.E_SMOKE, 1, u, e, smoke["until"], 0, 0)
        trace.measures(s, place, x, y, radius, 0.0, 0.0, 0.0)


@kernel
def take_away(s, cloud):
    """Take one cloud away; those after it move up. Then call `changed`."""
    if s["tracing"] != 0:
        gone = s["smokes"][cloud]
        place = trace.emit(s, c.E_SMOKE, 0, gone["unit"], c.NOTHING, gone["until"], 0, 0)
        trace.measures(s, place, gone["x"], gone["y"], gone["radius"], 0.0, 0.0, 0.0)
    s["smoke_count"] -= 1
    for place in range(cloud, s["smoke_count"]):
        smoke = s["smokes"][place]
        after = s["smokes"][place + 1]
        smoke["x"] = after["x"]
        smoke["y"] = after["y"]
        smoke["radius"] = after["radius"]
        smoke["until"] = after["until"]
        smoke["unit"] = after["unit"]


@kernel
def changed(k, s):
    """Let every unit look again, since smoke has come or gone."""
    for side in range(2):
        first = side * c.UNITS_A_SIDE
        for u in range(first, first + k["unit_count"][side]):
            if s["units"][u]["alive"] != 0:
                lookup.refresh_view(k, s, u)
    s["clock"] += 1


@kernel
def clear_of(k, s, u):
    """Take away the discharger smoke of unit u, as its next activation begins."""
    before = s["smoke_count"]
    for cloud in range(before - 1, -1, -1):
        if s["smokes"][cloud]["unit"] == u:
            take_away(s, cloud)
    if s["smoke_count"] != before:
        changed(k, s)


@kernel
def clear_old(k, s):
    """Take away the smoke whose time is over, at the end of a turn."""
    before = s["smoke_count"]
    for cloud in range(before - 1, -1, -1):
        if s["smokes"][cloud]["until"] <= s["turn"]:
            take_away(s, cloud)
    if s["smoke_count"] != before:
        changed(k, s)
