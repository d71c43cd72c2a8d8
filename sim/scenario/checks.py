"""What a scenario must satisfy beyond the types of its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

import numpy as np

from sim.layout import codes as c
from sim.refusal import place_of, shown
from sim.scenario.errors import Place, Problem, spot, unknown
from sim.scenario.kinds import fit_problems
from sim.scenario.models import Scenario, Table, Terrain
from sim.scenario.places import doctrine_fault
from sim.scenario.placing import carriers, element_places, may_enter, terrain_codes
from sim.scenario.polygons import Pair, polygon_fault
from sim.scenario.unit_checks import battery_problems, unit_problems
from sim.terrain.fields import NEAR_MARKER

LINES = ("road", "stream")


def all_problems(scenario: Scenario) -> Iterator[Problem]:
    """Yield every problem of a scenario whose values have the right types."""
    yield from table_problems(scenario.table)
    yield from name_problems(scenario)
    yield from place_problems(scenario)
    yield from type_problems(scenario)
    yield from rules_problems(scenario)
    yield from victory_problems(scenario)
    yield from side_problems(scenario)


def off_table(table: Table, point: Pair, edge: bool) -> str | None:
    """Return the refusal of a point off the table; `edge`: the far edges still belong to it."""
    x, y = point
    beyond = (
        (x > table.width or y > table.height)
        if edge
        else not (x < table.width and y < table.height)
    )
    if x < 0 or y < 0 or beyond:
        return f"{spot(point)} is off the table of {table.width} x {table.height}"
    return None


def outline_problems(table: Table, points: list[Pair], place: Place) -> Iterator[Problem]:
    """Yield the points of an outline that are off the table."""
    for i, point in enumerate(points):
        if fault := off_table(table, point, edge=True):
            yield Problem((*place, i), fault)


def polygon_problems(table: Table, polygon: list[Pair], place: Place) -> Iterator[Problem]:
    """Yield what is wrong with one polygon."""
    yield from outline_problems(table, polygon, place)
    if fault := polygon_fault(polygon):
        yield Problem(place, fault)


def table_problems(table: Table) -> Iterator[Problem]:
    """Yield what is wrong with the table and its terrain."""
    if table.width * table.height > c.CELLS:
        cells = table.width * table.height
        text = f"{table.width} x {table.height} is {cells} square inches, more than {c.CELLS}"
        yield Problem(("table", "height"), text)
    for i, piece in enumerate(table.terrain):
        yield from piece_problems(table, piece, ("table", "terrain", i))


def piece_problems(table: Table, piece: Terrain, place: Place) -> Iterator[Problem]:
    """Yield what is wrong with one piece of terrain."""
    if (piece.polygon is None) == (piece.line is None):
        yield Problem(place, "needs a polygon, or for a road or stream a line, and not both")
    if piece.kind == "hill" and piece.level is None:
        yield Problem((*place, "level"), "is missing: a hill has a level from 1 to 3")
    if piece.kind != "hill" and piece.level is not None:
        yield Problem((*place, "level"), f"only a hill has a level, not {shown(piece.kind)}")
    if piece.width is not None and piece.line is None:
        yield Problem((*place, "width"), "only a line has a width")
    if piece.polygon is not None:
        yield from polygon_problems(table, piece.polygon, (*place, "polygon"))
    if piece.line is not None:
        if piece.kind not in LINES:
            text = f"only {' and '.join(LINES)} may be a line, not {shown(piece.kind)}"
            yield Problem((*place, "line"), text)
        yield from outline_problems(table, piece.line, (*place, "line"))
        for j, (a, b) in enumerate(pairwise(piece.line)):
            if a == b:
                yield Problem((*place, "line"), f"points {j} and {j + 1} are the same")


def name_problems(scenario: Scenario) -> Iterator[Problem]:
    """Yield names that are given twice."""
    units = [
        ((side, "units", i, "name"), unit.name)
        for side, force in zip(c.SIDES, scenario.sides, strict=True)
        for i, unit in enumerate(force.units)
    ]
    yield from twice(units)
    batteries = [
        ((side, "batteries", i, "name"), battery.name)
        for side, force in zip(c.SIDES, scenario.sides, strict=True)
        for i, battery in enumerate(force.batteries)
    ]
    yield from twice(batteries)
    for chapter in ("objectives", "waypoints", "zones"):
        things = getattr(scenario, chapter)
        yield from twice([((chapter, i, "name"), thing.name) for i, thing in enumerate(things)])
    for name in scenario.types:
        if name in scenario.pool:
            yield Problem(("types", name), f"{shown(name)} is already a type of the motor pool")


def twice(names: Iterable[tuple[Place, str]]) -> Iterator[Problem]:
    """Yield the places whose name was used before."""
    seen: dict[str, Place] = {}
    for place, name in names:
        if name in seen:
            text = f"{shown(name)} is already the name of {place_of(seen[name])}"
            yield Problem(place, text)
        seen.setdefault(name, place[:-1])


def place_problems(scenario: Scenario) -> Iterator[Problem]:
    """Yield objectives, waypoints and zones that are off the table."""
    table = scenario.table
    for chapter in ("objectives", "waypoints"):
        for i, thing in enumerate(getattr(scenario, chapter)):
            if fault := off_table(table, thing.at, edge=False):
                yield Problem((chapter, i, "at"), fault)
    for i, zone in enumerate(scenario.zones):
        yield from polygon_problems(table, zone.polygon, ("zones", i, "polygon"))


def type_problems(scenario: Scenario) -> Iterator[Problem]:
    """Yield what does not fit together in the scenario's own types."""
    for name, kind in scenario.types.items():
        yield from fit_problems(kind, ("types", name))
    if len(scenario.used_types()) > c.TYPES:
        text = f"{len(scenario.used_types())} types in use are more than {c.TYPES}"
        yield Problem(("types",), text)


