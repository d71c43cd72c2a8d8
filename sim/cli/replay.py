"""`overwatch replay`: one battle of a run again, told in words, as its trace, or drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sim.cli.options import ScenarioName, Settings
from sim.cli.output import print_story
from sim.cli.progress import compiling, say
from sim.cli.terminal import READABLE, width


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
    animation: Annotated[
        Path | None,
        typer.Option(
            "--animate", help="Animate it: a .gif file, or .mp4 where ffmpeg is installed."
        ),
    ] = None,
    theme: Annotated[
        str, typer.Option(help="Colours of the map and the animation: light or dark.")
    ] = "light",
) -> None:
    """Tell one battle of a run: in words with every die and chit, as its trace, on maps, or moving."""
    from sim.report.look import check_theme

    check_theme(theme)
    if drawing is not None:
        from sim.report.replay_figure import check_path

        check_path(drawing)
    if animation is not None:
        from sim.report.animation import check_animation

        check_animation(animation)
    from sim.study.replay import replay as fight_again

    with compiling():
        told = fight_again(scenario, battle, seed, blue, red, settings or [])
    made = {"map": drawing, "animation": animation}
    if drawing is not None:
        told.save_map(drawing, theme=theme)
    if animation is not None:
        say("drawing the animation, which takes about as long as it lasts")
        told.animate(animation, theme=theme)
    if as_json:
        typer.echo(told.json_lines(), nl=False)
    elif drawing is None and animation is None:
        print_story(told.words(min(width() or READABLE, READABLE)))
    for what, path in made.items():
        if path is not None:
            typer.echo(f"{what}: {path}", err=as_json)
