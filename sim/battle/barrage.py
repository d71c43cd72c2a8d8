"""Missions that arrive: a battery's activation (DS39.1, DS40.1).

Order of draws: units by number, their elements by number, an element's draws gun by gun; after them
what `attack.settle` rolls, unit by unit.
"""

from __future__ import annotations

from sim._jit import kernel
from sim.battle import attack
from sim.layout import codes as c
from sim.rules import (
    artillery,
    beaten_zone,
    chits,
    movement,
    opportunity,
    overwatch,
    shot,
    smoke,
    trace,
)

FIRED_AT, ANTI_PERSONNEL, BOMBARDED = 1, 8, 16
#: What came of a mission, for the trace.
HARASSING, EFFECTIVE, LOST = 0, 1, 2


@kernel
def due(k, s, side):
    """Return the battery of a side whose mission arrives in this activation turn, or -1.

    It needs an enemy activation since it was asked for, or a new turn, and the battery's unit
    unactivated. A mission whose battery has no gun left to fire is lost.
    """
    found = -1
    first = side * c.BATTERIES_A_SIDE
    for b in range(first, first + k["battery_count"][side]):
        battery = s["batteries"][b]
        if battery["pending"] == 0:
            continue
        if artillery.guns_of(k, s, b) == 0:
            battery["pending"] = 0
            tell(k, s, b, LOST, 0)
        elif battery["asked_turn"] == s["turn"] and s["serial"] <= battery["asked_at"]:
            battery["asked_at"] = s["serial"] + 1  # the side's own activation that follows
        elif found < 0 and artillery.may_activate(k, s, b):
            found = b
    return found


@kernel
def tell(k, s, b, how, guns):
    """Write a mission into the trace."""
    if s["tracing"] == 0:
        return
    battery = s["batteries"][b]
    load = battery["load"]
    place = trace.emit(
        s, c.E_BARRAGE, b, how, load, battery["sheaf"], guns, k["batteries"][b]["unit"]
    )
    upright = 1 if beaten_zone.along_y(k, beaten_zone.side_of(b)) else 0
    trace.more(s, place, battery["ammunition"][load], upright, 0, 0)
    trace.measures(s, place, battery["x"], battery["y"], 0.0, 0.0, 0.0, 0.0)


@kernel
def arrive(k, s, b):
    """Let battery b's mission fall: its activation (DS39.1)."""
    battery = s["batteries"][b]
    u = k["batteries"][b]["unit"]
    s["serial"] += 1
    s["clock"] += 1
    battery["pending"] = 0
    battery["fired"] = s["turn"]
    if u >= 0:
        attack.reveal(s, u, 0)
        overwatch.remove_counter(k, s, u, c.OFF_ACTIVATED)
        s["units"][u]["evading"] = 0
        movement.begin(s, u)
        if s["smoke_count"] != 0:
            smoke.clear_of(k, s, u)
    guns = artillery.guns_of(k, s, b)
    load = battery["load"]
    how = HARASSING
    if battery["effective"] != 0 and battery["ammunition"][load] > 0:
        how = EFFECTIVE
        battery["ammunition"][load] -= 1
    tell(k, s, b, how, guns)
    if load != c.SMOKE:
        bombard(k, s, b, guns, how)
    elif how == EFFECTIVE:
        lay_smoke(k, s, b, guns)
    if u >= 0 and s["units"][u]["alive"] != 0:
        opportunity.spend_activation(k, s, u)
    if u >= 0:
        answer(k, s, b)


@kernel
def lay_smoke(k, s, b, guns):
    """Lay a cloud where each gun aims, or one where all do (DS4.2)."""
    battery = s["batteries"][b]
    clouds = guns if battery["sheaf"] == c.OPEN_SHEAF else 1
    upright = beaten_zone.along_y(k, beaten_zone.side_of(b))
    for gun in range(clouds):
        off = (gun - 0.5 * (clouds - 1)) * beaten_zone.SPACING
        x = battery["x"] if upright else battery["x"] + off
        y = battery["y"] + off if upright else battery["y"]
        smoke.lay(s, x, y, smoke.SHELL_RADIUS, c.NOTHING, c.NOTHING)
    smoke.changed(k, s)


@kernel
def bombard(k, s, b, guns, how):
    """Let a mission of HEF or MAK fall on whoever is in its zone, of both sides (DS39.1)."""
    battery = s["batteries"][b]
    s["attacks"] += 1
    attack.clear_marks(s)
    for w in range(c.UNITS):
        if s["units"][w]["alive"] == 0:
            continue
        caught = in_zone(k, s, b, guns, w)
        if caught == 0:
            continue
        s["attack_marks"][w] |= FIRED_AT | ANTI_PERSONNEL | BOMBARDED
        if k["batteries"][b]["unit"] >= 0:
            s["units"][w]["attackers"] |= 1 << k["batteries"][b]["unit"]
        if how != EFFECTIVE:
            continue
        draws = guns if battery["sheaf"] == c.CONVERGED_SHEAF else 1
        for j in range(c.ELEMENTS_A_UNIT):
            if (caught >> j) & 1 != 0:
                for gun in range(draws):
                    burst(k, s, b, w * c.ELEMENTS_A_UNIT + j, gun)
    attack.settle(k, s)


