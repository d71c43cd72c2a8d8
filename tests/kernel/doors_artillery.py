"""Doors from Python into the kernels of artillery."""

from __future__ import annotations

from sim._jit import entry
from sim.battle import barrage
from sim.layout import codes as c
from sim.rules import artillery, dice


@entry
def count_bursts(k, s, seed, b, t, draws, missions, counts):
    """Add what `draws` draws of battery b leave of element t to `counts`, one battle a mission.

    Shape (8,): bits 1 damaged, 2 immobilised, 4 systems down; 8 and above: destroyed.
    Return the luck of the missions in points.
    """
    element = s["elements"][t]
    for battle in range(missions):
        s["key"] = dice.battle_key(seed, battle)
        element["alive"] = 1
        element["damaged"] = 0
        element["immobilised"] = 0
        element["systems_down"] = 0
        for gun in range(draws):
            barrage.burst(k, s, b, t, gun)
        state = element["damaged"] + 2 * element["immobilised"] + 4 * element["systems_down"]
        if element["alive"] == 0:
            state = 8
        counts[state] += 1
    return s["row"]["luck"][b // c.BATTERIES_A_SIDE]


@entry
def count_calls(k, s, seed, b, e, sides, t, calls):
    """Return how many of `calls` calls of element e with a die of `sides` are answered."""
    answered = 0
    for battle in range(calls):
        s["key"] = dice.battle_key(seed, battle)
        s["batteries"][b]["pending"] = 0
        s["elements"][e]["shots"] = 0
        artillery.ask(k, s, b, e, sides, t)
        answered += s["batteries"][b]["pending"]
    return answered
