"""Movement fields (DS25.1), beside a slow twin: costs are lowered until nothing changes."""

import math

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim import figures
from sim.layout import codes as c
from sim.layout.records import new_scenario
from sim.terrain import Feature, build
from sim.terrain.fields import build_fields, drop_first, goals, push
from sim.terrain.sight import build_sight

KEY = dict(zip(".-sruwhbo", ("open", "road", "scrub", "rough", "urban", "light_wood", "hill",
               "building", "open_water"), strict=True))  # fmt: skip
TRACKED = c.M_TRACKED


def scenario(width, height):
    """An empty scenario with baselines west and east and the factors of the book."""
    k_array = new_scenario()
    k = k_array[0]
    k["width"], k["height"] = width, height
    k["baseline_x"], k["baseline_y"] = (0, width), (height / 2, height / 2)
    for name, kinds in figures.TERRAIN.items():
        row = k["factor"][c.MOVEMENT_CLASSES.index(name)]
        for ease, terrains in kinds.items():
            for terrain in terrains:
                row[c.TERRAINS.index(terrain)] = figures.FACTOR[ease]
    return k_array


def drawn(rows, cover=None):
    """A scenario whose cells are drawn in rows, the first at the top; `cover` in digits."""
    height, width = len(rows), len(rows[0])
    k = scenario(width, height)[0]
    size = width * height
    cells = [KEY[mark] for row in reversed(rows) for mark in row]
    k["terrain"][:size] = [c.TERRAINS.index(kind) for kind in cells]
    if cover:
        k["cover"][:size] = [int(digit) for row in reversed(cover) for digit in row]
    build_sight(width, height, k["terrain"][:size], k["level"][:size], k["sight"])
    return k


def naive_fields(k, mover, route, goal):
    """The field of a goal's cells, by lowering costs until nothing changes."""
    width, height = int(k["width"]), int(k["height"])
    cells = [(x, y) for y in range(height) for x in range(width)]
    words = k["sight"][: width * height]
    watchers = [sum(int(word).bit_count() for word in row) for row in words]
    cost = {}
    for number, cell in enumerate(cells):
        factor = float(k["factor"][mover][k["terrain"][number]])
        exposure = watchers[number] / max(watchers)
        if k["cover"][number]:
            exposure = exposure * 0.8
        weight = 1.0 + 3.0 * exposure if route == c.COVERED_ROUTE else 1.0
        cost[cell] = max(1.0, factor) * weight if factor else None
    best = {cells[number]: 0.0 for number in goal if cost[cells[number]]}
    changed = True
    while changed:
        changed = False
        for x, y in cells:
            for dx, dy in ((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j):
                to = (x + dx, y + dy)
                if to not in best or not all(
                    cost.get(cell) for cell in ((x, y), (x + dx, y), (x, y + dy))
                ):
                    continue
                reached = best[to] + (math.sqrt(2) * cost[to] if dx and dy else cost[to])
                if reached < best.get((x, y), math.inf):
                    best[x, y] = reached
                    changed = True
    return [int(16 * best[cell] + 0.5) if cell in best else 65535 for cell in cells]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 9).map(float), min_size=1, max_size=30))
def test_the_heap_gives_the_least_first(numbers):
    put, drop = (getattr(kernel, "py_func", kernel) for kernel in (push, drop_first))
    keys, cells = np.zeros(30), np.zeros(30, np.int64)
    for place, key in enumerate(numbers):
        assert put(keys, cells, place, key, place) == place + 1
    came = []
    for size in range(len(numbers), 0, -1):
        came.append((keys[0], numbers[cells[0]]))
        assert drop(keys, cells, size) == size - 1
    assert came == [(key, key) for key in sorted(numbers)]


@st.composite
def drawings(draw):
    width, height = draw(st.integers(2, 9)), draw(st.integers(2, 7))
    marks = draw(st.sampled_from(["....b", ".-srw", "..ob", "-rub.hw"]))
    row = st.text(marks, min_size=width, max_size=width)
    digits = st.text("0001", min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=height, max_size=height))
    k = drawn(rows, draw(st.lists(digits, min_size=height, max_size=height)))
    k["objective_count"] = 1
    k["objectives"][0]["x"] = draw(st.integers(0, 2 * width)) / 2
    k["objectives"][0]["y"] = draw(st.integers(0, 2 * height)) / 2
    return k


