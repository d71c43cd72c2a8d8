"""The key of a battle map: each sign once, with its meaning, in as many rows as it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes

from sim.report import marks
from sim.report.board import Vehicle
from sim.report.labels import POINTS, text_width
from sim.report.look import look
from sim.study.trace import Event

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


def _vehicles(**state: Any) -> Callable[[Axes, float, float], None]:
    def draw(axes: Axes, x: float, y: float) -> None:
        for place, side in enumerate(marks.SIDES):
            at = (x + 1 + 2.2 * place, y)
            marks.draw_vehicle(axes, Vehicle("", "", at, (1.0, 0.0), **state), side)

    return draw


def _missile(axes: Axes, x: float, y: float) -> None:
    marks.draw_shot(axes, (x, y), (x + LINE, y), "activation", hit=True, missile=True)


def _assault(axes: Axes, x: float, y: float) -> None:
    marks.draw_assault(axes, (x, y), (x + LINE, y), "blue")


def _badge(axes: Axes, x: float, y: float) -> None:
    marks.draw_vehicle(axes, Vehicle("", "", (x + 0.8, y - 0.2), (1.0, 0.0)), "blue")
    marks.draw_badge(axes, (x + 0.8, y - 0.2), "blue", 2)


def _teams(axes: Axes, x: float, y: float) -> None:
    for place, side in enumerate(marks.SIDES):
        at = (x + 0.7 + 1.7 * place, y)
        marks.draw_vehicle(axes, Vehicle("", "", at, (1.0, 0.0)), side, team=True)


def _marker(axes: Axes, x: float, y: float) -> None:
    marks.draw_marker(axes, (x + 0.9, y), 2, None, 0.8)


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
        "on overwatch (outline: its counter has gone)",
        lambda axes, x, y: marks.draw_eye(axes, x + 0.9, y, 1.2, "blue"),
    ),
    Entry(2.2, "marker with its value, its holder's colour", _marker),
    Entry(0.0, "SH, BR, RO: shaken, broken, routed", lambda axes, x, y: None),
)
#: Signs that only some battles have, by the event that brings them.
FURTHER = {
    "posture": Entry(4.8, "dug in, hull or turret down", _vehicles(posture="dug_in")),
    "team": Entry(3.6, "teams of infantry", _teams),
    "aboard": Entry(2.8, "with teams aboard", _badge),
    "missile": Entry(LINE + 0.5, "missile", _missile),
    "barrage": Entry(
        3.0, "artillery", lambda axes, x, y: marks.draw_burst(axes, (x + 1.2, y), size=0.55)
    ),
    "smoke": Entry(2.4, "smoke", lambda axes, x, y: marks.draw_cloud(axes, (x + 0.9, y), 0.8)),
    "assault": Entry(LINE + 0.5, "close assault", _assault),
}


def entries_of(events: Sequence[Event]) -> tuple[Entry, ...]:
    """Return the signs that a battle has."""
    had = {event["event"] for event in events}
    for unit in events[0]["units"]:
        if unit["posture"] not in (None, "none"):
            had.add("posture")
        for element in unit["elements"]:
            had |= {"aboard", "team"} if element["aboard"] else set()
    had |= {"team"} if had & {"firefight", "mounted", "assault"} else set()
    return (*ENTRIES, *(entry for sign, entry in FURTHER.items() if sign in had))


def rows_of(inches: float, entries: Sequence[Entry] = ENTRIES) -> list[list[Entry]]:
    """Return the entries in rows that fit on so many inches of paper."""
    rows: list[list[Entry]] = [[]]
    left = inches * UNIT
    for entry in entries:
        if entry.length > left and rows[-1]:
            rows.append([])
            left = inches * UNIT
        rows[-1].append(entry)
        left -= entry.length
    return rows


def key_height(inches: float, entries: Sequence[Entry] = ENTRIES) -> float:
    """Return the height of the key on paper, in inches, where it is `inches` wide."""
    return len(rows_of(inches, entries)) * ROW / UNIT


def draw_key(axes: Axes, inches: float, entries: Sequence[Entry] = ENTRIES) -> None:
    """Draw the key into axes that are `inches` wide and `key_height(inches)` high on paper."""
    rows = rows_of(inches, entries)
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
