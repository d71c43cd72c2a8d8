"""The `overwatch` command: one module a sub-command, which imports what it needs when it runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from sim import __version__
from sim.cli.ablate import ablate
from sim.cli.compare import compare
from sim.cli.doctor import doctor
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
from sim.cli.trigger import trigger
from sim.cli.tune import tune
from sim.cli.value import value

GOOD, FAILURE, BAD_INPUT = 0, 1, 2

WELCOME = f"""\
overwatch {__version__}: when does overwatch pay?

What there is to fight      overwatch list scenarios
Fight it 10,000 times       overwatch run ridge_crossing -n 10000
Write tables and a report   overwatch run ridge_crossing -n 10000 --out build/ridge
Tell one battle             overwatch replay ridge_crossing --battle 7 --seed 1
Exact odds of a shot        overwatch odds shot --weapon HKP/3 --fire-control enhanced \\
                              --range 26 --size 4 --armour 4

All commands: overwatch --help; one command: overwatch run --help
"""

app = typer.Typer(
    name="overwatch",
    help="When does overwatch pay? Battles of Dirtside II under its overwatch rules.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(odds_app, name="odds")
app.add_typer(listing_app, name="list")
app.command()(run)
app.command()(replay)
app.command()(compare)
app.command()(report)
app.command()(sensitivity)
app.command()(sweep)
app.command()(trigger)
app.command()(game)
app.command()(value)
app.command()(tune)
app.command()(schema)
app.command()(ablate)
app.command()(points)
app.command()(doctor)


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
        typer.echo(WELCOME, nl=False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 good, 1 failure, 2 usage or bad input.

    Bad input, and a file that cannot be read or written, end in one line on standard error;
    an interrupt ends quietly with 130.
    """
    command = typer.main.get_command(app)
    try:
        command.main(arguments, prog_name="overwatch")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else GOOD
    except OSError as problem:
        place = f"{problem.filename}: " if problem.filename else ""
        return _complain(f"{place}{problem.strerror or problem}", FAILURE)
    except ValueError as problem:
        from sim.refusal import InputError

        if not isinstance(problem, InputError):
            raise
        return _complain(str(problem), BAD_INPUT)
    return GOOD


def _complain(message: str, code: int) -> int:
    sys.stderr.write(f"overwatch: {message}\n")
    return code
