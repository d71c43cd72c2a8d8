"""Guided missiles, the defences against them, and area defence (DS19.3, DS31.1).

Order of rolls of a volley, as a script gives them: interception, by area-defence element and
missile (its die, then a guidance die of the interception's own); then, missile by missile that is
left, the target's ECM die, its PDS die if fitted, the guidance die, and the chits of a hit.

A guidance die is not fire control: neither the launcher's movement (DS28.2) nor its damage (DS30.2)
changes it. Terrain, posture and evasion give no die against a missile: DS31.1 names them all.
"""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import dice, direct_fire, shot, trace
from sim.terrain import lookup

RADIUS_SQUARED = figures.ADS_RADIUS**2
D4 = 0  # ladder
BITS, ALL_BITS = 8, 255  # of the missiles in flight: one byte an element of the unit, one bit each


@kernel
def ecm_ladder(k, s, t):
    """Return the place of the target's ECM die: as if it had none with active sensors (DS19.3)."""
    element = s["elements"][t]
    if element["sensors"] != 0:
        return D4
    return k["types"][element["type"]]["ecm"]


@kernel
def hit_chance(k, s, t, guidance):
    """Return the chance that a missile which was not shot down hits t (DS31.1)."""
    pds = k["types"][s["elements"][t]["type"]]["pds"]
    return k["hit"][guidance, ecm_ladder(k, s, t), pds + 1]


