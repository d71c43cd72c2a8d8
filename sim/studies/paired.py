"""Estimates of a difference between two runs of the same battles, and when to stop fighting.

Battle k of both runs has the same luck event by event, so the mean of the differences, battle by
battle, is known better than the difference of two means (common random numbers). Each run also
tells each side's luck, whose mean is zero: what it explains of the difference is taken out too
(control variates). Everything here is for independent pairs: battles k and l share no roll.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from sim.study.intervals import Z95, Mean, difference_of, mean_of

Floats = npt.NDArray[np.float64]

LEAST_PAIRS = 100  # fewer are too few for the normal distribution and for the regression
FIRST_LOOK = 500  # pairs before the first question whether to stop
BATCH = 250  # pairs are added in multiples of this
UNSEEN = 3.0  # of n: an event this rare may be missing from n pairs (95%)


@dataclass(frozen=True)
class Difference:
    """A difference of two runs in three ways, each without bias, and what the last two gain.

    The reductions are variances of the difference of independent runs of as many battles, over the
    variance of this one: how many times more battles independent runs would need.
    """

    pairs: int
    differ: int  # pairs whose values are not the same
    independent: Mean  # of disjoint halves of the battles: nothing is paired
    paired: Mean
    adjusted: Mean  # paired, luck taken out
    paired_reduction: float
    adjusted_reduction: float


def difference(reference: Floats, other: Floats, controls: Floats) -> Difference:
    """Return `other` less `reference`: values of the same battles, shape (runs, pairs).

    A pair may be several runs of one battle, as where sides are swapped; it counts by its mean over
    the runs. `controls` are (pairs, columns), each of mean zero (`controls_of`).
    """
    values = (other - reference).mean(axis=0)
    adjusted = mean_of(without_luck(values, controls))
    paired = mean_of(values)
    first, second = reference[:, 0::2].mean(axis=0), other[:, 1::2].mean(axis=0)
    alone = independent_variance(reference, other)
    return Difference(
        len(values),
        int((reference != other).any(axis=0).sum()),
        difference_of(mean_of(second), mean_of(first)),
        paired,
        adjusted,
        ratio(alone, paired.sd**2),
        ratio(alone, adjusted.sd**2),
    )


def independent_variance(reference: Floats, other: Floats) -> float:
    """Return the variance a pair would have if no two of its runs, shape (runs, pairs), shared luck.

    That is what as many battles of independent runs would come to.
    """
    alone = reference.var(axis=1, ddof=1) + other.var(axis=1, ddof=1)
    return float(alone.mean() / len(reference))


def ratio(alone: float, variance: float) -> float:
    """Return a variance reduction; NaN where neither varies."""
    if variance > 0:
        return alone / variance
    return math.inf if alone > 0 else math.nan


def controls_of(reference: Floats, other: Floats) -> Floats:
    """Return controls, shape (pairs, columns), from the luck of both runs, (columns, pairs) each.

    They are the differences and the sums: where most battles of both runs are alike, so is their
    luck, and what is left of it explains what is left of the difference.
    """
    return np.concatenate([other - reference, other + reference]).T


def without_luck(values: Floats, controls: Floats) -> Floats:
    """Return values, shape (pairs,), less what controls, shape (pairs, columns), explain of them.

    The mean keeps its expectation exactly, since every control's mean is zero and the coefficients
    that each half of the pairs (even, odd) is corrected with are fitted to the other half, which
    makes them independent of what they are multiplied with. Coefficients fitted to the same pairs
    would bias small samples (Avramidis and Wilson 1993, "A splitting scheme for control variates",
    Operations Research Letters 14). They are shrunk a little (ridge regression), by the number of
    controls over that of pairs, lest few pairs that differ make them wild. The variance of what is
    returned holds the price of the fit.
    """
    corrected = values.astype(np.float64)
    for half in range(2):
        there = slice(1 - half, None, 2)
        x = controls[there] - controls[there].mean(axis=0)
        square = x.T @ x
        size = square.diagonal()
        shrunk = square + np.diag(size * x.shape[1] / len(x) + (size == 0))
        fitted = np.linalg.solve(shrunk, x.T @ (values[there] - values[there].mean()))
        corrected[half::2] -= controls[half::2] @ fitted
    return corrected


def widened(mean: Mean, together: int) -> Mean:
    """Return a mean whose interval holds at 95% together with those of `together - 1` others.

    Bonferroni's inequality: each misses with a chance of 5% over their number.
    """
    z = NormalDist().inv_cdf(1 - 0.025 / together)
    return Mean(mean.mean, mean.sd, mean.se, mean.mean - z * mean.se, mean.mean + z * mean.se)


def half_width(mean: Mean) -> float:
    """Return half the width of a mean's 95% interval."""
    return Z95 * mean.se


def next_look(values: Floats, scale: float, until: float, most: int) -> int:
    """Return how many pairs to have at the next look; `len(values)` or less says stop.

    `values` are the paired differences so far, `scale` the standard deviation that independent runs
    would give them. The rule: look first at `FIRST_LOOK` pairs; stop where the half-width of the
    interval and an allowance of `UNSEEN * scale / pairs` together are at most `until`; else go on to
    as many pairs as the variance so far asks for, in multiples of `BATCH`, twice as many at most.

    Stopping on the variance seen so far keeps the interval's coverage as `until` becomes small
    (Chow and Robbins 1965, Annals of Mathematical Statistics 36), provided that it does not stop
    because the variance looks small by chance: hence the least number of pairs and the allowance
    that falls faster than the half-width (Glynn and Whitt 1992, "The asymptotic validity of
    sequential stopping rules for stochastic simulations", Annals of Applied Probability 2). The
    looks are few, so that there are few chances to stop too soon. The test of coverage measures
    what is left.
    """
    pairs = len(values)
    if pairs >= most:
        return pairs
    if pairs < FIRST_LOOK:
        return min(FIRST_LOOK, most)
    need = pairs_needed(float(values.std(ddof=1)), scale, until)
    if need <= pairs:
        return pairs
    wanted = min(need, 2 * pairs)
    return min(BATCH * math.ceil(wanted / BATCH), most)


def pairs_needed(sd: float, scale: float, until: float) -> int:
    """Return the least n for which ``Z95 * sd / sqrt(n) + UNSEEN * scale / n <= until``."""
    spread, allowance = Z95 * sd, UNSEEN * scale
    root = (spread + math.sqrt(spread**2 + 4 * until * allowance)) / (2 * until)
    return math.ceil(root**2 * (1 - 1e-12))


def fight_until(
    more: Callable[[int], Sequence[tuple[Floats, Floats]]], until: float, most: int
) -> int:
    """Return the number of pairs at which every comparison may stop by the rule of `next_look`.

    `more(n)` returns reference and other of each comparison, shape (runs, n): the first n pairs.
    """
    wanted = next_look(np.zeros(0), 0.0, until, most)
    while True:
        following = wanted
        for reference, other in more(wanted):
            values = (other - reference).mean(axis=0)
            scale = math.sqrt(independent_variance(reference, other))
            following = max(following, next_look(values, scale, until, most))
        if following <= wanted:
            return wanted
        wanted = following
