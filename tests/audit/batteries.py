"""Batteries, their missions, and the smoke on the table, as the auditor keeps them (DS38, DS39)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from tests.audit import book
from tests.audit.force import PLACE_ERROR, Element, Unit


@dataclass(slots=True)
class Mission:
    """Fire that was asked for and has not fallen yet."""

    at: tuple[float, float]
    exact: bool  # its place is not rounded
    load: str
    sheaf: str
    effective: bool
    turn: int  # of the call
    waited: bool  # an enemy activation has come between (DS39.1)


@dataclass(eq=False, slots=True)
class Battery:
    """Guns on the table or off it."""

    name: str
    side: str
    kind: str
    unit: Unit | None
    guns: int  # off the table
    stock: dict[str, int]
    radar: bool
    mission: Mission | None = None
    fired: int = 0  # turn of its last mission

    def able(self) -> list[Element]:
        """Return its gun vehicles that can fire now."""
        if self.unit is None:
            return []
        return [
            e
            for e in self.unit.elements
            if e.in_play and not e.down and not e.aboard and e.kind.artillery
        ]

    def barrels(self) -> int:
        """Return how many guns can fire now."""
        if self.unit is None:
            return self.guns
        return 0 if self.unit.evading else len(self.able())

    def may_activate(self, turn: int) -> bool:
        """Return whether it has its activation of the turn left (DS39.1, DS22.4, DS23.2)."""
        unit = self.unit
        if self.fired == turn:
            return False
        if unit is None:
            return True
        return unit.in_play and not unit.activated and not unit.panicked and unit.confidence < 4

    def due(self, turn: int) -> bool:
        """Return whether its mission arrives in its side's next activation turn (DS39.1)."""
        mission = self.mission
        if mission is None or not (mission.waited or mission.turn != turn):
            return False
        return self.may_activate(turn) and self.barrels() > 0


@dataclass(slots=True)
class Cloud:
    """Smoke on the table: a discharger's (of a unit) or a shell's."""

    x: float
    y: float
    radius: float
    until: int
    unit: Unit | None

    @property
    def mark(self) -> str:
        """The rule of the fire that laid it."""
        return "DS39.1" if self.unit is None else "DS18.4"

    def distance(self, ax: float, ay: float, bx: float, by: float) -> float:
        """Return how near a line between two points comes to its middle."""
        dx, dy = bx - ax, by - ay
        along = ((self.x - ax) * dx + (self.y - ay) * dy) / (dx * dx + dy * dy)
        along = min(1.0, max(0.0, along))
        return math.hypot(ax + along * dx - self.x, ay + along * dy - self.y)


@dataclass(slots=True)
class Zone:
    """The beaten zone of a mission, and who has still to draw in it (DS39.1)."""

    battery: Battery
    load: str
    places: list[tuple[float, float]]  # where the guns aim
    exact: bool
    draws: int  # of each element: 0 in harassing fire
    left: dict[Element, int] = field(default_factory=dict)
    near: set[Element] = field(default_factory=set)  # on its edge, as far as the trace tells
    guns: list[Element] = field(default_factory=list)

    def holds(self, element: Element) -> bool | None:
        """Return whether an element is in it; None: it stands on the edge."""
        off = min(math.hypot(element.x - x, element.y - y) for x, y in self.places)
        off -= book.BEATEN_ZONE
        if abs(off) < PLACE_ERROR and not (self.exact and element.deployed):
            return None
        return off <= 0.0

    def drawing(self, element: Element) -> tuple[int, str]:
        """Return how many chits an element draws for one burst, and the colours that count."""
        who = "vehicle" if element.kind.team is None else "infantry"
        chits = book.ARTILLERY_CHITS[self.battery.kind][who]
        dug = "dug_in_" if element.posture == "dug_in" else ""
        return chits, book.SHELL_VALID[self.load][dug + who]


def places(at: tuple[float, float], sheaf: str, guns: int, along: str) -> list[tuple[float, float]]:
    """Return where the guns of a mission aim: four inches apart in an open sheaf (DS39.1)."""
    if sheaf == "converged":
        return [at]
    offs = [(gun - (guns - 1) / 2) * book.OPEN_SHEAF for gun in range(guns)]
    x, y = at
    return [(x + off, y) if along == "x" else (x, y + off) for off in offs]


def read(told: list[dict[str, Any]], units: dict[str, Unit]) -> dict[str, Battery]:
    """Return the batteries of a deployment, by the names that the events give them."""
    found: dict[str, Battery] = {}
    for line in told:
        found[line["name"]] = Battery(
            line["name"],
            line["side"],
            line["kind"],
            units[line["unit"]] if line["unit"] else None,
            line["guns"],
            dict(line["ammunition"]),
            line["radar"],
        )
    return found
