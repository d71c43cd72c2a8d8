"""Soft cover, positions, woods: DS20.6, DS20.7."""

from __future__ import annotations

import pytest

from sim.layout import codes as c
from sim.rules import direct_fire
from tests.rules.table import SOUTH, A, Table, X, battle, number, unit

#: A wood seven inches square, a house, and a hill, with room between them.
GROUND = (
    {"kind": "light_wood", "polygon": [[2, 2], [9, 2], [9, 9], [2, 9]]},
    {"kind": "building", "polygon": [[12, 3], [13, 3], [13, 4], [12, 4]]},
    {"kind": "hill", "level": 1, "polygon": [[16, 8], [22, 8], [22, 14], [16, 14]]},
)


def ground() -> Table:
    return battle(
        [unit("A", (12.5, 14.5), count=1)], [unit("X", (23.5, 1.5), count=1)],
        size=(24, 16), terrain=GROUND,
    )  # fmt: skip


def cover(table: Table, firer: tuple[float, float], target: tuple[float, float]) -> str:
    table.stand(A, *firer)
    table.stand(X, *target)
    return c.COVERS[direct_fire.cover_of(table.k, table.s, number(A), number(X))]


@pytest.mark.parametrize(
    ("target", "gives"),
    [
        ((8.5, 5.5), "soft_cover"),  # at the wood's edge
        ((9.5, 5.5), "soft_cover"),  # beside it, where the wood may not be entered (DS25.2)
        ((10.5, 5.5), "none"),
        ((12.5, 4.5), "soft_cover"),  # in contact with the building
        ((12.5, 5.5), "none"),
        ((16.5, 11.5), "soft_cover"),  # behind the crest
        ((18.5, 11.5), "none"),  # on the flat top
        ((15.5, 11.5), "none"),  # below it
    ],
)
def test_ds20_6_soft_cover_at_crests_wood_edges_and_buildings(target, gives):
    assert cover(ground(), (12.5, 14.5), target) == gives


def test_ds20_6_a_crest_is_no_cover_from_as_high():
    assert cover(ground(), (20.5, 11.5), (16.5, 11.5)) == "none"


@pytest.mark.parametrize(
    ("posture", "firer", "gives"),
    [
        ("hull_down", (12.5, 14.5), "hull_down"),
        ("turret_down", (12.5, 14.5), "turret_down"),
        ("dug_in", (12.5, 14.5), "dug_in"),
        # from above there is nothing to hide behind; a pit is one from everywhere
        ("hull_down", (18.5, 11.5), "none"),
        ("turret_down", (18.5, 11.5), "none"),
        ("dug_in", (18.5, 11.5), "dug_in"),
    ],
)
def test_ds20_6_hull_down_and_dug_in_are_better(posture, firer, gives):
    table = ground()
    table.element(X)["posture"] = c.POSTURES.index(posture)
    assert cover(table, firer, (13.5, 8.5)) == gives


@pytest.mark.parametrize("posture", ["dug_in", "hull_down", "turret_down"])
def test_ds20_6_a_unit_that_leaves_its_position_loses_the_benefit(posture):
    table = battle(red=[unit("X", (50.5, 20.5), facing=270, posture=posture)])
    assert table.element(X)["posture"] == c.POSTURES.index(posture)  # from the start
    table.activate(X, "nothing")
    assert table.element(X)["posture"] == c.POSTURES.index(posture)
    table.activate(X, "move", to=(48.5, 20.5))
    assert table.element(X)["posture"] == c.IN_THE_OPEN


def test_ds20_6_an_element_that_ends_at_a_crest_goes_hull_down():
    table = ground()
    table.stand(A, 16.5, 11.5, SOUTH)
    table.activate(A, "fire")
    assert table.element(A)["posture"] == c.HULL_DOWN
    assert cover(table, (16.5, 11.5), (16.5, 11.5)) is not None
    table.stand(X, 13.5, 14.5)
    k, s = table.k, table.s
    assert c.COVERS[direct_fire.cover_of(k, s, number(X), number(A))] == "hull_down"


@pytest.mark.parametrize(
    ("firer", "target", "fires"),
    [
        ((8.5, 5.5), (11.5, 5.5), 1),  # from the edge
        ((11.5, 5.5), (8.5, 5.5), 1),  # at the edge
        ((6.5, 5.5), (11.5, 5.5), 0),  # from inside
        ((11.5, 5.5), (6.5, 5.5), 0),  # at one inside
        ((0.5, 5.5), (11.5, 5.5), 0),  # through it
        ((8.5, 5.5), (7.5, 5.5), 0),  # from the edge at one inside, an inch away
    ],
)
def test_ds20_7_woods_block_sight_but_for_their_edge(firer, target, fires):
    table = ground()
    table.stand(A, *firer)
    table.stand(X, *target)
    table.activate(A, "fire")
    assert len(table.events("fire")) == fires


def test_ds20_7_at_the_edge_it_is_in_soft_cover():
    table = ground()
    table.stand(A, 11.5, 5.5)
    table.stand(X, 8.5, 5.5)
    table.activate(A, "fire")
    assert table.events("shot")[0]["cover"] == "soft_cover"
