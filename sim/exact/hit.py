"""Exact chances to hit: firer's die against the higher of the target's dice (DS28.3, DS28.4)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from sim.exact.errors import check_listed, whole
from sim.figures import LADDER

MOST_BARRELS = 4  # as in the scenarios


def hits_distribution(
    firer_die: int, target_die: int, secondary_die: int | None = None, barrels: int = 1
) -> list[Fraction]:
    """Return the chances of 0, 1, ... `barrels` hits; every barrel meets the same target roll.

    Dice are numbers of sides; `secondary_die` None means that the target has none (DS28.3). A
    barrel hits if its die is strictly higher than the higher of the target's dice (DS28.4).
    Raises OddsError for a die that is not on the ladder or for barrels outside 1 to 4.
    """
    check_listed("firer_die", firer_die, LADDER)
    check_listed("target_die", target_die, LADDER)
    check_listed("secondary_die", secondary_die, (None, *LADDER))
    barrels = whole("barrels", barrels, 1, MOST_BARRELS)
    other = secondary_die or 1  # a die of one side never beats the first
    ways = [0] * (barrels + 1)
    lower = 0  # ways of the target's dice to stay below the score
    for score in range(1, max(target_die, other) + 1):
        up_to = min(score, target_die) * min(score, other)
        higher = max(firer_die - score, 0)  # faces of the firer's die that hit
        for hits in range(barrels + 1):
            ways[hits] += (
                (up_to - lower)
                * comb(barrels, hits)
                * higher**hits
                * (firer_die - higher) ** (barrels - hits)
            )
        lower = up_to
    rolls = target_die * other * firer_die**barrels
    return [Fraction(way, rolls) for way in ways]


def hit_chance(firer_die: int, target_die: int, secondary_die: int | None = None) -> Fraction:
    """Return the chance that one barrel hits (DS28.3, DS28.4); arguments as `hits_distribution`.

    >>> hit_chance(8, 6, 6)
    Fraction(127, 288)
    """
    return hits_distribution(firer_die, target_die, secondary_die)[1]
