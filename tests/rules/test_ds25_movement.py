"""Movement factors by mobility and terrain, travel mode, wood edges, evasive movement: DS25, DS26."""

from __future__ import annotations

from functools import cache

import pytest

from sim.layout import codes as c
from sim.rules import direct_fire, movement, overwatch
from sim.terrain import lookup
from tests.rules.table import DAMAGE, MISS, TYPES, A, Table, X, battle, number, unit

BASE = {
    "low_wheeled": 10, "high_wheeled": 10, "slow_tracked": 8, "fast_tracked": 12, "slow_gev": 12,
    "fast_gev": 15, "grav": 15, "combat_walker": 12, "transport_walker": 8,
}  # fmt: skip
#: p. 26 by rows of terrain: e easy, 1 normal, 2 poor, 3 difficult, - impassable; columns are wheels
#: low and high, tracks, GEV, grav, combat walker, transport walker.
GROUND = """
    road        e e e e e 1 1
    open        2 1 1 e e 1 1
    scrub       3 2 1 2 1 1 1
    rough       - 3 2 3 1 1 1
    cultivated  3 2 2 3 1 1 1
    urban       2 2 2 3 2 3 3
    hill        2 2 2 2 2 1 1
    light_wood  - - 3 - - 2 2
    dense_wood  - - - - - 2 2
    mountain    - - 3 - 3 2 2
    swamp       - 3 - 1 1 2 2
    stream      - 3 3 3 e 1 1
    open_water  - - - e e 2 -
    building    - - - - - - -
"""
COLUMNS = {
    "low_wheeled": 0, "high_wheeled": 1, "slow_tracked": 2, "fast_tracked": 2, "slow_gev": 3,
    "fast_gev": 3, "grav": 4, "combat_walker": 5, "transport_walker": 6,
}  # fmt: skip
ROWS = {name: kinds for name, *kinds in (line.split() for line in GROUND.strip().splitlines())}


@cache
def mover(mobility: str) -> Table:
    kind = TYPES["tank"] | {"mobility": mobility}
    return battle([unit("A", (10.5, 20.5), "mover", count=1)], types={"mover": kind})


def lay(table: Table, terrain: str, from_x: int = 0, to_x: int = 60) -> None:
    """Lay terrain from north to south."""
    for cell in range(table.k["width"] * table.k["height"]):
        if from_x <= cell % table.k["width"] < to_x:
            table.k["terrain"][cell] = c.TERRAINS.index(terrain)


def an_inch(table: Table, do: str) -> float:
    """Let A move an inch east and return the movement factors that it cost."""
    table.stand(A, 10.5, 20.5)
    table.forget()
    table.activate(A, do, to=(11.5, 20.5))
    assert table.element(A)["x"] == pytest.approx(11.5)
    return sum(event["factors"] for event in table.events("move"))


def test_ds25_1_every_kind_of_terrain_is_in_the_table():
    assert set(ROWS) == set(c.TERRAINS)


@pytest.mark.parametrize("mobility", BASE)
def test_ds25_1_factors_an_inch_by_mobility_and_terrain(mobility):
    table = mover(mobility)
    for terrain, kinds in ROWS.items():
        kind = kinds[COLUMNS[mobility]]
        lay(table, terrain)
        if kind == "-":
            assert (
                movement.factor_at(table.k, movement.class_of(table.k, table.s, number(A)), 0, 0)
                == 0
            )
            cell = table.element(A)["cell"]
            movement_class = movement.class_of(table.k, table.s, number(A))
            assert not movement.may_enter(table.k, movement_class, cell, 1, 0), terrain
            continue
        factors = 1 if kind == "e" else int(kind)
        assert an_inch(table, "move") == pytest.approx(factors), terrain
        assert an_inch(table, "travel") == pytest.approx(0.5 if kind == "e" else factors), terrain


@pytest.mark.parametrize(("mobility", "factors"), BASE.items())
def test_ds25_1_each_element_has_its_base_movement_factor(mobility, factors):
    table = mover(mobility)
    lay(table, "road")
    table.stand(A, 10.5, 20.5)
    table.activate(A, "move", to=(50.5, 20.5))
    assert table.element(A)["x"] == pytest.approx(10.5 + factors)
    assert table.element(A)["used"] == pytest.approx(factors)


