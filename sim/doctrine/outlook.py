"""What a unit can do to the enemy, he to it, and the ground he watches: the costly features."""

from __future__ import annotations

import math

from sim._jit import hot, kernel
from sim.doctrine import seek
from sim.doctrine.table import FAR
from sim.layout import codes as c
from sim.rules import direct_fire, movement, overwatch, transport, volley
from sim.terrain import lookup

LOOK_AHEAD = 8  # cells of a route


@hot
def is_known(s, v):
    """Return whether unit v is in play and not hidden (DS20.5)."""
    return s["units"][v]["alive"] > 0 and s["units"][v]["hidden"] == 0


@hot
def firing_mode(s, u, v):
    """Return how u would fire: its own activation where no enemy unit is in question yet."""
    return c.BY_ACTIVATION if v < 0 else direct_fire.mode_of(s, u)


@kernel
def sees_element(k, s, u, t):
    """Return whether some element of unit u sees element t in play, within 60 inches (DS4.2)."""
    if s["elements"][t]["alive"] == 0 or not lookup.view_holds(s, u, s["elements"][t]["cell"]):
        return False
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        if s["elements"][e]["alive"] != 0 and direct_fire.sees(k, s, e, t):
            return True
    return False


@kernel
def sees_unit(k, s, u, v):
    """Return whether some element of unit u sees an element of unit v."""
    for t in range(v * c.ELEMENTS_A_UNIT, v * c.ELEMENTS_A_UNIT + s["units"][v]["count"]):
        if sees_element(k, s, u, t):
            return True
    return False


@kernel
def visible_elements(k, s, u, v):
    """Return how many elements of unit v some element of u sees."""
    seen = 0
    for t in range(v * c.ELEMENTS_A_UNIT, v * c.ELEMENTS_A_UNIT + s["units"][v]["count"]):
        if sees_element(k, s, u, t):
            seen += 1
    return seen


@kernel
def enemies_in_sight(k, s, u):
    """Return how many known enemy units have an element that u sees."""
    other = 1 - u // c.UNITS_A_SIDE
    seen = 0
    for v in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if is_known(s, v) and sees_unit(k, s, u, v):
            seen += 1
    return seen


@kernel
def gap_squared(k, s, u, v):
    """Return the squared inches between the nearest elements of two units (FAR squared: none)."""
    least = FAR * FAR
    elements = s["elements"]
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        if elements[e]["alive"] == 0:
            continue
        x = elements[e]["x"]
        y = elements[e]["y"]
        for t in range(v * c.ELEMENTS_A_UNIT, v * c.ELEMENTS_A_UNIT + s["units"][v]["count"]):
            if elements[t]["alive"] != 0:
                dx = elements[t]["x"] - x
                dy = elements[t]["y"] - y
                square = dx * dx + dy * dy
                if square < least:
                    least = square
    return least


@kernel
def leader_gap_squared(k, s, u, v):
    """Return the squared inches from u's leader to the nearest element of unit v."""
    least = FAR * FAR
    leader = s["elements"][s["units"][u]["leader"]]
    x = leader["x"]
    y = leader["y"]
    for t in range(v * c.ELEMENTS_A_UNIT, v * c.ELEMENTS_A_UNIT + s["units"][v]["count"]):
        if s["elements"][t]["alive"] != 0:
            dx = s["elements"][t]["x"] - x
            dy = s["elements"][t]["y"] - y
            least = min(least, dx * dx + dy * dy)
    return least


@kernel
def nearest_range(k, s, u):
    """Return the inches from u's leader to the nearest known enemy element, FAR if none."""
    other = 1 - u // c.UNITS_A_SIDE
    least = FAR * FAR
    for v in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if is_known(s, v):
            least = min(least, leader_gap_squared(k, s, u, v))
    return math.sqrt(least)


@kernel
def best_shot_now(k, s, u, v):
    """Return the greatest expected share of an element that one shot of u destroys, 0..1.

    Destroyed counts 1, damaged or immobilised 1/2.
    """
    mode = firing_mode(s, u, v)
    other = 1 - u // c.UNITS_A_SIDE
    best = 0.0
    for w in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if is_known(s, w):
            volley.volley_worth(k, s, u, w, mode)
            best = max(best, s["share_of"][w])
    return best


