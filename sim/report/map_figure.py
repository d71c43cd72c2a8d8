"""The table with the routes and the watched ground of some battles of a run."""

from __future__ import annotations

from matplotlib.axes import Axes

from sim.report.battle_map import AROUND, draw_table, draw_units
from sim.report.board import Board
from sim.report.look import Theme
from sim.report.routes import routes_and_areas
from sim.report.style import WIDE, new_axes, ready, styled, title
from sim.scenario import Scenario
from sim.study.battles import Battles
from sim.study.deployment import deployment
from sim.study.phrases import counted
from sim.study.prepare import prepare
from sim.study.traces import traces

TRACED = 12  # battles on the map: more would hide the ground


def map_axes(width: float, scenario: Scenario) -> Axes:
    """Return axes of the size that the figure is made for."""
    table = scenario.table
    left, bottom, top, right = AROUND
    height = (width - left - right) * table.height / table.width + bottom + top
    return new_axes(width, height, left, bottom, top, right)


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
    return axes


@styled
def plot_scenario(scenario: Scenario, axes: Axes | None = None, *, theme: Theme = "light") -> Axes:
    """Draw the table with both forces where they start; returns the axes."""
    axes = ready(axes or map_axes(WIDE, scenario), *AROUND)
    board = Board()
    board.hear(deployment(prepare(scenario), 0, 0))
    draw_units(axes, scenario, board, draw_table(axes, scenario))
    title(axes, scenario.title, scenario.name)
    return axes
