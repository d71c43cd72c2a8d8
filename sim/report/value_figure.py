"""Where the value of overwatch comes from: one bar a group of the difference, and their sum."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from sim.report.labels import text_width
from sim.report.look import Theme, look
from sim.report.pages import svg_bytes
from sim.report.style import (
    NARROW,
    POINTS,
    SMALL,
    WIDE,
    new_axes,
    paper,
    ready,
    styled,
    title,
    whiskers,
)
from sim.studies.worth import Value
from sim.study.digits import MINUS

HEIGHT = 0.62  # a bar's, in rows
LABELS = {
    "overwatch_fire": "fire on overwatch",
    "opportunity_fire": "opportunity fire",
    "activation_fire": "fire in activations",
    "other_arms": "artillery, assault, aboard",
    "losses": "own losses",
    "objectives": "objectives",
    "all": "all together",
}
LEFT = max(text_width(label, SMALL) for label in LABELS.values()) / POINTS + 0.2


def value_axes(width: float = WIDE) -> Axes:
    """Return axes of the size that the figure is made for."""
    return new_axes(width, 3.4, left=LEFT)


@styled
def plot_worth(answer: Value, axes: Axes | None = None, *, theme: Theme = "light") -> Axes:
    """Draw the difference that overwatch makes, group by group, with 95% intervals.

    One container of bars, labelled `difference`, the sum undermost; groups in which nothing happened
    are left out. Returns the axes.
    """
    axes = ready(axes or value_axes(), left=LEFT)
    parts = answer.parts
    groups = parts[(parts["part"] == "") & (parts[["with", "without"]] != 0).any(axis=1)]
    rows = range(len(groups) - 1, -1, -1)
    tones: dict[str, Any] = {
        "overwatch_fire": look().causes["overwatch"],
        "opportunity_fire": look().causes["opportunity"],
        "activation_fire": look().causes["activation"],
        "all": look().sides[answer.question["side"]],
    }
    means = groups["difference"]
    bars = axes.barh(rows, means, HEIGHT, label="difference")
    for bar, group in zip(bars, groups["group"], strict=True):
        tone = tones.get(group, look().sides["draw"])
        bar.set(**tone.bars())
    whiskers(axes, means, list(rows), xerr=[means - groups["low"], groups["high"] - means])
    axes.set_yticks(list(rows), [LABELS[group] for group in groups["group"]])
    axes.tick_params(axis="y", length=0)
    axes.axvline(0, color=look().ink, linewidth=0.8)
    axes.axhline(0.5, color=look().rule, linewidth=0.8)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:+,.0f}".replace("-", MINUS) if x else "0")
    asked = answer.question
    if paper(axes)[0] > NARROW:
        axes.set_xlabel(f"points a battle for {asked['side']}, with overwatch less without")
    else:
        axes.set_xlabel(f"points for {asked['side']}")
        axes.locator_params(axis="x", nbins=4)
    what = "Where the value of overwatch comes from"
    who = f"{asked['side']} ({asked['doctrine']}) against {asked['against']}"
    title(axes, f"{what}: {who}", what, "Value of overwatch")
    return axes


def value_svg(answer: Value) -> bytes:
    """Return the figure as SVG; the same answer gives the same bytes."""
    return svg_bytes(lambda: plot_worth(answer))
