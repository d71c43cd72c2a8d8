"""The turn (DS18.1, DS18.3, DS19.1): who starts, alternation, passing, and the turn's end."""

from __future__ import annotations

from sim._jit import kernel
from sim.battle import activation, barrage, objectives
from sim.doctrine import evaluate
from sim.layout import codes as c
from sim.rules import dice, opportunity, overwatch, smoke, trace


@kernel
def units_left(k, s, side):
    """Return how many units of a side are in play."""
    total = 0
    for u in range(side * c.UNITS_A_SIDE, side * c.UNITS_A_SIDE + k["unit_count"][side]):
        if s["units"][u]["alive"] > 0:
            total += 1
    return total


@kernel
def unactivated(k, s, side):
    """Return how many units of a side have their command marker face up."""
    total = 0
    for u in range(side * c.UNITS_A_SIDE, side * c.UNITS_A_SIDE + k["unit_count"][side]):
        if s["units"][u]["alive"] > 0 and s["units"][u]["activated"] == 0:
            total += 1
    return total


@kernel
def starting_side(k, s):
    """Return who starts: the side with fewer units chooses, a die on equal numbers (DS18.1)."""
    blue = units_left(k, s, c.BLUE)
    red = units_left(k, s, c.RED)
    chooser = c.BLUE
    if blue > red:
        chooser = c.RED
    elif blue == red:
        chooser = dice.below(s, 2, c.P_START, 0, 0)
    if k["doctrines"][chooser]["starts"] != 0:
        return chooser
    return 1 - chooser


@kernel
def choose_unit(k, s, side):
    """Return the unit that a side's doctrine activates next, or -1 to pass (DS18.3).

    Without an order chapter the order is drawn from each unit's own number of the turn.
    """
    may_pass = unactivated(k, s, side) < unactivated(k, s, 1 - side)
    rules = k["doctrines"][side]["rules"]
    best = -1
    most = 0.0
    passes = False
    for u in range(side * c.UNITS_A_SIDE, side * c.UNITS_A_SIDE + k["unit_count"][side]):
        if s["units"][u]["alive"] == 0 or s["units"][u]["activated"] != 0:
            continue
        wish = False
        rule = evaluate.decide(k, s, c.C_ORDER, u, c.NOTHING)
        if rule >= 0:
            wish = rules[c.C_ORDER, rule]["do"] == c.ORDER_PASS
        if rule >= 0 and (not wish or may_pass):
            score = evaluate.order_score(k, s, rule, u)
        else:
            score = -1e9 + dice.number(s, c.P_ORDER, u, 0) / 4294967296.0
        if best < 0 or score > most:
            best = u
            most = score
            passes = wish
    if passes and may_pass:
        return -1
    return best


@kernel
def play_turn(k, s):
    """Play one turn's activations, alternating until no unit is left to activate (DS18.1)."""
    side = starting_side(k, s)
    if s["tracing"] != 0:
        trace.emit(s, c.E_TURN_START, side, 0, 0, 0, 0, 0)
    while True:
        if k["battery_count"][side] != 0:
            battery = barrage.due(k, s, side)
            if battery >= 0:
                barrage.arrive(k, s, battery)
                side = 1 - side
                continue
        if unactivated(k, s, side) == 0:
            if unactivated(k, s, 1 - side) == 0:
                return
            side = 1 - side
            continue
        u = choose_unit(k, s, side)
        if u < 0:
            if s["tracing"] != 0:
                trace.emit(s, c.E_PASS, side, 0, 0, 0, 0, 0)
        else:
            activation.activate(k, s, u)
        side = 1 - side


@kernel
def end_turn(k, s):
    """Turn all markers face up; what the marks of DS19.1 name stays (OW.A3)."""
    if s["smoke_count"] != 0:
        smoke.clear_old(k, s)
    for side in range(2):
        first = side * c.UNITS_A_SIDE
        for u in range(first, first + k["unit_count"][side]):
            unit = s["units"][u]
            if unit["alive"] == 0:
                continue
            if unit["overwatch"] != 0:
                s["row"]["watch_turns"][side] += 1
                if k["rules"]["persists_over_turn_end"] == 0:
                    overwatch.remove_counter(k, s, u, c.OFF_TURN_END)
            opportunity.set_marker(s, u, 0)
            unit["tests"] = 0
            unit["asked"] = 0
            unit["reactivated"] = 0
            first_element = u * c.ELEMENTS_A_UNIT
            for e in range(first_element, first_element + s["units"][u]["count"]):
                s["elements"][e]["shots"] = 0
    if s["tracing"] != 0:
        trace.emit(s, c.E_TURN_END, 0, 0, 0, 0, 0, 0)


@kernel
def declares_end(k, s):
    """Return the side that declares the end of the game now, or -1 (DS17.2).

    It does so from the scenario's turn `declare_from` on, when it may and is ahead in value held.
    """
    if s["turn"] < k["declare_from"] or k["objective_count"] == 0:
        return -1
    for side in range(2):
        own = objectives.value_held(k, s, side)
        if k["victory"] == c.ENCOUNTER:
            may = 2 * objectives.markers_held(k, s, side) > k["objective_count"]
            if may and own > objectives.value_held(k, s, 1 - side):
                return side
        elif k["victory"] == c.ATTACK and side == k["attacker"] and own >= k["enough"]:
            return side
    return -1
