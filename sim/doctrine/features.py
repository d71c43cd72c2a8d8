"""The features of the table (`sim.doctrine.table`) computed from the state."""

from __future__ import annotations

import math

from sim._jit import hot, kernel
from sim.doctrine import arms, outlook
from sim.doctrine import table as t
from sim.layout import codes as c
from sim.rules import dice, direct_fire, infantry, overwatch, volley

ON_MARKER = 1.0  # inches
U32 = 4294967296.0


@hot
def yes(answer):
    """Return 1.0 for true, 0.0 for false."""
    return 1.0 if answer else 0.0


@hot
def share(part, whole):
    """Return part / whole, 0.0 of nothing."""
    return part / whole if whole > 0 else 0.0


@kernel
def damaged_elements(k, s, u):
    """Return how many elements of u in play are damaged or immobilised (DS30.2)."""
    total = 0
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        element = s["elements"][e]
        if element["alive"] != 0 and (element["damaged"] != 0 or element["immobilised"] != 0):
            total += 1
    return total


@kernel
def elements_down(k, s, u):
    """Return how many elements of u in play have their systems down (DS30.1)."""
    total = 0
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        if s["elements"][e]["alive"] != 0 and s["elements"][e]["systems_down"] != 0:
            total += 1
    return total


@kernel
def elements_in_cover(k, s, u):
    """Return how many elements of u in play have cover where they are."""
    total = 0
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        if s["elements"][e]["alive"] != 0 and infantry.is_covered(k, s, e):
            total += 1
    return total


@kernel
def known_units(k, s, side, to_move):
    """Return a side's units in play that are not hidden; `to_move` 1: those not yet activated."""
    total = 0
    for v in range(side * c.UNITS_A_SIDE, side * c.UNITS_A_SIDE + k["unit_count"][side]):
        if outlook.is_known(s, v) and (to_move == 0 or s["units"][v]["activated"] == 0):
            total += 1
    return total


@kernel
def own_units(k, s, side, to_move):
    """Return a side's units in play; `to_move` 1: those not yet activated."""
    total = 0
    for v in range(side * c.UNITS_A_SIDE, side * c.UNITS_A_SIDE + k["unit_count"][side]):
        if s["units"][v]["alive"] > 0 and (to_move == 0 or s["units"][v]["activated"] == 0):
            total += 1
    return total


@kernel
def watching_units(k, s, side):
    """Return how many units of a side have an overwatch counter; both sides see it (OW.A2)."""
    total = 0
    for v in range(side * c.UNITS_A_SIDE, side * c.UNITS_A_SIDE + k["unit_count"][side]):
        if s["units"][v]["alive"] > 0 and s["units"][v]["overwatch"] != 0:
            total += 1
    return total


@kernel
def force_ratio(k, s, side):
    """Return the side's points in play for each known enemy point in play."""
    other = 1 - side
    own = 0.0
    enemy = 0.0
    for v in range(side * c.UNITS_A_SIDE, side * c.UNITS_A_SIDE + k["unit_count"][side]):
        own += direct_fire.points_of(k, s, v)
    for v in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if s["units"][v]["hidden"] == 0:
            enemy += direct_fire.points_of(k, s, v)
    return own / enemy if enemy > 0.0 else t.OVERWHELMING


@kernel
def marker_distance(k, s, u, every):
    """Return the inches from u's nearest element to a marker; `every` 0: one its side lacks."""
    least = t.FAR * t.FAR
    for place in range(k["objective_count"]):
        if every == 0 and s["holder"][place] == u // c.UNITS_A_SIDE:
            continue
        for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
            if s["elements"][e]["alive"] != 0:
                dx = k["objectives"][place]["x"] - s["elements"][e]["x"]
                dy = k["objectives"][place]["y"] - s["elements"][e]["y"]
                least = min(least, dx * dx + dy * dy)
    return math.sqrt(least)


@kernel
def value_held(k, s, first, last):
    """Return the share of the markers' value held by sides first to last (DS17.1)."""
    held = 0
    total = 0
    for place in range(k["objective_count"]):
        value = k["objectives"][place]["value"]
        total += value
        if first <= s["holder"][place] <= last:
            held += value
    return share(held, total)


@kernel
def faces(s, v, u):
    """Return whether unit v's leader faces u's leader."""
    leader = s["elements"][s["units"][v]["leader"]]
    own = s["elements"][s["units"][u]["leader"]]
    dx = own["x"] - leader["x"]
    dy = own["y"] - leader["y"]
    return leader["fx"] * dx + leader["fy"] * dy > 0.0


@kernel
def drawn(s, u):
    """Return a number in [0, 1) keyed by unit, turn and how often the unit's doctrine has asked."""
    asked = s["units"][u]["asked"]
    s["units"][u]["asked"] = asked + 1
    return dice.number(s, c.P_DOCTRINE, u, asked) / U32


