"""A unit's fire in its own activation: at whom (DS19.2), and what the enemy may make of it."""

from __future__ import annotations

from sim._jit import kernel
from sim.battle import attack, interrupt
from sim.doctrine import evaluate, seek
from sim.layout import codes as c
from sim.rules import from_inside, infantry, volley


@kernel
def fire(k, s, u):
    """Take the unit's direct fire as its combat action (DS18.4); return 1 if it fired.

    The target is the one that it should engage (DS19.2).
    """
    if s["units"][u]["evading"] != 0:
        return 0
    if s["units"][u]["confidence"] == c.RO and infantry.dismounted(k, s, u):
        return 0  # DS22.4
    v = choose_target(k, s, u)
    if v < 0 and k["transport"] != 0:
        v = from_inside.choose_target(k, s, u)
        if v < 0:
            return 0
        volley.declare_volley(k, s, u, v, c.BY_ACTIVATION)
    elif v < 0 or volley.declare_volley(k, s, u, v, c.BY_ACTIVATION) <= 0.0:
        return 0
    s["row"]["activation_fired"][k["units"][u]["side"]] += 1
    attack.attack(k, s, u, v, c.BY_ACTIVATION)
    interrupt.after_fire(k, s, u)
    return 1


@kernel
def choose_target(k, s, u):
    """Return the enemy unit to fire at, or -1: the doctrine's score, or else DS19.2."""
    side = k["units"][u]["side"]
    other = 1 - side
    best = -1
    most = 0.0
    for v in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        unit = s["units"][v]
        if unit["alive"] == 0 or unit["hidden"] != 0 or not seek.sees_unit(k, s, u, v):
            continue
        if s["units"][u]["confidence"] == c.RO and (s["units"][u]["attackers"] >> v) & 1 == 0:
            continue  # DS22.4: routed armour only fires back
        if volley.volley_value(k, s, u, v) <= 0.0:
            continue
        score = evaluate.target_score(k, s, u, v)
        if best < 0 or score > most:
            best = v
            most = score
    return best
