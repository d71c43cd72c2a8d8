"""Regrouping of depleted units (DS24.2, RD-11).

Order of dice: if the partner's number stays, repairs of the unit that joins it, then the partner's.
"""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import confidence, movement, opportunity, overwatch, trace
from sim.terrain import lookup

LIMIT = figures.INTEGRITY**2


@kernel
def depleted(s, u):
    """Return whether at most half of unit u's starting strength is in play (DS24.2)."""
    unit = s["units"][u]
    return unit["alive"] > 0 and 2 * unit["alive"] <= unit["start"]


@kernel
def gap(k, s, u, v):
    """Return the least squared gap between units u and v, as it counts for integrity."""
    least = movement.ALONE
    first = u * c.ELEMENTS_A_UNIT
    other_first = v * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if s["elements"][e]["alive"] == 0:
            continue
        for other in range(other_first, other_first + s["units"][v]["count"]):
            if s["elements"][other]["alive"] == 0:
                continue
            dx = s["elements"][other]["x"] - s["elements"][e]["x"]
            dy = s["elements"][other]["y"] - s["elements"][e]["y"]
            least = min(least, movement.gap_between(k, s, e, other, dx * dx + dy * dy))
    return least


@kernel
def kept_of(s, u, v):
    """Return whose number stays: the larger part's, of equal ones the partner v's."""
    return u if s["units"][u]["alive"] > s["units"][v]["alive"] else v


@kernel
def partner(k, s, u):
    """Return the unit that a depleted unit u can join (DS24.2), or -1.

    The nearest of its side within integrity that has still to be activated and whose records have
    room for both. The command unit keeps to itself: its number is what command depends on.
    """
    best = -1
    if not depleted(s, u) or k["units"][u]["command"] != 0:
        return best
    side = k["units"][u]["side"]
    least = LIMIT
    first = side * c.UNITS_A_SIDE
    for v in range(first, first + k["unit_count"][side]):
        unit = s["units"][v]
        if v == u or unit["alive"] == 0 or unit["activated"] != 0 or unit["panicked"] != 0:
            continue
        if k["units"][v]["command"] != 0:
            continue
        kept = kept_of(s, u, v)
        joining = u + v - kept
        if s["units"][kept]["count"] + s["units"][joining]["alive"] > c.ELEMENTS_A_UNIT:
            continue
        square = gap(k, s, u, v)
        if square < least or (best < 0 and square == least):
            least = square
            best = v
    return best


@kernel
def regroup(k, s, u):
    """Join unit u to another that is not activated, within integrity of it (DS24.2, RD-11)."""
    v = partner(k, s, u)
    if v < 0:
        return
    kept = kept_of(s, u, v)
    joining = u + v - kept
    overwatch.remove_counter(k, s, v, c.OFF_REGROUPED)
    if s["units"][v]["hidden"] != 0:  # DS20.5: this is its activation
        s["units"][v]["hidden"] = 0
        if s["tracing"] != 0:
            trace.emit(s, c.E_REVEALED, v, 0, 0, 0, 0, 0)
    if kept == v:  # else the end of u's activation sees to all of them
        confidence.repair(k, s, u)
        confidence.repair(k, s, v)
    for w in (u, v):
        confidence.clear_under_fire(s, w)
        s["units"][w]["attackers"] = 0
        s["units"][w]["evading"] = 0
    opportunity.set_marker(s, v, 1)
    blend(s, kept, joining)
    move_in(s, kept, joining)
    lookup.refresh_view(k, s, kept)
    s["clock"] += 1


@kernel
def blend(s, kept, joining):
    """Give the unit that stays what the two have together (DS24.2)."""
    unit = s["units"][kept]
    other = s["units"][joining]
    # codes rise as confidence falls: half a level is rounded towards worse
    unit["confidence"] = (unit["confidence"] + other["confidence"] + 1) // 2
    if other["leadership"] < unit["leadership"]:
        unit["leadership"] = other["leadership"]
        unit["leader"] = place_after(s, kept, joining, other["leader"])
    unit["attacked"] = max(unit["attacked"], other["attacked"])
    unit["casualties"] = 0
    unit["start"] = unit["alive"] + other["alive"]


@kernel
def place_after(s, kept, joining, e):
    """Return the place in the unit that stays of element e of the unit that joins it."""
    place = kept * c.ELEMENTS_A_UNIT + s["units"][kept]["count"]
    for earlier in range(joining * c.ELEMENTS_A_UNIT, e):
        if s["elements"][earlier]["alive"] != 0:
            place += 1
    return place


@kernel
def move_in(s, kept, joining):
    """Move the elements in play of one unit to the free places of another, carriers' teams too."""
    unit = s["units"][kept]
    other = s["units"][joining]
    first = joining * c.ELEMENTS_A_UNIT
    end = first + other["count"]
    for e in range(first, end):
        carrier = s["elements"][e]["aboard"]
        if s["elements"][e]["alive"] != 0 and carrier >= 0:
            s["elements"][e]["aboard"] = place_after(s, kept, joining, carrier)
    new = kept * c.ELEMENTS_A_UNIT + unit["count"]
    for e in range(first, end):
        if s["elements"][e]["alive"] == 0:
            continue
        s["elements"][new] = s["elements"][e]
        s["elements"][new]["next"] = c.NOTHING
        s["elements"][e]["gone"] = 1
        s["elements"][e]["alive"] = 0
        s["elements"][e]["aboard"] = c.NOTHING
        if s["tracing"] != 0:
            event = trace.emit(s, c.E_REGROUP, kept, joining, e, new, unit["leader"], 0)
            trace.more(
                s, event, unit["leadership"], unit["quality"], unit["confidence"], unit["start"]
            )
        new += 1
    unit["count"] = new - kept * c.ELEMENTS_A_UNIT
    unit["alive"] = unit["start"]
    other["alive"] = 0
