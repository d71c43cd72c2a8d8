"""The overwatch counter and its watched area (rules/overwatch: OW.A, OW.R, RD-1 to RD-3, RD-9)."""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import geometry, trace
from sim.terrain import lookup

LINE_OF_SIGHT_SQUARED = figures.LINE_OF_SIGHT**2


@kernel
def may_declare(k, s, u):
    """Return whether unit u may go on overwatch in its activation.

    OW.R2 with RD-1 (not under suppression; switch `suppressed_may_watch`), RD-9 (not routed, not
    panicked, not evading), switch `overwatch`.
    """
    unit = s["units"][u]
    rules = k["rules"]
    if rules["overwatch"] == 0 or unit["alive"] == 0:
        return False
    if unit["under_fire"] != 0 and rules["suppressed_may_watch"] == 0:
        return False
    return unit["panicked"] == 0 and unit["confidence"] != c.RO and unit["evading"] == 0


@kernel
def place_counter(k, s, u, bearing_x, bearing_y):
    """Lay the counter beside unit u, facing the unit vector (OW.A1, OW.A2, RD-2).

    Elements with their systems down do not take part (OW.R7). The switch `watched_area` may make the
    area a named zone of the table instead of an arc.
    """
    unit = s["units"][u]
    s["clock"] += 1
    unit["overwatch"] = 1
    unit["watch_x"] = bearing_x
    unit["watch_y"] = bearing_y
    unit["watch_zone"] = k["rules"]["area_zone"] if k["rules"]["area"] == c.AREA_ZONE else c.NOTHING
    unit["watch_shots"] = 0
    unit["watch_turn"] = s["turn"]
    greatest = 0.0
    watching = 0
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        element = s["elements"][e]
        element["watching"] = 0
        if element["alive"] == 0:
            continue
        if element["used"] > greatest:
            greatest = element["used"]
        element["fx"] = bearing_x
        element["fy"] = bearing_y
        if element["posture"] == c.TURRET_DOWN:
            element["posture"] = c.HULL_DOWN
            if s["tracing"] != 0:
                trace.emit(s, c.E_POSTURE, e, c.HULL_DOWN, 0, 0, 0, 0)
        if element["systems_down"] == 0:
            element["watching"] = 1
            watching += 1
    s["row"]["declared"][k["units"][u]["side"]] += 1
    if s["tracing"] != 0:
        place = trace.emit(s, c.E_OVERWATCH_ON, u, unit["watch_zone"], watching, 0, 0, 0)
        cosine = k["rules"]["area_cosine"]
        trace.measures(s, place, bearing_x, bearing_y, cosine, greatest, 0.0, 0.0)


@kernel
def remove_counter(k, s, u, cause):
    """Take unit u's counter off, if it has one (OW.A3, OW.R3, OW.R5, OW.F3, RD-9, RD-11)."""
    unit = s["units"][u]
    if unit["overwatch"] == 0:
        return
    unit["overwatch"] = 0
    s["row"]["off"][k["units"][u]["side"], cause] += 1
    if s["tracing"] != 0:
        trace.emit(s, c.E_OVERWATCH_OFF, u, cause, 0, 0, 0, 0)


@kernel
def in_area(k, s, e, x, y, cell):
    """Return whether the point lies in element e's part of the watched area (RD-2), sight aside."""
    rules = k["rules"]
    element = s["elements"][e]
    unit = s["units"][e // c.ELEMENTS_A_UNIT]
    dx = x - element["x"]
    dy = y - element["y"]
    square = dx * dx + dy * dy
    reach = k["longest_reach"][s["elements"][e]["type"]]
    if square > LINE_OF_SIGHT_SQUARED or square > reach * reach:
        return False
    nearest = rules["area_nearest"]
    farthest = rules["area_farthest"]
    if square < nearest * nearest or square > farthest * farthest:
        return False
    if unit["watch_zone"] >= 0:
        return (int(k["zones"][cell]) >> unit["watch_zone"]) & 1 == 1
    along = dx * unit["watch_x"] + dy * unit["watch_y"]
    return geometry.within_angle(along, square, rules["area_cosine"])


@kernel
def covers(k, s, w, x, y, cell):
    """Return whether unit w's counter covers the point by area and sight of a watching element."""
    if s["units"][w]["overwatch"] == 0:
        return False
    if not lookup.view_holds(s, w, cell):
        return False
    first = w * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][w]["count"]):
        element = s["elements"][e]
        if element["alive"] != 0 and element["watching"] != 0 and element["systems_down"] == 0:
            s["sights"] += 1
            if lookup.sees(k, s, element["cell"], cell) and in_area(k, s, e, x, y, cell):
                return True
    return False
