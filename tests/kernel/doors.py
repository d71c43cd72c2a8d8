"""Doors from Python into single kernels: loops that are compiled with what they call, no more."""

from __future__ import annotations

from sim._jit import entry
from sim.layout import codes as c
from sim.rules import chits, dice, shot


@entry
def mixed(z):
    """Return `dice.mix` of a uint64."""
    return dice.mix(z)


@entry
def key_of(seed, battle):
    """Return `dice.battle_key` as a uint64."""
    return dice.battle_key(seed, battle)


@entry
def number_of(s, purpose, actor, index):
    """Return `dice.number`."""
    return dice.number(s, purpose, actor, index)


@entry
def below_of(s, limit, purpose, actor, index):
    """Return `dice.below`."""
    return dice.below(s, limit, purpose, actor, index)


@entry
def count_hits(s, seed, firer, target, secondary, rolls):
    """Return the hits of `rolls` shots, one in each battle of a seed; the dice are numbers of sides.

    `secondary` 0: the target has no secondary die.
    """
    hits = 0
    for battle in range(rolls):
        s["key"] = dice.battle_key(seed, battle)
        first = dice.die(s, target, c.P_TARGET, 3, 0)
        second = dice.die(s, secondary, c.P_TARGET, 3, 1) if secondary > 0 else 0
        if shot.is_hit(dice.die(s, firer, c.P_BARREL, 3, 0), first, second):
            hits += 1
    return hits


@entry
def count_effects(k, s, seed, count, validity, armour, draws, counts):
    """Add the effects of `draws` hits, one in each battle of a seed, to `counts`, shape (32,)."""
    for battle in range(draws):
        s["key"] = dice.battle_key(seed, battle)
        packed = chits.draw(k, s, count, validity, armour, c.P_CHIT, 3, 0)
        counts[packed & 31] += 1
