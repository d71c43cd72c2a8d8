"""How commands print: tables for people, JSON for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import typer

from sim.cli.progress import say


def print_json(document: Any) -> None:
    """Print one JSON document, keys in the order given."""
    typer.echo(json.dumps(document, indent=2, ensure_ascii=False))


def tell(as_json: bool, message: str) -> None:
    """Print a line for people; where standard output is JSON alone, on a terminal's standard error."""
    if as_json:
        say(message)
    else:
        typer.echo(message)


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print aligned columns: fitted to a terminal, plain and never wrapped in a pipe."""
    lines = [headings, *rows]
    if sys.stdout.isatty():
        _print_fitted(lines)
        return
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        typer.echo("  ".join(cells).rstrip())


def _print_fitted(lines: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*lines[0], box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for line in lines[1:]:
        table.add_row(*map(Text, line))
    Console().print(table)
