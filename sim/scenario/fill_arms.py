"""Batteries, and which rules of combined arms a scenario needs at all."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from sim.layout import codes as c
from sim.scenario.models import Battery, Scenario, Side
from sim.scenario.teams import ElementType, TeamType
from sim.scenario.vehicles import VehicleType


def small_arms_matter(kinds: Iterable[ElementType]) -> bool:
    """Return whether anybody in play can be hurt by small arms: a team or a soft vehicle."""
    return any(isinstance(kind, TeamType) or kind.armour == 0 for kind in kinds)


def guns_of(scenario: Scenario, side: Side, battery: Battery) -> int:
    """Return how many guns a battery has: the artillery vehicles of its kind in its unit."""
    if battery.guns is not None:
        return battery.guns
    return sum(
        isinstance(kind, VehicleType) and kind.artillery == battery.kind
        for unit in side.units
        if unit.name == battery.unit
        for kind in scenario.kinds_of(unit)
    )


def fill_batteries(record: np.void, scenario: Scenario, names: list[str]) -> None:
    """Fill the batteries of both sides, and their names."""
    record["batteries"]["unit"] = c.NOTHING
    for number, side in enumerate(scenario.sides):
        record["battery_count"][number] = len(side.batteries)
        units = [unit.name for unit in side.units]
        for i, battery in enumerate(side.batteries):
            place = number * c.BATTERIES_A_SIDE + i
            names[place] = battery.name
            setup = record["batteries"][place]
            if battery.unit is not None:
                setup["unit"] = number * c.UNITS_A_SIDE + units.index(battery.unit)
            setup["kind"] = c.ARTILLERIES.index(battery.kind)
            setup["guns"] = guns_of(scenario, side, battery)
            setup["ammunition"] = [getattr(battery.ammunition, name) for name in c.AMMUNITIONS]
            setup["radar"] = battery.radar


def fill_flags(record: np.void) -> None:
    """Mark the rules that somebody in play can come to need; the others cost nothing."""
    types = record["types"][: record["type_count"]]
    weapons = types["weapons"]["kind"]
    fitted = np.arange(c.WEAPONS) < types["weapon_count"][:, None]
    teams = (types["team"] >= 0).any()
    record["infantry"] = teams or (fitted & (weapons >= c.IAVR)).any()
    record["missiles"] = (fitted & (weapons == c.GMS)).any()
    record["arms"] = record["infantry"] or record["missiles"]
    record["area_defence"] = (types["ads"] >= 0).any()
    record["transport"] = teams and (types["carries"] > 0).any()
    shells = record["batteries"]["ammunition"][:, c.SMOKE]
    record["smoke"] = (types["smoke"] > 0).any() or (shells > 0).any()
    record["vtols"] = (types["vtol"] > 0).any()
