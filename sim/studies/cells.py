"""The cells of a study: two doctrines of a side over the same battles, under varied settings."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.doctrine import Doctrine
from sim.layout import codes as c
from sim.refusal import InputError, nearest, one_of
from sim.scenario import Scenario, load_scenario
from sim.studies.bench import Bench
from sim.studies.ledger import Ledger, parts
from sim.studies.vary import Cell, Vary, doctrine_place
from sim.study.asked import doctrine_name
from sim.study.doctrine import Named, load_doctrine
from sim.study.progress import Progress, part_of
from sim.study.run import MOST_BATTLES, SEEDS, check_range, check_workers

if TYPE_CHECKING:
    import pandas as pd

ORDER = ("first", "second")  # the doctrines of the pair, as columns call them
WON, LOST = 1, -1  # results of a battle; 0 is a draw


@dataclass(frozen=True)
class Names:
    """What the doctrines of a study call themselves."""

    doctrines: tuple[str, str]
    enemies: tuple[str, ...]  # in the order of the cells


@dataclass(frozen=True)
class Pair:
    """What is fought in every cell: a side's two doctrines against one enemy."""

    scenario: Scenario | str | Path
    side: str
    doctrines: tuple[Named, Named]
    against: Named | None  # the enemy's doctrine; None: the scenario's own
    settings: tuple[str, ...]
    varies: tuple[Vary, ...]
    battles: int  # of each doctrine in each cell
    seed: int
    _loaded: dict[Any, Doctrine] = field(default_factory=dict, compare=False, repr=False)

    @property
    def number(self) -> int:
        """Return the side's code."""
        return c.SIDES.index(self.side)

    def check(self, cells: Sequence[Cell], workers: int | None = None) -> Names:
        """Return the doctrines' names in all cells.

        Raises `InputError` for whatever is wrong in any cell, before a battle is fought.
        """
        check_range("battles", self.battles, 2, MOST_BATTLES)
        check_range("seed", self.seed, 0, SEEDS - 1)
        check_workers(workers)
        one_of("--side", self.side, c.SIDES)
        self._check_fixed()
        load_scenario(self.scenario, self.settings)
        first = second = ""
        enemies: list[str] = []
        for cell in {cell.key: cell for cell in cells}.values():
            try:
                used = self.used(self.load(cell), cell)
            except InputError as problem:
                raise InputError(f"--vary, at {cell.key}: {problem}") from None
            first, second, enemy = (one.name for one in used)
            if enemy not in enemies:
                enemies.append(enemy)
        if first == second:
            raise InputError(f"--doctrines: {first} twice; two different ones are compared")
        known = sorted({first, second, *enemies})
        for vary in self.varies:
            named = doctrine_place(vary.place)
            if named is not None and named[0] not in known:
                raise InputError(
                    f"--vary {vary.option}: nobody fights with the doctrine {named[0]}"
                    f"{nearest(named[0], known)}; these are used: {', '.join(known)}"
                )
        return Names((first, second), tuple(enemies))

    def _check_fixed(self) -> None:
        """Refuse to vary a doctrine that another option fixes."""
        fixed = {f"{self.side}.doctrine": "--doctrines"}
        if self.against is not None:
            fixed[f"{c.SIDES[1 - self.number]}.doctrine"] = "--against"
        for vary in self.varies:
            if vary.place in fixed:
                raise InputError(f"--vary {vary.option}: {fixed[vary.place]} says what it is")

    def load(self, cell: Cell) -> Scenario:
        """Return the scenario of a cell."""
        return load_scenario(self.scenario, (*self.settings, *cell.settings))

    def used(self, scenario: Scenario, cell: Cell) -> tuple[Doctrine, Doctrine, Doctrine]:
        """Return the two doctrines and the enemy's, with the parameters of a cell."""
        if self.against is None:
            own = scenario.sides[1 - self.number].doctrine
            enemy = self._doctrine(own, scenario.doctrine_folder(c.SIDES[1 - self.number]), cell)
        else:
            enemy = self._doctrine(self.against, None, cell)
        first, second = (self._doctrine(name, None, cell) for name in self.doctrines)
        return first, second, enemy

    def _doctrine(self, name: Named, beside: Path | None, cell: Cell) -> Doctrine:
        changed = cell.parameters(self._load(name, beside, ()).name)
        return self._load(name, beside, tuple(changed.items()))

    def _load(self, name: Named, beside: Path | None, parameters: tuple[Any, ...]) -> Doctrine:
        key = doctrine_name(name), beside, parameters
        if key not in self._loaded:
            self._loaded[key] = load_doctrine(name, beside, dict(parameters))
        return self._loaded[key]

    def fingerprint(self, cells: Sequence[Cell]) -> str:
        """Return a hash of the cells and of all that decides the battles of the first.

        So a study does not go on with changed files, or with cells that are drawn in another way.
        """
        bench = Bench(self.load(cells[0]))
        first, second, enemy = self.used(bench.scenario, cells[0])
        told = hashlib.sha256("\n".join(cell.key for cell in cells).encode())
        for doctrine in (first, second):
            told.update(bench.command(*self.sides(doctrine, enemy)).hash.encode())
        return told.hexdigest()

    def sides(self, own: Doctrine, enemy: Doctrine) -> tuple[Doctrine, Doctrine]:
        """Return blue's and red's doctrine."""
        return (own, enemy) if self.side == "blue" else (enemy, own)


