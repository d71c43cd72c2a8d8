"""Launchers, their targets, and the area defence beside these: types filled in by hand."""

from __future__ import annotations

from typing import Any

from sim import figures
from sim.layout import codes as c
from sim.scenario.arms import AREA_DEFENCE_GUN, gun
from sim.scenario.fill_types import fill_weapon, rung, signature, size_seen
from sim.scenario.fill_worth import fill_hit_worth
from sim.scenario.vehicles import VehicleType
from tests.rules.table import TYPES, A, Table, X, Y, battle, unit

#: A missile that every defence lets through, and one that the target's ECM stops.
HITS, MISSES = (1, 8), (4, 1)
NOTHING = ("R0", "R0", "R0")


def add_missiles(table: Table, name: str, kind: str, guidance: str, barrels: int) -> None:
    """Give a type a missile weapon after those that it has."""
    made = table.k["types"][table.names.types.index(name)]
    weapon = made["weapons"][int(made["weapon_count"])]
    reach = figures.MISSILE_RANGE[kind]
    weapon["kind"], weapon["barrels"], weapon["reach"] = c.GMS, barrels, (0, reach, reach)
    weapon["size"] = weapon["chits"] = figures.MISSILE_CHITS[kind]
    weapon["die"] = rung(figures.GUIDANCE[guidance])
    valid = figures.GMS_VALIDITY
    for place, armour in enumerate(c.ARMOURS):
        weapon["validity"][place] = c.VALIDITIES.index(valid.get(armour, valid["plain"]))
    made["weapon_count"] += 1


def defend(
    table: Table, name: str, ecm: str = "none", pds: str | None = None, ads: str | None = None
) -> None:
    """Give a type its defences."""
    place = table.names.types.index(name)
    made = table.k["types"][place]
    vehicle = table.scenario.element_type(name)
    assert isinstance(vehicle, VehicleType)
    made["loud_die"] = signature(size_seen(vehicle) + 1)
    made["ecm"] = rung(figures.ECM[ecm])
    made["pds"] = rung(figures.PDS[pds]) if pds else c.NOTHING
    if ads:
        made["ads"] = rung(figures.ADS[ads])
        place = made["ads_gun"] = int(made["weapon_count"])
        fill_weapon(made["weapons"][place], gun(AREA_DEFENCE_GUN, ads, False))
        made["weapon_count"] = place + 1


def ready(table: Table) -> None:
    """Fill what follows from the types, and look about."""
    k = table.k
    k["arms"] = k["missiles"] = k["area_defence"] = 1
    fill_hit_worth(k)
    for place, kind in enumerate(k["types"][: k["type_count"]]):
        reach = kind["weapons"][: kind["weapon_count"]]["reach"]
        k["longest_reach"][place] = reach.max() if len(reach) else 0.0
    table.s["clock"] += 1


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

    The sensors of Y are active; nobody sees Y's elements from A's.
    """
    types = {
        "launcher": TYPES["carrier"] | (launcher or {}),
        "target": TYPES["tank"] | (target or {}),
        "guard": TYPES["carrier"] | {"stealth": 1},
    }
    red = [unit("X", (50.5, 20.5), "target", count=targets, facing=270, quality=quality)]
    if ads:
        red.append(unit("Y", (50.5, 30.5), "guard", count=guards, facing=270))
    table = battle([unit("A", (5.5, 20.5), "launcher", count=count)], red, types=types, **more)
    add_missiles(table, "launcher", kind, guidance, barrels)
    defend(table, "target", ecm, pds)
    if ads:
        defend(table, "guard", "superior", None, ads)
        for guard in table.elements(Y):
            guard["sensors"] = 1
        table.stand(Y, 8.5 + inches, 20.5)
    ready(table)
    table.stand(A, 5.5, 20.5)
    table.stand(X, 5.5 + inches, 20.5)
    return table
