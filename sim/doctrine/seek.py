"""Where a unit's order leads: the nearest enemy, the marker it goes for, the less watched route."""

from __future__ import annotations

import math

from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import direct_fire, movement, overwatch, transport
from sim.terrain import lookup

CROWDING = 8.0  # inches added to a marker's distance for each friend who is nearer to it
FAR = 999.0
LOOK_AHEAD = 10  # cells of a route that are looked at for watchers


@kernel
def nearest_enemy(k, s, u):
    """Return (element, inches) of the known enemy element nearest to unit u's leader, or (-1, 999)."""
    leader = s["units"][u]["leader"]
    x = s["elements"][leader]["x"]
    y = s["elements"][leader]["y"]
    other = 1 - k["units"][u]["side"]
    best = -1
    least = FAR * FAR
    for v in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if s["units"][v]["alive"] == 0 or s["units"][v]["hidden"] != 0:
            continue
        first = v * c.ELEMENTS_A_UNIT
        for t in range(first, first + s["units"][v]["count"]):
            if s["elements"][t]["alive"] == 0:
                continue
            dx = s["elements"][t]["x"] - x
            dy = s["elements"][t]["y"] - y
            square = dx * dx + dy * dy
            if square < least:
                least = square
                best = t
    return best, math.sqrt(least)


@kernel
def nearest_range(k, s, u):
    """Return the inches from unit u's leader to the nearest known enemy element."""
    return nearest_enemy(k, s, u)[1]


@kernel
def sees_unit(k, s, u, v):
    """Return whether some element of u sees some element of v, hidden or not."""
    if s["units"][v]["alive"] == 0:
        return False
    first = v * c.ELEMENTS_A_UNIT
    for t in range(first, first + s["units"][v]["count"]):
        if s["elements"][t]["alive"] != 0 and lookup.view_holds(s, u, s["elements"][t]["cell"]):
            return True
    return False


@kernel
def sees_an_enemy(k, s, u):
    """Return whether unit u sees a known enemy unit."""
    other = 1 - k["units"][u]["side"]
    for v in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if s["units"][v]["hidden"] == 0 and sees_unit(k, s, u, v):
            return True
    return False


@kernel
def wanted_objective(k, s, u):
    """Return the marker that unit u goes for, or -1.

    The nearest that its side does not hold, by distance on the ground; a marker to which friends
    are nearer counts as farther off, so that a force spreads over the markers.
    """
    side = k["units"][u]["side"]
    leader = transport.head_of(k, s, u)
    cell = s["elements"][leader]["cell"]
    movement_class = movement.class_of(k, s, leader)
    best = -1
    least = 0.0
    for place in range(k["objective_count"]):
        if s["holder"][place] == side:
            continue
        cost = movement.field_at(k, movement_class, c.DIRECT_ROUTE, place, cell)
        if cost == c.UNREACHABLE:
            continue
        score = cost / c.FIELD_SCALE
        dx = k["objectives"][place]["x"] - s["elements"][leader]["x"]
        dy = k["objectives"][place]["y"] - s["elements"][leader]["y"]
        mine = dx * dx + dy * dy
        first = side * c.UNITS_A_SIDE
        for friend in range(first, first + k["unit_count"][side]):
            if friend == u or s["units"][friend]["alive"] == 0:
                continue
            lead = s["units"][friend]["leader"]
            fx = k["objectives"][place]["x"] - s["elements"][lead]["x"]
            fy = k["objectives"][place]["y"] - s["elements"][lead]["y"]
            if fx * fx + fy * fy < mine:
                score += CROWDING
        if best < 0 or score < least:
            best = place
            least = score
    return best


