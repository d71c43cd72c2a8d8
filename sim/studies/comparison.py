"""What a comparison of doctrines came to: estimates, verdicts in words, and their table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.studies.comparison_words import (
    BETTER,
    FEW,
    OPEN,
    SAME,
    WORSE,
    sentences,
)
from sim.studies.ledger import Kept, Record
from sim.studies.paired import (
    Difference,
    Floats,
    controls_of,
    difference,
    half_width,
    widened,
)
from sim.studies.paired_battles import Cell, Key
from sim.study.digits import clear
from sim.study.drawn import Seen, drawn
from sim.study.intervals import Mean, Rate, mean_of, rate_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Answer:
    """One doctrine against one enemy: its own figures, and its difference to the reference."""

    enemy: str
    doctrine: str
    battles: int
    margin: Mean
    wins: Rate
    fired: float  # combat actions on overwatch a battle
    to_reference: Difference | None  # of the margin, points; None: it is the reference
    wins_to_reference: Difference | None  # of the share of battles won
    verdict: str  # by the margin; better, worse, open: not told apart, same: in every battle
    wins_verdict: str  # by the battles won


@dataclass(frozen=True, repr=False)
class Comparison(Kept, Seen):
    """A side's doctrines against enemies, over the same battles of one seed.

    `.table` has one row a doctrine and enemy, `.conclusions()` the answer in sentences, `.as_dict()`
    what `--json` prints; `rows` are the battles, by enemy's doctrine, own doctrine and side.
    """

    scenario: str
    side: str
    sides: tuple[str, ...]  # both where they are swapped
    doctrines: tuple[str, ...]  # the first is the reference
    enemies: tuple[str, ...]
    enemies_chosen: bool  # False: the default three
    most: int  # battles asked for with each side, doctrine and enemy
    until: float | None  # wanted half-width of the paired difference, points
    seed: int
    command: str
    rows: Mapping[Key, Cell]
    record: Record | None = field(default=None, repr=False, compare=False)

    @property
    def reference(self) -> str:
        """Return the doctrine that the others are compared with."""
        return self.doctrines[0]

    @property
    def swapped(self) -> bool:
        """Return whether each doctrine is fought with both sides."""
        return len(self.sides) > 1

    @property
    def together(self) -> int:
        """Return the number of differences that the words hold for together: points and wins."""
        return 2 * (len(self.doctrines) - 1) * len(self.enemies)

    def column(self, name: str, enemy: str, doctrine: str) -> Floats:
        """Return a column of the rows, shape (sides, battles)."""
        cells = [self.rows[enemy, doctrine, side] for side in self.sides]
        return np.stack([cell[name] for cell in cells]).astype(np.float64)

    def _luck(self, enemy: str, doctrine: str) -> Floats:
        """Return the luck of both sides in every run, shape (2 * sides, battles)."""
        return np.concatenate(
            [self.column(name, enemy, doctrine) for name in ("luck", "enemy_luck")]
        )

    @cached_property
    def answers(self) -> tuple[Answer, ...]:
        """Return the answers, enemy by enemy."""
        return tuple(self._answer(enemy, own) for enemy in self.enemies for own in self.doctrines)

    def answer(self, enemy: str, doctrine: str) -> Answer:
        """Return the answer of one doctrine against one enemy."""
        return next(a for a in self.answers if (a.enemy, a.doctrine) == (enemy, doctrine))

    def _answer(self, enemy: str, doctrine: str) -> Answer:
        margin = self.column("margin", enemy, doctrine)
        won = self.column("won", enemy, doctrine)
        points = wins = None
        if doctrine != self.reference:
            controls = controls_of(self._luck(enemy, self.reference), self._luck(enemy, doctrine))
            points = difference(self.column("margin", enemy, self.reference), margin, controls)
            wins = difference(self.column("won", enemy, self.reference), won, controls)
        return Answer(
            enemy,
            doctrine,
            margin.size,
            mean_of(margin.mean(axis=0)),
            self._wins(won),
            float(self.column("fired", enemy, doctrine).mean()),
            points,
            wins,
            SAME if points is None else self._verdict(points),
            SAME if wins is None else self._verdict(wins),
        )

    def _wins(self, won: Floats) -> Rate:
        """Return the share of battles won; with sides swapped, pairs of battles are what varies."""
        if not self.swapped:
            return rate_of(int(won.sum()), won.size)
        share = mean_of(won.mean(axis=0))
        return Rate(share.mean, max(0.0, share.low), min(1.0, share.high))

    def _verdict(self, points: Difference) -> str:
        if points.differ == 0:
            return SAME
        told = widened(points.adjusted, self.together)
        if points.differ < FEW or not clear(told):
            return OPEN
        return BETTER if told.mean > 0 else WORSE

    @cached_property
    def table(self) -> pd.DataFrame:
        """One row a `doctrine` and `enemy`; `_low` and `_high` are 95% intervals.

        `battles` with each; `margin` is in points and `win_rate` a share, both in the side's view;
        `fired` combat actions on overwatch a battle. Against the reference, NaN in its own rows:
        `pairs` of battles and in how many the margins `differ`; `independent`, `paired` and
        `adjusted` the difference of the margin from unpaired halves, from pairs, and from pairs
        with luck taken out; `wins_paired` and `wins_adjusted` the same of the share of battles won;
        `*_reduction` the variance of independent runs over that of the estimate; `verdict` by the
        margin and `wins_verdict` by the battles won (better, worse, open, same), for all
        differences together.
        """
        import pandas as pd

        rows = []
        for one in self.answers:
            row: dict[str, Any] = {
                "enemy": one.enemy,
                "doctrine": one.doctrine,
                "battles": one.battles,
                **_spread("margin", one.margin),
                **_spread("win_rate", one.wins),
                "fired": one.fired,
            }
            points, wins = one.to_reference, one.wins_to_reference
            if points is not None and wins is not None:
                row |= {"pairs": points.pairs, "differ": points.differ}
                for name in ("independent", "paired", "adjusted"):
                    row |= _spread(name, getattr(points, name))
                row |= _spread("wins_paired", wins.paired) | _spread("wins_adjusted", wins.adjusted)
                row |= {
                    "paired_reduction": points.paired_reduction,
                    "adjusted_reduction": points.adjusted_reduction,
                    "verdict": one.verdict,
                    "wins_verdict": one.wins_verdict,
                }
            rows.append(row)
        return pd.DataFrame(rows)

    def summary(self) -> pd.DataFrame:
        """Return `table`: one row a doctrine and enemy."""
        return self.table

    def conclusions(self) -> list[str]:
        """Return the answer in sentences that claim no more than the intervals allow."""
        return [*self.notes(), *sentences(self)]

    @property
    def reached(self) -> bool:
        """Return whether every paired difference is as narrow as `until` asks for."""
        return self.until is None or all(
            half_width(one.to_reference.paired) <= self.until
            for one in self.answers
            if one.to_reference is not None
        )

    def plot_differences(
        self, axes: Axes | None = None, *, enemy: str | None = None, theme: str = "light"
    ) -> Axes:
        """Draw each doctrine's difference to the reference, against one `enemy` or all."""
        made: Axes = drawn(
            "compare_figure", "plot_differences", self, axes, enemy=enemy, theme=theme
        )
        return made

    def as_dict(self) -> dict[str, Any]:
        """Return what `overwatch compare --json` prints."""
        return {
            "scenario": self.scenario,
            "side": self.side,
            "sides": list(self.sides),
            "reference": self.reference,
            "doctrines": list(self.doctrines),
            "enemies": list(self.enemies),
            "enemies_chosen": self.enemies_chosen,
            "battles": self.most,
            "until": self.until,
            "reached": self.reached,
            "seed": self.seed,
            "version": self.version,
            "command": self.command,
            "answers": [_as_dict(one) for one in self.answers],
            "differences_together": self.together,
            "interrupted": self.interrupted,
            "conclusions": self.conclusions(),
        }


def _spread(name: str, value: Mean | Rate) -> dict[str, float]:
    return {name: value.mean, f"{name}_low": value.low, f"{name}_high": value.high}


def _as_dict(one: Answer) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "enemy": one.enemy,
        "doctrine": one.doctrine,
        "battles": one.battles,
        "margin": one.margin.as_dict(),
        "win_rate": one.wins.as_dict(),
        "fired": one.fired,
        "to_reference": None,
    }
    if one.to_reference is not None and one.wins_to_reference is not None:
        answer["to_reference"] = {
            "verdict": one.verdict,
            "wins_verdict": one.wins_verdict,
            "pairs": one.to_reference.pairs,
            "differ": one.to_reference.differ,
            "margin": _difference_as_dict(one.to_reference),
            "win_rate": _difference_as_dict(one.wins_to_reference),
        }
    return answer


def _difference_as_dict(one: Difference) -> dict[str, Any]:
    means: Sequence[str] = ("independent", "paired", "adjusted")
    return {
        **{name: getattr(one, name).as_dict() for name in means},
        **{
            f"{name}_reduction": value if np.isfinite(value) else None
            for name in means[1:]
            for value in (getattr(one, f"{name}_reduction"),)
        },
    }
