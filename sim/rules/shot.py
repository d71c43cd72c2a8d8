"""One element's shot, rolled: dice, hits, chits, effects (DS28.4, DS29, DS30), SLAM's area hits.

Luck: at every roll the points that came out less the points expected before it. Each part has mean
zero, so the sum over a battle is a control variate with mean zero.
"""

from __future__ import annotations

from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import chits, dice, direct_fire, trace, transport


@kernel
def is_hit(firer, target, secondary):
    """Return whether the firer's roll beats the higher of the target's rolls (DS28.3, DS28.4)."""
    return firer > max(target, secondary)


@kernel
def cripple_value(k, s, t):
    """Return the points that element t counts as lost: all, half (damaged or immobilised), none."""
    element = s["elements"][t]
    if element["gone"] != 0:
        return 0.0
    points = k["types"][element["type"]]["points"]
    if element["alive"] == 0:
        return points
    if element["damaged"] != 0 or element["immobilised"] != 0:
        return 0.5 * points
    return 0.0


@kernel
def apply_effect(k, s, e, t, effect, mode):
    """Carry out one hit's effect on element t, fired by e (DS29.2, DS30.1, DS30.2)."""
    target = s["elements"][t]
    v = t // c.ELEMENTS_A_UNIT
    row = s["row"]
    if effect & chits.FIRER_DOWN:
        s["elements"][e]["systems_down"] = 1
        s["elements"][e]["down_since"] = s["serial"]
        if s["tracing"] != 0:
            status(s, e)
        return
    if effect == 0:
        return
    before = cripple_value(k, s, t)
    if effect & (chits.DAMAGED | chits.DESTROYED):
        s["attack_marks"][v] |= 2
        if target["counted"] == 0:  # RD-22: each element once
            target["counted"] = 1
            s["attack_casualties"][v] += 1
    if effect & chits.DAMAGED:
        target["damaged"] = 1
    if effect & chits.IMMOBILISED:
        target["immobilised"] = 1
    if effect & chits.TARGET_DOWN:
        target["systems_down"] = 1
        target["down_since"] = s["serial"]
    if effect & chits.DESTROYED:
        target["alive"] = 0
        target["lost_to"] = mode
        unit = s["units"][v]
        unit["alive"] -= 1
        if unit["leader"] == t:
            s["attack_marks"][v] |= 4
        side = k["units"][v]["side"]
        row["lost"][side, mode] += 1
        row["by_turn"][s["turn"] - 1, side, mode] += 1
        if side != k["units"][e // c.ELEMENTS_A_UNIT]["side"]:
            count_kill(k, s, e, mode)
    row["points_lost_by"][k["units"][v]["side"], mode] += cripple_value(k, s, t) - before
    if s["tracing"] != 0:
        status(s, t)
    if k["transport"] != 0 and target["team"] == 0:
        transport.losses_aboard(k, s, e, t, effect)


@kernel
def status(s, e):
    """Write element e's state into the trace."""
    element = s["elements"][e]
    trace.emit(
        s,
        c.E_STATUS,
        e,
        element["damaged"],
        element["immobilised"],
        element["systems_down"],
        element["alive"],
        0,
    )


@kernel
def count_kill(k, s, e, mode):
    """Count an enemy element destroyed by e's fire; other causes are in `lost` alone."""
    side = k["units"][e // c.ELEMENTS_A_UNIT]["side"]
    if mode == c.BY_OVERWATCH:
        s["row"]["kills"][side] += 1
    elif mode == c.BY_OPPORTUNITY:
        s["row"]["opportunity_kills"][side] += 1
    elif mode == c.BY_ACTIVATION:
        s["row"]["activation_kills"][side] += 1


@kernel
def count_hit(k, s, e, mode):
    """Count a hit by e's fire."""
    side = k["units"][e // c.ELEMENTS_A_UNIT]["side"]
    if mode == c.BY_OVERWATCH:
        s["row"]["hits"][side] += 1
    elif mode == c.BY_OPPORTUNITY:
        s["row"]["opportunity_hits"][side] += 1
    elif mode == c.BY_ACTIVATION:
        s["row"]["activation_hits"][side] += 1


@kernel
def strike(k, s, e, t, weapon, band, armour, mode, purpose, actor, index):
    """Draw the chits of one hit on t and apply them; return the effect.

    A target already destroyed draws nothing (DS28.1: the shot is wasted).
    """
    if s["elements"][t]["alive"] == 0:
        return 0
    validity = direct_fire.validity_at(k, s, t, weapon, band)
    expected = direct_fire.worth_of_hit(k, s, t, validity, weapon["chits"], armour)
    before = cripple_value(k, s, t)
    packed = chits.draw(k, s, weapon["chits"], validity, armour, purpose, actor, index)
    effect = packed & 255
    if s["tracing"] != 0:
        trace.emit(s, c.E_CHITS, t, packed, validity, armour, purpose, e)
    apply_effect(k, s, e, t, effect, mode)
    gained = cripple_value(k, s, t) - before - expected
    side = k["units"][e // c.ELEMENTS_A_UNIT]["side"]
    if k["units"][t // c.ELEMENTS_A_UNIT]["side"] == side:
        gained = -gained
    s["row"]["luck"][side] += gained
    return effect


@kernel
def fire(k, s, e, t, w, mode):
    """Roll and resolve one element's declared shot with weapon w at element t.

    Return its band if it hit, or -1; a hit that an F chit undid is none.
    """
    shooter = s["elements"][e]
    weapon = k["types"][s["elements"][e]["type"]]["weapons"][w]
    inches = direct_fire.distance(s, e, t)
    band = direct_fire.band_at(weapon, direct_fire.distance_squared(s, e, t), shooter["damaged"])
    firer_place = direct_fire.firer_ladder(k, s, e, weapon, band, mode)
    if firer_place < 0:  # damaged by a salvo of its own unit since it declared (DS30.2)
        return -1
    s["attack_marks"][t // c.ELEMENTS_A_UNIT] |= 1
    if s["elements"][t]["alive"] == 0:  # DS28.1: declared before, wasted now
        return -1
    target_place = direct_fire.target_ladder(k, s, t, mode)
    cover = direct_fire.cover_of(k, s, e, t)
    secondary_place = k["secondary_die"][cover]
    armour = direct_fire.armour_facing(k, s, e, t)
    turn_shot = shooter["shots"]
    shooter["shots"] = turn_shot + 1
    base = turn_shot * 64
    firer_sides = dice.sides_of(firer_place)
    target_sides = dice.sides_of(target_place)

    target_roll = dice.die(s, target_sides, c.P_TARGET, e, base)
    secondary_roll = 0
    if secondary_place >= 0:
        secondary_roll = dice.die(s, dice.sides_of(secondary_place), c.P_TARGET, e, base + 1)
    chance = k["hit"][firer_place, target_place, secondary_place + 1]
    validity = direct_fire.validity_at(k, s, t, weapon, band)
    worth = direct_fire.worth_of_hit(k, s, t, validity, weapon["chits"], armour)
    side = k["units"][e // c.ELEMENTS_A_UNIT]["side"]
    any_hit = False
    for barrel in range(weapon["barrels"]):
        roll = dice.die(s, firer_sides, c.P_BARREL, e, base + barrel)
        hit = is_hit(roll, target_roll, secondary_roll)
        s["row"]["luck"][side] += ((1.0 if hit else 0.0) - chance) * worth
        if s["tracing"] != 0:
            place = trace.emit(s, c.E_SHOT, e, w, t, band, firer_sides, target_sides)
            trace.more(s, place, cover, roll, target_roll, secondary_roll)
            trace.measures(
                s, place, inches, 1.0 if hit else 0.0, float(barrel), float(armour), 0.0, 0.0
            )
        if hit:
            count_hit(k, s, e, mode)
            # each hit has its own chits; an F chit undoes its own hit alone (RD-18)
            effect = strike(k, s, e, t, weapon, band, armour, mode, c.P_CHIT, e, base + 8 * barrel)
            if effect & chits.FIRER_DOWN == 0:
                any_hit = True
    return band if any_hit else -1
