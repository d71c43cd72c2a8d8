"""Fire now or wait? The best trigger for one shot on overwatch and a stream of possible targets.

Exact: no random numbers (`sim.exact.stopping`). `sim.studies.stream_battle` lets the kernel play the
same stream.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from sim import __version__
from sim.doctrine import load_doctrine
from sim.exact.stopping import (
    Offer,
    Policy,
    Stopping,
    best_only,
    best_shares,
    expected,
    fired_at,
    first_worth_anything,
    optimal,
    share_of_best,
)
from sim.refusal import InputError
from sim.studies.stream import Target, read_stream
from sim.study.drawn import Seen, drawn
from sim.study.files import write_files
from sim.study.kept import QUESTION, check_question, read_question
from sim.study.notes import version_note

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

KIND = "trigger"
PATIENT, PATIENCE = "patient", "patience"  # the shipped doctrine, and its share of the best


@dataclass(frozen=True)
class Rule:
    """A way to decide: its `name` in tables, its words, when it fires, and what it is worth."""

    name: str
    text: str
    policy: Policy
    value: Fraction  # expected points of the stream


@dataclass(frozen=True, repr=False)
class Trigger(Seen):
    """The answer for one stream: thresholds by target, and what other rules give away.

    `.table` has one row a target, `.rules` one row a rule, `.conclusions()` the lines in words,
    `.as_dict()` what `--json` prints, `.plot_thresholds()` the figure.
    """

    targets: tuple[Target, ...]
    left: Fraction  # what a counter is worth that is still there at the end, points
    patience: Fraction
    common: str = ""
    version: str = __version__  # of overwatch, that reckoned it

    @property
    def interrupted(self) -> bool:
        """Return False: it is exact, or there is none."""
        return False

    def save(self, folder: str | Path) -> Path:
        """Keep the targets in a folder, for `sim.open_result`; return the folder.

        Raises `InputError` where that cannot be done, and for a folder that holds another result.
        """
        return save_trigger(self, folder)

    @cached_property
    def stopping(self) -> Stopping:
        """The best thresholds."""
        return optimal([target.offer for target in self.targets], self.left)

    @cached_property
    def all_rules(self) -> tuple[Rule, ...]:
        """The rules that are compared, the best first, then as a player might think of them."""
        stream = [target.offer for target in self.targets]
        share = f"{float(self.patience):g}"
        rules = (
            ("optimal", "firing at what is worth more than waiting", self.stopping.fires),
            ("first", "firing at the first that comes", first_worth_anything),
            ("best_only", "waiting for the best alone", best_only(stream)),
            (
                PATIENT,
                f"firing at {share} of the best still to come (patient)",
                share_of_best(stream, self.patience),
            ),
        )
        return tuple(
            Rule(name, text, policy, expected(stream, policy, self.left))
            for name, text, policy in rules
        )

    @cached_property
    def table(self) -> pd.DataFrame:
        """One row a `target`, in the order in which they may come.

        `comes` is its chance, `void` the chance that the counter is gone before it, `value` the
        mean points of a shot at it, `least` and `most` the smallest and greatest, `fire_at` the
        value from which firing is right, `do` what that means for it (fire, wait, or some: it
        depends on what is seen), `fired_at` the chance that the shot goes there, `to_come` what the
        counter is worth before it is known to come.
        """
        import pandas as pd

        stream = [target.offer for target in self.targets]
        chances = fired_at(stream, self.stopping.fires)
        rows = []
        for place, target in enumerate(self.targets):
            fires = [
                self.stopping.fires(place, value) for value, weight in target.offer.values if weight
            ]
            rows.append(
                {
                    "target": target.name,
                    "comes": float(target.offer.chance),
                    "void": float(target.offer.void),
                    "value": float(target.offer.mean),
                    "least": float(min(value for value, _ in target.offer.values)),
                    "most": float(target.offer.best),
                    "fire_at": float(self.stopping.thresholds[place]),
                    "do": "fire" if all(fires) else "some" if any(fires) else "wait",
                    "fired_at": float(chances[place]),
                    "to_come": float(self.stopping.to_come[place]),
                }
            )
        return pd.DataFrame(rows)

    @cached_property
    def rules(self) -> pd.DataFrame:
        """One row a `rule`, in words its `text`.

        Expected `points`, their `share` of the optimum, and the chance that it `fires`.
        """
        import pandas as pd

        stream = [target.offer for target in self.targets]
        most = self.stopping.value
        return pd.DataFrame(
            [
                {
                    "rule": rule.name,
                    "text": rule.text,
                    "points": float(rule.value),
                    "share": float(rule.value / most) if most else 1.0,
                    "fires": float(sum(fired_at(stream, rule.policy))),
                }
                for rule in self.all_rules
            ]
        )

    @cached_property
    def best_patience(self) -> tuple[Fraction, Fraction, Fraction]:
        """The bounds of the share of the best still to come that does best, and its points."""
        stream = [target.offer for target in self.targets]
        low, high = best_shares(stream, self.left)
        return low, high, expected(stream, share_of_best(stream, high), self.left)

    def summary(self) -> pd.DataFrame:
        """Return `table`: one row a target."""
        return self.table

    def conclusions(self) -> list[str]:
        """Return the answer in sentences."""
        best, *others = self.all_rules
        lines = version_note(self.version)
        lines += [f"The stream is worth {float(best.value):.2f} points with the best trigger."]
        lost = [
            f"{rule.text} {float(best.value - rule.value):.2f}"
            for rule in others
            if rule.value < best.value
        ]
        equal = [rule.text for rule in others if rule.value == best.value]
        if lost:
            lines.append(f"Points given away: {'; '.join(lost)}.")
        if equal:
            lines.append(f"As good as the best: {'; '.join(equal)}.")
        low, high, value = self.best_patience
        within = "as much as the best trigger"
        if value < best.value:
            within = f"{float(best.value - value):.2f} points short of the best trigger"
        worth = f"{float(value):.2f} points, {within}"
        if low == 0 and high == 1:
            told = f"Every share of the best still to come above 0 does equally well: {worth}."
        else:
            told = (
                f"Of all shares of the best still to come, above {float(low):.3g} up to "
                f"{float(high):.3g} does best: {worth}."
            )
        lines.append(told)
        return lines

    @property
    def command(self) -> str:
        """The command that asks the same."""
        words = ["overwatch", "trigger"]
        for target in self.targets:
            words += ["--target", target.text]
        if self.common:
            words += ["--all", self.common]
        if self.left:
            words += ["--left", str(self.left)]
        if self.patience != shipped_patience():
            words += ["--patience", str(self.patience)]
        return shlex.join(words)

    def plot_thresholds(self, axes: Axes | None = None, *, theme: str = "light") -> Axes:
        """Draw what each shot is worth, and from where it is right to fire."""
        made: Axes = drawn("trigger_figure", "plot_thresholds", self, axes, theme=theme)
        return made

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints; every number that is exact has its fraction beside it."""
        low, high, value = self.best_patience
        targets = self.table.to_dict("records")
        for row, threshold, target in zip(
            targets, self.stopping.thresholds, self.targets, strict=True
        ):
            row["fire_at_exact"] = str(threshold)
            row["values"] = [
                {"value": float(worth), "chance": float(chance), "value_exact": str(worth)}
                for worth, chance in target.offer.values
            ]
        rules = self.rules.to_dict("records")
        for row, rule in zip(rules, self.all_rules, strict=True):
            row["points_exact"] = str(rule.value)
        return {
            "version": self.version,
            "command": self.command,
            "points": float(self.stopping.value),
            "points_exact": str(self.stopping.value),
            "left": float(self.left),
            "patience": float(self.patience),
            "targets": targets,
            "rules": rules,
            "best_patience": {"above": float(low), "to": float(high), "points": float(value)},
            "conclusions": self.conclusions(),
        }


