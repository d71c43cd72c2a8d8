"""Chances of single dice, and how many of several independent events happen."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sim.exact.errors import check_listed, whole
from sim.figures import QUALITY_DIE

BEST_LEADERSHIP, WORST_LEADERSHIP = 1, 3  # DS21.1


def at_least(sides: int, score: int) -> Fraction:
    """Return the chance that a die of that many sides shows `score` or more."""
    return Fraction(min(max(sides - score + 1, 0), sides), sides)


def pass_chance(quality: str, leadership: int, threat: int) -> Fraction:
    """Return the chance to pass a confidence or reaction test (DS22.1, DS22.2).

    >>> pass_chance("regular", 2, 1)
    Fraction(5, 8)
    """
    return at_least(QUALITY_DIE[quality], leadership + threat + 1)


def check_unit(quality: str, leadership: int, prefix: str = "") -> int:
    """Return the leadership; raise OddsError unless both are of the rules (DS21.1)."""
    check_listed(f"{prefix}quality", quality, QUALITY_DIE)
    return whole(f"{prefix}leadership", leadership, BEST_LEADERSHIP, WORST_LEADERSHIP)


def counts(events: Iterable[Fraction]) -> list[Fraction]:
    """Return the chances that 0, 1, ... of independent events with these chances happen.

    >>> counts([Fraction(1, 2), Fraction(1, 3)])
    [Fraction(1, 3), Fraction(1, 2), Fraction(1, 6)]
    """
    happened = [Fraction(1)]
    for chance in events:
        more = [weight * chance for weight in happened]
        happened = [weight * (1 - chance) for weight in happened] + [Fraction(0)]
        for number, weight in enumerate(more, start=1):
            happened[number] += weight
    return happened
