"""One unit's fire as a whole: declared, rolled, and every test it causes (DS20.2, DS28.1, DS22.3)."""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import (
    confidence,
    direct_fire,
    firefight,
    from_inside,
    infantry,
    missiles,
    overwatch,
    salvo,
    shot,
    trace,
)
from sim.terrain import lookup

BOMBARDMENT = figures.THREAT_BOMBARDMENT


@kernel
def attack(k, s, u, v, mode):
    """Fire unit u's declared volley (`s["aim"]`) and resolve all that follows from it.

    `v` is the unit that it is mainly meant for, for the trace.
    """
    s["attacks"] += 1
    s["clock"] += 1
    shots = 0
    for i in range(s["units"][u]["count"]):
        if s["aim"][i] >= 0:
            shots += 1
    if s["tracing"] != 0:
        trace.emit(s, c.E_FIRE, u, mode, shots, v, 0, 0)
    clear_marks(s)
    reveal(s, u, 1)
    for i in range(s["units"][u]["count"]):
        t = s["aim"][i]
        if t < 0:
            continue
        e = u * c.ELEMENTS_A_UNIT + i
        if not direct_fire.may_fire(s, e):  # a salvo of its own unit struck it meanwhile (DS30.3)
            continue
        if mode == c.BY_ACTIVATION:
            face(s, e, t)
            if s["elements"][e]["posture"] == c.TURRET_DOWN:  # it moves up to fire
                s["elements"][e]["posture"] = c.HULL_DOWN
                if s["tracing"] != 0:
                    trace.emit(s, c.E_POSTURE, e, c.HULL_DOWN, 0, 0, 0, 0)
        s["units"][t // c.ELEMENTS_A_UNIT]["attackers"] |= 1 << u
        w = s["aim_weapon"][i]
        if k["arms"] == 0 or infantry.rolls_to_hit(k, s, e, t, w):
            band = shot.fire(k, s, e, t, w, mode)
            if band > c.CLOSE:
                salvo.spread(k, s, e, t, w, band, mode)
        elif k["types"][s["elements"][e]["type"]]["weapons"][w][
            "kind"
        ] != c.GMS and not infantry.is_small_arm(k, s, e, w):
            infantry.fire(k, s, e, t, w, mode)
    if k["missiles"] != 0:
        missiles.fire_all(k, s, u, mode)
    if k["infantry"] != 0:
        firefight.firefight(k, s, u, v, mode)
    if k["transport"] != 0:
        from_inside.fire(k, s, u, v, mode)
    settle(k, s)


@kernel
def clear_marks(s):
    """Begin an attack: nothing has come of it yet."""
    for w in range(c.UNITS):
        s["attack_casualties"][w] = 0
        s["attack_marks"][w] = 0


@kernel
def settle(k, s):
    """Resolve what the marks of an attack say, unit by unit."""
    for w in range(c.UNITS):
        if s["attack_marks"][w] != 0:
            consequences(k, s, w)
    s["clock"] += 1


@kernel
def face(s, e, t):
    """Declare e's facing towards t (RD-6)."""
    element = s["elements"][e]
    inches = direct_fire.distance(s, e, t)
    if inches == 0.0:
        return
    element["fx"] = (s["elements"][t]["x"] - element["x"]) / inches
    element["fy"] = (s["elements"][t]["y"] - element["y"]) / inches
    if s["tracing"] != 0:
        place = trace.emit(s, c.E_FACING, e, 0, 0, 0, 0, 0)
        trace.measures(s, place, element["fx"], element["fy"], 0.0, 0.0, 0.0, 0.0)


@kernel
def reveal(s, u, cause):
    """Reveal a hidden unit (DS20.5): 0 activated, 1 fired, 2 seen."""
    if s["units"][u]["hidden"] != 0:
        s["units"][u]["hidden"] = 0
        if s["tracing"] != 0:
            trace.emit(s, c.E_REVEALED, u, cause, 0, 0, 0, 0)


@kernel
def consequences(k, s, w):
    """Resolve what an attack did to unit w: counter, markers, tests, leader, command (DS20.2)."""
    threat = suffer(k, s, w)
    if threat >= 0:
        confidence.confidence_test(k, s, w, threat)
    succeed_leader(k, s, w)


@kernel
def suffer(k, s, w):
    """Count unit w's casualties of an attack and set its markers.

    Return the threat of the confidence test that they cause (DS23.1), or -1.
    """
    unit = s["units"][w]
    marks = s["attack_marks"][w]
    fresh = s["attack_casualties"][w]
    before = unit["casualties"]
    unit["casualties"] = before + fresh
    if unit["alive"] == 0:  # RD-24: leaves play without a test, its markers with it
        overwatch.remove_counter(k, s, w, c.OFF_DESTROYED)
        unit["under_fire"] = 0
        if k["units"][w]["command"] != 0:
            confidence.command_lost(k, s, k["units"][w]["side"])
        return -1
    if marks & 2:
        lookup.refresh_view(k, s, w)
    # RD-26: losses alone do not void the counter, but the marker that they bring does
    if k["rules"]["void_on_any_fire"] != 0:
        overwatch.remove_counter(k, s, w, c.OFF_ANY_FIRE)
    on_foot = infantry.dismounted(k, s, w)
    # DS24.1: vehicles only if the attack damaged or destroyed an element
    if marks & 2 or (on_foot and marks & 8):
        confidence.set_under_fire(k, s, w, confidence.CAUSE_ATTACK)
    confidence.first_attack(k, s, w)
    leader_lost = marks & 4 != 0
    threat = confidence.threat_of_attack(before, fresh, unit["start"], leader_lost)
    if on_foot and marks & 16:  # DS23.1: bombarded
        threat = max(threat, BOMBARDMENT)
    return threat


@kernel
def succeed_leader(k, s, w):
    """Resolve the loss of unit w's leader in an attack (DS23.3, DS24.3), after its test."""
    if s["units"][w]["alive"] != 0 and s["attack_marks"][w] & 4:
        confidence.replace_leader(k, s, w)
        if k["units"][w]["command"] != 0:
            confidence.command_lost(k, s, k["units"][w]["side"])
