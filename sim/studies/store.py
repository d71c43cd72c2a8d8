"""A study's folder: the whole question in `study.toml`, its rows cell by cell in Parquet.

A cell is one answer's rows, written under a temporary name and then renamed: a study that is killed
has each cell whole or not at all, and goes on where it was. What it left half written is thrown away
when the cell is written again.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from sim import __version__
from sim.refusal import InputError
from sim.study.files import check_folder, write_files
from sim.study.kept import QUESTION, check_question, read_question, undamaged

if TYPE_CHECKING:
    import pandas as pd

ROWS = "rows"


class Store:
    """The folder of one study.

    `question` is everything that decides its rows (its `kind`, scenario, doctrines, seed, ...), in
    values that TOML has. Raises `InputError` for a folder that holds another question or that
    cannot be written.
    """

    def __init__(self, folder: str | Path, question: Mapping[str, Any]):
        self.folder = Path(folder)
        self.question = {"version": __version__, **question}
        check_question(self.folder, self.question)
        check_folder(self.folder)
        written = self.folder / QUESTION
        try:
            (self.folder / ROWS).mkdir(parents=True, exist_ok=True)
            if not written.exists() or read_question(self.folder) != self.question:
                _replace(written, tomli_w.dumps(self.question).encode())
        except OSError as problem:
            raise InputError(f"{self.folder}: cannot be written: {problem.strerror}") from None
        check_question(self.folder, self.question)  # another study may have been quicker

    def write(self, key: str, frame: pd.DataFrame) -> None:
        """Keep a cell's rows; all of them or none."""
        try:
            _replace(self.folder / name_of(key), _parquet(frame))
        except OSError as problem:
            raise InputError(f"{self.folder}: cannot be written: {problem.strerror}") from None


def name_of(key: str) -> str:
    """Return the file of a cell, as seen from the folder."""
    return f"{ROWS}/{hashlib.sha256(key.encode()).hexdigest()[:24]}.parquet"


def read_cell(file: Path) -> pd.DataFrame:
    """Return the rows of one file; raises `InputError` where it is damaged."""
    import pyarrow.parquet as pq

    frame: pd.DataFrame = undamaged(
        file, lambda: pq.read_table(file, page_checksum_verification=True).to_pandas()
    )
    return frame


def save_cells(
    folder: str | Path, question: Mapping[str, Any], cells: Mapping[str, pd.DataFrame]
) -> Path:
    """Write a whole study into a folder, or nothing; return the folder.

    Raises `InputError` for a folder that holds another question or that cannot be written.
    """
    check_question(folder, question)
    contents = {name_of(key): _parquet(frame) for key, frame in cells.items()}
    write_files(folder, contents | {QUESTION: tomli_w.dumps(question).encode()})
    return Path(folder)


def _parquet(frame: pd.DataFrame) -> bytes:
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False, write_page_checksum=True)
    return buffer.getvalue()


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
