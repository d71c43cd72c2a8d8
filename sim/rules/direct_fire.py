"""Direct fire at vehicles (p. 28-32): can it be fired, with which dice, and what it is worth.

Every function here looks and none rolls; `sim.rules.shot` rolls. A shot's worth is in points: an
element destroyed counts its full points, damaged or immobilised half.
"""

from __future__ import annotations

import math

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import dice, geometry
from sim.terrain import lookup, popped

FRONT_COSINE = math.cos(math.radians(figures.FRONT_ARC_HALF))
FIXED_COSINE = math.cos(math.radians(figures.FIXED_ARC_HALF))
ROUNDING = 1e-9  # movement factors: slanted steps add up to a half but for their rounding
SIGHT_SQUARED = figures.LINE_OF_SIGHT**2


@kernel
def mode_of(s, u):
    """Return why unit u would fire now: its own activation, overwatch or opportunity."""
    if s["mover"] == u:
        return c.BY_ACTIVATION
    if s["chance"] >= 0:
        return s["chance"]
    if s["units"][u]["overwatch"] != 0:
        return c.BY_OVERWATCH
    return c.BY_OPPORTUNITY


@kernel
def distance(s, e, t):
    """Return the inches between two elements."""
    dx = s["elements"][t]["x"] - s["elements"][e]["x"]
    dy = s["elements"][t]["y"] - s["elements"][e]["y"]
    return math.sqrt(dx * dx + dy * dy)


@kernel
def distance_squared(s, e, t):
    """Return the square of the inches between two elements: enough to compare, and no root."""
    dx = s["elements"][t]["x"] - s["elements"][e]["x"]
    dy = s["elements"][t]["y"] - s["elements"][e]["y"]
    return dx * dx + dy * dy


@kernel
def band_at(weapon, square, damaged):
    """Return the range band for a squared distance.

    A damaged firer counts every band as the next one out (DS30.2).
    """
    reach = weapon["reach"]
    if square <= reach[0] * reach[0]:
        band = c.CLOSE
    elif square <= reach[1] * reach[1]:
        band = c.MEDIUM
    elif square <= reach[2] * reach[2]:
        band = c.LONG
    else:
        return c.OUT
    if damaged != 0:
        band += 1
    return band


@kernel
def range_band_of(k, kind, inches):
    """Return the band of a type's first weapon at a distance (the index of `shot_value`)."""
    return band_at(k["types"][kind]["weapons"][0], inches * inches, 0)


@kernel
def bears(s, e, t, weapon, square, mode):
    """Return whether the weapon's arc allows the shot (DS18.5, DS20.4, RD-7).

    In its own activation an element that has not moved declares its facing as it fires, and a
    turreted one may turn on the spot. A fixed mount may not fire after moving, nor on overwatch if
    it moved in the activation in which its unit went on overwatch.
    """
    mount = weapon["mount"]
    if mount == c.TURRET:
        return True
    element = s["elements"][e]
    if mount == c.FIXED and mode != c.BY_OPPORTUNITY and element["moved"] != 0:
        return False
    if mode == c.BY_ACTIVATION:
        return True
    dx = s["elements"][t]["x"] - element["x"]
    dy = s["elements"][t]["y"] - element["y"]
    along = dx * element["fx"] + dy * element["fy"]
    return geometry.within_angle(along, square, FIXED_COSINE if mount == c.FIXED else 0.0)


