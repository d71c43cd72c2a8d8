"""The outcome margin as it is: every battle counted in bins of whole steps, no fitted curve."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from sim.report.labels import text_width
from sim.report.look import Theme, look
from sim.report.style import (
    NARROW,
    POINTS,
    SMALL,
    TEXT,
    WIDE,
    is_wide,
    new_axes,
    paper,
    ready,
    styled,
    title,
)
from sim.study.battles import WINNERS, Battles
from sim.study.digits import MINUS, mean_text, rate_text
from sim.study.intervals import rate_of
from sim.study.phrases import counted

Floats = npt.NDArray[np.float64]

MOST_BINS = 40
PARTS = (10, 5, 4, 2)  # of an objective's points, finest first
BESIDE = 0.08  # inches of paper between the mean's line and its words
STACK = ("red", "draw", "blue")  # from below


def bin_width(margins: Floats, objective_points: float) -> float:
    """Return the width of a bin: a whole part or multiple of an objective's points.

    The finest one that gives at most 40 bins; without objectives 1, 2 or 5 times a power of ten.
    """
    span = float(margins.max() - margins.min())
    unit = objective_points or 1.0
    parts = [unit / part for part in PARTS if objective_points and (unit / part).is_integer()]
    times = (unit * digit * 10.0**power for power in itertools.count() for digit in (1, 2, 5))
    widths = itertools.chain(parts, times)
    return next(width for width in widths if span / width < MOST_BINS - 1)


def bin_edges(margins: Floats, width: float) -> Floats:
    """Return edges at whole multiples of the width that hold all margins."""
    first = math.floor(margins.min() / width)
    last = math.floor(margins.max() / width) + 1
    return np.arange(first, last + 1) * width


def margin_axes(width: float) -> Axes:
    """Return axes of the size that the figure is made for."""
    return new_axes(width, 3.6 if width > NARROW else 3.9)


@styled
def plot_margin(battles: Battles, axes: Axes | None = None, *, theme: Theme = "light") -> Axes:
    """Draw how many battles ended with which margin, by winner; returns the axes.

    One container of bars a winner, labelled `blue`, `red`, `draw`; margins are blue's view.
    """
    axes = ready(axes or margin_axes(WIDE))
    margins = np.asarray(battles.rows["margin"], np.float64)
    width = bin_width(margins, battles.prepared.scenario.objective_points)
    edges = bin_edges(margins, width)
    bottom = np.zeros(len(edges) - 1)
    for name in STACK:
        own = margins[battles.rows["winner"] == WINNERS.index(name)]
        counts = np.histogram(own, edges)[0]
        bars = axes.bar(
            edges[:-1], counts, width, bottom, align="edge", label=name, **look().sides[name].bars()
        )
        for bar, count in zip(bars, counts, strict=True):
            bar.set_visible(count > 0)  # an empty bar would leave its outline
        bottom += counts
    _frame(axes, edges, float(bottom.max()), width, len(margins))
    _mean(axes, battles)
    _shares(axes, battles)
    return axes


def _frame(axes: Axes, edges: Floats, highest: float, width: float, n: int) -> None:
    wide = is_wide(axes)
    headroom = 1.42 if wide else 1.62  # for the words above the bars
    axes.set(xlim=(edges[0] - width, edges[-1] + width), ylim=(0, headroom * highest))
    axes.plot([0, 0], [0, 1.04 * highest], color=look().rule, linewidth=0.8, zorder=0)
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.set_yticks([tick for tick in axes.get_yticks() if tick <= highest])
    axes.spines["left"].set_bounds(0, highest)
    axes.xaxis.set_major_locator(MaxNLocator(9 if wide else 5))
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:,.0f}".replace("-", MINUS))
    axes.set_ylabel(f"battles in {width:g} points")
    axes.set_xlabel("margin in points, blue's view" if wide else "points, blue's view")
    arrows: tuple[tuple[float, Any, str], ...] = (
        (0.0, "left", "\N{LEFTWARDS ARROW} red ahead"),
        (1.0, "right", "blue ahead \N{RIGHTWARDS ARROW}"),
    )
    for x, align, text in arrows:
        axes.annotate(
            text, (x, 0), (0, -27), "axes fraction", "offset points",
            ha=align, va="baseline", fontsize=SMALL, color=look().quiet,
        )  # fmt: skip
    title(axes, f"Margin of {counted(n, 'battle')}")


def _mean(axes: Axes, battles: Battles) -> None:
    """Mark the mean, and its interval with a thick stroke."""
    mean = battles.margin()
    height = 0.77 if is_wide(axes) else 0.68  # of the axes
    y = height * axes.get_ylim()[1]
    axes.plot([mean.mean] * 2, [0, y], color=look().ink, linewidth=1.0, linestyle=(0, (4, 2)))
    if not math.isnan(mean.se):
        axes.plot(
            [mean.low, mean.high], [y, y], color=look().ink, linewidth=3.0, solid_capstyle="butt"
        )
    text = f"mean {mean_text(mean)}"
    width, length = paper(axes)[0], text_width(text, TEXT) / POINTS
    low, high = axes.get_xlim()
    line = (mean.mean - low) / (high - low) * width
    beside = line + BESIDE if line < width / 2 else line - BESIDE - length
    place = min(max(beside, 0.0), width - length) / width, height
    axes.annotate(text, place, (0, 5), "axes fraction", "offset points", va="bottom", fontsize=TEXT)


def _shares(axes: Axes, battles: Battles) -> None:
    """Write each side's share of battles won, and that of draws, above the bars."""
    words = {side: f"{side} wins {rate_text(battles.win_rate(side))}" for side in ("red", "blue")}
    draws = int((battles.rows["winner"] == WINNERS.index("draw")).sum())
    if draws:
        words["draw"] = f"draws {rate_text(rate_of(draws, len(battles)))}"
    aligns: dict[str, tuple[float, Any]] = {
        "red": (0.0, "left"), "draw": (0.5, "center"), "blue": (1.0, "right"),
    }  # fmt: skip
    for line, (name, text) in enumerate(words.items()):
        x, align = aligns[name] if is_wide(axes) else (0.0, "left")
        axes.annotate(
            text, (x, 1), (0, 0 if is_wide(axes) else -13 * line),
            "axes fraction", "offset points", ha=align, va="top", color=look().sides[name].word,
            weight="normal" if name == "draw" else "bold",
        )  # fmt: skip
