"""The answer of an ablation: its tables from the rows of its cells, and what may be said."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sim.studies.ablation_words import sentences
from sim.studies.holm import ALPHA, holm, p_value
from sim.studies.ledger import Kept, Ledger, Record, parts, reread
from sim.studies.paired import widened
from sim.studies.strata import stratified
from sim.study.asked import repeats
from sim.study.drawn import Seen, drawn
from sim.study.intervals import Mean, mean_of
from sim.study.notes import few_note

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

KIND = "ablate"
UNCHANGED = ""  # the text of no change at all

Array = npt.NDArray[Any]
Cell = tuple[str, str, str]  # the text of a change or of two, the side's doctrine, the enemy's
Line = dict[str, Any]


@dataclass(frozen=True, repr=False)
class Ablation(Kept, Seen):
    """The answer of `sim.studies.ablate.ablate`.

    `.changes` has one row a `change` of a rule, the largest difference first: its `switch`, what that
    `was` and its `value` now, the `marks` of its rules; `difference` of the side's margin in points,
    with the change less without it, with `se`, `low` and `high` (95%); `p` two-sided, `p_holm`
    corrected for the number of changes, `clear` where that is at most 0.05; `least` and `most` the
    difference over the pairs of doctrines; `depends`: the 95% interval of one pair is above zero and
    that of another below; `margin` the side's in points with the change, `margin_low` to
    `margin_high` hold for all changes together (95%); `altered` the share of battles in which
    anything ran otherwise, `untouched`: nothing did, in no battle.

    `.cells` has one row a `change`, `doctrine` of the side and `enemy` doctrine: `difference` of the
    side's margin in points, with `se`, `low` and `high` (95%); `altered` the share of battles in
    which anything ran otherwise.

    `.pairs` has one row for each two changes, `first` and `second`, the largest extra first; it is
    empty where no pairs were asked for. `difference` of the side's margin in points, with both
    changes less without them, `difference_low` to `difference_high` its 95% interval; `extra` what
    both have beyond the sum of the two alone, in points; `se`, `low`, `high` (95%), `p`, `p_holm` and
    `clear` are of `extra`; `untouched`: no battle ran otherwise.
    """

    question: dict[str, Any]  # of `study.toml`
    changes: pd.DataFrame
    cells: pd.DataFrame
    pairs: pd.DataFrame
    margin: Mean  # under the scenario's rules, the side's view
    declared: float  # counters of the side a battle, under the scenario's rules
    fired: float  # its combat actions on overwatch a battle
    record: Record | None = field(default=None, repr=False, compare=False)

    @property
    def command(self) -> str:
        """The command that repeats the study."""
        return command_line(self.question)

    def summary(self) -> pd.DataFrame:
        """Return `changes`: one row a change of a rule, the largest difference first."""
        return self.changes

    def conclusions(self) -> list[str]:
        """Return what may be said of it, a line each."""
        few = few_note(self.question["battles"], "of each pair of doctrines")
        return [*self.notes(), *sentences(self), *few]

    def plot_changes(self, axes: Axes | None = None, *, theme: str = "light") -> Axes:
        """Draw the difference of every change that touched a battle."""
        made: Axes = drawn("ablate_figure", "plot_changes", self, axes, theme=theme)
        return made

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints."""
        asked = {
            key: self.question[key]
            for key in self.question
            if key not in ("tries", "joint", "python")
        }
        return {
            **asked,
            "command": self.command,
            "margin": self.margin.as_dict(),
            "declared": self.declared,
            "fired": self.fired,
            "changes": records(self.changes),
            "cells": records(self.cells),
            "joint": records(self.pairs),
            "interrupted": self.interrupted,
            "conclusions": self.conclusions(),
        }


def key_of(cell: Cell, first: int) -> str:
    """Return the key of a part of a cell in its store."""
    return "|".join((*cell, str(first)))


def cells_of(question: Mapping[str, Any]) -> list[Cell]:
    """Return the cells of a question: no change first, then each change, then each two."""
    texts = [UNCHANGED, *(one["change"] for one in question["tries"])]
    texts += [both(*two) for two in question["joint"]]
    return [
        (text, mine, enemy)
        for text in texts
        for mine in question["doctrines"]
        for enemy in question["against"]
    ]


def both(first: str, second: str) -> str:
    """Return the text of two changes together."""
    return f"{first} & {second}"


def command_line(question: Mapping[str, Any]) -> str:
    """Return the command that asks a question."""
    words = ["overwatch", KIND, question["scenario"], "--side", question["side"]]
    words += ["--doctrines", ",".join(question["doctrines"])]
    words += ["--against", ",".join(question["against"]), "-n", str(question["battles"])]
    words += ["--pairs"] if question["pairs"] else []
    words += ["--only", ",".join(question["only"])] if question["only"] else []
    for setting in question["settings"]:
        words += ["--set", setting]
    command = shlex.join([*words, "--seed", str(question["seed"])])
    return repeats(command, question.get("python", ""))


