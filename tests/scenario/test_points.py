"""Prices of vehicles and teams (p. 52-53)."""

from __future__ import annotations

from typing import Any

import pytest

from sim.scenario import TeamType, VehicleType, motor_pool, points, price_lines
from sim.scenario.points import percent

#: The vehicles of p. 53 with the points that the book prints.
BOOK: dict[str, tuple[int, dict[str, Any]]] = {
    "medium battle tank": (172, {
        "size": 3, "mobility": "fast_tracked", "power": "HMT", "armour": 3,
        "weapons": ["HKP/3 turret", "RFAC/1 turret"], "fire_control": "superior",
        "pds": "enhanced", "ecm": "enhanced",
    }),
    "light MICV": (71, {
        "size": 2, "mobility": "fast_gev", "power": "HMT", "armour": 2,
        "weapons": ["MDC/2 turret"], "fire_control": "enhanced", "ecm": "basic", "carries": 1,
    }),
    "heavy GEV tank": (356, {
        "size": 4, "mobility": "slow_gev", "power": "FGP", "armour": 4,
        "weapons": ["MDC/4 turret"], "missiles": ["GMS/H enhanced"], "fire_control": "superior",
        "pds": "enhanced", "ecm": "enhanced", "apfc": True, "stealth": 1,
    }),
    "wheeled APC": (70, {
        "size": 3, "mobility": "high_wheeled", "amphibious": True, "power": "CFE", "armour": 3,
        "weapons": ["MDC/1 turret"], "fire_control": "enhanced", "ecm": "basic", "carries": 2,
    }),
    "artillery vehicle": (209, {
        "size": 3, "mobility": "slow_tracked", "power": "CFE", "armour": 3,
        "artillery": "medium", "pds": "basic", "apfc": True, "ecm": "enhanced",
    }),
    "area defence": (393, {
        "size": 3, "mobility": "slow_tracked", "power": "CFE", "armour": 3,
        "ads": "enhanced", "ecm": "superior", "backup_systems": True,
    }),
}  # fmt: skip


@pytest.mark.parametrize("name", BOOK)
def test_e14_book_vehicles_cost_what_the_book_prints(name: str) -> None:
    printed, vehicle = BOOK[name]
    assert points(VehicleType.model_validate(vehicle)) == printed


def test_halves_round_up_as_the_area_defence_needs() -> None:
    lines = price_lines(VehicleType.model_validate(BOOK["area defence"][1]))
    assert lines["ecm"] == 45
    assert lines["backup_systems"] == 14  # 30% of 45 is 13.5
    assert [percent(30, 45), percent(20, 24), percent(60, 14), percent(0, 99)] == [14, 5, 8, 0]


def test_each_line_is_rounded_before_adding() -> None:
    lines = price_lines(VehicleType.model_validate(BOOK["medium battle tank"][1]))
    assert {name: price for name, price in lines.items() if price} == {
        "size": 15, "armour": 9, "power": 10, "mobility": 10, "weapons": 35, "fire_control": 18,
        "pds": 45, "ecm": 30,
    }  # fmt: skip


def test_barrels_special_armour_and_backup_are_paid_for() -> None:
    plain = {
        "size": 3, "mobility": "fast_tracked", "power": "CFE", "armour": 3,
        "fire_control": "basic", "weapons": ["RFAC/2"],
    }  # fmt: skip
    price = price_lines(VehicleType.model_validate(plain))
    twin = price_lines(VehicleType.model_validate(plain | {"weapons": ["RFAC/2 fixed x2"]}))
    assert twin["weapons"] == 2 * price["weapons"] == 20
    assert twin["fire_control"] == price["fire_control"] == 4
    special = price_lines(VehicleType.model_validate(plain | {"armour_kind": "ablative"}))
    assert special["special_armour"] == 5  # 30% of 15, halves up
    assert special["mobility"] == price["mobility"]
    extras = {"backup_systems": True, "stealth": 1, "extra_apsw": 2}
    backed = price_lines(VehicleType.model_validate(plain | extras))
    assert (backed["stealth"], backed["backup_systems"], backed["extra_apsw"]) == (60, 19, 8)


#: Teams by (team, troops, missile) and their price: a rifle team, and what it carries (p. 52).
TEAMS: dict[tuple[str, str, str | None], int] = {
    ("rifle", "militia", None): 15,
    ("rifle", "line", None): 20,
    ("rifle", "powered", None): 40,
    ("apsw", "line", None): 60,
    ("assault", "powered", None): 40,
    ("engineer", "militia", None): 65,
    ("observer", "line", None): 70,
    ("anti_armour", "line", "GMS/L basic"): 40,
    ("anti_armour", "powered", "GMS/L superior"): 80,
}


@pytest.mark.parametrize(("team", "troops", "missile"), TEAMS)
def test_teams_cost_their_troops_and_what_they_carry(
    team: str, troops: str, missile: str | None
) -> None:
    made = TeamType.model_validate({"team": team, "troops": troops, "missile": missile})
    assert points(made) == TEAMS[team, troops, missile]


def test_rockets_and_horses_cost_nothing() -> None:
    plain: dict[str, Any] = {"team": "rifle", "troops": "line"}
    more = plain | {"iavr": True, "mounted_on": "cavalry"}
    assert price_lines(TeamType.model_validate(more)) == {"team": 20, "equipment": 0}
    assert points(TeamType.model_validate(more)) == points(TeamType.model_validate(plain))


#: Types of the pool made like vehicles of p. 53.
LIKE_THE_BOOKS = {
    "wolverine": "medium battle tank", "lynx": "light MICV", "leviathan": "heavy GEV tank",
    "tortoise": "wheeled APC", "bombard": "artillery vehicle", "aegis": "area defence",
}  # fmt: skip


@pytest.mark.parametrize("name", LIKE_THE_BOOKS)
def test_e14_types_of_the_pool_made_like_the_books_cost_the_same(name: str) -> None:
    assert points(motor_pool()[name]) == BOOK[LIKE_THE_BOOKS[name]][0]


def test_the_motor_pool_is_priced() -> None:
    prices = {name: points(vehicle) for name, vehicle in motor_pool().items()}
    assert prices["badger"] == 91
    assert prices["mule"] == 18
    assert (prices["line_rifle"], prices["powered_apsw"], prices["militia_missile"]) == (20, 80, 35)
    assert min(prices.values()) > 0
