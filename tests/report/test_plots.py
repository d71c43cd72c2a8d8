"""`plot_*` of every result: axes in, the same axes out, or new ones; light or dark."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from sim.refusal import InputError
from sim.report.look import LOOKS
from tests.results import MAKE, result

#: What a figure must be told beside the axes.
NEEDS: dict[str, dict[str, Any]] = {"plot_turn": {"turn": 2}}
WANTED = {
    "Battles": ["plot_funnel", "plot_losses", "plot_map", "plot_margin"],
    "Replay": ["plot_turn", "plot_turns"],
    "Comparison": ["plot_differences"],
    "Sweep": ["plot_advantage"],
    "Ablation": ["plot_changes"],
    "Game": ["plot_payoffs"],
    "Trigger": ["plot_thresholds"],
    "Value": ["plot_worth"],
    "BreakEven": ["plot_crossing"],
    "Sensitivity": ["plot_indices"],
    "Tuning": ["plot_edges"],
    "Scenario": ["plot_map"],
}


def plots() -> Iterator[Any]:
    for kind, names in WANTED.items():
        for name in names:
            yield pytest.param(kind, name, id=f"{kind}-{name}")


@pytest.mark.parametrize("kind", MAKE)
def test_every_figure_of_a_result_is_known_here(kind: str) -> None:
    found = [name for name in dir(type(result(kind))) if name.startswith("plot")]
    assert found == WANTED.get(kind, [])


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), [*plots()])
def test_axes_go_in_and_come_out(kind: str, name: str) -> None:
    plot, needs = getattr(result(kind), name), NEEDS.get(name, {})
    own = Figure(figsize=(7, 5)).subplots()
    assert plot(axes=own, **needs) is own
    assert own.has_data() or own.texts
    new = plot(**needs)
    assert isinstance(new, Axes) and new is not own
    assert to_hex(new.get_figure(root=True).get_facecolor()) == LOOKS["light"].paper
    dark = plot(theme="dark", **needs)
    assert to_hex(dark.get_figure(root=True).get_facecolor()) == LOOKS["dark"].paper


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), [*plots()])
def test_figures_are_told_and_refuse_what_they_have_not(kind: str, name: str) -> None:
    plot = getattr(result(kind), name)
    assert (inspect.getdoc(plot) or "").endswith(".")
    assert {"axes", "theme"} <= set(inspect.signature(plot).parameters)
    with pytest.raises(InputError, match="theme: 'sepia' is not one of light, dark"):
        plot(theme="sepia", **NEEDS.get(name, {}))


@pytest.mark.parametrize(("kind", "name"), [*plots()])
def test_what_is_not_one_axes_is_refused_in_one_line(kind: str, name: str) -> None:
    plot, needs = getattr(result(kind), name), NEEDS.get(name, {})
    figure = Figure()
    row, only = figure.subplots(1, 2), "axes: takes one matplotlib Axes, not "
    for wrong, words in {
        "array": (row, "an array of 2; pass axes[0]"),
        "grid": (np.array([row, row, row]), "an array of 3 x 2; pass axes[0, 0]"),
        "list": ([*row], "a list of 2; pass axes[0]"),
        "subplots": ((figure, row[0]), "a tuple of 2; pass axes[1]"),
        "mosaic": ({"left": row[0]}, "a dict of 1; pass axes['left']"),
        "numbers": (np.zeros(2), "an array of 2"),
        "figure": (figure, "a Figure"),
        "number": (3, "an int"),
    }.values():
        with pytest.raises(InputError) as refusal:
            plot(axes=wrong, **needs)
        assert str(refusal.value) == only + words
    if not needs:
        with pytest.raises(InputError, match="an array of 2"):
            plot(row)
    assert not row[0].has_data() and not row[0].texts


@pytest.mark.parametrize(
    ("kind", "name", "needs", "message"),
    [
        ("Replay", "plot_turn", {"turn": 99}, "turn: 99"),
        ("Comparison", "plot_differences", {"enemy": "nobody"}, "enemy: 'nobody' is not one of"),
        ("Sweep", "plot_advantage", {"place": "turns"}, "place: 'turns' is not one of"),
        ("Sensitivity", "plot_indices", {"output": "luck"}, "output: 'luck' is not one of"),
    ],
)
def test_a_part_that_is_not_there_is_refused(
    kind: str, name: str, needs: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        getattr(result(kind), name)(**needs)
