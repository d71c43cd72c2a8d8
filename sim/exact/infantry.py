"""What one draw of chits does to an infantry team or to a soft vehicle (DS33.2, DS36.4)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from sim.exact.chits import OUTCOMES, number_ways, outcomes
from sim.exact.errors import check_listed, whole
from sim.figures import KILL_TOTAL, POT_SPECIALS
from sim.layout.codes import POT_SIZE, VALIDITIES

SPECIALS = sum(POT_SPECIALS.values())


def removed(chits: int, valid: str, kill_total: int) -> Fraction:
    """Return the exact chance that a draw reaches a team's kill total (DS33.2).

    Special chits are drawn and ignored: they never act against infantry (DS30.1). Arguments as
    `outcomes`; the kill total is 3 militia, 4 line, 5 powered. Raises OddsError (a ValueError).

    >>> removed(2, "R", 5)
    Fraction(195, 7021)
    """
    chits = whole("chits", chits, 0, POT_SIZE)
    check_listed("valid", valid, VALIDITIES)
    kill_total = whole("kill_total", kill_total, 0)
    ways = 0
    for numericals, totals in enumerate(number_ways(chits, valid)):
        reached = sum(way for total, way in totals.items() if total >= 2 * kill_total)
        ways += reached * comb(SPECIALS, chits - numericals)
    return Fraction(ways, comb(POT_SIZE, chits))


def soft_outcomes(chits: int, valid: str) -> dict[str, Fraction]:
    """Return the chance of each of OUTCOMES of a draw of infantry arms on a soft vehicle (DS36.4).

    A valid total of 5 or more, or a BOOM, destroys it; less does nothing, but M and T count, and an
    F chit undoes all (DS30.1, RD-18). Arguments and errors as `outcomes`.
    """
    # against armour 5 a total of 5 damages and more destroys: here both destroy
    chances = outcomes(chits, valid, KILL_TOTAL["soft_vehicle"])
    for name in OUTCOMES:
        if name.startswith("Dam"):
            chances["Kill"] += chances[name]
            chances[name] = Fraction(0)
    return chances
