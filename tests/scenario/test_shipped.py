"""The shipped scenarios: what each is meant to be."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from sim.layout import codes as c
from sim.scenario import (
    Compiled,
    Scenario,
    VehicleType,
    compile_scenario,
    load_scenario,
    points,
    shipped_scenarios,
)

SYMMETRIC = ("battle_group", "duel", "meeting_engagement")


@lru_cache(maxsize=16)
def made(name: str) -> tuple[Scenario, Compiled]:
    scenario = load_scenario(name)
    return scenario, compile_scenario(scenario)


def strength(scenario: Scenario) -> list[int]:
    """Return the points of blue and red."""
    totals = []
    for side in scenario.sides:
        kinds = [kind for unit in side.units for kind in scenario.kinds_of(unit)]
        totals.append(sum(points(kind) for kind in kinds if kind))
    return totals


def element_cells(compiled: Compiled, side: int) -> list[int]:
    """Return the cells of a side's elements."""
    k = compiled.record[0]
    first = side * c.UNITS_A_SIDE * c.ELEMENTS_A_UNIT
    mine = range(first, first + c.UNITS_A_SIDE * c.ELEMENTS_A_UNIT)
    elements = [k["elements"][e] for e in mine if compiled.names.elements[e]]
    return [int(e["y"]) * int(k["width"]) + int(e["x"]) for e in elements]


def sees(compiled: Compiled, a: int, b: int) -> bool:
    word = int(compiled.record[0]["sight"][a][b >> 6])
    return bool(word >> (b & 63) & 1)


def way(compiled: Compiled, unit: str, objective: str, route: int) -> list[int]:
    """Return the cells of the way from a unit's second element to a marker, down the field."""
    k, names = compiled.record[0], compiled.names
    element = k["elements"][names.units.index(unit) * c.ELEMENTS_A_UNIT + 1]
    moves_as = int(k["types"][int(element["type"])]["movement_class"])
    field = k["field"][moves_as, route, names.objectives.index(objective)]
    width, height = int(k["width"]), int(k["height"])
    cell = int(element["y"]) * width + int(element["x"])
    cells = [cell]
    while field[cell] > 0:
        x, y = cell % width, cell // width
        cell = min(
            (
                row * width + column
                for row in range(max(0, y - 1), min(height, y + 2))
                for column in range(max(0, x - 1), min(width, x + 2))
            ),
            key=lambda other: int(field[other]),
        )
        cells.append(cell)
    return cells


def test_the_twelve_are_shipped() -> None:
    assert shipped_scenarios() == [
        "battle_group", "border_raid", "convoy_ambush", "duel", "gun_line", "hill_301",
        "meeting_engagement", "ridge_crossing", "seed_example", "spaceport", "village_road",
        "wood_edge",
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_scenarios())
def test_a_shipped_scenario_loads_under_its_own_name(name: str) -> None:
    scenario, compiled = made(name)
    assert scenario.name == name
    assert scenario.text.endswith((".", "?"))
    assert compiled.record[0]["unit_count"].all()


@pytest.mark.parametrize("name", shipped_scenarios())
def test_nobody_starts_in_the_impassable(name: str) -> None:
    _, compiled = made(name)
    k = compiled.record[0]
    for e, label in enumerate(compiled.names.elements):
        if label:
            element = k["elements"][e]
            kind = k["types"][int(element["type"])]["movement_class"]
            terrain = k["terrain"][int(element["y"]) * int(k["width"]) + int(element["x"])]
            assert k["factor"][kind, terrain] > 0, label


