"""Files written together, or not at all."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

from sim.refusal import InputError


def write_files(folder: str | Path, contents: Mapping[str, bytes]) -> list[Path]:
    """Write files into a folder, made where it is missing; return their paths.

    Each is written under a temporary name; once all of them are complete they take their names.
    Raises `InputError` where that cannot be done, and leaves the folder as it was.
    """
    place = Path(folder)
    made = _missing(place)
    temporary = {place / f".{name}.part": place / name for name in contents}
    try:
        place.mkdir(parents=True, exist_ok=True)
        for final in temporary.values():
            if final.is_dir():
                raise IsADirectoryError(21, f"{final.name} is a folder")
        for path, content in zip(temporary, contents.values(), strict=True):
            path.write_bytes(content)
        for path, final in temporary.items():
            path.replace(final)
    except OSError as problem:
        with contextlib.suppress(OSError):
            for path in temporary:
                path.unlink(missing_ok=True)
            for empty in made:
                empty.rmdir()
        reason = problem.strerror or problem
        raise InputError(f"{folder}: nothing can be written there: {reason}") from None
    return list(temporary.values())


def _missing(folder: Path) -> list[Path]:
    """Return the folder and its parents that do not exist yet, the innermost first."""
    return [place for place in (folder, *folder.parents) if not place.exists()]
