"""`overwatch trigger`: from what value on one shot should be fired, target by target."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sim.cli.ending import interrupted
from sim.cli.options import Workers
from sim.cli.output import print_again, print_json, print_table, print_text, tell
from sim.cli.progress import bar, compiling

if TYPE_CHECKING:
    from sim.studies.stream_battle import Played
    from sim.studies.trigger import Trigger


def trigger(
    targets: Annotated[
        list[str] | None,
        typer.Option(
            "--target",
            metavar="KEYS",
            help="A target that may come, in order: p=0.8 value=30, or p, points (or a type of the "
            "motor pool) and the options of `overwatch odds shot` (fire_control=enhanced if absent); "
            "value=30@0.6,10@0.4: one of several; void=0.2: the chance that the counter is gone "
            "once it has been let by.",
        ),
    ] = None,
    common: Annotated[
        str, typer.Option("--all", metavar="KEYS", help="Keys of every target: weapon=HKP/3.")
    ] = "",
    left: Annotated[
        str, typer.Option(metavar="POINTS", help="Worth of a counter that is there at the end.")
    ] = "0",
    patience: Annotated[
        str | None,
        typer.Option(metavar="SHARE", help="Share of the best to come; that of patient if absent."),
    ] = None,
    battles: Annotated[
        int | None, typer.Option("--play", metavar="N", help="Let the kernel play it N times.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Root seed of --play; chosen if absent.")] = None,
    workers: Workers = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the tables and the figure.")] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON, exact fractions too.")
    ] = False,
) -> None:
    """Say from what value on a unit with one shot on overwatch should fire, target by target."""
    from sim.studies.trigger import trigger as decide
    from sim.study.files import check_folder

    if out is not None:
        check_folder(out)
    answer = decide(targets or [], common, left, patience)
    played: list[Played] = []
    command = answer.command
    if battles is not None:
        from sim.studies.stream_battle import play
        from sim.study.run import MOST_BATTLES, check_range, check_workers, chosen_seed

        check_range("play", battles, 2, MOST_BATTLES)
        check_workers(workers)
        seed = chosen_seed(seed)
        with compiling(), bar() as progress:
            played = play(answer, battles, seed, workers, progress)
        command += f" --play {battles} --seed {seed}"
    if as_json:
        print_json(as_document(answer, played, battles, seed) | {"command": command})
    else:
        show(answer, played, battles)
        print_again(command)
    if out is not None:
        from sim.report.trigger_report import write_trigger

        answer.save(out)
        tell(as_json, f"report: {write_trigger(answer, out)}")
    if battles is not None and len(played) <= len(answer.all_rules):
        interrupted(None, None)


def as_document(
    answer: Trigger, played: list[Played], battles: int | None, seed: int | None
) -> dict[str, Any]:
    """Return the JSON document; `played` is there if the kernel has played the stream."""
    document = answer.as_dict()
    if played:
        document["played"] = {
            "battles": battles,
            "seed": seed,
            "rules": [
                {
                    "rule": one.name,
                    "exact": None if one.exact is None else float(one.exact),
                    **one.points.as_dict(),
                }
                for one in played
            ],
        }
    return document


def show(answer: Trigger, played: list[Played], battles: int | None) -> None:
    """Print the answer for people."""
    table = answer.table
    rows = []
    for number, row in enumerate(table.to_dict("records"), 1):
        worth = f"{row['value']:.2f}"
        if row["least"] < row["most"]:
            worth += f" ({row['least']:.2f} to {row['most']:.2f})"
        does = {"fire": "fire", "wait": "wait", "some": f"fire from {row['fire_at']:.2f}"}
        rows.append(
            (
                f"{number} {row['target']}",
                f"{100 * row['comes']:.4g}%",
                worth,
                f"{row['fire_at']:.2f}",
                does[row["do"]],
                f"{100 * row['fired_at']:.1f}%",
            )
        )
    print_table(
        ("target", "comes", "a shot is worth", "fire if worth", "so", "shot goes here"), rows
    )
    typer.echo()
    rules = [
        (row["text"], f"{row['points']:.2f}", f"{100 * row['share']:.1f}%", f"{row['fires']:.3f}")
        for row in answer.rules.to_dict("records")
    ]
    print_table(("rule", "expected points", "of the best", "chance to fire"), rules)
    typer.echo()
    print_text(*answer.conclusions())
    if played:
        from sim.study.digits import mean_text
        from sim.study.notes import few_note

        typer.echo()
        told = [
            (
                one.text,
                mean_text(one.points),
                "" if one.exact is None else f"{float(one.exact):.2f}",
            )
            for one in played
        ]
        print_table((f"played {battles:,} times", "points (95%)", "exact"), told)
        print_text(*few_note(battles or 0))
