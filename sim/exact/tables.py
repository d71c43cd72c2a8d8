"""Exact chances as float64 tables, for the SCENARIO record of the kernel."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from sim.exact.chits import outcome_ways
from sim.exact.hit import hit_chance
from sim.exact.infantry import removed, soft_outcomes
from sim.figures import LADDER, POT, POT_SPECIALS
from sim.layout.codes import CHIT_NAMES, POT_SIZE, VALIDITIES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHITS = 6  # 0 to 5 drawn
ARMOURS = 8  # 0 to 7
KILL_TOTALS = 6  # 0 to 5
#: Outcomes that leave a target which counts half in points: damaged, immobilised, or both.
HALF_OUTCOMES = ("MOB", "SD:T&MOB", "Dam", "Dam&SD:T", "Dam&MOB", "Dam&SD:T&MOB")


def hit_table() -> NDArray[np.float64]:
    """Return the chance to hit of one barrel, shape (5, 5, 6).

    Axes: firer's die and target's die on the ladder (0 is D4), then 0 for no secondary die or
    1 + its place on the ladder (DS28.3, DS28.4).
    """
    import numpy as np

    table = np.empty((len(LADDER), len(LADDER), 1 + len(LADDER)))
    for i, firer in enumerate(LADDER):
        for j, target in enumerate(LADDER):
            for n, secondary in enumerate((None, *LADDER)):
                table[i, j, n] = float(hit_chance(firer, target, secondary))
    return table


def kill_table() -> NDArray[np.float64]:
    """Return the chance that one hit destroys, shape (8, 6, 8): validity code, chits, armour."""
    return _outcome_table(("Kill",))


def half_table() -> NDArray[np.float64]:
    """Return the chance that one hit damages, immobilises or both, and does not destroy.

    Shape (8, 6, 8): validity code, chits, armour.
    """
    return _outcome_table(HALF_OUTCOMES)


def removed_table() -> NDArray[np.float64]:
    """Return the chance that a draw removes a team, shape (8, 6, 6): special chits do nothing.

    Axes: validity code, chits, kill total (DS33.2); kill total 0 is always reached.
    """
    import numpy as np

    table = np.empty((len(VALIDITIES), CHITS, KILL_TOTALS))
    for code, chits, kill_total in np.ndindex(table.shape):
        table[code, chits, kill_total] = float(removed(chits, VALIDITIES[code], kill_total))
    return table


def soft_table() -> NDArray[np.float64]:
    """Return the chance that infantry arms destroy a soft vehicle (DS36.4), shape (8, 6).

    Axes: validity code, chits.
    """
    import numpy as np

    table = np.empty((len(VALIDITIES), CHITS))
    for code, chits in np.ndindex(table.shape):
        table[code, chits] = float(soft_outcomes(chits, VALIDITIES[code])["Kill"])
    return table


def pot_codes() -> NDArray[np.int64]:
    """Return the chit codes (`codes.CHIT_NAMES`) of the full pot in code order, shape (119,)."""
    import numpy as np

    names = [f"{colour}{number}" for colour in POT for number in POT[colour]]
    counts = [count for numbers in POT.values() for count in numbers.values()]
    counts_by_name = dict(zip(names, counts, strict=True)) | POT_SPECIALS
    return np.repeat(np.arange(len(CHIT_NAMES)), [counts_by_name[name] for name in CHIT_NAMES])


def _outcome_table(names: tuple[str, ...]) -> NDArray[np.float64]:
    import numpy as np

    table = np.empty((len(VALIDITIES), CHITS, ARMOURS))
    for code, valid in enumerate(VALIDITIES):
        for chits in range(CHITS):
            draws = comb(POT_SIZE, chits)
            for armour in range(ARMOURS):
                ways = outcome_ways(chits, valid, armour)
                table[code, chits, armour] = sum(ways[name] for name in names) / draws
    return table