@kernel
def firer_ladder(k, s, e, weapon, band, mode):
    """Return the place of the firer's die on the ladder, or -1 (DS28.2, switches of OW.F4).

    RD-8: overwatch fire has no modifier of its own unless `firer_die_shift` gives it one; with
    unlimited `shots` each shot before costs one step.
    """
    if band == c.OUT:
        return -1
    shift = 0
    if mode == c.BY_ACTIVATION:
        element = s["elements"][e]
        if element["used"] > 0.5 * base_factor(k, s, e) + ROUNDING:
            shift = -1
    elif mode == c.BY_OVERWATCH:
        shift = k["rules"]["firer_die_shift"]
        if k["rules"]["shots"] == c.UNLIMITED:
            shift -= s["units"][e // c.ELEMENTS_A_UNIT]["watch_shots"]
    return dice.step(weapon["die"][band], shift)


@kernel
def base_factor(k, s, e):
    """Return the element's base movement factor, halved by damage (DS25.1, DS30.2)."""
    base = k["types"][s["elements"][e]["type"]]["base"]
    if s["elements"][e]["damaged"] != 0:
        return 0.5 * base
    return base


@kernel
def base_movement(k, s, e):
    """Return the movement factors that the element has as it is now: none if immobilised."""
    if s["elements"][e]["immobilised"] != 0:
        return 0.0
    return base_factor(k, s, e)


@kernel
def cover_of(k, s, e, t):
    """Return the code of the target's best secondary die against firer e (DS28.3, DS20.6, DS26.1).

    Hull down and turret down hide a vehicle only from observers who do not stand higher; who has
    popped up stands higher than anyone, and has a die of its own (DS32.2).
    """
    target = s["elements"][t]
    here = target["cell"]
    there = s["elements"][e]["cell"]
    best = lookup.cell_cover(k, here, there)
    if s["popped"] >= 0:
        if popped.is_up(k, s, t):
            return c.COVER_POP_UP
        if popped.is_up(k, s, e):
            return from_above(k, s, t)
    if s["units"][t // c.ELEMENTS_A_UNIT]["evading"] != 0:
        best = max(best, c.COVER_EVADING)
    posture = target["posture"]
    if posture == c.DUG_IN:
        best = max(best, c.COVER_DUG_IN)
    elif posture != c.IN_THE_OPEN and int(k["level"][there]) <= int(k["level"][here]):
        if posture == c.HULL_DOWN:
            best = max(best, c.COVER_HULL_DOWN)
        else:
            best = max(best, c.COVER_TURRET_DOWN)
    return best


@kernel
def from_above(k, s, t):
    """Return the code of the target's secondary die against who has popped up: no crest helps it."""
    if s["elements"][t]["posture"] == c.DUG_IN:
        return c.COVER_DUG_IN
    if s["units"][t // c.ELEMENTS_A_UNIT]["evading"] != 0:
        return c.COVER_EVADING
    if int(k["cover"][s["elements"][t]["cell"]]) == c.CELL_SOFT:
        return c.COVER_SOFT
    return c.COVER_NONE


@kernel
def hits_front(s, e, t, square):
    """Return whether a shot from e meets t's front: within 45 degrees of its facing (RD-6)."""
    target = s["elements"][t]
    dx = s["elements"][e]["x"] - target["x"]
    dy = s["elements"][e]["y"] - target["y"]
    return geometry.within_angle(dx * target["fx"] + dy * target["fy"], square, FRONT_COSINE)


@kernel
def armour_facing(k, s, e, t):
    """Return the armour that meets a shot from e (DS29.2)."""
    kind = k["types"][s["elements"][t]["type"]]
    if hits_front(s, e, t, distance_squared(s, e, t)):
        return kind["armour"]
    return kind["side_armour"]


@kernel
def target_ladder(k, s, t, mode):
    """Return the place of the target's primary die (DS28.3; switch `target_die_shift`)."""
    kind = k["types"][s["elements"][t]["type"]]
    ladder = kind["signature_die"]
    if s["elements"][t]["sensors"] != 0:  # DS19.3
        ladder = kind["loud_die"]
    if mode == c.BY_OVERWATCH:
        return dice.step(ladder, k["rules"]["target_die_shift"])
    return ladder


@kernel
def may_fire(s, e):
    """Return whether an element can take a combat action at all (DS30.2, DS26.1)."""
    element = s["elements"][e]
    return (
        element["alive"] != 0
        and element["systems_down"] == 0
        and element["aboard"] < 0
        and s["units"][e // c.ELEMENTS_A_UNIT]["evading"] == 0
    )


@kernel
def may_aim(k, s, e, w):
    """Return whether weapon w of e may fire at the ground: not an ADS with active sensors (DS19.3)."""
    element = s["elements"][e]
    return element["sensors"] == 0 or k["types"][element["type"]]["ads_gun"] != w


@kernel
def sees(k, s, e, t):
    """Return whether e sees t: in play, in sight, within 60 inches (DS4.2)."""
    if s["elements"][t]["alive"] == 0:
        return False
    s["sights"] += 1
    if not lookup.sees(k, s, s["elements"][e]["cell"], s["elements"][t]["cell"]):
        return False
    return distance_squared(s, e, t) <= SIGHT_SQUARED


@kernel
def points_of(k, s, u):
    """Return the points of unit u's elements in play."""
    total = 0.0
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        if s["elements"][e]["alive"] != 0:
            total += k["types"][s["elements"][e]["type"]]["points"]
    return total


@kernel
def worth_of_hit(k, s, t, validity, chits, armour):
    """Return the expected points of one hit on element t in its present state."""
    points = k["types"][s["elements"][t]["type"]]["points"]
    element = s["elements"][t]
    kill = k["kill"][validity, chits, armour]
    if element["damaged"] != 0 or element["immobilised"] != 0:
        return 0.5 * points * kill
    return points * (kill + 0.5 * k["half"][validity, chits, armour])


@kernel
def validity_at(k, s, t, weapon, band):
    """Return the colours that count against the target's kind of armour (DS29.1)."""
    kind = k["types"][s["elements"][t]["type"]]["armour_kind"]
    return weapon["validity"][kind, band]


@kernel
def best_gun(k, s, e, t, mode, square):
    """Return (weapon, expected points) of e's best gun against the vehicle t, or (-1, 0.0).

    The caller knows that t is in sight, `square` inches squared away, and may be fired at.
    """
    element = s["elements"][e]
    target = s["elements"][t]
    own = element["type"]
    kind = k["types"][own]
    other = target["type"]
    secondary = k["secondary_die"][cover_of(k, s, e, t)] + 1
    ladder = target_ladder(k, s, t, mode)
    side = 0 if hits_front(s, e, t, square) else 1
    crippled = 1 if target["damaged"] != 0 or target["immobilised"] != 0 else 0
    best = -1
    most = 0.0
    for w in range(kind["weapon_count"]):
        weapon = kind["weapons"][w]
        if weapon["kind"] > c.SLAM or not may_aim(k, s, e, w):
            continue
        band = band_at(weapon, square, element["damaged"])
        firer = firer_ladder(k, s, e, weapon, band, mode)
        if firer < 0 or not bears(s, e, t, weapon, square, mode):
            continue
        worth = (
            weapon["barrels"]
            * k["hit"][firer, ladder, secondary]
            * k["hit_worth"][own, w, other, band, side, crippled]
        )
        if worth > most:
            most = worth
            best = w
    return best, most