def read_ablation(folder: str | Path) -> Ablation:
    """Return the answer of a study's folder from its rows alone; raises `InputError`."""
    return reread(folder, KIND, answer)


def rows_of(ledger: Ledger) -> tuple[dict[Cell, pd.DataFrame], bool]:
    """Return the rows of the cells, as many of each, and whether any are missing.

    Where not even the first part of every cell is there, whole changes are left out.
    """
    import pandas as pd

    question = ledger.question
    cells, divided = cells_of(question), parts(question["battles"])
    ledger.wanted = len(cells) * question["battles"]
    rows = {
        cell: list(takewhile(lambda one: one is not None, _parts(ledger, cell, divided)))
        for cell in cells
    }
    least = max(1, min(map(len, rows.values())))
    short = {cell[0] for cell in cells if len(rows[cell]) < least}
    some = {cell: pd.concat(rows[cell][:least]) for cell in cells if cell[0] not in short}
    missing = any(len(found) < len(divided) for found in rows.values())
    if UNCHANGED in short or len({cell[0] for cell in some}) < 2:
        raise ledger.nothing("no change of a rule was fought with all doctrines yet")
    return some, missing


def _parts(
    ledger: Ledger, cell: Cell, divided: Iterable[tuple[int, int]]
) -> Iterator[pd.DataFrame | None]:
    return (ledger.get(key_of(cell, first)) for first, _ in divided)


def answer(ledger: Ledger) -> Ablation:
    """Return the tables of the rows that are there."""
    rows, missing = rows_of(ledger)
    question = ledger.question
    strata = [(mine, enemy) for mine in question["doctrines"] for enemy in question["against"]]

    def column(text: str, name: str) -> list[Array]:
        return [rows[text, *stratum][name].to_numpy() for stratum in strata]

    margins, prints = column(UNCHANGED, "margin"), column(UNCHANGED, "print")

    def less(text: str) -> list[Array]:
        return [now - then for now, then in zip(column(text, "margin"), margins, strict=True)]

    def altered(text: str) -> list[float]:
        now = column(text, "print")
        return [float((one != then).mean()) for one, then in zip(now, prints, strict=True)]

    lines: list[Line] = []
    by_cell: list[Line] = []
    joint: list[Line] = []
    for told in question["tries"]:
        text = told["change"]
        if (text, *strata[0]) not in rows:
            continue
        differences, shares = less(text), altered(text)
        means = [mean_of(values) for values in differences]
        line = {**told, **_tested(differences)}
        line["least"] = min(one.mean for one in means)
        line["most"] = max(one.mean for one in means)
        line["depends"] = any(one.low > 0 for one in means) and any(one.high < 0 for one in means)
        margin = widened(stratified(column(text, "margin")), len(question["tries"]))
        line |= {"margin": margin.mean, "margin_low": margin.low, "margin_high": margin.high}
        line |= {"altered": float(np.mean(shares)), "untouched": not any(shares)}
        lines.append(line)
        for (mine, enemy), one, share in zip(strata, means, shares, strict=True):
            where = {"change": text, "doctrine": mine, "enemy": enemy, "difference": one.mean}
            by_cell.append(where | {"se": one.se, "low": one.low, "high": one.high})
            by_cell[-1]["altered"] = share
    for first, second in question["joint"]:
        text = both(first, second)
        if (text, *strata[0]) not in rows:
            continue
        differences = less(text)
        whole = stratified(differences)
        parts = zip(differences, less(first), less(second), strict=True)
        line = {"first": first, "second": second, "difference": whole.mean}
        line |= {"difference_low": whole.low, "difference_high": whole.high}
        line |= _tested([together - one - two for together, one, two in parts], "extra")
        joint.append(line | {"untouched": not any(altered(text))})
    counts = [
        float(np.mean(np.concatenate(column(UNCHANGED, name)))) for name in ("declared", "fired")
    ]
    return Ablation(
        question,
        _sorted(lines, "difference"),
        _table(by_cell),
        _sorted(joint, "extra"),
        stratified(margins),
        counts[0],
        counts[1],
        ledger.record(missing),
    )


def _tested(strata: list[Array], name: str = "difference") -> Line:
    """Return a stratified mean, its interval and its p-value as columns."""
    mean = stratified(strata)
    p = p_value(mean, sum(int(np.count_nonzero(values)) for values in strata))
    return {name: mean.mean, "se": mean.se, "low": mean.low, "high": mean.high, "p": p}


def records(table: pd.DataFrame) -> list[Line]:
    """Return the rows of a table."""
    return [{str(name): value for name, value in row.items()} for row in table.to_dict("records")]


def _table(lines: list[Line]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(lines)


def _sorted(lines: list[Line], by: str) -> pd.DataFrame:
    """Return lines with Holm's correction, untouched ones last and else the largest first."""
    for line, adjusted in zip(lines, holm([line["p"] for line in lines]), strict=True):
        line["p_holm"] = float(adjusted)
        line["clear"] = bool(adjusted <= ALPHA)
    return _table(sorted(lines, key=lambda line: (line["untouched"], -abs(line[by]))))