@settings(max_examples=25, deadline=None)
@given(drawings())
def test_equals_the_twin(k):
    build_fields(k, (TRACKED,))
    found = goals(k)
    size = int(k["width"] * k["height"])
    for goal in (0, c.GOAL_WAYPOINT, c.GOAL_BASELINE + 1, c.GOAL_COVER, c.GOAL_BLOCK):
        for route in (c.DIRECT_ROUTE, c.COVERED_ROUTE):
            field = k["field"][TRACKED, route, goal]
            assert field[:size].tolist() == naive_fields(k, TRACKED, route, found[goal])
            assert (field[size:] == c.UNREACHABLE).all()


def direct(k, goal, mover=TRACKED):
    """The direct field in factors, as (height, width), unreachable as -1."""
    build_fields(k, (mover,))
    width, height = int(k["width"]), int(k["height"])
    field = k["field"][mover, c.DIRECT_ROUTE, goal][: width * height].reshape(height, width)
    return np.where(field == c.UNREACHABLE, -1.0, field / c.FIELD_SCALE)


def east(rows, mover=TRACKED):
    return direct(drawn(rows), c.GOAL_BASELINE + c.RED, mover)


def test_ds25_1_the_cell_entered_is_paid_and_easy_counts_one():
    assert east(["rs.-"])[0].tolist() == [3, 2, 1, 0]
    assert east([".rr."])[0].tolist() == [5, 3, 1, 0]
    assert east(["...-"], c.M_GEV)[0].tolist() == [3, 2, 1, 0]


def test_diagonal_moves_are_longer():
    k = drawn(["...", "...", "..."])
    k["waypoint_x"][0], k["waypoint_y"][0] = 2.5, 2.5
    assert direct(k, c.GOAL_WAYPOINT)[0, 0] == pytest.approx(2 * math.sqrt(2), abs=1 / 32)


def test_an_impassable_cell_is_a_goal_for_nobody_and_has_no_way_out():
    assert east(["..b.", "...b"])[0].tolist() == [-1, -1, -1, -1]
    assert east(["...b", "b..."])[0].tolist() == [-1, 2, 1, 0]


@pytest.mark.parametrize("corner", ["b.\n..", "..\n.b", "b.\n.b"])
def test_no_move_past_the_corner_of_an_impassable_cell(corner):
    k = drawn(corner.split("\n"))
    k["waypoint_x"][0], k["waypoint_y"][0] = 1.5, 1.5
    closed = corner.count("b") == 2
    assert direct(k, c.GOAL_WAYPOINT)[0, 0] == (-1 if closed else 2)


def test_what_is_walled_off_is_unreachable():
    rows = ["....b.", "....b.", "....b."]
    assert east(rows)[:, :5].tolist() == [[-1] * 5] * 3
    assert (east(["....o."], c.M_GRAV) >= 0).all()
    assert east(["....o."])[0, 0] == -1


def test_a_way_longer_than_the_field_can_hold_is_not_unreachable():
    k = drawn(["." * 9])
    k["factor"][TRACKED][0] = 1000.0
    assert direct(k, c.GOAL_BASELINE + c.RED)[0].tolist() == [65534 / 16] * 4 + [
        4000, 3000, 2000, 1000, 0,
    ]  # fmt: skip