@pytest.mark.parametrize("name", shipped_scenarios())
def test_every_element_reaches_every_marker_waypoint_and_its_baseline(name: str) -> None:
    scenario, compiled = made(name)
    k = compiled.record[0]
    for e, label in enumerate(compiled.names.elements):
        if label:
            element = k["elements"][e]
            kind = int(k["types"][int(element["type"])]["movement_class"])
            cell = int(element["y"]) * int(k["width"]) + int(element["x"])
            goals = [
                *range(len(scenario.objectives)),
                *range(c.GOAL_WAYPOINT, c.GOAL_WAYPOINT + len(scenario.waypoints)),
                c.GOAL_BASELINE + e // (c.UNITS_A_SIDE * c.ELEMENTS_A_UNIT),
            ]
            for goal in goals:
                assert k["field"][kind, c.DIRECT_ROUTE, goal, cell] < c.UNREACHABLE, (label, goal)


@pytest.mark.parametrize("name", SYMMETRIC)
def test_both_sides_have_the_same_turned_by_half_a_circle(name: str) -> None:
    scenario, compiled = made(name)
    k = compiled.record[0]
    width, height = scenario.table.width, scenario.table.height
    cells = width * height
    for field in ("terrain", "level", "cover"):
        assert (k[field][:cells] == k[field][:cells][::-1]).all(), field
    assert len(scenario.blue.units) == len(scenario.red.units)
    first = c.UNITS_A_SIDE * c.ELEMENTS_A_UNIT
    blue, red = k["elements"][:first], k["elements"][first:]
    present = np.array([bool(label) for label in compiled.names.elements])
    assert (present[:first] == present[first:]).all()
    blue, red = blue[present[:first]], red[present[first:]]
    assert (blue["x"] + red["x"] == width).all() and (blue["y"] + red["y"] == height).all()
    assert (blue["fx"] == -red["fx"]).all() and (blue["fy"] == -red["fy"]).all()
    assert (blue["type"] == red["type"]).all() and (blue["posture"] == red["posture"]).all()
    for field in ("count", "quality", "leadership", "confidence", "command", "hidden"):
        setup = k["units"][field].reshape(2, c.UNITS_A_SIDE)
        assert (setup[0] == setup[1]).all(), field
    markers = {(m["x"], m["y"], m["value"], m["holder"]) for m in k["objectives"]}
    markers = {marker for marker in markers if marker[2]}
    assert markers == {(width - x, height - y, value, -1) for x, y, value, _ in markers}
    assert k["baseline_x"].sum() == width and k["baseline_y"].sum() == height
    places = set(zip(k["waypoint_x"], k["waypoint_y"], strict=True)) - {(0.0, 0.0)}
    assert places == {(width - x, height - y) for x, y in places}


@pytest.mark.parametrize("name", SYMMETRIC)
def test_sight_on_a_turned_table_is_turned(name: str) -> None:
    scenario, compiled = made(name)
    cells = scenario.table.width * scenario.table.height
    rows = compiled.record[0]["sight"][:cells].view(np.uint8)
    bits = np.unpackbits(rows, axis=1, bitorder="little")[:, :cells]
    assert (bits == bits[::-1, ::-1]).all()


def test_battle_group_is_the_reference_battle() -> None:
    scenario, _ = made("battle_group")
    assert (scenario.table.width, scenario.table.height, scenario.turns) == (60, 40, 8)
    for side in scenario.sides:
        assert [unit.size for unit in side.units] == [4] * 6
        assert len({unit.type for unit in side.units}) == 5
    kinds = {piece.kind for piece in scenario.table.terrain}
    assert {"hill", "dense_wood", "light_wood", "urban", "road", "stream"} <= kinds
    assert len(scenario.objectives) in (4, 5)


def test_the_seeds_example_starts_out_of_sight() -> None:
    scenario, compiled = made("seed_example")
    (a,), (x, y, z) = scenario.blue.units, scenario.red.units
    assert (a.name, x.name, y.name, z.name) == ("A", "X", "Y", "Z")
    kinds, (carrier, *_) = scenario.kinds_of(a), scenario.kinds_of(x)
    assert [kind.mobility for kind in kinds if kind] == ["fast_tracked"] * 4
    assert isinstance(carrier, VehicleType) and not carrier.weapons
    assert "infantry" in scenario.text
    # Nobody of red sees the cells where A stands before and after its move of six inches.
    width = scenario.table.width
    after = [cell + 6 for cell in element_cells(compiled, c.BLUE)]
    for mine in (*element_cells(compiled, c.BLUE), *after):
        assert not any(sees(compiled, mine, theirs) for theirs in element_cells(compiled, c.RED))
    assert {cell % width for cell in after} == {10}


