"""Many tests at once: p-values, and Holm's correction of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sim.study.intervals import Mean

ALPHA = 0.05  # chance of even one false finding in the whole family of tests


def p_value(mean: Mean, altered: int) -> float:
    """Return the two-sided p-value of a mean against zero, by the normal distribution.

    It is never below 2 ** (1 - altered), `altered` the number of values that are not zero: with so
    few of them their signs alone cannot show more. 1 where nothing was altered.
    """
    if altered == 0 or math.isnan(mean.se):
        return 1.0
    tail = math.erfc(abs(mean.mean) / mean.se / math.sqrt(2)) if mean.se > 0 else 0.0
    return min(1.0, max(tail, 2.0 ** (1 - altered)))


def holm(p_values: Sequence[float]) -> npt.NDArray[np.float64]:
    """Return p-values adjusted by Holm's step-down method (Holm 1979), in the order given.

    Those at or under `ALPHA` may all be claimed together, whatever depends on what.
    """
    p = np.asarray(p_values, np.float64)
    order = np.argsort(p, kind="stable")
    steps = np.arange(len(p), 0, -1)
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(steps * p[order]))
    return adjusted
