"""The cells of a study while it is fought, and what is kept of them afterwards.

A cell has a key and rows. One that the study's folder keeps is read, another one is fought; Ctrl-C
ends the fighting, and every whole cell stays.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sim import __version__
from sim.refusal import InputError, shown
from sim.studies.store import Store, name_of, read_cell, save_cells
from sim.study.interrupts import NothingYet, held
from sim.study.kept import kept_seed, read_question
from sim.study.notes import stopped_note, version_note
from sim.study.progress import Progress, Wanted, part_of, reported
from sim.study.run import SEEDS, chosen_seed

if TYPE_CHECKING:
    import pandas as pd

LEAST_PART, MOST_PART, PARTS = 100, 5_000, 8  # battles that are fought, and kept, together

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Record:
    """All that a study's folder keeps: its question, and the rows of its cells by their keys."""

    question: dict[str, Any]
    cells: Mapping[str, pd.DataFrame]
    battles: int  # fought for these cells
    wanted: int | None  # asked for; None: nobody knows beforehand
    interrupted: bool
    unit: str = "battles"

    def notes(self) -> list[str]:
        """Return what is to be said before the answer: that it is of a part, or is old."""
        stopped = stopped_note(self.interrupted, self.battles, self.wanted, self.unit)
        return [*stopped, *version_note(self.question["version"])]


class Kept:
    """What the answers of all studies have in common: their record, and so a folder."""

    record: Record | None

    @property
    def interrupted(self) -> bool:
        """Return whether Ctrl-C ended it early, so that this is the answer of a part."""
        return self.record is not None and self.record.interrupted

    @property
    def version(self) -> str:
        """Return the version of overwatch that fought it."""
        return __version__ if self.record is None else str(self.record.question["version"])

    def save(self, folder: str | Path) -> Path:
        """Keep question and rows in a folder, for `sim.open_result`; return the folder.

        All of it is written or nothing: raises `InputError` where that cannot be done, and for a
        folder that holds another result.
        """
        if self.record is None:
            raise InputError(f"{folder}: this answer has no rows that could be kept")
        return save_cells(folder, self.record.question, self.record.cells)

    def notes(self) -> list[str]:
        """Return what is to be said before the answer: that it is of a part, or is old."""
        return [] if self.record is None else self.record.notes()


class Ledger:
    """The cells of one study; `folder` is where they are kept, if anywhere.

    `each` is the number of battles in a row of a cell, `wanted` that of all cells, if it is known.
    """

    def __init__(
        self,
        question: Mapping[str, Any],
        folder: Path | None = None,
        store: Store | None = None,
        each: int = 1,
        wanted: int | None = None,
    ):
        self.question = {"version": __version__, **question}
        self.folder, self.store, self.each, self.wanted = folder, store, each, wanted
        self.cells: dict[str, pd.DataFrame] = {}
        self.beside: set[str] = set()  # keys whose rows are no battles
        self.told: Progress | None = None

    @property
    def battles(self) -> int:
        """Return how many battles the cells hold."""
        rows = (len(frame) for key, frame in self.cells.items() if key not in self.beside)
        return sum(rows) * self.each

    def get(self, key: str) -> pd.DataFrame | None:
        """Return the rows of a cell that is there."""
        if key not in self.cells and self.folder is not None:
            file = self.folder / name_of(key)
            if not file.exists():
                return None
            self.cells[key] = read_cell(file)
        return self.cells.get(key)

    def cell(
        self, key: str, rows: int, fight: Callable[[Progress | None], pd.DataFrame]
    ) -> pd.DataFrame:
        """Return the rows of a cell, read or fought; `fight` is given what to tell of its progress.

        Raises KeyboardInterrupt where it was interrupted; then nothing of the cell is kept.
        """
        frame = self.get(key)
        if frame is None:
            whole = self.wanted or self.battles + rows * self.each
            told = part_of(self.told, self.battles, max(whole, self.battles + rows * self.each))
            frame = fight(told)
            with held():
                if self.store is not None:
                    self.store.write(key, frame)
                self.cells[key] = frame
        if self.told is not None:
            self.told(self.battles, max(self.wanted or 0, self.battles))
        return frame

    def keep(self, key: str, frame: pd.DataFrame) -> None:
        """Keep what is no battle's row."""
        with held():
            if self.store is not None:
                self.store.write(key, frame)
            self.cells[key] = frame
            self.beside.add(key)

    def record(self, interrupted: bool) -> Record:
        """Return what is to be kept of the cells."""
        return Record(self.question, dict(self.cells), self.battles, self.wanted, interrupted)

    def nothing(self, needed: str) -> NothingYet:
        """Return what is raised where the cells say nothing yet."""
        whole = f" of {self.wanted:,}" if self.wanted else ""
        return NothingYet(f"interrupted after {self.battles:,}{whole} battles: {needed}")


@contextmanager
def fighting(
    question: Mapping[str, Any],
    out: str | Path | None,
    progress: Wanted,
    each: int = 1,
    wanted: int | None = None,
) -> Iterator[Ledger]:
    """Give a study's ledger, kept in the folder `out`; Ctrl-C ends the block, and no more."""
    store = None if out is None else Store(out, question)
    ledger = Ledger(question, None if store is None else store.folder, store, each, wanted)
    try:
        with reported(progress) as told:
            ledger.told = told
            yield ledger
    except KeyboardInterrupt:
        return


def answered(ledger: Ledger, answer: Callable[[Ledger], Answer]) -> Answer:
    """Return the answer from the cells that are there; nothing may come between."""
    with held(raising=False):
        return answer(ledger)


def reread(folder: str | Path, kind: str, answer: Callable[[Ledger], Answer]) -> Answer:
    """Return the answer of a study's folder from its rows alone.

    Raises `InputError` for a folder of another kind, one that is damaged, and one that says
    nothing yet.
    """
    question = read_question(folder)
    if question.get("kind") != kind:
        raise InputError(
            f"{folder}: holds a result of the kind {shown(question.get('kind'))}, not {kind}"
        )
    try:
        return answer(Ledger(question, Path(folder)))
    except NothingYet as problem:
        raise InputError(f"{folder}: {problem}") from None


def parts(rows: int, pieces: int = PARTS) -> list[tuple[int, int]]:
    """Return how battles are divided, into `pieces` or more: first battle and number of each.

    The first parts are small, so that there is something to say soon.
    """
    found: list[tuple[int, int]] = []
    first = 0
    while first < rows:
        most = min(MOST_PART, math.ceil(rows / pieces))
        size = most if pieces == 1 else min(most, first)
        size = min(max(size, LEAST_PART), rows - first)
        found.append((first, size))
        first += size
    return found


def seed_for(
    seed: int | None,
    out: str | Path | None,
    most: int = SEEDS - 1,
    usual: int | None = None,
) -> int:
    """Return the seed asked for, else that of the study that goes on in a folder, else `usual`.

    Where that is None it is one by chance. Raises `InputError` for one out of range.
    """
    if seed is None:
        seed = kept_seed(out)
    return chosen_seed(usual if seed is None else seed, most)
