"""`overwatch replay`: one battle of a run again, told in words, as its trace, or drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.cli.options import ScenarioName, Settings
from sim.cli.progress import say


def replay(
    scenario: ScenarioName,
    battle: Annotated[int, typer.Option(help="Number of the battle: a row of `run`, from 0.")] = 0,
    seed: Annotated[int, typer.Option(help="Root seed of the run.")] = 1,
    blue: Annotated[
        str | None, typer.Option(help="Blue's doctrine: a name or a TOML file.")
    ] = None,
    red: Annotated[str | None, typer.Option(help="Red's doctrine: a name or a TOML file.")] = None,
    settings: Settings = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the trace, one JSON object a line.")
    ] = False,
    drawing: Annotated[
        Path | None,
        typer.Option("--map", help="Draw it turn by turn into a .png, .pdf or .svg file."),
    ] = None,
) -> None:
    """Tell one battle of a run: in words with every die and chit, as its trace, or on maps.

    Example: overwatch replay ridge_crossing --battle 7 --seed 1 --map battle.png
    """
    if drawing is not None:
        from sim.report.replay_figure import check_path

        check_path(drawing)
    say("loading the kernel (the first time on a machine compiles it, which takes half a minute)")
    from sim.study.replay import replay as fight_again

    told = fight_again(scenario, battle, seed, blue, red, settings or [])
    if drawing is not None:
        told.save_map(drawing)
    if as_json:
        typer.echo(told.json_lines(), nl=False)
    elif drawing is None:
        typer.echo(told.words(), nl=False)
    if drawing is not None:
        typer.echo(f"map: {drawing}", err=as_json)
