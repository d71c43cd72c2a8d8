"""Sight between cells (DS4.2, DS20.7), beside a slow twin in exact fractions."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.layout import codes as c
from sim.terrain.sight import build_sight

KEY = dict(zip(".-suhwWbo", ("open", "road", "scrub", "urban", "hill", "light_wood",
               "dense_wood", "building", "open_water"), strict=True))  # fmt: skip
TALL = {"urban": "urban", "light_wood": "wood", "dense_wood": "wood", "building": "building"}
HALF, EYE = Fraction(1, 2), Fraction(1, 4)


class Table:
    """A table drawn in rows, the first at the top; `levels` likewise in digits."""

    def __init__(self, rows, levels=None):
        self.height, self.width = len(rows), len(rows[0])
        self.kind = [[KEY[mark] for mark in row] for row in reversed(rows)]
        digits = levels or ["0" * self.width] * self.height
        self.level = [[int(digit) for digit in row] for row in reversed(digits)]
        terrain = np.array([[c.TERRAINS.index(kind) for kind in row] for row in self.kind])
        self.size = self.width * self.height
        words = (self.size + 63) // 64
        self.sight = np.full((self.size, words), 2**64 - 1, np.uint64)
        build_sight(
            self.width,
            self.height,
            terrain.ravel().astype(np.uint8),
            np.array(self.level, np.uint8).ravel(),
            self.sight,
        )

    def matrix(self):
        bits = np.unpackbits(self.sight.view(np.uint8), axis=1, bitorder="little")
        assert not bits[:, self.size :].any()
        return bits[:, : self.size].astype(bool)

    def sees(self, a, b):
        """Whether the cells a and b, as (x, y) from the lower left, see each other."""
        i, j = a[1] * self.width + a[0], b[1] * self.width + b[0]
        return bool(self.matrix()[i, j])

    # -- the twin ---------------------------------------------------------------------------
    def family(self, x, y):
        return TALL.get(self.kind[y][x])

    def hidden(self, x, y):
        family = self.family(x, y)
        around = [
            self.family(i, j)
            for i, j in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1), (x, y))
            if 0 <= i < self.width and 0 <= j < self.height
        ]
        return family == "building" or (family is not None and set(around) == {family})

    def reached(self, x, y, eyes, start, end):
        """Whether the column of a cell reaches the line anywhere from `start` to `end`."""
        low = min(eyes[0] + t * (eyes[1] - eyes[0]) for t in (start, end))
        if self.family(x, y):
            return self.level[y][x] + 1 >= low
        return self.level[y][x] > low

    def naive_sees(self, a, b):
        if a == b:
            return True
        if self.hidden(*a) or self.hidden(*b):
            return False
        if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1:
            return True
        eyes = [self.level[y][x] + EYE for x, y in (a, b)]
        corners = {}
        for x in range(min(a[0], b[0]), max(a[0], b[0]) + 1):
            for y in range(min(a[1], b[1]), max(a[1], b[1]) + 1):
                spans = [(Fraction(0), Fraction(1))]
                for place, first, last in ((x, a[0], b[0]), (y, a[1], b[1])):
                    if first != last:
                        ends = (place - first - HALF, place - first + HALF)
                        spans.append(tuple(sorted(end / (last - first) for end in ends)))
                start, end = max(s for s, _ in spans), min(e for _, e in spans)
                if (x, y) in (a, b) or start > end:
                    continue
                reached = self.reached(x, y, eyes, start, end)
                if start < end:
                    if reached:
                        return False
                else:
                    corners.setdefault(start, []).append(reached)
        return not any(len(beside) == 2 and all(beside) for beside in corners.values())

    def naive_matrix(self):
        cells = [(x, y) for y in range(self.height) for x in range(self.width)]
        return np.array([[self.naive_sees(a, b) for b in cells] for a in cells])


@st.composite
def tables(draw):
    width, height = draw(st.integers(1, 8)), draw(st.integers(1, 6))
    marks = st.text(draw(st.sampled_from(["....w", "..wWub-", "...bh", "wwwW.", "."])),
                    min_size=width, max_size=width)  # fmt: skip
    digits = st.text(draw(st.sampled_from(["0", "0001", "0123"])), min_size=width, max_size=width)
    rows = draw(st.lists(marks, min_size=height, max_size=height))
    return Table(rows, draw(st.lists(digits, min_size=height, max_size=height)))


@settings(max_examples=40, deadline=None)
@given(tables())
def test_equals_the_twin(table):
    assert np.array_equal(table.matrix(), table.naive_matrix())


@pytest.mark.parametrize("seed", range(2))
def test_equals_the_twin_over_more_than_one_word(seed):
    draw = np.random.default_rng(seed)
    rows = ["".join(draw.choice(list("......wub"), 13)) for _ in range(6)]
    levels = ["".join(draw.choice(list("00012"), 13)) for _ in range(6)]
    table = Table(rows, levels)
    assert np.array_equal(table.matrix(), table.naive_matrix())


def test_ds4_2_sight_is_symmetric_and_a_cell_sees_itself():
    draw = np.random.default_rng(7)
    rows = ["".join(draw.choice(list(".........wuWbh"), 40)) for _ in range(20)]
    levels = ["".join(draw.choice(list("0000012"), 40)) for _ in range(20)]
    seen = Table(rows, levels).matrix()
    assert np.array_equal(seen, seen.T)
    assert seen.diagonal().all()
    assert 0.01 < seen.mean() < 0.9


def test_open_ground_is_seen_from_everywhere():
    assert Table(["." * 20] * 9).matrix().all()


def test_rows_beyond_the_table_are_cleared():
    sight = np.full((20, 1), 2**64 - 1, np.uint64)
    build_sight(4, 3, np.zeros(12, np.uint8), np.zeros(12, np.uint8), sight)
    assert (sight[:12, 0] == 2**12 - 1).all()
    assert not sight[12:].any()


@pytest.mark.parametrize("mark", "wWub")
def test_ds4_2_woods_urban_areas_and_buildings_block(mark):
    table = Table([f"...{mark}..."])
    assert not table.sees((2, 0), (4, 0))
    assert Table(["......."]).sees((2, 0), (4, 0))


def test_ds20_7_the_edge_sees_and_is_seen_the_inside_is_not():
    table = Table(["......."] * 2 + [".wwwww."] * 4 + ["......."] * 2)
    assert table.sees((3, 5), (3, 7))
    assert not table.sees((3, 5), (0, 7))
    assert not table.sees((3, 5), (5, 5))
    inside = table.matrix()[4 * 7 + 3]
    assert inside.sum() == 1
    assert inside[4 * 7 + 3]


def test_ds20_7_light_and_dense_wood_are_one_wood():
    table = Table(["wWw", "WwW", "wWw", "..."])
    assert table.matrix()[2 * 3 + 1].sum() == 1


def test_ds20_7_the_wood_ends_not_at_the_table_edge():
    table = Table(["www.."] * 4)
    assert table.matrix()[0].sum() == 1
    assert table.sees((2, 1), (4, 1))


def test_ds20_7_through_the_wood_there_is_no_sight():
    table = Table([".ww..."])
    assert table.sees((2, 0), (5, 0))
    assert table.sees((0, 0), (1, 0))
    assert table.sees((1, 0), (2, 0))
    assert not table.sees((0, 0), (2, 0))
    assert not table.sees((1, 0), (4, 0))


def test_neighbours_see_each_other_past_a_corner():
    table = Table(["w.", ".w"])
    assert table.sees((0, 0), (1, 1))
    assert table.sees((0, 1), (1, 0))


def test_woods_that_touch_at_a_corner_leave_no_gap():
    touching = Table(["....", ".w..", "..w.", "...."])
    assert not touching.sees((0, 0), (3, 3))
    apart = Table(["....", ".w..", "....", "...."])
    assert apart.sees((0, 0), (3, 3))


def test_a_building_is_not_seen():
    table = Table(["....", ".b..", "...."])
    assert table.matrix()[5].sum() == 1
    assert not table.matrix()[:, 5][[0, 1, 2, 4, 6, 8]].any()


def test_a_gap_between_two_blocks_shows_what_is_behind_it():
    rows = ["........."] * 3 + ["bbbb.bbbb"] + ["........."] * 3
    table = Table(rows)
    assert table.sees((4, 0), (4, 6))
    assert table.sees((3, 0), (5, 6))
    assert not table.sees((1, 0), (1, 6))
    assert not table.sees((2, 2), (6, 3))
    seen = [table.sees((4, 2), (x, 6)) for x in range(9)]
    assert seen == [x in (3, 4, 5) for x in range(9)]


def test_a_road_through_an_urban_area_is_a_line_of_sight():
    rows = ["uuuuuuu"] * 3 + ["-------"] + ["uuuuuuu"] * 3
    table = Table(rows)
    assert table.sees((0, 3), (6, 3))
    assert table.sees((3, 2), (3, 4))
    assert table.matrix()[1 * 7 + 3].sum() == 1
    assert not table.sees((0, 3), (6, 2))


# -- heights: one row, seen from the left ----------------------------------------------------
def test_ds4_2_raised_ground_blocks():
    assert not Table(["....."], ["00100"]).sees((0, 0), (4, 0))
    assert Table(["....."], ["11111"]).sees((0, 0), (4, 0))
    assert Table(["....."], ["22122"]).sees((0, 0), (4, 0))


def test_ds4_2_higher_ground_sees_over_lower_woods():
    row = "." * 4 + "w" + "." * 12
    low = Table([row])
    high = Table([row], ["2" + "0" * 16])
    assert not any(low.sees((0, 0), (x, 0)) for x in range(5, 17))
    # Its far side is 4.5 inches off; it hides the last 3/8 of a line, so up to 4.5 / (5/8) = 7.2.
    assert [x for x in range(5, 17) if high.sees((0, 0), (x, 0))] == list(range(8, 17))


def test_a_wood_hides_where_its_top_just_reaches_the_line():
    # From level 1 (eye 1.25) to level 0 (eye 0.25) over 6 inches the line is at 1.00 after 1.5.
    wood = Table([".w.....", "......."], ["1000000", "1000000"])
    bare = Table([".......", "......."], ["1100000", "1000000"])
    assert not wood.sees((0, 1), (6, 1))
    assert bare.sees((0, 1), (6, 1))
    assert not bare.sees((0, 1), (5, 1))
    assert Table([".w......"], ["10000000"]).sees((0, 0), (7, 0))


@pytest.mark.parametrize("rise", [1, 2])
@pytest.mark.parametrize("behind", [1, 2, 3])
def test_a_unit_behind_a_crest_is_out_of_sight_from_close_below(behind, rise):
    levels = str(rise) * (behind + 1) + "0" * 30
    table = Table(["." * len(levels)], [levels])
    seen = [x for x in range(behind + 1, len(levels)) if table.sees((0, 0), (x, 0))]
    nearest = (4 * behind + 2) if rise == 1 else (8 * behind + 4)
    assert seen == list(range(nearest, len(levels)))


def test_the_rim_of_a_hill_sees_everything_below():
    levels = "2" * 3 + "0" * 30
    table = Table(["." * len(levels)], [levels])
    assert all(table.sees((2, 0), (x, 0)) for x in range(len(levels)))


def test_behind_the_crest_units_on_the_same_level_see_each_other():
    levels = ["0" * 4 + "1" * 6 + "0" * 4]
    table = Table(["." * 14], levels)
    assert all(table.sees(a, b) for a, b in pairwise([(x, 0) for x in range(4, 10)]))
    assert table.sees((4, 0), (9, 0))
    assert not table.sees((3, 0), (10, 0))
