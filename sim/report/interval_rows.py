"""Rows of intervals below headings, each with its figures at the right: compare and tune."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from sim.report.labels import text_width
from sim.report.look import look
from sim.report.style import NARROW, POINTS, TEXT, paper
from sim.study.digits import MINUS

Words = Sequence[tuple[int, str]]  # the row, and what stands there


def write_heading(axes: Axes, y: int, text: str, inset: float, size: float) -> None:
    """Write a heading into a row, `inset` points from the left end of the scale."""
    axes.annotate(
        text, (0, y), (inset, 0), ("axes fraction", "data"), "offset points",
        va="center", fontsize=min(TEXT, 1.1 * size), fontweight="bold", color=look().ink,
    )  # fmt: skip


def frame_rows(axes: Axes, rows: int, names: Words, figures: Words, size: float) -> None:
    """Name the rows, write their figures, and mark the scale in points of either sign."""
    axes.set_ylim(rows - 0.5, -0.5)
    axes.set_yticks([y for y, _ in names], [name for _, name in names], fontsize=size)
    axes.tick_params(axis="y", length=0, labelcolor=look().ink)
    axes.spines["left"].set_visible(False)
    _figures(axes, figures, size)
    axes.xaxis.set_major_locator(MaxNLocator(7 if paper(axes)[0] > NARROW else 3))
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:+,.4g}".replace("-", MINUS) if x else "0")


def _figures(axes: Axes, words: Words, size: float) -> None:
    """Write the figures at the right, and widen the scale until they stand beside every interval."""
    room = (max(text_width(text, size) for _, text in words) / POINTS + 0.15) / paper(axes)[0]
    low, high = axes.get_xlim()
    axes.set_xlim(low, low + (high - low) / max(1 - room, 0.3))
    for y, text in words:
        axes.annotate(
            text, (1, y), (0, 0), ("axes fraction", "data"), "offset points",
            ha="right", va="center", fontsize=size, color=look().ink,
        )  # fmt: skip
