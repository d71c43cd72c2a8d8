"""How the worth of one doctrine over another moves with any number of scenario, rules or doctrine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.refusal import whole_of
from sim.scenario import Scenario
from sim.studies.cells import ORDER, WON, fight_cells, kept_cells
from sim.studies.ledger import (
    Kept,
    Ledger,
    Record,
    answered,
    fighting,
    reread,
    seed_for,
)
from sim.studies.question import command_of, pair_of, places_of, question_of
from sim.studies.sweep_words import sentences, value
from sim.studies.vary import Vary, grid, hypercube, parse_varies
from sim.study.doctrine import Named
from sim.study.drawn import Seen, drawn
from sim.study.intervals import Mean, mean_among, mean_of, rate_of
from sim.study.progress import Wanted

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

KIND = "sweep"
DOCTRINES = ("ambush", "never")
BATTLES = 1000
SEED = 1  # unless another is asked for


@dataclass(frozen=True, repr=False)
class Sweep(Kept, Seen):
    """A sweep: `question` is that of its folder.

    `.table` has one row a cell. First the varied places, then `battles` of each doctrine; `advantage`
    of the first doctrine over the second, the paired difference of the side's margin in points, with
    `se`, `low` and `high` (95% of that cell alone), `all_low` and `all_high` (95% of all cells
    together); `clear`: the latter leave out zero. For the doctrines, `first_` and `second_`: `margin`
    the side's in points, `wins` the share of battles won, with `wins_low` and `wins_high` (95%,
    Wilson), `fired` combat actions on overwatch a battle.
    """

    question: Mapping[str, Any]
    table: pd.DataFrame
    record: Record | None = field(default=None, repr=False, compare=False)

    @property
    def varies(self) -> tuple[Vary, ...]:
        """What was varied."""
        return parse_varies(self.question["vary"])

    @property
    def doctrines(self) -> tuple[str, str]:
        """Names of the two doctrines."""
        first, second = self.question["names"]
        return first, second

    @property
    def side(self) -> str:
        """The side that has them."""
        return str(self.question["side"])

    @property
    def command(self) -> str:
        """The command that repeats the sweep."""
        return command_of(self.question, KIND)

    def advantage(self, row: int) -> Mean:
        """Return the advantage in a row of the table, its interval that of all cells together."""
        line: dict[Any, Any] = self.table.loc[row].to_dict()
        sd = line["se"] * line["battles"] ** 0.5
        return Mean(line["advantage"], sd, line["se"], line["all_low"], line["all_high"])

    def at(self, row: int) -> str:
        """Return a cell in words: `place = value`, and so on."""
        cells = (f"{vary.place} = {value(self.table.loc[row, vary.place])}" for vary in self.varies)
        return ", ".join(cells)

    def summary(self) -> pd.DataFrame:
        """Return `table`: one row a cell."""
        return self.table

    def conclusions(self) -> list[str]:
        """Return what the battles say, and no more."""
        return [*self.notes(), *sentences(self)]

    def plot_advantage(
        self, axes: Axes | None = None, *, place: str | None = None, theme: str = "light"
    ) -> Axes:
        """Draw the advantage over what was varied: a line, a map for a grid of two, or by `place`."""
        made: Axes = drawn("sweep_figure", "plot_advantage", self, axes, place=place, theme=theme)
        return made

    def as_dict(self) -> dict[str, Any]:
        """Return question, command, cells and sentences as JSON carries them."""
        cells = [
            {"at": {vary.place: row.pop(vary.place) for vary in self.varies}, **row}
            for row in self.table.to_dict("records")
        ]
        return {
            **self.question, "command": self.command, "interrupted": self.interrupted,
            "conclusions": self.conclusions(),
            "cells": cells,
        }  # fmt: skip


def sweep(
    scenario: Scenario | str | Path,
    vary: Sequence[str],
    side: str | None = None,
    doctrines: Sequence[Named] = DOCTRINES,
    against: Named | None = None,
    battles: int = BATTLES,
    lhs: int | None = None,
    settings: Sequence[str] = (),
    seed: int | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    progress: Wanted = None,
) -> Sweep:
    """Fight every cell of a grid, or `lhs` cells of a Latin hypercube, with both doctrines.

    `vary` are texts such as ``blue.units.0.at.0=10:40:2``, ``rules.overwatch=on,off`` or
    ``doctrine.ambush.kill_zone=0.05:0.3:0.05`` (that doctrine, whoever uses it). `side` is the
    defender where none is named, or red where nobody defends. `out` is a folder that keeps each
    cell as it is done; a sweep that was stopped goes on there. Without `seed` it is that of the
    folder, else 1. Raises `InputError` before anything is fought.
    """
    seed = seed_for(seed, out, usual=SEED)
    lhs = None if lhs is None else whole_of("--lhs", lhs)
    pair = pair_of(scenario, vary, side, doctrines, against, battles, settings, seed)
    cells = grid(pair.varies) if lhs is None else hypercube(pair.varies, lhs, seed)
    names = pair.check(cells, workers)
    question = question_of(KIND, pair, {"lhs": lhs or 0})
    question |= {
        "names": list(names.doctrines), "enemies": list(names.enemies), "cells": len(cells),
        "fingerprint": pair.fingerprint(cells), "places": places_of(pair),
    }  # fmt: skip
    wanted = len(ORDER) * pair.battles * len(cells)
    with fighting(question, out, progress, len(ORDER), wanted) as ledger:
        fight_cells(pair, cells, ledger, workers)
    return answered(ledger, answer)


def read_sweep(folder: str | Path) -> Sweep:
    """Return the sweep that a folder keeps, from its rows alone; raises `InputError`."""
    return reread(folder, KIND, answer)


def answer(ledger: Ledger) -> Sweep:
    """Return the sweep of the cells that are there."""
    import pandas as pd

    question = ledger.question
    varies, lhs = parse_varies(question["vary"]), question["lhs"]
    cells = hypercube(varies, lhs, question["seed"]) if lhs else grid(varies)
    whole = kept_cells(cells, ledger)
    if not whole:
        raise ledger.nothing("no cell is done yet")
    rows = pd.concat(whole.values(), ignore_index=True)
    return sweep_of(question, rows, ledger.record(len(whole) < len(cells)))


def sweep_of(
    question: Mapping[str, Any], rows: pd.DataFrame, record: Record | None = None
) -> Sweep:
    """Return the sweep of stored rows, sorted by cell and battle."""
    import pandas as pd

    places = [vary.place for vary in parse_varies(question["vary"])]
    lines = []
    for _, cell in rows.groupby("cell", sort=True):
        difference = (cell["first_margin"] - cell["second_margin"]).to_numpy()
        mean, all_cells = mean_of(difference), mean_among(difference, question["cells"])
        line: dict[str, Any] = {place: cell[place].iloc[0] for place in places}
        line |= {
            "battles": len(cell), "advantage": mean.mean, "se": mean.se, "low": mean.low,
            "high": mean.high, "all_low": all_cells.low, "all_high": all_cells.high,
            "clear": bool(all_cells.low > 0 or all_cells.high < 0),
        }  # fmt: skip
        for order in ORDER:
            wins = rate_of(int((cell[f"{order}_result"] == WON).sum()), len(cell))
            line |= {
                f"{order}_margin": float(cell[f"{order}_margin"].mean()),
                f"{order}_wins": wins.mean,
                f"{order}_wins_low": wins.low,
                f"{order}_wins_high": wins.high,
                f"{order}_fired": float(cell[f"{order}_fired"].mean()),
            }
        lines.append(line)
    return Sweep(question, pd.DataFrame(lines), record)
