"""The pages of a tuned doctrine and of a stream of targets: tune and trigger."""

from __future__ import annotations

from sim.report.pages import svg_bytes
from sim.report.render import Tile, figure
from sim.report.sheet import Sheet, facts_table, sheet_table, titled
from sim.report.sheets_doctrines import tile_of
from sim.report.trigger_figure import plot_thresholds, trigger_axes
from sim.report.tune_figure import edges_axes, plot_edges
from sim.report.views import trigger_lines, tuning_lines
from sim.studies.trigger import Trigger
from sim.studies.tuning import Tuning
from sim.study.phrases import listed


def tuning_sheet(found: Tuning, numbers: list[tuple[str, ...]], files: list[str]) -> Sheet:
    """Return the page of a tuning; `numbers` are its parameters for people, headings first."""
    last = found.last
    enemies = listed(last.against)
    return Sheet(
        "tune",
        found.scenario,
        f"{titled(found.scenario)}: can {found.rounds[0].doctrine} do better for {last.side}?",
        [
            tile_of(last.edge.mean, f"points a battle over {last.edge.over}, as it was"),
            tile_of(last.shipped.mean, f"over {last.shipped.over}, the best shipped doctrine"),
            tile_of(last.margin, f"points of margin for {last.side}, against {enemies}", last.side),
        ],
        found.conclusions(),
        [
            figure(
                "edges",
                "What the tuned doctrine earns more than before, and more than the best shipped one, "
                "enemy by enemy: on battles that the search has not seen, with 95% intervals.",
                " ".join(found.conclusions()),
                lambda width, theme: svg_bytes(
                    lambda: plot_edges(found, edges_axes(found, width), theme=theme), theme
                ),
            )
        ],
        [
            sheet_table("Round by round, with 95% intervals", tuning_lines(found)),
            sheet_table("The numbers of the doctrine", numbers),
        ],
        found.command,
        facts_table(
            {
                "scenario": found.scenario, "side": last.side, "doctrine": found.rounds[0].doctrine,
                "against": last.against, "battles": found.battles, "seed": found.seed,
            }
        ),
        files,
    )  # fmt: skip


def trigger_sheet(found: Trigger, files: list[str]) -> Sheet:
    """Return the page of a stream of targets."""
    first = found.table.iloc[0]
    return Sheet(
        "trigger",
        "one counter, one shot",
        "Fire now, or wait for something better?",
        [
            Tile(f"{float(found.stopping.value):.2f}", "points with the best trigger", "exact"),
            Tile(
                f"{first['value']:.2f}",
                f"points for a shot at the first, {first['target']}",
                "exact",
            ),
            Tile(f"{first['fire_at']:.2f}", "points from which to fire at it", "exact"),
        ],
        found.conclusions(),
        [
            figure(
                "thresholds",
                "What a shot at each target is worth, in the order in which they may come, and what "
                "waiting is worth at each.",
                " ".join(found.conclusions()),
                lambda width, theme: svg_bytes(
                    lambda: plot_thresholds(found, trigger_axes(width), theme=theme), theme
                ),
            )
        ],
        [sheet_table("Target by target, in points; exact", trigger_lines(found))],
        found.command,
        facts_table({"version": found.version}),
        files,
    )
