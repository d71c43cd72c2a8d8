"""Exact outcome of one hit on a vehicle: the damage pot without random numbers (DS5.1, DS29-30).

Everything is counted in whole ways of drawing from the pot; fractions appear only at the end.
Totals are counted in halves, so that the fusion gun's long-range halves stay whole (RD-17).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from sim.exact.errors import check_listed, whole
from sim.figures import POT, POT_SPECIALS
from sim.layout.codes import POT_SIZE, VALIDITIES

#: What a hit can do: SD:F firer's systems down (it cancels all else, RD-18), SD:T target's systems
#: down, MOB immobilised, Dam damaged, Kill destroyed by total or BOOM.
OUTCOMES = (
    "SD:F", "Miss", "SD:T", "MOB", "SD:T&MOB", "Dam", "Dam&SD:T", "Dam&MOB", "Dam&SD:T&MOB", "Kill",
)  # fmt: skip

M, T, BOOM, F = (POT_SPECIALS[name] for name in ("M", "T", "BOOM", "F"))
HALVES_A_POINT = {"RYG*2": 4, "RYG/2": 1}  # 2 for every other validity


@cache
def number_ways(chits: int, valid: str) -> tuple[dict[int, int], ...]:
    """Return, for 0..chits numerical chits, the ways of drawing them by valid total in halves.

    Chits of colours that are not valid are drawn and count nothing (DS29.1).
    """
    halves = HALVES_A_POINT.get(valid, 2)
    pot: dict[int, int] = {}  # chits by what one of them adds
    for colour, numbers in POT.items():
        for number, count in numbers.items():
            worth = number * halves if colour in valid else 0
            pot[worth] = pot.get(worth, 0) + count
    ways: list[dict[int, int]] = [{} for _ in range(chits + 1)]
    ways[0][0] = 1
    for worth, count in pot.items():
        longer: list[dict[int, int]] = [{} for _ in range(chits + 1)]
        for drawn, totals in enumerate(ways):
            for more in range(min(count, chits - drawn) + 1):
                choices = comb(count, more)
                target = longer[drawn + more]
                for total, way in totals.items():
                    key = total + more * worth
                    target[key] = target.get(key, 0) + way * choices
        ways = longer
    return tuple(ways)


def outcome_ways(chits: int, valid: str, armour: int) -> dict[str, int]:
    """Return how many of the C(119, chits) draws give each outcome; see `outcomes`."""
    ways = dict.fromkeys(OUTCOMES, 0)
    ways["SD:F"] = comb(POT_SIZE, chits) - comb(POT_SIZE - F, chits)
    ways["Kill"] = comb(POT_SIZE - F, chits) - comb(POT_SIZE - F - BOOM, chits)
    for numericals, totals in enumerate(number_ways(chits, valid)):
        below = equal = above = 0
        for total, way in totals.items():
            if total > 2 * armour:
                above += way
            # RD-16: nothing against armour 0 is "equal" only if a numerical chit was drawn
            elif total == 2 * armour and numericals > 0:
                equal += way
            else:
                below += way
        specials = chits - numericals  # each of them M or T from here on
        ways["Kill"] += above * comb(M + T, specials)
        if specials == 0:
            ways["Miss"] += below
            ways["Dam"] += equal
            continue
        only_m, only_t = comb(M, specials), comb(T, specials)
        both = comb(M + T, specials) - only_m - only_t
        ways["MOB"] += below * only_m
        ways["SD:T"] += below * only_t
        ways["SD:T&MOB"] += below * both
        ways["Dam&MOB"] += equal * only_m
        ways["Dam&SD:T"] += equal * only_t
        ways["Dam&SD:T&MOB"] += equal * both
    return ways


def outcomes(chits: int, valid: str, armour: int) -> dict[str, Fraction]:
    """Return the exact chance of each outcome of one hit on a vehicle, in the order of OUTCOMES.

    `chits` is how many are drawn (0 to 119), `valid` a name of `codes.VALIDITIES`, `armour` that of
    the face that is hit. Rules: DS5.1, DS29.1, DS29.2, DS30.1, RD-16, RD-17, RD-18.
    Raises OddsError (a ValueError) for a value that is not allowed.

    >>> outcomes(1, "R", 0)["Kill"]
    Fraction(50, 119)
    """
    chits = whole("chits", chits, 0, POT_SIZE)
    check_listed("valid", valid, VALIDITIES)
    armour = whole("armour", armour, 0)
    draws = comb(POT_SIZE, chits)
    return {name: Fraction(way, draws) for name, way in outcome_ways(chits, valid, armour).items()}
