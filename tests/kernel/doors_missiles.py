"""A door into the kernels of missiles: the same salvo in many battles."""

from __future__ import annotations

from sim._jit import entry
from sim.layout import codes as c
from sim.rules import dice, missiles


@entry
def fire_salvoes(k, s, seed, salvoes, hits, downed, states, luck):
    """Fire unit 0's declared missiles at element 96 alone, intact again, in each battle of a seed.

    Adds to `hits` and `downed`, shape (49,), by how many missiles of the salvo hit and were shot
    down; to `states`, shape (32,), by what became of the target, as bits of a hit's effect; and
    to `luck`, shape (2,), its sum and its sum of squares. `states[8]` is F chits: how often the
    launcher's systems went down.
    """
    target = s["elements"][c.UNITS_A_SIDE * c.ELEMENTS_A_UNIT]
    launcher = s["elements"][0]
    row = s["row"]
    for battle in range(salvoes):
        s["key"] = dice.battle_key(seed, battle)
        s["units"][c.UNITS_A_SIDE]["alive"] = 1
        target["alive"] = 1
        target["damaged"] = 0
        target["immobilised"] = 0
        target["systems_down"] = 0
        launcher["systems_down"] = 0
        launcher["shots"] = 0
        for outcome in range(3):
            row["missiles"][0, outcome] = 0
        row["luck"][0] = 0.0
        missiles.fire_all(k, s, 0, c.BY_ACTIVATION)
        hits[row["missiles"][0, 2]] += 1
        downed[row["missiles"][0, 1]] += 1
        state = target["damaged"] + 2 * target["immobilised"] + 4 * target["systems_down"]
        states[state if target["alive"] != 0 else 16] += 1
        states[8] += launcher["systems_down"]
        luck[0] += row["luck"][0]
        luck[1] += row["luck"][0] ** 2
