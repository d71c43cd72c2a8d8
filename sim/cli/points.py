"""`overwatch points`: how many points a side without overwatch needs to break even."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.ending import end
from sim.cli.options import ScenarioName, Seed, Workers, names
from sim.cli.output import print_again, print_json, print_table, print_text, tell
from sim.cli.progress import bar, compiling

if TYPE_CHECKING:
    from sim.studies.balance import BreakEven


def points(
    scenario: ScenarioName,
    without: Annotated[str, typer.Option(help="The side without overwatch: blue or red.")] = "red",
    doctrine: Annotated[str, typer.Option(help="Its doctrine without overwatch.")] = "never",
    with_: Annotated[
        str, typer.Option("--with", metavar="DOCTRINE", help="Its doctrine with overwatch.")
    ] = "always",
    against: Annotated[
        str | None, typer.Option(metavar="A,B", help="The enemy's doctrines, each weighs alike.")
    ] = None,
    additions: Annotated[
        list[str] | None,
        typer.Option(
            "--add",
            metavar="PLACE=VALUE",
            help="What is bought, one after the other: red.units.0.count=5. Absent: one element "
            "more or less at a time, units taking turns.",
        ),
    ] = None,
    goal: Annotated[
        str, typer.Option(help="overwatch: as well as with it; even: a margin of zero.")
    ] = "overwatch",
    battles: Annotated[
        int, typer.Option("-n", "--battles", help="Battles of each two doctrines and force.")
    ] = 2000,
    seed: Seed = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PLACE=VALUE", help="Change the scenario first."),
    ] = None,
    workers: Workers = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for rows, table and figure; goes on where it was.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
) -> None:
    """Say how many points a side needs to make up for doing without overwatch."""
    from sim.studies.ablate import ENEMIES
    from sim.studies.breakeven import break_even

    with compiling(), bar() as progress:
        result = break_even(
            scenario,
            without=without,
            doctrine=doctrine,
            with_=with_,
            against=names("against", against) or ENEMIES,
            additions=additions or [],
            goal=goal,
            battles=battles,
            seed=seed,
            settings=settings or [],
            workers=workers,
            out=out,
            progress=progress,
        )
    if as_json:
        print_json(result.as_dict())
    else:
        show(result)
    end(result, out)
    if out is not None:
        from sim.report.points_report import write_break_even

        tell(as_json, f"report: {write_break_even(out)}")


def show(result: BreakEven) -> None:
    """Print the study for people."""
    from sim.report.points_report import step_lines
    from sim.studies.balance import GOALS

    asked = result.question
    print_text(
        f"{asked['scenario']}: {asked['without']} without overwatch ({asked['doctrine']}), "
        f"{GOALS[asked['goal']]}; against {', '.join(asked['against'])}; seed {asked['seed']}"
    )
    typer.echo()
    table = step_lines(result)
    print_table(table[0], table[1:])
    typer.echo()
    print_text(*result.conclusions())
    print_again(result.command)
