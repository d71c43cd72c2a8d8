"""The deployment that a trace begins with, against the scenario (DS17.2, DS20.6, DS25.1)."""

from __future__ import annotations

import math

from sim.scenario.models import Unit as Wanted
from tests.audit.battle import OTHER, Battle, Event

KEYS = (
    "type", "sensors", "quality", "leadership", "confidence", "command", "hidden", "posture",
)  # fmt: skip


def deploy(b: Battle, e: Event) -> None:
    """Units, markers and switches are those of the scenario, elements stand where they may."""
    if e["rules"] != b.rules.model_dump():
        b.flag("DS17.2", f"fought by other rules than the scenario's: {e['rules']}")
    told = [(unit["name"], unit["side"]) for unit in e["units"]]
    sides = ("blue", b.scenario.blue), ("red", b.scenario.red)
    if told != [(unit.name, name) for name, side in sides for unit in side.units]:
        b.flag("DS17.2", f"other units than the scenario's: {told}")
        return
    units = [unit for _, side in sides for unit in side.units]
    for unit, line in zip(units, e["units"], strict=True):
        check_unit(b, unit, line)
    check_batteries(b, e)
    victory = b.scenario.victory
    defender = OTHER[victory.attacker or "blue"] if victory.kind == "attack" else None  # DS17.2
    markers = [(o.name, o.value, o.holder or defender) for o in b.scenario.objectives]
    if markers != [(o["name"], o["value"], o["holder"]) for o in e["objectives"]]:
        b.flag("DS17.1", f"other markers than the scenario's: {e['objectives']}")


def check_unit(b: Battle, unit: Wanted, line: Event) -> None:
    """One unit: what it is, of which elements, where they stand and who is aboard."""
    for key in KEYS:
        if line[key] != getattr(unit, key):
            b.flag("DS21.1", f"{unit.name}: {key} {line[key]}, not {getattr(unit, key)}")
    if len(line["elements"]) != unit.size:
        b.flag("DS4.1", f"{unit.name} has {len(line['elements'])} elements, not {unit.size}")
        return
    elements = b.units[unit.name].elements
    types = [told["type"] for told in line["elements"]]
    if types != unit.roster:
        b.flag("DS4.1", f"{unit.name} is made up of {types}, not {unit.make_up}")
    told = [element.aboard for element in elements]
    # DS36.1: they fill the carriers in order; who finds no room stands on foot
    berths = [e for e in elements for _ in range(e.kind.carries)] if unit.mounted else []
    for element, carrier in zip(elements, told, strict=True):
        wanted = berths.pop(0) if element.kind.team and berths else None
        if carrier is not wanted:
            shown = wanted.name if wanted else "no carrier"
            b.flag("DS36.1", f"{element.name} starts not in {shown}")
        if wanted and (element.x, element.y) != (wanted.x, wanted.y):
            b.flag("DS36.1", f"{element.name} is aboard {wanted.name} and not where that is")
    facing = math.radians(unit.facing)
    reach = unit.size + 1.0  # in line abreast, an inch or two apart
    for element in elements:
        if math.hypot(element.fx - math.sin(facing), element.fy - math.cos(facing)) > 1e-5:
            b.flag("RD-6", f"{element.name} is deployed with another facing than its unit's")
        if math.hypot(element.x - unit.at[0], element.y - unit.at[1]) > reach:
            b.flag("DS17.2", f"{element.name} is deployed far from its unit's place")
        on_ground = element.aboard or element
        if b.ground.terrain[on_ground.cell] not in on_ground.kind.cost:
            b.flag("DS25.1", f"{element.name} is deployed in impassable terrain")


def check_batteries(b: Battle, e: Event) -> None:
    """DS38.1: the batteries are the scenario's, with a gun for each gun vehicle of their unit."""
    told = [{key: line[key] for key in BATTERY} for line in e["batteries"]]
    wanted = []
    for name, side in (("blue", b.scenario.blue), ("red", b.scenario.red)):
        for battery in side.batteries:
            guns = battery.guns
            if battery.unit is not None:
                vehicles = b.units[battery.unit].elements
                guns = sum(element.kind.artillery == battery.kind for element in vehicles)
            values = (battery.name, name, battery.kind, battery.unit, guns, battery.radar)
            stock = battery.ammunition.model_dump()
            wanted.append(dict(zip(BATTERY, (*values, stock), strict=True)))
    if told != wanted:
        b.flag("DS38.1", f"other batteries than the scenario's: {told}")


BATTERY = ("name", "side", "kind", "unit", "guns", "radar", "ammunition")
