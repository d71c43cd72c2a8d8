"""Quality, leadership, confidence: levels, tests, and what a level allows: DS21, DS22."""

from __future__ import annotations

import numpy as np
import pytest

from sim.layout import codes as c
from sim.rules import confidence
from tests.rules.firing import volley
from tests.rules.table import DAMAGE, EAST, KILL, MISS, A, B, Table, X, Y, battle, fill_field, unit


@pytest.mark.parametrize(("quality", "die"), [("green", 6), ("regular", 8), ("veteran", 10)])
@pytest.mark.parametrize("leadership", [1, 2, 3])
def test_ds21_1_quality_die_leadership_and_level(quality, die, leadership):
    table = battle([unit("A", (10.5, 20.5), quality=quality, leadership=leadership)])
    assert table.unit(A)["confidence"] == c.CO
    confidence.confidence_test(table.k, table.s, A, 1)
    (test,) = table.events("test")
    assert (test["die"], test["score"], test["threat"]) == (die, leadership + 1, 1)
    assert 1 <= test["roll"] <= die


def test_ds21_1_a_unit_may_start_at_any_level():
    for level, name in enumerate(c.CONFIDENCE):
        table = battle([unit("A", (10.5, 20.5), confidence=name)])
        assert table.unit(A)["confidence"] == level


@pytest.mark.parametrize("score", range(1, 7))
@pytest.mark.parametrize("roll", range(1, 9))
def test_ds22_1_the_score_must_be_exceeded_and_half_or_less_costs_two_levels(score, roll):
    table = battle()
    table.unit(A)["leadership"] = 1
    table.script(roll)
    confidence.confidence_test(table.k, table.s, A, score - 1)
    lost = 0 if roll > score else 2 if roll <= score / 2 else 1
    assert table.unit(A)["confidence"] == lost


@pytest.mark.parametrize(("level", "after"), [(c.BR, c.RO), (c.RO, c.RO)])
def test_ds22_1_nothing_is_worse_than_routed(level, after):
    table = battle()
    table.unit(A)["confidence"] = level
    table.script(1)
    confidence.confidence_test(table.k, table.s, A, 3)
    assert table.unit(A)["confidence"] == after


@pytest.mark.parametrize("roll", range(1, 9))
def test_ds22_2_a_reaction_test_costs_no_confidence(roll):
    table = battle()
    table.script(roll)
    carried_out = confidence.reaction_test(
        table.k, table.s, A, c.TEST_REACTION, c.P_REACTION, 1
    )  # fmt: skip
    assert bool(carried_out) == (roll > 3)
    assert table.unit(A)["confidence"] == c.CO


def test_ds22_3_a_test_is_taken_at_once_and_again_for_each_attack():
    table = battle([unit("A", (10.5, 20.5), count=4)], [unit("X", (30.5, 20.5), count=4)])
    for place in range(2):
        volley(table, [place], *DAMAGE, 1)
        assert table.unit(X)["confidence"] == (c.SH, c.RO)[place]
    assert len(table.events("test")) == 2


def test_ds22_3_threats_are_not_cumulative_the_highest_counts():
    # first element lost +1, a quarter at once +1, half of the unit +2, the leader +3
    table = battle(red=[unit("X", (30.5, 20.5), count=2, facing=270)])
    volley(table, [0], *KILL)
    (test,) = table.events("test")
    assert test["threat"] == 3


# -- what a level allows ---------------------------------------------------------------------------


def wood(table: Table, *cells: tuple[float, float]) -> None:
    """Let cells give cover and be the nearest cover to go to."""
    for cell in cells:
        table.k["cover"][table.cell(*cell)] = c.CELL_SOFT
    fill_field(table.k, c.GOAL_COVER, np.array([table.cell(*cell) for cell in cells]))


def at_level(level: int, **more: object) -> Table:
    table = battle([unit("A", (20.5, 20.5), count=1)], [unit("X", (40.5, 20.5), count=1)], **more)
    table.unit(A)["confidence"] = level
    return table


