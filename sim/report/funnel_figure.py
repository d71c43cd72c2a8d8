"""The overwatch funnel: counters laid, chances, fire, hits, losses; and where the counters went."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.container import BarContainer

from sim.layout import codes as c
from sim.report import wording
from sim.report.labels import text_width
from sim.report.look import Theme, look
from sim.report.style import (
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
    whiskers,
)
from sim.study.battles import Battles
from sim.study.digits import number, step_of
from sim.study.intervals import Mean, mean_of

ROW = 0.235  # inches of paper a row
BAR = 0.68  # of a row
GAP = 0.5  # rows above a heading
PAD = 0.06  # inches between a bar and its figure


@dataclass(frozen=True)
class Line:
    """One row of the figure: a name, and each side's counts by battle."""

    name: str
    label: str
    counts: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]


def funnel_lines(battles: Battles) -> list[Line]:
    """Return the steps of the funnel."""
    rows = battles.rows
    return [
        Line(step, label, (rows[step][:, 0], rows[step][:, 1]))
        for step, label in wording.STEPS.items()
    ]


def off_lines(battles: Battles) -> list[Line]:
    """Return where the counters went: causes that happened, and those still on the table."""
    rows = battles.rows
    lines = []
    for place, cause in enumerate(c.OFF_CAUSES):
        counts = rows["off"][:, 0, place], rows["off"][:, 1, place]
        if cause == "fired" or any(side.any() for side in counts):
            lines.append(Line(f"off_{cause}", wording.OFF[cause], counts))
    left = rows["declared"] - rows["off"].sum(axis=2)
    lines.append(Line("standing", wording.STANDING, (left[:, 0], left[:, 1])))
    return lines


def funnel_axes(width: float, battles: Battles) -> Axes:
    """Return axes of the size that the figure is made for."""
    rows = len(funnel_lines(battles)) + len(off_lines(battles)) + 1 + GAP
    return new_axes(width, 0.75 + ROW * rows, left=0.15, bottom=0.1, top=0.65)


@styled
def plot_funnel(battles: Battles, axes: Axes | None = None, *, theme: Theme = "light") -> Axes:
    """Draw both sides' funnels back to back, in mean counts a battle; returns the axes.

    Two containers of bars labelled `blue` and `red`, one bar a row of `funnel_lines` and then of
    `off_lines`; a bar is as long as its mean, and begins where the names in the middle end.
    """
    axes = ready(axes or funnel_axes(WIDE, battles), left=0.15, bottom=0.1, top=0.65)
    steps, off = funnel_lines(battles), off_lines(battles)
    lines = [*steps, *off]
    rows = [float(row) for row in range(len(steps))]
    rows += [len(steps) + 1 + GAP + row for row in range(len(off))]
    means = {
        side: [mean_of(line.counts[number]) for line in lines]
        for number, side in enumerate(c.SIDES)
    }
    totals = {
        side: [int(line.counts[number].sum()) for line in lines]
        for number, side in enumerate(c.SIDES)
    }
    labels = {
        side: [_figure(*one, is_wide(axes)) for one in zip(means[side], totals[side], strict=True)]
        for side in c.SIDES
    }
    most = max(_end(mean) for side in means.values() for mean in side) or 1.0
    unit, middle = _scale(
        axes, most, [line.label for line in lines], [*labels["blue"], *labels["red"]]
    )
    held = list(wording.STEPS).index("held")
    for side, way in (("blue", -1), ("red", 1)):
        bars = _bars(axes, side, way * middle, rows, means[side], labels[side], PAD * unit)
        bars[held].set(hatch="////", facecolor=look().paper)  # chances, but no shots
    for row, line in zip(rows, lines, strict=True):
        axes.text(0, row, line.label, ha="center", va="center_baseline", fontsize=SMALL)
    heading = len(steps) + GAP
    axes.text(
        0, heading, "where the counters went", ha="center", va="center_baseline", fontsize=SMALL,
        weight="bold", color=look().quiet,
    )  # fmt: skip
    _frame(axes, battles, (-0.7, rows[-1] + 0.7))
    return axes


def _end(mean: Mean) -> float:
    """Return where a bar with its interval ends."""
    return mean.high if mean.se > 0 else mean.mean


def _figure(mean: Mean, total: int, wide: bool) -> str:
    text = number(mean.mean, step_of(2 * mean.se))  # the whisker shows the rest
    return f"{text}  ({total:,})" if wide else text


def _scale(axes: Axes, most: float, names: list[str], figures: list[str]) -> tuple[float, float]:
    """Set the limits across; return data units an inch of paper, and half the room of the names."""
    names_inches = max(text_width(name, SMALL) for name in names) / POINTS + 0.2
    figure_inches = max(text_width(text, SMALL) for text in figures) / POINTS + 3 * PAD
    bars = max(0.5, (paper(axes)[0] - names_inches) / 2 - figure_inches)
    unit = most / bars
    middle = names_inches / 2 * unit
    end = middle + most + figure_inches * unit
    axes.set_xlim(-end, end)
    return unit, middle


def _bars(
    axes: Axes,
    side: str,
    start: float,
    rows: list[float],
    means: list[Mean],
    labels: list[str],
    pad: float,
) -> BarContainer:
    """Draw one side's bars from the middle outwards, each with its interval and its figure."""
    way = -1 if start < 0 else 1
    tone = look().sides[side]
    bars = axes.barh(
        rows, [way * mean.mean for mean in means], BAR, left=start, label=side, **tone.bars()
    )
    gap = next(row for row in itertools.count() if row not in rows) - 0.5
    for top, bottom in ((-0.5, gap), (gap + 1 + GAP, rows[-1] + 0.5)):
        axes.plot([start, start], [top, bottom], color=look().rule, linewidth=0.8)
    for row, mean, label in zip(rows, means, labels, strict=True):
        if mean.se > 0:
            middle, half = start + way * mean.mean, mean.high - mean.mean
            whiskers(axes, middle, row, xerr=half)
        axes.text(
            start + way * (_end(mean) + pad), row, label, ha="left" if way > 0 else "right",
            va="center_baseline", fontsize=SMALL, color=tone.word if mean.mean else look().quiet,
        )  # fmt: skip
    return bars


def _frame(axes: Axes, battles: Battles, rows: tuple[float, float]) -> None:
    axes.set_ylim(rows[1], rows[0])  # the first step on top
    axes.set_axis_off()
    wide = is_wide(axes)
    names = battles.prepared.doctrines
    ends: tuple[tuple[float, Any], ...] = ((0.0, "left"), (1.0, "right"))
    for side, name, (x, align) in zip(c.SIDES, names, ends, strict=True):
        axes.annotate(
            f"{side} ({name})", (x, 1), (0, 2), "axes fraction", "offset points",
            ha=align, va="bottom", color=look().sides[side].word, weight="bold", fontsize=TEXT,
        )  # fmt: skip
    words = ["Overwatch a battle, with 95% intervals", "Overwatch a battle"]
    title(axes, f"{words[0]} (and in all battles)" if wide else words[0], *words, pad=22)
