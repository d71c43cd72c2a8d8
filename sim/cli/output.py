"""How commands print: tables and sentences for people, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import typer

from sim.cli.progress import say
from sim.cli.table import table_lines
from sim.cli.terminal import READABLE, command_lines, fold, paint, paint_sides, width
from sim.study.known import known


def print_json(document: Any) -> None:
    """Print one JSON document, keys in the order given; a number that is not known is null."""
    typer.echo(json.dumps(known(document), indent=2, ensure_ascii=False, allow_nan=False))


def tell(as_json: bool, message: str) -> None:
    """Print a line for people; where standard output is JSON alone, on a terminal's standard error."""
    if as_json:
        say(message)
    else:
        typer.echo(message)


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], keys: int = 1) -> None:
    """Print aligned columns: fitted to a terminal, plain and never folded in a pipe.

    The first `keys` columns say what a row is about; they stand again where a table goes on below.
    """
    for line in table_lines(headings, list(rows), width(), keys):
        typer.echo(line)


def print_facts(facts: Iterable[tuple[str, str]]) -> None:
    """Print names and values, a line each, folded to a terminal."""
    lines = list(facts)
    label = max(len(name) for name, _ in lines) + 2
    columns = width()
    for name, text in lines:
        room = len(text) + 1 if columns is None else min(columns, READABLE) - label
        first, *more = fold(text, max(room, 20), "")
        typer.echo(f"{paint(name, 'heading')}{' ' * (label - len(name))}{first}")
        for part in more:
            typer.echo(f"{' ' * label}{part}")


def print_text(*sentences: str) -> None:
    """Print sentences, each folded to the terminal; warnings and sides in their colours."""
    columns = width()
    for sentence in sentences:
        lines = [sentence] if columns is None else fold(sentence, min(columns, READABLE))
        warns = sentence.lower().startswith("warning")
        for line in lines:
            typer.echo(paint(line, "warning") if warns else paint_sides(line))


def print_story(text: str) -> None:
    """Print lines that fit already; the sides in their colours."""
    for line in text.splitlines():
        typer.echo(paint_sides(line))


def print_again(command: str) -> None:
    """Print the command that repeats this; folded so that it can still be pasted into a shell."""
    for line in command_lines(command, "again: ", width()):
        typer.echo(paint(line, "quiet"))