def test_the_seeds_example_comes_round_the_wood_in_the_second_turn() -> None:
    _, compiled = made("seed_example")
    k = compiled.record[0]
    after = [cell + 6 for cell in element_cells(compiled, c.BLUE)]
    for unit in ("X", "Y"):
        element = k["elements"][compiled.names.units.index(unit) * c.ELEMENTS_A_UNIT]
        base = float(k["types"][int(element["type"])]["base"])
        cells = way(compiled, unit, "farm gate", c.DIRECT_ROUTE)
        moves_as = int(k["types"][int(element["type"])]["movement_class"])
        left = k["field"][moves_as, c.DIRECT_ROUTE, 0][cells] / c.FIELD_SCALE
        seen = [any(sees(compiled, mine, cell) for mine in after) for cell in cells]
        walked = float(left[0] - left[seen.index(True)])
        assert base < walked < 2 * base, unit


def test_the_ridge_has_an_open_way_and_a_covered_one() -> None:
    scenario, compiled = made("ridge_crossing")
    blue, red = strength(scenario)
    assert (len(scenario.blue.units), len(scenario.red.units)) == (4, 3)
    assert 1.3 < blue / red < 1.5
    guards = element_cells(compiled, c.RED)

    def seen(cells: list[int]) -> int:
        return sum(any(sees(compiled, guard, cell) for guard in guards) for cell in cells)

    direct = way(compiled, "1st Troop", "station", c.DIRECT_ROUTE)
    covered = way(compiled, "1st Troop", "station", c.COVERED_ROUTE)
    assert seen(direct) > 0.9 * len(direct)
    assert len(covered) >= len(direct)
    assert seen(covered) < 0.5 * len(covered)
    width = scenario.table.width
    assert any(cell // width > 33 for cell in covered[: len(covered) * 2 // 3])


def test_the_ridge_is_held_hull_down_on_its_rim() -> None:
    scenario, compiled = made("ridge_crossing")
    k = compiled.record[0]
    assert [unit.posture for unit in scenario.red.units[:2]] == ["hull_down", "hull_down"]
    for cell in element_cells(compiled, c.RED)[:8]:
        assert (k["level"][cell], k["level"][cell - 1]) == (1, 0)


def test_the_village_has_a_dash_that_starts_and_ends_out_of_sight() -> None:
    scenario, compiled = made("village_road")
    assert [zone.name for zone in scenario.zones] == ["gap"]
    guards = element_cells(compiled, c.RED)
    for unit in scenario.blue.units:
        cells = way(compiled, unit.name, "station", c.DIRECT_ROUTE)
        seen = [any(sees(compiled, guard, cell) for guard in guards) for cell in cells]
        inside = [cell for cell, in_sight in zip(cells, seen, strict=True) if in_sight]
        assert 8 <= len(inside) <= 16
        first = seen.index(True)
        assert seen == [False] * first + [True] * len(inside) + [False] * (
            len(cells) - first - len(inside)
        )
        zone = compiled.record[0]["zones"][inside]
        assert np.count_nonzero(zone) > len(inside) / 2


def test_the_gun_line_is_dug_in_and_outnumbered() -> None:
    scenario, _ = made("gun_line")
    assert {unit.posture for unit in scenario.red.units} == {"dug_in"}
    blue, red = strength(scenario)
    assert blue > 1.4 * red
    count = [sum(unit.size for unit in side.units) for side in scenario.sides]
    assert count[0] > count[1]


def named(scenario: Scenario, *systems: str) -> set[str]:
    """Return which of these systems somebody in the scenario has."""
    kinds = scenario.used_types().values()
    return {system for system in systems if any(getattr(kind, system, None) for kind in kinds)}


def teams_on_foot(compiled: Compiled, side: int) -> list[int]:
    """Return the cells of a side's teams that start on foot."""
    k = compiled.record[0]
    width = int(k["width"])
    return [
        int(element["y"]) * width + int(element["x"])
        for e, element in enumerate(k["elements"])
        if compiled.names.elements[e]
        and e // (c.UNITS_A_SIDE * c.ELEMENTS_A_UNIT) == side
        and k["types"][int(element["type"])]["team"] >= 0
        and element["aboard"] == c.NOTHING
    ]


def test_the_border_raid_has_six_a_side_of_all_arms() -> None:
    scenario, compiled = made("border_raid")
    k = compiled.record[0]
    assert [len(side.units) for side in scenario.sides] == [6, 6]
    assert k["infantry"] and k["missiles"] and k["transport"] and k["smoke"]
    assert k["battery_count"].tolist() == [1, 1]
    assert (k["batteries"]["unit"] == c.NOTHING).all()
    blue, red = strength(scenario)
    assert 1.3 < blue / red < 1.7
    assert sum(unit.mounted for unit in scenario.blue.units) == 2


def test_the_spaceport_has_eight_a_side_and_every_rule_of_combined_arms() -> None:
    scenario, compiled = made("spaceport")
    k = compiled.record[0]
    assert [len(side.units) for side in scenario.sides] == [8, 8]
    for flag in ("infantry", "missiles", "area_defence", "transport", "smoke", "vtols"):
        assert k[flag], flag
    assert k["batteries"]["guns"][[0, c.BATTERIES_A_SIDE]].tolist() == [3, 3]
    assert (k["batteries"]["unit"][[0, c.BATTERIES_A_SIDE]] >= 0).all()
    assert named(scenario, "ads", "apfc", "cybertank", "artillery") == {
        "ads", "apfc", "cybertank", "artillery",
    }  # fmt: skip
    blue, red = strength(scenario)
    assert abs(blue / red - 1) < 0.02


def test_the_convoy_does_not_see_who_waits_for_it() -> None:
    scenario, compiled = made("convoy_ambush")
    k = compiled.record[0]
    assert all(unit.hidden for unit in scenario.red.units)
    trucks = [kind for kind in k["types"][: k["type_count"]] if kind["soft"] and kind["carries"]]
    assert trucks and all(kind["weapon_count"] == 0 for kind in trucks)
    road = way(compiled, "Point", "depot", c.DIRECT_ROUTE)
    foot = teams_on_foot(compiled, c.RED)
    assert all(any(sees(compiled, team, cell) for cell in road) for team in foot)
    arms = [k["types"][int(e["type"])]["weapons"]["kind"] for e in k["elements"][96:]]
    assert {c.GMS, c.IAVR} <= {int(kind) for kinds in arms for kind in kinds}


def test_the_wood_is_held_on_its_edge_by_infantry_alone() -> None:
    scenario, compiled = made("wood_edge")
    k = compiled.record[0]
    assert (k["types"]["team"][: k["type_count"]] >= 0).all()
    edge = teams_on_foot(compiled, c.RED)
    assert len(edge) == sum(unit.size for unit in scenario.red.units)
    assert all(k["cover"][cell] == c.CELL_SOFT for cell in edge)
    assert all(np.unpackbits(k["sight"][cell].view(np.uint8)).sum() > 200 for cell in edge)


def test_the_hill_is_thinly_held_and_dug_in() -> None:
    scenario, compiled = made("hill_301")
    k = compiled.record[0]
    blue, red = (sum(unit.size for unit in side.units) for side in scenario.sides)
    assert blue > 2 * red
    assert {unit.posture for unit in scenario.red.units} == {"dug_in"}
    trenches = element_cells(compiled, c.RED)
    assert {int(k["level"][cell]) for cell in trenches} == {2}
    assert all(np.unpackbits(k["sight"][cell].view(np.uint8)).sum() > 400 for cell in trenches)
