"""Sobol indices of an answer that is itself a mean of battles: chance is taken off.

The estimators are those of Saltelli and others (2010), as SALib has them.
With independent luck in every cell the error of a cell's mean adds its own variance to that between
cells and to the variance that a total index is made of, and nothing to that of a first-order index.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.refusal import InputError
from sim.study.interrupts import held
from sim.study.intervals import Mean, mean_of

Floats = npt.NDArray[np.float64]

RESAMPLES = 1000
LEVELS = (2.5, 97.5)  # per cent
MOST_EMPTY = 0.05  # of the resamples: with more that have no variance there are no intervals


@dataclass(frozen=True)
class Indices:
    """Shares of the variance between cells; arrays have one entry a place, intervals (places, 2).

    `variance` is that between cells without chance, `chance` the mean variance of a cell's error.
    Where the interval of `variance` reaches zero, chance alone may be at work: `settled` is false.
    A resample without variance has no shares: `empty` of them, of `RESAMPLES`, are left out of the
    intervals of shares, which are NaN where that is more than `MOST_EMPTY`.
    """

    mean: Mean
    variance: float
    variance_range: tuple[float, float]
    chance: float
    first: Floats
    first_range: Floats
    total: Floats
    total_range: Floats
    ahead: bool  # the largest total index is clearly larger than each of the others
    empty: int

    @property
    def settled(self) -> bool:
        """Return whether the cells differ by more than chance, and the shares have intervals."""
        few = self.empty <= MOST_EMPTY * RESAMPLES
        return few and self.variance > 0 and self.variance_range[0] > 0


def sample(places: int, samples: int, seed: int) -> Floats:
    """Return Saltelli's points of the unit cube, shape (samples * (places + 2), places).

    `samples` is a power of 2. Raises `InputError` where SALib is not there.
    """
    try:
        with held():  # torn by Ctrl-C an import fails as if the package were missing
            from SALib.sample import sobol  # type: ignore[import-untyped]
    except ImportError:
        raise _missing() from None
    problem = _problem(places)
    return np.asarray(sobol.sample(problem, samples, calc_second_order=False, seed=seed))


def indices(places: int, means: Floats, errors: Floats, seed: int) -> Indices:
    """Return the indices of cells in the order of `sample`.

    `means` and `errors` (squares of standard errors) have one entry a cell. Intervals are 95%
    percentiles over resampled base points, which carry the luck of their cells with them.
    """
    try:
        with held():
            from SALib.analyze import sobol  # type: ignore[import-untyped]
    except ImportError:
        raise _missing() from None
    step = places + 2
    samples = len(means) // step
    centred = means - means.mean()
    a, b, ab, _ = sobol.separate_output_values(centred, places, samples, False)
    luck_a, luck_b, luck_ab, _ = sobol.separate_output_values(errors, places, samples, False)

    def estimate(rows: Any) -> tuple[Floats, Floats, Floats]:
        raw = np.var(np.r_[a[rows], b[rows]], axis=0)
        # np.var divides by 2n: the error's share of it is smaller than the error by 1/2n
        chance = (luck_a[rows] + luck_b[rows]).mean(axis=0) / 2
        true = raw - chance * (1 - 1 / (2 * samples))
        first, total = [], []
        for place in range(places):
            mixed, luck = ab[rows, place], luck_ab[rows, place]
            scale = np.divide(raw, true, out=np.full_like(raw, np.nan), where=true > 0)
            first.append(_of(sobol.first_order, a[rows], mixed, b[rows]) * scale)
            extra = (luck_a[rows] + luck).mean(axis=0) / 2
            upper = _of(sobol.total_order, a[rows], mixed, b[rows]) * raw - extra
            total.append(np.divide(upper, true, out=np.full_like(raw, np.nan), where=true > 0))
        return np.asarray(true), np.array(first), np.array(total)

    draws = np.random.default_rng(seed).integers(samples, size=(samples, RESAMPLES))
    with np.errstate(invalid="ignore", divide="ignore"):  # answers alike: no share, NaN
        true, first, total = estimate(np.arange(samples))
        trues, firsts, totals = estimate(draws)
    low, high = np.percentile(trues, LEVELS)
    varied = trues > 0
    empty = int((~varied).sum())
    ranges, ahead = np.full((2, places, 2), np.nan), False
    if empty <= MOST_EMPTY * RESAMPLES:
        firsts, totals = firsts[:, varied], totals[:, varied]
        ranges = np.percentile([firsts, totals], LEVELS, axis=2).transpose(1, 2, 0)
        top = int(np.argmax(total))
        lead = totals[top] - np.delete(totals, top, axis=0)
        ahead = bool((np.percentile(lead, LEVELS[0], axis=1) > 0).all())
    base = means.reshape(samples, step)[:, [0, -1]].ravel()
    return Indices(
        mean_of(base), float(true), (float(low), float(high)), float(errors.mean()),
        first, ranges[0], total, ranges[1], ahead, empty,
    )  # fmt: skip


def _of(estimator: Any, a: Floats, ab: Floats, b: Floats) -> Floats:
    """Ask SALib's estimator, which warns of answers that are all alike."""
    if np.ptp(np.r_[a, b]) <= np.finfo(float).eps:
        return np.zeros(a.shape[1:])
    return np.asarray(estimator(a, ab, b))


def _problem(places: int) -> dict[str, Any]:
    names = [f"x{place}" for place in range(places)]
    return {"num_vars": places, "names": names, "bounds": [[0.0, 1.0]] * places}


def _missing() -> InputError:
    return InputError("sensitivity needs SALib: pip install 'overwatch-sim[studies]'")
