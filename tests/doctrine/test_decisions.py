"""Decisions: the first rule that holds, the scores of order and target, the book's order."""

from __future__ import annotations

import pytest

from sim.layout import codes as c
from tests.doctrine.builder import BLUE_1, BLUE_2, RED_1, RED_2, Field, element, field
from tests.doctrine.doors import decide, order_score, target_score


def choice(made: Field, chapter: int, u: int = BLUE_1, v: int = -1) -> int:
    return decide(made, chapter, u, v)


def test_the_first_rule_that_holds():
    made = field()
    made.doctrine(
        activation=[
            {"when": "under_fire", "do": "nothing"},
            {"when": "nearest_range < 10", "do": "fire"},
            {"do": "overwatch"},
            {"do": "rally"},
        ]
    )
    assert choice(made, c.C_ACTIVATION) == 2
    made.put(RED_1, 10.5, 5.5)
    assert choice(made, c.C_ACTIVATION) == 1
    made.unit(BLUE_1)["under_fire"] = 1
    assert choice(made, c.C_ACTIVATION) == 0
    assert choice(made, c.C_ACTIVATION, u=BLUE_2) == 2


@pytest.mark.parametrize("chapter", range(c.CHAPTERS))
def test_no_rule_is_minus_one(chapter):
    made = field()
    made.doctrine()
    assert choice(made, chapter, v=RED_1) == -1


def test_each_side_has_its_own_doctrine():
    made = field()
    made.doctrine(c.BLUE, trigger=[{"when": "attacker", "do": "fire"}])
    made.doctrine(c.RED, trigger=[{"when": "0", "do": "hold"}, {"when": "attacker", "do": "fire"}])
    assert choice(made, c.C_TRIGGER, BLUE_1, RED_1) == -1
    assert choice(made, c.C_TRIGGER, RED_1, BLUE_1) == 1


def test_chapters_are_apart():
    made = field()
    made.doctrine(
        trigger=[{"when": "range > 20", "do": "fire"}],
        opportunity=[{"when": "range < 10", "do": "hold"}, {"when": "range < 20", "do": "fire"}],
    )
    assert choice(made, c.C_TRIGGER, v=RED_1) == -1
    assert choice(made, c.C_TRIGGER, v=RED_2) == 0
    assert choice(made, c.C_OPPORTUNITY, v=RED_1) == 1


def test_order_score():
    made = field()
    made.doctrine(
        parameters={"eager": 7},
        order=[{"when": "on_overwatch", "do": "pass"}, {"score": "eager - 2 * under_fire"}],
    )
    assert choice(made, c.C_ORDER) == 1
    assert order_score(made, 1, BLUE_1) == 7
    made.unit(BLUE_2)["under_fire"] = 1
    assert order_score(made, 1, BLUE_2) == 5
    assert order_score(made, 0, BLUE_1) == 0  # no score
    assert order_score(made, -1, BLUE_1) == 0  # no rule


def test_target_score_of_the_first_rule_that_holds():
    made = field()
    made.doctrine(
        target=[{"when": "range > 20", "score": "range"}, {"when": "closing", "score": "-1"}]
    )
    assert target_score(made, BLUE_1, RED_1) == -1
    assert target_score(made, BLUE_1, RED_2) > 20
    made.element(RED_1)["fx"] = 1.0  # no rule holds: behind every target that has one
    unranked = target_score(made, BLUE_1, RED_1)
    assert unranked == -1_000_000 + 2000 - 15


def better(made: Field) -> int:
    """Return the target that the book's order of DS19.2 prefers."""
    scores = {v: target_score(made, BLUE_1, v) for v in (RED_1, RED_2)}
    assert scores[RED_1] != scores[RED_2]
    return max(scores, key=lambda v: scores[v])


def test_ds19_2_order_of_targets():
    made = field()
    made.doctrine()
    assert better(made) == RED_1  # nearer
    made.unit(RED_2)["activated"] = 1
    assert better(made) == RED_2  # already activated
    made.unit(RED_1)["activated"] = 1
    assert better(made) == RED_1
    for place in range(2):  # nearer, but no threat
        made.s["elements"][element(RED_1, place)]["type"] = 1
    assert better(made) == RED_2
    made.unit(RED_2)["activated"] = 0
    assert better(made) == RED_1  # already activated goes before threat


def test_ds19_2_in_the_open_before_in_cover():
    made = field()
    made.doctrine()
    made.put(RED_2, 22.5, 5.5)
    made.put(RED_2, 22.5, 7.5, 1)
    assert better(made) == RED_1
    for place in range(2):
        made.element(RED_1, place)["posture"] = c.HULL_DOWN
    assert better(made) == RED_2
