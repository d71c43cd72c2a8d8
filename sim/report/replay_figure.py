"""A battle on the map, turn by turn."""

from __future__ import annotations

from matplotlib.axes import Axes

from sim.refusal import InputError
from sim.report.battle_map import draw_turn
from sim.report.look import Theme
from sim.report.map_figure import AROUND, map_axes
from sim.report.style import WIDE, ready, styled
from sim.study.replay import Replay


@styled
def plot_turn(
    replay: Replay, turn: int, axes: Axes | None = None, *, theme: Theme = "light"
) -> Axes:
    """Draw one turn: where every unit went, who fired at whom, what is watched at its end.

    Returns the axes; raises `InputError` for a turn that was not fought.
    """
    last = replay.events[-1]["turn"]
    if not 1 <= turn <= last:
        raise InputError(f"turn: {turn} is not between 1 and {last}")
    scenario = replay.prepared.scenario
    axes = ready(axes or map_axes(WIDE, scenario), *AROUND)
    draw_turn(axes, scenario, replay.events, turn)
    return axes
