"""The deployment that a trace begins with, against the scenario (DS17.2, DS20.6, DS25.1)."""

from __future__ import annotations

import math

from tests.audit.battle import OTHER, Battle, Event


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
        for key in (
            "type",
            "sensors",
            "quality",
            "leadership",
            "confidence",
            "command",
            "hidden",
            "posture",
        ):
            if line[key] != getattr(unit, key):
                b.flag("DS21.1", f"{unit.name}: {key} {line[key]}, not {getattr(unit, key)}")
        if len(line["elements"]) != unit.size:
            b.flag("DS4.1", f"{unit.name} has {len(line['elements'])} elements, not {unit.size}")
        for element in b.units[unit.name].elements:
            reach = unit.size + 1.0  # in line abreast, an inch or two apart
            if math.hypot(element.x - unit.at[0], element.y - unit.at[1]) > reach:
                b.flag("DS17.2", f"{element.name} is deployed far from its unit's place")
            if b.ground.terrain[element.cell] not in element.kind.cost:
                b.flag("DS25.1", f"{element.name} is deployed in impassable terrain")
    victory = b.scenario.victory
    defender = OTHER[victory.attacker or "blue"] if victory.kind == "attack" else None  # DS17.2
    markers = [(o.name, o.value, o.holder or defender) for o in b.scenario.objectives]
    if markers != [(o["name"], o["value"], o["holder"]) for o in e["objectives"]]:
        b.flag("DS17.1", f"other markers than the scenario's: {e['objectives']}")
