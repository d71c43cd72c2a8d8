"""Tables with infantry: types turned into teams by hand, and volleys that declare themselves.

Teams keep the ground speed of the type that they are made of: a move costs what it costs a carrier
on wheels, one factor an inch in the open.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim import figures
from sim.battle import attack
from sim.layout import codes as c
from sim.rules import volley
from tests.rules.table import A, Table, X, battle, unit

FIREFIGHT = [c.VALIDITIES.index(figures.FIREFIGHT_VALIDITY[place]) for place in c.POSITIONS]
#: Made into teams by `made`; what they are as vehicles does not matter.
BASE = {"size": 1, "mobility": "high_wheeled", "power": "CFE", "armour": 1}


def type_of(table: Table, u: int, place: int = 0) -> Any:
    """Return the TYPE record of a unit's element."""
    return table.k["types"][int(table.element(u, place)["type"])]


def arm(weapon: Any, kind: int, troops: str = "line") -> None:
    """Make a WEAPON record a small arm or an IAVR."""
    weapon["kind"], weapon["mount"], weapon["barrels"] = kind, c.TURRET, 1
    if kind == c.IAVR:
        weapon["reach"], weapon["chits"] = figures.IAVR_RANGE, figures.IAVR_CHITS
        weapon["infantry_reach"] = 0.0
        for code, name in enumerate(c.ARMOURS):
            colours = figures.IAVR_VALIDITY.get(name, figures.IAVR_VALIDITY["plain"])
            weapon["validity"][code] = c.VALIDITIES.index(colours)
        return
    reach = figures.APSW_RANGE if kind == c.APSW else figures.RIFLE_RANGE[troops]
    chits = figures.APSW_CHITS if kind == c.APSW else figures.RIFLE_CHITS[troops]
    weapon["reach"] = weapon["infantry_reach"] = reach
    weapon["chits"] = weapon["infantry_chits"] = chits
    weapon["infantry_validity"] = FIREFIGHT
    weapon["soft_only"] = 1


def renew(table: Table) -> None:
    """Renew what is reckoned from the types."""
    for place, kind in enumerate(table.k["types"][: table.k["type_count"]]):
        weapons = kind["weapons"][: kind["weapon_count"]]
        reaches = [max(one["reach"][c.LONG], one["infantry_reach"]) for one in weapons]
        table.k["longest_reach"][place] = max(reaches, default=0.0)
    table.k["arms"] = table.k["infantry"] = 1
    table.s["clock"] += 1


def enlist(table: Table, name: str, arms: Sequence[int], troops: str = "line") -> None:
    """Make the type `name` a team of these troops with these arms."""
    code = table.names.types.index(name)
    kind = table.k["types"][code]
    kind["team"] = c.TEAM_APSW if c.APSW in arms else c.TEAM_RIFLE
    kind["troops"] = c.TROOPS.index(troops)
    kind["kill_total"] = figures.KILL_TOTAL[troops]
    kind["base"] = figures.BASE_MOVEMENT[f"{troops}_infantry"]
    kind["points"] = 20.0
    chits = figures.ASSAULT_CHITS
    if c.APSW in arms:
        kind["assault_chits"] = chits["apsw"]
    else:
        kind["assault_chits"] = chits["powered" if troops == "powered" else "rifle"]
    kind["weapon_count"] = len(arms)
    for place, weapon in enumerate(arms):
        arm(kind["weapons"][place], weapon, troops)
    for one in table.s["elements"]:
        if one["alive"] and one["type"] == code:
            one["team"] = 1
    renew(table)


def soften(table: Table, name: str) -> None:
    """Make the type `name` a vehicle of armour 0."""
    kind = table.k["types"][table.names.types.index(name)]
    kind["armour"] = kind["side_armour"] = 0
    kind["soft"] = 1
    renew(table)


def fit(table: Table, name: str, kind: int, barrels: int = 1) -> int:
    """Give the vehicle type `name` one more weapon; return its place."""
    record = table.k["types"][table.names.types.index(name)]
    place = int(record["weapon_count"])
    record["weapon_count"] = place + 1
    arm(record["weapons"][place], kind)
    record["weapons"][place]["barrels"] = barrels
    renew(table)
    return place


def fit_for_infantry(table: Table, name: str) -> None:
    """Let the guns of the vehicle type `name` fire at infantry by the book's figures (p. 36)."""
    record = table.k["types"][table.names.types.index(name)]
    for weapon in record["weapons"][: record["weapon_count"]]:
        kind = c.WEAPON_KINDS[int(weapon["kind"])]
        if kind not in figures.VS_INFANTRY_CHITS:
            continue
        band = figures.VS_INFANTRY_BAND[kind]
        reach = band if isinstance(band, int) else weapon["reach"][c.BANDS.index(band)]
        chits = figures.VS_INFANTRY_CHITS[kind]
        weapon["infantry_reach"] = reach
        weapon["infantry_chits"] = chits if isinstance(chits, int) else weapon["size"]
        weapon["infantry_validity"] = c.VALIDITIES.index(figures.VS_INFANTRY_VALIDITY[kind])
    renew(table)


def facing_teams(
    inches: float,
    count: int = 1,
    targets: int = 1,
    arms: Sequence[int] = (c.RIFLE,),
    troops: str = "line",
    target_troops: str = "line",
    types: dict[str, dict[str, Any]] | None = None,
    target: str = "foe",
    **more: Any,
) -> Table:
    """Return A and X so far apart: A's are teams (type `squad`), X's too (`foe`) or of a given type."""
    table = battle(
        [unit("A", (5.5, 10.5), "squad", count=count)],
        [unit("X", (50.5, 10.5), target, count=targets, facing=270)],
        types={"squad": BASE, "foe": BASE} | (types or {}),
        **more,
    )
    enlist(table, "squad", arms, troops)
    if target == "foe":
        enlist(table, "foe", (c.RIFLE,), target_troops)
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
