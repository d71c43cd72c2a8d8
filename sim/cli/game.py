"""`overwatch game`: doctrines against doctrines, and what rational players would choose."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.cli.ending import end
from sim.cli.options import ScenarioName, Seed, Settings, Workers, names
from sim.cli.output import print_again, print_json, print_table, print_text, tell
from sim.cli.progress import bar, compiling

if TYPE_CHECKING:
    from sim.studies.game import Game


def game(
    scenario: ScenarioName,
    blue: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="Blue's doctrines; all but random if absent."),
    ] = None,
    red: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="Red's doctrines; all but random if absent."),
    ] = None,
    battles: Annotated[int, typer.Option("-n", "--battles", help="Battles of each pair.")] = 1000,
    seed: Seed = None,
    settings: Settings = None,
    workers: Workers = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for rows, tables and figure; goes on where it was.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Fight doctrines against doctrines and say what rational players would choose."""
    from sim.studies.game import USUAL
    from sim.studies.game import game as fight

    with compiling(), bar() as progress:
        result = fight(
            scenario,
            blue=names("blue", blue) or USUAL,
            red=names("red", red) or USUAL,
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
        from sim.report.game_report import write_game

        page = write_game(result, out)
        tell(as_json, f"report: {page}")


def show(result: Game) -> None:
    """Print the payoffs and the findings for people."""
    from sim.study.digits import number, step_of

    print_text(
        f"{result.scenario}: {len(result.blue)} of blue's doctrines against {len(result.red)} of "
        f"red's, {result.battles:,} battles each, seed {result.seed}"
    )
    typer.echo()
    step = step_of(float(result.matrix["se"].median()))
    cells = result.matrix.to_dict("records")
    lines = []
    for i, first in enumerate(result.blue):
        own = cells[i * len(result.red) : (i + 1) * len(result.red)]
        lines.append((first, *(number(cell["margin"], step, sign=True) for cell in own)))
    print_table(("blue \\ red", *result.red), lines)
    error = result.matrix["se"].max()
    print_text(f"blue's mean margin in points; standard error of a cell {error:.0f} at most")
    typer.echo()
    print_table(
        ("side", "doctrine", "share", "95%", "regret", "95%", "at worst", "against"),
        [
            (
                line["side"],
                line["doctrine"],
                f"{100 * line['share']:.0f}%",
                f"{100 * line['share_low']:.0f}% to {100 * line['share_high']:.0f}%",
                number(line["regret"], step),
                f"{number(line['regret_low'], step)} to {number(line['regret_high'], step)}",
                number(line["worst"], step, sign=True),
                line["worst_against"],
            )
            for line in result.doctrines.to_dict("records")
        ],
        keys=2,
    )
    print_text("share of the equilibrium; regret: points less than the value against the enemy's")
    typer.echo()
    print_table(
        ("side", "against", "best answer", "lead over the next", ""),
        [
            (line["side"], line["against"], line["best"], *_lead(line, step))
            for line in result.responses.to_dict("records")
        ],
        keys=2,
    )
    typer.echo()
    print_text(*result.conclusions())
    print_text(
        f"intervals: {result.resamples:,} samples of the battles, the same ones for every pair"
    )
    print_again(result.command)


def _lead(line: Mapping[Any, Any], step: float) -> tuple[str, str]:
    from sim.study.digits import number

    if "lead" not in line or line["lead"] != line["lead"]:
        return "", "the only one"
    low, middle, high = (
        number(line[key], step, sign=True) for key in ("lead_low", "lead", "lead_high")
    )
    text = f"{middle} over {line['next']} ({low} to {high})"
    return text, "" if line["clear"] else "not clear"
