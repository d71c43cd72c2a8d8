"""`overwatch tune`: better numbers for a doctrine, proved on battles that were not searched on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.ending import end
from sim.cli.options import ScenarioName, Seed, Settings, Workers, names
from sim.cli.output import print_again, print_json, print_table, print_text, tell
from sim.cli.progress import bar, compiling

if TYPE_CHECKING:
    from sim.studies.tuning import Round, Tuning


def tune(
    scenario: ScenarioName,
    doctrine: Annotated[
        str, typer.Option(help="The doctrine whose parameters are tuned: a name or a TOML file.")
    ],
    side: Annotated[str, typer.Option(help="Who plays it: blue or red.")],
    against: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help="The enemy's doctrines, all alike often; bounding, opportunist and calculating if "
            "absent.",
        ),
    ] = None,
    trials: Annotated[int, typer.Option(help="How many candidates the search tries.")] = 60,
    battles: Annotated[
        int, typer.Option("-n", "--battles", help="Battles against each enemy doctrine.")
    ] = 4000,
    rounds: Annotated[
        int, typer.Option(help="Rounds in which the sides answer each other in turn.")
    ] = 1,
    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--range",
            metavar="NAME=LOW:HIGH",
            help="Where a parameter is looked for; a quarter to four times its value if absent, a "
            "value below 1 at most to 1, zero from 0 to 1.",
        ),
    ] = None,
    sampler: Annotated[str, typer.Option(help="How candidates are proposed: tpe or cma.")] = "tpe",
    seed: Seed = None,
    settings: Settings = None,
    workers: Workers = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER or FILE.toml",
            help="File for the tuned doctrine; with --rounds also one a round, FILE_1.toml and on",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")] = False,
) -> None:
    """Search a doctrine's numbers, and measure the best ones on battles they were not searched on."""
    folder = folder_of(out)
    from sim.studies.tune import USUAL
    from sim.studies.tune import tune as find

    with compiling(), bar() as progress:
        result = find(
            scenario,
            doctrine,
            side,
            against=names("against", against) or USUAL,
            trials=trials,
            battles=battles,
            rounds=rounds,
            seed=seed,
            ranges=ranges or [],
            sampler=sampler,
            settings=settings or [],
            workers=workers,
            progress=progress,
            out=folder,
        )
    if as_json:
        print_json(result.as_dict())
    else:
        show(result)
    if out is None:
        end(result)
    elif folder is None:
        end(result)
        write(result, out)
        other = "blue" if side == "red" else "red"
        tell(
            as_json,
            f"doctrine: {out} (overwatch run {scenario} --{side} {out})"
            + (f"; {other}'s beside it" if rounds > 1 else ""),
        )
    else:
        end(result, folder)
        from sim.report.tune_report import write_tuning

        tell(as_json, f"report: {write_tuning(result, folder)}")


def folder_of(out: Path | None) -> Path | None:
    """Return the folder that `--out` names, None for a doctrine's file, or where there is none.

    Refuses a file that cannot be written, before any battle is fought.
    """
    from sim.refusal import InputError
    from sim.study.files import check_folder

    if out is None or out.suffix != ".toml":
        return out
    if out.is_dir():
        raise InputError(f"--out {out}: is a folder, not a file")
    check_folder(out.parent)
    return None


def write(result: Tuning, file: Path) -> None:
    """Write the side's tuned doctrine, and with several rounds each round's beside it."""
    from sim.study.files import write_files

    texts = {file.name: result.text}
    if len(result.rounds) > 1:
        texts |= {f"{file.stem}_{one.number}.toml": one.text for one in result.rounds}
    write_files(file.parent, {name: text.encode() for name, text in texts.items()})


def show(result: Tuning) -> None:
    """Print each round's numbers and findings for people."""
    print_text(
        f"{result.scenario}: {result.trials} candidates a round, {result.battles:,} battles against "
        f"each enemy doctrine, seed {result.seed}"
    )
    for one in result.rounds:
        typer.echo()
        show_round(one, result.battles)
    if len(result.rounds) > 1:
        typer.echo()
        show_ladder(result)
    typer.echo()
    print_text(
        "margins and edges are in the side's own view; fresh battles are of a seed of their own, "
        "neither searched on nor chosen by"
    )
    print_again(result.command)


def show_round(one: Round, battles: int) -> None:
    """Print a round: the numbers before and after, the edges, the findings."""
    from sim.studies.tune_words import sentences
    from sim.study.digits import mean_text
    from sim.study.phrases import listed

    print_text(f"round {one.number}: {one.side}'s {one.doctrine} against {listed(one.against)}")
    print_table(
        ("parameter", "was", "now", "looked for"),
        [
            (
                name,
                f"{one.original[name]:g}",
                f"{one.values[name]:g}",
                f"{span.low:g} to {span.high:g}",
            )
            for name, span in one.spans.items()
        ],
    )
    typer.echo()
    edges = [one.edge] if one.edge.over == one.shipped.over else [one.edge, one.shipped]
    print_table(
        ("enemy doctrine", *(f"edge over {edge.over}" for edge in edges)),
        [(foe, *(mean_text(edge.each[foe], sign=True) for edge in edges)) for foe in one.against],
    )
    typer.echo()
    print_text(f"{one.name}'s margin: {mean_text(one.margin, sign=True, unit='points')}")
    print_text(*sentences(one, battles))


def show_ladder(result: Tuning) -> None:
    """Print what each round's answer was worth."""
    from sim.study.digits import mean_text

    print_table(
        ("round", "side", "doctrine", "against", "margin", "edge over what it was"),
        [
            (
                str(one.number),
                one.side,
                one.name,
                ", ".join(one.against),
                mean_text(one.margin, sign=True),
                mean_text(one.edge.mean, sign=True),
            )
            for one in result.rounds
        ],
    )
