"""What a SLAM salvo that hit does beside its target (DS30.3).

Order of dice and chits: for each element near the target, by number, a D6 and the chits of a hit.
"""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import dice, direct_fire, infantry, shot, trace

AREA_MEDIUM, AREA_MEDIUM_SCORE = figures.SLAM_AREA["medium"]
AREA_LONG, AREA_LONG_SCORE = figures.SLAM_AREA["long"]


@kernel
def spread(k, s, e, t, w, band, mode):
    """Roll for the elements near t that element e's salvo with weapon w has just hit.

    None at close range. Teams aboard share their carrier's fate (DS36.5); a team on foot is hit as by
    any fire at infantry (DS36.3).
    """
    if k["types"][s["elements"][e]["type"]]["weapons"][w]["kind"] != c.SLAM or band <= c.CLOSE:
        return
    radius = AREA_MEDIUM if band == c.MEDIUM else AREA_LONG
    for u in range(c.UNITS):
        if s["units"][u]["alive"] == 0:
            continue
        first = u * c.ELEMENTS_A_UNIT
        for other in range(first, first + s["units"][u]["count"]):
            element = s["elements"][other]
            if other == t or element["alive"] == 0 or element["aboard"] >= 0:
                continue
            if direct_fire.distance_squared(s, t, other) <= radius * radius:
                roll_for(k, s, e, t, other, w, band, mode)


@kernel
def roll_for(k, s, e, t, other, w, band, mode):
    """Roll for one element near the target, and draw its chits if it is hit."""
    weapon = k["types"][s["elements"][e]["type"]]["weapons"][w]
    u = other // c.ELEMENTS_A_UNIT
    score = AREA_MEDIUM_SCORE if band == c.MEDIUM else AREA_LONG_SCORE
    team = s["elements"][other]["team"] != 0
    if team:
        count = weapon["infantry_chits"]
        validity = infantry.validity_of(k, s, e, other, w)
        armour = -k["types"][s["elements"][other]["type"]]["kill_total"]
        worth = infantry.worth_of_draw(k, s, other, validity, count, armour)
        infantry.mark(s, other)
    else:
        count = weapon["chits"]
        validity = direct_fire.validity_at(k, s, other, weapon, band)
        armour = direct_fire.armour_facing(k, s, e, other)
        worth = direct_fire.worth_of_hit(k, s, other, validity, count, armour)
        s["attack_marks"][u] |= 1
    index = e * 4096 + (s["elements"][e]["shots"] - 1) * 64
    roll = dice.die(s, 6, c.P_AREA, other, index)
    side = k["units"][e // c.ELEMENTS_A_UNIT]["side"]
    gained = ((1.0 if roll >= score else 0.0) - (7 - score) / 6.0) * worth
    s["row"]["luck"][side] += gained if k["units"][u]["side"] != side else -gained
    if s["tracing"] != 0:
        place = trace.emit(s, c.E_SHOT, e, w, other, band, 6, 0)
        trace.more(s, place, -1, roll, score, 0)
        trace.measures(
            s, place, direct_fire.distance(s, t, other), 1.0 if roll >= score else 0.0, -1.0,
            float(armour), 0.0, 0.0,
        )  # fmt: skip
    if roll < score:
        return
    if team:
        infantry.strike(
            k, s, e, other, validity, count, armour, mode, c.P_AREA_CHIT, other, index
        )  # fmt: skip
        return
    shot.count_hit(k, s, e, mode)
    shot.strike(k, s, e, other, weapon, band, armour, mode, c.P_AREA_CHIT, other, index)
