"""Whose activation it is: alternation, missions that come first, what foretells it (DS18.1)."""

from __future__ import annotations

from tests.audit.battle import OTHER, Battle
from tests.audit.force import Unit


def check_turn_order(b: Battle, unit: Unit) -> None:
    """DS18.1: activations alternate while both sides have units left to activate."""
    if b.to_act is None or b.turning:
        b.flag("DS18.1", f"{unit.name} is activated outside a turn")
    elif unit.side != b.to_act and b.to_move(b.to_act):
        b.flag("DS18.1", f"{unit.name} is activated out of turn: {b.to_act} has units left")
    check_arrived(b, {unit.side, b.to_act})
    acts(b, unit.side)


def acts(b: Battle, side: str) -> None:
    """A side has its activation: the other is next, and its missions have waited (DS39.1)."""
    b.to_act = OTHER[side]
    for battery in b.batteries.values():
        if battery.mission is not None and battery.side != side:
            battery.mission.waited = True


def check_arrived(b: Battle, sides: set[str | None]) -> None:
    """DS39.1: a side's activation turn goes to its mission that is due."""
    for battery in b.batteries.values():
        if battery.side in sides and battery.due(b.turn):
            b.flag("DS39.1", f"{battery.name}'s mission is due and does not arrive")


def check_smoke(b: Battle, unit: Unit) -> None:
    """DS18.4: the smoke of its dischargers is gone when a unit is activated."""
    if any(cloud.unit is unit for cloud in b.clouds):
        b.flag("DS18.4", f"the smoke of {unit.name} lies on")
        b.clouds = [cloud for cloud in b.clouds if cloud.unit is not unit]


def check_announced(b: Battle, activated: Unit | None = None) -> None:
    """An activation that was foretold must be the next one."""
    marks = {"off": "OW.A3", "revealed": "DS20.5", "smoke": "DS18.4"}
    for kind, (unit, n) in b.announced.items():
        if unit is not activated:
            b.flag(marks[kind], f"{unit.name}: event {n} foretold its activation")
    b.announced.clear()
