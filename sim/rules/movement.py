"""Movement of one element (p. 25-26): what a step costs, where it leads, integrity (DS23.4).

An element follows a movement field from cell to cell, in steps of half an inch or less (RD-3). A
move into a cell is paid at that cell's factor.
"""

from __future__ import annotations

import math

from sim import figures
from sim._jit import hot, kernel
from sim.layout import codes as c
from sim.rules import direct_fire

STEP = figures.STEP
INTEGRITY = figures.INTEGRITY
EASY = figures.FACTOR["easy"]
ALONE = 1e9  # squared inches: no other element counts
LEAST_STEP = 0.02  # inches; less than this left to move counts as nothing left
ROOT_2 = math.sqrt(2.0)


@kernel
def factor_at(k, movement_class, cell, travel):
    """Return the movement factors an inch costs in a cell, 0.0 if impassable (DS25.1)."""
    terrain = int(k["terrain"][cell])
    if travel != 0 and k["easy"][movement_class, terrain] != 0:
        return EASY
    return k["factor"][movement_class, terrain]


@kernel
def class_of(k, s, e):
    """Return the movement class of element e."""
    return k["types"][s["elements"][e]["type"]]["movement_class"]


@hot
def field_at(k, movement_class, route, goal, cell):
    """Return the movement factors from a cell to the goal, times FIELD_SCALE."""
    return int(k["field"][movement_class, route, goal, cell])


