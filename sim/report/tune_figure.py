"""A tuned doctrine against what it was and against the best shipped one, enemy by enemy."""

from __future__ import annotations

from matplotlib.axes import Axes

from sim.refusal import InputError, whole_of
from sim.report.interval_rows import frame_rows, write_heading
from sim.report.labels import text_width
from sim.report.look import Theme, look
from sim.report.style import (
    POINTS,
    SMALL,
    WIDE,
    new_axes,
    ready,
    styled,
    title,
    type_size,
)
from sim.studies.tuning import Round, Tuning
from sim.study.digits import mean_text
from sim.study.intervals import Mean

ROW = 0.3  # inches of paper
FOOT, HEAD, RIGHT = 0.8, 0.4, 0.25  # inches around the rows
ALL = "all together"

Row = tuple[str, Mean | None]  # an enemy and the edge there, or a heading


def edges_axes(tuning: Tuning, width: float = WIDE, number: int | None = None) -> Axes:
    """Return axes of the size that the figure is made for."""
    rows = _rows(_round(tuning, number))
    return new_axes(width, FOOT + HEAD + ROW * len(rows), _left(rows), FOOT, HEAD, RIGHT)


@styled
def plot_edges(
    tuning: Tuning, axes: Axes | None = None, *, number: int | None = None, theme: Theme = "light"
) -> Axes:
    """Draw what the tuned doctrine earns more, in points of the proof's battles; returns the axes.

    Over the original and over the best shipped doctrine, against each enemy and against all of them,
    with 95% intervals (containers labelled `edge`). Of the round of that `number`, or of the last one
    that tuned the side asked for. Raises `InputError` for a round there was not.
    """
    one = _round(tuning, number)
    rows = _rows(one)
    axes = ready(axes or edges_axes(tuning, WIDE, number), _left(rows), FOOT, HEAD, RIGHT)
    now, size = look(), type_size(axes, len(rows))
    axes.axvline(0, color=now.rule, linewidth=0.8, zorder=0)
    words = []
    for y, (text, mean) in enumerate(rows):
        if mean is None:
            write_heading(axes, y, text, 8 - _left(rows) * POINTS, size)
            continue
        axes.errorbar(
            mean.mean, y, xerr=mean.high - mean.mean, fmt="o", color=now.ink, capsize=2.5,
            markersize=5.0 if text == ALL else 3.5, elinewidth=1.4 if text == ALL else 0.9,
            label="edge",
        )  # fmt: skip
        words.append((y, mean_text(mean, sign=True)))
    named = [(y, text) for y, (text, mean) in enumerate(rows) if mean is not None]
    frame_rows(axes, len(rows), named, words, size)
    axes.set_xlabel(f"points more a battle for {one.side}\non fresh battles; 95% intervals")
    title(axes, f"{one.name}, tuned for {one.side}: what it gains", f"What {one.name} gains")
    return axes


def _round(tuning: Tuning, number: int | None) -> Round:
    if number is None:
        return tuning.last
    number = whole_of("number", number)
    for one in tuning.rounds:
        if one.number == number:
            return one
    raise InputError(f"number: {number} is not one of the {len(tuning.rounds)} rounds")


def _rows(one: Round) -> list[Row]:
    rows: list[Row] = []
    for edge, what in ((one.edge, "as it was"), (one.shipped, "the best shipped")):
        rows.append((f"over {edge.over}, {what}", None))
        if len(edge.each) > 1:
            rows += [(f"against {enemy}", mean) for enemy, mean in edge.each.items()]
        rows.append((ALL if len(edge.each) > 1 else f"against {next(iter(edge.each))}", edge.mean))
    return rows


def _left(rows: list[Row]) -> float:
    return max(text_width(text, SMALL) for text, mean in rows if mean is not None) / POINTS + 0.25
