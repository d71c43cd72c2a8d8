"""A hand-made table and state for the doctrine tests, with figures that are easy to reckon with.

A bare table of 40 by 30 inches, everything in sight of everything. Two types: 0 has 100 points,
base movement 12 and a gun with bands 10, 20, 30; 1 has 60 points, base movement 8, and no gun.
Blue has units 0 and 1, red 16 and 17, of two elements each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.doctrine import install
from sim.doctrine.loader import compile_doctrine
from sim.layout import codes as c
from sim.layout.records import new_scenario, new_states
from sim.terrain import lookup

WIDTH, HEIGHT = 40, 30
BLUE_1, BLUE_2, RED_1, RED_2 = 0, 1, 16, 17
PLACES = {BLUE_1: (5.5, 5.5), BLUE_2: (5.5, 20.5), RED_1: (20.5, 5.5), RED_2: (30.5, 20.5)}


def element(unit: int, place: int = 0) -> int:
    return unit * c.ELEMENTS_A_UNIT + place


def put(k: Any, s: Any, e: int, x: float, y: float) -> None:
    """Put an element down at a point."""
    s["elements"][e]["x"], s["elements"][e]["y"] = x, y
    s["elements"][e]["cell"] = int(y) * WIDTH + int(x)
    lookup.refresh_view(k, s, e // c.ELEMENTS_A_UNIT)


def battle() -> tuple[Any, Any, Any]:
    """Return the scenario array, its record `k` and the state record `s`."""
    k_array, s = new_scenario(), new_states(1)[0]
    k = k_array[0]
    k["width"], k["height"], k["turns"], k["attacker"] = WIDTH, HEIGHT, 8, c.RED
    k["sight"][: WIDTH * HEIGHT] = np.uint64(0xFFFFFFFFFFFFFFFF)
    k["hit"], k["kill"], k["half"] = 0.5, 0.4, 0.2  # a shot is worth 0.5 * (0.4 + 0.1) = 0.25
    k["secondary_die"], k["factor"] = -1, 1.0
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
    k["unit_count"] = 2
    s["mover"] = s["chance"] = -1
    s["turn"] = 3
    for u, (x, y) in PLACES.items():
        k["units"][u]["side"], k["units"][u]["count"], k["units"][u]["quality"] = u // 16, 2, 8
        s["units"][u]["alive"], s["units"][u]["leader"] = 2, element(u)
        s["units"][u]["leadership"] = 2
        s["units"][u]["watch_zone"] = -1
        for place in range(2):
            e = element(u, place)
            s["elements"][e]["alive"] = 1
            s["elements"][e]["fx"] = 1.0 if u < 16 else -1.0
            put(k, s, e, x, y + 2 * place)
    return k_array, k, s


def with_doctrine(k_array: Any, side: int = c.BLUE, **chapters: Any) -> None:
    """Install a doctrine given by its chapters (and `parameters`)."""
    document = {"name": "made_up", "text": "For a test."} | chapters
    install(k_array, side, compile_doctrine(document, "made_up.toml"), ["left"], ["gap"])
