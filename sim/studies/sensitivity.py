"""Which of several varied numbers moves the answer: Sobol indices of margin and of advantage."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.refusal import InputError, whole_of
from sim.scenario import Scenario
from sim.studies.cells import ORDER, fight_cells, kept_cells
from sim.studies.ledger import (
    Kept,
    Ledger,
    Record,
    answered,
    fighting,
    reread,
    seed_for,
)
from sim.studies.question import command_of, pair_of, places_of, question_of, varied
from sim.studies.sobol import RESAMPLES, Indices, indices, sample
from sim.studies.sweep import DOCTRINES, SEED
from sim.studies.vary import MOST_CELLS, Vary, cells_at, parse_varies
from sim.study.digits import mean_text, number, step_of
from sim.study.doctrine import Named
from sim.study.drawn import Seen, drawn
from sim.study.intervals import Z95
from sim.study.phrases import listed
from sim.study.progress import Wanted

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

KIND = "sensitivity"
BATTLES, SAMPLES, FEWEST = 200, 64, 16
OUTPUTS = ("margin", "advantage")


@dataclass(frozen=True, repr=False)
class Sensitivity(Kept, Seen):
    """Sobol indices: `question` is that of the folder, `outputs` those of `OUTPUTS` by name.

    `margin` is the side's margin with the first doctrine, `advantage` the paired difference of the
    margin, first doctrine less second, both in points, over values as likely as each other.
    """

    question: Mapping[str, Any]
    outputs: Mapping[str, Indices]
    fired: int  # combat actions on overwatch of both doctrines in all cells
    record: Record | None = field(default=None, repr=False, compare=False)

    @property
    def varies(self) -> tuple[Vary, ...]:
        """What was varied."""
        return parse_varies(self.question["vary"])

    @property
    def command(self) -> str:
        """The command that repeats the study."""
        return command_of(self.question, KIND, ("samples",))

    @property
    def table(self) -> pd.DataFrame:
        """One row an `output`, `margin` or `advantage`, and a `place` that was varied.

        Shares of the variance between cells, 0 to 1: `first` what the place explains alone, `total`
        with its part in combinations; `_low` and `_high` are 95% intervals.
        """
        import pandas as pd

        lines = []
        for output, found in self.outputs.items():
            for place, vary in enumerate(self.varies):
                line: dict[str, Any] = {"output": output, "place": vary.place}
                for name in ("first", "total"):
                    low, high = getattr(found, f"{name}_range")[place]
                    line |= {
                        name: float(getattr(found, name)[place]),
                        f"{name}_low": float(low),
                        f"{name}_high": float(high),
                    }
                lines.append(line)
        return pd.DataFrame(lines)

    def named(self, output: str) -> str:
        """Return an output in words."""
        first, second = self.question["names"]
        side = self.question["side"]
        if output == "margin":
            return f"{side}'s margin with {first}"
        return f"the advantage of {first} over {second} for {side}"

    def leading(self, output: str) -> int | None:
        """Return the number of the place that moves an output most; None where it cannot be told."""
        found = self.outputs[output]
        return int(found.total.argmax()) if found.settled and found.ahead else None

    def share(self, output: str, place: int, kind: str) -> str:
        """Return a place's share in words, `first` (alone) or `total`, with its interval."""
        found = self.outputs[output]
        return share_text(getattr(found, kind)[place], *getattr(found, f"{kind}_range")[place])

    def summary(self) -> pd.DataFrame:
        """Return `table`: one row an output and place."""
        return self.table

    def conclusions(self) -> list[str]:
        """Return what the battles say, and no more."""
        enemy = "blue" if self.question["side"] == "red" else "red"
        return [
            *self.notes(),
            *(self._told(output) for output in OUTPUTS),
            *filter(None, [varied(self.question)]),
            f"{enemy.capitalize()} fought with {listed(self.question['enemies'])} only; "
            f"{self.question['cells']:,} cells, {self.question['battles']:,} battles of each "
            "doctrine a cell; all values within the ranges as likely as each other.",
            *self._silent(),
        ]

    def _silent(self) -> list[str]:
        if self.fired:
            return []
        return [
            "Warning: neither doctrine fired on overwatch in any cell: that tells nothing of it."
        ]

    def _told(self, output: str) -> str:
        found, name = self.outputs[output], self.named(output)
        mean = f"{name[0].upper()}{name[1:]} is {mean_text(found.mean, unit='points')} on average"
        if not found.settled:
            return (
                f"{mean}; the cells differ by no more than chance may do: nothing moves it clearly."
            )
        raw = found.variance + found.chance
        spread = (
            f"{mean}, and from cell to cell its spread (sd) is {found.variance**0.5:.3g} points, "
            f"chance, {100 * found.chance / raw:.0f}% of what was seen, taken off"
        )
        order = sorted(range(len(self.varies)), key=lambda place: -found.total[place])
        parts = [
            f"{self.varies[place].place} {self.share(output, place, 'first')} and "
            f"{self.share(output, place, 'total')}"
            for place in order
        ]
        first = self.leading(output)
        lead = (
            "which moves it most cannot be told"
            if first is None
            else f"{self.varies[first].place} moves it most"
        )
        return (
            f"{spread}: {lead}. Shares alone, and with combinations: {'; '.join(parts)}."
            + _left_out(found.empty)
        )

    def plot_indices(
        self, axes: Axes | None = None, *, output: str = "advantage", theme: str = "light"
    ) -> Axes:
        """Draw the shares of every place in an `output`: `margin` or `advantage`."""
        made: Axes = drawn(
            "sensitivity_figure", "plot_indices", self, axes, output=output, theme=theme
        )
        return made

    def as_dict(self) -> dict[str, Any]:
        """Return question, command, indices and sentences as JSON carries them."""
        outputs = {}
        for output, found in self.outputs.items():
            rows = self.table[self.table["output"] == output].drop(columns="output")
            outputs[output] = {
                "mean": found.mean.as_dict(), "variance": found.variance,
                "variance_low": found.variance_range[0], "variance_high": found.variance_range[1],
                "chance": found.chance, "settled": found.settled, "ahead": found.ahead,
                "resamples": RESAMPLES, "resamples_left_out": found.empty,
                "places": rows.to_dict("records") if found.settled else [],
            }  # fmt: skip
        return {
            **self.question, "command": self.command, "interrupted": self.interrupted,
            "conclusions": self.conclusions(),
            "outputs": outputs,
        }  # fmt: skip


