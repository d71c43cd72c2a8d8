"""Break-even: margin less the goal over the points added, and where it crosses zero."""

from __future__ import annotations

from matplotlib.axes import Axes

from sim.report.labels import halo
from sim.report.look import Theme, look
from sim.report.pages import svg_bytes
from sim.report.style import CAPS, SMALL, WIDE, new_axes, ready, styled, title
from sim.studies.balance import GOALS, BreakEven, interval_text, points_text
from sim.study.digits import MINUS

HEIGHT = 3.8  # inches of paper


def crossing_axes(width: float = WIDE) -> Axes:
    """Return axes of the size that the figure is made for."""
    return new_axes(width, HEIGHT, left=0.8)


@styled
def plot_crossing(found: BreakEven, axes: Axes | None = None, *, theme: Theme = "light") -> Axes:
    """Draw the forces that were fought with their 95% intervals, and the break-even; returns the axes.

    The container of dots is labelled `forces`; the break-even's interval is a band labelled
    `interval`, which runs to the edge where it is open.
    """
    axes = ready(axes or crossing_axes(), left=0.8)
    at, side = found.crossing, found.question["without"]
    tone = look().sides[side]
    fought = found.steps[found.steps["battles"] > 0]
    axes.errorbar(
        fought["added"], fought["difference"], fought["high"] - fought["difference"], label="forces",
        color=look().ink, ecolor=look().ink, fmt="o", markersize=4.5, **CAPS,
    )  # fmt: skip
    axes.axhline(0, color=look().rule, linewidth=0.8, zorder=0)
    left, right = axes.get_xlim()
    low, high = (
        end if end is not None else edge for end, edge in ((at.low, left), (at.high, right))
    )
    axes.axvspan(low, high, color=tone.fill, alpha=0.35, linewidth=0, zorder=0, label="interval")
    axes.set_xlim(left, right)
    if at.bracket is not None:
        ends = found.steps.iloc[list(at.bracket)]
        axes.plot(ends["added"], ends["difference"], color=look().ink, linewidth=1.0)
    if at.at is not None:
        axes.axvline(at.at, color=tone.word, linewidth=1.2, label="break-even")
    what = "none here" if at.at is None else points_text(at.at)
    text = f"break-even: {what}; 95% {interval_text(at.low, at.high)} points"
    axes.annotate(
        text, (0.01, 1), (0, -4), "axes fraction", "offset points", va="top", fontsize=SMALL,
        path_effects=halo(look().paper), color=look().quiet if at.at is None else look().ink,
    )  # fmt: skip
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda x, _: f"{x:+,g}".replace("-", MINUS) if x else "0")
    axes.set_xlabel(f"points added to {side}'s force of {found.base:,}")
    axes.set_ylabel("margin less the goal")
    needs = f"What {side} needs without overwatch"
    title(axes, f"{needs}, {GOALS[found.question['goal']]}", needs, "Break-even")
    low, high = axes.get_ylim()
    axes.set_ylim(low, high + 0.1 * (high - low))  # for the words above the dots
    return axes


def break_even_svg(found: BreakEven) -> bytes:
    """Return the figure as SVG; the same rows give the same bytes."""
    return svg_bytes(lambda: plot_crossing(found))
