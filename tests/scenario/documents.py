"""A good scenario document, and ways to spoil it."""

from __future__ import annotations

import tomllib
from typing import Any

TEXT = """
name = "good"
title = "A good one"
turns = 6
objective_points = 20

[table]
width = 40
height = 30

[[table.terrain]]
kind = "hill"
level = 1
polygon = [[15, 5], [25, 5], [25, 15], [15, 15]]

[[table.terrain]]
kind = "open_water"
polygon = [[0, 24], [10, 24], [10, 30], [0, 30]]

[[table.terrain]]
kind = "road"
line = [[0, 20.5], [40, 20.5]]
width = 1.0

[[objectives]]
name = "inn"
at = [20.5, 20.5]
value = 2

[[objectives]]
name = "mill"
at = [30.5, 10.5]
holder = "red"

[[waypoints]]
name = "ford"
at = [12.5, 22.5]

[[zones]]
name = "gap"
polygon = [[18, 18], [24, 18], [24, 23]]

[types.cart]
size = 2
mobility = "low_wheeled"
power = "CFE"
armour = 1
fire_control = "basic"
weapons = ["RFAC/2 restricted"]

[types.launcher]
size = 2
mobility = "slow_tracked"
power = "CFE"
fire_control = "basic"
missiles = ["GMS/L basic"]

[victory]
kind = "attack"
attacker = "blue"
declare_from = 3
enough = 2

[rules]
overwatch = true
shots = 2
watched_area = { width = 120, nearest = 2, farthest = 40 }

[blue]
doctrine = "bounding"
baseline = "west"

[[blue.units]]
name = "1st Troop"
type = "badger"
count = 4
at = [5.5, 15.5]
facing = 90
command = true

[[blue.units]]
name = "2nd Troop"
type = "cart"
count = 2
quality = "green"
leadership = 3
at = [5.5, 6.5]
facing = 90

[red]
doctrine = "ambush"
baseline = "east"

[[red.units]]
name = "Guard"
type = "hornet"
count = 3
confidence = "ST"
at = [35.5, 15.5]
facing = 270
posture = "dug_in"
hidden = true
"""

GONE = object()


def good() -> dict[str, Any]:
    """Return the good document."""
    return tomllib.loads(TEXT)


def spoiled(**changes: Any) -> dict[str, Any]:
    """Return the good document with values changed: `blue__units__0__count=9`, `GONE` deletes."""
    return spoil(good(), **changes)


def spoil(document: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """Return a document with values changed in place, as `spoiled` does."""
    for place, value in changes.items():
        at: Any = document
        *path, last = [int(part) if part.isdigit() else part for part in place.split("__")]
        for part in path:
            at = at[part]
        if value is GONE:
            del at[last]
        elif isinstance(at, list) and last == len(at):
            at.append(value)
        else:
            at[last] = value
    return document
