"""What each rule is worth: a dot and its interval for every change, the largest on top."""

from __future__ import annotations

import textwrap

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from sim.report.labels import halo, text_width
from sim.report.look import Theme, look
from sim.report.pages import svg_bytes
from sim.report.style import (
    LINE_WIDTH,
    POINTS,
    SMALL,
    WIDE,
    is_wide,
    new_axes,
    paper,
    ready,
    styled,
    title,
    type_size,
)
from sim.studies.ablation import Ablation, records
from sim.study.digits import MINUS
from sim.study.phrases import listed

ROW = 0.21  # inches of paper a change
LINE = 0.16  # inches of paper a line of the note below
DOT = 5.0  # points
EDGE = 0.15  # inches beside lines whose words stand above them


def ablation_axes(width: float, found: Ablation) -> Axes:
    """Return axes of the size that the figure is made for."""
    left, bottom = _left(found, width), 0.75 + LINE * len(_note(found, width))
    height = ROW * (_lines(found, width) * len(_seen(found)) + 1)
    return new_axes(width, height + bottom + 0.4, left, bottom)


@styled
def plot_changes(found: Ablation, axes: Axes | None = None, *, theme: Theme = "light") -> Axes:
    """Draw the difference of every change that touched a battle, in points; returns the axes.

    One line a change with its 95% interval, its words above it where the figure is too narrow for
    them to stand beside it; the dot is filled where the change is clear of zero after Holm's
    correction. Two collections of dots are labelled `clear` and `not clear`.
    """
    axes = axes or ablation_axes(WIDE, found)
    figure = axes.get_figure(root=True)
    assert figure is not None
    width = figure.get_figwidth()
    lines, left = _lines(found, width), _left(found, width)
    inset = 0.0 if figure.get_layout_engine() else left  # an engine may take it from the width
    axes = ready(axes, left)
    note = _note(found, paper(axes)[0] + inset)
    axes = ready(axes, left, 0.75 + LINE * len(note))
    side, seen = found.question["side"], _seen(found)
    rows = range(len(seen))
    size = type_size(axes, lines * len(seen) + 1)
    axes.axvline(0, color=look().rule, linewidth=0.8, zorder=0)
    axes.hlines(rows, seen["low"], seen["high"], color=look().ink, linewidth=LINE_WIDTH)
    for clear, label in ((True, "clear"), (False, "not clear")):
        here = [row for row, told in zip(rows, seen["clear"], strict=True) if told == clear]
        fill = look().sides[side].word if clear else look().paper
        means = seen["difference"].iloc[here]
        axes.scatter(
            means, here, DOT**2, facecolor=fill, edgecolor=look().ink, zorder=3, label=label
        )
    if lines == 1:
        axes.set_yticks(list(rows), _labels(seen), fontsize=size)
        axes.tick_params(axis="y", length=0, labelcolor=look().ink)
        axes.set_ylim(len(seen) - 0.4, -0.6)
    else:
        axes.set_yticks([])
        axes.set_ylim(len(seen) - 0.6, -0.9)
        for row, label in enumerate(_labels(seen)):
            axes.text(
                0, row - 0.28, label, transform=axes.get_yaxis_transform(), va="center",
                fontsize=size, color=look().ink, path_effects=halo(look().paper),
            )  # fmt: skip
    axes.spines["left"].set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(7 if is_wide(axes) else 3))
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:+g}".replace("-", MINUS) if x else "0")
    axes.set_xlabel(f"points to {side}; 95% intervals")
    worth = f"What each rule is worth to {side}"
    title(axes, f"{worth} ({', '.join(found.question['doctrines'])})", worth, "Worth of each rule")
    for number, line in enumerate(note):
        axes.annotate(
            line, (0, 0), (0.1 - POINTS * left + 6, -44 - POINTS * LINE * number), "axes fraction",
            "offset points", fontsize=SMALL, color=look().quiet,
        )  # fmt: skip
    if not len(seen):
        axes.text(
            0.5, 0.5, "no change touched a battle", transform=axes.transAxes, ha="center",
            va="center", fontsize=SMALL, color=look().quiet,
        )  # fmt: skip
    return axes


def _beside(found: Ablation) -> float:
    """Return the room in inches that the words of the changes need beside their lines."""
    longest = max((text_width(label, SMALL) for label in _labels(_seen(found))), default=36.0)
    return longest / POINTS + 0.25


def _lines(found: Ablation, width: float) -> int:
    """Return the lines of a change in a figure of a width: two where its words stand above it."""
    return 1 if _beside(found) <= width / 2 else 2


def _left(found: Ablation, width: float) -> float:
    return _beside(found) if _lines(found, width) == 1 else EDGE


def ablation_svg(found: Ablation) -> bytes:
    """Return the figure as SVG; the same rows give the same bytes."""
    return svg_bytes(lambda: plot_changes(found))


def _seen(found: Ablation) -> pd.DataFrame:
    return found.changes[~found.changes["untouched"]].reset_index(drop=True)


def _labels(seen: pd.DataFrame) -> list[str]:
    arrow = "\N{RIGHTWARDS ARROW}"
    return [
        f"{line['change'].partition('=')[0]}: {line['was']} {arrow} {line['value']}  {line['marks']}"
        for line in records(seen)
    ]


def _note(found: Ablation, width: float) -> list[str]:
    """Return the lines below the figure."""
    asked = found.question
    n = len(found.changes)
    text = (
        f"Points of margin with the change less without it. Filled: clear of zero after Holm's "
        f"correction of {n} tests. Against {listed(asked['against'])}, "
        f"{asked['battles']:,} battles of each two doctrines."
    )
    untouched = found.changes[found.changes["untouched"]]
    if len(untouched):
        text += f" Untouched by these doctrines: {', '.join(untouched['change'])}."
    return textwrap.wrap(text, max(20, int(width * 14)))
