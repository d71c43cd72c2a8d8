"""Labels on a map, each put where it covers nothing that was drawn before."""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias

from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.patheffects import withStroke
from matplotlib.textpath import TextPath

from sim.report.look import look

Style: TypeAlias = Literal["normal", "italic"]

POINTS = 72.0  # in an inch of paper
GAPS = (0.2, 0.8, 1.6, 2.6, 4.0)  # inches of the table between a label and what it names
#: Where a label goes by choice: (right, up), the middle of a side before a corner.
WAYS = ((-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))
TOO_FAR = 0.4  # area that a label would rather cover than stand an inch farther off


@dataclass(frozen=True)
class Box:
    """A rectangle in inches of the table."""

    left: float
    bottom: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def top(self) -> float:
        """Its upper edge."""
        return self.bottom + self.height

    def overlap(self, other: Box) -> float:
        """Return the area that it shares with another one."""
        across = min(self.right, other.right) - max(self.left, other.left)
        along = min(self.top, other.top) - max(self.bottom, other.bottom)
        return max(0.0, across) * max(0.0, along)


@dataclass
class Labels:
    """The free room on one map whose limits and size on paper are set."""

    axes: Axes
    taken: list[Box] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.axes.apply_aspect()
        left, right = self.axes.get_xlim()
        bottom, top = self.axes.get_ylim()
        self.table = Box(left, bottom, right - left, top - bottom)
        figure = self.axes.get_figure(root=True)
        assert figure is not None
        paper = self.axes.get_window_extent().width / figure.dpi * POINTS
        self.point = self.table.width / paper  # inches of the table in a point of paper

    def keep_free(self, x: float, y: float, half: float) -> None:
        """Let no label cover the square around a point."""
        self.taken.append(Box(x - half, y - half, 2 * half, 2 * half))

    def size(self, text: str, points: float, style: Style = "normal") -> tuple[float, float]:
        """Return a text's width and height in inches of the table."""
        return text_width(text, points, style) * self.point, points * self.point

    def place(self, around: Box, width: float, height: float) -> Box:
        """Return the best free place for a label of something that lies in a box, and take it."""
        best, least = around, float("inf")
        for gap, (right, up) in itertools.product(GAPS, WAYS):
            box = Box(
                _beside(around.left, around.width, width, gap, right),
                _beside(around.bottom, around.height, height, gap, up),
                width,
                height,
            )
            outside = width * height - box.overlap(self.table)
            cost = self.covered(box) + 4 * outside + TOO_FAR * gap
            if cost < least:
                best, least = box, cost
        self.taken.append(best)
        return best

    def covered(self, box: Box) -> float:
        """Return the area of what a label in a box would cover."""
        return sum(box.overlap(other) for other in self.taken)

    def write(
        self,
        box: Box,
        text: str,
        points: float,
        colour: str,
        style: Style = "normal",
        zorder: float = 9.0,
    ) -> None:
        """Write a text into its place."""
        self.axes.text(
            box.left,
            box.bottom + 0.12 * box.height,
            text,
            fontsize=points,
            color=colour,
            style=style,
            path_effects=halo(look().ground),
            zorder=zorder,
            clip_on=True,
        )

    def label(
        self, around: Box, text: str, points: float, colour: str, style: Style = "normal"
    ) -> None:
        """Write a text where there is room for it."""
        box = self.place(around, *self.size(text, points, style))
        self.write(box, text, points, colour, style)


def halo(ground: str) -> list[withStroke]:
    """Return the effect that frees letters from what lies below them."""
    return [withStroke(linewidth=1.6, foreground=ground)]


@lru_cache(4096)
@functools.lru_cache(4096)
def text_width(text: str, points: float, style: Style = "normal") -> float:
    """Return a text's width on paper, in points."""
    if not text.strip():
        return 0.0
    shape = TextPath((0, 0), text, prop=FontProperties(size=points, style=style))
    return float(shape.get_extents().width)


def _beside(start: float, length: float, own: float, gap: float, side: int) -> float:
    """Return where something `own` long begins: before, in the middle of, or after a stretch."""
    if side == 0:
        return start + (length - own) / 2
    return start - gap - own if side < 0 else start + length + gap
