"""How commands end: what an interrupt leaves, in one line on standard error, and exit code 130."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import typer

INTERRUPTED = 130


def end(result: Any, out: Path | None = None) -> None:
    """End a command whose result is printed; one that was interrupted says so and exits with 130."""
    if not result.interrupted:
        return
    again = f"; go on with: {result.command} --out {out}" if out is not None else ""
    sys.stderr.write(f"overwatch: interrupted{again}\n")
    raise typer.Exit(INTERRUPTED)
