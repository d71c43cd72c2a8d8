"""`overwatch compare`: a side's doctrines against each enemy, the same battles for all of them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.ending import end
from sim.cli.options import ScenarioName, Seed, Settings, Workers, names
from sim.cli.output import print_again, print_json, print_table, print_text, tell
from sim.cli.progress import bar, compiling

if TYPE_CHECKING:
    from sim.studies.comparison import Answer, Comparison


def compare(
    scenario: ScenarioName,
    side: Annotated[
        str | None, typer.Option(help="The side asked about; the defender, or red, if absent.")
    ] = None,
    doctrines: Annotated[
        str, typer.Option(metavar="A,B,...", help="Its doctrines; the first is the reference.")
    ] = "never,ambush,always",
    against: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="The enemy's doctrines; three if absent."),
    ] = None,
    until: Annotated[
        float | None,
        typer.Option(
            metavar="POINTS", help="Stop once each paired difference is known to within so much."
        ),
    ] = None,
    battles: Annotated[
        int | None,
        typer.Option(
            "-n", "--battles", help="Battles with each; with --until the most. [default: 10000]"
        ),
    ] = None,
    seed: Seed = None,
    settings: Settings = None,
    swap: Annotated[
        bool | None,
        typer.Option(
            "--swap/--no-swap",
            help="Fight each doctrine with both sides; so if the scenario is the same for both.",
        ),
    ] = None,
    workers: Workers = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder for the battles, the table and the figure; goes on there."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer as JSON.")] = False,
) -> None:
    """Say which of a side's doctrines is better, by how much, and against which enemies."""
    from sim.studies.compare import compare as fight

    with compiling(), bar() as progress:
        answer = fight(
            scenario,
            side=side,
            doctrines=names("doctrines", doctrines),
            against=names("against", against) or None,
            battles=battles,
            until=until,
            seed=seed,
            settings=settings or [],
            swap=swap,
            workers=workers,
            out=out,
            progress=progress,
        )
    if as_json:
        print_json(answer.as_dict())
    else:
        show(answer)
    end(answer, out)
    if out is not None:
        from sim.report.compare_report import write_comparison

        tell(as_json, f"report: {write_comparison(out)}")


def show(answer: Comparison) -> None:
    """Print the answer for people."""
    sides = " and ".join(answer.sides)
    print_text(
        f"{answer.scenario}: {sides} with {', '.join(answer.doctrines)}; "
        f"{sum(map(len, answer.rows.values())):,} battles, seed {answer.seed}"
    )
    if answer.swapped:
        print_text("the scenario is the same for both sides: each doctrine is fought with both")
    typer.echo()
    view = "the doctrine's view" if answer.swapped else f"{answer.side}'s view"
    print_table(
        (
            "against",
            "doctrine",
            "battles",
            f"margin, {view}",
            "wins",
            f"points more than {answer.reference}",
            "the same, luck taken out",
            "wins more in 100, luck taken out",
            "pairs that differ",
            "variance less by",
            "variance less by, luck taken out",
        ),
        [line(one) for one in answer.answers],
        keys=2,
    )
    typer.echo()
    print_text(*answer.conclusions())
    print_again(answer.command)


def line(one: Answer) -> tuple[str, ...]:
    """Return a line of the table."""
    from sim.studies.comparison_words import hundredfold
    from sim.study.digits import mean_text, rate_text

    own = (
        one.enemy,
        one.doctrine,
        f"{one.battles:,}",
        mean_text(one.margin, sign=True),
        rate_text(one.wins),
    )
    points, wins = one.to_reference, one.wins_to_reference
    if points is None or wins is None:
        return (*own, "the reference", "", "", "", "", "")
    return (
        *own,
        mean_text(points.paired, sign=True),
        mean_text(points.adjusted, sign=True),
        mean_text(hundredfold(wins.adjusted), sign=True),
        f"{100 * points.differ / points.pairs:.1f}%",
        times(points.paired_reduction),
        times(points.adjusted_reduction),
    )


def times(factor: float) -> str:
    """Return a variance reduction as people read it."""
    if math.isnan(factor):
        return "nothing varies"
    return f"{factor:.3g} times" if factor < math.inf else "all of it"
