"""Tables with infantry, and volleys that declare themselves."""

from __future__ import annotations

from typing import Any

from sim.battle import attack
from sim.layout import codes as c
from sim.rules import volley
from tests.rules.table import TYPES, A, Table, X, battle, unit

RIFLES = {"team": "rifle", "troops": "line"}
GUNNERS = {"team": "apsw", "troops": "line"}
ROCKETEERS = RIFLES | {"iavr": True}
#: Armour 1 and unarmed; soft; with an APSW.
CAR = TYPES["carrier"]
TRUCK = CAR | {"armour": 0}
ARMED_CAR = CAR | {"extra_apsw": 1}


def type_of(table: Table, u: int, place: int = 0) -> Any:
    """Return the TYPE record of a unit's element."""
    return table.k["types"][int(table.element(u, place)["type"])]


def gun_alone(table: Table, u: int) -> None:
    """Take the APSW, its last weapon, from a military vehicle."""
    type_of(table, u)["weapon_count"] -= 1


def facing_teams(
    inches: float,
    count: int = 1,
    targets: int = 1,
    squad: dict[str, Any] = RIFLES,
    foe: dict[str, Any] = RIFLES,
    **more: Any,
) -> Table:
    """Return A and X so far apart, of the types `squad` and `foe`: line rifle teams unless told."""
    table = battle(
        [unit("A", (5.5, 10.5), "squad", count=count)],
        [unit("X", (50.5, 10.5), "foe", count=targets, facing=270)],
        types={"squad": squad, "foe": foe},
        **more,
    )
    place(table, A, 10.5)
    place(table, X, 10.5 + inches)
    return table


def place(table: Table, u: int, x: float) -> None:
    """Put a unit's elements in a line northwards, half an inch apart."""
    for i in range(int(table.k["units"][u]["count"])):
        table.stand(u, x, 10.1 + 0.5 * i, place=i)
    table.forget()


def volley_at(
    table: Table, *rolls: int | str, u: int = A, v: int = X, mode: int = c.BY_ACTIVATION
) -> float:
    """Let u declare its best volley at v and fire it; return the expected points."""
    table.s["mover"] = u if mode == c.BY_ACTIVATION else c.NOTHING
    table.look(u)
    worth = float(volley.declare_volley(table.k, table.s, u, v, mode))
    table.script(*rolls)
    attack.attack(table.k, table.s, u, v, mode)
    table.s["mover"] = c.NOTHING
    return worth


def aimed(table: Table, place: int = 0) -> tuple[int, int]:
    """Return (target element, weapon) that the element at a place of the last volley had."""
    return int(table.s["aim"][place]), int(table.s["aim_weapon"][place])
