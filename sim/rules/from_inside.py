"""Fire of teams from inside armoured carriers: always ineffective, so Under Fire and no more (DS36.1).

No die is rolled: none could make it effective.
"""

from __future__ import annotations

from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import direct_fire, infantry, overwatch, trace, transport
from sim.terrain import lookup


@kernel
def reaches(k, s, e, t, mode):
    """Return whether team e, inside its carrier, can fire its small arm at the team t."""
    target = s["elements"][t]
    if target["team"] == 0 or target["alive"] == 0 or target["aboard"] >= 0:
        return False
    if mode == c.BY_OVERWATCH and (
        s["elements"][e]["watching"] == 0
        or not overwatch.in_area(k, s, e, target["x"], target["y"], target["cell"])
    ):
        return False
    square = direct_fire.distance_squared(s, e, t)
    kind = k["types"][s["elements"][e]["type"]]
    for w in range(kind["weapon_count"]):
        reach = kind["weapons"][w]["infantry_reach"]
        if infantry.is_small_arm(k, s, e, w) and square <= reach * reach:
            return lookup.sees(k, s, s["elements"][e]["cell"], target["cell"])
    return False


@kernel
def aim(k, s, e, v, mode):
    """Return a team of unit v that team e can fire at from inside its carrier, or -1."""
    if not transport.may_fire_inside(k, s, e) or s["units"][v]["hidden"] != 0:
        return -1
    for t in range(v * c.ELEMENTS_A_UNIT, v * c.ELEMENTS_A_UNIT + s["units"][v]["count"]):
        if reaches(k, s, e, t, mode):
            return t
    return -1


@kernel
def fire(k, s, u, v, mode):
    """Let the teams of u that are inside fire at unit v with the rest of it; return how many do."""
    teams = 0
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        t = aim(k, s, e, v, mode)
        if t >= 0:
            teams += 1
            infantry.mark(s, t)
    if teams > 0:
        s["units"][v]["attackers"] |= 1 << u
        if s["tracing"] != 0:
            trace.emit(s, c.E_FIREFIGHT, u, v, 0, 0, s["units"][u]["leadership"], teams)
    return teams


@kernel
def choose_target(k, s, u):
    """Return the nearest unmarked enemy unit that fire from inside reaches, or -1."""
    best = -1
    least = 0.0
    if s["units"][u]["confidence"] == c.RO:  # DS22.4: it only fires back, with what may harm
        return best
    other = 1 - k["units"][u]["side"]
    for v in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if s["units"][v]["alive"] == 0 or s["units"][v]["under_fire"] != 0:
            continue
        for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
            t = aim(k, s, e, v, c.BY_ACTIVATION)
            if t >= 0:
                square = direct_fire.distance_squared(s, e, t)
                if best < 0 or square < least:
                    best = v
                    least = square
    return best
