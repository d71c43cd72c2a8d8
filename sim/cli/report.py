"""`overwatch report`: a study's tables and figures again, from the rows in its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.cli.progress import compiling


def report(
    folder: Annotated[Path, typer.Argument(help="A folder written with --out, or by .save().")],
) -> None:
    """Rebuild tables, figures and pages from the rows that a folder keeps."""
    from sim.report.reopen import reopen

    with compiling():
        page = reopen(folder)
    typer.echo(f"report: {page}")
