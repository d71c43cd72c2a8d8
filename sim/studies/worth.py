"""What overwatch is worth to a side, in parts that add up to the whole: the answer and its words.

Both runs have the same scenario, enemy and luck, event by event; one side fights by its doctrine as
it is, and by the same doctrine with its overwatch taken out. The margin is made of points that the
two sides lose, by the cause of the fire, and of markers held, so that the parts of the difference
add up to the whole in every single battle.
"""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.layout import codes as c
from sim.studies.ledger import Kept, Record
from sim.study.asked import repeats
from sim.study.digits import clear, count_text, mean_text, opposite, rate_text
from sim.study.drawn import Seen, drawn
from sim.study.intervals import Mean, mean_among, rate_of
from sim.study.notes import few_note

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

INSTEAD = ("fire", "next")
ENEMY, OWN = "enemy_lost", "own_lost"

#: The groups of the difference and the parts of each; every part is in one group.
GROUPS: dict[str, tuple[str, ...]] = {
    "overwatch_fire": (f"{ENEMY}_overwatch",),
    "opportunity_fire": (f"{ENEMY}_opportunity",),
    "activation_fire": (f"{ENEMY}_activation",),
    "other_arms": (f"{ENEMY}_artillery", f"{ENEMY}_assault", f"{ENEMY}_aboard"),
    "losses": tuple(f"{OWN}_{mode}" for mode in c.MODES),
    "objectives": ("markers_own", "markers_enemy"),
}
PARTS = tuple(part for parts in GROUPS.values() for part in parts)
WORDS = {
    "overwatch_fire": "enemy points by fire on overwatch",
    "opportunity_fire": "enemy points by opportunity fire",
    "activation_fire": "enemy points by fire in activations",
    "other_arms": "enemy points by artillery, assault, aboard",
    "losses": "own points lost",
    "objectives": "objectives held",
    "markers_own": "held by the own side",
    "markers_enemy": "held by the enemy",
}
IN_WORDS = {**WORDS, "objectives": "points for objectives held"}  # after a number
#: What is told beside the points: counts and inches, which are no part of the margin.
BESIDE = {
    "moved_own": "inches moved by the own side",
    "moved_enemy": "inches moved by the enemy",
    "activation_fired": "volleys in activations",
    "opportunity_fired": "volleys of opportunity fire",
    "declared": "counters laid",
    "fired": "combat actions on overwatch",
    **{f"off_{cause}": f"counters gone: {cause.replace('_', ' ')}" for cause in c.OFF_CAUSES},
    "lying": "counters there at the end",
    "won": "battles won",
}
COUNTS = tuple(name for name in BESIDE if not name.startswith("moved_"))  # never below zero
RUNS = ("with", "without")