@kernel
def ev_now(k, s, u, v):
    """Return the expected points of the best volley that u could fire now at one enemy unit."""
    mode = firing_mode(s, u, v)
    other = 1 - u // c.UNITS_A_SIDE
    best = 0.0
    for w in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if is_known(s, w):
            best = max(best, volley.volley_worth(k, s, u, w, mode))
    return best


@kernel
def threat_now(k, s, u):
    """Return the expected points of one volley at u from each visible enemy not yet activated.

    Sight is the same both ways: whom u does not see has no volley at it.
    """
    other = 1 - u // c.UNITS_A_SIDE
    total = 0.0
    for w in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if s["units"][w]["activated"] == 0 and is_known(s, w):
            total += volley.volley_value(k, s, w, u)
    return total


@kernel
def estimated_volley(k, s, u, v, inches):
    """Return the points a volley of u at v is worth by types and range alone, front and open.

    The target is v's leader's type; v cannot lose more points than it has in play.
    """
    kind = s["elements"][s["units"][v]["leader"]]["type"]
    total = 0.0
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        element = s["elements"][e]
        if element["alive"] != 0 and element["systems_down"] == 0:
            own = s["elements"][e]["type"]
            band = direct_fire.range_band_of(k, own, inches)
            if element["damaged"] != 0:
                band = min(band + 1, c.OUT)
            total += k["shot_value"][own, kind, band]
    return min(total, direct_fire.points_of(k, s, v))


@kernel
def base_movement(k, s, u):
    """Return the least base movement of u's mobile elements, 0.0 if none can move (DS25.1)."""
    least = 0.0
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        if s["elements"][e]["alive"] != 0:
            base = direct_fire.base_movement(k, s, e)
            if base > 0.0 and (least == 0.0 or base < least):
                least = base
    return least


@kernel
def ev_best_to_come(k, s, u):
    """Return the greatest volley estimated against a known enemy unit that has still to move.

    Each is taken half its base movement nearer than it is to u's leader; the unit that is moving
    now is not still to come.
    """
    other = 1 - u // c.UNITS_A_SIDE
    best = 0.0
    for v in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if s["units"][v]["activated"] == 0 and v != s["mover"] and is_known(s, v):
            inches = math.sqrt(leader_gap_squared(k, s, u, v)) - 0.5 * base_movement(k, s, v)
            best = max(best, estimated_volley(k, s, u, v, max(inches, 0.0)))
    return best


@kernel
def watched_here(k, s, u):
    """Return how many enemy counters cover an element of u (RD-2, RD-3)."""
    other = 1 - u // c.UNITS_A_SIDE
    total = 0
    for w in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if s["units"][w]["overwatch"] == 0:
            continue
        for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
            element = s["elements"][e]
            if element["alive"] != 0 and overwatch.covers(
                k, s, w, element["x"], element["y"], element["cell"]
            ):
                total += 1
                break
    return total


@kernel
def watched_route(k, s, u, route):
    """Return how many enemy counters cover one of the next 8 cells to the marker u goes for.

    `route` is direct or covered (codes.ROUTES); a counter counts once however much it covers.
    """
    side = u // c.UNITS_A_SIDE
    other = 1 - side
    watchers = 0
    for w in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        watchers |= (s["units"][w]["overwatch"] & 1) << (w - other * c.UNITS_A_SIDE)
    goal = seek.wanted_objective(k, s, u) if watchers != 0 else -1
    if goal < 0:
        return 0
    leader = transport.head_of(k, s, u)
    movement_class = movement.class_of(k, s, leader)
    cell = s["elements"][leader]["cell"]
    found = 0
    for _ in range(LOOK_AHEAD):
        cell = movement.way_ahead(k, side, movement_class, route, goal, cell)
        if cell < 0 or watchers == 0:
            break
        for place in range(c.UNITS_A_SIDE):
            if (watchers >> place) & 1 == 1 and overwatch.covers(
                k, s, other * c.UNITS_A_SIDE + place,
                cell % k["width"] + 0.5, cell // k["width"] + 0.5, cell,
            ):  # fmt: skip
                watchers &= ~(1 << place)
                found += 1
    return found
