"""Two-person zero-sum matrix games: value, equilibria, saddle points and domination.

Payoffs are the row player's; the column player's are their negatives. Such a game has one
value (von Neumann 1928), and its equilibria may be mixed with each other: every optimal row strategy
goes with every optimal column strategy.
"""

from __future__ import annotations

import itertools
import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.refusal import InputError
from sim.study.interrupts import held

Floats = npt.NDArray[np.float64]

NEAR = 1e-9  # of the largest payoff: what a solver's rounding may move
MOST_PAIRS = 50_000  # supports that are enumerated; more only where very many payoffs tie


@dataclass(frozen=True)
class Solution:
    """What rational players do.

    `row` (shape (m,)) and `column` (shape (n,)) are one equilibrium, `equilibria` all that support
    enumeration finds, and `row_range` (m, 2) and `column_range` (n, 2) the least and greatest share
    of each strategy over every equilibrium there is.
    """

    value: float
    row: Floats
    column: Floats
    equilibria: tuple[tuple[Floats, Floats], ...]
    row_range: Floats
    column_range: Floats

    @property
    def unique(self) -> bool:
        """Return whether there is one equilibrium only."""
        ranges = np.concatenate([self.row_range, self.column_range])
        return bool(np.all(ranges[:, 1] == ranges[:, 0]))


def check_packages() -> None:
    """Raise `InputError` where nashpy or scipy is missing, before anything is fought."""
    _programme()
    _nashpy()


def solve(payoffs: npt.ArrayLike) -> Solution:
    """Return value and equilibria of a matrix of payoffs, shape (m, n).

    The linear programme gives value and which strategies an equilibrium can use; among those
    nashpy enumerates supports. Raises `InputError` where nashpy or scipy is missing.
    """
    matrix = np.asarray(payoffs, np.float64)
    value, row, column = optimum(matrix)
    row_range = _ranges(matrix, value)
    column_range = _ranges(-matrix.T, -value)
    found = _enumerate(matrix, value, row_range[:, 1] > 0, column_range[:, 1] > 0)
    if found:
        row, column = found[0]
        value = float(row @ matrix @ column)
    return Solution(value, row, column, found or ((row, column),), row_range, column_range)


def optimum(payoffs: Floats) -> tuple[float, Floats, Floats]:
    """Return the value and one equilibrium: a saddle point, or the linear programme's answer."""
    if saddles := saddle_points(payoffs):
        i, j = saddles[0]
        rows, columns = payoffs.shape
        return float(payoffs[i, j]), np.eye(rows)[i], np.eye(columns)[j]
    m, n = payoffs.shape
    # find x and v, the greatest v for which x earns v at least against every column
    answer = _programme()(
        np.append(np.zeros(m), -1.0),
        A_ub=np.column_stack([-payoffs.T, np.ones(n)]),
        b_ub=np.zeros(n),
        A_eq=np.append(np.ones(m), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0.0, None)] * m + [(None, None)],
    )
    return float(answer.x[-1]), _shares(answer.x[:-1]), _shares(-answer.ineqlin.marginals)


def saddle_points(payoffs: Floats) -> list[tuple[int, int]]:
    """Return the cells that are least of their row and greatest of their column."""
    least = payoffs == payoffs.min(axis=1, keepdims=True)
    most = payoffs == payoffs.max(axis=0, keepdims=True)
    return [(int(i), int(j)) for i, j in np.argwhere(least & most)]


def dominated(payoffs: Floats) -> dict[int, Floats]:
    """Return the rows that are strictly dominated, each with the strategy that earns more everywhere.

    A row that one other row dominates is given that row, else a mixture; for columns pass
    ``-payoffs.T``.
    """
    m, n = payoffs.shape
    found: dict[int, Floats] = {}
    for i in range(m):
        gains = (payoffs - payoffs[i]).min(axis=1)
        if gains.max() > 0:
            found[i] = np.eye(m)[int(gains.argmax())]
        elif m > 2:
            answer = _programme()(
                np.append(np.zeros(m), -1.0),
                A_ub=np.column_stack([-payoffs.T, np.ones(n)]),
                b_ub=-payoffs[i],
                A_eq=np.append(np.ones(m), 0.0)[None],
                b_eq=[1.0],
                bounds=[(0.0, None)] * m + [(None, None)],
            )
            if answer.x[-1] > NEAR * (1 + np.abs(payoffs).max()):
                found[i] = _shares(answer.x[:-1])
    return found


def _ranges(matrix: Floats, value: float) -> Floats:
    """Return the least and greatest share of each row over all optimal strategies, shape (m, 2)."""
    m, n = matrix.shape
    slack = NEAR * (1 + np.abs(matrix).max())
    ranges = np.zeros((m, 2))
    for i, (end, sign) in itertools.product(range(m), enumerate((1.0, -1.0))):
        answer = _programme()(
            sign * np.eye(m)[i],
            A_ub=-matrix.T,
            b_ub=np.full(n, slack - value),
            A_eq=np.ones((1, m)),
            b_eq=[1.0],
            bounds=[(0.0, None)] * m,
        )
        ranges[i, end] = min(max(sign * answer.fun, 0.0), 1.0)
    return ranges.round(6)  # closer than the slack of the constraints tells nothing


def _enumerate(
    matrix: Floats, value: float, rows: npt.NDArray[np.bool_], columns: npt.NDArray[np.bool_]
) -> tuple[tuple[Floats, Floats], ...]:
    """Return the equilibria over strategies that an equilibrium can use."""
    if 2.0 ** (rows.sum() + columns.sum()) > MOST_PAIRS:
        return ()
    found: list[tuple[Floats, Floats]] = []
    slack = NEAR * (1 + np.abs(matrix).max())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # says of ties what `unique` says
        game = _nashpy().Game(matrix[np.ix_(rows, columns)])
        for part in game.support_enumeration(non_degenerate=True, tol=0):
            x, y = np.zeros(len(rows)), np.zeros(len(columns))
            x[rows], y[columns] = part
            # the strategies left out must not tempt either player
            if (x @ matrix).min() >= value - slack and (matrix @ y).max() <= value + slack:
                found.append((x, y))
    return tuple(found)


def _shares(weights: Any) -> Floats:
    """Return weights as shares; what rounding left below zero is none."""
    shares = np.maximum(np.asarray(weights, np.float64), 0.0)
    return np.asarray(shares / shares.sum())


def _nashpy() -> Any:
    try:
        with held():  # torn by Ctrl-C an import fails as if the package were missing
            import nashpy
    except ImportError:
        raise _missing() from None
    return nashpy


def _programme() -> Any:
    try:
        with held():
            from scipy.optimize import linprog
    except ImportError:
        raise _missing() from None
    return linprog


def _missing() -> InputError:
    return InputError("game needs nashpy and scipy: pip install 'overwatch-sim[studies]'")
