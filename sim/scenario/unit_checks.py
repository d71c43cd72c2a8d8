"""What units and batteries must satisfy beyond the types of their values."""

from __future__ import annotations

from collections.abc import Iterator

from sim.layout import codes as c
from sim.refusal import shown
from sim.scenario.errors import Place, Problem, unknown
from sim.scenario.fill_arms import guns_of
from sim.scenario.models import Battery, Scenario, Side, Unit
from sim.scenario.placing import carriers
from sim.scenario.teams import TeamType
from sim.scenario.vehicles import VehicleType


def unit_problems(scenario: Scenario, unit: Unit, place: Place) -> Iterator[Problem]:
    """Yield what is wrong with one unit, where it stands apart."""
    if unit.elements is not None:
        for key in ("type", "count"):
            if getattr(unit, key) is not None:
                yield Problem((*place, key), "is of no use beside elements: give one or the other")
    else:
        if unit.type is None:
            yield Problem(
                (*place, "type"), "is missing: a unit has a type and a count, or elements"
            )
        if unit.count is None:
            yield Problem((*place, "count"), "is missing")
    if unit.size > c.ELEMENTS_A_UNIT:
        text = f"{unit.size} elements are more than {c.ELEMENTS_A_UNIT}"
        yield Problem((*place, "elements"), text)
    named: list[tuple[Place, str]] = [(("type",), unit.type)] if unit.type is not None else []
    named += [(("elements", i, "type"), part.type) for i, part in enumerate(unit.elements or [])]
    known = sorted({*scenario.types, *scenario.pool})
    strange = [one for one in named if scenario.element_type(one[1]) is None]
    for at, name in strange:
        yield Problem((*place, *at), unknown(name, known, "a type"))
    if unit.size and not strange:
        yield from make_up_problems(scenario, unit, place)


def make_up_problems(scenario: Scenario, unit: Unit, place: Place) -> Iterator[Problem]:
    """Yield what a unit is to do that its types cannot."""
    kinds = scenario.kinds_of(unit)
    teams = [kind for kind in kinds if isinstance(kind, TeamType)]
    vehicles = [kind for kind in kinds if isinstance(kind, VehicleType)]
    if unit.mounted:
        room = sum(vehicle.carries for vehicle in vehicles)
        if not teams:
            yield Problem((*place, "mounted"), "the unit has no teams")
        elif room == 0:
            yield Problem((*place, "mounted"), "the unit has no vehicle that carries teams")
        elif carriers(unit, kinds).count(c.NOTHING) > len(vehicles):
            text = f"the unit's {len(teams)} teams are more than the {room} that its vehicles carry"
            yield Problem((*place, "mounted"), text)
    if unit.sensors and not any(vehicle.ads for vehicle in vehicles):
        yield Problem((*place, "sensors"), "the unit has no area defence (ads)")
    if unit.posture in ("hull_down", "turret_down") and not vehicles:
        text = f"{shown(unit.posture)} is for vehicles; infantry may be dug_in"
        yield Problem((*place, "posture"), text)
    if unit.posture != "none" and any(vehicle.mobility == "vtol" for vehicle in vehicles):
        yield Problem((*place, "posture"), f"{shown(unit.posture)} is not for a vtol, which flies")


def battery_problems(scenario: Scenario, side: Side, name: str) -> Iterator[Problem]:
    """Yield what is wrong with a side's batteries."""
    taken: dict[str, str] = {}
    for i, battery in enumerate(side.batteries):
        place = (name, "batteries", i)
        if (battery.unit is None) == (battery.guns is None):
            text = "needs a unit on the table or a number of guns off it, and not both"
            yield Problem(place, text)
        elif battery.unit is not None:
            yield from fired_by_problems(scenario, side, battery, place)
            if battery.unit in taken:
                text = f"{shown(battery.unit)} already fires {shown(taken[battery.unit])}"
                yield Problem((*place, "unit"), text)
            taken.setdefault(battery.unit, battery.name)


def fired_by_problems(
    scenario: Scenario, side: Side, battery: Battery, place: Place
) -> Iterator[Problem]:
    """Yield what is wrong with the unit that fires a battery."""
    names = [unit.name for unit in side.units]
    if battery.unit not in names:
        text = unknown(str(battery.unit), names, f"a unit of {place[0]}")
        yield Problem((*place, "unit"), text)
    elif guns_of(scenario, side, battery) == 0:
        text = f"{shown(battery.unit)} has no vehicle with artillery {shown(battery.kind)}"
        yield Problem((*place, "unit"), text)
