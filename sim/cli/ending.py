"""How commands end that Ctrl-C ended: with what they have, one line more, and exit code 130."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, NoReturn

INTERRUPTED = 130


def end(result: Any, out: Path | None = None) -> None:
    """End a command here if its result, which is printed, was interrupted."""
    if result.interrupted:
        interrupted(None, out)


def interrupted(problem: KeyboardInterrupt | None, out: Path | None) -> NoReturn:
    """Say in one line on standard error what became of it, and leave with 130."""
    told = str(problem or "") or "interrupted"
    if out is not None and (out / "study.toml").exists():
        told += f"; what was fought is kept: the same command goes on in {out}"
    sys.stderr.write(f"overwatch: {told}\n")
    raise SystemExit(INTERRUPTED)