@kernel
def own_feature(k, s, code, u):
    """Return a feature about unit u alone, or about its side's count of units."""
    unit = s["units"][u]
    setup = k["units"][u]
    side = u // c.UNITS_A_SIDE
    if code == t.STRENGTH:
        return share(unit["alive"], unit["start"])
    if code == t.ELEMENTS:
        return float(unit["alive"])
    if code == t.CONFIDENCE:
        return float(unit["confidence"])
    if code == t.LEADERSHIP:
        return float(unit["leadership"])
    if code == t.QUALITY:
        return float(unit["quality"])
    if code == t.UNDER_FIRE:
        return yes(unit["under_fire"] != 0)
    if code == t.ON_OVERWATCH:
        return yes(unit["overwatch"] != 0)
    if code == t.IS_COMMAND:
        return yes(setup["command"] != 0)
    if code == t.OVERWATCH_ALLOWED:
        return yes(overwatch.may_declare(k, s, u))
    if code == t.OVERWATCH_SHOTS:
        return float(unit["watch_shots"])
    if code == t.DAMAGED:
        return share(damaged_elements(k, s, u), unit["alive"])
    if code == t.SYSTEMS_DOWN:
        return float(elements_down(k, s, u))
    if code == t.IN_COVER:
        return share(elements_in_cover(k, s, u), unit["alive"])
    if code == t.BASE_MOVEMENT:
        return outlook.base_movement(k, s, u)
    if code == t.TURN:
        return float(s["turn"])
    if code == t.TURNS_LEFT:
        return float(k["turns"] - s["turn"])
    if code == t.ATTACKER:
        return yes(k["attacker"] == side)
    if code == t.FRIENDS:
        return float(own_units(k, s, side, 0))
    if code == t.ENEMIES:
        return float(known_units(k, s, 1 - side, 0))
    if code == t.FRIENDS_TO_MOVE:
        return float(own_units(k, s, side, 1) - (1 if unit["activated"] == 0 else 0))
    if code == t.ENEMIES_TO_MOVE:
        return float(known_units(k, s, 1 - side, 1))
    if code == t.FRIENDS_WATCHING:
        return float(watching_units(k, s, side) - (1 if unit["overwatch"] != 0 else 0))
    return float(watching_units(k, s, 1 - side))  # t.ENEMIES_WATCHING


@kernel
def outer_feature(k, s, code, u, v):
    """Return a feature about ground, markers and enemies at large."""
    side = u // c.UNITS_A_SIDE
    if code == t.FORCE_RATIO:
        return force_ratio(k, s, side)
    if code == t.OBJECTIVE_DISTANCE:
        return marker_distance(k, s, u, 0)
    if code == t.ON_OBJECTIVE:
        return yes(marker_distance(k, s, u, 1) <= ON_MARKER)
    if code == t.OBJECTIVES_OWN:
        return value_held(k, s, side, side)
    if code == t.OBJECTIVES_ENEMY:
        return value_held(k, s, 1 - side, 1 - side)
    if code == t.OBJECTIVES_ALL:
        return value_held(k, s, c.BLUE, c.RED)
    if code == t.ENEMIES_IN_SIGHT:
        return float(outlook.enemies_in_sight(k, s, u))
    if code == t.NEAREST_RANGE:
        return outlook.nearest_range(k, s, u)
    if code == t.BEST_SHOT_NOW:
        return outlook.best_shot_now(k, s, u, v)
    if code == t.EV_NOW:
        return outlook.ev_now(k, s, u, v)
    if code == t.THREAT_NOW:
        return outlook.threat_now(k, s, u)
    if code == t.EV_BEST_TO_COME:
        return outlook.ev_best_to_come(k, s, u)
    if code == t.WATCHED_HERE:
        return float(outlook.watched_here(k, s, u))
    if code == t.WATCHED_AHEAD:
        return float(outlook.watched_route(k, s, u, c.DIRECT_ROUTE))
    if code == t.WATCHED_COVERED:
        return float(outlook.watched_route(k, s, u, c.COVERED_ROUTE))
    return drawn(s, u)  # t.RANDOM


@kernel
def target_feature(k, s, code, u, v):
    """Return a feature about the enemy unit v as u meets it."""
    unit = s["units"][v]
    if code == t.RANGE:
        return math.sqrt(outlook.gap_squared(k, s, u, v))
    if code == t.CLOSING:
        return yes(faces(s, v, u))
    if code == t.TARGET_ACTIVATED:
        return yes(unit["activated"] != 0)
    if code == t.TARGET_WATCHING:
        return yes(unit["overwatch"] != 0)
    if code == t.TARGET_UNDER_FIRE:
        return yes(unit["under_fire"] != 0)
    if code == t.TARGET_STRENGTH:
        return share(unit["alive"], s["units"][v]["count"])
    if code == t.TARGET_IN_COVER:
        return share(elements_in_cover(k, s, v), unit["alive"])
    if code == t.TARGET_POINTS:
        return direct_fire.points_of(k, s, v)
    if code == t.TARGET_VISIBLE:
        return float(outlook.visible_elements(k, s, u, v))
    if code == t.TARGET_THREAT:
        inches = math.sqrt(outlook.gap_squared(k, s, u, v))
        return outlook.estimated_volley(k, s, v, u, inches)
    return volley.volley_value(k, s, u, v)  # t.EV_THIS


@kernel
def feature(k, s, code, u, v):
    """Return a feature by its code in the table, for unit u and the enemy unit v (or -1)."""
    if code <= t.ENEMIES_WATCHING:
        return own_feature(k, s, code, u)
    if code <= t.RANDOM:
        return outer_feature(k, s, code, u, v)
    if code > t.EV_THIS:
        return arms.arms_feature(k, s, code, u, v)
    return target_feature(k, s, code, u, v)
