"""`overwatch run`: fight a scenario many times, print the summary, write tables and a report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
    figures = result.figures()
    print_text(
        f"{figures['scenario']}: {figures['battles']:,} battles, seed {figures['seed']}, "
        f"{figures['turns']['mean']:.1f} turns on average"
    )
    typer.echo()
    print_table(("", "blue", "red"), side_rows(figures))
    typer.echo()
    margin = figures["margin"]
    print_text(
        f"margin (blue's view): {margin['mean']:+.1f} points, 95% {margin['low']:+.1f} to "
        f"{margin['high']:+.1f}; one battle's spread (sd) {margin['sd']:.0f}"
    )
    draws = figures["draw_rate"]
    print_text(f"draws: {percent(draws)}")
    print_text(
        f"{figures['battles_per_second']:,.0f} battles/s in {figures['seconds']:.1f} s; digest "
        f"{figures['digest'][:12]}"
    )
    print_again(figures["command"])


def side_rows(figures: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the lines of the summary table, one figure for each side."""
    n = max(1, figures["battles"])
    sides, watch, chance = figures["sides"], figures["overwatch"], figures["opportunity"]

    def both(name: str, text: Any) -> tuple[str, str, str]:
        return name, text("blue"), text("red")

    rows = [
        both("doctrine", lambda s: sides[s]["doctrine"]),
        both(
            "force",
            lambda s: (
                f"{sides[s]['units']} units, {sides[s]['elements']} elements, "
                f"{sides[s]['points']:.0f} points"
            ),
        ),
        both("wins", lambda s: percent(sides[s]["win_rate"])),
        both(
            "points lost",
            lambda s: (
                f"{sides[s]['points_lost']['mean']:.1f} ± {1.96 * sides[s]['points_lost']['se']:.1f}"
            ),
        ),
    ]
    for name, words in (
        ("declared", "overwatch declared a battle"),
        ("chances", "  chances (steps in the watched area)"),
        ("held", "  held"),
        ("fired", "  fired"),
        ("hits", "  hits"),
        ("kills", "  destroyed"),
    ):
        rows.append(both(words, lambda s, name=name: f"{watch[s][name] / n:.2f}"))
    for cause in ("under_fire", "activated"):
        rows.append(
            both(
                f"  gone unused: {cause.replace('_', ' ')}",
                lambda s, cause=cause: f"{watch[s]['off'][cause] / n:.2f}",
            )
        )
    rows.append(both("opportunity fire a battle", lambda s: f"{chance[s]['fired'] / n:.2f}"))
    rows.append(both("  destroyed", lambda s: f"{chance[s]['kills'] / n:.2f}"))
    arms = figures["arms"]
    for name, words in (
        ("missiles_fired", "missiles fired a battle"),
        ("missiles_shot_down", "  shot down"),
        ("missiles_hits", "  hits"),
        ("assaults", "close assaults a battle"),
        ("calls", "calls for fire answered a battle"),
    ):
        if any(arms[side][name] for side in arms):  # nothing to tell where nobody has them
            rows.append(both(words, lambda s, name=name: f"{arms[s][name] / n:.2f}"))
    return rows


def percent(rate: dict[str, float]) -> str:
    """Return a rate with its interval, in per cent."""
    return f"{100 * rate['mean']:.1f}% ({100 * rate['low']:.1f} to {100 * rate['high']:.1f})"
