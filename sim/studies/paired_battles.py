"""The battles of a comparison: each doctrine against each enemy, with one side or with both."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sim.doctrine import Doctrine
from sim.layout import codes as c
from sim.studies.bench import Bench
from sim.studies.ledger import Ledger, parts
from sim.studies.paired import Floats, fight_until
from sim.study.progress import Progress

if TYPE_CHECKING:
    import pandas as pd

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

    def __post_init__(self) -> None:
        self.rows: dict[Key, Cell] = {}

    @property
    def runs(self) -> int:
        """Return how many battles a pair of one enemy takes."""
        return len(self.own) * len(self.sides)

    def check(self) -> str:
        """Give every doctrine to its side once, before any battle; return a hash of it all."""
        digest = hashlib.sha256()
        for enemy in self.enemies.values():
            for doctrine in self.own.values():
                for side in self.sides:
                    digest.update(self.bench.command(*_placed(side, doctrine, enemy)).hash.encode())
        return digest.hexdigest()

    def fight(self, ledger: Ledger, most: int, until: float | None) -> None:
        """Fight all doctrines against all enemies, part by part, as often as is needed."""
        if until is None:
            for first, count in parts(most):
                for enemy in self.enemies:
                    self._extend(ledger, enemy, first, count)
            return
        fought: dict[str, int] = {}
        for enemy in self.enemies:

            def more(pairs: int, enemy: str = enemy) -> list[tuple[Floats, Floats]]:
                before = fought.get(enemy, 0)
                fought[enemy] = pairs
                to_come = (len(self.enemies) - len(fought)) * pairs
                ledger.wanted = (sum(fought.values()) + to_come) * self.runs
                for first, count in parts(pairs - before):
                    self._extend(ledger, enemy, before + first, count)
                return margins(self.rows, enemy, list(self.own), self.sides, pairs)

            fight_until(more, until, most)

    def _extend(self, ledger: Ledger, enemy: str, first: int, count: int) -> None:
        """Have some battles more of every doctrine and side against an enemy."""
        for doctrine in self.own:
            for side in self.sides:
                key = (enemy, doctrine, side)
                fight = partial(self._fight, key, first, count)
                cell = from_frame(ledger.cell(name_of(key, first), count, fight))
                before = self.rows.get(key, np.zeros(0, CELL))
                self.rows[key] = np.concatenate([before, cell])

    def _fight(self, key: Key, first: int, count: int, told: Progress | None) -> pd.DataFrame:
        enemy, doctrine, side = key
        blue, red = _placed(side, self.own[doctrine], self.enemies[enemy])
        rows = self.bench.rows(blue, red, count, self.seed, first, self.workers, told)
        return _as_frame(in_view(rows, side), key, first)


def name_of(key: Key, first: int) -> str:
    """Return the key of a part of one cell in the store."""
    return "/".join((*key, str(first)))


def kept(ledger: Ledger, keys: Sequence[Key]) -> dict[Key, Cell]:
    """Return the battles of each key that are there, from the first on, as many of all."""
    found: dict[Key, list[Cell]] = {key: [] for key in keys}
    first = 0
    while True:
        frames = [ledger.get(name_of(key, first)) for key in keys]
        if any(frame is None or not len(frame) for frame in frames):
            return {key: np.concatenate([np.zeros(0, CELL), *some]) for key, some in found.items()}
        for key, frame in zip(keys, frames, strict=True):
            assert frame is not None
            found[key].append(from_frame(frame))
        first += len(found[keys[0]][-1])


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