@pytest.mark.parametrize("level", [c.CO, c.ST, c.SH])
def test_ds22_4_armour_acts_normally_down_to_shaken(level):
    table = at_level(level)
    table.script(*MISS)
    table.activate(A, "move_fire", to=(26.5, 20.5))
    assert table.element(A)["x"] == pytest.approx(26.5)
    assert len(table.events("fire")) == 1
    assert table.events("test") == []


def test_ds22_4_broken_in_the_open_withdraws_to_the_nearest_cover():
    table = at_level(c.BR)
    wood(table, (17.5, 25.5), (50.5, 20.5))
    table.activate(A, "move", to=(30.5, 20.5))
    assert table.element(A)["cell"] == table.cell(17.5, 25.5)


@pytest.mark.parametrize("do", ["move_fire", "fire_move", "move_overwatch"])
def test_ds22_4_broken_in_cover_does_not_advance_but_may_fire(do):
    table = at_level(c.BR)
    wood(table, (20.5, 20.5))
    table.script(*MISS)
    table.activate(A, do, to=(30.5, 20.5))
    assert table.element(A)["x"] == 20.5
    assert len(table.events("fire")) == 1


def test_ds22_4_broken_may_go_back():
    table = at_level(c.BR)
    wood(table, (20.5, 20.5))
    table.activate(A, "move", move="withdraw")
    assert table.element(A)["x"] < 15


@pytest.mark.parametrize("do", ["move_fire", "fire", "overwatch", "nothing"])
def test_ds22_4_routed_withdraws_to_its_baseline(do):
    table = at_level(c.RO)
    order = {"to": (30.5, 20.5)} if do == "move_fire" else {}
    table.activate(A, do, **order)
    assert table.element(A)["x"] < 20
    assert table.events("fire") == []
    assert table.unit(A)["overwatch"] == 0


def test_ds22_4_routed_armour_fires_back_at_those_who_attacked_it():
    red = [unit("X", (40.5, 20.5), count=1), unit("Y", (30.5, 20.5), count=1)]
    table = battle([unit("A", (20.5, 20.5), count=1)], red)
    volley(table, [0], *MISS, u=X, v=A)
    table.unit(A)["confidence"] = c.RO
    table.forget()
    table.script(*MISS)
    table.activate(A, "fire")
    assert [event["target"] for event in table.events("fire")] == ["X"]  # Y is nearer
    # that answer is given: in its next activation it has nobody to fire back at
    table.forget()
    table.activate(A, "fire")
    assert table.events("fire") == []


def test_ds22_4_routed_armour_gives_opportunity_fire_only_back():
    red = [unit("X", (40.5, 20.5), count=1), unit("Y", (40.5, 30.5), count=1)]
    table = battle([unit("A", (20.5, 20.5), count=1)], red)
    volley(table, [0], *MISS, u=X, v=A)
    table.unit(A)["confidence"] = c.RO
    table.answers(c.BLUE, opportunity="fire")
    table.forget()
    table.activate(Y, "move", to=(36.5, 30.5))
    assert table.events("fire") == []
    table.activate(X, "move", to=(36.5, 20.5))
    assert [(event["unit"], event["target"]) for event in table.events("fire")] == [("A", "X")]


def test_ds22_4_shaken_armour_gives_opportunity_fire():
    table = at_level(c.SH)
    table.answers(c.BLUE, opportunity="fire")
    table.activate(X, "move", to=(36.5, 20.5))
    assert len(table.events("fire")) == 1


def test_ds22_4_a_broken_unit_may_be_rallied_where_it_stands():
    blue = [unit("A", (20.5, 20.5)), unit("B", (10.5, 30.5), command=True, leadership=1)]
    table = battle(blue)
    table.unit(A)["confidence"] = c.BR
    table.stand(A, 20.5, 20.5, EAST)
    table.script(8)
    table.activate(A, "rally")
    assert table.unit(A)["confidence"] == c.SH
    assert table.events("move") == []
    assert table.unit(B)["activated"] == 0
