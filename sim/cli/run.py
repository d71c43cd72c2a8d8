"""`overwatch run`: fight a scenario many times, print the summary, write tables and a report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.ending import end
from sim.cli.options import ScenarioName, Seed, Settings, Workers
from sim.cli.output import print_again, print_json, print_table, print_text, tell
from sim.cli.progress import bar, compiling

if TYPE_CHECKING:
    from sim.study.battles import Battles


def run(
    scenario: ScenarioName,
    battles: Annotated[int, typer.Option("-n", "--battles", help="How many battles.")] = 10_000,
    seed: Seed = None,
    blue: Annotated[
        str | None, typer.Option(help="Blue's doctrine: a name or a TOML file.")
    ] = None,
    red: Annotated[str | None, typer.Option(help="Red's doctrine: a name or a TOML file.")] = None,
    settings: Settings = None,
    workers: Workers = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder for tables, figures and the HTML report.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Fight a scenario many times and say what came of it."""
    from sim.study.run import run as fight

    with compiling(), bar() as progress:
        result = fight(
            scenario,
            battles=battles,
            seed=seed,
            blue=blue,
            red=red,
            settings=settings or [],
            workers=workers,
            progress=progress,
            out=out,
        )
    if as_json:
        print_json(result.as_dict())
    else:
        show(result)
    end(result, out)
    if out is not None:
        from sim.report.html import write_report

        with bar() as progress:
            page = write_report(result, out, progress)
        tell(as_json, f"report: {page}")


def show(result: Battles) -> None:
    """Print the summary for people."""
    from sim.study.digits import mean_text
    from sim.study.intervals import mean_of
    from sim.study.phrases import counted

    print_text(
        f"{result.prepared.scenario.name}: {counted(len(result), 'battle')}, seed {result.seed}, "
        f"turns: {mean_text(mean_of(result.rows['turns']))}"
    )
    typer.echo()
    print_table(("means a battle, 95% intervals", "blue", "red"), side_rows(result))
    typer.echo()
    margin = result.margin()
    text = f"margin (blue's view): {mean_text(margin, sign=True, unit='points')}"
    if margin.sd == margin.sd:  # two battles or more
        text += f"; single battles spread around it by {margin.sd:,.0f} (standard deviation)"
    print_text(text)
    print_text(*result.conclusions())
    print_text(
        f"{len(result) / max(result.seconds, 1e-9):,.0f} battles/s in {result.seconds:.1f} s; digest "
        f"{result.digest[:12]}"
    )
    print_again(result.command)


def side_rows(result: Battles) -> list[tuple[str, str, str]]:
    """Return the lines of the summary table, one figure for each side."""
    from sim.layout import codes as c
    from sim.study.digits import count_text, rate_text
    from sim.study.phrases import counted
    from sim.study.prepare import starting_points

    rows, prepared = result.rows, result.prepared
    points = starting_points(prepared)

    def both(name: str, text: Callable[[int], str]) -> tuple[str, str, str]:
        return name, text(0), text(1)

    def force(side: int) -> str:
        units = prepared.scenario.sides[side].units
        elements = sum(unit.size for unit in units)
        counts = f"{counted(len(units), 'unit')}, {counted(elements, 'element')}"
        return f"{counts}, {points[side]:,.0f} points"

    def counts(name: str, words: str, place: int | None = None) -> tuple[str, str, str]:
        def text(side: int) -> str:
            column = rows[name][:, side]
            return count_text(column if place is None else column[:, place], upper=True)

        return both(words, text)

    told = [
        both("doctrine", lambda side: prepared.doctrines[side]),
        both("force", force),
        both("wins", lambda side: rate_text(result.win_rate(c.SIDES[side]))),
        counts("points_lost", "points lost"),
        counts("declared", "counters of overwatch laid"),
        counts("chances", "  chances (steps in the watched area)"),
        counts("held", "  held"),
        counts("fired", "  fired"),
        counts("hits", "  hits"),
        counts("kills", "  destroyed"),
    ]
    for cause in ("under_fire", "activated"):
        words = f"  gone unused: {cause.replace('_', ' ')}"
        told.append(counts("off", words, c.OFF_CAUSES.index(cause)))
    told += [
        counts("opportunity_fired", "volleys of opportunity fire"),
        counts("opportunity_kills", "  destroyed"),
    ]
    if rows["missiles"].any():  # nothing to tell where nobody has them
        for place, words in enumerate(("missiles fired", "  shot down", "  hits")):
            told.append(counts("missiles", words, place))
    for name, words in (("assaults", "close assaults"), ("calls", "calls for fire answered")):
        if rows[name].any():
            told.append(counts(name, words))
    return told
