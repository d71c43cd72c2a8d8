"""Plane geometry of the table's polygons and lines, in inches."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

Pair = tuple[float, float]
Ring = Sequence[Pair]

TINY = 1e-9


def cross(o: Pair, a: Pair, b: Pair) -> float:
    """Return the cross product of oa and ob: positive if b lies to the left of oa."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def within_box(a: Pair, b: Pair, p: Pair) -> bool:
    """Return whether p lies in the box of a and b."""
    return (
        min(a[0], b[0]) - TINY <= p[0] <= max(a[0], b[0]) + TINY
        and min(a[1], b[1]) - TINY <= p[1] <= max(a[1], b[1]) + TINY
    )


def touch(a: Pair, b: Pair, c: Pair, d: Pair) -> bool:
    """Return whether the segments ab and cd have a point in common."""
    sides = (cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b))
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(
        abs(side) <= TINY and within_box(*points) for side, points in zip(sides, ends, strict=True)
    )


def polygon_fault(polygon: Ring) -> str | None:
    """Return what is wrong with a polygon of three or more corners, or None."""
    count = len(polygon)
    edges = [(polygon[i], polygon[(i + 1) % count]) for i in range(count)]
    if polygon[0] == polygon[-1]:
        return "the last point repeats the first: leave it out"
    for i, (start, end) in enumerate(edges):
        if start == end:
            return f"points {i} and {i + 1} are the same"
    if all(abs(cross(polygon[0], polygon[1], corner)) <= TINY for corner in polygon):
        return "the polygon has no area"
    for i, (a, b) in enumerate(edges):
        after = edges[(i + 1) % count][1]
        folds = (b[0] - a[0]) * (after[0] - b[0]) + (b[1] - a[1]) * (after[1] - b[1]) < 0
        if abs(cross(a, b, after)) <= TINY and folds:
            return f"the polygon folds back at point {(i + 1) % count}"
        for j in range(i + 2, count - (i == 0)):
            if touch(a, b, *edges[j]):
                return f"the polygon crosses itself: the sides from points {i} and {j}"
    return None


def strips(line: Ring, width: float) -> list[tuple[Pair, ...]]:
    """Return one rectangle a segment of a line, each drawn out by half a width at inner points."""
    half = width / 2
    last = len(line) - 2
    rectangles: list[tuple[Pair, ...]] = []
    for i, (a, b) in enumerate(itertools.pairwise(line)):
        length = math.dist(a, b)
        if length == 0:
            continue
        dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        back, on = half * (i > 0), half * (i < last)
        x0, y0, x1, y1 = a[0] - dx * back, a[1] - dy * back, b[0] + dx * on, b[1] + dy * on
        sx, sy = -dy * half, dx * half
        corners = ((x0 - sx, y0 - sy), (x1 - sx, y1 - sy), (x1 + sx, y1 + sy), (x0 + sx, y0 + sy))
        rectangles.append(corners)
    return rectangles
