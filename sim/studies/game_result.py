"""A game of doctrines: its payoffs, its equilibria and their uncertainty, as tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sim.layout import codes as c
from sim.studies.game_samples import (
    IN_USE,
    RESAMPLES,
    Samples,
    draw,
    estimate,
    regret,
    use,
)
from sim.studies.game_words import sentences
from sim.studies.ledger import Kept, Record
from sim.studies.zero_sum import Solution, dominated, saddle_points, solve
from sim.study.drawn import Seen, drawn
from sim.study.intervals import Mean, mean_among, mean_of
from sim.study.known import known
from sim.study.notes import few_note
from sim.study.phrases import sentence

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class Game(Kept, Seen):
    """The battles of every pair of doctrines, and what they come to.

    `margins` (blue's view, points) has shape (battles, m, n); `watched`, `unit_turns` and `declared`
    have one place more, for the side. `.matrix`, `.doctrines`, `.responses` and `.watch` are
    DataFrames, `.summary()` is `.doctrines`; `.solution` is that of the mean payoffs,
    `.conclusions()` the findings in sentences, `.as_dict()` what `--json` prints.
    """

    scenario: str
    seed: int
    blue: tuple[str, ...]
    red: tuple[str, ...]
    margins: Floats
    watched: Floats
    unit_turns: Floats
    declared: Floats
    command: str
    resamples: int = RESAMPLES
    record: Record | None = field(default=None, repr=False, compare=False)

    @property
    def battles(self) -> int:
        """Return how many battles each pair fought."""
        return len(self.margins)

    @property
    def names(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the doctrines of blue and of red."""
        return self.blue, self.red

    @cached_property
    def payoffs(self) -> Floats:
        """Blue's mean margin in points, shape (m, n)."""
        return np.asarray(self.margins.mean(axis=0))

    @cached_property
    def solution(self) -> Solution:
        """Value and equilibria of the mean payoffs."""
        return solve(self.payoffs)

    @cached_property
    def resampled(self) -> Samples:
        """The game solved anew for battles drawn with replacement, the same for every pair."""
        return draw(
            *(self.margins, self.watched, self.unit_turns, self.declared),
            seed=self.seed,
            samples=self.resamples,
        )

    def own(self, side: int) -> Floats:
        """Return the margins as a side sees them, shape (battles, its doctrines, the enemy's)."""
        return self.margins if side == 0 else -self.margins.transpose(0, 2, 1)

    def shares(self, side: int) -> Floats:
        """Return how often a side's equilibrium plays each doctrine."""
        return self.solution.row if side == 0 else self.solution.column

    def value(self) -> Mean:
        """Return the value in points, blue's view, with its bootstrap interval."""
        return estimate(self.solution.value, self.resampled.values)

    @cached_property
    def matrix(self) -> pd.DataFrame:
        """One row a pair of doctrines, `blue` and `red`.

        Blue's mean `margin` in points with `se`, `low` and `high` (95%); of each side `*_watch`, the
        share of unit-turns that ended on overwatch, and `*_declared` counters a battle.
        """
        import pandas as pd

        lines = []
        for i, first in enumerate(self.blue):
            for j, second in enumerate(self.red):
                margin = mean_of(self.margins[:, i, j])
                line = {"blue": first, "red": second, "margin": margin.mean, "se": margin.se}
                line |= {"low": margin.low, "high": margin.high}
                for s, side in enumerate(c.SIDES):
                    turns = self.unit_turns[:, i, j, s].sum()
                    line[f"{side}_watch"] = self.watched[:, i, j, s].sum() / turns
                    line[f"{side}_declared"] = self.declared[:, i, j, s].mean()
                lines.append(line)
        return pd.DataFrame(lines)

    @cached_property
    def doctrines(self) -> pd.DataFrame:
        """One row a `doctrine` and `side`: its share of the equilibrium, regret and worst case.

        `share` is how often the equilibrium plays it; `share_least` and `share_greatest` are over
        every equilibrium of the mean payoffs, `share_low` to `share_high` over the samples,
        `used_in` the share of samples whose equilibrium uses it. `regret` is what it earns less
        than the value against the enemy's equilibrium, in points, with `regret_low` and
        `regret_high` (95%); `worst` its least mean margin, `worst_against` whom.
        """
        import pandas as pd

        lines = []
        for s, side in enumerate(c.SIDES):
            means = self.own(s).mean(axis=0)
            shares, regrets = self.resampled.shares[s], self.resampled.regrets[s]
            ranges = self.solution.row_range if s == 0 else self.solution.column_range
            value = self.solution.value if s == 0 else -self.solution.value
            lost_by = regret(means, value, self.shares(1 - s))
            for i, name in enumerate(self.names[s]):
                share = estimate(self.shares(s)[i], shares[:, i])
                lost = estimate(lost_by[i], regrets[:, i])
                worst = int(means[i].argmin())
                lines.append(
                    {
                        "side": side,
                        "doctrine": name,
                        "share": share.mean,
                        "share_low": share.low,
                        "share_high": share.high,
                        "share_least": ranges[i, 0],
                        "share_greatest": ranges[i, 1],
                        "used_in": float((shares[:, i] > IN_USE).mean()),
                        "regret": lost.mean,
                        "regret_low": lost.low,
                        "regret_high": lost.high,
                        "worst": means[i, worst],
                        "worst_against": self.names[1 - s][worst],
                    }
                )
        return pd.DataFrame(lines)

    @cached_property
    def responses(self) -> pd.DataFrame:
        """One row a `side` and enemy doctrine (`against`): the best answer, its margin, its lead.

        `best` has the mean `margin` in points, in the side's own view; `lead` is that over the `next`
        best answer, its interval `lead_low` to `lead_high` widened for the number of pairs that were
        compared; `clear`: it is ahead of all others.
        """
        import pandas as pd

        lines = []
        for s, side in enumerate(c.SIDES):
            own = self.own(s)
            mine = self.names[s]
            for j, enemy in enumerate(self.names[1 - s]):
                means = own[:, :, j].mean(axis=0)
                best, *rest = np.argsort(-means, kind="stable")
                pairs = len(mine) * (len(mine) - 1) // 2
                leads = [mean_among(own[:, best, j] - own[:, i, j], pairs) for i in rest]
                line = {"side": side, "against": enemy, "best": mine[best], "margin": means[best]}
                if leads:
                    line |= {"next": mine[rest[0]], "lead": leads[0].mean}
                    line |= {"lead_low": leads[0].low, "lead_high": leads[0].high}
                line["clear"] = all(lead.low > 0 for lead in leads)
                lines.append(line)
        return pd.DataFrame(lines)

    @cached_property
    def watch(self) -> pd.DataFrame:
        """One row a `side`: how much an equilibrium uses overwatch.

        `share` of unit-turns that end on overwatch (units that began, turns that were fought), and
        counters `declared` a battle, both weighted by the equilibrium, with `_low` and `_high` (95%).
        """
        import pandas as pd

        weights = np.outer(self.solution.row, self.solution.column)
        share, declared = use(weights, self._mean("watched", "unit_turns", "declared"))
        lines = []
        for s, side in enumerate(c.SIDES):
            part = estimate(share[s], self.resampled.watch[:, s])
            laid = estimate(declared[s], self.resampled.declared[:, s])
            line = {"side": side, "share": part.mean, "share_low": part.low}
            line |= {"share_high": part.high, "declared": laid.mean}
            line |= {"declared_low": laid.low, "declared_high": laid.high}
            lines.append(line)
        return pd.DataFrame(lines)

    @property
    def saddles(self) -> list[tuple[str, str, float]]:
        """Saddle points of the mean payoffs: blue's doctrine, red's, the share of samples with it."""
        seen = self.resampled.saddles.mean(axis=0)
        return [
            (self.blue[i], self.red[j], float(seen[i, j])) for i, j in saddle_points(self.payoffs)
        ]

    def dominated(self, side: int) -> list[tuple[str, dict[str, float], bool]]:
        """Return a side's dominated doctrines: which, by what mixture, and whether that is clear.

        It is clear when the difference against every enemy doctrine is above zero by an interval that
        is widened for the number of pairs of doctrines.
        """
        own, names = self.own(side), self.names[side]
        found = []
        for i, mixture in dominated(own.mean(axis=0)).items():
            gains = np.tensordot(own, mixture, (1, 0)) - own[:, i]
            pairs = len(names) * (len(names) - 1)
            clear = all(mean_among(gain, pairs).low > 0 for gain in gains.T)
            by = {names[k]: float(mixture[k]) for k in np.flatnonzero(mixture > IN_USE)}
            found.append((names[i], by, clear))
        return found

    def twins(self, side: int) -> list[tuple[str, str]]:
        """Return the pairs of a side's doctrines that fought every battle to the same margin."""
        own, names = self.own(side), self.names[side]
        return [
            (names[i], names[k])
            for i in range(len(names))
            for k in range(i + 1, len(names))
            if np.array_equal(own[:, i], own[:, k])
        ]

    def summary(self) -> pd.DataFrame:
        """Return `doctrines`: share of the equilibrium, regret and worst case of each."""
        return self.doctrines

    def conclusions(self) -> list[str]:
        """Return the findings in sentences that say no more than the samples do."""
        few = few_note(self.battles, "for each pair of doctrines")
        return [*self.notes(), *map(sentence, sentences(self)), *few]

    def plot_payoffs(self, axes: Axes | None = None, *, theme: str = "light") -> Axes:
        """Draw blue's mean margin for every pair of doctrines, with the equilibrium."""
        made: Axes = drawn("game_figure", "plot_payoffs", self, axes, theme=theme)
        return made

    def as_dict(self) -> dict[str, Any]:
        """Return what `overwatch game --json` prints."""
        value = self.value()
        return {
            "scenario": self.scenario,
            "battles": self.battles,
            "seed": self.seed,
            "command": self.command,
            "value": {"mean": value.mean, "low": value.low, "high": value.high},
            "unique": self.solution.unique,
            "equilibria": [
                {
                    "blue": dict(zip(self.blue, row.tolist(), strict=True)),
                    "red": dict(zip(self.red, column.tolist(), strict=True)),
                }
                for row, column in self.solution.equilibria
            ],
            "saddle_points": [
                {"blue": first, "red": second, "in_samples": share}
                for first, second, share in self.saddles
            ],
            "dominated": [
                {"side": side, "doctrine": name, "by": by, "clear": clear}
                for s, side in enumerate(c.SIDES)
                for name, by, clear in self.dominated(s)
            ],
            "overwatch": _records(self.watch),
            "doctrines": _records(self.doctrines),
            "responses": _records(self.responses),
            "matrix": _records(self.matrix),
            "resamples": self.resamples,
            "interrupted": self.interrupted,
            "conclusions": self.conclusions(),
        }

    def _mean(self, *names: str) -> list[Floats]:
        return [getattr(self, name).mean(axis=0) for name in names]


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return rows as JSON carries them: what is unknown is null."""
    return list(known(frame.to_dict("records")))