def test_ds25_1_travel_on_a_road_is_twice_as_far():
    table = mover("fast_tracked")
    lay(table, "road")
    table.stand(A, 10.5, 20.5)
    table.activate(A, "travel", to=(50.5, 20.5))
    assert table.element(A)["x"] == pytest.approx(34.5)


def test_ds25_1_no_fire_in_travel_mode():
    table = battle(red=[unit("X", (40.5, 20.5))])
    table.activate(A, "travel", to=(16.5, 20.5))
    assert table.events("fire") == []
    assert table.unit(A)["overwatch"] == 0


@pytest.mark.parametrize(("under_fire", "factors"), [(0, 0.5), (1, 1.0)])
def test_ds25_1_no_travel_mode_with_an_under_fire_marker(under_fire, factors):
    table = mover("fast_tracked")
    lay(table, "road")
    table.script(8)  # the reaction test
    table.unit(A)["under_fire"] = under_fire
    assert an_inch(table, "travel") == pytest.approx(factors)


def test_ds25_1_a_marker_that_comes_on_the_way_ends_travel_mode():
    red = [unit("X", (35.5, 20.5), count=1, facing=270)]
    table = battle([unit("A", (10.5, 20.5), count=1)], red)
    table.answers(c.RED, opportunity="fire")
    lay(table, "road")
    table.script(*DAMAGE, 8)
    table.activate(A, "travel", to=(50.5, 20.5))
    (hit,) = table.events("under_fire")[:1]
    before, after = [], []
    for event in table.events("move"):
        inches = event["to"][0] - event["from"][0]
        (before if event["n"] < hit["n"] else after).append(event["factors"] / inches)
    assert before == pytest.approx([0.5])
    assert after == pytest.approx([1.0] * len(after))


def test_ds25_1_a_move_gains_on_the_direct_route_what_it_costs():
    rough = {"kind": "rough", "polygon": [[8, 5], [14, 5], [14, 9], [8, 9]]}
    table = battle(
        [unit("A", (17.5, 7.5), count=1)], [unit("X", (22.5, 1.5), count=1)],
        size=(24, 16), terrain=[rough],
    )  # fmt: skip
    field = table.k["field"][c.M_TRACKED, c.DIRECT_ROUTE, c.GOAL_BASELINE] / c.FIELD_SCALE
    for start in ((17.5, 7.5), (17.5, 3.5), (16.5, 12.5)):
        table.stand(A, *start)
        table.activate(A, "move", move="withdraw")
        element = table.element(A)
        gained = field[table.cell(*start)] - field[element["cell"]]
        assert element["used"] == pytest.approx(12)
        assert gained == pytest.approx(12, abs=0.75)  # half a diagonal of the last cell


@pytest.mark.parametrize("terrain", ["light_wood", "dense_wood"])
def test_ds25_2_a_vehicle_may_stand_on_the_edge_of_a_wood_that_it_may_not_enter(terrain):
    wood = {"kind": terrain, "polygon": [[12, 4], [18, 4], [18, 12], [12, 12]]}
    kind = TYPES["tank"] | {"mobility": "high_wheeled"}
    table = battle(
        [unit("A", (5.5, 7.5), "mover", count=1)], [unit("X", (2.5, 7.5), count=1)],
        size=(24, 16), terrain=[wood], types={"mover": kind},
    )  # fmt: skip
    table.activate(A, "move", move="to_cover")
    cell = table.element(A)["cell"]
    assert cell % 24 == 11  # the wood begins at 12
    assert c.TERRAINS[table.k["terrain"][cell]] == "open"
    assert lookup.cell_cover(table.k, cell, table.element(X)["cell"]) == c.COVER_SOFT
    table.activate(X, "fire")
    assert table.events("shot")[0]["cover"] == "soft_cover"


# -- evasive movement ------------------------------------------------------------------------------


def evading(mobility: str = "fast_gev", to: float = 12.0, count: int = 1) -> Table:
    kind = TYPES["tank"] | {"mobility": mobility}
    table = battle(
        [unit("A", (10.5, 20.5), "mover", count=count)],
        [unit("X", (40.5, 20.5), count=1, facing=270)],
        types={"mover": kind},
    )
    table.activate(A, "evade", to=(10.5 + to, 20.5))
    return table


