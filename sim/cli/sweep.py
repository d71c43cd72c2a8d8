"""`overwatch sweep`: two doctrines of a side while numbers of scenario, rules or doctrine vary."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.cli.ending import end
from sim.cli.options import ScenarioName, Workers, names
from sim.cli.output import print_again, print_json, print_table, print_text, tell
from sim.cli.progress import bar, compiling

MOST_LINES = 60  # of the table on a terminal

Varied = Annotated[
    list[str],
    typer.Option(
        "--vary", metavar="PLACE=VALUES", help="low:high, low:high:step or a,b,c; may be repeated."
    ),
]
Pair = Annotated[str, typer.Option(metavar="A,B", help="The two doctrines: names or TOML files.")]
SideOption = Annotated[
    str | None, typer.Option(help="Whose doctrines; the defender, or red, if absent.")
]
Against = Annotated[
    str | None, typer.Option(help="The enemy's doctrine; the scenario's if absent.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PLACE=VALUE", help="Change the scenario in every cell."),
]


def sweep(
    scenario: ScenarioName,
    vary: Varied,
    side: SideOption = None,
    doctrines: Pair = "ambush,never",
    against: Against = None,
    battles: Annotated[
        int, typer.Option("-n", "--battles", help="Battles of each doctrine in each cell.")
    ] = 1000,
    lhs: Annotated[
        int | None, typer.Option(help="Cells of a Latin hypercube, instead of a full grid.")
    ] = None,
    settings: Settings = None,
    seed: Annotated[int | None, typer.Option(help="Root seed. [default: 1]")] = None,
    workers: Workers = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the study: rows, table, figure; goes on there.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
) -> None:
    """Say how much the first doctrine gains over the second as anything varies.

    A place is one of the scenario (blue.units.0.at.0, rules.shots, types.badger.armour) or a
    parameter of a doctrine (doctrine.ambush.kill_zone). A sweep with --out that was stopped goes on
    where it was.
    """
    from sim.studies.sweep import sweep as fight

    with compiling(), bar() as progress:
        result = fight(
            scenario,
            vary,
            side=side,
            doctrines=names("doctrines", doctrines),
            against=against,
            battles=battles,
            lhs=lhs,
            settings=settings or [],
            seed=seed,
            workers=workers,
            out=out,
            progress=progress,
        )
    if as_json:
        print_json(result.as_dict())
    else:
        from sim.report.sweep_report import headings, lines

        table = lines(result)
        print_table(headings(result), table[:MOST_LINES], keys=len(result.varies))
        if len(table) > MOST_LINES:
            print_text(f"... and {len(table) - MOST_LINES:,} more cells")
        typer.echo()
        print_text(*result.conclusions())
        print_again(result.command)
    end(result, out)
    if out is not None:
        from sim.report.sweep_report import write_sweep

        tell(as_json, f"report: {write_sweep(out)}")
