"""Launchers, their targets, and the area defence beside these."""

from __future__ import annotations

from typing import Any

from tests.rules.table import TYPES, A, Table, X, Y, battle, unit

#: A missile that every defence lets through, and one that the target's ECM stops.
HITS, MISSES = (1, 8), (4, 1)
NOTHING = ("R0", "R0", "R0")


def missiles(
    inches: float = 30,
    kind: str = "GMS/L",
    guidance: str = "enhanced",
    barrels: int = 1,
    count: int = 1,
    targets: int = 1,
    target: dict[str, Any] | None = None,
    launcher: dict[str, Any] | None = None,
    ecm: str = "none",
    pds: str | None = None,
    ads: str | None = None,
    guards: int = 1,
    quality: str = "regular",
    **more: Any,
) -> Table:
    """Return A, which has nothing but missiles, and X, so far off; with `ads` also Y, beside X.

    The sensors of Y are active.
    """
    fitted = {"missiles": [f"{kind} {guidance}"] * barrels}
    types = {
        "launcher": TYPES["carrier"] | (launcher or {}) | fitted,
        "target": TYPES["tank"] | {"ecm": ecm, "pds": pds} | (target or {}),
        "guard": TYPES["carrier"] | {"stealth": 1, "ecm": "superior", "ads": ads},
    }
    red = [unit("X", (50.5, 20.5), "target", count=targets, facing=270, quality=quality)]
    if ads:
        red.append(unit("Y", (50.5, 30.5), "guard", count=guards, facing=270, sensors=True))
    table = battle([unit("A", (5.5, 20.5), "launcher", count=count)], red, types=types, **more)
    if ads:
        table.stand(Y, 8.5 + inches, 20.5)
    table.stand(A, 5.5, 20.5)
    table.stand(X, 5.5 + inches, 20.5)
    return table
