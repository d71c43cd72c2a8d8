"""One visual language for all figures: the style files of this folder, and axes that follow them.

Anyone can draw in it: `plt.style.use(style_path())`, or `plt.style.use("sim.report.overwatch")`;
`style_path("dark")` and `"sim.report.overwatch-dark"` for dark paper. The colours are those of
`sim.report.look`.
"""

from __future__ import annotations

import functools
import inspect
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

import matplotlib
import numpy as np
from matplotlib import RcParams, rc_params_from_file, rcParamsDefault
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patheffects import AbstractPathEffect, withStroke

from sim.refusal import InputError
from sim.report.jupyter import show_figures
from sim.report.labels import text_width
from sim.report.look import Theme, look, looking

P = ParamSpec("P")
T = TypeVar("T")

DATES = {"svg": "Date", "pdf": "CreationDate"}  # left out of files
FILES = {"light": "overwatch.mplstyle", "dark": "overwatch-dark.mplstyle"}
DPI = 100
WIDE, NARROW = 9.0, 3.8  # inches: a desktop page, a telephone
POINTS = 72.0  # in an inch of paper
TEXT, SMALL, MIN_TYPE = 9.0, 8.0, 4.5  # points
LINE_WIDTH = 1.1  # points: the line of an interval
#: Intervals: a line over a bar, in the colour of the ink.
CAPS: dict[str, Any] = {"elinewidth": LINE_WIDTH, "capsize": 2.5, "capthick": LINE_WIDTH}
#: Groups of matplotlib's settings that change how a figure looks.
DRAWN = {
    *(
        "axes",
        "boxplot",
        "contour",
        "errorbar",
        "figure",
        "font",
        "grid",
        "hatch",
        "image",
        "legend",
    ),
    *("lines", "markers", "mathtext", "patch", "path", "pcolor", "pcolormesh", "polaraxes"),
    *("savefig", "scatter", "svg", "text", "xaxis", "xtick", "yaxis", "ytick"),
}
BOLD = 1.15  # times as wide as plain letters
LEAST = 0.3  # of its width or height that axes keep when words need room beside them
HEAD = 0.3  # inches above axes that a title takes
COLUMN = 1.29  # widths of axes that a layout engine has for them and the words beside them
NO_ROOM = (0.0, 0.0, 0.0, 0.0)
#: Inches that the words of axes take left of, below, above and right of them.
_rooms: WeakKeyDictionary[Axes, tuple[float, float, float, float]] = WeakKeyDictionary()


def style_path(theme: Theme = "light") -> Path:
    """Return the path of a theme's style file, for `plt.style.use`."""
    return Path(__file__).parent / FILES[theme]


@functools.cache
def settings(theme: Theme = "light") -> RcParams:
    """Return all of matplotlib's settings that a figure depends on, as the style file has them."""
    kept = {key: value for key, value in rcParamsDefault.items() if key.split(".")[0] in DRAWN}
    own = rc_params_from_file(style_path(theme), use_default_template=False)
    return RcParams(kept | own)


def styled(function: Callable[P, T]) -> Callable[P, T]:
    """Draw in the theme named by the keyword `theme`, light if there is none.

    Matplotlib's own settings are left as they were, and have no say in the figure. Raises
    `InputError` for an argument `axes` that is not axes.
    """
    names = list(inspect.signature(function).parameters)

    @functools.wraps(function)
    def drawn(*arguments: P.args, **named: P.kwargs) -> T:
        _check_axes({**dict(zip(names, arguments, strict=False)), **named}.get("axes"))
        theme: Any = named.get("theme") or look().theme
        show_figures()
        with looking(theme), matplotlib.rc_context(settings(theme)):
            return function(*arguments, **named)

    return drawn


def _check_axes(axes: Any) -> None:
    """Refuse what is neither axes nor nothing; of several axes name the first."""
    if axes is None or isinstance(axes, Axes):
        return
    kind = type(axes).__name__
    what = f"{'an' if kind[0] in 'AEIOUaeiou' else 'a'} {kind}"
    spots: list[tuple[str, Any]] = []
    if isinstance(axes, np.ndarray):
        what = f"an array of {' x '.join(map(str, axes.shape))}"
        spots = [(", ".join(map(str, spot)), one) for spot, one in np.ndenumerate(axes)]
    elif isinstance(axes, (list, tuple)):
        what += f" of {len(axes)}"
        spots = [(str(spot), one) for spot, one in enumerate(axes)]
    elif isinstance(axes, dict):
        what += f" of {len(axes)}"
        spots = [(repr(spot), one) for spot, one in axes.items()]
    first = next((f"; pass axes[{spot}]" for spot, one in spots if isinstance(one, Axes)), "")
    raise InputError(f"axes: takes one matplotlib Axes, not {what}{first}")


def new_axes(
    width: float = WIDE,
    height: float = 4.4,
    left: float = 0.6,
    bottom: float = 0.5,
    top: float = 0.4,
    right: float = 0.25,
) -> Axes:
    """Return axes on a figure of their own; all sizes are inches of paper."""
    with matplotlib.rc_context(settings(look().theme)):
        figure = Figure(figsize=(width, height), dpi=DPI)
        FigureCanvasAgg(figure)
        axes = figure.add_axes(
            (
                left / width,
                bottom / height,
                (width - left - right) / width,
                (height - bottom - top) / height,
            )
        )
    return axes


