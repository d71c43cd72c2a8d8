"""Look-ups of the built table inside the kernel: cells, sight, cover."""

from __future__ import annotations

import numpy as np

from sim._jit import hot, kernel
from sim.layout import codes as c
from sim.terrain import clouds

ONE = np.uint64(1)


@hot
def cell_at(k, x, y):
    """Return the number of the cell that holds the point (x, y), in inches."""
    return int(y) * k["width"] + int(x)


@hot
def sees_cell(k, a, b):
    """Return whether a straight line joins cells a and b (DS4.2); symmetric."""
    word = k["sight"][a][b >> 6]
    return (word >> np.uint64(b & 63)) & ONE != np.uint64(0)


@hot
def sees(k, s, a, b):
    """Return whether cells a and b see each other now: by the table, and through no smoke (DS4.2)."""
    if s["smoke_count"] == 0 and s["popped"] < 0:
        return sees_cell(k, a, b)
    return clouds.sees(k, s, a, b)


@hot
def cell_cover(k, target, observer):
    """Return the secondary-die code that the target's cell gives against the observer's (DS20.6).

    A crest covers only against observers who stand lower.
    """
    kind = int(k["cover"][target])
    if kind == c.CELL_SOFT:
        return c.COVER_SOFT
    if kind == c.CELL_CREST and int(k["level"][observer]) < int(k["level"][target]):
        return c.COVER_SOFT
    return c.COVER_NONE


@hot
def view_holds(s, u, cell):
    """Return whether some element of unit u sees the cell, by the unit's view."""
    word = s["view"][u][cell >> 6]
    return (word >> np.uint64(cell & 63)) & ONE != np.uint64(0)


@kernel
def refresh_view(k, s, u):
    """Rebuild unit u's view: the cells that some element in play sees."""
    words = (k["width"] * k["height"] + 63) >> 6
    view = s["view"][u]
    for word in range(words):
        view[word] = np.uint64(0)
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if s["elements"][e]["alive"] != 0:
            row = k["sight"][s["elements"][e]["cell"]]
            for word in range(words):
                view[word] |= row[word]
    if s["smoke_count"] != 0 or s["popped"] >= 0:
        clouds.correct_view(k, s, u)
