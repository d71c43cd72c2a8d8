"""`overwatch sensitivity`: which of several varied numbers moves margin and advantage."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.cli.ending import end
from sim.cli.options import ScenarioName, Workers, names
from sim.cli.output import print_again, print_json, print_table, print_text, tell
from sim.cli.progress import bar, compiling
from sim.cli.sweep import Against, Pair, Settings, SideOption, Varied


def sensitivity(
    scenario: ScenarioName,
    vary: Varied,
    side: SideOption = None,
    doctrines: Pair = "ambush,never",
    against: Against = None,
    battles: Annotated[
        int, typer.Option("-n", "--battles", help="Battles of each doctrine in each cell.")
    ] = 200,
    samples: Annotated[
        int, typer.Option(help="Base points, a power of 2; places + 2 cells for each.")
    ] = 64,
    settings: Settings = None,
    seed: Annotated[int | None, typer.Option(help="Root seed. [default: 1]")] = None,
    workers: Workers = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the study: rows, table, figure; goes on there.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the indices as JSON.")] = False,
) -> None:
    """Say how much of what moves the first doctrine's margin and advantage each place accounts for.

    Sobol indices, first-order (alone) and total (with combinations), with 95% intervals. Places and
    values are those of `overwatch sweep`; a range without a step is every number in it.
    """
    from sim.studies.sensitivity import sensitivity as fight

    with compiling(), bar() as progress:
        result = fight(
            scenario,
            vary,
            side=side,
            doctrines=names("doctrines", doctrines),
            against=against,
            battles=battles,
            samples=samples,
            settings=settings or [],
            seed=seed,
            workers=workers,
            out=out,
            progress=progress,
        )
    if as_json:
        print_json(result.as_dict())
    else:
        from sim.report.sensitivity_report import HEADINGS, lines

        print_table(HEADINGS, lines(result), keys=2)
        typer.echo()
        print_text(*result.conclusions())
        print_again(result.command)
    end(result, out)
    if out is not None:
        from sim.report.sensitivity_report import write_sensitivity

        tell(as_json, f"report: {write_sensitivity(out)}")
