"""`overwatch report`: a study's tables and figures again, from the rows in its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.cli.output import print_json
from sim.cli.progress import compiling


def report(
    folder: Annotated[Path, typer.Argument(help="A folder written with --out, or by .save().")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the page's path as JSON.")] = False,
) -> None:
    """Rebuild tables, figures and pages from the rows that a folder keeps."""
    from sim.report.reopen import reopen

    with compiling():
        page = reopen(folder)
    if as_json:
        print_json({"report": str(page)})
    else:
        typer.echo(f"report: {page}")
