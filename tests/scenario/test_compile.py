"""The record of the kernel: every field from its figure, every element in its place."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import Any

import numpy as np
import pytest

from sim import figures
from sim.exact import tables
from sim.layout import codes as c
from sim.scenario import (
    Compiled,
    TeamType,
    VehicleType,
    compile_scenario,
    ground,
    motor_pool,
    parse_scenario,
    points,
)
from sim.scenario.arms import arms_of
from sim.scenario.fill_worth import shot_share
from tests.scenario.documents import good, spoiled

HKP, RFAC = figures.RANGE_BANDS["HKP"], figures.RANGE_BANDS["RFAC"]


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Leave the table unbuilt; return what would have been built."""
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr(ground, "_kept", OrderedDict())
    monkeypatch.setattr(ground, "build", lambda *arguments: calls.append(arguments))
    return calls


def compiled(**changes: Any) -> Compiled:
    return compile_scenario(parse_scenario(spoiled(**changes), "good.toml"))


def one_type(bare: object, vehicle: dict[str, Any]) -> np.void:
    """Return the TYPE record of a vehicle that stands alone on its side."""
    base = {"size": 3, "mobility": "combat_walker", "power": "CFE"}
    document = good()
    document["types"]["own"] = base | vehicle
    document["blue"]["units"] = [document["blue"]["units"][0] | {"type": "own"}]
    record = compile_scenario(parse_scenario(document, "good.toml")).record[0]
    kind: np.void = record["types"][0]
    return kind


def test_counts_names_and_numbers(bare: object) -> None:
    made = compiled()
    k, names = made.record[0], made.names
    assert made.record.shape == (1,)
    assert (k["width"], k["height"], k["turns"]) == (40, 30, 6)
    assert list(k["unit_count"]) == [2, 1]
    assert (k["objective_count"], k["type_count"]) == (2, 3)
    assert names.types == ["badger", "cart", "hornet"]
    assert len(names.units) == c.UNITS and len(names.elements) == c.ELEMENTS
    assert [name for name in names.units if name] == ["1st Troop", "2nd Troop", "Guard"]
    assert names.units[c.UNITS_A_SIDE] == "Guard"
    assert names.elements[1] == "1st Troop/2"
    assert names.elements[c.ELEMENTS_A_UNIT] == "2nd Troop/1"
    assert names.elements[c.UNITS_A_SIDE * c.ELEMENTS_A_UNIT + 2] == "Guard/3"
    assert (names.objectives, names.waypoints, names.zones) == (["inn", "mill"], ["ford"], ["gap"])


def test_units(bare: object) -> None:
    units = compiled().record[0]["units"]
    first, second, guard = units[0], units[1], units[c.UNITS_A_SIDE]
    assert (first["side"], first["count"], first["quality"], first["leadership"]) == (0, 4, 8, 2)
    assert (first["confidence"], first["command"], first["hidden"]) == (c.CO, 1, 0)
    assert (second["quality"], second["leadership"], second["command"]) == (6, 3, 0)
    assert (guard["side"], guard["count"], guard["confidence"], guard["hidden"]) == (1, 3, c.ST, 1)


def test_elements_stand_and_face_as_the_file_says(bare: object) -> None:
    elements = compiled().record[0]["elements"]
    blue = elements[:4]
    assert [(e["x"], e["y"]) for e in blue] == [(5.5, y) for y in (18.5, 16.5, 14.5, 12.5)]
    assert {(e["fx"], e["fy"], e["type"], e["posture"]) for e in blue} == {(1.0, 0.0, 0, 0)}
    first = c.UNITS_A_SIDE * c.ELEMENTS_A_UNIT
    red = elements[first : first + 3]
    assert [(e["x"], e["y"]) for e in red] == [(35.5, y) for y in (13.5, 15.5, 17.5)]
    assert {(e["fx"], e["fy"], e["type"], e["posture"]) for e in red} == {(-1.0, 0.0, 2, c.DUG_IN)}