def ready(
    axes: Axes, left: float = 0.6, bottom: float = 0.5, top: float = 0.4, right: float = 0.25
) -> Axes:
    """Give axes, whoever made them, this look, and the room that words need beside them, in inches.

    Their figure takes the theme's paper. Where it has no layout engine, axes that stand too near to
    its edge or to other axes are made smaller.
    """
    figure = axes.get_figure(root=True)
    assert figure is not None
    _rooms[axes] = left, bottom, top, right
    now = look()
    rc = settings(now.theme)
    figure.set_facecolor(now.paper)
    axes.set_facecolor(now.paper)
    for name, spine in axes.spines.items():
        spine.set(edgecolor=now.rule, linewidth=rc["axes.linewidth"])
        spine.set_visible(name in ("left", "bottom"))
    axes.set_axisbelow(True)
    axes.grid(False)
    axes.tick_params(color=now.rule, labelcolor=now.quiet, labelsize=SMALL, labelfontfamily=_font())
    for axis in (axes.xaxis, axes.yaxis):
        axis.label.set(color=now.quiet, fontsize=TEXT, fontfamily=_font(), parse_math=False)
        axis.get_offset_text().set(color=now.quiet, fontsize=SMALL)
    if figure.get_layout_engine() is None:
        _make_room(axes, figure, left, bottom, top, right)
    return axes


def _font() -> str:
    return str(settings(look().theme)["font.family"][0])


def _make_room(
    axes: Axes, figure: Figure, left: float, bottom: float, top: float, right: float
) -> None:
    box = axes.get_position(original=True)
    wide, high = figure.get_size_inches()
    west, south, east, north = 0.0, 0.0, 1.0, 1.0
    for other in figure.axes:
        its = other.get_position(original=True)
        if other is axes:
            continue
        its_left, its_bottom, its_top, its_right = _rooms.get(other, NO_ROOM)
        if its.y0 < box.y1 and box.y0 < its.y1:
            west = max(west, its.x1 + its_right / wide) if its.x1 <= box.x0 else west
            east = min(east, its.x0 - its_left / wide) if its.x0 >= box.x1 else east
        if its.x0 < box.x1 and box.x0 < its.x1:
            south = max(south, its.y1 + its_top / high) if its.y1 <= box.y0 else south
            north = min(north, its.y0 - its_bottom / high) if its.y0 >= box.y1 else north
    x0 = min(max(box.x0, west + left / wide), box.x1 - LEAST * box.width)
    x1 = max(min(box.x1, east - right / wide), x0 + LEAST * box.width)
    y0 = min(max(box.y0, south + bottom / high), box.y1 - LEAST * box.height)
    y1 = max(min(box.y1, north - top / high), y0 + LEAST * box.height)
    if (x0, y0, x1, y1) != (box.x0, box.y0, box.x1, box.y1):
        axes.set_position((x0, y0, x1 - x0, y1 - y0))


def picture(
    draw: Callable[[], Axes | Figure], kind: str, dpi: float = DPI, theme: Theme = "light"
) -> bytes:
    """Return what `draw` draws in a theme as png, svg or pdf; the same drawing, the same bytes."""
    buffer = io.BytesIO()
    with looking(theme), matplotlib.rc_context(settings(theme)):
        drawn = draw()
        figure = drawn if isinstance(drawn, Figure) else drawn.get_figure(root=True)
        assert figure is not None
        dates = {DATES[kind]: None} if kind in DATES else None
        figure.savefig(buffer, format=kind, dpi=dpi, metadata=dates)
    return buffer.getvalue()


def whiskers(axes: Axes, x: Any, y: Any, *, xerr: Any = None, yerr: Any = None) -> None:
    """Draw intervals around means: in ink with a rim of paper, to be seen on bars of any tone."""
    drawn = axes.errorbar(x, y, xerr=xerr, yerr=yerr, fmt="none", ecolor=look().ink, **CAPS)
    rim: list[AbstractPathEffect] = [
        withStroke(linewidth=LINE_WIDTH + 1.6, foreground=look().paper)
    ]
    for part in (*drawn.lines[1], *drawn.lines[2]):
        part.set_path_effects(rim)


def title(axes: Axes, *texts: str, pad: float = 8.0) -> None:
    """Write the first text that has room above axes; else the last one, as small as it takes.

    There is room up to the figure's edge, or, where other axes stand at the right, above these axes.
    """
    room = _title_room(axes)
    size = float(settings(look().theme)["axes.titlesize"])
    chosen = next((one for one in texts if BOLD * text_width(one, size) <= room), texts[-1])
    width = BOLD * text_width(chosen, size)
    size = size if width <= room else max(MIN_TYPE, size * room / width)
    axes.set_title(chosen, loc="left", pad=pad, fontsize=size, parse_math=False)


def _title_room(axes: Axes) -> float:
    """Return how long a title may be, in points."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    box = axes.get_position(original=True)
    wide, high = map(float, figure.get_size_inches())
    left, _, _, right = _rooms.get(axes, NO_ROOM)
    if figure.get_layout_engine() is not None:
        return float(COLUMN * box.width * wide - left) * POINTS
    end = wide - 4 / POINTS
    for other in figure.axes:
        its = other.get_position(original=True)
        level = its.y0 < box.y1 + HEAD / high and box.y1 < its.y1 + HEAD / high
        if its.x0 >= box.x1 and level:
            end = min(end, box.x1 * wide + right)
    return float(end - axes.get_window_extent().x0 / figure.dpi) * POINTS


def paper(axes: Axes) -> tuple[float, float]:
    """Return the width and height of axes on paper, in inches."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    box = axes.get_window_extent()
    return float(box.width / figure.dpi), float(box.height / figure.dpi)


def type_size(axes: Axes, rows: float) -> float:
    """Return the size of words in `rows` equal rows over the height of axes, in points."""
    return max(MIN_TYPE, min(SMALL, 0.9 * POINTS * paper(axes)[1] / max(rows, 1.0)))


def is_wide(axes: Axes) -> bool:
    """Return whether axes have room for words side by side."""
    return paper(axes)[0] > NARROW
