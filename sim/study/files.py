"""Files written together, or not at all, and the folders that they are for."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path

from sim.refusal import InputError, path_of
from sim.study.interrupts import held


def check_folder(folder: str | Path, option: str = "out") -> None:
    """Refuse a place that cannot become a folder to write into, before any battle is fought."""
    whole = path_of(f"--{option}", folder)
    for place in (whole, *whole.absolute().parents):
        if not place.exists():
            continue
        if not place.is_dir():
            raise InputError(f"--{option} {folder}: {place} is a file, not a folder")
        if not os.access(place, os.W_OK | os.X_OK):
            raise InputError(f"--{option} {folder}: nothing may be written into {place}")
        return


def write_files(folder: str | Path, contents: Mapping[str, bytes]) -> list[Path]:
    """Write files into a folder, made where it is missing; return their paths.

    A name may lead into a folder of the folder. Each file is written under a temporary name; once
    all of them are complete they take their names. Raises `InputError` where that cannot be done;
    then, and at Ctrl-C, the folder is left as it was.
    """
    place = path_of("folder", folder)
    finals = [place / name for name in contents]
    temporary = [final.with_name(f".{final.name}.part") for final in finals]
    made = _missing(place, finals)
    try:
        for final in finals:
            final.parent.mkdir(parents=True, exist_ok=True)
            if final.is_dir():
                raise IsADirectoryError(21, f"{final.name} is a folder")
        for path, content in zip(temporary, contents.values(), strict=True):
            path.write_bytes(content)
        with held():
            for path, final in zip(temporary, finals, strict=True):
                path.replace(final)
    except BaseException as problem:
        with contextlib.suppress(OSError):
            for path in temporary:
                path.unlink(missing_ok=True)
            for empty in made:
                empty.rmdir()
        if not isinstance(problem, OSError):
            raise
        reason = problem.strerror or problem
        raise InputError(f"{folder}: nothing can be written there: {reason}") from None
    return finals


def _missing(folder: Path, files: list[Path]) -> list[Path]:
    """Return the folders that do not exist yet, the innermost first."""
    inner = {file.parent for file in files} - {folder}
    return [place for place in (*inner, folder, *folder.parents) if not place.exists()]
