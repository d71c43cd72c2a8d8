"""`overwatch ablate`: what each rule of overwatch is worth to a side, in points."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.ending import end
from sim.cli.options import ScenarioName, Seed, Workers, names
from sim.cli.output import print_again, print_json, print_table, print_text, tell
from sim.cli.progress import bar, compiling

if TYPE_CHECKING:
    from sim.studies.ablation import Ablation


def ablate(
    scenario: ScenarioName,
    side: Annotated[str, typer.Option(help="Whose view: blue or red.")] = "red",
    doctrines: Annotated[
        str, typer.Option(metavar="A,B", help="The side's doctrines; its own if absent.")
    ] = "",
    against: Annotated[
        str | None, typer.Option(metavar="A,B", help="The enemy's doctrines, each weighs alike.")
    ] = None,
    battles: Annotated[
        int, typer.Option("-n", "--battles", help="Battles of each two doctrines and rules.")
    ] = 1000,
    pairs: Annotated[bool, typer.Option("--pairs", help="Every two changes together too.")] = False,
    only: Annotated[
        str, typer.Option(metavar="A,B", help="These switches alone; all if absent.")
    ] = "",
    seed: Seed = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PLACE=VALUE", help="Change the scenario first."),
    ] = None,
    workers: Workers = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for rows, tables and figure; goes on where it was.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the tables as JSON.")] = False,
) -> None:
    """Set each switch of the overwatch rules to its other values: what each is worth.

    Differences are points of margin in the side's view, on the same battles, with 95% intervals;
    p-values are corrected for the number of tests (Holm).
    """
    from sim.studies.ablate import ENEMIES
    from sim.studies.ablate import ablate as study

    with compiling(), bar() as progress:
        result = study(
            scenario,
            side=side,
            doctrines=names("doctrines", doctrines or None),
            against=names("against", against) or ENEMIES,
            battles=battles,
            pairs=pairs,
            only=names("only", only or None),
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
        from sim.report.ablate_report import write_ablation

        tell(as_json, f"report: {write_ablation(out)}")


def show(result: Ablation) -> None:
    """Print the study for people."""
    from sim.report.ablate_report import MOST_PAIRS, change_lines, pair_lines

    asked = result.question
    print_text(
        f"{asked['scenario']}: {asked['side']} ({', '.join(asked['doctrines'])}) against "
        f"{', '.join(asked['against'])}; {asked['battles']:,} battles of each two, the same under "
        f"every rule; seed {asked['seed']}"
    )
    for table in (change_lines(result), pair_lines(result)):
        if table:
            typer.echo()
            print_table(table[0], table[1:])
    if len(result.pairs) > MOST_PAIRS:
        print_text(f"... and {len(result.pairs) - MOST_PAIRS} more")
    typer.echo()
    print_text(*result.conclusions())
    print_again(result.command)
