"""The table with the routes and the watched ground of some battles of a run."""

from __future__ import annotations

from matplotlib.axes import Axes

from sim.report.battle_map import AROUND, draw_table, draw_units
from sim.report.board import Board
from sim.report.labels import text_width
from sim.report.look import Theme, look
from sim.report.routes import routes_and_areas
from sim.report.style import (
    BOLD,
    POINTS,
    SMALL,
    WIDE,
    new_axes,
    paper,
    ready,
    settings,
    styled,
    title,
)  # fmt: skip
from sim.scenario import Scenario
from sim.study.battles import Battles
from sim.study.deployment import Event, deployment
from sim.study.phrases import counted
from sim.study.prepare import prepare
from sim.study.traces import traces

#: What the numbers beside carriers are, in more words and in fewer.
RIDERS = ("number in a circle: teams aboard", "in a circle: teams aboard")
TRACED = 12  # battles on the map: more would hide the ground


def map_axes(width: float, scenario: Scenario) -> Axes:
    """Return axes of the size that the figure is made for."""
    table = scenario.table
    left, bottom, top, right = AROUND
    height = (width - left - right) * table.height / table.width + bottom + top
    return new_axes(width, height, left, bottom, top, right)


def has_riders(start: Event) -> bool:
    """Return whether a deployment has teams aboard carriers, which a map shows as numbers."""
    return any(element["aboard"] for unit in start["units"] for element in unit["elements"])


def explain_riders(axes: Axes, start: Event) -> None:
    """Write above a map what the numbers beside carriers are, where the title leaves room."""
    if not has_riders(start):
        return
    size = float(settings(look().theme)["axes.titlesize"])
    room = paper(axes)[0] * POINTS - BOLD * text_width(axes.get_title(loc="left"), size)
    for note in RIDERS:
        if text_width(note, SMALL) + SMALL <= room:
            axes.annotate(
                note, (1, 1), (0, 4), xycoords="axes fraction", textcoords="offset points",
                ha="right", va="bottom", fontsize=SMALL, color=look().quiet,
            )  # fmt: skip
            return


@styled
def plot_map(battles: Battles, axes: Axes | None = None, *, theme: Theme = "light") -> Axes:
    """Draw where units went and what their counters watched in the first 12 battles."""
    prepared = battles.prepared
    axes = ready(axes or map_axes(WIDE, prepared.scenario), *AROUND)
    told = traces(prepared, battles.seed, min(TRACED, len(battles)))
    if told:
        routes_and_areas(axes, prepared.scenario, told, prepared.record[0]["sight"])
    else:
        draw_table(axes, prepared.scenario)
    what = "Routes and watched ground"
    title(axes, f"{what}, {counted(len(told), 'battle')}", what)
    explain_riders(axes, deployment(prepared, 0, 0))
    return axes


@styled
def plot_scenario(scenario: Scenario, axes: Axes | None = None, *, theme: Theme = "light") -> Axes:
    """Draw the table with both forces where they start; returns the axes."""
    axes = ready(axes or map_axes(WIDE, scenario), *AROUND)
    board = Board()
    start = deployment(prepare(scenario), 0, 0)
    board.hear(start)
    draw_units(axes, scenario, board, draw_table(axes, scenario))
    title(axes, scenario.title, scenario.name)
    explain_riders(axes, start)
    return axes
