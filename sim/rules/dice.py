"""Dice of the keyed generator (DS3.1): every number depends on what is rolled for, and on nothing else.

A number is `mix(key ^ mix(event * PHI))` with SplitMix64's finaliser (Steele, Lea and Flood 2014);
`event` packs turn, purpose, actor and index, `key` holds root seed and battle. So two doctrines meet
the same luck wherever they do the same thing, and no roll shifts another unit's rolls.
"""

from __future__ import annotations

import numpy as np

from sim._jit import hot, kernel

PHI = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S30, S27, S31, S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
BATTLE_SALT = np.uint64(0xD1B54A32D192ED03)


@hot
def mix(z):
    """Return SplitMix64's finaliser of the uint64 `z`."""
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@kernel
def battle_key(seed, battle):
    """Return the uint64 key of one battle of a root seed (both int64, not negative)."""
    return mix(
        mix(np.uint64(seed) * PHI + BATTLE_SALT) ^ mix(np.uint64(battle) * BATTLE_SALT + PHI)
    )


@hot
def number(s, purpose, actor, index):
    """Return the 32-bit number (as int64) for this turn, purpose, actor and index."""
    s["draws"] += 1
    event = (((s["turn"] << 6) | purpose) << 10 | actor) << 24 | index
    return np.int64(mix(s["key"] ^ mix(np.uint64(event) * PHI)) >> S32)


@kernel
def below(s, limit, purpose, actor, index):
    """Return a whole number from 0 to limit - 1 (bias under 2**-28); scripted ones first."""
    place = s["script_place"]
    if place < s["script_length"]:
        s["script_place"] = place + 1
        return s["script"][place]
    return (number(s, purpose, actor, index) * limit) >> 32


@hot
def die(s, sides, purpose, actor, index):
    """Return one roll, 1 to `sides` (DS3.1)."""
    return 1 + below(s, sides, purpose, actor, index)


@hot
def sides_of(ladder):
    """Return the sides of the die at place `ladder` (0 = D4 ... 4 = D12)."""
    return 4 + 2 * ladder


@hot
def step(ladder, shift):
    """Step along the ladder; below D4 gives -1 (impossible, DS28.2), above D12 stays D12 (RD-20)."""
    place = ladder + shift
    if place < 0:
        return -1
    if place > 4:
        return 4
    return place
