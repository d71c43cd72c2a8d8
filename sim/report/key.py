"""The key of a battle map: each sign once, with its meaning, in as many rows as it takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.axes import Axes

from sim.report import marks
from sim.report.board import Vehicle
from sim.report.labels import POINTS, text_width
from sim.report.look import look

UNIT = 6.0  # inches of a table drawn on an inch of paper
ROW = 2.0  # height of a row, in inches of the table
TEXT_POINTS = 7.0
LINE, GAP = 3.5, 2.0  # a sample of a shot, the room between two entries


@dataclass(frozen=True)
class Entry:
    """One sign of the key: how wide it is, its meaning, and how it is drawn from (x, y) on."""

    width: float
    text: str
    draw: Callable[[Axes, float, float], None]

    @property
    def length(self) -> float:
        """Return the room that it takes."""
        return self.width + text_width(self.text, TEXT_POINTS) / POINTS * UNIT + GAP


def _shot(mode: str) -> Callable[[Axes, float, float], None]:
    def draw(axes: Axes, x: float, y: float) -> None:
        marks.draw_shot(axes, (x, y), (x + LINE, y), mode, hit=True)

    return draw


def _vehicles(**state: bool) -> Callable[[Axes, float, float], None]:
    def draw(axes: Axes, x: float, y: float) -> None:
        for place, side in enumerate(marks.SIDES):
            at = (x + 1 + 2.2 * place, y)
            marks.draw_vehicle(axes, Vehicle("", "", at, (1.0, 0.0), **state), side)

    return draw


ENTRIES = (
    Entry(LINE + 0.5, "hit in its own activation", _shot("activation")),
    Entry(LINE + 0.5, "by opportunity fire", _shot("opportunity")),
    Entry(LINE + 0.5, "on overwatch", _shot("overwatch")),
    Entry(4.4, "blue, red", _vehicles()),
    Entry(4.4, "damaged", _vehicles(damaged=True)),
    Entry(4.4, "immobilised", _vehicles(immobilised=True)),
    Entry(4.4, "systems down", _vehicles(systems_down=True)),
    Entry(4.4, "destroyed", _vehicles(in_play=False)),
    Entry(1.6, "Under Fire", lambda axes, x, y: marks.draw_star(axes, x + 0.7, y, 1.2)),
    Entry(
        2.2,
        "on overwatch; outlined: area of a counter that has gone",
        lambda axes, x, y: marks.draw_eye(axes, x + 0.9, y, 1.2, "blue"),
    ),
)


def rows_of(inches: float) -> list[list[Entry]]:
    """Return the entries in rows that fit on so many inches of paper."""
    rows: list[list[Entry]] = [[]]
    left = inches * UNIT
    for entry in ENTRIES:
        if entry.length > left and rows[-1]:
            rows.append([])
            left = inches * UNIT
        rows[-1].append(entry)
        left -= entry.length
    return rows


def key_height(inches: float) -> float:
    """Return the height of the key on paper, in inches, where it is `inches` wide."""
    return len(rows_of(inches)) * ROW / UNIT


def draw_key(axes: Axes, inches: float) -> None:
    """Draw the key into axes that are `inches` wide and `key_height(inches)` high on paper."""
    rows = rows_of(inches)
    axes.set(xlim=(0, inches * UNIT), ylim=(0, len(rows) * ROW))
    axes.set_axis_off()
    for number, row in enumerate(rows):
        x, y = 0.0, (len(rows) - number - 0.5) * ROW
        for entry in row:
            entry.draw(axes, x, y)
            axes.text(
                x + entry.width,
                y,
                entry.text,
                fontsize=TEXT_POINTS,
                va="center_baseline",
                color=look().ink,
            )
            x += entry.length
