"""What makes a unit test, panic, leaders, integrity: DS23; readings RD-22 to RD-24."""

from __future__ import annotations

import pytest

from sim.layout import codes as c
from sim.rules import confidence, movement
from tests.rules.firing import MOBILITY, SYSTEMS_DOWN, volley
from tests.rules.table import DAMAGE, EAST, KILL, MISS, NO_EFFECT, A, B, Table, X, battle, unit


def group(count: int, quality: str = "regular", **more: object) -> Table:
    """Return six tanks A and a unit X of `count` tanks, in medium range of each other."""
    return battle(
        [unit("A", (10.5, 20.5), count=6)],
        [unit("X", (35.5, 20.5), count=count, quality=quality, facing=270, **more)],
    )


def threats(table: Table, kind: str = "confidence") -> list[int]:
    """Return the threats of the tests so far."""
    return [event["threat"] for event in table.events("test") if event["kind"] == kind]


def hit(table: Table, *places: int, leader: int = 5) -> list[int]:
    """Damage elements of X in one attack; return the threats that this raised."""
    table.forget()
    table.unit(X)["leader"] = X * c.ELEMENTS_A_UNIT + leader
    volley(table, places, *(DAMAGE * len(places)), 8)
    return threats(table)


@pytest.mark.parametrize("outcome", [DAMAGE, KILL], ids=["damaged", "destroyed"])
def test_ds23_1_the_first_element_damaged_or_destroyed(outcome):
    table = group(5)
    volley(table, [1], *outcome, 8)
    assert threats(table) == [1]


@pytest.mark.parametrize("outcome", [MISS, NO_EFFECT, MOBILITY, SYSTEMS_DOWN])
def test_ds23_1_no_test_for_less(outcome):
    table = group(2)
    volley(table, [1], *outcome)
    assert threats(table) == []
    assert table.unit(X)["casualties"] == 0


def test_ds23_1_not_for_the_second_of_five():
    table = group(5)
    assert hit(table, 0) == [1]
    assert hit(table, 1) == []  # a fifth in this attack, two fifths so far


def test_ds23_1_a_quarter_in_one_attack():
    table = group(6)
    table.unit(X)["casualties"] = 0
    assert hit(table, 0) == [1]
    # a sixth is no quarter, two sixths are (and half so far, see below)
    table = group(6)
    table.unit(X)["casualties"] = 1
    table.element(X, 5)["counted"] = 1
    assert hit(table, 0) == []
    table = group(5)
    table.unit(X)["casualties"] = 0
    assert hit(table, 0, 1) == [1]


def test_ds23_1_exactly_a_quarter_counts():
    table = group(4)
    table.unit(X)["casualties"] = 0
    assert hit(table, 0) == [1]
    start = 4
    assert confidence.threat_of_attack(0, 1, start, False) == 1
    # of eight, two are a quarter and one is not, though not the first
    assert confidence.threat_of_attack(1, 2, 8, False) == 1
    assert confidence.threat_of_attack(1, 1, 8, False) == -1


def test_ds23_1_half_so_far_on_each_further_loss():
    table = group(4)
    assert hit(table, 0) == [1]
    assert hit(table, 1) == [2]
    assert hit(table, 2) == [2]


def test_ds23_1_the_leaders_element_destroyed():
    table = group(6)
    volley(table, [0], *KILL, 8, 4)
    assert threats(table) == [3]


def test_ds23_1_the_leaders_element_damaged_is_one_as_any_other():
    table = group(6)
    volley(table, [0], *DAMAGE, 8)
    assert threats(table) == [1]
    assert table.events("leader") == []


def test_rd_22_an_element_counts_once_against_the_starting_strength():
    table = group(4)
    assert hit(table, 0) == [1]
    table.forget()
    volley(table, [0], *KILL)  # destroyed, having been damaged before
    assert threats(table) == []
    assert table.unit(X)["casualties"] == 1
    assert hit(table, 1) == [2]


def test_rd_22_of_those_that_started_not_of_those_that_are_left():
    table = group(5)
    volley(table, [4], *KILL, 8)
    # two of the five; of the four that are left it would be half
    assert hit(table, 1) == []


def test_rd_22_damaged_and_destroyed_in_one_attack_is_one():
    table = group(4)
    volley(table, [1, 1], *DAMAGE, *DAMAGE, 8)
    assert table.unit(X)["casualties"] == 1
    assert threats(table) == [1]


def test_rd_23_half_counts_only_for_an_attack_that_adds_a_casualty():
    table = group(4)
    assert hit(table, 0, 1) == [2]
    table.forget()
    volley(table, [0, 1], *DAMAGE, *DAMAGE)
    assert threats(table) == []
    assert hit(table, 3) == [2]


def test_rd_24_a_unit_that_is_gone_takes_no_test_and_its_markers_go():
    table = group(1, "green")
    table.watch(X, EAST)
    table.unit(X)["under_fire"] = 1
    volley(table, [0], *KILL)
    assert table.events("test") == table.events("leader") == []
    assert [event["cause"] for event in table.events("overwatch_off")] == ["destroyed"]
    assert [table.unit(X)[key] for key in ("alive", "overwatch", "under_fire")] == [0, 0, 0]


# -- panic -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", range(1, 7))
def test_ds23_2_a_green_unit_may_panic_when_it_is_first_attacked(roll):
    table = group(4, "green")
    volley(table, [0], *MISS, roll)
    (test,) = table.events("test")
    assert (test["kind"], test["threat"], test["score"], test["die"]) == ("panic", 2, 4, 6)
    assert table.unit(X)["panicked"] == (0 if roll > 4 else 1)
    assert table.unit(X)["confidence"] == c.CO  # a reaction test


