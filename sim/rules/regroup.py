"""Regrouping of depleted units (DS24.2)."""

from __future__ import annotations

from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import movement, opportunity, overwatch, trace
from sim.terrain import lookup

LIMIT = 9.0  # squared inches of `movement.gap_between`


@kernel
def partner(k, s, u):
    """Return the friend that depleted unit u can regroup with, or -1 (DS24.2).

    It is not activated, of the same sort of elements, within integrity, and the larger of the two has
    places for the other's elements.
    """
    unit = s["units"][u]
    if 2 * unit["alive"] > unit["start"] or unit["alive"] == 0:
        return -1
    first = k["units"][u]["side"] * c.UNITS_A_SIDE
    for v in range(first, first + k["unit_count"][k["units"][u]["side"]]):
        other = s["units"][v]
        if v == u or other["alive"] == 0 or other["activated"] != 0 or other["panicked"] != 0:
            continue
        into = v if other["alive"] >= unit["alive"] else u
        joining = min(other["alive"], unit["alive"])
        if s["units"][into]["count"] + joining <= c.ELEMENTS_A_UNIT and in_touch(k, s, u, v):
            return v
    return -1


@kernel
def in_touch(k, s, u, v):
    """Return whether elements of the same sort of two units stand within integrity of each other."""
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        if s["elements"][e]["alive"] == 0 or s["elements"][e]["aboard"] >= 0:
            continue
        for t in range(v * c.ELEMENTS_A_UNIT, v * c.ELEMENTS_A_UNIT + s["units"][v]["count"]):
            if s["elements"][t]["alive"] == 0 or s["elements"][t]["aboard"] >= 0:
                continue
            if s["elements"][t]["team"] != s["elements"][e]["team"]:
                continue
            dx = s["elements"][t]["x"] - s["elements"][e]["x"]
            dy = s["elements"][t]["y"] - s["elements"][e]["y"]
            if movement.gap_between(k, s, e, t, dx * dx + dy * dy) <= LIMIT:
                return True
    return False


@kernel
def average(a, b):
    """Return the average of two confidence levels, rounded towards worse."""
    return (a + b + 1) // 2


@kernel
def regroup(k, s, u):
    """Join unit u and its partner into one (DS24.2, RD-11): both spend their activation.

    The larger part gives its quality, the better leader leads. The new unit counts its casualties
    from the strength that it has now.
    """
    v = partner(k, s, u)
    if v < 0:
        return
    into = v if s["units"][v]["alive"] >= s["units"][u]["alive"] else u
    gone = u if into == v else v
    keep = s["units"][into]
    lost = s["units"][gone]
    overwatch.remove_counter(k, s, u, c.OFF_REGROUPED)
    overwatch.remove_counter(k, s, v, c.OFF_REGROUPED)
    leader = keep["leader"]
    better = lost["leadership"] < keep["leadership"]
    place = into * c.ELEMENTS_A_UNIT + keep["count"]
    first = gone * c.ELEMENTS_A_UNIT
    for e in range(first, first + lost["count"]):
        if s["elements"][e]["alive"] == 0:
            continue
        if better and e == lost["leader"]:
            leader = place
        move_place(s, e, place)
        place += 1
    for e in range(into * c.ELEMENTS_A_UNIT + keep["count"], place):
        carrier = s["elements"][e]["aboard"]
        if carrier >= 0:
            s["elements"][e]["aboard"] = moved_to(s, carrier)
    keep["count"] = place - into * c.ELEMENTS_A_UNIT
    keep["leader"] = leader
    keep["leadership"] = min(keep["leadership"], lost["leadership"])
    keep["confidence"] = average(keep["confidence"], lost["confidence"])
    keep["under_fire"] = max(keep["under_fire"], lost["under_fire"])
    keep["attacked"] = max(keep["attacked"], lost["attacked"])
    keep["attackers"] |= lost["attackers"]
    keep["alive"] += lost["alive"]
    keep["start"] = keep["alive"]
    keep["casualties"] = 0
    lost["alive"] = 0
    lost["under_fire"] = 0
    if s["tracing"] != 0:
        at = trace.emit(
            s, c.E_REGROUP, into, gone, 0, keep["confidence"], keep["leadership"], leader
        )
        trace.more(s, at, keep["quality"], keep["alive"], 0, 0)
    opportunity.set_marker(s, into, 1)
    s["clock"] += 1
    lookup.refresh_view(k, s, into)


@kernel
def moved_to(s, e):
    """Return the place that an element which joined another unit has there (`next` holds it)."""
    return s["elements"][e]["next"] if s["elements"][e]["gone"] != 0 else e


@kernel
def move_place(s, e, place):
    """Give element e a new place in the records; its old one is empty and nothing is lost there."""
    old = s["elements"][e]
    new = s["elements"][place]
    new["type"] = old["type"]
    new["team"] = old["team"]
    new["aboard"] = old["aboard"]
    new["sensors"] = old["sensors"]
    new["smoke"] = old["smoke"]
    new["gone"] = 0
    new["alive"] = 1
    new["x"] = old["x"]
    new["y"] = old["y"]
    new["cell"] = old["cell"]
    new["fx"] = old["fx"]
    new["fy"] = old["fy"]
    new["damaged"] = old["damaged"]
    new["immobilised"] = old["immobilised"]
    new["systems_down"] = old["systems_down"]
    new["down_since"] = old["down_since"]
    new["counted"] = old["counted"]
    new["posture"] = old["posture"]
    new["used"] = old["used"]
    new["smooth"] = old["smooth"]
    new["moved"] = old["moved"]
    new["watching"] = 0
    new["shots"] = old["shots"]
    new["next"] = c.NOTHING
    new["way_x"] = 0.0
    new["way_y"] = 0.0
    new["way_left"] = 0.0
    new["way_factor"] = 1.0
    new["allowance"] = 0.0
    new["stepped"] = 0
    new["lost_to"] = c.NOTHING
    old["alive"] = 0
    old["gone"] = 1
    old["next"] = place
    if s["tracing"] != 0:
        trace.emit(s, c.E_REGROUP, place, e, 1, 0, 0, 0)