def test_weapons_carry_bands_dice_chits_and_valid_colours(bare: object) -> None:
    badger = compiled().record[0]["types"][0]
    assert badger["weapon_count"] == 2
    gun, cannon = badger["weapons"][0], badger["weapons"][1]
    assert (gun["kind"], gun["size"], gun["chits"], gun["barrels"]) == (c.HKP, 3, 3, 1)
    assert (gun["mount"], list(gun["reach"])) == (c.TURRET, list(HKP[3]))
    assert list(gun["die"]) == [3, 2, 1]  # enhanced: D10, D8, D6
    assert gun["validity"].tolist() == [[c.V_RYG, c.V_RY, c.V_R]] * 3
    assert (cannon["kind"], list(cannon["reach"])) == (c.RFAC, list(RFAC[1]))
    cart = compiled().record[0]["types"][1]["weapons"][0]
    assert (cart["mount"], list(cart["die"])) == (c.RESTRICTED, [2, 1, 0])
    assert list(compiled().record[0]["types"][2]["weapons"]["mount"][:1]) == [c.FIXED]


def test_rd14_a_laser_has_only_the_middle_band(bare: object) -> None:
    laser = one_type(bare, {"fire_control": "superior", "weapons": ["HEL/3"]})["weapons"][0]
    assert list(laser["reach"]) == [0, 60, 60]
    assert laser["die"][c.MEDIUM] == figures.LADDER.index(10)


@pytest.mark.parametrize(
    ("weapon", "rows"),
    [
        ("HEL/1", [[c.V_R] * 3, [c.V_G] * 3, [c.V_R] * 3]),
        ("SLAM/3", [[c.V_RY] * 3, [c.V_RY] * 3, [c.V_R] * 3]),
        ("DFFG/1", [[c.V_RYG_DOUBLE, c.V_RYG, c.V_RYG_HALF]] * 3),
        ("HVC/3", [[c.V_RY, c.V_R, c.V_G]] * 3),
    ],
)
def test_valid_colours_by_kind_of_armour(bare: object, weapon: str, rows: list[Any]) -> None:
    kind = one_type(bare, {"fire_control": "basic", "weapons": [weapon]})
    assert kind["weapons"][0]["validity"].tolist() == rows


def test_barrels_and_mounts_are_read(bare: object) -> None:
    weapons = ["RFAC/2 fixed x3", "MDC/1 restricted", "HKP/5 x2"]
    kind = one_type(bare, {"fire_control": "basic", "weapons": weapons})
    assert kind["weapons"]["mount"][:3].tolist() == [c.FIXED, c.RESTRICTED, c.TURRET]
    assert kind["weapons"]["barrels"][:3].tolist() == [3, 1, 2]


def test_types_carry_armour_signature_movement_and_points(bare: object) -> None:
    badger = compiled().record[0]["types"][0]
    assert (badger["armour"], badger["side_armour"], badger["armour_kind"]) == (3, 2, c.PLAIN)
    assert figures.LADDER[badger["signature_die"]] == 8
    assert (badger["movement_class"], badger["base"]) == (c.M_TRACKED, 12)
    assert (badger["may_evade"], badger["backup"]) == (0, 0)
    assert badger["points"] == points(motor_pool()["badger"]) == 91


@pytest.mark.parametrize(
    ("vehicle", "die"),
    [
        ({"size": 3, "mobility": "fast_tracked"}, 8),
        ({"size": 5, "mobility": "fast_tracked"}, 4),
        ({"size": 1, "mobility": "fast_tracked"}, 12),
        ({"size": 4, "mobility": "fast_tracked", "stealth": 2}, 10),
        ({"size": 3, "mobility": "combat_walker"}, 6),  # walkers one more (DS28.3)
        ({"size": 3, "mobility": "transport_walker", "stealth": 1}, 8),
        ({"size": 5, "mobility": "combat_walker"}, 4),
    ],
)
def test_ds28_3_signature(bare: object, vehicle: dict[str, Any], die: int) -> None:
    assert figures.LADDER[one_type(bare, vehicle)["signature_die"]] == die


