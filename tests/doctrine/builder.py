"""A hand-made table and state for the doctrine tests, with figures that are easy to reckon with.

A bare table of 40 by 30 inches, everything in sight of everything. Type 0 has 100 points, base
movement 12 and a gun with bands 10, 20, 30; type 1 has 60 points, base movement 8, no gun. Blue has
units 0 and 1, red 16 and 17, each of two elements of type 0 that stand 2 inches apart. Any shot in
range hits half the time, and a hit is worth half the target's points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.doctrine import install
from sim.doctrine.loader import compile_doctrine
from sim.layout import codes as c
from sim.layout.records import new_scenario, new_states

WIDTH, HEIGHT = 40, 30
BLUE_1, BLUE_2, RED_1, RED_2 = 0, 1, 16, 17
PLACES = {BLUE_1: (5.5, 5.5), BLUE_2: (5.5, 20.5), RED_1: (20.5, 5.5), RED_2: (30.5, 20.5)}
EAST, WEST = (1.0, 0.0), (-1.0, 0.0)


def element(unit: int, place: int = 0) -> int:
    return unit * c.ELEMENTS_A_UNIT + place


@dataclass(repr=False)
class Field:
    """The scenario and state arrays, shape (1,) each, and their records."""

    k_array: Any
    states: Any

    @property
    def k(self) -> Any:
        return self.k_array[0]

    @property
    def s(self) -> Any:
        return self.states[0]

    def unit(self, u: int) -> Any:
        return self.s["units"][u]

    def element(self, u: int, place: int = 0) -> Any:
        return self.s["elements"][element(u, place)]

    def look(self, u: int) -> None:
        """Rebuild a unit's view from the sight table."""
        cells = [e["cell"] for e in self.s["elements"][element(u) : element(u, 2)] if e["alive"]]
        self.s["view"][u] = np.bitwise_or.reduce(self.k["sight"][cells]) if cells else 0

    def put(self, u: int, x: float, y: float, place: int = 0) -> None:
        """Put an element down at a point."""
        one = self.element(u, place)
        one["x"], one["y"], one["cell"] = x, y, int(y) * WIDTH + int(x)
        self.look(u)

    def lose(self, u: int, place: int = 1) -> None:
        """Take an element out of play."""
        self.element(u, place)["alive"] = 0
        self.unit(u)["alive"] -= 1
        self.look(u)

    def blind(self, u: int, v: int) -> None:
        """Take unit v's cells out of sight of unit u, both ways."""
        for place in range(2):
            for other in range(2):
                here, there = self.element(u, place)["cell"], self.element(v, other)["cell"]
                for a, b in ((here, there), (there, here)):
                    self.k["sight"][a, b >> 6] &= ~(np.uint64(1) << np.uint64(b & 63))
        self.look(u)
        self.look(v)

    def markers(self, *markers: tuple[float, float, int, int]) -> None:
        """Lay objective markers: x, y, value, holder."""
        self.k["objective_count"] = len(markers)
        for place, (x, y, value, holder) in enumerate(markers):
            row = self.k["objectives"][place]
            row["x"], row["y"], row["value"], row["holder"] = x, y, value, holder
            self.s["holder"][place] = holder

    def watch(self, u: int, turn: int = 3) -> None:
        """Lay unit u's counter, all elements watching all round."""
        self.unit(u)["overwatch"], self.unit(u)["watch_turn"] = 1, turn
        for place in range(2):
            self.element(u, place)["watching"] = 1

    def doctrine(self, side: int = c.BLUE, **chapters: Any) -> None:
        """Install a doctrine given by its chapters (and `parameters`)."""
        document = {"name": "made_up", "text": "For a test."} | chapters
        install(self.k_array, side, compile_doctrine(document, "made_up.toml"), ["left"], ["gap"])


def field() -> Field:
    """Return the table and state described above: turn 3 of 8, red the attacker."""
    made = Field(new_scenario(), new_states(1))
    k, s = made.k, made.s
    k["width"], k["height"], k["turns"], k["attacker"] = WIDTH, HEIGHT, 8, c.RED
    k["sight"][: WIDTH * HEIGHT] = np.uint64(0xFFFFFFFFFFFFFFFF)
    k["hit"] = 0.5
    k["secondary_die"], k["factor"] = -1, 1.0
    k["field"] = c.UNREACHABLE
    k["way"] = c.NO_WAY | c.NO_WAY << 4
    k["rules"]["overwatch"], k["rules"]["shots"] = 1, 1
    k["rules"]["area_zone"], k["rules"]["area_cosine"] = -1, -2.0
    k["rules"]["area_farthest"] = 60.0
    k["type_count"] = 2
    tank, truck = k["types"][0], k["types"][1]
    tank["points"], tank["base"], tank["weapon_count"] = 100.0, 12.0, 1
    tank["weapons"][0]["reach"], tank["weapons"][0]["barrels"] = (10.0, 20.0, 30.0), 1
    tank["weapons"][0]["die"] = 2
    truck["points"], truck["base"] = 60.0, 8.0
    k["shot_value"][0, 0] = (50.0, 25.0, 10.0, 0.0)
    k["shot_value"][0, 1] = (40.0, 20.0, 8.0, 0.0)
    k["hit_worth"][:, :, 0], k["hit_worth"][:, :, 1] = 50.0, 30.0
    k["longest_reach"][0] = 30.0
    k["unit_count"] = 2
    s["mover"] = s["chance"] = s["popped"] = s["caller"] = -1
    s["turn"] = 3
    for u, (x, y) in PLACES.items():
        k["units"][u]["side"], k["units"][u]["count"], k["units"][u]["quality"] = u // 16, 2, 8
        unit = made.unit(u)
        unit["count"], unit["start"], unit["quality"] = 2, 2, 8
        unit["alive"], unit["leader"], unit["leadership"], unit["watch_zone"] = 2, element(u), 2, -1
        for place in range(2):
            one = made.element(u, place)
            one["aboard"] = -1
            one["alive"], (one["fx"], one["fy"]) = 1, EAST if u < 16 else WEST
            made.put(u, x, y + 2 * place, place)
    return made
