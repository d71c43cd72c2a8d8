"""Cells of the table: outlines, layers, cover (DS20.6, DS20.7)."""

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.layout import codes as c
from sim.terrain import Feature
from sim.terrain.raster import inside, rasterise

POINTS = st.tuples(st.integers(-4, 28), st.integers(-4, 20)).map(lambda p: (p[0] / 2, p[1] / 2))


def box(x1, y1, x2, y2):
    return ((x1, y1), (x2, y1), (x2, y2), (x1, y2))


def side(p, q, x, y):
    return (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])


def naive_inside(polygon, x, y):
    """Even-odd: in an odd number of the triangles of a fan; None on one of their sides."""
    count = 0
    for p, q in pairwise(polygon[1:]):
        turns = [side(polygon[0], p, x, y), side(p, q, x, y), side(q, polygon[0], x, y)]
        if 0 in turns:
            return None
        count += all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)
    return count % 2 == 1


@settings(max_examples=60, deadline=None)
@given(st.lists(POINTS, min_size=3, max_size=7))
def test_inside_is_the_even_odd_rule(polygon):
    found = inside(12, 8, polygon)
    for y in range(8):
        for x in range(12):
            expected = naive_inside(polygon, x + 0.5, y + 0.5)
            assert expected is None or found[y, x] == expected


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 24), st.integers(0, 24))
def test_polygons_with_a_common_side_share_no_cell_and_leave_none_out(low, high):
    low, high = low / 2, high / 2
    left = inside(12, 8, [(0, 0), (low, 0), (high, 8), (0, 8)])
    right = inside(12, 8, [(low, 0), (12, 0), (12, 8), (high, 8)])
    assert (left ^ right).all()


def test_an_outline_through_centres_takes_one_row_or_column():
    assert inside(6, 6, box(2.5, 0, 3.5, 6)).any(axis=0).tolist() == [0, 0, 1, 0, 0, 0]
    assert inside(6, 6, box(0, 2.5, 6, 3.5)).any(axis=1).tolist() == [0, 0, 1, 0, 0, 0]


def cells(width, height, *features, zones=()):
    made = [Feature(kind, level, polygon) for kind, level, polygon in features]
    terrain, level, cover, named = rasterise(width, height, made, zones)
    assert {a.dtype for a in (terrain, level, cover, named)} == {np.dtype(np.uint8)}
    names = np.array(c.TERRAINS)[terrain].reshape(height, width)
    return names, *(a.reshape(height, width) for a in (level, cover, named))


def test_later_features_lie_over_earlier_ones():
    names, _, _, _ = cells(
        12, 12, ("urban", 0, box(2, 2, 9, 9)), ("road", 0, box(0, 5, 12, 6)),
        ("building", 0, box(3, 5, 4, 6)),
    )  # fmt: skip
    assert names[5, 3] == "building"
    assert names[5, 4] == "road"
    assert names[4, 4] == "urban"
    assert names[0, 0] == "open"


def test_a_hill_is_terrain_only_where_the_ground_was_open():
    names, level, _, _ = cells(
        12, 12, ("light_wood", 0, box(2, 2, 5, 5)), ("hill", 1, box(0, 0, 8, 8)),
        ("hill", 2, box(4, 4, 7, 7)), ("road", 0, box(0, 6, 12, 7)),
    )  # fmt: skip
    assert (names[3, 3], level[3, 3]) == ("light_wood", 1)
    assert (names[4, 4], level[4, 4]) == ("light_wood", 2)
    assert (names[1, 1], level[1, 1]) == ("hill", 1)
    assert (names[6, 6], level[6, 6]) == ("road", 2)
    assert (names[6, 10], level[6, 10]) == ("road", 0)


def test_zones_are_bits():
    _, _, _, named = cells(12, 12, zones=[box(0, 0, 4, 12), box(2, 0, 6, 12), box(0, 0, 1, 1)])
    assert named[0, [0, 1, 2, 5, 6]].tolist() == [5, 1, 3, 2, 0]
    _, _, _, last = cells(12, 12, zones=[box(0, 0, 1, 1)] * 8)
    assert last[0, 0] == 255


def test_ds20_6_a_wood_covers_at_its_edge_only():
    _, _, cover, _ = cells(
        12, 12, ("light_wood", 0, box(2, 2, 5, 7)), ("dense_wood", 0, box(5, 2, 7, 7))
    )
    assert (cover[3:6, 3:6] == c.CELL_NO_COVER).all()
    assert cover[2:7, 2:7].sum() == (25 - 9) * c.CELL_SOFT


def test_ds25_2_whoever_stands_beside_a_wood_stands_on_its_edge():
    _, _, cover, _ = cells(12, 12, ("dense_wood", 0, box(2, 2, 7, 7)))
    assert (cover[1, 2:7] == c.CELL_SOFT).all()
    assert (cover[2:7, 7] == c.CELL_SOFT).all()
    assert cover[1, 1] == cover[7, 7] == c.CELL_NO_COVER  # a corner is no contact
    assert cover.sum() == (16 + 20) * c.CELL_SOFT


def test_ds20_6_a_cell_that_touches_the_open_with_a_corner_only_is_inside():
    _, _, cover, _ = cells(12, 12, ("urban", 0, box(0, 0, 6, 6)), ("road", 0, box(5, 5, 6, 6)))
    assert cover[4, 4] == c.CELL_NO_COVER
    assert cover[4, 5] == c.CELL_SOFT


def test_the_table_edge_is_no_edge_of_a_wood():
    _, _, cover, _ = cells(12, 12, ("dense_wood", 0, box(0, 0, 4, 12)))
    assert (cover[:, :3] == c.CELL_NO_COVER).all()
    assert (cover[:, 3] == c.CELL_SOFT).all()


def test_ds20_6_contact_with_a_building_covers():
    _, _, cover, _ = cells(12, 12, ("building", 0, box(4, 4, 6, 5)))
    assert (cover[3:6, 3:7] == c.CELL_SOFT).sum() == 12 - 2
    assert (cover[4, 4:6] == c.CELL_NO_COVER).all()
    assert cover.sum() == 10 * c.CELL_SOFT


def test_ds20_6_the_rim_of_higher_ground_is_a_crest():
    _, _, cover, _ = cells(
        12, 12, ("hill", 1, box(0, 0, 8, 12)), ("hill", 2, box(2, 2, 6, 6)),
        ("light_wood", 0, box(7, 9, 8, 12)), ("building", 0, box(2, 2, 3, 3)),
    )  # fmt: skip
    assert (cover[3:9, 7] == c.CELL_CREST).all()
    assert (cover[9:12, 7] == c.CELL_SOFT).all()
    assert cover[4, 2] == c.CELL_CREST
    assert cover[2, 2] == c.CELL_NO_COVER
    assert cover[3, 3] == c.CELL_SOFT
    assert cover[4, 4] == c.CELL_NO_COVER
    assert (cover[:9, 8:] == c.CELL_NO_COVER).all()
    assert cover[4, 1] == c.CELL_NO_COVER
    assert cover[9, 0] == cover[0, 1] == c.CELL_NO_COVER
