"""Doors from Python into the kernels of infantry: many firefights, many rounds of close assault."""

from __future__ import annotations

from sim._jit import entry
from sim.battle import melee
from sim.layout import codes as c
from sim.rules import dice, firefight

FOE = c.UNITS_A_SIDE  # red's first unit


@entry
def reset(s, u):
    """Put unit u's elements in play again, as nobody had struck them."""
    unit = s["units"][u]
    unit["alive"] = unit["count"]
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + unit["count"]):
        s["elements"][e]["alive"] = 1
        s["elements"][e]["counted"] = 0
        s["elements"][e]["shots"] = 0


@entry
def count_firefights(k, s, seed, battles, lost):
    """Add to `lost`, shape (7,), how many firefights of blue's unit 0 remove 0, 1, ... targets.

    Each team fires its first weapon at the target of its own place.
    """
    for battle in range(battles):
        s["key"] = dice.battle_key(seed, battle)
        reset(s, 0)
        reset(s, FOE)
        for i in range(s["units"][0]["count"]):
            s["aim"][i] = FOE * c.ELEMENTS_A_UNIT + i
            s["aim_weapon"][i] = 0
        firefight.firefight(k, s, 0, FOE, c.BY_ACTIVATION)
        lost[s["units"][FOE]["count"] - s["units"][FOE]["alive"]] += 1


@entry
def count_rounds(k, s, seed, battles, number, lost):
    """Add to `lost`, shape (7, 7), the losses of blue's unit 0 and of its foe in one round."""
    for battle in range(battles):
        s["key"] = dice.battle_key(seed, battle)
        reset(s, 0)
        reset(s, FOE)
        attackers, defenders = melee.line_up(k, s, 1, FOE)
        melee.fight(k, s, 1, FOE, number, attackers, defenders)
        blue = s["units"][0]["count"] - s["units"][0]["alive"]
        red = s["units"][FOE]["count"] - s["units"][FOE]["alive"]
        lost[blue, red] += 1