@dataclass(frozen=True, repr=False)
class Value(Kept, Seen):
    """What overwatch is worth to one side, and where that comes from.

    `.parts` is the difference by its parts, `.beside` counts and inches; `.conclusions()` is the
    answer in words, `.as_dict()` what `--json` prints. Points are those of the side's own margin.

    `.battles` has one row a pair of battles, `with_` and `without_` overwatch. `battle` is its number,
    `margin` the side's in points; the parts of it in points, below zero what counts against the
    side: `enemy_lost_CAUSE` and `own_lost_CAUSE` lost to that cause, `markers_own` and
    `markers_enemy` held at the end; inches driven: `moved_own` and `moved_enemy`; counts:
    `activation_fired` and `opportunity_fired` volleys, `declared` counters laid, `fired` combat
    actions on overwatch, `off_CAUSE` counters gone, `lying` counters there at the end; `won` is 1
    where the side won, else 0.
    """

    battles: pd.DataFrame  # `battle`, then `with_*` and `without_*` for PARTS and BESIDE
    question: dict[str, Any] = field(repr=False)
    record: Record | None = field(default=None, repr=False, compare=False)

    def difference(self, *parts: str, together: int = 1) -> Mean:
        """Return the mean paired difference of the sum of parts, with overwatch less without.

        Its interval holds at 95% together with those of `together - 1` others.
        """
        return mean_among(self._sum("with", parts) - self._sum("without", parts), together)

    @staticmethod
    def parts_of(group: str, part: str = "") -> tuple[str, ...]:
        """Return what a row of `parts` or of `beside` is the sum of."""
        if part or group in BESIDE:
            return (part or group,)
        return PARTS if group == "all" else GROUPS[group]

    def _sum(self, run: str, parts: Sequence[str]) -> np.ndarray[Any, Any]:
        columns = [f"{run}_{part}" for part in parts]
        total: np.ndarray[Any, Any] = self.battles[columns].to_numpy(np.float64).sum(axis=1)
        return total

    @cached_property
    def total(self) -> Mean:
        """What overwatch is worth in all, in points of the side's margin."""
        return self.difference(*PARTS)

    @cached_property
    def parts(self) -> pd.DataFrame:
        """One row a `group` (`part` is empty), one for each part of those of several, one for all.

        `with` and `without` are means a battle, `difference` their mean paired difference, `low` and
        `high` its 95% interval. Points of the margin: what the side itself loses is below zero.
        """
        rows = []
        for group, parts in GROUPS.items():
            rows.append(self._row(group))
            if len(parts) > 1:
                rows += [self._row(group, part) for part in parts]
        rows.append(self._row("all"))
        return _frame(rows)

    @cached_property
    def beside(self) -> pd.DataFrame:
        """One row a `group`, a count or a length in inches that is no part of the margin.

        `part` is empty; means a battle `with` and `without`, their `difference`, `low` and `high`.
        """
        return _frame([self._row(name) for name in BESIDE])

    def _row(self, group: str, part: str = "") -> dict[str, Any]:
        parts = self.parts_of(group, part)
        mean = self.difference(*parts)
        return {
            "group": group,
            "part": part,
            "with": float(self._sum("with", parts).mean()),
            "without": float(self._sum("without", parts).mean()),
            "difference": mean.mean,
            "low": mean.low,
            "high": mean.high,
        }

    def summary(self) -> pd.DataFrame:
        """Return `parts`: where the difference comes from."""
        return self.parts

    def conclusions(self) -> list[str]:
        """Return the answer in sentences that claim no more than the intervals allow."""
        asked = self.question
        side, enemy = asked["side"], asked["against"]
        if not self.battles["with_fired"].any():
            return [
                *self.notes(),
                f"Warning: no unit of {side} fired on overwatch in {len(self.battles):,} battles: "
                "this says nothing about overwatch fire.",
            ]
        lines = [
            *self.notes(),
            f"To {side} ({asked['doctrine']}) against {enemy} alone, overwatch is worth "
            f"{mean_text(self.total, sign=True, unit='points')} a battle."
            if clear(self.total)
            else f"Whether overwatch pays for {side} ({asked['doctrine']}) against {enemy} alone is "
            f"not clear: {mean_text(self.total, sign=True, unit='points')} a battle.",
        ]
        for word, sign in (("It gains", 1), ("It costs", -1)):
            told = [
                f"{mean_text(mean if sign > 0 else opposite(mean))} "
                f"{'more' if (sign > 0) == (group != 'losses') else 'fewer'} {IN_WORDS[group]}"
                for group, parts in GROUPS.items()
                if clear(self.difference(*parts, together=len(GROUPS)))
                and sign * (mean := self.difference(*parts)).mean > 0
            ]
            if told:
                lines.append(f"{word}: {'; '.join(told)}.")
        lines += [self._wins(), self._movement(), self._voided()]
        return lines + few_note(len(self.battles))

    def _wins(self) -> str:
        n = len(self.battles)
        shares = [
            rate_text(rate_of(int(self.battles[f"{run}_won"].sum()), n))
            for run in ("with", "without")
        ]
        won = self.difference("won")
        hundred = Mean(*(100 * part for part in dataclasses.astuple(won)))
        told = mean_text(hundred, sign=True, unit="percentage points")
        return f"It wins {shares[0]} of its battles with overwatch, {shares[1]} without: {told}."

    def _movement(self) -> str:
        own, enemy = (self.difference(f"moved_{who}") for who in ("own", "enemy"))
        return (
            f"In inches a battle: own movement {mean_text(own, sign=True)}, the enemy's "
            f"{mean_text(enemy, sign=True)}, what is lost to fire included."
        )

    def _voided(self) -> str:
        def mean(name: str) -> str:
            return count_text(self.battles[f"with_{name}"].to_numpy())

        gone = [
            f"{BESIDE[f'off_{cause}'].removeprefix('counters gone: ')} {mean(f'off_{cause}')}"
            for cause in c.OFF_CAUSES
            if self.battles[f"with_off_{cause}"].any()
        ]
        return (
            f"Counters a battle: {mean('declared')} laid, {mean('lying')} lay there at the end; gone: "
            f"{', '.join(gone) or 'none'}."
        )

    @property
    def command(self) -> str:
        """The command that asks the same."""
        asked = self.question
        words = ["overwatch", "value", asked["scenario"], "--side", asked["side"]]
        words += ["-n", str(asked["battles"]), "--seed", str(asked["seed"])]
        for option in ("doctrine", "against"):
            if asked[f"{option}_given"]:
                words += [f"--{option}", asked[f"{option}_given"]]
        if asked["instead"] != INSTEAD[0]:
            words += ["--instead", asked["instead"]]
        for setting in asked["settings"]:
            words += ["--set", setting]
        return repeats(shlex.join(words), asked.get("python", ""))

    def plot_worth(self, axes: Axes | None = None, *, theme: str = "light") -> Axes:
        """Draw what overwatch gains and costs, group by group, and the sum."""
        made: Axes = drawn("value_figure", "plot_worth", self, axes, theme=theme)
        return made

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        asked = self.question
        told = ("scenario", "side", "doctrine", "against", "instead", "battles", "seed", "settings")
        return {
            "version": self.version,
            **{name: asked[name] for name in told},
            "difference": self.total.as_dict(),
            "parts": self.parts.to_dict("records"),
            "beside": self.beside.drop(columns="part").to_dict("records"),
            "command": self.command,
            "interrupted": self.interrupted,
            "conclusions": self.conclusions(),
        }


def difference_text(difference: Mean, without: float, group: str) -> str:
    """Return a difference for people; of a count that only one run has, as that count is told."""
    if group in COUNTS and without == 0:
        difference = dataclasses.replace(difference, low=max(0.0, difference.low))
    return mean_text(difference, sign=True)


def _frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows)
