"""The battles of a comparison: each doctrine against each enemy, with one side or with both."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sim.doctrine import Doctrine
from sim.layout import codes as c
from sim.studies.bench import Bench
from sim.studies.paired import Floats, fight_until
from sim.studies.store import Store
from sim.study.fight import Progress

if TYPE_CHECKING:
    import pandas as pd

CHUNK = 5000  # battles between two reports of progress, and of one cell of a study's folder

#: What is kept of a battle, in the view of the side that is asked about.
CELL = np.dtype(
    [
        ("margin", "f8"),  # points
        ("won", "i8"),
        ("luck", "f8"),  # points inflicted less points expected
        ("enemy_luck", "f8"),
        ("fired", "i8"),  # combat actions on overwatch
    ]
)
Cell = npt.NDArray[Any]  # CELL, shape (battles,)
Key = tuple[str, str, str]  # enemy's doctrine, own doctrine, side


def margins(
    rows: Mapping[Key, Cell],
    enemy: str,
    doctrines: Sequence[str],
    sides: Sequence[str],
    pairs: int,
) -> list[tuple[Floats, Floats]]:
    """Return the reference's margins and each other doctrine's, both (sides, pairs)."""
    each = [
        np.stack([rows[enemy, doctrine, side]["margin"][:pairs] for side in sides])
        for doctrine in doctrines
    ]
    return [(each[0], other) for other in each[1:]]


@dataclass
class Field:
    """The battles of one comparison while they are fought."""

    bench: Bench
    side: str
    sides: tuple[str, ...]
    own: dict[str, Doctrine]
    enemies: dict[str, Doctrine]
    seed: int
    workers: int | None
    progress: Progress | None
    store: Store | None = None

    def __post_init__(self) -> None:
        self.rows: dict[Key, Cell] = {}
        self.done = 0
        self.fought: dict[str, int] = {}  # pairs against each enemy, as far as is known

    def check(self) -> str:
        """Give every doctrine to its side once, before any battle; return a hash of it all."""
        digest = hashlib.sha256()
        for enemy in self.enemies.values():
            for doctrine in self.own.values():
                for side in self.sides:
                    digest.update(self.bench.command(*_placed(side, doctrine, enemy)).hash.encode())
        return digest.hexdigest()

    def fight(self, enemy: str, most: int, until: float | None) -> None:
        """Fight all doctrines against an enemy, as often as is needed."""

        def more(pairs: int) -> list[tuple[Floats, Floats]]:
            self.fought[enemy] = pairs
            for doctrine in self.own:
                for side in self.sides:
                    self._extend((enemy, doctrine, side), pairs)
            return margins(self.rows, enemy, list(self.own), self.sides, pairs)

        if until is None:
            more(most)
        else:
            fight_until(more, until, most)

    def _extend(self, key: Key, pairs: int) -> None:
        """Have `pairs` battles of one doctrine, enemy and side."""
        cells = [self.rows.get(key, np.zeros(0, CELL))]
        have = len(cells[0])
        while have < pairs:
            count = min(CHUNK, pairs - have)
            cells.append(self._cell(key, have, count))
            have += count
            self.done += count
            if self.progress is not None:
                known = sum(self.fought.values())
                to_come = (len(self.enemies) - len(self.fought)) * pairs
                self.progress(self.done, (known + to_come) * len(self.own) * len(self.sides))
        self.rows[key] = np.concatenate(cells)

    def _cell(self, key: Key, first: int, count: int) -> Cell:
        """Return battles from the folder, or fight them and keep them there."""
        enemy, doctrine, side = key
        name = "/".join((*key, str(first)))
        if self.store is not None and self.store.has(name):
            return from_frame(self.store.read(name))
        blue, red = _placed(side, self.own[doctrine], self.enemies[enemy])
        rows = self.bench.rows(blue, red, count, self.seed, first, self.workers)
        if len(rows) < count:  # Ctrl-C
            raise KeyboardInterrupt
        cell = in_view(rows, side)
        if self.store is not None:
            self.store.write(name, _as_frame(cell, key, first))
        return cell


def in_view(rows: np.ndarray[Any, Any], side: str) -> Cell:
    """Return what a comparison keeps of rows (ROW), in a side's view."""
    number = c.SIDES.index(side)
    cell = np.zeros(len(rows), CELL)
    cell["margin"] = rows["margin"] if side == "blue" else -rows["margin"]
    cell["won"] = rows["winner"] == number
    cell["luck"] = rows["luck"][:, number]
    cell["enemy_luck"] = rows["luck"][:, 1 - number]
    cell["fired"] = rows["fired"][:, number]
    return cell


def _as_frame(cell: Cell, key: Key, first: int) -> pd.DataFrame:
    import pandas as pd

    enemy, doctrine, side = key
    frame = pd.DataFrame({"battle": np.arange(first, first + len(cell))})
    frame = frame.assign(enemy=enemy, doctrine=doctrine, side=side)
    return frame.assign(**{name: cell[name] for name in CELL.names or ()})


def from_frame(frame: pd.DataFrame) -> Cell:
    """Return battles from the columns that a study's folder keeps."""
    cell = np.zeros(len(frame), CELL)
    for name in CELL.names or ():
        cell[name] = frame[name]
    return cell


def _placed(side: str, own: Doctrine, enemy: Doctrine) -> tuple[Doctrine, Doctrine]:
    """Return blue's doctrine and red's."""
    return (own, enemy) if side == "blue" else (enemy, own)
