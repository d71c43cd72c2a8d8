"""A round of close assault: who draws at whom, and the chits (DS34.1).

The attackers are a set of units, bit u for unit u; the defender is one unit. Order of the chits: the
attackers' elements by number, then the defender's.
"""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.battle import close_in
from sim.layout import codes as c
from sim.rules import close_assault, direct_fire, infantry, trace

SUPPORT = figures.ASSAULT_SUPPORT
MOST_CHITS = max(figures.ASSAULT_CHITS.values())
AT_VEHICLES = figures.IAVR_CHITS
VALID_AT = tuple(  # by codes.POSITIONS
    c.VALIDITIES.index(figures.ASSAULT_VALIDITY[place]) for place in c.POSITIONS
)
V_IAVR = c.VALIDITIES.index(figures.IAVR_VALIDITY["plain"])
V_IAVR_REACTIVE = c.VALIDITIES.index(figures.IAVR_VALIDITY["reactive"])


@kernel
def supports(k, s, e, v):
    """Return whether vehicle e stands near enough to unit v to help its own teams."""
    element = s["elements"][e]
    if element["alive"] == 0 or element["team"] != 0 or element["systems_down"] != 0:
        return False
    foe, inches = close_in.nearest_foe(s, e, v)
    return foe >= 0 and inches <= SUPPORT and direct_fire.sees(k, s, e, foe)


@kernel
def line_up(k, s, party, v):
    """Set who takes part in a round; return how many (attackers to aim at, defenders to aim at).

    Teams on foot fight, and vehicles of the attackers in support; of the defender all that is there,
    though a vehicle with its systems down is only aimed at.
    """
    attackers = 0
    defenders = 0
    for u in range(c.UNITS):
        if u != v and (party >> u) & 1 == 0:
            continue
        first = u * c.ELEMENTS_A_UNIT
        for e in range(first, first + s["units"][u]["count"]):
            element = s["elements"][e]
            element["foe"] = c.OUTSIDE
            if u == v:
                if element["alive"] != 0 and element["aboard"] < 0:
                    element["foe"] = c.NO_FOE
                    defenders += 1
            elif close_assault.can_fight(s, e):
                element["foe"] = c.NO_FOE
                attackers += 1
            elif supports(k, s, e, v):
                element["foe"] = c.NO_FOE
    return attackers, defenders


@kernel
def target_at(s, party, v, of_defender, n):
    """Return the nth element, from 0, to aim at: of the defender's all, of the attackers' the teams."""
    left = n
    for u in range(c.UNITS):
        if (u != v) if of_defender else ((party >> u) & 1 == 0):
            continue
        first = u * c.ELEMENTS_A_UNIT
        for e in range(first, first + s["units"][u]["count"]):
            if s["elements"][e]["foe"] == c.OUTSIDE:
                continue
            if not of_defender and s["elements"][e]["team"] == 0:
                continue
            if left == 0:
                return e
            left -= 1
    return -1


@kernel
def aim(k, s, party, v, of_defender, targets):
    """Give each element of one side a target: most chits first, then round the enemy's elements.

    `of_defender` 1: the attackers aim at the defender, 0: the other way.
    """
    n = 0
    for fewer in range(MOST_CHITS):
        for u in range(c.UNITS):
            if ((party >> u) & 1 == 0) if of_defender else (u != v):
                continue
            first = u * c.ELEMENTS_A_UNIT
            for e in range(first, first + s["units"][u]["count"]):
                element = s["elements"][e]
                if element["foe"] == c.OUTSIDE or (
                    k["types"][element["type"]]["assault_chits"] != MOST_CHITS - fewer
                ):
                    continue
                if element["team"] == 0 and element["systems_down"] != 0:
                    continue
                element["foe"] = target_at(s, party, v, of_defender, n % targets)
                n += 1


@kernel
def draw(k, s, e, place):
    """Draw element e's chits at its foe, which is at a position; at vehicles as an IAVR (DS36.2)."""
    t = s["elements"][e]["foe"]
    if s["elements"][t]["alive"] == 0:
        return  # struck down already, and what draws at it draws in vain
    target = k["types"][s["elements"][t]["type"]]
    count = k["types"][s["elements"][e]["type"]]["assault_chits"]
    if s["elements"][t]["team"] != 0:
        armour = -target["kill_total"]
        validity = VALID_AT[place]
    else:
        count = AT_VEHICLES
        armour = target["side_armour"]
        validity = V_IAVR
        if target["apfc"] != 0:
            validity = infantry.IAVR_AT_APFC
        elif target["armour_kind"] == c.REACTIVE:
            validity = V_IAVR_REACTIVE
    index = s["elements"][e]["shots"] * 64
    s["elements"][e]["shots"] += 1
    infantry.strike(
        k, s, e, t, validity, count, armour, c.BY_ASSAULT, c.P_ASSAULT_CHIT, e, index
    )  # fmt: skip


@kernel
def fight(k, s, party, v, number, attackers, defenders):
    """Fight round `number`, from 1, between elements lined up; both sides draw at once.

    The defender has its cover in the first round, the attackers have none (DS34.1).
    """
    aim(k, s, party, v, 1, defenders)
    aim(k, s, party, v, 0, attackers)
    if s["tracing"] != 0:
        trace.emit(s, c.E_ROUND, v, number, attackers, defenders, 0, 0)
    for turn in range(2):
        for u in range(c.UNITS):
            if (u != v) if turn == 1 else ((party >> u) & 1 == 0):
                continue
            first = u * c.ELEMENTS_A_UNIT
            for e in range(first, first + s["units"][u]["count"]):
                foe = s["elements"][e]["foe"]
                if foe < 0:
                    continue
                place = c.AT_OPEN
                if turn == 0 and number == 1:
                    place = infantry.position(k, s, e, foe)
                draw(k, s, e, place)
                infantry.mark(s, foe)


@kernel
def losses(s, u):
    """Return (elements that began the round, of those lost) of unit u."""
    began = 0
    lost = 0
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if s["elements"][e]["foe"] != c.OUTSIDE:
            began += 1
            if s["elements"][e]["alive"] == 0:
                lost += 1
    return began, lost
