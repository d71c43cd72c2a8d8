"""The damage pot (DS5.1) and what drawn chits do (DS29.1, DS29.2, DS30.1).

A total is counted in halves, so that the fusion gun's long-range halves stay exact (RD-17).
What one hit does is packed in one integer, see the bits below.
"""

from __future__ import annotations

from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import dice

#: Bits of a hit's effect. FIRER_DOWN stands alone (RD-18); DESTROYED does, but for BY_BOOM (DS36.5).
DAMAGED, IMMOBILISED, TARGET_DOWN, FIRER_DOWN, DESTROYED, BY_BOOM = 1, 2, 4, 8, 16, 32
#: Armour values from here on mean a soft vehicle under infantry arms: SOFT plus its kill total.
SOFT = 16


@kernel
def half_points(chit, validity):
    """Return twice the number that a numerical chit counts under a validity (DS29.1, RD-17)."""
    colour = chit >> 2
    twice = 2 * (chit & 3)
    if validity == c.V_RYG:
        return twice
    if validity == c.V_RYG_DOUBLE:
        return 2 * twice
    if validity == c.V_RYG_HALF:
        return twice // 2
    if validity == c.V_RY:
        return twice if colour != c.GREEN_CHIT else 0
    if validity == c.V_R:
        return twice if colour == c.RED_CHIT else 0
    if validity == c.V_Y:
        return twice if colour == c.YELLOW_CHIT else 0
    if validity == c.V_G:
        return twice if colour == c.GREEN_CHIT else 0
    return 0


@kernel
def effect(total, numericals, specials, armour):
    """Return what one hit does to a vehicle, or one draw to a team.

    `total` is the valid total in halves, `numericals` how many numerical chits of any colour were
    drawn, `specials` bits: 1 BOOM, 2 M, 4 T, 8 F. A team's kill total stands as negative armour: it
    is removed if the total reaches it, specials count for nothing (DS30.1, DS33.2). A soft vehicle's
    under infantry arms stands above SOFT (DS36.4).
    """
    if armour < 0:
        return DESTROYED if total >= -2 * armour else 0
    if specials & 8:  # RD-18: F undoes the whole shot
        return FIRER_DOWN
    if specials & 1:
        return DESTROYED | BY_BOOM
    if total > 2 * armour:
        return DESTROYED
    if armour >= SOFT and total >= 2 * (armour - SOFT):
        return DESTROYED
    result = 0
    # RD-16: armour 0 and a total of 0 is "equal" only if a numerical chit was drawn
    if total == 2 * armour and (total > 0 or numericals > 0):
        result |= DAMAGED
    if specials & 2:
        result |= IMMOBILISED
    if specials & 4:
        result |= TARGET_DOWN
    return result


@kernel
def draw(k, s, count, validity, armour, purpose, actor, index):
    """Draw `count` chits without replacement (DS5.1) and return the packed record of the hit.

    Bits 0-7 hold the effect, 8-19 the total in halves, then five chits of five bits each from bit 20
    (chit + 1; 0: not drawn), so that the trace can name them.
    """
    taken_0, taken_1, taken_2, taken_3, taken_4 = 200, 200, 200, 200, 200
    total = 0
    numericals = 0
    specials = 0
    packed = 0
    scripted = s["script_place"] + count <= s["script_length"]
    for i in range(count):
        place = dice.below(s, c.POT_SIZE - i, purpose, actor, index + i)
        if scripted:
            chit = place  # a script names chits by their code
        else:
            # skip the chits that are out of the pot; taken_* stay sorted
            if place >= taken_0:
                place += 1
            if place >= taken_1:
                place += 1
            if place >= taken_2:
                place += 1
            if place >= taken_3:
                place += 1
            if place >= taken_4:
                place += 1
            spot = place
            if spot < taken_0:
                spot, taken_0 = taken_0, spot
            if spot < taken_1:
                spot, taken_1 = taken_1, spot
            if spot < taken_2:
                spot, taken_2 = taken_2, spot
            if spot < taken_3:
                spot, taken_3 = taken_3, spot
            if spot < taken_4:
                taken_4 = spot
            chit = k["pot"][place]
        packed |= (chit + 1) << (20 + 5 * i)
        if chit < c.CHIT_BOOM:
            numericals += 1
            total += half_points(chit, validity)
        else:
            specials |= 1 << (chit - c.CHIT_BOOM)
    return packed | total << 8 | effect(total, numericals, specials, armour)
