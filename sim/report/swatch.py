"""Squares of a key, filled as the bars that they stand for, with their words behind them."""

from __future__ import annotations

from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.transforms import Affine2D, ScaledTranslation, Transform

from sim.report.labels import text_width
from sim.report.look import Tone, look
from sim.report.style import BOLD, POINTS

SIDE, PAD, APART = (
    0.85,
    0.4,
    1.25,
)  # of the size of the words: a square, the room after it, after all

Entry = tuple[Tone | None, str]  # how the bars are filled, or nothing for words alone; the words


def length(entry: Entry, size: float) -> float:
    """Return the room of an entry and of what parts it from the next one, in points."""
    tone, text = entry
    square = (SIDE + PAD) * size if tone else 0.0
    return square + BOLD * text_width(text, size) + APART * size


def write_entries(
    axes: Axes,
    entries: list[Entry],
    at: tuple[float, float],
    within: Transform,
    shift: tuple[float, float],
    size: float,
) -> None:
    """Write entries side by side in bold type of a size in points, each in its tone.

    The first one begins `shift` points right of and above the place `at` within a transform, the line
    of its letters there.
    """
    figure = axes.get_figure(root=True)
    assert figure is not None
    paper = Affine2D().scale(1 / POINTS) + figure.dpi_scale_trans
    place = paper + ScaledTranslation(*at, cast(Any, within))
    x, y = shift
    for tone, text in entries:
        start = x
        if tone:
            axes.add_artist(
                Rectangle(
                    (x, y - 0.05 * size), SIDE * size, SIDE * size, transform=place, clip_on=False,
                    **tone.bars(),
                )
            )  # fmt: skip
            start += (SIDE + PAD) * size
        axes.annotate(
            text, at, (start, y), within, "offset points", fontsize=size, fontweight="bold",
            color=tone.word if tone else look().ink, annotation_clip=False,
        )  # fmt: skip
        x += length((tone, text), size)