@pytest.mark.parametrize("mobility", tuple(figures.POINTS_MOBILITY_PERCENT))
def test_ds26_1_only_fast_gev_and_grav_may_evade(bare: object, mobility: str) -> None:
    kind = one_type(bare, {"mobility": mobility})
    assert kind["may_evade"] == (mobility in ("fast_gev", "grav"))
    assert kind["base"] == figures.BASE_MOVEMENT[mobility]


def test_armour_kind_backup_and_bare_sides(bare: object) -> None:
    kind = one_type(bare, {"armour": 2, "armour_kind": "reactive", "backup_systems": True})
    assert (kind["armour_kind"], kind["backup"]) == (c.REACTIVE, 1)
    assert one_type(bare, {})["side_armour"] == 0  # DS29.2: never below 0
    assert one_type(bare, {})["weapon_count"] == 0


def test_constants_are_the_tables(bare: object) -> None:
    k = compiled().record[0]
    assert k["hit"].tolist() == tables.hit_table().tolist()
    assert k["kill"].tolist() == tables.kill_table().tolist()
    assert k["half"].tolist() == tables.half_table().tolist()
    assert k["pot"].tolist() == tables.pot_codes().tolist()
    dice = [None if rung < 0 else figures.LADDER[rung] for rung in k["secondary_die"]]
    assert dice == [None, 6, 8, 10, 10, 12, 6]


def test_movement_factors_and_easy_terrain(bare: object) -> None:
    k = compiled().record[0]

    def cost(movement_class: int, terrain: str) -> tuple[float, int]:
        column = c.TERRAINS.index(terrain)
        return float(k["factor"][movement_class, column]), int(k["easy"][movement_class, column])

    assert cost(c.M_TRACKED, "open") == (1, 0)
    assert cost(c.M_TRACKED, "road") == (1, 1)  # DS25.1: cheaper only in travel mode
    assert cost(c.M_TRACKED, "rough") == (2, 0)
    assert cost(c.M_TRACKED, "light_wood") == (3, 0)
    assert cost(c.M_TRACKED, "dense_wood") == (c.IMPASSABLE, 0)
    assert cost(c.M_GEV, "open") == (1, 1)
    assert cost(c.M_GRAV, "stream") == (1, 1)
    assert cost(c.M_COMBAT_WALKER, "open_water") == (2, 0)
    assert cost(c.M_WALKER, "open_water") == (c.IMPASSABLE, 0)
    assert cost(c.M_LOW_WHEELED, "open") == (2, 0)
    onto_roofs = k["factor"][:, c.TERRAINS.index("building")]
    assert np.flatnonzero(onto_roofs).tolist() == [c.M_VTOL]


def test_rules_default_and_changed(bare: object) -> None:
    rules = compiled().record[0]["rules"]
    assert (rules["overwatch"], rules["shots"], rules["move_allowance"]) == (1, 2, 0.5)
    assert (rules["reaction_test"], rules["discipline_test"]) == (c.NO_TEST, c.NO_TEST)
    assert (rules["area"], rules["area_zone"]) == (c.AREA_ARC, c.NOTHING)
    assert rules["area_cosine"] == pytest.approx(0.5)  # 60 degrees each side
    assert (rules["area_nearest"], rules["area_farthest"]) == (2, 40)
    changed = compiled(
        rules={
            "overwatch": False, "opportunity_fire": False, "move_allowance": 1,
            "suppressed_may_watch": True, "void_on_under_fire": False, "void_on_any_fire": True,
            "persists_over_turn_end": False, "shots": "unlimited", "flips_command_marker": True,
            "trigger": "either", "firer_die_shift": -2, "target_die_shift": 1, "reaction_test": 2,
            "discipline_test": 0, "watched_area": {"zone": "gap"}, "command_reactivation": True,
            "infantry_validity": "position", "follow_through": True,
        }
    ).record[0]["rules"]  # fmt: skip
    assert changed.tolist() == (
        0, 0, 1.0, 1, 0, 1, 0, c.UNLIMITED, 1, c.TRIGGER_EITHER, -2, 1, 2, 0, c.AREA_ZONE, 0,
        -2.0, 0.0, 60.0, 1, 1, 1,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("width", "cosine"), [(360, -2.0), (180, 0.0), (60, math.cos(math.pi / 6)), (270, -(0.5**0.5))]
)
def test_watched_arcs(bare: object, width: float, cosine: float) -> None:
    rules = compiled(rules={"watched_area": {"width": width}}).record[0]["rules"]
    assert rules["area_cosine"] == pytest.approx(cosine, abs=0 if width == 180 else 1e-15)