def shipped_patience() -> Fraction:
    """Return the share of the best still to come at which the doctrine `patient` fires."""
    return Fraction(str(load_doctrine(PATIENT).parameters[PATIENCE]))


def trigger(
    targets: Sequence[str],
    common: str = "",
    left: Fraction | float | str = 0,
    patience: Fraction | float | str | None = None,
) -> Trigger:
    """Return the best trigger for one shot and a stream of possible targets.

    `targets` are texts as `sim.studies.stream.read_stream` reads them, in the order in which they may
    come; `common` holds keys of all; `left` is what an unused counter is worth at the end, in points;
    `patience` the share at which `patient` fires (its own if absent).
    Raises InputError for bad input.

    >>> answer = trigger(["value=10", "p=1/2 value=30"])
    >>> answer.stopping.value, answer.table["do"].tolist()
    (Fraction(15, 1), ['wait', 'fire'])
    """
    return Trigger(
        tuple(read_stream(targets, common)),
        _fraction("left", left),
        shipped_patience() if patience is None else _fraction("patience", patience, 1),
        common,
    )


def _fraction(name: str, value: Fraction | float | str, most: int | None = None) -> Fraction:
    try:
        number = Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        number = Fraction(-1)
    if not 0 <= number <= (10**9 if most is None else most):
        allowed = "of 0 or more" if most is None else f"from 0 to {most}"
        raise InputError(f"{name}: {value} is not a number {allowed}")
    return number


# -- in a folder -----------------------------------------------------------------------------------


def save_trigger(answer: Trigger, folder: str | Path) -> Path:
    """Write an answer into a folder, every chance and value as the fraction that it is."""
    question = {
        "version": answer.version,
        "kind": KIND,
        "command": answer.command,
        "left": str(answer.left),
        "patience": str(answer.patience),
        "common": answer.common,
        "targets": [_as_table(target) for target in answer.targets],
    }
    check_question(folder, question)
    write_files(folder, {QUESTION: tomli_w.dumps(question).encode()})
    return Path(folder)


def _as_table(target: Target) -> dict[str, Any]:
    offer = target.offer
    return {
        "name": target.name,
        "text": target.text,
        "chance": str(offer.chance),
        "void": str(offer.void),
        "values": [[str(value), str(chance)] for value, chance in offer.values],
        "given": {
            key: [[text, str(chance)] for text, chance in several]
            for key, several in target.given.items()
        },
    }


def read_trigger(folder: str | Path) -> Trigger:
    """Return the answer that a folder keeps; raises `InputError`."""
    asked = read_question(folder)
    return Trigger(
        tuple(map(_from_table, asked["targets"])),
        Fraction(asked["left"]),
        Fraction(asked["patience"]),
        asked["common"],
        asked["version"],
    )


def _from_table(told: Mapping[str, Any]) -> Target:
    values = tuple((Fraction(value), Fraction(chance)) for value, chance in told["values"])
    given = {
        key: tuple((text, Fraction(chance)) for text, chance in several)
        for key, several in told["given"].items()
    }
    offer = Offer(Fraction(told["chance"]), values, Fraction(told["void"]))
    return Target(told["name"], offer, told["text"], given)
