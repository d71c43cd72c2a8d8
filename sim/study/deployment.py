"""The first event of a trace, the deployment; and how a trace writes its numbers."""

from __future__ import annotations

from typing import Any, TypeAlias

from sim.layout import codes as c
from sim.study.prepare import Prepared

Event: TypeAlias = dict[str, Any]

PLACE_DIGITS, DIGITS = 4, 6


def deployment(prepared: Prepared, battle: int, seed: int) -> Event:
    """Return the first event: who and what stands where, under which rules."""
    scenario = prepared.scenario
    k = prepared.record[0]
    units = []
    for number, side in enumerate(scenario.sides):
        for i, unit in enumerate(side.units):
            first = (number * c.UNITS_A_SIDE + i) * c.ELEMENTS_A_UNIT
            units.append(
                {
                    "name": unit.name,
                    "side": c.SIDES[number],
                    "type": unit.type,
                    "quality": unit.quality,
                    "leadership": unit.leadership,
                    "confidence": unit.confidence,
                    "command": unit.command,
                    "hidden": unit.hidden,
                    "posture": unit.posture,
                    "sensors": unit.sensors,
                    "elements": [
                        {
                            "name": prepared.names.elements[e],
                            "type": prepared.names.types[int(k["elements"][e]["type"])],
                            "aboard": name_or_none(prepared, int(k["elements"][e]["aboard"])),
                            "at": position(k["elements"][e]["x"], k["elements"][e]["y"]),
                            "facing": reals(k["elements"][e]["fx"], k["elements"][e]["fy"]),
                        }
                        for e in range(first, first + unit.size)
                    ],
                }
            )
    objectives = [
        {
            "name": marker.name,
            "at": position(*marker.at),
            "value": marker.value,
            "holder": side_or_none(int(k["objectives"][i]["holder"])),
        }
        for i, marker in enumerate(scenario.objectives)
    ]
    batteries = [
        {
            "name": battery.name,
            "side": c.SIDES[number],
            "kind": battery.kind,
            "unit": battery.unit,
            "guns": int(k["batteries"][number * c.BATTERIES_A_SIDE + i]["guns"]),
            "ammunition": battery.ammunition.model_dump(),
            "radar": battery.radar,
        }
        for number, side in enumerate(scenario.sides)
        for i, battery in enumerate(side.batteries)
    ]
    return {
        "n": 0,
        "turn": 0,
        "event": "deploy",
        "scenario": scenario.name,
        "battle": battle,
        "seed": seed,
        "doctrines": dict(zip(c.SIDES, prepared.doctrines, strict=True)),
        "rules": scenario.rules.model_dump(),
        "table": {"width": scenario.table.width, "height": scenario.table.height},
        "turns": scenario.turns,
        "units": units,
        "batteries": batteries,
        "objectives": objectives,
    }


def position(x: float, y: float) -> list[float]:
    """Return a place on the table, in inches."""
    return [round(float(x), PLACE_DIGITS), round(float(y), PLACE_DIGITS)]


def real(value: float) -> float:
    """Return a real number as a trace writes it."""
    return round(float(value), DIGITS) + 0.0  # no minus before a zero


def reals(*values: float) -> list[float]:
    """Return real numbers as a trace writes them."""
    return [real(value) for value in values]


def name_or_none(prepared: Prepared, e: int) -> str | None:
    """Return the name of an element, or None for none (-1)."""
    return prepared.names.elements[e] if e >= 0 else None


def side_or_none(side: int) -> str | None:
    """Return the name of a side's code, or None for nobody (-1)."""
    return c.SIDES[side] if side >= 0 else None
