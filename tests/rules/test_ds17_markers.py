"""Objective markers and who wins: DS17.1, DS17.2."""

from __future__ import annotations

import pytest

from sim.battle import objectives, play, turn
from sim.layout import codes as c
from tests.rules.table import A, Table, X, battle

MARKERS = [
    {"name": "inn", "at": [20.5, 20.5], "value": 3},
    {"name": "mill", "at": [30.5, 20.5], "value": 1},
    {"name": "ford", "at": [40.5, 20.5], "value": 2},
]
INN, MILL, FORD = range(3)


def marked(kind: str = "encounter", markers: list[dict[str, object]] = MARKERS, **victory: object):
    return battle(objectives=markers, victory={"kind": kind, **victory})


def winner(table: Table) -> int:
    play.settle(table.k, table.s)
    return int(table.row["winner"])


def test_ds17_1_a_marker_is_taken_by_moving_over_it():
    table = marked()
    table.activate(A, "move", to=(16.5, 20.5))
    assert table.s["holder"][INN] == c.NOTHING  # 4 inches short
    table.activate(A, "move", to=(20.5, 20.5))
    assert table.s["holder"][INN] == c.BLUE
    (taken,) = table.events("objective")
    assert (taken["objective"], taken["side"]) == ("inn", "blue")
    nearest = min(table.elements(A), key=lambda one: abs(one["x"] - 20.5) + abs(one["y"] - 20.5))
    assert nearest["cell"] == table.cell(20.5, 20.5)


def test_ds17_1_it_is_not_taken_by_standing_there():
    table = marked()
    table.stand(A, 20.5, 20.5)
    table.activate(A, "fire")
    assert table.s["holder"][INN] == c.NOTHING


def test_ds17_1_it_is_not_taken_by_one_that_stands_there_while_its_friend_moves():
    table = marked()
    table.stand(A, 18.5, 20.5, place=0)
    table.stand(A, 20.5, 20.5, place=1)
    table.element(A, 1)["immobilised"] = 1
    table.activate(A, "move", to=(10.5, 20.5))
    assert table.element(A, 0)["x"] < 12
    assert table.s["holder"][INN] == c.NOTHING


def test_ds17_1_it_is_not_taken_by_passing_beside_it():
    table = marked()
    table.stand(A, 14.5, 23.5)
    table.activate(A, "move", to=(26.5, 23.5))
    assert table.element(A)["x"] > 24
    assert table.s["holder"][INN] == c.NOTHING


@pytest.mark.parametrize(("short", "taken"), [(1e-12, True), (0.01, False)])
def test_ds17_1_no_hair_keeps_it_from_who_stops_at_its_edge(short, taken):
    """Slanted steps add up to an inch from the marker but for their rounding."""
    table = marked()
    table.stand(A, 30.0, 30.5)
    table.stand(A, 19.5 - short, 20.5, place=0)
    table.element(A)["moved"] = 1
    objectives.take(table.k, table.s, A)
    assert (table.s["holder"][INN] == c.BLUE) == taken


def test_ds17_1_it_is_taken_far_from_a_leader_who_was_left_behind():
    table = marked()
    table.stand(A, 10.5, 20.5)
    table.element(A, 0)["immobilised"] = 1  # A's leader
    table.stand(A, 34.5, 20.5, place=1)
    table.activate(A, "move", to=(40.5, 20.5))
    assert table.element(A, 1)["cell"] == table.cell(40.5, 20.5)
    assert table.s["holder"][FORD] == c.BLUE


def test_ds17_1_it_is_held_until_the_enemy_takes_it():
    table = marked()
    table.activate(A, "move", to=(20.5, 20.5))
    table.activate(A, "move", to=(10.5, 20.5))
    assert table.s["holder"][INN] == c.BLUE
    table.stand(X, 26.5, 20.5)
    table.activate(X, "move", to=(20.5, 20.5))
    assert table.s["holder"][INN] == c.RED
    assert [event["side"] for event in table.events("objective")] == ["blue", "red"]


