"""Infantry (p. 33-36): positions, firefights, infantry arms, and fire at infantry."""

from __future__ import annotations

from sim._jit import kernel
from sim.layout import codes as c


@kernel
def is_small_arm(k, s, e, w):
    """Return whether element e's weapon w is fired in its unit's firefight (DS33.1)."""
    if s["elements"][e]["team"] == 0:
        return False
    kind = k["types"][s["elements"][e]["type"]]["weapons"][w]["kind"]
    return kind == c.RIFLE or kind == c.APSW


@kernel
def rolls_to_hit(k, s, e, t, w):
    """Return whether weapon w of e is a gun that rolls to hit t (DS28.3): not at infantry (DS36.3)."""
    kind = k["types"][s["elements"][e]["type"]]["weapons"][w]["kind"]
    return kind <= c.SLAM and s["elements"][t]["team"] == 0


@kernel
def dismounted(k, s, u):
    """Return whether unit u has infantry on foot: what makes it an infantry unit (DS22.4)."""
    if k["infantry"] == 0:
        return False
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        element = s["elements"][e]
        if element["team"] != 0 and element["alive"] != 0 and element["aboard"] < 0:
            return True
    return False


@kernel
def best_arm(k, s, e, t, mode, square):
    """Return (weapon, expected points) of e's best fire at t that rolls no die to hit, or (-1, 0.0)."""
    return -1, 0.0


@kernel
def firefight(k, s, u, v, mode):
    """Resolve the small arms of unit u's declared volley (DS33.1)."""


@kernel
def fire(k, s, e, t, w, mode):
    """Resolve one element's fire that rolls no die to hit (DS35.3, DS36.2, DS36.3)."""
