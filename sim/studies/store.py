"""A study's folder: the whole question in `study.toml`, its rows cell by cell in Parquet.

A cell is one answer's rows, written under a temporary name and then renamed: a study that is killed
has each cell whole or not at all, and goes on where it was. What it left half written is thrown away
when the cell is written again.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from sim import __version__
from sim.refusal import InputError

if TYPE_CHECKING:
    import pandas as pd

QUESTION, ROWS = "study.toml", "rows"


class Store:
    """The folder of one study.

    `question` is everything that decides its rows (its `kind`, scenario, doctrines, seed, ...), in
    values that TOML has. Raises `InputError` for a folder that holds another question or that
    cannot be written.
    """

    def __init__(self, folder: str | Path, question: Mapping[str, Any]):
        self.folder = Path(folder)
        self.question = {"version": __version__, **question}
        written = self.folder / QUESTION
        try:
            (self.folder / ROWS).mkdir(parents=True, exist_ok=True)
            if not written.exists():
                _replace(written, tomli_w.dumps(self.question).encode())
        except OSError as problem:
            raise InputError(f"{self.folder}: cannot be written: {problem.strerror}") from None
        if (kept := read_question(self.folder)) != self.question:
            other = next(
                key for key in {**kept, **self.question} if kept.get(key) != self.question.get(key)
            )
            raise InputError(
                f"{written}: holds another question: {other} is {kept.get(other)!r}, "
                f"not {self.question.get(other)!r}; choose another folder"
            )

    def has(self, key: str) -> bool:
        """Return whether a cell's rows are there."""
        return self._file(key).exists()

    def write(self, key: str, frame: pd.DataFrame) -> None:
        """Keep a cell's rows; all of them or none."""
        _replace(self._file(key), frame.to_parquet(index=False))

    def read(self, key: str) -> pd.DataFrame:
        """Return a cell's rows as they were written."""
        import pandas as pd

        return pd.read_parquet(self._file(key))

    def table(self, by: list[str]) -> pd.DataFrame:
        """Return the rows of every cell, sorted by the columns `by`, whoever came first."""
        import pandas as pd

        files = sorted((self.folder / ROWS).glob("*.parquet"))
        if not files:
            raise InputError(f"{self.folder}: has no rows yet")
        frame = pd.concat([pd.read_parquet(file) for file in files], ignore_index=True)
        return frame.sort_values(by, kind="stable", ignore_index=True)

    def _file(self, key: str) -> Path:
        name = hashlib.sha256(key.encode()).hexdigest()[:24]
        return self.folder / ROWS / f"{name}.parquet"


def open_store(folder: str | Path) -> Store:
    """Return the store of a study's folder as it was left; raises `InputError` if it is none."""
    return Store(folder, read_question(folder))


def read_question(folder: str | Path) -> dict[str, Any]:
    """Return the question of a study's folder; raises `InputError` if there is none."""
    file = Path(folder) / QUESTION
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise InputError(f"{folder}: has no {QUESTION}: it is no study's folder") from None
    except (OSError, ValueError) as problem:
        raise InputError(f"{file}: cannot be read: {problem}") from None


def _replace(file: Path, content: bytes) -> None:
    """Write a file under a temporary name, rename it into place, and clear what others left.

    Two studies at once in one folder write the same content; whoever is late finds it there.
    """
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    with part.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    try:
        os.replace(part, file)
    except FileNotFoundError:
        if not file.exists():
            raise
    for left in file.parent.glob(f".{file.name}.*.part"):
        left.unlink(missing_ok=True)
