"""A table with batteries, teams and smoke, written into the records of a battle by hand."""

from __future__ import annotations

from typing import Any

from sim.layout import codes as c
from sim.rules import artillery
from tests.rules.table import TYPES, Table, X, battle, unit

HOWITZER = TYPES["carrier"] | {"size": 3, "armour": 3}


def field(blue: int = 2, red: int = 2, apart: float = 20.0, **more: Any) -> Table:
    """Return A (tanks) and C's guns for blue, X (`target`, tanks) for red and Z's guns."""
    types = {"howitzer": HOWITZER, "target": TYPES["tank"], "team": TYPES["carrier"]}
    return battle(
        [unit("A", (10.5, 20.5), count=blue), unit("B", (2.5, 4.5), "howitzer", count=3)],
        [
            unit("X", (10.5 + apart, 20.5), "target", count=red, facing=270),
            unit("Y", (57.5, 4.5), "howitzer", count=3, facing=270),
        ],
        types=types,
        **more,
    )


def type_number(table: Table, name: str) -> int:
    """Return the number of a type of the table."""
    return table.names.types.index(name)


def battery(
    table: Table,
    side: int = c.BLUE,
    unit: int = c.NOTHING,
    kind: int = c.LIGHT,
    guns: int = 3,
    stock: tuple[int, int, int] = (2, 2, 0),
    radar: int = 0,
) -> int:
    """Give a side its next battery, off the table or the vehicles of a unit; return its number."""
    k = table.k
    number = side * c.BATTERIES_A_SIDE + int(k["battery_count"][side])
    k["battery_count"][side] += 1
    setup = k["batteries"][number]
    setup["unit"], setup["kind"], setup["guns"], setup["radar"] = unit, kind, guns, radar
    setup["ammunition"] = stock
    if unit >= 0:
        k["types"][table.element(unit)["type"]]["artillery"] = kind
    artillery.deploy(k, table.s)
    return number


def infantry(
    table: Table,
    u: int = X,
    kill_total: int = 4,
    team: int = c.TEAM_RIFLE,
    place: int | None = None,
) -> None:
    """Make a unit's elements, or one, teams on foot without weapons."""
    table.k["infantry"] = table.k["arms"] = 1
    for number in range(int(table.k["units"][u]["count"])) if place is None else (place,):
        one = table.element(u, number)
        kind = int(one["type"]) if place is None else int(table.k["type_count"])
        if place is not None:
            table.k["types"][kind] = table.k["types"][one["type"]]
            table.k["type_count"] += 1
            one["type"] = kind
        record = table.k["types"][kind]
        record["team"], record["troops"], record["kill_total"] = team, c.LINE, kill_total
        record["points"], record["weapon_count"] = 20.0, 0
        one["team"] = 1


def mission(
    table: Table, number: int, x: float, y: float, load: int = c.HEF,
    sheaf: int = c.OPEN_SHEAF, effective: int = 1,
) -> None:  # fmt: skip
    """Let a battery have a mission pending, asked for an enemy activation ago."""
    one = table.s["batteries"][number]
    one["pending"], one["asked_turn"], one["asked_at"] = 1, table.s["turn"], table.s["serial"] - 1
    one["x"], one["y"], one["load"], one["sheaf"], one["effective"] = x, y, load, sheaf, effective
