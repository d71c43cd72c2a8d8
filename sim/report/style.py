"""One visual language for all figures: paper, type, the sides' and the causes' tones.

Sides and causes differ in lightness as well as in hue, and the middle cause is hatched, so that a
figure printed in black and white can still be read. Maps take the same colours from `marks`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from sim.report.marks import EDGE, FILL, INK, NOBODY, SHOTS

P = ParamSpec("P")
T = TypeVar("T")

DPI = 100
WIDE, NARROW = 9.0, 3.8  # inches: a desktop page, a telephone
POINTS = 72.0  # in an inch of paper
TEXT, SMALL = 9.0, 8.0  # points
QUIET = "#595959"  # axes and notes
RULE = "#b8b8b8"  # lines that only guide

STYLE: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": TEXT,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 8.0,
    "axes.labelsize": TEXT,
    "axes.labelcolor": QUIET,
    "axes.edgecolor": RULE,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "xtick.color": RULE,
    "ytick.color": RULE,
    "xtick.labelcolor": QUIET,
    "ytick.labelcolor": QUIET,
    "text.color": INK,
    "hatch.linewidth": 0.7,
    "patch.linewidth": 0.5,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "svg.fonttype": "path",  # the same letters everywhere
    "svg.hashsalt": "overwatch",  # the same battles, the same file
}


@dataclass(frozen=True)
class Tone:
    """How bars of one kind are filled, and the colour of words about them."""

    fill: str
    edge: str
    word: str
    hatch: str | None = None

    def bars(self) -> dict[str, Any]:
        """Return the arguments of `bar` and of patches."""
        return {"facecolor": self.fill, "edgecolor": self.edge, "hatch": self.hatch}


SIDES = {
    "blue": Tone(FILL["blue"], EDGE["blue"], FILL["blue"]),
    "red": Tone(FILL["red"], EDGE["red"], EDGE["red"]),
    "draw": Tone("white", NOBODY, QUIET, "////"),
}
#: Causes of loss, the lightest first; the words in the colours of the shots on the maps.
CAUSES = {
    "activation": Tone("#d4d4d4", SHOTS["activation"].colour, "#5c5c5c"),
    "opportunity": Tone(
        "#b795c4", SHOTS["opportunity"].colour, SHOTS["opportunity"].colour, "////"
    ),
    "overwatch": Tone(SHOTS["overwatch"].colour, "#003f39", SHOTS["overwatch"].colour),
    "other": Tone("#141414", "#141414", "#141414"),
}
#: Intervals: a line over a bar.
WHISKER: dict[str, Any] = {"color": INK, "linewidth": 1.1, "capsize": 2.5, "capthick": 1.1}


def styled(function: Callable[P, T]) -> Callable[P, T]:
    """Draw with this style and leave matplotlib's own settings as they were."""

    @functools.wraps(function)
    def drawn(*arguments: P.args, **named: P.kwargs) -> T:
        with matplotlib.rc_context(STYLE):
            return function(*arguments, **named)

    return drawn


@styled
def new_axes(
    width: float = WIDE,
    height: float = 4.4,
    left: float = 0.6,
    bottom: float = 0.5,
    top: float = 0.4,
    right: float = 0.25,
) -> Axes:
    """Return axes on a figure of their own; all sizes are inches of paper."""
    figure = Figure(figsize=(width, height), dpi=DPI)
    FigureCanvasAgg(figure)
    return figure.add_axes(
        (
            left / width,
            bottom / height,
            (width - left - right) / width,
            (height - bottom - top) / height,
        )
    )


def paper(axes: Axes) -> tuple[float, float]:
    """Return the width and height of axes on paper, in inches."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    box = axes.get_window_extent()
    return box.width / figure.dpi, box.height / figure.dpi


def is_wide(axes: Axes) -> bool:
    """Return whether axes have room for words side by side."""
    return paper(axes)[0] > NARROW
