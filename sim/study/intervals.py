"""Means and rates with their intervals, at 95 per cent."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.study.known import known

Z95 = 1.959963984540054  # the normal distribution's 97.5 per cent point
FEW = 100  # values: the interval of a mean of fewer is made with Student's t distribution


@dataclass(frozen=True)
class Mean:
    """A mean with spread (`sd`), precision (`se`) and its 95% interval."""

    mean: float
    sd: float
    se: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float | None]:
        """Return the fields as JSON carries them; None for what is not known."""
        return dict(known(asdict(self)))


@dataclass(frozen=True)
class Rate:
    """A share of trials with its 95% Wilson interval (Wilson 1927)."""

    mean: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float | None]:
        """Return the fields as JSON carries them; None for what is not known."""
        return dict(known(asdict(self)))


def mean_of(values: npt.NDArray[Any]) -> Mean:
    """Return the mean of independent values; NaN where there are too few to tell."""
    return mean_among(values, 1)


def mean_among(values: npt.NDArray[Any], together: int) -> Mean:
    """Return a mean whose interval holds at 95% together with those of `together - 1` others.

    Bonferroni: each of them leaves out 5%/`together`. Ends are NaN where there are too few values to
    tell: fewer than two, or all alike and so few that their sign may be chance.
    """
    n = len(values)
    if n == 0:
        return Mean(math.nan, math.nan, math.nan, math.nan, math.nan)
    numbers = np.asarray(values, np.float64)
    mean = float(numbers.mean())
    if n == 1:
        return Mean(mean, math.nan, math.nan, math.nan, math.nan)
    sd = float(numbers.std(ddof=1))
    se = sd / math.sqrt(n)
    if sd == 0 and mean != 0 and 2.0 ** (1 - n) > 0.05 / together:
        return Mean(mean, sd, se, math.nan, math.nan)
    half = reach(n, together) * se
    return Mean(mean, sd, se, mean - half, mean + half)


@cache
def reach(n: int, together: int = 1) -> float:
    """Return how many standard errors the interval of a mean of `n` values reaches to either side.

    95% for `together` such intervals at once: the normal distribution's point from `FEW` values on,
    Student's t of fewer.
    """
    outside = 0.05 / together
    if n >= FEW:
        return Z95 if together == 1 else NormalDist().inv_cdf(1 - outside / 2)
    low, high = 0.0, math.pi / 2  # of the angle whose tangent is t over the root of n - 1
    for _ in range(60):
        angle = (low + high) / 2
        low, high = (angle, high) if _inside(angle, n - 1) < 1 - outside else (low, angle)
    return math.tan(low) * math.sqrt(n - 1)


def _inside(angle: float, freedom: int) -> float:
    """Return the chance that |t| is below `tan(angle) * sqrt(freedom)`.

    Student's sum of powers (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).
    """
    odd = freedom % 2
    cosine, total = math.cos(angle), 0.0
    term = cosine if odd else 1.0
    for power in range(1 + odd, freedom, 2):
        total += term
        term *= cosine**2 * power / (power + 1)
    share = math.sin(angle) * total
    return (angle + share) * 2 / math.pi if odd else share


def rate_of(hits: int, n: int) -> Rate:
    """Return the share `hits` of `n`; its interval keeps an upper bound even for 0 of n."""
    if n == 0:
        return Rate(math.nan, 0.0, 1.0)
    share = hits / n
    spread = Z95 * math.sqrt(share * (1 - share) / n + Z95**2 / (4 * n**2))
    centre = share + Z95**2 / (2 * n)
    scale = 1 + Z95**2 / n
    low = 0.0 if hits == 0 else (centre - spread) / scale
    high = 1.0 if hits == n else (centre + spread) / scale
    return Rate(share, low, high)


def difference_of(first: Mean, second: Mean) -> Mean:
    """Return `first` less `second`, two independent means, with the interval of the difference."""
    mean = first.mean - second.mean
    se = math.hypot(first.se, second.se)
    return Mean(mean, math.hypot(first.sd, second.sd), se, mean - Z95 * se, mean + Z95 * se)