def test_ds17_2_the_defender_holds_the_markers_of_an_attack(bare: object) -> None:
    k = compiled().record[0]
    assert (k["victory"], k["attacker"], k["declare_from"], k["enough"]) == (c.ATTACK, 0, 3, 2)
    assert k["objective_points"] == 20
    assert k["objectives"][:2].tolist() == [(20.5, 20.5, 2, 1), (30.5, 10.5, 1, 1)]
    mine = compiled(objectives__0__holder="blue").record[0]
    assert list(mine["objectives"]["holder"][:2]) == [0, 1]


def test_markers_of_an_encounter_belong_to_nobody(bare: object) -> None:
    k = compiled(victory={"kind": "encounter"}).record[0]
    assert (k["victory"], k["attacker"]) == (c.ENCOUNTER, c.NOTHING)
    assert list(k["objectives"]["holder"][:2]) == [c.NOTHING, 1]
    assert k["declare_from"] == 7  # never
    assert k["enough"] == 2  # more than half of 3
    assert compiled(victory={"kind": "attrition"}).record[0]["victory"] == c.ATTRITION


def test_table_places(bare: object) -> None:
    k = compiled().record[0]
    assert (k["waypoint_x"][0], k["waypoint_y"][0]) == (12.5, 22.5)
    assert (k["zone_x"][0], k["zone_y"][0]) == (21, 20.5)
    assert list(zip(k["baseline_x"], k["baseline_y"], strict=True)) == [(0.5, 14.5), (39.5, 15.5)]


def test_the_table_is_built_with_its_features_zones_and_classes(bare: list[Any]) -> None:
    made = compiled()
    ((k, features, zones, classes),) = bare
    assert k is made.record
    assert [(one.kind, one.level) for one in features] == [
        ("hill", 1), ("open_water", 0), ("road", 0),
    ]  # fmt: skip
    assert features[2].polygon == ((0, 20), (40, 20), (40, 21), (0, 21))
    assert zones == [[(18, 18), (24, 18), (24, 23)]]
    assert classes == sorted((c.M_TRACKED, c.M_LOW_WHEELED))


def test_shot_value_is_the_best_weapons_expected_points(bare: object) -> None:
    k = compiled().record[0]
    badger, cart = 0, 1
    # HKP/3, enhanced, medium: D8 against the cart's D10; 3 chits of red and yellow on armour 1.
    hit = sum(max(0, 8 - roll) for roll in range(1, 11)) / 80
    kill, half = k["kill"][c.V_RY, 3, 1], k["half"][c.V_RY, 3, 1]
    worth = k["types"][cart]["points"]
    expected = hit * (kill + half / 2) * worth
    assert k["shot_value"][badger, cart, c.MEDIUM] == pytest.approx(expected)
    assert k["shot_value"][badger, cart, c.OUT] == 0
    assert k["longest_reach"][:3].tolist() == [42, 24, 40]