def rules_problems(scenario: Scenario) -> Iterator[Problem]:
    """Yield what is wrong with the watched area (RD-2)."""
    watched = scenario.rules.watched_area
    place = ("rules", "watched_area")
    if watched.zone is not None:
        zones = [zone.name for zone in scenario.zones]
        if watched.zone not in zones:
            yield Problem((*place, "zone"), unknown(watched.zone, zones, "a zone"))
        for key in sorted(watched.model_fields_set - {"zone"}):
            yield Problem((*place, key), "a zone has no width and no distances")
    elif watched.nearest >= watched.farthest:
        text = f"{watched.nearest:g} is not less than farthest, {watched.farthest:g}"
        yield Problem((*place, "nearest"), text)


def victory_problems(scenario: Scenario) -> Iterator[Problem]:
    """Yield what is wrong with the victory conditions (DS17.1, DS17.2)."""
    victory = scenario.victory
    if victory.kind == "attack":
        for key in ("attacker", "enough"):
            if getattr(victory, key) is None:
                yield Problem(("victory", key), "is missing: kind 'attack' needs it")
    else:
        for key in ("attacker", "enough"):
            if getattr(victory, key) is not None:
                yield Problem(("victory", key), "only kind 'attack' has it")
    total = sum(marker.value for marker in scenario.objectives)
    if victory.kind != "attrition" and not scenario.objectives:
        yield Problem(("victory", "kind"), f"{shown(victory.kind)} needs an objective")
    elif victory.enough is not None and victory.enough > total:
        text = f"{victory.enough} is more than {total}, the value of all objectives"
        yield Problem(("victory", "enough"), text)
    if victory.declare_from is not None and victory.kind == "attrition":
        yield Problem(("victory", "declare_from"), "kind 'attrition' does not have it")
    elif victory.declare_from is not None and victory.declare_from > scenario.turns:
        text = f"{victory.declare_from} is more than {scenario.turns}, the number of turns"
        yield Problem(("victory", "declare_from"), text)


def side_problems(scenario: Scenario) -> Iterator[Problem]:
    """Yield what is wrong with the sides: doctrine, command, units, batteries, who stands where."""
    for name, side in zip(c.SIDES, scenario.sides, strict=True):
        if fault := doctrine_fault(side.doctrine, scenario.doctrine_folders(name)):
            yield Problem((name, "doctrine"), fault)
        commanders = [i for i, unit in enumerate(side.units) if unit.command]
        for i in commanders[1:]:
            first = side.units[commanders[0]].name
            text = f"{shown(first)} is already the command unit of {name}"
            yield Problem((name, "units", i, "command"), text)
        for i, unit in enumerate(side.units):
            yield from unit_problems(scenario, unit, (name, "units", i))
        yield from battery_problems(scenario, side, name)
    yield from standing_problems(scenario)
    if scenario.used_types():
        yield from marker_problems(scenario)


def standing_problems(scenario: Scenario) -> Iterator[Problem]:
    """Yield units with an element that stands where it cannot: one problem a unit."""
    table = scenario.table
    terrain = terrain_codes(table)

    def kind_at(point: Pair) -> str:
        return c.TERRAINS[terrain[int(point[1]), int(point[0])]]

    taken: dict[Pair, str] = {}
    for name, side in zip(c.SIDES, scenario.sides, strict=True):
        for i, unit in enumerate(side.units):
            kinds = scenario.kinds_of(unit)
            aboard = carriers(unit, kinds)
            for j, point in enumerate(element_places(unit, kinds)):
                if aboard[j] != c.NOTHING:
                    continue
                label, kind = f"{unit.name}/{j + 1}", kinds[j]
                fault = off_table(table, point, edge=False)
                if fault is None and kind and not may_enter(kind.mobility, kind_at(point)):
                    what = f"{kind_at(point)}, impassable for {kind.mobility}"
                    fault = f"{spot(point)} is in {what}"
                if fault is None and point in taken:
                    fault = f"{spot(point)} stands on {shown(taken[point])}"
                if fault is not None:
                    yield Problem((name, "units", i, "at"), f"element {shown(label)} at {fault}")
                    break
                taken[point] = label


def marker_problems(scenario: Scenario) -> Iterator[Problem]:
    """Yield objective markers in terrain where no unit of the scenario can come near enough."""
    table = scenario.table
    terrain = terrain_codes(table)
    mobilities = {kind.mobility for kind in scenario.used_types().values()}
    x, y = np.arange(table.width) + 0.5, (np.arange(table.height) + 0.5)[:, None]
    for i, marker in enumerate(scenario.objectives):
        near = (x - marker.at[0]) ** 2 + (y - marker.at[1]) ** 2 <= NEAR_MARKER**2
        kinds = [c.TERRAINS[code] for code in np.unique(terrain[near])]
        if kinds and not any(may_enter(way, kind) for way in mobilities for kind in kinds):
            text = f"{spot(marker.at)} is in {' and '.join(kinds)}, which no unit can enter"
            yield Problem(("objectives", i, "at"), text)
