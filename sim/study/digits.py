"""Numbers as people read them: as many digits as their precision supports, and no more."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.study.intervals import Z95, Mean, Rate, mean_of, rate_of

MINUS = "\N{MINUS SIGN}"


def step_of(se: float) -> float:
    """Return the power of ten to round to: the standard error is 2 to 20 of it.

    Rounding then moves a figure by a quarter of its standard error at most. 0 where the error is
    unknown or nothing varied.
    """
    if not math.isfinite(se) or se <= 0:
        return 0.0
    return float(10.0 ** math.floor(math.log10(se / 2)))


def number(value: float, step: float, sign: bool = False) -> str:
    """Return a value rounded to a step of `step_of`; `sign`: with a plus where it is above zero."""
    if math.isnan(value):
        return "unknown"
    if step == 0:
        text = f"{abs(value):,.10g}"
    else:
        decimals = max(0, -round(math.log10(step)))
        text = f"{abs(round(value / step) * step):,.{decimals}f}"
    if not text.strip("0.,"):
        return text  # a zero has no sign
    if value < 0:
        return MINUS + text
    return f"+{text}" if sign else text


def mean_text(mean: Mean, sign: bool = False, unit: str = "") -> str:
    """Return a mean with its interval, as in `12.3 points (11.8 to 12.8)`."""
    step = step_of(mean.se)
    text = f"{number(mean.mean, step, sign)}{unit and ' ' + unit}"
    if math.isnan(mean.se):
        return f"{text} (no interval)"
    if mean.sd == 0:
        return f"{text} (in every battle)"
    return f"{text} ({ends_text(mean.low, mean.high, step, sign)})"


def ends_text(low: float, high: float, step: float, sign: bool = False) -> str:
    """Return an interval as in `11.8 to 12.8`; one that leaves out zero does not end in 0."""
    clear_of_zero = low > 0 or high < 0
    ends = []
    for end in (low, high):
        finer = clear_of_zero and 0 < abs(end) <= step / 2
        ends.append(number(end, 10.0 ** math.floor(math.log10(abs(end))) if finer else step, sign))
    return " to ".join(ends)


def count_text(counts: npt.NDArray[Any], upper: bool = False) -> str:
    """Return the mean of counts with its interval, which is never below zero; `none` for all zero.

    With `upper` it says of none in how many battles there may still be some.
    """
    if not np.any(counts):
        return f"none ({at_most(len(counts))} of battles)" if upper and len(counts) else "none"
    mean = mean_of(counts)
    return mean_text(Mean(mean.mean, mean.sd, mean.se, max(0.0, mean.low), mean.high))


def at_most(n: int) -> str:
    """Return the upper bound of a share that was 0 of n, as in `at most 0.8%` (Wilson)."""
    share = 100 * rate_of(0, n).high
    return f"at most {number(share, step_of(share))}%"


def rate_text(rate: Rate) -> str:
    """Return a share in per cent with its interval, as in `88% (86% to 90%)`."""
    if math.isnan(rate.mean):
        return "unknown"
    step = step_of(100 * (rate.high - rate.low) / (2 * Z95))
    parts = [f"{number(100 * part, step)}%" for part in (rate.mean, rate.low, rate.high)]
    return f"{parts[0]} ({parts[1]} to {parts[2]})"


def opposite(mean: Mean) -> Mean:
    """Return a difference the other way round."""
    return Mean(-mean.mean, mean.sd, mean.se, -mean.high, -mean.low)


def clear(mean: Mean) -> bool:
    """Return whether the interval of a mean leaves out zero."""
    return mean.low > 0 or mean.high < 0
