"""A slow, plain twin of the damage pot, with its own copy of the figures (DS5.1)."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb

POT = Counter(
    {
        "R0": 5, "R1": 20, "R2": 15, "R3": 10,
        "Y0": 3, "Y1": 10, "Y2": 7, "Y3": 5,
        "G0": 3, "G1": 10, "G2": 7, "G3": 5,
        "BOOM": 5, "M": 7, "T": 5, "F": 2,
    }
)  # fmt: skip
SPECIALS = {"BOOM", "M", "T", "F"}
FACTOR = {"RYG*2": Fraction(2), "RYG/2": Fraction(1, 2)}


def valid_total(drawn: Sequence[str], valid: str) -> Fraction:
    """What the drawn chits count together (DS29.1)."""
    points = [int(chit[1]) for chit in drawn if chit not in SPECIALS and chit[0] in valid]
    return sum(points) * FACTOR.get(valid, Fraction(1))


def judge(drawn: Sequence[str], valid: str, armour: int) -> str:
    """The outcome of one hit that drew these chits, as a column of the oracle."""
    if "F" in drawn:  # RD-18
        return "SD:F"
    total = valid_total(drawn, valid)
    if "BOOM" in drawn or total > armour:
        return "Kill"
    numbers = [chit for chit in drawn if chit not in SPECIALS]
    words = ["Dam"] if total == armour and numbers else []  # RD-16
    words += ["SD:T"] if "T" in drawn else []
    words += ["MOB"] if "M" in drawn else []
    return "&".join(words) or "Miss"


def outcomes_by_kinds(chits: int, valid: str, armour: int) -> dict[str, Fraction]:
    """Go through every multiset of chit kinds, weighted by the ways of drawing it."""
    ways: Counter[str] = Counter()
    for drawn in combinations_with_replacement(POT, chits):
        weight = 1
        for kind, count in Counter(drawn).items():
            weight *= comb(POT[kind], count)
        ways[judge(drawn, valid, armour)] += weight
    return _shares(ways)


def outcomes_by_chits(chits: int, valid: str, armour: int) -> dict[str, Fraction]:
    """Go through every set of the 119 single chits."""
    pieces = list(POT.elements())
    return _shares(Counter(judge(drawn, valid, armour) for drawn in combinations(pieces, chits)))


def _shares(ways: Counter[str]) -> dict[str, Fraction]:
    return {name: Fraction(way, ways.total()) for name, way in ways.items() if way}
