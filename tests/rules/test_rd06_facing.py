"""The front arc and what an element faces: RD-6."""

from __future__ import annotations

import math

import pytest

from sim.layout import codes as c
from sim.rules import direct_fire
from tests.rules.table import EAST, NORTH, SOUTH, WEST, A, X, battle, number, unit


def armour_met(degrees: float, facing_of: tuple[float, float] = EAST, inches: float = 10.0) -> int:
    """Return the armour that meets a shot from so many degrees off the facing (anticlockwise)."""
    table = battle()
    table.stand(X, 30.5, 20.5, facing_of, place=0)
    turned = math.atan2(facing_of[1], facing_of[0]) + math.radians(degrees)
    x, y = 30.5 + inches * math.cos(turned), 20.5 + inches * math.sin(turned)
    table.stand(A, x, y, place=0)
    return int(direct_fire.armour_facing(table.k, table.s, number(A), number(X)))


@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize(
    ("degrees", "armour"), [(0, 3), (30, 3), (44, 3), (46, 2), (90, 2), (135, 2), (180, 2)]
)
def test_rd_6_the_front_arc_is_within_45_degrees_of_the_facing(degrees, armour, side):
    for towards in (NORTH, EAST, SOUTH, WEST, (0.6, 0.8)):
        assert armour_met(side * degrees, towards) == armour


def test_rd_6_45_degrees_are_within_at_any_distance():
    table = battle()
    table.stand(X, 20.5, 20.5, WEST, place=0)
    met = []
    for inches in range(1, 20):
        for along in (inches, -inches):
            table.stand(A, 20.5 - inches, 20.5 + along, place=0)
            met.append(int(direct_fire.armour_facing(table.k, table.s, number(A), number(X))))
    assert met == [3] * 38


def test_rd_6_an_element_faces_the_way_it_last_moved():
    table = battle()
    table.lose(A, 1)
    table.stand(A, 10.5, 20.5, NORTH, place=0)
    table.stand(X, 58.5, 38.5)
    table.hollow(0, 0, 60, 40)  # nobody to turn to
    table.activate(A, "move", to=(14.5, 20.5))
    assert (table.element(A)["fx"], table.element(A)["fy"]) == EAST
    table.activate(A, "move", to=(14.5, 16.5))
    assert (table.element(A)["fx"], table.element(A)["fy"]) == SOUTH


@pytest.mark.parametrize("do", ["fire", "nothing"])
def test_rd_6_or_its_declared_facing(do):
    table = battle([unit("A", (10.5, 20.5), count=1)], [unit("X", (40.5, 20.5), count=1)])
    table.stand(A, 10.5, 20.5, NORTH)
    table.activate(A, do)
    assert (table.element(A)["fx"], table.element(A)["fy"]) == EAST


def test_rd_6_nobody_turns_in_the_enemys_activation():
    table = battle([unit("A", (10.5, 20.5), count=1)], [unit("X", (40.5, 20.5), count=1)])
    table.stand(A, 10.5, 20.5, NORTH)
    table.answers(c.BLUE, opportunity="fire")
    table.activate(X, "move", to=(36.5, 20.5))
    assert len(table.events("fire")) == 1
    assert (table.element(A)["fx"], table.element(A)["fy"]) == NORTH
