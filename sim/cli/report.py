"""`overwatch report`: a study's tables and figures again, from the rows in its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def report(
    folder: Annotated[Path, typer.Argument(help="A study's folder, written with --out.")],
) -> None:
    """Rebuild a study's tables and figures from its stored rows, without a battle."""
    from sim.report.reopen import reopen

    typer.echo(f"report: {reopen(folder)}")
