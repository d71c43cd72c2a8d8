"""Are the dice and the damage pot fair? Chi-square tests of the generator that the battles use."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from sim._jit import entry
from sim.exact import pot_codes
from sim.figures import LADDER
from sim.layout import codes as c
from sim.layout.records import new_scenario, new_states
from sim.rules import chits, dice

CHITS_DRAWN = 5  # the largest weapon class: first and last chit are tested


@dataclass(frozen=True)
class Fairness:
    """One chi-square test: what was counted, how often, and the chance of a worse fit."""

    name: str
    rolls: int
    counts: dict[str, int]
    chi_square: float
    freedom: int
    p: float

    def as_dict(self) -> dict[str, Any]:
        """Return the fields as JSON carries them."""
        return asdict(self)


def fairness(rolls: int = 1_000_000, seed: int = 1) -> list[Fairness]:
    """Roll each die of the ladder and draw from the pot `rolls` times; return one test for each.

    The rolls are keyed as in battles of the root seed `seed`: 1,024 to a battle, over turns and
    units. Raises ValueError for fewer rolls than the rarest chit needs (five expected).
    """
    pot = np.bincount(pot_codes()).tolist()  # DS5.1
    if rolls * min(pot) < 5 * c.POT_SIZE:
        raise ValueError(f"{rolls} rolls are too few for a chi-square test")
    s = new_states(1)[0]
    tests = []
    for sides in LADDER:  # DS3.1
        counts = np.zeros(sides, np.int64)
        count_die(s, seed, sides, rolls, counts)
        names = [str(face + 1) for face in range(sides)]
        tests.append(chi_square_test(f"D{sides}", names, counts, [1] * sides))
    k = new_scenario()[0]
    k["pot"] = pot_codes()
    first, last = np.zeros((2, len(c.CHIT_NAMES)), np.int64)
    count_chits(k, s, seed, rolls, first, last)
    tests.append(chi_square_test("pot, first chit", c.CHIT_NAMES, first, pot))
    tests.append(chi_square_test("pot, fifth chit", c.CHIT_NAMES, last, pot))
    return tests


def chi_square_test(
    name: str, names: Sequence[str], counts: Sequence[int] | np.ndarray, weights: Sequence[int]
) -> Fairness:
    """Return the test of `counts` against `weights`, all of the length of `names`."""
    observed = np.asarray(counts, np.int64)
    rolls = int(observed.sum())
    expected = np.array(weights) * (rolls / sum(weights))
    chi_square = float(((observed - expected) ** 2 / expected).sum())
    freedom = len(names) - 1
    listed = dict(zip(names, observed.tolist(), strict=True))
    return Fairness(name, rolls, listed, chi_square, freedom, chi_square_tail(chi_square, freedom))


def chi_square_tail(x: float, freedom: int) -> float:
    """Return the chance that chi-square with `freedom` (1 or more) degrees is at least `x` >= 0.

    Exact for whole degrees: the tail grows by one term of a Poisson-like sum for two degrees
    (Abramowitz and Stegun, 26.4.4 and 26.4.5).
    """
    half = x / 2
    if freedom % 2:
        tail = math.erfc(math.sqrt(half))
        term = math.sqrt(half / math.pi) * 2 * math.exp(-half)
        start = 3
    else:
        tail = term = math.exp(-half)
        term *= half
        start = 4
    for degrees in range(start, freedom + 1, 2):
        tail += term
        term *= x / degrees
    return min(1.0, tail)


@entry
def place_roll(s, seed, roll):
    """Set battle and turn for a numbered roll; return its actor and index (4 rolls an element)."""
    s["key"] = dice.battle_key(seed, roll >> 10)
    s["turn"] = 1 + ((roll >> 7) & 7)
    return (roll >> 2) & 31, roll & 3


@entry
def count_die(s, seed, sides, rolls, counts):
    """Add the faces of `rolls` rolls of a die to `counts`, shape (sides,)."""
    for roll in range(rolls):
        actor, index = place_roll(s, seed, roll)
        counts[dice.die(s, sides, c.P_SHOT, actor, index) - 1] += 1


@entry
def count_chits(k, s, seed, rolls, first, last):
    """Draw five chits `rolls` times; add the first and the fifth to arrays of shape (16,)."""
    for roll in range(rolls):
        actor, index = place_roll(s, seed, roll)
        index *= CHITS_DRAWN
        packed = chits.draw(k, s, CHITS_DRAWN, c.V_RYG, 0, c.P_CHIT, actor, index)
        first[((packed >> 20) & 31) - 1] += 1
        last[((packed >> (20 + 5 * (CHITS_DRAWN - 1))) & 31) - 1] += 1
