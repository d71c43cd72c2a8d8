"""`overwatch value`: what overwatch is worth to one side, and where that comes from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.output import print_json, print_table
from sim.cli.progress import compiling

if TYPE_CHECKING:
    import pandas as pd

    from sim.studies.value import Value


def value(
    scenario: Annotated[str, typer.Argument(help="A shipped scenario's name, or a TOML file.")],
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
    seed: Annotated[
        int | None, typer.Option(help="Root seed; chosen and printed if absent.")
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PLACE=VALUE", help="Change the scenario: rules.shots=2."),
    ] = None,
    workers: Annotated[int | None, typer.Option(help="Threads; all processors if absent.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder that keeps the rows, the tables and the figure.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
) -> None:
    """Say what overwatch is worth to one side of a scenario, in points, and where that comes from.

    Example: overwatch value ridge_crossing --side red --against aggressive
    """
    from sim.studies.value import value as ask

    with compiling():
        answer = ask(
            scenario, side, doctrine, against, instead, battles, seed, settings or [], workers, out
        )
    if as_json:
        print_json(answer.as_dict())
    else:
        show(answer)
    if out is not None:
        write(answer, out)


def show(answer: Value) -> None:
    """Print the answer for people."""
    asked = answer.question
    typer.echo(
        f"{asked['scenario']}: {asked['battles']:,} pairs of battles, seed {asked['seed']}, "
        f"points of {asked['side']}'s margin, means a battle"
    )
    typer.echo()
    print_table(
        ("points", "with overwatch", "without", "difference (95%)"), lines(answer, answer.parts)
    )
    typer.echo()
    beside = answer.beside
    told = beside[(beside["with"] != 0) | (beside["without"] != 0)]
    print_table(("beside", "with overwatch", "without", "difference (95%)"), lines(answer, told))
    typer.echo()
    for line in answer.summary():
        typer.echo(line)
    typer.echo(f"again: {answer.command}")


def lines(answer: Value, table: pd.DataFrame) -> list[tuple[str, str, str, str]]:
    """Return the lines of a table of the answer; what is zero throughout is left out."""
    from sim.studies.value import BESIDE, ENEMY, OWN, WORDS
    from sim.study.digits import mean_text

    rows = []
    for row in table.to_dict("records"):
        if row["group"] != "all" and row["with"] == row["without"] == row["difference"] == 0:
            continue
        part = row["part"]
        if part:
            cause = part.removeprefix(f"{ENEMY}_").removeprefix(f"{OWN}_")
            words = "  " + WORDS.get(part, f"by {cause}")
        else:
            words = {**WORDS, **BESIDE, "all": "all together"}[row["group"]]
        mean = answer.difference(*answer.parts_of(row["group"], part))
        rows.append(
            (words, f"{row['with']:.2f}", f"{row['without']:.2f}", mean_text(mean, sign=True))
        )
    return rows


def write(answer: Value, folder: Path) -> None:
    """Write the tables and the figure beside the rows."""
    import io

    from sim.report.files import write_files

    figure = answer.plot().get_figure(root=True)
    assert figure is not None
    picture = io.BytesIO()
    figure.savefig(picture, format="svg", metadata={"Date": None})
    files = write_files(
        folder,
        {
            "parts.csv": answer.parts.to_csv(index=False).encode(),
            "beside.csv": answer.beside.to_csv(index=False).encode(),
            "value.svg": picture.getvalue(),
        },
    )
    for file in files:
        typer.echo(f"written: {file}", err=True)
