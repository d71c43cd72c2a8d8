"""What each rule is worth: a dot and its interval for every change, the largest on top."""

from __future__ import annotations

import textwrap

import pandas as pd
from matplotlib.axes import Axes

from sim.report.labels import text_width
from sim.report.look import Theme, look
from sim.report.pages import svg_bytes
from sim.report.style import POINTS, SMALL, WIDE, new_axes, styled
from sim.studies.ablation import Ablation, records
from sim.study.digits import MINUS
from sim.study.phrases import listed

ROW = 0.21  # inches of paper a change
LINE = 0.16  # inches of paper a line of the note below
DOT = 5.0  # points


def ablation_axes(width: float, found: Ablation) -> Axes:
    """Return axes of the size that the figure is made for."""
    labels = _labels(_seen(found))
    left = max((text_width(label, SMALL) / POINTS for label in labels), default=0.5) + 0.2
    height = ROW * (len(labels) + 1)
    bottom = 0.6 + LINE * len(_note(found, width))
    return new_axes(width, height + bottom + 0.4, left=left, bottom=bottom)


@styled
def plot_changes(found: Ablation, axes: Axes | None = None, *, theme: Theme = "light") -> Axes:
    """Draw the difference of every change that touched a battle; returns the axes.

    One line a change with its 95% interval; the dot is filled where the change is clear of zero
    after Holm's correction. Two collections of dots are labelled `clear` and `not clear`.
    """
    axes = axes or ablation_axes(WIDE, found)
    side, seen = found.question["side"], _seen(found)
    rows = range(len(seen))
    axes.axvline(0, color=look().rule, linewidth=0.8, zorder=0)
    axes.hlines(rows, seen["low"], seen["high"], color=look().ink, linewidth=1.1)
    for clear, label in ((True, "clear"), (False, "not clear")):
        here = [row for row, told in zip(rows, seen["clear"], strict=True) if told == clear]
        fill = look().sides[side].word if clear else look().paper
        means = seen["difference"].iloc[here]
        axes.scatter(
            means, here, DOT**2, facecolor=fill, edgecolor=look().ink, zorder=3, label=label
        )
    axes.set_yticks(list(rows), _labels(seen))
    axes.tick_params(axis="y", length=0, labelcolor=look().ink)
    axes.set_ylim(len(seen) - 0.4, -0.6)
    axes.spines["left"].set_visible(False)
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:+g}".replace("-", MINUS) if x else "0")
    axes.set_xlabel(f"points to {side}; 95% intervals")
    axes.set_title(f"What each rule is worth to {side} ({', '.join(found.question['doctrines'])})")
    figure = axes.get_figure(root=True)
    assert figure is not None
    for number, line in enumerate(reversed(_note(found, figure.get_figwidth()))):
        axes.annotate(
            line, (0.01, 0), (0, POINTS * (LINE * number + 0.08)), "figure fraction",
            "offset points", fontsize=SMALL, color=look().quiet,
        )  # fmt: skip
    return axes


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
    return textwrap.wrap(text, int(width * 14.5))
