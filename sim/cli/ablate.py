"""`overwatch ablate`: what each rule of overwatch is worth to a side, in points."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.output import print_json, print_table
from sim.cli.progress import bar, compiling, say
from sim.cli.run import check_folder

if TYPE_CHECKING:
    from sim.studies.ablation import Ablation, Line

MOST_PAIRS = 20  # printed; all are in the tables and in `--json`


def ablate(
    scenario: Annotated[str, typer.Argument(help="A shipped scenario's name, or a TOML file.")],
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
    seed: Annotated[
        int | None, typer.Option(help="Root seed; chosen and printed if absent.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PLACE=VALUE", help="Change the scenario first."),
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Threads; all processors if absent.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for rows, tables and figure; goes on where it was.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the tables as JSON.")] = False,
) -> None:
    """Set each switch of the overwatch rules to its other values: what each is worth.

    Differences are points of margin in the side's view, on the same battles, with 95% intervals;
    p-values are corrected for the number of tests (Holm).

    Example: overwatch ablate ridge_crossing --side red --doctrines ambush,always
    """
    if out is not None:
        check_folder(out)
    from sim.studies.ablate import ENEMIES
    from sim.studies.ablate import ablate as study

    with compiling(), bar() as progress:
        result = study(
            scenario,
            side=side,
            doctrines=names(doctrines),
            against=ENEMIES if against is None else names(against),
            battles=battles,
            pairs=pairs,
            only=names(only),
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
    if out is not None:
        from sim.report.ablate_figure import write_ablation

        files = write_ablation(result, out)
        (typer.echo if not as_json else say)(f"written: {', '.join(map(str, files))}")


def names(text: str) -> list[str]:
    """Return the names of a list with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def show(result: Ablation) -> None:
    """Print the study for people."""
    from sim.studies.ablation import records

    asked = result.question
    typer.echo(
        f"{asked['scenario']}: {asked['side']} ({', '.join(asked['doctrines'])}) against "
        f"{', '.join(asked['against'])}; {asked['battles']:,} battles of each two, the same under "
        f"every rule; seed {asked['seed']}"
    )
    typer.echo()
    points = f"points to {asked['side']}, 95%"
    print_table(
        ("change", "was", "rule", points, "least to most", "altered", "p (Holm)", ""),
        [_row(line) for line in records(result.changes)],
    )
    if len(result.pairs):
        typer.echo()
        print_table(
            ("two changes", "together, 95%", "beyond their sum, 95%", "p (Holm)", ""),
            [_pair(line) for line in records(result.pairs.head(MOST_PAIRS))],
        )
        if len(result.pairs) > MOST_PAIRS:
            typer.echo(f"... and {len(result.pairs) - MOST_PAIRS} more")
    typer.echo()
    for sentence in result.summary():
        typer.echo(sentence)
    typer.echo(f"again: {result.command}")


def _row(line: Line) -> tuple[str, ...]:
    from sim.study.digits import number, step_of

    told = (line["change"], line["was"], line["marks"])
    if line["untouched"]:
        return (*told, "untouched", "", "none", "", "")
    step = step_of(line["se"])
    spread = f"{number(line['least'], step, True)} to {number(line['most'], step, True)}"
    points = _points(line, "difference", "low", "high", step)
    return (*told, points, spread, f"{line['altered']:.1%}", *_test(line))


def _pair(line: Line) -> tuple[str, ...]:
    from sim.study.digits import step_of

    step = step_of(line["se"])
    return (
        f"{line['first']} & {line['second']}",
        _points(line, "difference", "difference_low", "difference_high", step),
        _points(line, "extra", "low", "high", step),
        *_test(line),
    )


def _points(line: Line, mean: str, low: str, high: str, step: float) -> str:
    from sim.study.digits import number

    three = [number(line[name], step, True) for name in (mean, low, high)]
    return f"{three[0]} ({three[1]} to {three[2]})"


def _test(line: Line) -> tuple[str, str]:
    p = line["p_holm"]
    return "<0.001" if p < 0.001 else f"{p:.3f}", "clear" if line["clear"] else ""
