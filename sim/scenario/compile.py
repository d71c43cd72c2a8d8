"""From a checked scenario to the read-only record of the kernel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sim import figures
from sim.exact.tables import (
    half_table,
    hit_table,
    kill_table,
    pot_codes,
    removed_table,
    soft_table,
)
from sim.layout import codes as c
from sim.layout.records import new_scenario
from sim.scenario.fill_arms import fill_batteries, fill_flags, small_arms_matter
from sim.scenario.fill_types import fill_type, rung
from sim.scenario.fill_worth import fill_hit_worth, fill_shot_values
from sim.scenario.ground import fill_ground
from sim.scenario.models import Rules, Scenario, Unit
from sim.scenario.placing import (
    Kinds,
    baseline_point,
    bearing,
    carriers,
    element_places,
)
from sim.scenario.vehicles import VehicleType

ALL_ROUND = -2.0  # area_cosine: every bearing is within
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Names:
    """The names behind the kernel's numbers; a place that nobody holds has an empty name."""

    units: list[str]  # by unit number, side * 16 + place
    elements: list[str]  # by element number: `1st Troop/2`
    objectives: list[str]
    waypoints: list[str]
    zones: list[str]
    types: list[str]
    batteries: list[str]  # by battery number, side * 4 + place


@dataclass(frozen=True)
class Compiled:
    """A scenario ready for the kernel: everything but the doctrines."""

    record: np.ndarray  # SCENARIO, shape (1,)
    names: Names


@lru_cache(maxsize=1)
def exact_tables() -> tuple[Floats, Floats, Floats, npt.NDArray[np.int64]]:
    """Return the hit, kill and half tables and the pot, reckoned once a process."""
    return hit_table(), kill_table(), half_table(), pot_codes()


@lru_cache(maxsize=1)
def movement_tables() -> tuple[Floats, npt.NDArray[np.int64]]:
    """Return movement factors an inch and the easy flag, both by movement class and terrain.

    Easy terrain costs what normal terrain does, except in travel mode (DS25.1); impassable is 0.
    """
    factor = np.zeros((c.N_CLASSES, len(c.TERRAINS)))
    easy = np.zeros((c.N_CLASSES, len(c.TERRAINS)), np.int64)
    for row, name in enumerate(c.MOVEMENT_CLASSES):
        for ease, kinds in figures.TERRAIN[name].items():
            for kind in kinds:
                column = c.TERRAINS.index(kind)
                factor[row, column] = max(1.0, figures.FACTOR[ease])
                easy[row, column] = ease == "easy"
    return factor, easy


def fill_constants(record: np.void) -> None:
    """Fill the figures that are the same in every scenario."""
    record["hit"], record["kill"], record["half"], record["pot"] = exact_tables()
    record["factor"], record["easy"] = movement_tables()
    record["removed"], record["soft_lost"] = removed_table(), soft_table()
    apart = [
        [figures.INTEGRITY, figures.INTEGRITY_MIXED],
        [figures.INTEGRITY_MIXED, figures.INTEGRITY_TEAMS],
    ]
    record["gap_scale"] = (figures.INTEGRITY / np.array(apart)) ** 2
    record["secondary_die"] = [
        rung(figures.SECONDARY_DIE[cover]) if cover in figures.SECONDARY_DIE else c.NOTHING
        for cover in c.COVERS
    ]


def fill_rules(record: np.void, rules: Rules, zones: list[str]) -> None:
    """Fill the rule switches."""
    for name in (
        "overwatch", "opportunity_fire", "move_allowance", "suppressed_may_watch",
        "void_on_under_fire", "void_on_any_fire", "persists_over_turn_end", "flips_command_marker",
        "firer_die_shift", "target_die_shift", "command_reactivation", "follow_through",
    ):  # fmt: skip
        record[name] = getattr(rules, name)
    record["shots"] = c.UNLIMITED if rules.shots == "unlimited" else rules.shots
    record["trigger"] = c.TRIGGERS.index(rules.trigger)
    record["infantry_validity"] = rules.infantry_validity == "position"
    for name in ("reaction_test", "discipline_test"):
        threat = getattr(rules, name)
        record[name] = c.NO_TEST if threat == "none" else threat
    watched = rules.watched_area
    record["area"] = c.AREA_ARC if watched.zone is None else c.AREA_ZONE
    record["area_zone"] = c.NOTHING if watched.zone is None else zones.index(watched.zone)
    all_round = watched.zone is not None or watched.width == 360
    # The sine of the complement is exact for half and right angles, where a cosine is not.
    cosine = math.sin(math.radians(90.0 - watched.width / 2))
    record["area_cosine"] = ALL_ROUND if all_round else cosine
    record["area_nearest"] = watched.nearest
    record["area_farthest"] = watched.farthest


