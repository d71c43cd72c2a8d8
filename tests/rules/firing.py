"""One firer and one target on bare ground, and volleys whose targets the test itself declares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.battle import attack
from sim.layout import codes as c
from tests.rules.table import TYPES, A, Table, X, battle, number, unit

#: More outcomes of a `tank`'s shot at a `tank`, beside those of `table`.
MOBILITY = (1, 4, "M", "R0", "R0")
SYSTEMS_DOWN = (1, 4, "T", "R0", "R0")
FIRER_DOWN = (1, 4, "F", "R3", "R3")


def facing(
    inches: float,
    firer: dict[str, Any] | None = None,
    target: dict[str, Any] | None = None,
    count: int = 1,
    targets: int = 1,
    **more: Any,
) -> Table:
    """Return A and X, so far apart and facing each other; `firer` and `target` change the tank."""
    types = {"firer": TYPES["tank"] | (firer or {}), "target": TYPES["tank"] | (target or {})}
    table = battle(
        [unit("A", (5.5, 20.5), "firer", count=count)],
        [unit("X", (50.5, 20.5), "target", count=targets, facing=270)],
        types=types,
        **more,
    )
    table.stand(A, 5.5, 20.5)
    table.stand(X, 5.5 + inches, 20.5)
    return table


def volley(
    table: Table, targets: Sequence[int], *rolls: int | str, u: int = A, v: int = X,
    mode: int = c.BY_ACTIVATION,
) -> None:  # fmt: skip
    """Fire unit u's first elements at these elements of v (by place), with dice and chits to come."""
    table.s["aim"] = table.s["aim_weapon"] = -1
    for place, target in enumerate(targets):
        table.s["aim"][place], table.s["aim_weapon"][place] = number(v, target), 0
    table.script(*rolls)
    attack.attack(table.k, table.s, u, v, mode)