@pytest.mark.parametrize("mobility", BASE)
def test_ds26_1_only_fast_gev_and_grav_evade(mobility):
    table = evading(mobility)
    assert table.unit(A)["evading"] == (mobility in ("fast_gev", "grav"))
    assert table.events("fire") == []


def cover(table: Table) -> str:
    return c.COVERS[direct_fire.cover_of(table.k, table.s, number(X), number(A))]


def test_ds26_1_it_has_a_secondary_die_until_its_next_activation():
    table = evading()
    assert cover(table) == "evading"
    assert 4 + 2 * table.k["secondary_die"][c.COVER_EVADING] == 8
    table.script(1, 1, 1)  # the target's two dice, and the firer's
    table.activate(X, "fire")
    assert table.events("shot")[0]["cover"] == "evading"
    table.activate(A, "nothing")
    assert cover(table) == "none"


def test_ds26_1_it_has_it_while_it_moves():
    table = evading()
    table.unit(A)["evading"] = 0
    table.answers(c.RED, opportunity="fire")
    table.unit(X)["activated"] = 0
    table.activate(A, "evade", to=(10.5, 20.5))
    assert table.events("shot")[0]["cover"] == "evading"


def test_ds26_1_it_may_not_fire():
    table = evading()
    table.answers(c.BLUE, opportunity="fire")
    table.unit(A)["activated"] = 0
    assert not direct_fire.may_fire(table.s, number(A))
    assert not overwatch.may_declare(table.k, table.s, A)
    table.activate(X, "move", to=(35.5, 20.5))
    assert table.events("fire") == []


@pytest.mark.parametrize(("inches", "holds"), [(12.0, 1), (11.0, 0), (15.0, 1)])
def test_ds26_1_at_least_three_quarters_of_its_factors(inches, holds):
    assert evading(to=inches).unit(A)["evading"] == holds  # of 15


@pytest.mark.parametrize(("rough", "holds"), [(1, 1), (4, 0)])
def test_ds26_1_in_easy_or_normal_terrain(rough, holds):
    kind = TYPES["tank"] | {"mobility": "fast_gev"}
    table = battle([unit("A", (10.5, 20.5), "mover", count=1)], types={"mover": kind})
    lay(table, "rough", 11, 11 + rough)  # three factors an inch
    table.activate(A, "evade", to=(25.5, 20.5))
    assert table.element(A)["used"] == pytest.approx(15)
    assert table.unit(A)["evading"] == holds


def test_ds26_1_the_whole_unit():
    table = evading(count=2, to=20)
    assert table.unit(A)["evading"] == 1
    table.element(A, 1)["immobilised"] = 1
    table.activate(A, "evade", to=(50.5, 20.5))
    assert table.element(A)["used"] == pytest.approx(15)
    assert table.unit(A)["evading"] == 0


def test_ds26_1_each_element_of_it():
    table = evading(count=2)
    table.stand(A, 10.5, 20.5)
    for x in (11.5, 12.5):  # before the second element: six factors for two inches
        for y in (21.5, 22.5, 23.5, 24.5):
            table.k["terrain"][table.cell(x, y)] = c.TERRAINS.index("rough")
    table.activate(A, "evade", to=(40.5, 20.5))
    first, second = table.elements(A)
    assert first["smooth"] >= 0.75 * 15 > second["smooth"]
    assert table.unit(A)["evading"] == 0


def test_ds26_1_stopped_by_fire_it_may_still_have_evaded():
    table = evading()
    table.stand(A, 10.5, 20.5)
    table.unit(A)["evading"] = 0
    table.answers(c.RED, opportunity="fire")
    table.unit(X)["activated"] = 0
    table.script(*MISS[:1], 1, 1)
    table.activate(A, "evade", to=(22.5, 20.5))
    assert table.unit(A)["evading"] == 1


def test_ds25_1_no_step_is_lost_in_the_middle_of_a_cell():
    table = battle([unit("A", (30.5, 20.5), count=1)])
    table.stand(A, 30.51, 20.5)  # a hundredth of an inch is left after two steps
    table.activate(A, "move", to=(1.5, 20.5))
    assert table.element(A)["x"] == pytest.approx(30.51 - 12.0, abs=0.03)
