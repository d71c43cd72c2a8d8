"""A battle on the map: one turn of it, or all turns as a strip of small maps with their key."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from sim.refusal import InputError, path_of
from sim.report import key
from sim.report.battle_map import AROUND, battle_name, draw_turn
from sim.report.look import Theme, look
from sim.report.map_figure import map_axes
from sim.report.style import POINTS, WIDE, new_axes, paper, picture, ready, styled
from sim.scenario import Scenario
from sim.study.digits import MINUS
from sim.study.run import check_range
from sim.study.trace import Event

if TYPE_CHECKING:
    from sim.study.replay import Replay

SUFFIXES = (".png", ".pdf", ".svg")
DPI = 120
#: Inches of paper: along one map of a file, around it, above it.
PANEL, MARGIN, TITLE = 6.2, 0.35, 0.35
LEAST_PANEL = 3.6  # inches along the smallest map of a strip that chooses its height
MOST_KEY = 0.4  # of the height of given axes


@styled
def plot_turn(
    replay: Replay, turn: int, axes: Axes | None = None, *, theme: Theme = "light"
) -> Axes:
    """Draw one turn: where every unit went, who fired at whom, what is watched at its end.

    Turns count from 1. Returns the axes; raises `InputError` for a turn that was not fought.
    """
    turn = check_range("turn", turn, 1, replay.events[-1]["turn"])
    scenario = replay.prepared.scenario
    axes = ready(axes or map_axes(WIDE, scenario), *AROUND)
    draw_turn(axes, scenario, replay.events, turn)
    return axes


@styled
def plot_turns(replay: Replay, axes: Axes | None = None, *, theme: Theme = "light") -> Axes:
    """Draw every turn of a battle on a small map of its own, a heading above and a key below them.

    Returns the axes, which hold the words; the maps are axes of the same figure that stand in their
    place, as many side by side as makes them largest.
    """
    scenario, events = replay.prepared.scenario, replay.events
    return draw_turns(axes or turns_axes(WIDE, scenario, events), scenario, events)


def turns_axes(
    width: float, scenario: Scenario, events: Sequence[Event], panel: float = LEAST_PANEL
) -> Axes:
    """Return axes as high as the maps need, each at least `panel` inches of paper wide if they can."""
    turns = events[-1]["turn"]
    columns = max(1, min(turns, int(width / panel)))
    map_height = (width / columns - MARGIN) * scenario.table.height / scenario.table.width + MARGIN
    rows = math.ceil(turns / columns)
    height = _head(_heading(scenario, events, width)) + rows * (map_height + TITLE)
    return new_axes(width, height + key.key_height(width - 0.1, key.entries_of(events)), 0, 0, 0, 0)


def draw_turns(axes: Axes, scenario: Scenario, events: Sequence[Event]) -> Axes:
    """Draw all turns, the heading and the key into the place of axes."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    figure.set_facecolor(look().paper)
    axes.set_axis_off()
    wide, high = paper(axes)
    box = axes.get_window_extent()
    across, along = figure.get_size_inches()
    west, north = float(box.x0 / figure.dpi), float(box.y1 / figure.dpi)

    def place(left: float, top: float, width: float, height: float) -> Axes:
        """Return new axes whose corner lies so many inches right of and below that of the old ones."""
        return figure.add_axes(
            (
                (west + left) / across,
                (north - top - height) / along,
                width / across,
                height / along,
            )
        )

    heading = _heading(scenario, events, wide)
    down = 0.0
    for text, size, colour in heading:
        down += 1.5 * size / POINTS
        axes.text(
            0.05 / wide, 1 - down / high, text, transform=axes.transAxes, fontsize=size,
            color=colour, fontweight="bold" if size > 10 else "normal",
        )  # fmt: skip
    head = _head(heading)
    entries = key.entries_of(events)
    foot = key.key_height(wide - 0.1, entries)
    if foot > MOST_KEY * high:
        foot = 0.0
    turns, ratio = events[-1]["turn"], scenario.table.height / scenario.table.width
    columns, map_width = _columns(turns, wide, high - head - foot, ratio)
    rows = math.ceil(turns / columns)
    cell = wide / columns, (high - head - foot) / rows
    for turn in range(1, turns + 1):
        row, column = divmod(turn - 1, columns)
        panel = ready(
            place(
                column * cell[0] + MARGIN - 0.1,
                head + row * cell[1] + TITLE - 0.1,
                map_width,
                map_width * ratio,
            ),
            0, 0, 0, 0,
        )  # fmt: skip
        draw_turn(panel, scenario, events, turn, f"Turn {turn}")
    if foot:
        key.draw_key(place(0.1, high - foot, wide - 0.1, foot), wide - 0.1, entries)
    return axes


def _columns(turns: int, wide: float, high: float, ratio: float) -> tuple[int, float]:
    """Return how many maps side by side make them largest, and how wide each is, in inches."""

    def width(columns: int) -> float:
        rows = math.ceil(turns / columns)
        return min(wide / columns - MARGIN, (high / rows - TITLE - MARGIN + 0.15) / ratio)

    best = max(range(1, turns + 1), key=width)
    return best, max(width(best), 0.2)


def _head(heading: list[tuple[str, float, str]]) -> float:
    return 0.08 + sum(1.5 * size / POINTS for _, size, _ in heading)


def _heading(
    scenario: Scenario, events: Sequence[Event], inches: float
) -> list[tuple[str, float, str]]:
    """Return the lines above the maps that fit on so many inches, each with its size and colour."""
    start, end = events[0], events[-1]
    doctrines = ", ".join(f"{side} {name}" for side, name in start["doctrines"].items())
    winner = "a draw" if end["winner"] == "draw" else f"{end['winner']} wins"
    margin = f"{end['margin']:+,g}".replace("-", MINUS)
    detail = f"{doctrines}; {winner}, margin {margin} points for blue"
    lines = []
    for text, size, colour in (
        (f"{scenario.title}: {battle_name(start)}", 11.0, look().ink),
        (detail, 8.5, look().quiet),
    ):
        letters = max(20, int(inches * POINTS / (0.62 * size)))
        lines += [(line, size, colour) for line in textwrap.wrap(text, letters)]
    return lines


@styled
def battle_figure(scenario: Scenario, events: Sequence[Event], *, theme: Theme = "light") -> Figure:
    """Return the figure of a whole battle as a file shows it, up to three maps side by side."""
    turns = events[-1]["turn"]
    columns = 1 if turns == 1 else 2 if turns <= 4 else 3
    axes = draw_turns(turns_axes(columns * PANEL, scenario, events, PANEL), scenario, events)
    figure = axes.get_figure(root=True)
    assert figure is not None
    return figure


def turn_by_turn(
    scenario: Scenario, events: Sequence[Event], path: str | Path, theme: Theme = "light"
) -> None:
    """Draw a battle as a grid of small maps, one a turn, into a file (.png, .pdf or .svg).

    Raises `InputError` for another suffix or a folder that is not there.
    """
    check_path(path)
    kind = Path(path).suffix.lower().removeprefix(".")
    content = picture(lambda: battle_figure(scenario, events, theme=theme), kind, DPI, theme)
    Path(path).write_bytes(content)


def check_path(
    path: str | Path, suffixes: Sequence[str] = SUFFIXES, what: str = "a figure"
) -> None:
    """Refuse a path that no figure can be written to."""
    wanted = path_of("path", path)
    if wanted.suffix.lower() not in suffixes:
        raise InputError(f"{path}: {what} ends in {', '.join(suffixes)}")
    if not wanted.parent.is_dir():
        raise InputError(f"{path}: there is no folder {wanted.parent}")