@kernel
def guards(k, s, a, t):
    """Return whether a, whose sensors are active, may intercept missiles at t (DS19.3).

    It fires, so its systems are up, it does not evade (DS26.1) and its unit has not panicked (DS23.2).
    A hidden unit keeps hidden.
    """
    unit = s["units"][a // c.ELEMENTS_A_UNIT]
    if unit["hidden"] != 0 or unit["panicked"] != 0 or not direct_fire.may_fire(s, a):
        return False
    if direct_fire.distance_squared(s, a, t) > RADIUS_SQUARED:
        return False
    s["sights"] += 1
    return lookup.sees(k, s, s["elements"][a]["cell"], s["elements"][t]["cell"])


@kernel
def engaged_by(ladder, missiles):
    """Return how many missiles an ADS engages: as many as leave its die at D4 or better (E12)."""
    return min(missiles, ladder + 1)


@kernel
def passing(k, s, t, guidance, missiles):
    """Return the chance that a missile of a salvo at t passes the best ADS which would meet it."""
    best = 0.0
    side = k["units"][t // c.ELEMENTS_A_UNIT]["side"]
    begin = side * c.UNITS_A_SIDE
    for v in range(begin, begin + k["unit_count"][side]):
        if s["units"][v]["alive"] == 0:
            continue
        first = v * c.ELEMENTS_A_UNIT
        for a in range(first, first + s["units"][v]["count"]):
            if s["elements"][a]["sensors"] != 0 and guards(k, s, a, t):
                ladder = k["types"][s["elements"][a]["type"]]["ads"]
                engaged = engaged_by(ladder, missiles)
                down = engaged * k["hit"][ladder - engaged + 1, guidance, 0] / missiles
                best = max(best, down)
    return 1.0 - best


@kernel
def best_launcher(k, s, e, t, square):
    """Return (weapon, expected points) of e's missiles against the vehicle t, or (-1, 0.0).

    The caller knows that t is in sight, `square` inches squared away, and may be fired at.
    """
    own = s["elements"][e]["type"]
    target = s["elements"][t]
    kind = k["types"][own]
    best = -1
    most = 0.0
    for w in range(kind["weapon_count"]):
        weapon = kind["weapons"][w]
        reach = weapon["reach"][c.LONG]
        if weapon["kind"] != c.GMS or square > reach * reach:
            continue
        guidance = weapon["die"][c.MEDIUM]
        side = 0 if direct_fire.hits_front(s, e, t, square) else 1
        crippled = 1 if target["damaged"] != 0 or target["immobilised"] != 0 else 0
        worth = (
            weapon["barrels"]
            * hit_chance(k, s, t, guidance)
            * k["hit_worth"][own, w, target["type"], c.MEDIUM, side, crippled]
        )
        if worth > most and k["area_defence"] != 0:
            worth *= passing(k, s, t, guidance, weapon["barrels"])
        if worth > most:
            most = worth
            best = w
    return best, most


@kernel
def fire_all(k, s, u, mode):
    """Resolve the missiles of unit u's declared volley, interception first (DS31.1).

    All missiles of a vehicle go to one target. One whose target was destroyed before is wasted.
    """
    flying = launch(k, s, u)
    if flying == 0:
        return
    if k["area_defence"] != 0:
        flying = intercept(k, s, u, flying)
    for i in range(s["units"][u]["count"]):
        for missile in range(BITS):
            if (flying >> (BITS * i + missile)) & 1 == 1:
                arrive(k, s, u * c.ELEMENTS_A_UNIT + i, s["aim"][i], i, missile, mode)


@kernel
def launch(k, s, u):
    """Launch the missiles that unit u declared; return which are in flight at something."""
    flying = 0
    side = k["units"][u]["side"]
    for i in range(s["units"][u]["count"]):
        t = s["aim"][i]
        if t < 0:
            continue
        e = u * c.ELEMENTS_A_UNIT + i
        launcher = s["elements"][e]
        weapon = k["types"][launcher["type"]]["weapons"][s["aim_weapon"][i]]
        if weapon["kind"] != c.GMS or not direct_fire.may_fire(s, e):
            continue
        s["row"]["missiles"][side, 0] += weapon["barrels"]
        s["attack_marks"][t // c.ELEMENTS_A_UNIT] |= 1
        if s["elements"][t]["alive"] == 0:  # DS28.1: declared before, wasted now
            continue
        launcher["shots"] += 1
        flying |= ((1 << weapon["barrels"]) - 1) << (BITS * i)
    return flying


@kernel
def intercept(k, s, u, flying):
    """Let the enemy's area defence meet unit u's missiles; return which of them are left.

    Each element with active sensors takes its turn at what those before it left. It engages, of the
    whole volley, as many as leave its die at D4 or better.
    """
    other = 1 - k["units"][u]["side"]
    begin = other * c.UNITS_A_SIDE
    for v in range(begin, begin + k["unit_count"][other]):
        if s["units"][v]["alive"] == 0:
            continue
        first = v * c.ELEMENTS_A_UNIT
        for a in range(first, first + s["units"][v]["count"]):
            if s["elements"][a]["sensors"] != 0:
                flying = engage(k, s, a, u, flying)
    return flying


@kernel
def engage(k, s, a, u, flying):
    """Roll element a's interception of unit u's missiles; return which of them are left (DS31.1)."""
    near = 0
    number = 0
    for i in range(s["units"][u]["count"]):
        bits = (flying >> (BITS * i)) & ALL_BITS
        if bits == 0 or not guards(k, s, a, s["aim"][i]):
            continue
        near |= bits << (BITS * i)
        while bits != 0:
            number += bits & 1
            bits >>= 1
    if number == 0:
        return flying
    ladder = k["types"][s["elements"][a]["type"]]["ads"]
    engaged = engaged_by(ladder, number)
    ladder -= engaged - 1
    done = 0
    for i in range(s["units"][u]["count"]):
        for missile in range(BITS):
            bit = 1 << (BITS * i + missile)
            if near & bit != 0 and done < engaged:
                done += 1
                if shoots_down(k, s, a, u, i, missile, ladder, engaged):
                    flying &= ~bit
    return flying


@kernel
def shoots_down(k, s, a, u, i, missile, ladder, engaged):
    """Roll element a's die against the guidance die of one missile; strictly higher downs it."""
    e = u * c.ELEMENTS_A_UNIT + i
    t = s["aim"][i]
    weapon = k["types"][s["elements"][e]["type"]]["weapons"][s["aim_weapon"][i]]
    guidance = weapon["die"][c.MEDIUM]
    index = (e * 64 + s["elements"][e]["shots"]) * 64 + 2 * missile
    roll = dice.die(s, dice.sides_of(ladder), c.P_INTERCEPT, a, index)
    against = dice.die(s, dice.sides_of(guidance), c.P_INTERCEPT, a, index + 1)
    down = shot.is_hit(roll, against, 0)
    armour = direct_fire.armour_facing(k, s, e, t)
    validity = direct_fire.validity_at(k, s, t, weapon, c.MEDIUM)
    worth = direct_fire.worth_of_hit(k, s, t, validity, weapon["chits"], armour)
    worth *= hit_chance(k, s, t, guidance)
    side = k["units"][u]["side"]
    s["row"]["luck"][side] -= ((1.0 if down else 0.0) - k["hit"][ladder, guidance, 0]) * worth
    if down:
        s["row"]["missiles"][side, 1] += 1
    if s["tracing"] != 0:
        place = trace.emit(
            s, c.E_INTERCEPT, a, e, t, dice.sides_of(ladder), dice.sides_of(guidance), missile
        )
        trace.more(s, place, roll, against, 1 if down else 0, engaged)
    return down


@kernel
def arrive(k, s, e, t, i, missile, mode):
    """Roll one missile's guidance against fresh ECM and PDS dice, and draw the chits of a hit."""
    if s["elements"][t]["alive"] == 0:
        return
    w = s["aim_weapon"][i]
    weapon = k["types"][s["elements"][e]["type"]]["weapons"][w]
    guidance = weapon["die"][c.MEDIUM]
    ecm = ecm_ladder(k, s, t)
    pds = k["types"][s["elements"][t]["type"]]["pds"]
    base = (s["elements"][e]["shots"] - 1) * 64
    ecm_roll = dice.die(s, dice.sides_of(ecm), c.P_ECM, e, base + 2 * missile)
    pds_roll = 0
    if pds >= 0:
        pds_roll = dice.die(s, dice.sides_of(pds), c.P_ECM, e, base + 2 * missile + 1)
    roll = dice.die(s, dice.sides_of(guidance), c.P_GUIDANCE, e, base + missile)
    hit = shot.is_hit(roll, ecm_roll, pds_roll)
    armour = direct_fire.armour_facing(k, s, e, t)
    validity = direct_fire.validity_at(k, s, t, weapon, c.MEDIUM)
    worth = direct_fire.worth_of_hit(k, s, t, validity, weapon["chits"], armour)
    side = k["units"][e // c.ELEMENTS_A_UNIT]["side"]
    s["row"]["luck"][side] += ((1.0 if hit else 0.0) - hit_chance(k, s, t, guidance)) * worth
    if s["tracing"] != 0:
        place = trace.emit(
            s, c.E_MISSILE, e, w, t, dice.sides_of(guidance), dice.sides_of(ecm),
            dice.sides_of(pds) if pds >= 0 else 0,
        )  # fmt: skip
        trace.more(s, place, roll, ecm_roll, pds_roll, missile)
        inches = direct_fire.distance(s, e, t)
        trace.measures(s, place, inches, 1.0 if hit else 0.0, float(armour), 0.0, 0.0, 0.0)
    if hit:
        s["row"]["missiles"][side, 2] += 1
        shot.count_hit(k, s, e, mode)
        shot.strike(k, s, e, t, weapon, c.MEDIUM, armour, mode, c.P_CHIT, e, base + 8 * missile)


@kernel
def switch_sensors(k, s, u):
    """Switch the area-defence sensors of unit u: a combat action of those that have them (DS18.4)."""
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        element = s["elements"][e]
        if (
            k["types"][element["type"]]["ads"] < 0
            or element["alive"] == 0
            or element["systems_down"] != 0
        ):
            continue
        element["sensors"] = 1 - element["sensors"]
        s["clock"] += 1
        if s["tracing"] != 0:
            trace.emit(s, c.E_SENSORS, e, element["sensors"], 0, 0, 0, 0)
