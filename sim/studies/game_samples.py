"""The bootstrap of a game: battles drawn with replacement, the same for every pair of doctrines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sim.studies.zero_sum import NEAR, optimum, saddle_points
from sim.study.intervals import Mean

Floats = npt.NDArray[np.float64]

RESAMPLES = 1000
IN_USE = 0.001  # share from which on a doctrine counts as used
TAIL = 0.025
DRAWN = 2_000_000  # battle numbers drawn at a time


@dataclass(frozen=True)
class Samples:
    """The solutions of the games of all samples."""

    values: Floats  # (samples,), points in blue's view
    shares: tuple[Floats, Floats]  # blue (samples, m), red (samples, n)
    regrets: tuple[Floats, Floats]
    watch: Floats  # (samples, 2), share of unit-turns
    declared: Floats  # (samples, 2), counters a battle
    saddles: npt.NDArray[np.bool_]  # (samples, m, n): whether the pair is a saddle point


def draw(
    margins: Floats,
    watched: Floats,
    unit_turns: Floats,
    declared: Floats,
    seed: int,
    samples: int = RESAMPLES,
) -> Samples:
    """Solve the game of `samples` samples of the battles.

    `margins` has shape (battles, m, n), the others (battles, m, n, 2).
    """
    battles, m, n = margins.shape
    parts = (margins, watched, unit_turns, declared)
    table = np.concatenate([part.reshape(battles, -1) for part in parts], axis=1)
    means = _means(table, seed, samples)
    games = means[:, : m * n].reshape(-1, m, n)
    counts = means[:, m * n :].reshape(-1, 3, m, n, 2)
    values = np.zeros(samples)
    shares = np.zeros((samples, m)), np.zeros((samples, n))
    regrets = np.zeros((samples, m)), np.zeros((samples, n))
    watch, laid = np.zeros((samples, 2)), np.zeros((samples, 2))
    saddles = np.zeros((samples, m, n), np.bool_)
    for b, payoffs in enumerate(games):
        values[b], row, column = optimum(payoffs)
        shares[0][b], shares[1][b] = row, column
        regrets[0][b] = regret(payoffs, values[b], column)
        regrets[1][b] = regret(-payoffs.T, -values[b], row)
        watch[b], laid[b] = use(np.outer(row, column), counts[b])
        for i, j in saddle_points(payoffs):
            saddles[b, i, j] = True
    return Samples(values, shares, regrets, watch, laid, saddles)


def use(weights: Floats, counts: Sequence[Floats] | Floats) -> tuple[Floats, Floats]:
    """Return both sides' share of unit-turns on overwatch and counters a battle, each shape (2,).

    `weights` (m, n) is how often a pair meets; `counts` are the means of `watched`, `unit_turns` and
    `declared`, each (m, n, 2).
    """
    watched, turns, declared = (np.tensordot(weights, count, 2) for count in counts)
    return watched / turns, declared


def regret(payoffs: Floats, value: float, enemy: Floats) -> Floats:
    """Return what each row earns less than the value against the enemy's equilibrium."""
    lost = value - payoffs @ enemy
    return np.where(lost > NEAR * (1 + np.abs(payoffs).max()), lost, 0.0)


def estimate(value: float, drawn: Floats) -> Mean:
    """Return a value with the spread of its samples and their 95% interval (percentiles)."""
    low, high = np.quantile(drawn, (TAIL, 1 - TAIL))
    spread = float(drawn.std(ddof=1))
    return Mean(float(value), spread, spread, float(low), float(high))


def _means(table: Floats, seed: int, samples: int) -> Floats:
    """Return the means of `samples` samples of the rows of a table, shape (samples, columns)."""
    battles = len(table)
    dice = np.random.default_rng([seed, samples])
    means = np.zeros((samples, table.shape[1]))
    step = max(1, DRAWN // battles)
    for first in range(0, samples, step):
        count = min(step, samples - first)
        drawn = dice.multinomial(battles, np.full(battles, 1 / battles), size=count)
        means[first : first + count] = drawn @ table / battles
    return means
