"""All sub-commands in one application, and how a command ends."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

from sim import __version__
from sim.cli.ablate import ablate
from sim.cli.commands import COMPLETING, Command, Group, example_lines
from sim.cli.compare import compare
from sim.cli.doctor import doctor
from sim.cli.ending import INTERRUPTED
from sim.cli.examples import FIRST, SUMMARIES
from sim.cli.game import game
from sim.cli.listing import listing_app
from sim.cli.odds import odds_app
from sim.cli.points import points
from sim.cli.replay import replay
from sim.cli.report import report
from sim.cli.run import run
from sim.cli.schema import schema
from sim.cli.sensitivity import sensitivity
from sim.cli.sweep import sweep
from sim.cli.terminal import READABLE, fold, width
from sim.cli.trigger import trigger
from sim.cli.tune import tune
from sim.cli.value import value

GOOD, FAILURE, BAD_INPUT = 0, 1, 2
#: The reader of the output has gone, as `head` does: what a shell says of a program that SIGPIPE ended.
#: It is not 0, since what comes after printing, such as the report of --out, was not done.
UNREAD = 141
WITHOUT_TERMINAL = 80  # columns of the welcome in a pipe

#: What typer says of values, in our words.
WORDING = (
    ("Input should be a valid integer, .*", "not a whole number"),
    ("Input should be a valid number, .*", "not a number"),
    ("Input should be greater than or equal to ", "allowed is no less than "),
    ("Input should be less than or equal to ", "allowed is no more than "),
)

app = typer.Typer(
    name="overwatch",
    help="When does overwatch pay? Battles of Dirtside II under its overwatch rules.",
    cls=Group,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": READABLE},
)
for _command in (
    compare, run, sweep, ablate, game, tune, trigger, value, points, sensitivity, replay, report,
):  # fmt: skip
    app.command(cls=Command, short_help=SUMMARIES[_command.__name__])(_command)
for _group, _name in ((odds_app, "odds"), (listing_app, "list")):
    app.add_typer(_group, name=_name, short_help=SUMMARIES[_name])
for _other in (schema, doctor):
    app.command(cls=Command, short_help=SUMMARIES[_other.__name__])(_other)


@app.callback(invoke_without_command=True)
def overview(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Show the version, or the most useful commands if none is named."""
    if version:
        typer.echo(f"overwatch {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        for line in welcome(width() or WITHOUT_TERMINAL):
            typer.echo(line)


def welcome(columns: int) -> list[str]:
    """Return what `overwatch` alone shows: the five most useful commands, in so many columns."""
    return [
        *fold(f"overwatch {__version__}: when does overwatch pay in Dirtside II?", columns),
        "",
        *example_lines(FIRST, columns),
        "",
        *fold("What there is to fight: overwatch list scenarios", columns),
        *fold("All commands: overwatch --help; one of them: overwatch run --help", columns),
    ]


def run_command(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 good, 1 failure, 2 usage or bad input.

    Bad input, and a file that cannot be read or written, end in one line on standard error;
    an interrupt ends in one too, and with 130. Where the reader of the output has gone, it ends in
    silence, and with 141.
    """
    try:
        command = typer.main.get_command(app)
        if COMPLETING in os.environ:
            return _complete(command)
        code = command.main(arguments, prog_name="overwatch", standalone_mode=False)
    except SystemExit as end:  # the reader of the output has gone, or Ctrl-C has had its line
        if isinstance(end.__context__, BrokenPipeError):
            return UNREAD
        return end.code if isinstance(end.code, int) else GOOD
    except TyperException as problem:
        return _complain(_usage(problem), BAD_INPUT)
    except OSError as problem:
        place = f"{problem.filename}: " if problem.filename else ""
        return _complain(f"{place}{problem.strerror or problem}", FAILURE)
    except ValueError as problem:
        from sim.refusal import InputError

        if not isinstance(problem, InputError):
            raise
        return _complain(str(problem), BAD_INPUT)
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED:  # before the command had begun
        return _complain("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else GOOD


def _complete(command: Any) -> int:
    """Answer the Tab key of a shell."""
    from sim.cli.completion import prepare

    begun = prepare()
    answer = io.StringIO()
    with contextlib.redirect_stdout(answer), contextlib.suppress(SystemExit):
        command.main([], prog_name="overwatch")
    for line in filter(None, answer.getvalue().splitlines()):
        typer.echo(line.removeprefix(begun))
    return GOOD


def _usage(problem: TyperException) -> str:
    """Return in one line what was wrong with the words of a command, and where its help is."""
    context = getattr(problem, "ctx", None)
    path = context.command_path if context else "overwatch"
    message = " ".join(problem.format_message().split()).rstrip(".")
    for theirs, ours in WORDING:
        message = re.sub(theirs, ours, message)
    message = message[0].lower() + message[1:]
    return f"{path.partition(' ')[2]}: {message} ({path} --help)".removeprefix(": ")


def _complain(message: str, code: int) -> int:
    sys.stderr.write(f"overwatch: {message}\n")
    return code