@kernel
def in_zone(k, s, b, guns, w):
    """Return which elements of unit w are in the beaten zone, a bit each; not those aboard."""
    battery = s["batteries"][b]
    side = beaten_zone.side_of(b)
    caught = 0
    for j in range(s["units"][w]["count"]):
        element = s["elements"][w * c.ELEMENTS_A_UNIT + j]
        if element["alive"] == 0 or element["aboard"] >= 0:
            continue
        if beaten_zone.holds(
            k, side, battery["sheaf"], guns, battery["x"], battery["y"],
            element["x"], element["y"], beaten_zone.RADIUS,
        ):  # fmt: skip
            caught |= 1 << j
    return caught


@kernel
def firer(k, s, b):
    """Return a gun vehicle of battery b, or its side's first element for guns off the table."""
    u = k["batteries"][b]["unit"]
    if u < 0:
        return beaten_zone.side_of(b) * c.UNITS_A_SIDE * c.ELEMENTS_A_UNIT
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if artillery.is_gun(k, s, e):
            return e
    return first


@kernel
def burst(k, s, b, t, gun):
    """Draw at element t for one gun and apply what comes of it (DS39.1).

    A draw is on its own. F undoes its own draw and puts nobody's systems down: the guns are no one
    element (RD-18). What is destroyed already, or immune, draws nothing (RD-19).
    """
    if s["elements"][t]["alive"] == 0:
        return
    kind = k["batteries"][b]["kind"]
    validity, count, armour = beaten_zone.draw_of(k, s, kind, s["batteries"][b]["load"], t)
    if validity == c.V_NONE:
        return
    expected = beaten_zone.worth_of_draw(k, s, t, validity, count, armour)
    before = shot.cripple_value(k, s, t)
    index = b * 64 + gun * 8
    packed = chits.draw(k, s, count, validity, armour, c.P_BARRAGE_CHIT, t, index)
    effect = packed & 255
    e = firer(k, s, b)
    if s["tracing"] != 0:
        known = e if k["batteries"][b]["unit"] >= 0 else c.NOTHING
        trace.emit(s, c.E_CHITS, t, packed, validity, armour, c.P_BARRAGE_CHIT, known)
    if effect & chits.FIRER_DOWN:
        effect = 0
    shot.apply_effect(k, s, e, t, effect, c.BY_ARTILLERY)
    side = beaten_zone.side_of(b)
    gained = shot.cripple_value(k, s, t) - before - expected
    own = k["units"][t // c.ELEMENTS_A_UNIT]["side"] == side
    s["row"]["luck"][side] += -gained if own else gained


@kernel
def answer(k, s, b):
    """Let the enemy's radar locate battery b, which has fired, and ask for fire at it (DS40.1).

    Reading: the first free battery with a radar asks at once and without a roll, at the gun vehicle
    nearest to itself, or to its baseline if it is off the table. The mission comes as others do.
    """
    u = k["batteries"][b]["unit"]
    other = 1 - beaten_zone.side_of(b)
    first = other * c.BATTERIES_A_SIDE
    for reply in range(first, first + k["battery_count"][other]):
        if k["batteries"][reply]["radar"] == 0 or not artillery.is_free(k, s, reply):
            continue
        t = nearest_gun(k, s, u, reply)
        if t < 0:
            return
        guns = artillery.guns_of(k, s, reply)
        score, load, sheaf, effective = artillery.best_mission(k, s, reply, guns, t)
        if score >= 0.0 and load != c.SMOKE:
            artillery.order(k, s, reply, t, load, sheaf, effective)
            if s["tracing"] != 0:
                place = trace.emit(s, c.E_CALL, c.NOTHING, reply, t, 0, 0, 0)
                trace.more(s, place, load, sheaf, effective, 1)
                trace.measures(
                    s, place, s["elements"][t]["x"], s["elements"][t]["y"], 0.0, score, 0.0, 0.0
                )
            return


@kernel
def nearest_gun(k, s, u, reply):
    """Return the gun vehicle in play of unit u that is nearest to battery `reply`, or -1."""
    own = k["batteries"][reply]["unit"]
    side = beaten_zone.side_of(reply)
    x = k["baseline_x"][side]
    y = k["baseline_y"][side]
    if own >= 0:
        x = s["elements"][s["units"][own]["leader"]]["x"]
        y = s["elements"][s["units"][own]["leader"]]["y"]
    best = -1
    least = 0.0
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        element = s["elements"][e]
        if element["alive"] == 0 or k["types"][element["type"]]["artillery"] < 0:
            continue
        dx = element["x"] - x
        dy = element["y"] - y
        if best < 0 or dx * dx + dy * dy < least:
            best = e
            least = dx * dx + dy * dy
    return best