@pytest.mark.parametrize(
    ("holders", "value", "side"),
    [
        ((c.BLUE, c.RED, c.NOTHING), (3, 1), c.BLUE),
        ((c.RED, c.BLUE, c.BLUE), (3, 3), 2),
        ((c.RED, c.BLUE, c.NOTHING), (1, 3), c.RED),
        ((c.NOTHING, c.BLUE, c.RED), (1, 2), c.RED),
        ((c.NOTHING, c.NOTHING, c.NOTHING), (0, 0), 2),
    ],
)
def test_ds17_1_the_winner_holds_the_larger_value(holders, value, side):
    table = marked()
    table.s["holder"][:3] = holders
    table.lose(A, 0)  # points do not count
    assert winner(table) == side
    assert tuple(table.row["value"]) == value


def test_ds17_1_value_not_number():
    table = marked()
    table.s["holder"][:3] = c.BLUE, c.RED, c.RED
    assert objectives.value_held(table.k, table.s, c.RED) == 3
    assert objectives.markers_held(table.k, table.s, c.RED) == 2


@pytest.mark.parametrize(
    ("holders", "turn_number", "side"),
    [
        ((c.BLUE, c.BLUE, c.NOTHING), 3, c.BLUE),
        ((c.BLUE, c.BLUE, c.NOTHING), 2, c.NOTHING),  # before the scenario's turn
        ((c.RED, c.RED, c.RED), 4, c.RED),
        ((c.BLUE, c.RED, c.NOTHING), 3, c.NOTHING),  # one of three is not more than half
        ((c.BLUE, c.RED, c.RED), 3, c.NOTHING),  # may, but would not win: 3 against 3
        ((c.NOTHING, c.RED, c.RED), 3, c.RED),
    ],
)
def test_ds17_2_encounter_ends_when_a_side_that_holds_most_markers_says_so(
    holders, turn_number, side
):
    table = marked(declare_from=3)
    table.s["holder"][:3] = holders
    table.s["turn"] = turn_number
    assert turn.declares_end(table.k, table.s) == side


def test_ds17_2_half_of_the_markers_is_not_more_than_half():
    table = marked(markers=MARKERS[:2], declare_from=1)
    table.s["holder"][:2] = c.BLUE, c.NOTHING
    assert turn.declares_end(table.k, table.s) == c.NOTHING


def attack() -> Table:
    return marked("attack", attacker="blue", declare_from=2, enough=4)


def test_ds17_2_the_defender_holds_all_markers_at_the_start():
    assert attack().s["holder"][:3].tolist() == [c.RED] * 3
    assert marked().s["holder"][:3].tolist() == [c.NOTHING] * 3


@pytest.mark.parametrize(
    ("holders", "turn_number", "side"),
    [
        ((c.BLUE, c.BLUE, c.RED), 2, c.BLUE),
        ((c.BLUE, c.BLUE, c.RED), 1, c.NOTHING),
        ((c.BLUE, c.RED, c.RED), 2, c.NOTHING),  # 3 of the 4 that are enough
        ((c.RED, c.RED, c.RED), 2, c.NOTHING),  # the defender declares nothing
    ],
)
def test_ds17_2_the_attacker_may_declare_the_end_when_he_holds_enough(holders, turn_number, side):
    table = attack()
    table.s["holder"][:3] = holders
    table.s["turn"] = turn_number
    assert turn.declares_end(table.k, table.s) == side


def test_ds17_2_a_declared_end_is_the_end():
    table = attack()
    table.doctrine(c.BLUE, activation=[{"do": "nothing"}])
    table.doctrine(c.RED, activation=[{"do": "nothing"}])
    table.k["objectives"]["holder"][:3] = c.BLUE
    play.fight(table.k, table.s, 1, 0)
    assert table.row["turns"] == 2  # of 6
    assert table.row["winner"] == c.BLUE
    assert table.events("declared")[0]["side"] == "blue"
    assert table.events("end")[0]["cause"] == "declared"


@pytest.mark.parametrize(
    ("holders", "side"), [((c.BLUE, c.BLUE, c.RED), c.BLUE), ((c.BLUE, c.RED, c.RED), c.RED)]
)
def test_ds17_2_the_attacker_wins_with_enough_and_the_defender_otherwise(holders, side):
    table = attack()
    table.s["holder"][:3] = holders
    assert winner(table) == side
