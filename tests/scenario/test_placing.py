"""Where elements, baselines and strips of terrain lie."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from sim.layout import codes as c
from sim.scenario import motor_pool
from sim.scenario.models import Table, Unit
from sim.scenario.placing import (
    baseline_point,
    bearing,
    element_places,
    features,
    may_enter,
    terrain_codes,
)
from sim.scenario.polygons import Pair, polygon_fault, strips


def unit(count: int, at: tuple[float, float], facing: float) -> Unit:
    return Unit.model_validate(
        {"name": "A", "type": "badger", "count": count, "at": at, "facing": facing}
    )


def places_of(one: Unit) -> list[Pair]:
    return element_places(one, [motor_pool()[name] for name in one.roster])


def test_bearings_go_clockwise_from_up_the_table_and_quarter_turns_are_exact() -> None:
    assert [bearing(angle) for angle in (0, 90, 180, 270)] == [(0, 1), (1, 0), (0, -1), (-1, 0)]
    x, y = bearing(30)
    assert (x, y) == (pytest.approx(0.5), pytest.approx(math.sqrt(3) / 2))
    for angle in (17, 45, 133.5):
        x, y = bearing(angle)
        assert bearing(angle + 180) == (-x, -y)
        assert math.hypot(x, y) == pytest.approx(1)


def test_elements_stand_in_line_abreast_across_the_facing_on_cell_centres() -> None:
    assert places_of(unit(4, (5.5, 20.5), 90)) == [
        (5.5, 23.5), (5.5, 21.5), (5.5, 19.5), (5.5, 17.5),
    ]  # fmt: skip
    assert places_of(unit(3, (5.5, 20.5), 0)) == [(3.5, 20.5), (5.5, 20.5), (7.5, 20.5)]
    assert places_of(unit(1, (5.0, 20.9), 0)) == [(5.5, 20.5)]


@pytest.mark.parametrize("facing", range(0, 360, 15))
def test_elements_of_a_unit_never_share_a_cell_and_keep_integrity(facing: int) -> None:
    places = places_of(unit(6, (20.5, 20.5), facing))
    assert len(set(places)) == 6
    for a, b in pairwise(places):
        assert math.dist(a, b) <= 3.0  # DS23.4


def test_baselines_are_on_their_edges_and_opposite() -> None:
    for width, height in ((60, 40), (49, 35)):
        table = Table(width=width, height=height)
        west, east = baseline_point(table, "west"), baseline_point(table, "east")
        south, north = baseline_point(table, "south"), baseline_point(table, "north")
        assert west[0] == 0.5 and east == (width - west[0], height - west[1])
        assert south[1] == 0.5 and north == (width - south[0], height - south[1])
        assert abs(west[1] - height / 2) <= 0.5 and abs(south[0] - width / 2) <= 0.5


def test_a_line_becomes_strips_that_leave_no_gap() -> None:
    assert strips([(0, 5.5), (10, 5.5)], 1.0) == [((0, 5), (10, 5), (10, 6), (0, 6))]
    first, second = strips([(0, 5.5), (10.5, 5.5), (10.5, 0)], 1.0)
    assert first == ((0, 5), (11, 5), (11, 6), (0, 6))
    assert second == ((10, 6), (10, 0), (11, 0), (11, 6))


def test_later_terrain_lies_over_earlier() -> None:
    table = Table.model_validate({
        "width": 20, "height": 20,
        "terrain": [
            {"kind": "dense_wood", "polygon": [[2, 2], [8, 2], [8, 8], [2, 8]]},
            {"kind": "road", "line": [[0, 4.5], [20, 4.5]]},
        ],
    })  # fmt: skip
    assert [feature.kind for feature in features(table)] == ["dense_wood", "road"]
    terrain = terrain_codes(table)
    assert c.TERRAINS[terrain[4, 4]] == "road"
    assert c.TERRAINS[terrain[5, 4]] == "dense_wood"
    assert np.count_nonzero(terrain == c.TERRAINS.index("road")) == 20


def test_what_the_terrain_table_does_not_list_is_impassable() -> None:
    assert may_enter("fast_tracked", "light_wood") and not may_enter("fast_tracked", "dense_wood")
    assert may_enter("grav", "open_water") and not may_enter("high_wheeled", "open_water")
    assert may_enter("combat_walker", "open_water")
    assert not may_enter("transport_walker", "open_water")
    assert [mobility for mobility in c.MOBILITIES if may_enter(mobility, "building")] == ["vtol"]


def test_simple_polygons_of_either_turn_are_good() -> None:
    corner = [(0.0, 0.0), (6.0, 0.0), (6.0, 2.0), (2.0, 2.0), (2.0, 6.0), (0.0, 6.0)]
    assert polygon_fault(corner) is None
    assert polygon_fault(corner[::-1]) is None
    assert polygon_fault([(0, 0), (3, 0), (6, 0), (6, 6)]) is None


def test_polygons_that_touch_themselves_are_not() -> None:
    bow = [(0.0, 0.0), (6.0, 6.0), (6.0, 0.0), (0.0, 5.0)]
    assert polygon_fault(bow) == "the polygon crosses itself: the sides from points 0 and 2"
    pinched = [(0.0, 0.0), (6.0, 0.0), (3.0, 3.0), (6.0, 6.0), (0.0, 6.0), (3.0, 3.0)]
    assert polygon_fault(pinched) == "the polygon crosses itself: the sides from points 1 and 4"
