"""The table with the routes and the watched ground of some battles of a run."""

from __future__ import annotations

from matplotlib.axes import Axes

from sim.report.battle_map import draw_table
from sim.report.routes import routes_and_areas
from sim.report.style import WIDE, new_axes, styled
from sim.study.battles import Battles
from sim.study.traces import traces

TRACED = 12  # battles on the map: more would hide the ground


def map_axes(width: float, battles: Battles) -> Axes:
    """Return axes of the size that the figure is made for."""
    table = battles.prepared.scenario.table
    left, right, bottom, top = 0.3, 0.1, 0.25, 0.35
    height = (width - left - right) * table.height / table.width + bottom + top
    return new_axes(width, height, left, bottom, top, right)


@styled
def plot_map(battles: Battles, axes: Axes | None = None) -> Axes:
    """Draw where units went and what their counters watched in the first 12 battles."""
    axes = axes or map_axes(WIDE, battles)
    prepared = battles.prepared
    told = traces(prepared, battles.seed, min(TRACED, len(battles)))
    if told:
        routes_and_areas(axes, prepared.scenario, told, prepared.record[0]["sight"])
    else:
        draw_table(axes, prepared.scenario)
    axes.set_title(f"Routes and watched ground, {len(told)} battles")
    return axes