def fill_victory(record: np.void, scenario: Scenario) -> None:
    """Fill objectives and victory (DS17.1, DS17.2).

    In an attack the defender holds every marker that the file gives to nobody. Where the file does
    not say what is `enough`, it is more than half of the value; where it has no `declare_from`, no
    turn is late enough.
    """
    victory = scenario.victory
    attacker = c.SIDES.index(victory.attacker) if victory.attacker else c.NOTHING
    nobody = 1 - attacker if victory.kind == "attack" else c.NOTHING
    record["victory"] = c.VICTORIES.index(victory.kind)
    record["attacker"] = attacker
    record["declare_from"] = victory.declare_from or scenario.turns + 1
    total = sum(marker.value for marker in scenario.objectives)
    record["enough"] = victory.enough or total // 2 + 1
    record["objective_points"] = scenario.objective_points
    record["objective_count"] = len(scenario.objectives)
    for place, marker in zip(record["objectives"], scenario.objectives, strict=False):
        place["x"], place["y"] = marker.at
        place["value"] = marker.value
        place["holder"] = c.SIDES.index(marker.holder) if marker.holder else nobody
    fill_near(record)


def fill_near(record: np.void) -> None:
    """Mark the cells of which some point is within an inch of a marker (DS17.1)."""
    width, height = int(record["width"]), int(record["height"])
    row, column = np.divmod(np.arange(width * height), width)
    for marker in record["objectives"][: record["objective_count"]]:
        across = np.maximum(np.abs(column + 0.5 - marker["x"]) - 0.5, 0.0)
        along = np.maximum(np.abs(row + 0.5 - marker["y"]) - 0.5, 0.0)
        record["near"][: width * height] |= np.hypot(across, along) <= 1.0


def fill_table(record: np.void, scenario: Scenario) -> None:
    """Fill the table's size, waypoints, zone centres and baselines."""
    table = scenario.table
    record["width"], record["height"] = table.width, table.height
    for i, waypoint in enumerate(scenario.waypoints):
        record["waypoint_x"][i], record["waypoint_y"][i] = waypoint.at
    for i, zone in enumerate(scenario.zones):
        corners = np.array(zone.polygon)
        record["zone_x"][i], record["zone_y"][i] = (corners.min(axis=0) + corners.max(axis=0)) / 2
    for number, side in enumerate(scenario.sides):
        point = baseline_point(table, side.baseline)
        record["baseline_x"][number], record["baseline_y"][number] = point


def fill_forces(record: np.void, scenario: Scenario, types: list[str], names: Names) -> None:
    """Fill units and elements, and their names."""
    for number, side in enumerate(scenario.sides):
        record["unit_count"][number] = len(side.units)
        for i, unit in enumerate(side.units):
            u = number * c.UNITS_A_SIDE + i
            names.units[u] = unit.name
            setup = record["units"][u]
            setup["side"] = number
            setup["count"] = unit.size
            setup["quality"] = figures.QUALITY_DIE[unit.quality]
            setup["leadership"] = unit.leadership
            setup["confidence"] = c.CONFIDENCE.index(unit.confidence)
            setup["command"] = unit.command
            setup["hidden"] = unit.hidden
            first = u * c.ELEMENTS_A_UNIT
            for j in range(unit.size):
                names.elements[first + j] = f"{unit.name}/{j + 1}"
            elements = record["elements"][first : first + unit.size]
            elements["type"] = [types.index(name) for name in unit.roster]
            fill_elements(elements, unit, first, scenario.kinds_of(unit))


def fill_elements(elements: np.ndarray, unit: Unit, first: int, kinds: Kinds) -> None:
    """Fill how a unit's elements stand at the start; `first` is the number of the first.

    Who is aboard has no posture of his own.
    """
    fx, fy = bearing(unit.facing)
    places, aboard = element_places(unit, kinds), carriers(unit, kinds)
    for element, kind, (x, y), carrier in zip(elements, kinds, places, aboard, strict=True):
        element["x"], element["y"] = x, y
        element["fx"], element["fy"] = fx, fy
        posture = unit.posture if carrier == c.NOTHING else "none"
        element["posture"] = c.POSTURES.index(posture)
        element["aboard"] = c.NOTHING if carrier == c.NOTHING else first + carrier
        element["sensors"] = unit.sensors and isinstance(kind, VehicleType) and kind.ads is not None


def compile_scenario(scenario: Scenario) -> Compiled:
    """Return the SCENARIO record, shape (1,), and the names of a checked scenario.

    The doctrines are left empty: `sim.doctrine.install` fills them.
    """
    k = new_scenario()
    record = k[0]
    used = scenario.used_types()
    names = Names(
        units=[""] * c.UNITS,
        elements=[""] * c.ELEMENTS,
        objectives=[marker.name for marker in scenario.objectives],
        waypoints=[waypoint.name for waypoint in scenario.waypoints],
        zones=[zone.name for zone in scenario.zones],
        types=list(used),
        batteries=[""] * c.BATTERIES,
    )
    record["turns"] = scenario.turns
    fill_constants(record)
    fill_rules(record["rules"], scenario.rules, names.zones)
    fill_table(record, scenario)
    fill_victory(record, scenario)
    record["type_count"] = len(used)
    small_arms = small_arms_matter(used.values())
    by_position = scenario.rules.infantry_validity == "position"
    for place, kind in zip(record["types"], used.values(), strict=False):
        fill_type(place, kind, small_arms, by_position)
    fill_shot_values(record)
    fill_hit_worth(record)
    fill_forces(record, scenario, names.types, names)
    fill_batteries(record, scenario, names.batteries)
    fill_flags(record)
    fill_ground(k, scenario, (int(one["movement_class"]) for one in record["types"][: len(used)]))
    return Compiled(k, names)