def test_another_weapon_counts_in_its_own_band_only(bare: object) -> None:
    document = good()
    document["types"]["cart"] |= {"weapons": ["RFAC/1", "HVC/3"]}
    k = compile_scenario(parse_scenario(document, "good.toml")).record[0]
    alone = k["types"][1]["weapons"]
    assert list(alone["kind"][:2]) == [c.RFAC, c.HVC]
    # At 16 inches, the cannon's long range, the gun is at close range: D8 against D8.
    hit = sum(max(0, 8 - roll) for roll in range(1, 9)) / 64
    kill, half = k["kill"][c.V_RY, 3, 3], k["half"][c.V_RY, 3, 3]
    assert k["shot_value"][1, 0, c.LONG] == pytest.approx(hit * (kill + half / 2) * 91)
    document["types"]["cart"] |= {"weapons": ["HVC/3", "RFAC/1"]}
    k = compile_scenario(parse_scenario(document, "good.toml")).record[0]
    # At 32 inches the cannon is out of range and adds nothing: D4 against D8, green chits.
    hit = sum(max(0, 4 - roll) for roll in range(1, 9)) / 32
    kill, half = k["kill"][c.V_G, 3, 3], k["half"][c.V_G, 3, 3]
    assert k["shot_value"][1, 0, c.LONG] == pytest.approx(hit * (kill + half / 2) * 91)


def test_ds28_4_barrels_share_the_targets_roll() -> None:
    one = shot_share(8, 8, 1, 0.5, 0.2)
    assert one == pytest.approx(tables.hit_table()[2, 2, 0] * 0.6)
    # Two barrels, D4 against D4, every hit destroys: 1 less the chance that both are no higher.
    missed = sum((roll / 4) ** 2 for roll in range(1, 5)) / 4
    assert shot_share(4, 4, 2, 1.0, 0.0) == pytest.approx(1 - missed)
    assert one < shot_share(8, 8, 2, 0.5, 0.2) < 2 * one


def test_an_unarmed_type_is_worth_no_shot(bare: object) -> None:
    document = good()
    document["types"]["cart"] |= {"weapons": []}
    k = compile_scenario(parse_scenario(document, "good.toml")).record[0]
    assert not k["shot_value"][1].any()
    assert k["longest_reach"][1] == 0


def test_the_motor_pool_has_every_weapon_team_and_system() -> None:
    pool = motor_pool().values()
    vehicles = [one for one in pool if isinstance(one, VehicleType)]
    teams = [one for one in pool if isinstance(one, TeamType)]
    assert {arm.kind for one in pool for arm in arms_of(one)} == set(c.WEAPON_KINDS)
    assert {weapon.mount for one in vehicles for weapon in one.fitted} == set(c.MOUNTS)
    assert {one.mobility for one in pool} >= {*figures.POINTS_MOBILITY_PERCENT, "cavalry"}
    assert {one.armour_kind for one in vehicles} == set(c.ARMOURS)
    assert {one.team for one in teams} == set(c.TEAMS)
    assert {one.troops for one in teams} == set(c.TROOPS)
    assert any(weapon.barrels > 1 for one in vehicles for weapon in one.fitted)
    for system in (
        "stealth", "backup_systems", "missiles", "pds", "ads", "apfc", "artillery", "carries",
        "smoke", "cybertank",
    ):  # fmt: skip
        assert any(getattr(one, system) for one in vehicles), system
    assert any(one.carries and not one.armour for one in vehicles)
    assert all(one.text for one in pool)


@pytest.mark.parametrize("part", [0, 1, 2])
def test_the_motor_pool_compiles(bare: object, part: int) -> None:
    pool = list(motor_pool().items())[part::3]
    document = good()
    document["table"]["terrain"] = []
    document["blue"]["units"] = [
        {"name": name, "type": name, "count": 1, "at": [2.5 + i, 5.5], "facing": 0}
        for i, (name, _) in enumerate(pool)
    ]
    k = compile_scenario(parse_scenario(document, "good.toml")).record[0]
    count = int(k["type_count"])
    assert count in (len(pool), len(pool) + 1)  # the guard of red is of the pool as well
    for f, (name, kind) in enumerate(pool):
        small_arms = bool(k["infantry"])
        assert k["types"][f]["weapon_count"] == len(arms_of(kind, small_arms)), name
        assert (k["shot_value"][f, :count].max() > 0) == bool(arms_of(kind, small_arms)), name
    assert np.isfinite(k["shot_value"]).all() and np.isfinite(k["hit_worth"]).all()


def test_a_type_without_fire_control_is_a_vehicle_type_all_the_same() -> None:
    assert VehicleType(size=1, mobility="grav", power="FGP").fitted == ()
