"""Where a doctrine pays: its paired advantage along one varied value, or over two."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.colors import TwoSlopeNorm
from matplotlib.ticker import MaxNLocator

from sim.refusal import one_of
from sim.report.labels import text_width
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
    settings,
    styled,
    title,
)
from sim.report.sweep_cells import draw_key, draw_scale, edges, hatched, part, write_figures
from sim.studies.sweep import Sweep
from sim.studies.vary import Vary
from sim.study.digits import MINUS, step_of

Floats = npt.NDArray[np.float64]

MOST_FIGURES = 12  # values a side with figures in the cells of a map
PANEL = 2.6  # inches a panel
AROUND = (0.9, 0.95, 0.4, 1.1)  # inches left of, below, above and right of a map


def sweep_svg(sweep: Sweep, width: float = WIDE, theme: Theme = "light") -> bytes:
    """Return the figure as SVG; the same sweep gives the same bytes."""
    return svg_bytes(lambda: plot_sweep(sweep, width, theme=theme)[0], theme)


@styled
def plot_sweep(sweep: Sweep, width: float = WIDE, *, theme: Theme = "light") -> list[Axes]:
    """Draw a sweep: a line for one varied value, a map for a grid of two, else a panel for each."""
    varies = sweep.varies
    if len(varies) == 1:
        return [plot_advantage(sweep, line_axes(width), theme=theme)]
    if _is_grid(sweep):
        return [plot_advantage(sweep, map_axes(sweep, width), theme=theme)]
    height = PANEL * len(varies) + 0.6
    figure = new_axes(width, height).get_figure(root=True)
    assert figure is not None
    figure.clear()
    panels = []
    for place, vary in enumerate(varies):
        bottom = (PANEL * (len(varies) - place - 1) + 0.8) / height
        box = (0.75 / width, bottom, (width - 1.0) / width, (PANEL - 0.65) / height)
        panels.append(_points(sweep, vary, ready(figure.add_axes(box), bottom=0.2, top=0.2)))
    _note(panels[-1], sweep)
    title(panels[0], *_titles(sweep))
    return panels


@styled
def plot_advantage(
    sweep: Sweep, axes: Axes | None = None, *, place: str | None = None, theme: Theme = "light"
) -> Axes:
    """Draw what one doctrine is worth over the other over what was varied, in points; returns the axes.

    One varied value gives a line with its band, a grid of two a map; else, or with `place=`, every
    cell stands over one of the values (the first where none is named). Intervals are those that hold
    for all cells together; a hollow point and a hatched cell are not clear of zero. A line on a
    map, break-even, parts neighbours that are clearly on either side of zero. Raises `InputError` for
    a place that was not varied.
    """
    places = [vary.place for vary in sweep.varies]
    if place is not None:
        one_of("place", place, places)
    if len(places) == 1:
        return _line(sweep, ready(axes or line_axes(WIDE), 0.75, 0.85))
    if place is None and _is_grid(sweep):
        return _map(sweep, axes)
    vary = sweep.varies[places.index(place) if place else 0]
    axes = _points(sweep, vary, ready(axes or line_axes(WIDE), 0.75, 0.85))
    _note(axes, sweep)
    title(axes, *_titles(sweep))
    return axes


def _is_grid(sweep: Sweep) -> bool:
    return len(sweep.varies) == 2 and not sweep.question["lhs"]


def line_axes(width: float) -> Axes:
    """Return axes of the size that a line is made for."""
    return new_axes(width, 3.9, left=0.75, bottom=0.85)


def _line(sweep: Sweep, axes: Axes) -> Axes:
    """Draw the advantage along the one varied value, with its band."""
    vary, table = sweep.varies[0], sweep.table
    across = _across(vary, sweep)
    mean = table["advantage"].to_numpy()
    low, high = table["all_low"].to_numpy(), table["all_high"].to_numpy()
    axes.axhline(0.0, color=look().ink, linewidth=1.0)
    if vary.numbers and len(table) > 1:
        axes.fill_between(
            across, low, high, color=look().ahead, alpha=0.18, linewidth=0, label="interval"
        )
        axes.plot(across, mean, color=look().ahead, linewidth=1.4, label="advantage")
    else:
        _whiskers(axes, across, mean, low, high)
    _dots(axes, across, mean, table["clear"].to_numpy(dtype=bool))
    _frame(axes, vary, sweep)
    _note(axes, sweep)
    title(axes, *_titles(sweep))
    return axes


def _points(sweep: Sweep, vary: Vary, axes: Axes) -> Axes:
    """Draw every cell over one of several varied values."""
    table = sweep.table
    across, mean = _across(vary, sweep), table["advantage"].to_numpy()
    axes.axhline(0.0, color=look().ink, linewidth=1.0)
    _whiskers(axes, across, mean, table["all_low"].to_numpy(), table["all_high"].to_numpy())
    _dots(axes, across, mean, table["clear"].to_numpy(dtype=bool))
    _frame(axes, vary, sweep)
    return axes


def _whiskers(axes: Axes, across: Floats, mean: Floats, low: Floats, high: Floats) -> None:
    around = np.stack([mean - low, high - mean])
    axes.errorbar(
        across, mean, around, fmt="none", ecolor=look().quiet, elinewidth=LINE_WIDTH, zorder=1
    )


def _dots(axes: Axes, across: Floats, mean: Floats, clear: npt.NDArray[np.bool_]) -> None:
    for label, chosen, fill in (
        ("clear", clear, look().ahead),
        ("not clear", ~clear, look().paper),
    ):
        axes.plot(
            across[chosen], mean[chosen], "o", markersize=5.5, markerfacecolor=fill,
            markeredgecolor=look().ahead, label=label, zorder=3,
        )  # fmt: skip


def _across(vary: Vary, sweep: Sweep) -> Floats:
    """Return where the cells stand: at their numbers, or words side by side."""
    column = sweep.table[vary.place]
    if vary.numbers:
        return column.to_numpy(dtype=np.float64)
    return np.array([[level.text for level in vary.levels].index(one) for one in column], float)


def _frame(axes: Axes, vary: Vary, sweep: Sweep) -> None:
    first, second = sweep.doctrines
    axes.set_xlabel(_label(sweep, vary, paper(axes)[0]))
    axes.set_ylabel("points a battle")
    axes.margins(x=0.04, y=0.12)
    axes.yaxis.set_major_formatter(lambda y, _: f"{y:,.6g}".replace("-", MINUS))
    _ticks(axes.xaxis, vary, is_wide(axes))
    low, high = axes.get_ylim()
    axes.set_ylim(min(low, -0.05 * (high - low)), max(high, 0.05 * (high - low)))
    for y, align, text in ((1.0, "top", f"{first} ahead"), (0.0, "bottom", f"{second} ahead")):
        axes.annotate(
            text, (1, y), (-2, 0), "axes fraction", "offset points", ha="right", va=align,
            fontsize=SMALL, color=look().quiet,
        )  # fmt: skip


def _label(sweep: Sweep, vary: Vary, room: float) -> str:
    """Return what was varied, in words too if `room` inches hold them."""
    words = sweep.question.get("places", {}).get(vary.place, "")
    label = f"{words} ({vary.place})"
    size = float(settings(look().theme)["axes.labelsize"])
    return label if words and text_width(label, size) <= 0.95 * POINTS * room else vary.place


def _note(axes: Axes, sweep: Sweep) -> None:
    """Say below the lowest panel what a hollow point is, if there is one."""
    if not sweep.table["clear"].all():
        axes.annotate(
            "hollow: the interval holds zero", (0, 0), (0, -42), "axes fraction", "offset points",
            fontsize=SMALL, color=look().quiet,
        )  # fmt: skip


def _ticks(axis: Any, vary: Vary, wide: bool) -> None:
    if vary.numbers and 0 < len(vary.levels) <= (12 if wide else 6):
        axis.set_ticks([level.value for level in vary.levels])
        axis.set_major_formatter(lambda x, _: f"{x:.6g}".replace("-", MINUS))
    elif vary.numbers:
        whole = bool(vary.levels) and all(type(one.value) is int for one in vary.levels)
        axis.set_major_locator(MaxNLocator(9 if wide else 5, integer=whole))
        axis.set_major_formatter(lambda x, _: f"{x:.6g}".replace("-", MINUS))
    else:
        axis.set_ticks(range(len(vary.levels)), [level.text for level in vary.levels])


def _titles(sweep: Sweep) -> tuple[str, ...]:
    first, second = sweep.doctrines
    what = f"What {first} is worth to {sweep.side} over {second}"
    return f"{what}, in points a battle", what, f"{first} over {second}, {sweep.side}"


def map_axes(sweep: Sweep, width: float) -> Axes:
    """Return axes of the size that a map is made for."""
    rows = len(_levels(sweep.varies[0], sweep))
    height = min(7.5, max(2.6, 0.42 * rows + 1.6))
    return new_axes(width, height, *AROUND)


def _map(sweep: Sweep, axes: Axes | None) -> Axes:
    """Draw the advantage over two varied values: the first upwards, the second across.

    A line parts neighbours that are clearly on either side of zero.
    """
    axes = ready(axes or map_axes(sweep, WIDE), *AROUND)
    up, along = sweep.varies
    rows, columns = _levels(up, sweep), _levels(along, sweep)
    mean, clear = np.full((len(rows), len(columns)), np.nan), np.zeros((len(rows), len(columns)))
    steps = np.zeros_like(mean)
    for line in sweep.table.to_dict("records"):
        spot = rows.index(line[up.place]), columns.index(line[along.place])
        mean[spot], clear[spot], steps[spot] = line["advantage"], line["clear"], step_of(line["se"])
    x, y = _spots(along, columns), _spots(up, rows)
    edges_x, edges_y = edges(x), edges(y)
    most = float(np.nanmax(np.abs(mean))) or 1.0
    norm = TwoSlopeNorm(0.0, -most, most)
    cells = axes.pcolormesh(edges_x, edges_y, mean, cmap=look().scale, norm=norm, edgecolors="face")
    for i, j in itertools.product(range(len(rows)), range(len(columns))):
        if not np.isnan(mean[i, j]) and not clear[i, j]:
            axes.add_patch(hatched(edges_x[j : j + 2], edges_y[i : i + 2]))
    parted = part(axes, np.sign(mean) * clear, edges_x, edges_y)
    if max(mean.shape) <= MOST_FIGURES and is_wide(axes):
        write_figures(axes, x, y, mean, steps, 0.62 * most)
    draw_scale(axes, sweep.doctrines, cells)
    draw_key(axes, parted, not sweep.table["clear"].all())
    wide, high = paper(axes)
    axes.set(xlabel=_label(sweep, along, wide), ylabel=_label(sweep, up, high))
    _ticks(axes.xaxis, along, is_wide(axes))
    _ticks(axes.yaxis, up, True)
    title(axes, *_titles(sweep))
    return axes


def _levels(vary: Vary, sweep: Sweep) -> list[Any]:
    return sorted(vary.column(vary.levels)) if vary.numbers else [one.text for one in vary.levels]


def _spots(vary: Vary, levels: list[Any]) -> Floats:
    return np.array(levels if vary.numbers else range(len(levels)), np.float64)