def test_ds23_2_once_only():
    table = group(4, "green")
    volley(table, [0], *MISS, 5)
    volley(table, [0], *MISS)
    assert threats(table, "panic") == [2]


@pytest.mark.parametrize("quality", ["regular", "veteran"])
def test_ds23_2_others_do_not(quality):
    table = group(4, quality)
    volley(table, [0], *MISS)
    assert table.events("test") == []


def test_ds23_2_it_loses_its_next_activation():
    table = group(2, "green")
    volley(table, [0], *MISS, 1)
    table.activate(X, "move_fire", to=(30.5, 20.5))
    assert table.events("activate")[-1]["lost"]
    assert table.element(X)["x"] == 35.5
    assert [event["unit"] for event in table.events("fire")] == ["A"]
    assert table.unit(X)["activated"] == 1
    # and only that one
    table.activate(X, "move_fire", to=(30.5, 20.5))
    assert table.element(X)["x"] < 33


def test_ds23_2_until_then_it_can_do_nothing():
    table = group(2, "green")
    table.answers(c.RED, opportunity="fire")
    volley(table, [0], *MISS, 1)
    table.activate(A, "move", to=(14.5, 20.5))
    assert [event["unit"] for event in table.events("fire")] == ["A"]


def test_ds23_2_in_the_middle_of_its_move_it_stops():
    table = group(2, "green")
    table.answers(c.BLUE, opportunity="fire")
    for place in range(1, 6):
        table.element(A, place)["systems_down"] = 1
    table.script(*MISS, 1, *([1] * 5))  # missed, panicked; A's repairs fail
    table.activate(X, "move_fire", to=(25.5, 20.5))
    assert len(table.events("move")) == 2  # a step of each element
    assert [event["mode"] for event in table.events("fire")] == ["opportunity"]
    assert table.unit(X)["panicked"] == 1  # its next activation is still to be lost


# -- leaders ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("roll", range(1, 7))
@pytest.mark.parametrize("before", [1, 2, 3])
def test_ds23_3_the_next_in_command(before, roll):
    table = group(4, leadership=before)
    volley(table, [0], *KILL, 8, roll)
    change = 1 if roll <= 3 else -1 if roll == 6 else 0
    assert table.unit(X)["leadership"] == min(3, max(1, before + change))
    (event,) = table.events("leader")
    assert (event["roll"], event["from"]) == (roll, before)
    assert event["element"] == "X/2"


def test_ds23_3_only_when_the_leader_is_lost():
    table = group(4)
    volley(table, [1], *KILL, 8)
    assert table.events("leader") == []
    assert table.unit(X)["leader"] == X * c.ELEMENTS_A_UNIT


# -- integrity -------------------------------------------------------------------------------------


def spread(*gaps: float) -> Table:
    """Return A in a line northwards with such gaps between its elements."""
    table = battle([unit("A", (10.5, 5.5), count=len(gaps) + 1)], [unit("X", (55.5, 35.5))])
    y = 5.5
    for place, gap in enumerate((0.0, *gaps)):
        y += gap
        table.stand(A, 10.5, y, place=place)
    return table


@pytest.mark.parametrize(
    ("gaps", "together"),
    [((3,), 1), ((3.25,), 0), ((2, 4), 0), ((3, 3, 3), 1), ((2, 6, 2), 1), ((4, 2), 0)],
)
def test_ds23_4_three_inches_to_the_nearest_other_element(gaps, together):
    table = spread(*gaps)
    assert bool(movement.in_integrity(table.k, table.s, A)) == bool(together)


def test_ds23_4_a_disorganised_unit_may_only_move_so_as_to_close_up():
    table = spread(2, 7)
    table.activate(A, "move", to=(40.5, 5.5))
    places = [(one["x"], one["y"]) for one in table.elements(A)]
    assert places[:2] == [(10.5, 5.5), (10.5, 7.5)]
    assert places[2][1] - 7.5 <= 3
    assert places[2][0] < 13
    assert movement.in_integrity(table.k, table.s, A)


def test_ds23_4_it_may_still_fire():
    table = spread(2, 7)
    table.stand(X, 30.5, 10.5)
    table.activate(A, "fire")
    assert len(table.events("fire")) == 1


def test_ds23_4_disabled_elements_left_behind_do_not_count():
    table = spread(2, 7)
    table.element(A, 2)["immobilised"] = 1
    assert movement.in_integrity(table.k, table.s, A)
    table.activate(A, "move", to=(20.5, 5.5))
    assert table.element(A, 0)["x"] == pytest.approx(20.5)
    assert table.element(A, 2)["x"] == 10.5


def test_ds23_4_lost_elements_do_not_count_either():
    table = spread(2, 2)
    table.lose(A, 1)
    assert not movement.in_integrity(table.k, table.s, A)


def test_ds23_4_nobody_runs_away_from_a_slower_friend():
    table = spread(2)
    table.element(A, 1)["damaged"] = 1  # 6 inches instead of 12
    table.activate(A, "move", to=(40.5, 5.5))
    fast, slow = table.elements(A)
    assert slow["x"] == pytest.approx(16.5, abs=0.5)
    assert 16.5 < fast["x"] < 20.5
    assert movement.in_integrity(table.k, table.s, A)


def test_ds23_4_a_single_element_is_always_together():
    table = spread(9)
    table.lose(A, 1)
    assert movement.in_integrity(table.k, table.s, A)
    assert table.unit(B)["alive"] == 0
