"""Every figure once, of a few battles of fixed seeds: what the baseline images show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sim.report.ablate_figure import ablation_axes, plot_changes
from sim.report.compare_figure import differences_axes, plot_differences
from sim.report.explorer_figure import along_axes, plot_along, plot_explored
from sim.report.figures import FIGURES, plot_scenario
from sim.report.game_figure import game_axes, plot_payoffs
from sim.report.look import Theme
from sim.report.map_figure import map_axes
from sim.report.points_figure import crossing_axes, plot_crossing
from sim.report.replay_figure import plot_turn, plot_turns, turns_axes
from sim.report.sensitivity_figure import indices_axes, plot_indices, plot_sensitivity
from sim.report.sweep_figure import line_axes, plot_advantage, plot_sweep
from sim.report.sweep_figure import map_axes as grid_axes
from sim.report.trigger_figure import plot_thresholds, trigger_axes
from sim.report.tune_figure import edges_axes, plot_edges
from sim.report.value_figure import plot_worth, value_axes
from sim.scenario import load_scenario
from sim.studies.ablate import ablate
from sim.studies.breakeven import break_even
from sim.studies.compare import compare
from sim.studies.explore import Asked, explore, explore_all
from sim.studies.game import game
from sim.studies.sensitivity import sensitivity
from sim.studies.sweep import sweep
from sim.studies.trigger import trigger
from sim.studies.tune import tune
from sim.studies.value import value
from sim.study.battles import Battles
from sim.study.replay import Replay, replay
from sim.study.run import run


@cache
def fought() -> Battles:
    return run("ridge_crossing", 40, seed=1)


@cache
def told(name: str = "ridge_crossing", battle: int = 0) -> Replay:
    return replay(name, battle, 1)


@cache
def compared() -> Any:
    return compare(
        "ridge_crossing", "red", ("never", "ambush", "always"), ("bounding", "random"), 100, seed=3
    )


@cache
def swept(*vary: str, **more: Any) -> Any:
    return sweep("duel", vary, "red", ("ambush", "never"), battles=30, seed=1, **more)


@cache
def ablated() -> Any:
    only = ("overwatch", "shots", "speed", "facing")
    return ablate("duel", "blue", ("always",), ("never",), 60, only=only[:2], seed=1)


@cache
def played() -> Any:
    return game("duel", ("always", "never"), ("ambush", "never", "bounding"), 40, seed=1)


@cache
def valued() -> Any:
    return value("ridge_crossing", "red", "ambush", battles=60, seed=1)


@cache
def balanced() -> Any:
    return break_even("duel", "red", "never", "ambush", ("never",), battles=60, seed=1)


@cache
def moved() -> Any:
    places = ("turns=2:6", "red.units.0.at.0=30:38")
    return sensitivity("duel", places, "red", battles=20, samples=16, seed=1)


@cache
def awaited() -> Any:
    return trigger(
        ["value=10 name=scout", "value=20@0.25,4@0.75 name=tank", "p=0.5 value=30 name=command"]
    )


@cache
def explored() -> Any:
    return explore_all(100, distance=[12, 24, 36], to_come=[1, 2, 3], against="aggressive")


@dataclass(frozen=True)
class Sample:
    """A figure: its result, the axes that it is made for, and how it is drawn on axes."""

    result: Callable[[], Any]
    axes: Callable[[Any, float], Axes]
    draw: Callable[..., Axes]

    def drawn(self, width: float = 9.0, theme: Theme = "light", axes: Axes | None = None) -> Axes:
        result = self.result()
        return self.draw(result, axes or self.axes(result, width), theme=theme)


@cache
def tuned() -> Any:
    against = ["bounding", "calculating"]
    return tune("ridge_crossing", "ambush", "red", against, trials=3, battles=80, seed=1)


def _along() -> Any:
    return swept("red.units.0.at.0=30:38:4")


def _over() -> Any:
    return swept("red.units.0.at.0=30:38:4", "turns=3,4,6")


def _scattered() -> Any:
    return swept("red.units.0.at.0=30:38", "turns=3:6", lhs=6)


SINGLE = {
    **{
        figure.name: Sample(
            fought, lambda result, width, figure=figure: figure.axes(width, result), figure.plot
        )
        for figure in FIGURES
    },
    "scenario": Sample(
        lambda: load_scenario("village_road"),
        lambda result, width: map_axes(width, result),
        plot_scenario,
    ),
    "turn": Sample(
        told,
        lambda result, width: map_axes(width, result.prepared.scenario),
        lambda result, axes, **named: plot_turn(result, 2, axes, **named),
    ),
    "turns": Sample(
        lambda: told("duel"),
        lambda result, width: turns_axes(width, result.prepared.scenario, result.events),
        plot_turns,
    ),
    "differences": Sample(compared, differences_axes, plot_differences),
    "advantage_line": Sample(_along, lambda _, width: line_axes(width), plot_advantage),
    "advantage_map": Sample(_over, grid_axes, plot_advantage),
    "advantage_points": Sample(_scattered, lambda _, width: line_axes(width), plot_advantage),
    "changes": Sample(ablated, lambda result, width: ablation_axes(width, result), plot_changes),
    "payoffs": Sample(played, game_axes, plot_payoffs),
    "thresholds": Sample(awaited, lambda _, width: trigger_axes(width), plot_thresholds),
    "worth": Sample(valued, lambda _, width: value_axes(width), plot_worth),
    "crossing": Sample(balanced, lambda _, width: crossing_axes(width), plot_crossing),
    "indices": Sample(moved, indices_axes, plot_indices),
    "edges": Sample(tuned, edges_axes, plot_edges),
    "along": Sample(
        explored,
        lambda _, width: along_axes(width),
        lambda result, axes, **named: plot_along(
            result, "distance", by="to_come", axes=axes, **named
        ),
    ),
}
#: Figures of several axes.
WHOLE: dict[str, Callable[[float, Theme], Figure]] = {
    "sweep": lambda width, theme: plot_sweep(_scattered(), width, theme=theme)[0].figure,
    "explored": lambda _, theme: plot_explored(
        explore(Asked(distance=24), 100), explore(Asked(), 100), theme=theme
    ),
    "sensitivity": lambda width, theme: plot_sensitivity(moved(), width, theme=theme)[0].figure,
}


def figure_of(name: str, width: float = 9.0, theme: Theme = "light") -> Figure:
    """Return a figure by its name."""
    if name in WHOLE:
        return WHOLE[name](width, theme)
    figure = SINGLE[name].drawn(width, theme).get_figure(root=True)
    assert figure is not None
    return figure
