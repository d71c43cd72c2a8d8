"""The rulebook's worked examples, by their marks, with its dice and chits."""

from __future__ import annotations

import pytest

from sim.layout import codes as c
from sim.rules import confidence
from tests.rules.firing import facing
from tests.rules.table import A, X, battle, unit

BIG = {"size": 4, "armour": 4}


def test_e1_valid_five_on_armour_four_knocks_out():
    table = facing(26, target=BIG)
    table.script(1, 8, "R3", "G1", "Y2")
    table.activate(A, "fire")
    (shot,) = table.events("shot")
    assert (shot["weapon"], shot["band"]) == ("HKP/3", "medium")
    (hit,) = table.events("chits")
    assert (hit["valid"], hit["total"], hit["effects"]) == ("RY", 5, ["destroyed"])
    assert table.element(X)["alive"] == 0


def test_e2_valid_four_on_armour_four_damages_and_m_immobilises():
    table = facing(26, target=BIG)
    table.script(1, 8, "Y3", "R1", "M")
    table.activate(A, "fire")
    (hit,) = table.events("chits")
    assert (hit["total"], hit["effects"]) == (4, ["damaged", "immobilised"])
    assert [table.element(X)[key] for key in ("alive", "damaged", "immobilised")] == [1, 1, 1]


@pytest.mark.parametrize("weapon", ["RFAC/1", "MDC/1", "HEL/1", "DFFG/1"])
def test_e3_boom_destroys_armour_five_with_any_weapon_of_class_one(weapon):
    table = facing(4, {"weapons": [weapon]}, {"size": 5, "armour": 5})
    table.script(1, 8, "BOOM")
    table.activate(A, "fire")
    (hit,) = table.events("chits")
    assert (hit["drawn"], hit["armour"], hit["effects"]) == (["BOOM"], 5, ["destroyed"])
    assert table.element(X)["alive"] == 0


def test_e4_a_whole_shot():
    table = facing(26, target=BIG)
    table.k["cover"][table.element(X)["cell"]] = c.CELL_SOFT
    table.script(2, 6, 7, "G2", "Y3", "R1")
    table.activate(A, "fire")
    (shot,) = table.events("shot")
    assert (shot["range"], shot["band"], shot["die"]) == (26, "medium", 8)
    assert (shot["target_die"], shot["cover"]) == (6, "soft_cover")
    assert (shot["target_roll"], shot["secondary_roll"], shot["roll"]) == (2, 6, 7)
    assert shot["hit"]
    (hit,) = table.events("chits")
    assert (hit["total"], hit["armour"], hit["effects"]) == (4, 4, ["damaged"])


@pytest.mark.parametrize(
    ("roll", "level"), list(enumerate([c.BR, c.SH, c.SH, c.ST, c.ST, c.ST, c.ST, c.ST], 1))
)
def test_e5_confidence_test_of_a_regular_unit(roll, level):
    table = battle()
    table.unit(A)["confidence"] = c.ST
    table.script(roll)
    confidence.confidence_test(table.k, table.s, A, 1)
    assert table.unit(A)["confidence"] == level
    (test,) = table.events("test")
    assert (test["score"], test["die"], test["passed"]) == (3, 8, roll >= 4)


@pytest.mark.parametrize("roll", range(1, 9))
def test_e9_rally_by_a_good_command_unit(roll):
    command = unit("B", (10.5, 30.5), leadership=1, command=True)
    table = battle([unit("A", (10.5, 20.5), confidence="BR"), command])
    table.script(roll)
    table.activate(A, "rally")
    (test,) = table.events("test")
    assert (test["kind"], test["die"], test["score"]) == ("rally", 8, 3)
    assert table.unit(A)["confidence"] == (c.SH if roll >= 4 else c.BR)


def test_e11_slow_tracks_on_road_open_and_rough_ground():
    table = battle([unit("A", (10.5, 20.5), "hunter", count=1)])
    for cell in range(table.k["width"] * table.k["height"]):
        x = cell % table.k["width"]
        ground = "road" if x < 15 else "open" if x < 17 else "rough"
        table.k["terrain"][cell] = c.TERRAINS.index(ground)
    table.activate(A, "travel", to=(40.5, 20.5))
    spent = {"road": 0.0, "open": 0.0, "rough": 0.0}
    inches = dict(spent)
    for move in table.events("move"):
        assert move["travel"]
        x = move["to"][0]
        # a step belongs to the cell that the element is on its way to, from centre to centre
        ground = "road" if x <= 14.5 else "open" if x <= 16.5 else "rough"
        spent[ground] += move["factors"]
        inches[ground] += x - move["from"][0]
    assert inches == pytest.approx({"road": 4, "open": 2, "rough": 2})
    assert spent == pytest.approx({"road": 2, "open": 2, "rough": 4})
    assert table.element(A)["x"] == pytest.approx(18.5)