@kernel
def block_of(k, cell):
    """Return the goal that stands for the block of the table which holds the cell."""
    across = (k["width"] + c.BLOCK - 1) // c.BLOCK
    column = (cell % k["width"]) // c.BLOCK
    row = (cell // k["width"]) // c.BLOCK
    return c.GOAL_BLOCK + row * across + column


@kernel
def watchers_of_cell(k, s, side, cell):
    """Return how many counters of the enemy of `side` cover the middle of a cell."""
    other = 1 - side
    x = (cell % k["width"]) + 0.5
    y = (cell // k["width"]) + 0.5
    total = 0
    for w in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if s["units"][w]["overwatch"] != 0 and overwatch.covers(k, s, w, x, y, cell):
            total += 1
    return total


@kernel
def watched_ahead(k, s, u, route, goal):
    """Return how many watched cells, each times its watchers, lie on the next cells of a route."""
    side = k["units"][u]["side"]
    leader = transport.head_of(k, s, u)
    cell = s["elements"][leader]["cell"]
    movement_class = movement.class_of(k, s, leader)
    total = 0
    for _ in range(LOOK_AHEAD):
        cell = movement.way_ahead(k, side, movement_class, route, goal, cell)
        if cell < 0:
            break
        total += watchers_of_cell(k, s, side, cell)
    return total


@kernel
def choose_route(k, s, u, route, goal):
    """Turn codes.ROUTES into the direct or the covered field: the least watched of the two."""
    if route < 2:
        return route
    direct = watched_ahead(k, s, u, c.DIRECT_ROUTE, goal)
    if direct == 0:
        return c.DIRECT_ROUTE
    covered = watched_ahead(k, s, u, c.COVERED_ROUTE, goal)
    return c.COVERED_ROUTE if covered < direct else c.DIRECT_ROUTE


@kernel
def bearing(k, s, u, watch, zone):
    """Return the unit vector of a watched area (codes.WATCHES, RD-2) from unit u's leader."""
    leader = s["units"][u]["leader"]
    x = s["elements"][leader]["x"]
    y = s["elements"][leader]["y"]
    fx = s["elements"][leader]["fx"]
    fy = s["elements"][leader]["fy"]
    to_x = x
    to_y = y
    if watch == c.WATCH_ZONE and zone >= 0:
        to_x = k["zone_x"][zone]
        to_y = k["zone_y"][zone]
    elif watch == c.WATCH_OBJECTIVE:
        place = nearest_marker(k, x, y)
        if place >= 0:
            to_x = k["objectives"][place]["x"]
            to_y = k["objectives"][place]["y"]
    elif watch == c.WATCH_NEAREST:
        enemy = nearest_enemy(k, s, u)[0]
        if enemy >= 0:
            to_x = s["elements"][enemy]["x"]
            to_y = s["elements"][enemy]["y"]
    elif watch == c.WATCH_APPROACH:
        enemy = likeliest_mover(k, s, u)
        if enemy >= 0:
            to_x = s["elements"][enemy]["x"]
            to_y = s["elements"][enemy]["y"]
    dx = to_x - x
    dy = to_y - y
    length = math.sqrt(dx * dx + dy * dy)
    if length < 0.5:
        return fx, fy
    return dx / length, dy / length


@kernel
def nearest_marker(k, x, y):
    """Return the objective marker nearest to a point, or -1."""
    best = -1
    least = 0.0
    for place in range(k["objective_count"]):
        dx = k["objectives"][place]["x"] - x
        dy = k["objectives"][place]["y"] - y
        if best < 0 or dx * dx + dy * dy < least:
            least = dx * dx + dy * dy
            best = place
    return best


@kernel
def likeliest_mover(k, s, u):
    """Return the leader of the known enemy unit whose coming matters most, or -1.

    The expected points of one volley of its first element's type at the unit's range, an enemy who
    has still to move this turn counting double.
    """
    other = 1 - k["units"][u]["side"]
    leader = s["units"][u]["leader"]
    own = s["elements"][leader]["type"]
    best = -1
    most = -1.0
    for v in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        unit = s["units"][v]
        if unit["alive"] == 0 or unit["hidden"] != 0:
            continue
        inches = direct_fire.distance(s, leader, unit["leader"])
        kind = s["elements"][unit["leader"]]["type"]
        near = max(0.0, inches - k["types"][kind]["base"])
        worth = k["shot_value"][own, kind, direct_fire.range_band_of(k, own, near)]
        score = (1.0 + worth) / (10.0 + inches)
        if unit["activated"] == 0:
            score *= 2.0
        if score > most:
            most = score
            best = unit["leader"]
    return best