# -- goals -------------------------------------------------------------------------------------
def cells_of(k, goal):
    width = int(k["width"])
    return {(int(cell) % width, int(cell) // width) for cell in goals(k)[goal]}


def test_ds17_1_the_goal_at_a_marker_is_its_cell_and_what_lies_within_an_inch():
    k = scenario(12, 12)[0]
    k["objective_count"] = 3
    k["objectives"]["x"][:3], k["objectives"]["y"][:3] = (4.5, 8, 12), (4.5, 8, 12)
    assert cells_of(k, 0) == {(4, 4), (3, 4), (5, 4), (4, 3), (4, 5)}
    assert cells_of(k, 1) == {(7, 7), (7, 8), (8, 7), (8, 8)}
    assert cells_of(k, 2) == {(11, 11)}
    assert cells_of(k, 3) == set()


def test_goals_of_waypoints_baselines_cover_and_blocks():
    k = scenario(13, 12)[0]
    k["waypoint_x"][7], k["waypoint_y"][7] = 13, 3.2
    k["baseline_x"], k["baseline_y"] = (6.5, 6.5), (0, 12)
    k["cover"][[3, 20]] = (c.CELL_SOFT, c.CELL_CREST)
    assert cells_of(k, c.GOAL_WAYPOINT + 7) == {(12, 3)}
    assert cells_of(k, c.GOAL_BASELINE + c.BLUE) == {(x, 0) for x in range(13)}
    assert cells_of(k, c.GOAL_BASELINE + c.RED) == {(x, 11) for x in range(13)}
    assert cells_of(k, c.GOAL_COVER) == {(3, 0), (7, 1)}
    assert cells_of(k, c.GOAL_BLOCK) == {(x, y) for x in range(5) for y in range(5)}
    assert cells_of(k, c.GOAL_BLOCK + 5) == {(x, y) for x in (10, 11, 12) for y in range(5, 10)}
    assert cells_of(k, c.GOAL_BLOCK + 8) == {(x, y) for x in (10, 11, 12) for y in (10, 11)}
    assert all(len(goal) == 0 for goal in goals(k)[c.GOAL_BLOCK + 9 :])


def test_baselines_west_and_east():
    k = scenario(13, 12)[0]
    assert cells_of(k, c.GOAL_BASELINE + c.BLUE) == {(0, y) for y in range(12)}
    assert cells_of(k, c.GOAL_BASELINE + c.RED) == {(12, y) for y in range(12)}


def test_a_goal_that_is_not_in_use_is_unreachable():
    k = drawn(["....", "...."])
    build_fields(k, (TRACKED,))
    assert (k["field"][TRACKED, :, 0] == c.UNREACHABLE).all()
    assert (k["field"][TRACKED, :, c.GOALS - 1] == c.UNREACHABLE).all()


# -- the covered route ---------------------------------------------------------------------------
def way(k, route, start):
    """The cells of the way to red's baseline, always to the neighbour that costs least."""
    width = int(k["width"])
    field = k["field"][TRACKED, route, c.GOAL_BASELINE + c.RED].astype(int)
    watchers = np.bitwise_count(k["sight"]).sum(axis=1)
    weight = 1 + 3 * watchers / watchers.max() * np.where(k["cover"], 0.8, 1)
    cells = [start]
    while field[cells[-1]]:
        x, y = cells[-1] % width, cells[-1] // width
        options = {}
        for i, j in ((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j):
            if 0 <= x + i < width and 0 <= y + j < k["height"]:
                cell = (y + j) * width + x + i
                cost = 16 * math.hypot(i, j) * (weight[cell] if route else 1)
                options[cell] = field[cell] + cost
        cells.append(min(options, key=options.get))
        assert field[cells[-1]] < field[cells[-2]]
    return cells, watchers


def test_the_covered_route_is_longer_and_less_exposed():
    wall = "...." + "b" * 10 + "......"
    k = drawn(["." * 20] * 3 + [wall] + ["." * 20] * 8)
    build_fields(k, (TRACKED,))
    start = 6 * 20
    straight, watchers = way(k, c.DIRECT_ROUTE, start)
    covered, _ = way(k, c.COVERED_ROUTE, start)
    assert {cell // 20 for cell in straight} == {6}
    assert {9, 10, 11} & {cell // 20 for cell in covered}
    assert len(covered) >= len(straight)
    assert watchers[covered].sum() < 0.9 * watchers[straight].sum()


def test_cover_takes_a_fifth_off_what_exposure_adds():
    k = drawn(["......"], ["001000"])
    build_fields(k, (TRACKED,))
    field = k["field"][TRACKED, c.COVERED_ROUTE, c.GOAL_BASELINE + c.RED][:6]
    # into the cell with cover 1 + 3 * 0.8, into the others 1 + 3; the field is in sixteenths
    assert (field / c.FIELD_SCALE).tolist() == [19.375, 15.375, 12, 8, 4, 0]


# -- classes, threads ------------------------------------------------------------------------------
def test_only_the_classes_in_use_are_filled():
    k_array = scenario(12, 12)
    build(k_array, [Feature("light_wood", 0, ((5, 0), (8, 0), (8, 12), (5, 12)))], [], {2, 5})
    field = k_array[0]["field"]
    assert not field[[0, 1, 3, 4, 6]].any()
    west = field[:, c.DIRECT_ROUTE, c.GOAL_BASELINE + c.RED, 0] / c.FIELD_SCALE
    assert west[c.M_TRACKED] == 8 + 3 * 3
    assert west[c.M_COMBAT_WALKER] == 8 + 3 * 2


def test_one_thread_gives_the_same_as_all():
    def built():
        k = drawn(["..w.b...", "..ww....", "....uu..", "...-----"])
        build_fields(k, (TRACKED, c.M_GEV))
        return k

    everything = built().tobytes()
    threads = numba.get_num_threads()
    numba.set_num_threads(1)
    try:
        alone = built().tobytes()
    finally:
        numba.set_num_threads(threads)
    assert alone == everything
