"""Commands whose `--help` ends in examples, folded to the terminal as a shell reads them."""

from __future__ import annotations

import os
import shlex
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup

from sim.cli.ending import interrupted
from sim.cli.examples import EXAMPLES, Example
from sim.cli.terminal import fold_command
from sim.study.interrupts import Heard

COMPLETING = "_OVERWATCH_COMPLETE"  # set by the shell that asks what to offer
INDENT = "  "
NUMBER = "N"
#: What help calls the value of an option that is not a number.
VALUES = {
    "out": "FOLDER",
    "blue": "DOCTRINE",
    "red": "DOCTRINE",
    "doctrine": "DOCTRINE",
    "against": "DOCTRINE",
    "side": "SIDE",
    "without": "SIDE",
    "instead": "fire|next",
    "goal": "overwatch|even",
    "sampler": "tpe|cma",
    "theme": "light|dark",
    "drawing": "FILE",
    "animation": "FILE",
}
FURTHER = "Tab completion: overwatch --install-completion"


def example_lines(examples: tuple[Example, ...], columns: int) -> list[str]:
    """Return examples as lines: what each does, then its command."""
    lines = []
    for text, words in examples:
        lines.append(f"{INDENT}{text}" + ":" * (not text.endswith("?")))
        command = ["overwatch", *(_quoted(word) for word in shlex.split(words))]
        lines += fold_command(command, columns, 2 * INDENT, 4 * INDENT)
    return lines


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word else word


def _write_examples(context: Any, formatter: Any) -> None:
    name = context.command_path.partition(" ")[2]
    formatter.write("\nExamples:\n")
    for line in example_lines(EXAMPLES[name], formatter.width):
        formatter.write(f"{line}\n")
    if not name:
        formatter.write(f"\n{FURTHER}\n")


def _says_no_type(ctx: Any) -> str | None:
    """Return nothing to stand behind the name of an argument, which says enough."""
    return None


def _offering(parameters: list[Any]) -> list[Any]:
    """Return parameters with the names of their values; where a shell asks, such as offer them."""
    for parameter in parameters:
        if isinstance(parameter, TyperArgument):
            parameter.display_type_rich = _says_no_type  # type: ignore[method-assign]
        elif parameter.metavar is None and not parameter.is_flag:
            number = NUMBER if parameter.bare_type() == "int" else None
            parameter.metavar = VALUES.get(parameter.name, number)
    if COMPLETING in os.environ:
        from sim.cli.completion import complete_with

        for parameter in parameters:
            complete_with(parameter)
    return parameters


class Command(TyperCommand):
    """A command with examples, whose options offer their values to the Tab key."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return options and arguments."""
        return _offering(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Run the command; Ctrl-C ends it in one line."""
        out = ctx.params.get("out")
        with Heard() as signals:
            try:
                return super().invoke(ctx)
            except KeyboardInterrupt as problem:
                interrupted(problem, out)
            except Exception:
                if not signals:
                    raise
                interrupted(None, out)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples below the options."""
        _write_examples(ctx, formatter)


class Group(TyperGroup):
    """Commands with examples."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return options and arguments."""
        return _offering(super().get_params(ctx))

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """Write the examples below the commands."""
        _write_examples(ctx, formatter)


def help_if_alone(context: typer.Context) -> None:
    """Show the help of a group that is called without a command."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
