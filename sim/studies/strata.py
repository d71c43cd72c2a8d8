"""Battles of several pairs of doctrines: each pair a stratum with battles of its own."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.study.intervals import Z95, Mean
from sim.study.run import MOST_BATTLES


def first_battle(stratum: int) -> int:
    """Return the number of a stratum's first battle: no two strata share a battle, and so no luck.

    It does not depend on how many battles are fought.
    """
    return stratum * MOST_BATTLES


def stratified(strata: Sequence[npt.NDArray[Any]]) -> Mean:
    """Return the mean over strata of each stratum's mean, every stratum with the same weight.

    The interval holds for these very strata; `sd` is the spread of one battle within its stratum.
    """
    means = [float(np.mean(values)) for values in strata]
    mean = math.fsum(means) / len(strata)
    if any(len(values) < 2 for values in strata):
        return Mean(mean, math.nan, math.nan, math.nan, math.nan)
    spreads = [float(np.var(values, ddof=1)) for values in strata]
    variances = [spread / len(values) for spread, values in zip(spreads, strata, strict=True)]
    se = math.sqrt(math.fsum(variances)) / len(strata)
    sd = math.sqrt(math.fsum(spreads) / len(strata))
    return Mean(mean, sd, se, mean - Z95 * se, mean + Z95 * se)
