"""The record of combined arms: teams, their weapons, missiles, batteries, what fire is worth."""

from __future__ import annotations

from collections import OrderedDict
from itertools import pairwise
from math import dist
from typing import Any

import numpy as np
import pytest

from sim import figures
from sim.layout import codes as c
from sim.scenario import Compiled, compile_scenario, ground, parse_scenario
from sim.scenario.fill_worth import FIREFIGHT_SHARE
from tests.scenario.arms_documents import arms
from tests.scenario.documents import good, spoil

V = c.VALIDITIES.index
FIREFIGHT = [V(figures.FIREFIGHT_VALIDITY[position]) for position in c.POSITIONS]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the table unbuilt."""
    monkeypatch.setattr(ground, "_kept", OrderedDict())
    monkeypatch.setattr(ground, "build", lambda *_: None)


def compiled(**changes: Any) -> Compiled:
    return compile_scenario(parse_scenario(spoil(arms(), **changes), "good.toml"))


def kind(name: str, **changes: Any) -> np.void:
    made = compiled(**changes)
    one: np.void = made.record[0]["types"][made.names.types.index(name)]
    return one


def kinds_of_weapons(one: np.void) -> list[str]:
    return [c.WEAPON_KINDS[w["kind"]] for w in one["weapons"][: one["weapon_count"]]]


def test_teams_have_codes_kill_totals_points_and_movement() -> None:
    rifle, riders = kind("own_rifle"), kind("own_rider")
    assert (rifle["team"], rifle["troops"], rifle["kill_total"]) == (c.TEAM_RIFLE, c.LINE, 4)
    assert (rifle["points"], rifle["base"], rifle["movement_class"]) == (20, 2, c.M_INFANTRY)
    assert (rifle["armour"], rifle["soft"], rifle["carries"]) == (0, 0, 0)
    assert (riders["points"], riders["base"], riders["movement_class"]) == (15, 4, c.M_INFANTRY)
    powered = kind("own_apsw")
    assert (powered["base"], powered["movement_class"]) == (6, c.M_POWERED)
    assert (powered["kill_total"], powered["points"]) == (5, 80)
    assert kind("own_missile")["points"] == 15 + 30


@pytest.mark.parametrize(
    ("team", "troops", "chits"),
    [
        ("rifle", "line", 2), ("rifle", "powered", 3), ("apsw", "line", 3), ("assault", "militia", 3),
        ("engineer", "militia", 2), ("observer", "powered", 3),
    ],
)  # fmt: skip
def test_ds34_1_chits_of_teams_in_close_assault(team: str, troops: str, chits: int) -> None:
    own = {"team": team, "troops": troops}
    assert kind("own_rifle", types__own_rifle=own)["assault_chits"] == chits
    assert kind("truck")["assault_chits"] == 2


def test_vehicles_carry_ecm_pds_ads_and_the_rest() -> None:
    shield, truck = kind("shield"), kind("truck")
    ladder = figures.LADDER
    assert (ladder[shield["ecm"]], ladder[shield["pds"]], ladder[shield["ads"]]) == (10, 6, 8)
    assert (shield["apfc"], shield["smoke"], shield["vtol"], shield["cybertank"]) == (1, 1, 0, 0)
    assert (truck["carries"], truck["soft"], truck["kill_total"], truck["team"]) == (2, 1, 5, -1)
    assert (shield["ads_gun"], truck["ads_gun"]) == (0, -1)
    assert (ladder[truck["ecm"]], truck["pds"], truck["ads"], truck["artillery"]) == (4, -1, -1, -1)
    assert (shield["soft"], shield["kill_total"]) == (0, 0)
    assert kind("howitzer")["artillery"] == c.MEDIUM_GUNS
    flight = kind("racks")
    assert (flight["vtol"], flight["cybertank"], flight["movement_class"]) == (1, 1, c.M_VTOL)
    assert flight["base"] == figures.BASE_MOVEMENT["vtol"]


def test_ds19_3_active_sensors_undo_stealth_and_add_one() -> None:
    shield = kind("shield")
    assert figures.LADDER[shield["signature_die"]] == figures.SIGNATURE_DIE[3 - 1]
    assert figures.LADDER[shield["loud_die"]] == figures.SIGNATURE_DIE[3 + 1]


def test_weapons_stand_in_the_order_of_the_book() -> None:
    assert kinds_of_weapons(kind("own_rifle")) == ["RIFLE", "IAVR"]
    assert kinds_of_weapons(kind("own_apsw")) == ["APSW"]
    assert kinds_of_weapons(kind("own_missile")) == ["GMS", "RIFLE"]
    assert kinds_of_weapons(kind("own_rider")) == ["RIFLE"]
    assert kinds_of_weapons(kind("shield")) == ["RFAC", "APSW"]
    assert kinds_of_weapons(kind("racks")) == ["GMS", "GMS", "APSW"]
    assert kinds_of_weapons(kind("howitzer")) == ["APSW"]
    assert kinds_of_weapons(kind("truck")) == []


def test_ds35_3_an_apsw_is_fitted_only_where_somebody_can_be_hurt_by_it() -> None:
    hard = good()
    k = compile_scenario(parse_scenario(hard, "good.toml")).record[0]
    assert c.APSW not in k["types"]["weapons"]["kind"][:3]
    assert k["infantry"] == 0
    hard["types"]["cart"]["armour"] = 0
    k = compile_scenario(parse_scenario(hard, "good.toml")).record[0]
    assert kinds_of_weapons(k["types"][0]) == ["HKP", "RFAC", "APSW"]
    assert k["infantry"] == 1
    extra = kind("shield")["weapons"][1]
    assert (extra["barrels"], extra["soft_only"], extra["chits"]) == (2, 1, 3)
    assert extra["reach"].tolist() == [0, 12, 12] and extra["infantry_reach"] == 12


def test_ds33_2_rifles_by_troops() -> None:
    rifle = kind("own_rifle")["weapons"][0]
    assert (rifle["infantry_reach"], rifle["infantry_chits"], rifle["soft_only"]) == (6, 2, 1)
    assert rifle["infantry_validity"].tolist() == FIREFIGHT
    assert rifle["reach"].tolist() == [0, 6, 6]
    powered = {"team": "rifle", "troops": "powered"}
    strong = kind("own_rifle", types__own_rifle=powered)["weapons"][0]
    assert (strong["infantry_reach"], strong["infantry_chits"]) == (8, 3)


def test_ds36_2_iavrs_count_fewer_colours_on_close_defence() -> None:
    iavr = kind("own_rifle")["weapons"][1]
    assert (iavr["chits"], iavr["infantry_reach"], iavr["infantry_chits"]) == (2, 0, 0)
    assert iavr["validity"].tolist() == [[c.V_RY] * 3, [c.V_RY] * 3, [c.V_R] * 3]
    made = compiled()
    k, names = made.record[0], made.names.types
    rifle, shield, howitzer = (names.index(n) for n in ("own_rifle", "shield", "howitzer"))
    for target, colours in ((shield, c.V_Y), (howitzer, c.V_RY)):
        worth = k["types"][target]["points"] * (
            k["kill"][colours, 2, 3] + 0.5 * k["half"][colours, 2, 3]
        )
        assert k["hit_worth"][rifle, 1, target, c.MEDIUM, 0, 0] == pytest.approx(worth)


def test_ds31_1_missiles_have_one_band_and_equal_ones_are_one_weapon() -> None:
    light, heavy = kind("racks")["weapons"][:2]
    assert (light["barrels"], light["chits"], light["size"]) == (2, 3, 3)
    assert light["reach"].tolist() == [0, 36, 36]
    assert light["die"].tolist() == [figures.LADDER.index(6)] * 3
    assert light["validity"].tolist() == [[c.V_RY] * 3, [c.V_RY] * 3, [c.V_R] * 3]
    assert (heavy["barrels"], heavy["chits"], heavy["reach"].tolist()) == (1, 5, [0, 48, 48])
    assert (heavy["die"][0], heavy["mount"]) == (figures.LADDER.index(10), c.TURRET)
    assert (heavy["infantry_reach"], heavy["infantry_chits"]) == (0, 0)


@pytest.mark.parametrize(
    ("weapon", "reach", "chits", "colours"),
    [
        ("HEL/3", 36, 2, "Y"), ("RFAC/2", 18, 2, "Y"), ("HVC/4", 27, 2, "Y"), ("MDC/5", 48, 2, "Y"),
        ("DFFG/2", 12, 3, "R"), ("SLAM/4", 12, 4, "Y"), ("HKP/3", 0, 0, ""),
    ],
)  # fmt: skip
def test_ds36_3_guns_at_infantry(weapon: str, reach: int, chits: int, colours: str) -> None:
    own = {"types__howitzer__weapons": [weapon], "types__howitzer__fire_control": "basic"}
    fitted = kind("howitzer", **own)["weapons"][0]
    assert (fitted["infantry_reach"], fitted["infantry_chits"]) == (reach, chits)
    assert fitted["infantry_validity"].tolist() == [V(colours)] * 4  # RD-15
    switched = kind("howitzer", rules__infantry_validity="position", **own)["weapons"][0]
    assert switched["infantry_validity"].tolist() == (FIREFIGHT if colours else [c.V_NONE] * 4)


def test_worth_of_fire_at_infantry_goes_by_position() -> None:
    made = compiled()
    k, names = made.record[0], made.names.types
    rifle, team, shield = (names.index(n) for n in ("own_rifle", "own_missile", "shield"))
    for position, colours in enumerate((c.V_RY, c.V_R, c.V_Y)):
        worth = 45 * k["removed"][colours, 2, 3]  # of a militia team, which 3 remove
        assert k["hit_worth"][rifle, 0, team, position, 0, 0] == pytest.approx(worth)
        worth = 45 * k["removed"][c.V_Y, 2, 3]
        assert k["hit_worth"][shield, 0, team, position, 0, 0] == pytest.approx(worth)
    assert not k["hit_worth"][rifle, 0, team, :, 1].any()
    assert not k["hit_worth"][rifle, 1, team].any()  # IAVRs do nothing to infantry


def test_ds36_4_worth_of_small_arms_at_soft_vehicles_alone() -> None:
    made = compiled()
    k, names = made.record[0], made.names.types
    rifle, apsw, truck, shield = (
        names.index(n) for n in ("own_rifle", "own_apsw", "truck", "shield")
    )
    price = k["types"][truck]["points"]
    for position, colours in enumerate((c.V_RY, c.V_R, c.V_Y)):
        worth = price * k["soft_lost"][colours, 3]
        assert k["hit_worth"][apsw, 0, truck, position, 0, 0] == pytest.approx(worth)
    assert k["hit_worth"][rifle, 0, truck, 0, 0, 0] > 0
    assert not k["hit_worth"][rifle, 0, shield].any()


def test_shot_values_of_infantry_and_missiles() -> None:
    made = compiled()
    k, names = made.record[0], made.names.types
    rifle, team, racks, shield = (
        names.index(n) for n in ("own_rifle", "own_missile", "racks", "shield")
    )
    removed = 45 * k["removed"][c.V_RY, 2, 3]
    assert k["shot_value"][rifle, team, c.MEDIUM] == pytest.approx(FIREFIGHT_SHARE * removed)
    ladder = figures.LADDER.index
    hit = k["hit"][ladder(6), ladder(10), ladder(6) + 1]  # basic against superior ECM, basic PDS
    share = k["kill"][c.V_RY, 3, 3] + 0.5 * k["half"][c.V_RY, 3, 3]
    light = 2 * hit * share * k["types"][shield]["points"]
    hit = k["hit"][ladder(10), ladder(10), ladder(6) + 1]
    share = k["kill"][c.V_RY, 5, 3] + 0.5 * k["half"][c.V_RY, 5, 3]
    heavy = hit * share * k["types"][shield]["points"]
    assert k["shot_value"][racks, shield, c.MEDIUM] == pytest.approx(max(light, heavy))
    assert k["shot_value"][racks, team, c.MEDIUM] == 0  # its APSW does not reach 36 inches
    assert k["longest_reach"][[rifle, team, racks]].tolist() == [6, 36, 48]


def test_firefight_share_is_that_of_a_regular_unit() -> None:
    """E6: regular, leadership 2: 1 ineffective, 2 and 3 half of the elements, 4 and more all."""
    shares = [0.0 if score < 2 else 0.5 if score < 4 else 1.0 for score in range(1, 9)]
    assert sum(shares) / 8 == FIREFIGHT_SHARE


def test_mounted_teams_fill_the_carriers_in_order() -> None:
    made = compiled()
    elements = made.record[0]["elements"]
    assert elements["aboard"][:5].tolist() == [3, 3, 4, -1, -1]
    assert [(e["x"], e["y"]) for e in elements[:5]] == [
        (10.5, 6.5), (10.5, 6.5), (10.5, 4.5), (10.5, 6.5), (10.5, 4.5),
    ]  # fmt: skip
    assert made.names.elements[:5] == [f"Lorries/{i}" for i in range(1, 6)]
    types = [made.names.types[e["type"]] for e in elements[:5]]
    assert types == ["own_rifle", "own_rifle", "own_apsw", "truck", "truck"]
    assert (made.record[0]["units"]["count"][:2] == 5).all()


def test_teams_on_foot_stand_behind_their_vehicles() -> None:
    foot = compiled().record[0]["elements"][c.ELEMENTS_A_UNIT :][:5]
    assert [(e["x"], e["y"]) for e in foot] == [
        (19.5, 19.5), (20.5, 19.5), (21.5, 19.5), (19.5, 20.5), (21.5, 20.5),
    ]  # fmt: skip
    assert foot["aboard"].tolist() == [-1] * 5
    assert set(foot["posture"].tolist()) == {c.DUG_IN}


def test_who_is_aboard_has_no_posture() -> None:
    lorries = compiled(blue__units__0__posture="dug_in").record[0]["elements"][:5]
    assert lorries["posture"].tolist() == [0, 0, 0, c.DUG_IN, c.DUG_IN]


@pytest.mark.parametrize("facing", range(0, 360, 15))
def test_nobody_shares_a_cell_and_teams_keep_integrity(facing: int) -> None:
    six = [{"type": "own_missile", "count": 3}, {"type": "truck", "count": 3}]
    elements = compiled(
        blue__units__1__facing=facing, blue__units__1__elements=six
    ).record[0]["elements"][c.ELEMENTS_A_UNIT :][:6]  # fmt: skip
    places = [(float(e["x"]), float(e["y"])) for e in elements]
    assert len(set(places)) == 6
    for a, b in pairwise(places[:3]):
        assert dist(a, b) <= figures.INTEGRITY_TEAMS
    for a, b in pairwise(places[3:]):
        assert dist(a, b) <= figures.INTEGRITY
    assert dist(places[1], places[4]) < 2.3


def test_sensors_are_active_from_the_start_where_the_file_says() -> None:
    made = compiled()
    first = made.names.elements.index("Shields/1")
    assert made.record[0]["elements"]["sensors"][first : first + 2].tolist() == [1, 1]
    assert made.record[0]["elements"]["sensors"].sum() == 2


def test_batteries_on_and_off_the_table() -> None:
    made = compiled()
    k = made.record[0]
    assert k["battery_count"].tolist() == [2, 0]
    on, off = k["batteries"][:2]
    assert (on["unit"], on["kind"], on["guns"]) == (3, c.MEDIUM_GUNS, 3)
    assert (on["ammunition"].tolist(), on["radar"]) == ([2, 0, 1], 0)
    assert (off["unit"], off["kind"], off["guns"]) == (c.NOTHING, c.HEAVY, 4)
    assert (off["ammunition"].tolist(), off["radar"]) == ([0, 9, 0], 1)
    assert made.names.batteries == ["Lions", "Corps"] + [""] * 6
    red = compiled(red__batteries=[{"name": "Far", "kind": "light", "guns": 1}])
    assert red.names.batteries.index("Far") == c.BATTERIES_A_SIDE


FLAGS = ("arms", "infantry", "missiles", "area_defence", "transport", "smoke", "vtols")


def flags(document: dict[str, Any]) -> set[str]:
    k = compile_scenario(parse_scenario(document, "good.toml")).record[0]
    return {flag for flag in FLAGS if k[flag]}


def test_flags_name_the_rules_that_are_needed() -> None:
    assert flags(arms()) == set(FLAGS)
    assert flags(good()) == set()
    for unit, needed in (
        ("Shields", {"area_defence", "smoke"}),
        ("Flight", {"arms", "missiles", "vtols"}),
        ("Riders", {"arms", "infantry"}),
        ("Foot", {"arms", "infantry", "missiles", "transport"}),
        ("Guns", set()),
    ):
        document = arms()
        document["blue"]["batteries"] = []
        document["blue"]["units"] = [u for u in document["blue"]["units"] if u["name"] == unit]
        assert flags(document) == needed, unit
    shells = [{"name": "Far", "kind": "light", "guns": 1, "ammunition": {"smoke": 1}}]
    assert flags(spoil(good(), red__batteries=shells)) == {"smoke"}
