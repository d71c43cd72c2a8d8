"""Sight to and from VTOLs that have popped up (DS32.2): over everything but what hides from above.

Inside a wood or urban area, and in a building, nothing sees them or is seen (DS20.7). The greatest
distance of sight is left to those who ask, as everywhere.
"""

from __future__ import annotations

import numpy as np

from sim._jit import kernel
from sim.layout import codes as c

ONE = np.uint64(1)
URBAN, LIGHT_WOOD, DENSE_WOOD, BUILDING = (
    c.TERRAINS.index(name) for name in ("urban", "light_wood", "dense_wood", "building")
)


@kernel
def is_up(k, s, e):
    """Return whether element e has popped up: a VTOL of the unit that has, in play and able to move."""
    if s["popped"] < 0 or e // c.ELEMENTS_A_UNIT != s["popped"]:
        return False
    element = s["elements"][e]
    return (
        element["alive"] != 0
        and element["immobilised"] == 0
        and k["types"][element["type"]]["vtol"] != 0
    )


@kernel
def is_over(k, s, cell):
    """Return whether an element that has popped up is over the cell."""
    first = s["popped"] * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][s["popped"]]["count"]):
        if s["elements"][e]["cell"] == cell and is_up(k, s, e):
            return True
    return False


@kernel
def is_open(k, cell):
    """Return whether what stands in the cell can be seen from above (DS20.7)."""
    ground = int(k["terrain"][cell])
    if ground == BUILDING:
        return False
    if ground in (LIGHT_WOOD, DENSE_WOOD, URBAN):
        return int(k["cover"][cell]) == c.CELL_SOFT
    return True


@kernel
def sees(k, s, a, b):
    """Return whether cells a and b see each other because of one that has popped up over either."""
    return (is_open(k, b) and is_over(k, s, a)) or (is_open(k, a) and is_over(k, s, b))


@kernel
def add_to_view(k, s, u):
    """Put into unit u's view what it sees because a unit has popped up: itself, or an enemy."""
    view = s["view"][u]
    popped = s["popped"]
    if u == popped:
        lifted = False
        for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
            lifted = lifted or is_up(k, s, e)
        if lifted:
            for cell in range(k["width"] * k["height"]):
                if is_open(k, cell):
                    view[cell >> 6] |= ONE << np.uint64(cell & 63)
        return
    looks = False
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        element = s["elements"][e]
        looks = looks or (element["alive"] != 0 and is_open(k, element["cell"]))
    if not looks:
        return
    first = popped * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][popped]["count"]):
        if is_up(k, s, e):
            cell = s["elements"][e]["cell"]
            view[cell >> 6] |= ONE << np.uint64(cell & 63)
