"""The small table of the rule tests agrees with what it stands in for."""

from __future__ import annotations

import json

import numpy as np
import pytest

from sim.layout import codes as c
from sim.scenario import compile_scenario, parse_scenario
from tests.rules.table import A, B, C, battle, document, unit

SMALL = {
    "size": (14, 12),
    "objectives": [{"name": "inn", "at": [3.5, 4.5]}, {"name": "mill", "at": [7.0, 8.0]}],
    "zones": [{"name": "gap", "polygon": [[2, 2], [6, 2], [6, 7]]}],
}
BLUE = [
    unit("A", (2.5, 2.5)),
    unit("B", (2.5, 6.5), type="carrier"),
    unit("C", (2.5, 9.5), type="hover", count=1),
]
RED = [unit("X", (10.5, 5.5))]


@pytest.fixture(scope="module")
def built():
    return compile_scenario(parse_scenario(document(BLUE, RED, **SMALL), "small.toml")).record[0]


@pytest.mark.parametrize("name", ["terrain", "level", "cover", "zones", "sight"])
def test_open_ground_is_what_the_compiler_makes_of_it(built, name):
    assert np.array_equal(battle(BLUE, RED, **SMALL).k[name], built[name])


def test_its_fields_are_what_the_compiler_makes_of_it(built):
    table = battle(BLUE, RED, **SMALL)
    classes = sorted({int(table.k["elements"][6 * u]["type"]) for u in (A, B, C)})
    used = [int(table.k["types"][kind]["movement_class"]) for kind in classes]
    assert len(set(used)) == 3
    mine, theirs = table.k["field"][used].astype(int), built["field"][used].astype(int)
    assert mine.min() == 0
    assert np.array_equal(mine == c.UNREACHABLE, theirs == c.UNREACHABLE)
    assert np.abs(mine - theirs).max() <= 1  # rounding
    # so that of two ways as long as each other one may look a sixteenth of an inch longer
    led = theirs[..., : 14 * 12] < c.UNREACHABLE
    same = table.k["way"][used][..., : 14 * 12] == built["way"][used][..., : 14 * 12]
    assert same[led].mean() > 0.95


def test_a_table_with_terrain_leads_around_it():
    pond = {"kind": "open_water", "polygon": [[5, 0], [8, 0], [8, 9], [5, 9]]}
    table = battle([unit("A", (2.5, 2.5), count=1)], RED, size=(14, 12), terrain=[pond])
    table.activate(A, "move", to=(11.5, 2.5))
    way = [event["to"] for event in table.events("move")]
    assert max(y for _, y in way) > 9.0
    assert not any(5 <= x <= 8 and y < 9 for x, y in way)


def test_every_table_is_its_own():
    one, two = battle(), battle()
    one.rules["shots"] = 5
    one.stand(A, 30.5, 30.5)
    assert two.rules["shots"] == 1
    assert two.element(A)["x"] == 10.5
    assert json.dumps(two.events()) == "[]"


def test_a_hollow_neither_sees_nor_is_seen():
    table = battle()
    table.hollow(20, 20, 21, 21)
    inside, beside = table.cell(20.5, 20.5), table.cell(21.5, 20.5)
    sees = np.unpackbits(table.k["sight"].view(np.uint8), axis=1, bitorder="little")
    assert sees[inside].sum() == sees[:, inside].sum() == sees[inside, inside] == 1
    assert sees[beside].sum() == 60 * 40 - 1
