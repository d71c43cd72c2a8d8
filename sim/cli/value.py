"""`overwatch value`: what overwatch is worth to one side, and where that comes from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.ending import end
from sim.cli.options import ScenarioName, Seed, Workers
from sim.cli.output import print_again, print_json, print_table, print_text, tell
from sim.cli.progress import bar, compiling

if TYPE_CHECKING:
    from sim.studies.worth import Value


def value(
    scenario: ScenarioName,
    side: Annotated[
        str, typer.Option(help="The side whose overwatch is in question: blue or red.")
    ],
    doctrine: Annotated[
        str | None,
        typer.Option(help="Its doctrine, a name or a TOML file; the scenario's if absent."),
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="The enemy's doctrine; the scenario's if absent.")
    ] = None,
    instead: Annotated[
        str,
        typer.Option(
            help="What its units do where they would go on overwatch: fire, or what the doctrine's "
            "next rule says (next)."
        ),
    ] = "fire",
    battles: Annotated[int, typer.Option("-n", "--battles", help="Pairs of battles.")] = 4_000,
    seed: Seed = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PLACE=VALUE", help="Change the scenario: rules.shots=2."),
    ] = None,
    workers: Workers = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder that keeps the rows, the tables and the figure.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
) -> None:
    """Say what overwatch is worth to one side of a scenario, in points, and where that comes from."""
    from sim.studies.value import value as ask

    with compiling(), bar() as progress:
        answer = ask(
            scenario,
            side,
            doctrine,
            against,
            instead,
            battles,
            seed,
            settings or [],
            workers,
            out,
            progress,
        )
    if as_json:
        print_json(answer.as_dict())
    else:
        show(answer)
    end(answer, out)
    if out is not None:
        from sim.report.value_report import write_value

        tell(as_json, f"report: {write_value(out)}")


def show(answer: Value) -> None:
    """Print the answer for people."""
    from sim.report.value_report import HEADINGS, lines

    asked = answer.question
    print_text(
        f"{asked['scenario']}: {asked['battles']:,} pairs of battles, seed {asked['seed']}, "
        f"points of {asked['side']}'s margin, means a battle"
    )
    typer.echo()
    print_table(("points", *HEADINGS), lines(answer, answer.parts))
    typer.echo()
    print_table(("beside", *HEADINGS), lines(answer, answer.beside))
    typer.echo()
    print_text(*answer.conclusions())
    print_again(answer.command)
