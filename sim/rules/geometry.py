"""Angles without roots and trigonometry, so that every machine gives the same answer."""

from __future__ import annotations

from sim._jit import hot

SLACK = 1e-12  # an edge belongs to its arc, however cosines are rounded


@hot
def within_angle(along, square, cosine):
    """Return whether a vector of squared length `square` lies within an angle of a direction.

    `along` is its part along the direction, `cosine` that of the angle, from -1 (or less: always) to 1.
    """
    if cosine >= 0.0:
        return along >= 0.0 and along * along >= (cosine * cosine - SLACK) * square
    return along >= 0.0 or along * along <= (cosine * cosine + SLACK) * square
