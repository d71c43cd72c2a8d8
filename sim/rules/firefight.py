"""The infantry firefight (DS33.1): small arms of a unit, all under one roll of its quality die.

Order of dice and chits: the quality die, then the chits of each team that draws, APSW teams first.
"""

from __future__ import annotations

from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import dice, direct_fire, infantry, trace


@kernel
def takes_part(k, s, u, i):
    """Return whether the element at place i of unit u fires a small arm in the declared volley."""
    e = u * c.ELEMENTS_A_UNIT + i
    return (
        s["aim"][i] >= 0
        and infantry.is_small_arm(k, s, e, s["aim_weapon"][i])
        and direct_fire.may_fire(s, e)
    )


@kernel
def in_line(k, s, u, n):
    """Return the place of the nth team, from 0, that draws in unit u's firefight: APSW teams first."""
    left = n
    for rifles in range(2):
        for i in range(s["units"][u]["count"]):
            if not takes_part(k, s, u, i):
                continue
            kind = k["types"][s["elements"][u * c.ELEMENTS_A_UNIT + i]["type"]]
            if (kind["weapons"][s["aim_weapon"][i]]["kind"] == c.RIFLE) == (rifles == 1):
                if left == 0:
                    return i
                left -= 1
    return -1


@kernel
def count_drawing(teams, roll, leadership):
    """Return how many of the teams draw (DS33.1): none, half rounded up, or all."""
    if roll >= 2 * leadership:
        return teams
    if roll >= leadership:
        return (teams + 1) // 2
    return 0


@kernel
def firefight(k, s, u, v, mode):
    """Resolve the small arms of unit u's declared volley, meant for unit v (DS33.1).

    The unit attacked is marked in every case.
    """
    teams = 0
    spot = 0  # the die's number is its own: the first team and how often that has fired
    for i in range(s["units"][u]["count"]):
        if takes_part(k, s, u, i):
            if teams == 0:
                spot = (i << 16) + s["elements"][u * c.ELEMENTS_A_UNIT + i]["shots"]
            teams += 1
            infantry.mark(s, s["aim"][i])
    if teams == 0:
        return
    sides = infantry.firefight_die(s, u)
    leadership = s["units"][u]["leadership"]
    roll = dice.die(s, sides, c.P_FIREFIGHT, u, spot)
    drawing = count_drawing(teams, roll, leadership)
    if s["tracing"] != 0:
        place = trace.emit(s, c.E_FIREFIGHT, u, v, sides, roll, leadership, teams)
        trace.more(s, place, drawing, 0, 0, 0)
    count_luck(k, s, u, teams, drawing)
    for n in range(drawing):
        i = in_line(k, s, u, n)
        e = u * c.ELEMENTS_A_UNIT + i
        base = s["elements"][e]["shots"] * 64
        infantry.draw(k, s, e, s["aim"][i], s["aim_weapon"][i], 0, mode, base)
    for n in range(teams):
        s["elements"][u * c.ELEMENTS_A_UNIT + in_line(k, s, u, n)]["shots"] += 1


@kernel
def count_luck(k, s, u, teams, drawing):
    """Count the luck of the quality die: the draws that it gave less those that it gives on average."""
    sides = infantry.firefight_die(s, u)
    leadership = s["units"][u]["leadership"]
    for n in range(teams):
        i = in_line(k, s, u, n)
        e = u * c.ELEMENTS_A_UNIT + i
        t = s["aim"][i]
        if s["elements"][t]["alive"] == 0:
            continue
        needed = leadership if n < count_drawing(teams, leadership, leadership) else 2 * leadership
        chance = infantry.at_least(sides, needed)
        worth = infantry.worth_of_arm(k, s, e, t, s["aim_weapon"][i])
        s["row"]["luck"][k["units"][u]["side"]] += ((1.0 if n < drawing else 0.0) - chance) * worth