@kernel
def own_element_in(k, s, e, cell):
    """Return whether another element of e's unit is in the cell or on its way to it."""
    first = e // c.ELEMENTS_A_UNIT * c.ELEMENTS_A_UNIT
    for other in range(first, first + s["units"][e // c.ELEMENTS_A_UNIT]["count"]):
        if (
            other != e
            and s["elements"][other]["alive"] != 0
            and (s["elements"][other]["aboard"] < 0)
        ):
            if s["elements"][other]["next"] == cell:
                return True
            if s["elements"][other]["cell"] == cell and s["elements"][other]["next"] < 0:
                return True
    return False


@kernel
def cuts_corner(k, movement_class, cell, dx, dy):
    """Return whether a diagonal step would cut the corner of an impassable cell."""
    factor = k["factor"][movement_class]
    return (
        factor[int(k["terrain"][cell + dx])] == 0.0
        or factor[int(k["terrain"][cell + dy * k["width"]])] == 0.0
    )


@kernel
def may_enter(k, movement_class, cell, dx, dy):
    """Return whether a neighbour is on the table and may be entered."""
    width = k["width"]
    x = cell % width + dx
    y = cell // width + dy
    if x < 0 or x >= width or y < 0 or y >= k["height"]:
        return False
    if k["factor"][movement_class, int(k["terrain"][y * width + x])] == 0.0:
        return False
    return dx == 0 or dy == 0 or not cuts_corner(k, movement_class, cell, dx, dy)


@kernel
def way_ahead(k, side, movement_class, route, goal, cell):
    """Return the next cell on a side's way to the goal, or -1 at the goal and where there is none."""
    way = int(k["way"][movement_class, route, goal, cell]) >> 4 * side & 15
    if way == c.NO_WAY:
        return -1
    return cell + (way // 3 - 1) * k["width"] + way % 3 - 1


@kernel
def next_cell(k, s, e, route, goal):
    """Return the neighbouring cell nearest the goal that is free of the own unit, or -1.

    Never a step away from the goal. Of equal cells the first counts, in an order that is turned round
    for red, so that neither side gains on a table that looks the same from both ends.
    """
    width = k["width"]
    height = k["height"]
    cell = s["elements"][e]["cell"]
    movement_class = class_of(k, s, e)
    side = k["units"][e // c.ELEMENTS_A_UNIT]["side"]
    other = way_ahead(k, side, movement_class, route, goal, cell)
    if other < 0:
        return -1
    if not own_element_in(k, s, e, other):
        return other
    # the next best that is nearer the goal, by the whole way through it
    field = k["field"][movement_class, route, goal]
    here = int(field[cell])
    best = -1
    least = 0.0
    turn = 1 - 2 * side
    x = cell % width
    y = cell // width
    for row in range(-1, 2):
        dy = turn * row
        if y + dy < 0 or y + dy >= height:
            continue
        for column in range(-1, 2):
            dx = turn * column
            if x + dx < 0 or x + dx >= width:
                continue
            other = cell + dy * width + dx
            value = int(field[other])
            if value >= here:  # an impassable cell is farther off than any other
                continue
            step = ROOT_2 if dx != 0 and dy != 0 else 1.0
            whole = value + step * c.FIELD_SCALE * factor_at(k, movement_class, other, 0)
            if best >= 0 and whole >= least:
                continue
            if dx != 0 and dy != 0 and cuts_corner(k, movement_class, cell, dx, dy):
                continue
            if own_element_in(k, s, e, other):
                continue
            least = whole
            best = other
    return best


@kernel
def counts_for_integrity(s, e):
    """Return whether an element counts for its unit's integrity (DS23.4).

    Disabled ones do not, nor teams aboard a carrier.
    """
    element = s["elements"][e]
    return element["alive"] != 0 and element["immobilised"] == 0 and element["aboard"] < 0


@hot
def gap_between(k, s, e, other, square):
    """Return a squared gap as it counts between two elements: 9 is as far as they may be apart.

    3 inches between vehicles, 2 between teams, 10 between a team and a vehicle (DS23.4, DS36.1).
    """
    if k["infantry"] == 0:
        return square
    return square * k["gap_scale"][s["elements"][e]["team"], s["elements"][other]["team"]]


@kernel
def nearest_gap(k, s, e, x, y):
    """Return the square of the gap from (x, y) to the nearest other element that counts, or -1.0."""
    first = e // c.ELEMENTS_A_UNIT * c.ELEMENTS_A_UNIT
    least = -1.0
    for other in range(first, first + s["units"][e // c.ELEMENTS_A_UNIT]["count"]):
        if other == e or not counts_for_integrity(s, other):
            continue
        dx = s["elements"][other]["x"] - x
        dy = s["elements"][other]["y"] - y
        square = gap_between(k, s, e, other, dx * dx + dy * dy)
        if least < 0.0 or square < least:
            least = square
    return least


@kernel
def in_integrity(k, s, u):
    """Return whether every element of unit u that counts is within 3 inches of another (DS23.4)."""
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if counts_for_integrity(s, e):
            gap = nearest_gap(k, s, e, s["elements"][e]["x"], s["elements"][e]["y"])
            if gap > INTEGRITY * INTEGRITY:
                return False
    return True


@kernel
def keeps_integrity(k, s, e, x, y):
    """Return whether a step to (x, y) keeps the unit together, or closes it up (DS23.4).

    Neither may the element that moves lose touch, nor one that is left behind.
    """
    element = s["elements"][e]
    limit = INTEGRITY * INTEGRITY
    after = ALONE
    first = e // c.ELEMENTS_A_UNIT * c.ELEMENTS_A_UNIT
    for other in range(first, first + s["units"][e // c.ELEMENTS_A_UNIT]["count"]):
        if other == e or not counts_for_integrity(s, other):
            continue
        dx = s["elements"][other]["x"] - x
        dy = s["elements"][other]["y"] - y
        square = gap_between(k, s, e, other, dx * dx + dy * dy)
        after = min(after, square)
        if square > limit:
            dx = s["elements"][other]["x"] - element["x"]
            dy = s["elements"][other]["y"] - element["y"]
            if gap_between(k, s, e, other, dx * dx + dy * dy) <= limit and not has_company(
                k, s, other, e
            ):
                return False
    if after <= limit or after == ALONE:
        return True
    return after < nearest_gap(k, s, e, element["x"], element["y"])


@kernel
def has_company(k, s, e, without):
    """Return whether e has another element than `without` within the distance of integrity."""
    first = e // c.ELEMENTS_A_UNIT * c.ELEMENTS_A_UNIT
    for other in range(first, first + s["units"][e // c.ELEMENTS_A_UNIT]["count"]):
        if other in (e, without) or not counts_for_integrity(s, other):
            continue
        dx = s["elements"][other]["x"] - s["elements"][e]["x"]
        dy = s["elements"][other]["y"] - s["elements"][e]["y"]
        if gap_between(k, s, e, other, dx * dx + dy * dy) <= INTEGRITY * INTEGRITY:
            return True
    return False


@kernel
def closing_cell(k, s, e):
    """Return the neighbouring cell that brings a straggler nearest to the unit, or -1 (DS23.4)."""
    element = s["elements"][e]
    gap = nearest_gap(k, s, e, element["x"], element["y"])
    if gap <= INTEGRITY * INTEGRITY:
        return -1
    width = k["width"]
    cell = element["cell"]
    movement_class = class_of(k, s, e)
    best = -1
    least = gap
    for place in range(9):
        dx = place % 3 - 1
        dy = place // 3 - 1
        if not may_enter(k, movement_class, cell, dx, dy):
            continue
        other = cell + dy * width + dx
        if own_element_in(k, s, e, other):
            continue
        square = nearest_gap(k, s, e, (other % width) + 0.5, (other // width) + 0.5)
        if square < least:
            least = square
            best = other
    return best


@kernel
def guide_of(k, s, u):
    """Return the element that the others of unit u follow: its leader's, or the first that can move."""
    leader = s["units"][u]["leader"]
    if counts_for_integrity(s, leader):
        return leader
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if counts_for_integrity(s, e):
            return e
    return leader


@kernel
def following_cell(k, s, e):
    """Return the neighbouring cell that brings e nearer to its unit's guide, or -1 (DS23.4)."""
    guide = guide_of(k, s, e // c.ELEMENTS_A_UNIT)
    if e == guide:
        return -1
    width = k["width"]
    cell = s["elements"][e]["cell"]
    movement_class = class_of(k, s, e)
    x = s["elements"][guide]["x"] - 0.5
    y = s["elements"][guide]["y"] - 0.5
    dx = x + 0.5 - s["elements"][e]["x"]
    dy = y + 0.5 - s["elements"][e]["y"]
    least = dx * dx + dy * dy
    best = -1
    for place in range(9):
        column = place % 3 - 1
        row = place // 3 - 1
        if not may_enter(k, movement_class, cell, column, row):
            continue
        other = cell + row * width + column
        dx = x - other % width
        dy = y - other // width
        if dx * dx + dy * dy < least and not own_element_in(k, s, e, other):
            least = dx * dx + dy * dy
            best = other
    return best


@kernel
def allowance(k, s, e, share):
    """Return the movement factors element e may use: a share of its base movement (OW.R1)."""
    return share * direct_fire.base_movement(k, s, e)


@kernel
def begin(s, u):
    """Start each element's count of movement, with its unit's activation (DS28.2, RD-7)."""
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        s["elements"][e]["used"] = 0.0
        s["elements"][e]["smooth"] = 0.0
        s["elements"][e]["moved"] = 0
        s["elements"][e]["watching"] = 0
