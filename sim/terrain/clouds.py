"""Sight that changes during a battle: smoke, and VTOLs that have popped up (DS4.2, DS32.2).

Smoke is round clouds (`s["smokes"]`). The line between the middles of two cells is blocked where it
comes within a cloud's radius of its middle; whoever stands in smoke sees its own cell only.
"""

from __future__ import annotations

import math

import numpy as np

from sim._jit import kernel
from sim.layout import codes as c
from sim.terrain import popped

ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
SLACK = 1e-6  # inches by which the reckoned ends of a shadow may be wrong


@kernel
def sees(k, s, a, b):
    """Return whether cells a and b see each other with the smoke that lies on the table."""
    if s["popped"] >= 0 and popped.sees(k, s, a, b):
        return True
    if s["smoke_count"] != 0 and smoke_between(k, s, a, b):
        return False
    word = k["sight"][a][b >> 6]
    return (word >> np.uint64(b & 63)) & ONE != np.uint64(0)


@kernel
def correct_view(k, s, u):
    """Take out of unit u's view what smoke hides, and put in what has popped up."""
    if s["smoke_count"] != 0:
        view_through_smoke(k, s, u)
    if s["popped"] >= 0:
        popped.add_to_view(k, s, u)


@kernel
def smoke_between(k, s, a, b):
    """Return whether smoke blocks the line between cells a and b (DS4.2); symmetric."""
    if a == b:
        return False
    width = k["width"]
    for cloud in range(s["smoke_count"]):
        if blocks(s, cloud, a % width + 0.5, a // width + 0.5, b % width + 0.5, b // width + 0.5):
            return True
    return False


@kernel
def blocks(s, cloud, ax, ay, bx, by):
    """Return whether the line between two points comes within a cloud's radius of its middle."""
    smoke = s["smokes"][cloud]
    dx = bx - ax
    dy = by - ay
    mx = smoke["x"] - ax
    my = smoke["y"] - ay
    square = smoke["radius"] * smoke["radius"]
    length = dx * dx + dy * dy
    along = mx * dx + my * dy
    if along <= 0.0:
        return mx * mx + my * my <= square
    if along >= length:
        return (mx - dx) * (mx - dx) + (my - dy) * (my - dy) <= square
    aside = mx * dy - my * dx
    return aside * aside <= square * length


@kernel
def view_through_smoke(k, s, u):
    """Rebuild unit u's view with each element's own shadows of the clouds."""
    words = (k["width"] * k["height"] + 63) >> 6
    view = s["view"][u]
    shade = s["shade"]
    for word in range(words):
        view[word] = np.uint64(0)
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if s["elements"][e]["alive"] == 0:
            continue
        cell = s["elements"][e]["cell"]
        for word in range(words):
            shade[word] = np.uint64(0)
        for cloud in range(s["smoke_count"]):
            cast_shadow(k, s, cloud, cell)
        shade[cell >> 6] &= ~(ONE << np.uint64(cell & 63))  # not blocked from itself
        row = k["sight"][cell]
        for word in range(words):
            view[word] |= row[word] & ~shade[word]


@kernel
def cast_shadow(k, s, cloud, cell):
    """Add to `s["shade"]` the cells that one cloud hides from a cell, row by row of the table.

    A shadow is the cloud and what lies behind it between its two tangents: convex, so that it is one
    run of cells in each row. The run's ends are reckoned and then set right by `blocks`.
    """
    width = k["width"]
    x = cell % width + 0.5
    y = cell // width + 0.5
    smoke = s["smokes"][cloud]
    dx = smoke["x"] - x
    dy = smoke["y"] - y
    radius = smoke["radius"]
    square = dx * dx + dy * dy
    if square <= radius * radius:
        darken(s, 0, width * k["height"] - 1)
        return
    behind = square - radius * radius
    tangent = math.sqrt(behind)
    left_x = dx * tangent - dy * radius
    left_y = dy * tangent + dx * radius
    right_x = dx * tangent + dy * radius
    right_y = dy * tangent - dx * radius
    for row in range(k["height"]):
        up = row + 0.5 - y
        # the row's part behind the chord of the two tangents and between them: a * along <= b
        low, high = narrowed(-1e6, 1e6, -dx, up * dy - behind)
        low, high = narrowed(low, high, right_y, right_x * up)
        low, high = narrowed(low, high, -left_y, -left_x * up)
        off = radius * radius - (up - dy) * (up - dy)
        if off >= 0.0:  # the cloud itself
            half = math.sqrt(off)
            if low > high + SLACK:
                low, high = dx - half, dx + half
            else:
                low, high = min(low, dx - half), max(high, dx + half)
        if low > high + SLACK:
            continue
        start = max(0, int(max(x + low, 0.0)) - 1)
        end = min(width - 1, int(min(x + high, 1e4)) + 1) if x + high >= 0.0 else -1
        while start <= end and not blocks(s, cloud, x, y, start + 0.5, row + 0.5):
            start += 1
        while start <= end and not blocks(s, cloud, x, y, end + 0.5, row + 0.5):
            end -= 1
        if start <= end:
            darken(s, row * width + start, row * width + end)


@kernel
def narrowed(low, high, a, b):
    """Return the part of the run from low to high whose points p fulfil a * p <= b."""
    if a > 0.0:
        return low, min(high, b / a)
    if a < 0.0:
        return max(low, b / a), high
    if b < 0.0:
        return 1.0, -1.0
    return low, high


@kernel
def darken(s, a, b):
    """Set the bits of cells a to b in `s["shade"]`."""
    for word in range(a >> 6, (b >> 6) + 1):
        bits = ALL
        if word == a >> 6:
            bits &= ALL << np.uint64(a & 63)
        if word == b >> 6:
            bits &= ALL >> np.uint64(63 - (b & 63))
        s["shade"][word] |= bits