class Arena:
    """Fights cells; one that leaves the scenario as it was in the last cell compiles nothing."""

    def __init__(self, pair: Pair, workers: int | None = None):
        self.pair, self.workers = pair, workers
        self._settings: tuple[str, ...] | None = None
        self._bench: Bench | None = None

    def rows(
        self, number: int, cell: Cell, first: int, count: int, told: Progress | None = None
    ) -> pd.DataFrame:
        """Return rows of one cell, one a battle: both doctrines over `count` battles from `first`.

        Columns: `cell` (`number`), the varied places, `battle`, and for `first_` and `second_`:
        `margin` (the side's view, points), `result` (1 won, 0 drawn, -1 lost) and `fired` (combat
        actions of the side on overwatch). Raises KeyboardInterrupt where the battles were.
        """
        import pandas as pd

        pair = self.pair
        if self._bench is None or self._settings != cell.settings:
            self._bench, self._settings = Bench(pair.load(cell)), cell.settings
        *doctrines, enemy = pair.used(self._bench.scenario, cell)
        columns: dict[str, Any] = {"cell": np.full(count, number)}
        for vary in pair.varies:
            columns[vary.place] = vary.column([cell.levels[vary.place]]) * count
        columns["battle"] = np.arange(first, first + count)
        for place, (order, doctrine) in enumerate(zip(ORDER, doctrines, strict=True)):
            blue, red = pair.sides(doctrine, enemy)
            part = part_of(told, place * count, len(ORDER) * count)
            rows = self._bench.rows(blue, red, count, pair.seed, first, self.workers, part)
            sign = 1 if pair.side == "blue" else -1
            result = np.select(
                [rows["winner"] == pair.number, rows["winner"] == 1 - pair.number], [WON, LOST], 0
            )
            columns[f"{order}_margin"] = sign * rows["margin"]
            columns[f"{order}_result"] = result.astype(np.int8)
            columns[f"{order}_fired"] = rows["fired"][:, pair.number].astype(np.int64)
        return pd.DataFrame(columns)


def fight_cells(
    pair: Pair,
    cells: Sequence[Cell],
    ledger: Ledger,
    workers: int | None = None,
    apart: bool = False,
) -> None:
    """Fight all cells that are not there yet.

    Battle k has the same luck in every cell, or with `apart` each cell has battles of its own, and
    cells are fought in their order; else those of one scenario are fought one after another, so that
    it is compiled once.
    """
    arena = Arena(pair, workers)
    ordered = list(enumerate(cells))
    if not apart:
        ordered.sort(key=lambda one: one[1].settings)
    for number, cell in ordered:
        for first, count in parts(pair.battles, 1):
            begin = first + (number * pair.battles if apart else 0)
            fight = partial(arena.rows, number, cell, begin, count)
            ledger.cell(key_of(number, cell, first), count, fight)


def key_of(number: int, cell: Cell, first: int) -> str:
    """Return the key of a part of a cell in its store."""
    return f"{number} {cell.key} {first}"


def kept_cells(cells: Sequence[Cell], ledger: Ledger) -> dict[int, pd.DataFrame]:
    """Return the rows of each cell that is there as a whole, by its number."""
    import pandas as pd

    battles = ledger.question["battles"]
    ledger.each, ledger.wanted = len(ORDER), len(ORDER) * battles * len(cells)
    whole = {}
    for number, cell in enumerate(cells):
        found = [ledger.get(key_of(number, cell, first)) for first, _ in parts(battles, 1)]
        there = [frame for frame in found if frame is not None]
        if len(there) == len(found):
            whole[number] = pd.concat(there, ignore_index=True)
    return whole
