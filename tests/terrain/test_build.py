"""A whole table into the record; compiled and plain kernels give the same bytes."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sim.terrain
from sim._jit import JIT_OFF
from sim.layout import codes as c
from sim.layout.records import new_scenario
from sim.terrain import Feature, build

SOURCE = """
import hashlib
from sim.layout import codes as c
from sim.layout.records import new_scenario
from sim.terrain import Feature, build

def made():
    k_array = new_scenario()
    k = k_array[0]
    k["width"], k["height"] = 16, 12
    k["baseline_x"], k["baseline_y"] = (0, 16), (6, 6)
    k["factor"][c.M_TRACKED] = [1, 1, 1, 2, 2, 2, 2, 3, 0, 3, 0, 3, 0, 0]
    features = [
        Feature("hill", 1, ((1, 1), (9, 1), (9, 7), (3, 8))),
        Feature("hill", 2, ((3, 3), (6, 3), (6, 6))),
        Feature("light_wood", 0, ((10, 2), (14, 2), (14, 6), (10, 6))),
        Feature("road", 0, ((0, 8), (16, 8), (16, 9), (0, 9))),
        Feature("building", 0, ((12, 9), (14, 9), (14, 11))),
    ]
    build(k_array, features, [((0, 0), (8, 0), (8, 12), (0, 12))], [c.M_TRACKED])
    return k_array

def digest(k_array):
    return hashlib.sha256(k_array.tobytes()).hexdigest()
"""


def sees(k, a, b):
    return int(k["sight"][a][b // 64]) >> b % 64 & 1


@pytest.fixture(scope="module")
def k_array():
    space = {}
    exec(SOURCE, space)
    return space["made"]()


def test_every_field_of_the_table_is_filled(k_array):
    k = k_array[0]
    assert c.TERRAINS[k["terrain"][4 * 16 + 2]] == "hill"
    assert k["level"][4 * 16 + 5] == 2
    assert k["cover"][2 * 16 + 10] == c.CELL_SOFT
    assert k["zones"][[0, 7, 8]].tolist() == [1, 1, 0]
    along_the_road, through_the_wood = (8 * 16, 8 * 16 + 15), (3 * 16 + 9, 3 * 16 + 14)
    assert sees(k, *along_the_road)
    assert not sees(k, *through_the_wood)
    assert k["field"][c.M_TRACKED, c.DIRECT_ROUTE, c.GOAL_BASELINE, 8 * 16 + 15] == 15 * 16
    assert not k["terrain"][16 * 12 :].any()


def test_building_twice_leaves_nothing_of_the_first_table(k_array):
    twice, once = k_array.copy(), new_scenario()
    for one in (twice, once):
        one["width"], one["height"] = 13, 12
        for name in ("baseline_x", "baseline_y", "factor"):
            one[name] = k_array[name]
        build(one, [], [], [c.M_TRACKED])
    assert twice.tobytes() == once.tobytes()


def test_a_table_too_large_or_with_too_many_zones_is_refused():
    k_array = new_scenario()
    k_array["width"], k_array["height"] = 80, 48
    with pytest.raises(ValueError, match="80 x 48 inches is too large: at most 3456 cells"):
        build(k_array, [], [], [])
    k_array["width"], k_array["height"] = 12, 12
    with pytest.raises(ValueError, match="9 zones are too many: at most 8"):
        build(k_array, [], [((0, 0), (1, 0), (1, 1))] * 9, [])


def test_the_largest_tables_have_room_for_their_blocks():
    for width, height in ((72, 48), (96, 36), (36, 96)):
        k_array = new_scenario()
        k_array["width"], k_array["height"] = width, height
        build(k_array, [Feature("urban", 0, ((0, 0), (96, 0), (96, 96), (0, 96)))], [], [])
        k = k_array[0]
        assert np.bitwise_count(k["sight"]).sum() == width * height


def test_compiled_and_plain_kernels_give_the_same_bytes(k_array):
    result = subprocess.run(
        [sys.executable, "-c", SOURCE + "\nprint(digest(made()))"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "0" if JIT_OFF else "1"},
        cwd=Path(sim.terrain.__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == hashlib.sha256(k_array.tobytes()).hexdigest()
