"""The cells of a map of two varied values: their borders, figures, hatch, scale and key."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle
from matplotlib.patheffects import withStroke
from matplotlib.transforms import ScaledTranslation, blended_transform_factory

from sim.report.labels import halo, text_width
from sim.report.look import look
from sim.report.style import MIN_TYPE, POINTS, SMALL, paper
from sim.study.digits import MINUS, number

Floats = npt.NDArray[np.float64]

NOT_CLEAR = "////"
#: The line between cells that are clearly on either side of zero: it can be seen on any colour.
BREAK_EVEN: dict[str, Any] = {
    "color": "#141414",
    "linewidth": 1.8,
    "path_effects": [withStroke(linewidth=3.6, foreground="white")],
}
BESIDE, BAR = 0.12, 0.15  # inches up to the scale of a map, its width
BELOW = 0.42  # inches down to the key


def edges(spots: Floats) -> Floats:
    """Return the borders of cells halfway between their middles."""
    if len(spots) == 1:
        return np.array([spots[0] - 0.5, spots[0] + 0.5])
    half = np.diff(spots) / 2
    return np.concatenate([[spots[0] - half[0]], spots[:-1] + half, [spots[-1] + half[-1]]])


def hatched(across: Floats, along: Floats) -> Rectangle:
    """Return the hatch of a cell that is not clear of zero."""
    corner = (float(across[0]), float(along[0]))
    size = float(across[1] - across[0]), float(along[1] - along[0])
    return Rectangle(corner, *size, fill=False, hatch=NOT_CLEAR, edgecolor="#595959", linewidth=0)


def part(axes: Axes, ahead: Floats, edges_x: Floats, edges_y: Floats) -> bool:
    """Draw a line between neighbours that are clearly on either side; return whether there is one.

    `ahead` is 1 or -1 where a cell is clear, 0 where it is not.
    """
    borders = _borders(ahead, edges_x, edges_y)
    if borders:
        line = LineCollection(borders, label="break-even", capstyle="projecting", **BREAK_EVEN)
        axes.add_collection(line, autolim=False)
    return bool(borders)


def _borders(ahead: Floats, edges_x: Floats, edges_y: Floats) -> list[list[tuple[float, float]]]:
    """Return the borders between neighbours of which one is 1 and the other -1."""
    beside = np.argwhere(ahead[:, :-1] * ahead[:, 1:] < 0)
    above = np.argwhere(ahead[:-1] * ahead[1:] < 0)
    upright = [[(edges_x[j + 1], edges_y[i + up]) for up in (0, 1)] for i, j in beside]
    level = [[(edges_x[j + right], edges_y[i + 1]) for right in (0, 1)] for i, j in above]
    return upright + level


def write_figures(
    axes: Axes, x: Floats, y: Floats, mean: Floats, steps: Floats, dark: float
) -> None:
    """Write the means into their cells, in white where they are farther from zero than `dark`."""
    for i, j in itertools.product(range(len(y)), range(len(x))):
        if not np.isnan(mean[i, j]):
            deep = abs(mean[i, j]) > dark
            axes.text(
                x[j], y[i], number(mean[i, j], steps[i, j]), ha="center", va="center_baseline",
                fontsize=SMALL, color="white" if deep else "#222222",
                path_effects=None if deep else halo("white"),
            )  # fmt: skip


def draw_scale(axes: Axes, doctrines: Sequence[str], cells: Any) -> None:
    """Draw the scale of the colours right of the axes, as a part of them that goes where they go."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    first, second = doctrines
    inside: Any = axes.transAxes
    across = figure.dpi_scale_trans + ScaledTranslation(1, 0, inside)
    bar = axes.inset_axes((BESIDE, 0, BAR, 1), transform=blended_transform_factory(across, inside))
    figure.colorbar(cells, cax=bar)
    bar.yaxis.set_major_formatter(lambda v, _: f"{v:,.6g}".replace("-", MINUS))
    left, right = "\N{LEFTWARDS ARROW}", "\N{RIGHTWARDS ARROW}"
    words = f"{left} {second} ahead     {first} ahead {right}"
    fits = paper(axes)[1] * POINTS / text_width(words, SMALL)
    bar.set_ylabel(words, fontsize=max(MIN_TYPE, SMALL * min(1.0, fits)))


def draw_key(axes: Axes, parted: bool, unclear: bool) -> None:
    """Say below the axes what the line and the hatch are, where there are any."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    handles: list[Any] = []
    shift = ScaledTranslation(0, -BELOW, figure.dpi_scale_trans)
    if unclear:
        handles.append(
            Patch(fill=False, hatch=NOT_CLEAR, edgecolor=look().quiet, label="not clear of zero")
        )
    if parted:
        handles.append(Line2D([], [], label="break-even", **BREAK_EVEN))
    if handles:
        axes.legend(
            handles=handles, loc="upper left", bbox_to_anchor=(0.0, 0.0), borderaxespad=0.0,
            bbox_transform=axes.transAxes + shift,
            frameon=False, fontsize=SMALL, ncols=len(handles),
        )  # fmt: skip