def _left_out(empty: int) -> str:
    if not empty:
        return ""
    return (
        f" Their intervals leave out {empty} of {RESAMPLES:,} resamples, in which the cells differ by "
        "no more than chance."
    )


def share_text(share: float, low: float, high: float) -> str:
    """Return a share in per cent; an estimate may lie outside 0 to 100, what it estimates not."""
    if math.isnan(low) or math.isnan(high):
        return f"{number(100 * min(1.0, max(0.0, share)), 1.0)}% (no interval)"
    step = step_of(100 * (high - low) / (2 * Z95))
    parts = [number(100 * min(1.0, max(0.0, part)), step) for part in (share, low, high)]
    return f"{parts[0]}% ({parts[1]}% to {parts[2]}%)"


def sensitivity(
    scenario: Scenario | str | Path,
    vary: Sequence[str],
    side: str | None = None,
    doctrines: Sequence[Named] = DOCTRINES,
    against: Named | None = None,
    battles: int = BATTLES,
    samples: int = SAMPLES,
    settings: Sequence[str] = (),
    seed: int | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    progress: Wanted = None,
) -> Sensitivity:
    """Fight ``samples * (places + 2)`` cells at Saltelli's points, and return the Sobol indices.

    `vary` are texts such as ``blue.units.0.at.0=10:40``; the other arguments are those of
    `sim.studies.sweep.sweep`. Each cell has luck of its own, so that chance can be taken off.
    Raises `InputError` before anything is fought.
    """
    seed = seed_for(seed, out, usual=SEED)
    samples = whole_of("--samples", samples)
    pair = pair_of(scenario, vary, side, doctrines, against, battles, settings, seed)
    places = len(pair.varies)
    if places < 2:
        only = pair.varies[0].option
        raise InputError(f"--vary {only}: is alone; two or more places share the variance")
    for one in pair.varies:
        if len(one.levels) == 1:
            raise InputError(f"--vary {one.option}: has one value; two or more are needed")
    most = MOST_CELLS // (places + 2)
    if not FEWEST <= samples <= most or samples & (samples - 1):
        raise InputError(f"--samples: {samples} is not a power of 2 between {FEWEST} and {most}")
    cells = cells_at(pair.varies, sample(places, samples, seed))
    names = pair.check(cells, workers)
    question = question_of(KIND, pair, {"samples": samples})
    question |= {
        "names": list(names.doctrines), "enemies": list(names.enemies), "cells": len(cells),
        "fingerprint": pair.fingerprint(cells), "places": places_of(pair),
    }  # fmt: skip
    wanted = len(ORDER) * pair.battles * len(cells)
    with fighting(question, out, progress, len(ORDER), wanted) as ledger:
        fight_cells(pair, cells, ledger, workers, apart=True)
    return answered(ledger, answer)


def read_sensitivity(folder: str | Path) -> Sensitivity:
    """Return the study that a folder keeps, from its rows alone; raises `InputError`."""
    return reread(folder, KIND, answer)


def answer(ledger: Ledger) -> Sensitivity:
    """Return the indices of the base points whose cells are all there, from the first on."""
    import pandas as pd

    question = ledger.question
    varies = parse_varies(question["vary"])
    step = len(varies) + 2
    cells = cells_at(varies, sample(len(varies), question["samples"], question["seed"]))
    whole = kept_cells(cells, ledger)
    done = next((number for number in range(len(cells)) if number not in whole), len(cells))
    if done // step < FEWEST:
        raise ledger.nothing(f"only {done // step} base points are done, {FEWEST} are needed")
    rows = pd.concat([whole[number] for number in range(done // step * step)], ignore_index=True)
    return sensitivity_of(question, rows, ledger.record(done < len(cells)))


def sensitivity_of(
    question: Mapping[str, Any], rows: pd.DataFrame, record: Record | None = None
) -> Sensitivity:
    """Return the study of the rows of whole base points."""
    values = rows[["cell"]].assign(
        margin=rows["first_margin"], advantage=rows["first_margin"] - rows["second_margin"]
    )
    by_cell = values.groupby("cell", sort=True)
    means, errors = by_cell.mean(), by_cell.var() / question["battles"]
    places = len(question["vary"])
    return Sensitivity(
        question,
        {
            output: indices(
                places, means[output].to_numpy(), errors[output].to_numpy(), question["seed"]
            )
            for output in OUTPUTS
        },
        int(rows[["first_fired", "second_fired"]].to_numpy().sum()),
        record,
    )
