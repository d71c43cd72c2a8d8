"""Where a stochastic function of force crosses zero: a search, and the interval of the crossing."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.studies.strata import stratified
from sim.study.intervals import Z95, Mean

Floats = npt.NDArray[Any]
#: Differences of `count` battles of a step from battle `first` on, an array for each stratum.
Sample = Callable[[int, int, int], list[Floats]]

PILOT = 8  # a first look takes this part of the battles


@dataclass(frozen=True)
class Crossing:
    """Where the mean crosses zero, in points of force, with its 95% interval.

    None where that lies off the ladder: `below` says at which end, and an end of the interval that
    is None is open. Where the mean is zero at a step itself, `at` is the step nearest to the start
    at which it is, and `bracket` is None unless the mean rises from there. `falls` lists steps that
    were fought, next to each other, over which the mean clearly falls.
    """

    at: float | None
    low: float | None
    high: float | None
    bracket: tuple[int, int] | None  # places of the steps on both sides, if it is between two
    below: bool  # with `at` None: even the smallest force is ahead
    means: dict[int, Mean]  # by place in the ladder, with the battles that were fought
    battles: dict[int, int]
    falls: list[tuple[int, int]]


class Search:
    """Differences by step, fought when they are asked for; step k's first battles stay the same."""

    def __init__(self, sample: Sample, battles: int, least: int):
        self.sample, self.all = sample, battles
        self.pilot = min(battles, max(least, battles // PILOT))
        self.rows: dict[int, list[Floats]] = {}

    def mean(self, place: int) -> Mean:
        """Return a step's mean as it is known now."""
        return stratified(self.rows[place])

    def look(self, place: int) -> Mean:
        """Return a step's mean: from few battles where these tell its sign, else from all."""
        if place not in self.rows:
            self.rows[place] = self.sample(place, 0, self.pilot)
        mean = self.mean(place)
        return mean if mean.low > 0 or mean.high < 0 else self.settle(place)

    def so_far(self) -> Crossing:
        """Return what is known of a search that is not at its end: the means, and no crossing."""
        places = sorted(self.rows)
        return Crossing(
            None, None, None, None, False,
            {place: self.mean(place) for place in places},
            {place: len(self.rows[place][0]) for place in places},
            [],
        )  # fmt: skip

    def settle(self, place: int) -> Mean:
        """Return a step's mean from all battles."""
        if place not in self.rows:
            self.rows[place] = self.sample(place, 0, self.all)
        elif (done := len(self.rows[place][0])) < self.all:
            more = self.sample(place, done, self.all - done)
            both = zip(self.rows[place], more, strict=True)
            self.rows[place] = [np.concatenate(parts) for parts in both]
        return self.mean(place)


def find_crossing(search: Search, points: Sequence[float], start: int) -> Crossing:
    """Return where the mean difference crosses zero over a ladder of forces.

    `points` are the ladder's, rising; `start` is the place to begin at. A bracket is sought by
    doubling steps and bisection on few battles; then its two steps, and their neighbours until the
    95% intervals are clear of zero on both sides, are fought in full, and so is the start.
    Between steps the force is taken as a mixture of the two: the mean is linear in points and the
    same battles of both steps give its variance. The interval holds every force whose 95% interval
    of the mean has zero in it.
    """
    last = len(points) - 1
    low, high = _bracket(search, start, last)
    # all battles may say otherwise than the first look: walk to where the sign changes
    while low > 0 and search.settle(low).mean > 0:
        low, high = low - 1, low
    while high < last and search.settle(high).mean <= 0:
        low, high = high, high + 1
    at, bracket, left, right = None, None, low, high
    first, second = search.settle(low).mean, search.settle(high).mean
    if first < 0 < second:
        at = points[low] - first * (points[high] - points[low]) / (second - first)
        bracket = low, high
    if level := [place for place in search.rows if search.mean(place).mean == 0]:
        here = min(level, key=lambda place: (abs(place - start), place))
        at, bracket = points[here], (low, high) if here == low and second > 0 else None
        left, right = bracket or (here, here)
    while search.settle(left).high >= 0 and left > 0:
        left -= 1
    while search.settle(right).low <= 0 and right < last:
        right += 1
    for place in {start, *range(left, right + 1)}:
        search.settle(place)
    settled = list(range(left, right + 1))
    inside = _accepted(search, settled, points) or [points[low] if first > 0 else points[high]]
    return Crossing(
        at=at,
        low=None if search.mean(left).high >= 0 else min(inside),
        high=None if search.mean(right).low <= 0 else max(inside),
        bracket=bracket,
        below=first > 0,
        means={place: search.mean(place) for place in sorted(search.rows)},
        battles={place: len(search.rows[place][0]) for place in sorted(search.rows)},
        falls=[pair for pair in itertools.pairwise(sorted(search.rows)) if _falls(search, *pair)],
    )


def _bracket(search: Search, start: int, last: int) -> tuple[int, int]:
    """Return two neighbours between which the sign seems to change, or those at the ladder's end."""
    if last == 0:
        return 0, 0
    way = 1 if search.look(start).mean <= 0 else -1
    near, stride = start, 1
    while True:
        far = min(last, max(0, near + way * stride))
        if far == near:
            return (last - 1, last) if way > 0 else (0, 1)
        if (search.look(far).mean <= 0) != (way > 0):
            break
        near, stride = far, 2 * stride
    low, high = sorted((near, far))
    while high - low > 1:
        middle = (low + high) // 2
        if search.look(middle).mean <= 0:
            low = middle
        else:
            high = middle
    return low, high


def _accepted(search: Search, places: list[int], points: Sequence[float]) -> list[float]:
    """Return the ends of the forces whose 95% interval has zero in it, and steps among these.

    Over a step the mean is linear and its variance a square in the share t of the second force:
    mean(t)**2 = Z95**2 * variance(t) at the ends.
    """
    found = [
        points[place] for place in places if search.mean(place).low <= 0 <= search.mean(place).high
    ]
    for one, two in itertools.pairwise(places):
        m, v00, v01, v11 = search.mean(one).mean, 0.0, 0.0, 0.0
        slope = search.mean(two).mean - m
        strata = len(search.rows[one])
        for first, second in zip(search.rows[one], search.rows[two], strict=True):
            share = 1 / (len(first) * strata**2)
            covariance = np.cov(first, second)
            v00 += share * float(covariance[0, 0])
            v01 += share * float(covariance[0, 1])
            v11 += share * float(covariance[1, 1])
        z = Z95**2
        a = slope**2 - z * (v00 - 2 * v01 + v11)
        b = 2 * m * slope - z * 2 * (v01 - v00)
        ends = _roots(a, b, m**2 - z * v00)
        found += [points[one] + t * (points[two] - points[one]) for t in ends if 0 <= t <= 1]
    return found


def _roots(a: float, b: float, c: float) -> list[float]:
    """Return the real roots of a t**2 + b t + c."""
    if a == 0:
        return [-c / b] if b else []
    square = b * b - 4 * a * c
    if square < 0:
        return []
    # without the difference of near numbers
    q = -(b + math.copysign(math.sqrt(square), b)) / 2
    return [q / a, c / q] if q else [0.0]


def _falls(search: Search, one: int, two: int) -> bool:
    """Return whether the mean clearly falls from one step to another, by the battles of both."""
    pairs = zip(search.rows[one], search.rows[two], strict=True)
    n = min(len(search.rows[one][0]), len(search.rows[two][0]))
    return stratified([second[:n] - first[:n] for first, second in pairs]).high < 0
