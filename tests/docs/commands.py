"""The page of the command line: every command and every option, from the program itself."""

from __future__ import annotations

from collections.abc import Iterator

import click
import typer

from sim.cli.app import app
from sim.cli.examples import EXAMPLES
from tests.docs.markdown import page, table


def all_commands() -> dict[str, click.Command]:
    """Return every command by its words, groups (`odds`, `list`) opened."""
    return dict(_opened(typer.main.get_command(app), ""))


def _opened(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    if hasattr(command, "commands"):
        for part, inner in command.commands.items():
            yield from _opened(inner, f"{name} {part}".strip())
    else:
        yield name, command


def commands_page() -> str:
    """Return the page of commands with their options."""
    lines = [
        "`overwatch COMMAND --help` prints the same. Exit code 0 is good, 1 a failure (a file "
        "that cannot be written), 2 wrong usage or bad input, 130 an interrupt by Ctrl-C, 141 that the "
        "reader of the output had gone, as after `| head`. `--json` prints JSON alone on standard "
        "output, its keys are [listed](results.md); progress and complaints go to standard error.",
    ]
    for name, command in all_commands().items():
        context = click.Context(command, info_name=f"overwatch {name}")
        summary = (command.help or "").strip().split("\n\n")[0].replace("\n", " ")
        pieces = " ".join(command.collect_usage_pieces(context))
        lines += [
            "",
            f"## `overwatch {name}`",
            "",
            summary,
            "",
            f"`overwatch {name} {pieces}`".replace(" `", "`"),
            "",
        ]
        lines += table(["option", "meaning"], _options(command, context))
        if examples := EXAMPLES.get(name):
            lines += ["", "| example | |", "|---|---|"]
            lines += [f"| {text} | `overwatch {words}` |" for text, words in examples]
    return page("Commands and options", lines)


def _options(command: click.Command, context: click.Context) -> Iterator[list[str]]:
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record is None or "--help" in parameter.opts:
            continue
        yield [f"`{record[0]}`", " ".join(record[1].split())]
