"""Means and rates with their intervals, at 95 per cent."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.study.known import known

Z95 = 1.959963984540054  # the normal distribution's 97.5 per cent point


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
    n = len(values)
    if n == 0:
        return Mean(math.nan, math.nan, math.nan, math.nan, math.nan)
    numbers = np.asarray(values, np.float64)
    mean = float(numbers.mean())
    if n == 1:
        return Mean(mean, math.nan, math.nan, math.nan, math.nan)
    sd = float(numbers.std(ddof=1))
    se = sd / math.sqrt(n)
    return Mean(mean, sd, se, mean - Z95 * se, mean + Z95 * se)


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
