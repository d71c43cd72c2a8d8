"""Under Fire markers, the loss of the command unit, rallying: DS24; reading RD-12."""

from __future__ import annotations

import pytest

from sim.layout import codes as c
from tests.rules.firing import MOBILITY, SYSTEMS_DOWN, volley
from tests.rules.table import DAMAGE, KILL, MISS, NO_EFFECT, A, B, C, Table, X, battle, unit


def target(outcome: tuple[int | str, ...], count: int = 5, **more: object) -> Table:
    table = battle(
        [unit("A", (10.5, 20.5))],
        [unit("X", (35.5, 20.5), count=count, facing=270, **more)],
    )
    volley(table, [1], *outcome, 8)
    return table


@pytest.mark.parametrize("outcome", [DAMAGE, KILL], ids=["damaged", "destroyed"])
def test_ds24_1_vehicles_are_under_fire_when_an_element_is_damaged_or_destroyed(outcome):
    table = target(outcome)
    assert table.unit(X)["under_fire"] == 1
    (event,) = table.events("under_fire")
    assert (event["unit"], event["on"], event["cause"]) == ("X", True, "attack")


@pytest.mark.parametrize("outcome", [MISS, NO_EFFECT, MOBILITY, SYSTEMS_DOWN])
def test_ds24_1_and_not_by_an_attack_that_did_less(outcome):
    table = target(outcome)
    assert table.unit(X)["under_fire"] == 0
    assert table.events("under_fire") == []


def marked(**more: object) -> Table:
    """Return A under fire, X in medium range."""
    table = battle([unit("A", (10.5, 20.5), count=1, **more)], [unit("X", (40.5, 20.5))])
    table.unit(A)["under_fire"] = 1
    return table


@pytest.mark.parametrize("leadership", [1, 2, 3])
@pytest.mark.parametrize("roll", range(1, 6))
def test_ds24_1_rd_12_it_must_pass_a_reaction_test_at_0_before_it_moves(roll, leadership):
    table = marked(leadership=leadership)
    table.script(roll)
    table.activate(A, "move", to=(16.5, 20.5))
    (test,) = table.events("test")
    assert (test["kind"], test["threat"], test["score"]) == ("reaction", 0, leadership)
    assert (table.element(A)["x"] > 10.5) == (roll > leadership)


def test_ds24_1_the_activation_is_announced_before_the_test():
    table = marked()
    table.script(1)
    table.activate(A, "move", to=(16.5, 20.5))
    assert table.kinds("activate", "test", "marker") == ["activate", "test", "marker"]


def test_ds24_1_a_unit_that_fails_it_may_still_fire():
    table = marked()
    table.script(1, *MISS)
    table.activate(A, "move_fire", to=(16.5, 20.5))
    assert table.element(A)["x"] == 10.5
    assert len(table.events("fire")) == 1


@pytest.mark.parametrize("do", ["fire", "nothing"])
def test_ds24_1_no_test_if_it_does_not_move(do):
    table = marked()
    table.activate(A, do)
    assert table.events("test") == []


def test_ds24_1_to_close_up_is_to_move():
    table = battle([unit("A", (10.5, 5.5), count=2)])
    table.stand(A, 10.5, 12.5, place=1)
    table.unit(A)["under_fire"] = 1
    table.script(1)
    table.activate(A, "move", to=(20.5, 5.5))
    assert len(table.events("test")) == 1
    assert table.element(A, 1)["y"] == 12.5


def test_ds24_1_a_unit_without_a_marker_takes_no_test():
    table = marked()
    table.unit(A)["under_fire"] = 0
    table.activate(A, "move", to=(16.5, 20.5))
    assert table.events("test") == []


@pytest.mark.parametrize("roll", [1, 8])
def test_ds24_1_the_marker_comes_off_at_the_end_of_the_activation(roll):
    table = marked()
    table.script(roll)
    table.activate(A, "move", to=(16.5, 20.5))
    assert table.unit(A)["under_fire"] == 0
    assert table.kinds()[-2:] == ["under_fire", "marker"]


# -- the command unit ------------------------------------------------------------------------------


def commanded(count: int = 1) -> Table:
    """Return a command unit A with two units under it, and X in medium range."""
    blue = [
        unit("A", (10.5, 8.5), count=count, command=True),
        unit("B", (10.5, 20.5), count=1),
        unit("C", (10.5, 32.5), count=1, confidence="SH"),
    ]
    return battle(blue, [unit("X", (35.5, 20.5), count=1, facing=270)])


def levels(table: Table) -> list[int]:
    return [int(table.unit(u)["confidence"]) for u in (A, B, C)]


def test_ds24_3_every_friendly_unit_drops_one_level():
    table = commanded()
    table.stand(A, 10.5, 8.5, (1.0, 0.0))
    volley(table, [0], *KILL, u=X, v=A)
    assert levels(table)[1:] == [c.ST, c.BR]
    assert {event["cause"] for event in table.events("confidence")} == {"command_lost"}
    assert table.unit(X)["confidence"] == c.CO


def test_ds24_3_also_when_its_command_vehicle_is_lost():
    table = commanded(count=3)
    volley(table, [0], *KILL, 8, 4, u=X, v=A)
    assert table.unit(A)["alive"] == 2
    assert levels(table) == [c.ST, c.ST, c.BR]


def test_ds24_3_not_for_another_vehicle_of_it():
    table = commanded(count=3)
    volley(table, [1], *KILL, 8, u=X, v=A)
    assert levels(table) == [c.CO, c.CO, c.SH]


def test_ds24_3_not_for_another_unit():
    table = commanded()
    table.unit(C)["confidence"] = c.CO
    volley(table, [0], *KILL, u=X, v=B)
    assert table.unit(B)["alive"] == 0
    assert (levels(table)[0], levels(table)[2]) == (c.CO, c.CO)


def test_ds24_3_not_for_the_leader_of_another_unit():
    blue = [unit("A", (10.5, 8.5), command=True), unit("B", (10.5, 20.5), count=3)]
    table = battle(blue, [unit("X", (35.5, 20.5), count=1, facing=270)])
    volley(table, [0], *KILL, 8, 4, u=X, v=B)
    assert table.unit(A)["confidence"] == c.CO
    assert table.s["no_rally"].tolist() == [0, 0]


def test_ds24_3_once_a_battle():
    table = commanded(count=3)
    volley(table, [0], *KILL, 8, 4, u=X, v=A)
    volley(table, [1], *KILL, 8, 4, u=X, v=A)  # the next in command's
    assert levels(table)[1:] == [c.ST, c.BR]


@pytest.mark.parametrize("do", ["move", "move_fire", "fire_move", "move_overwatch", "travel"])
def test_ds24_3_no_new_offensive_for_the_rest_of_the_turn(do):
    table = commanded()
    volley(table, [0], *KILL, u=X, v=A)
    table.activate(B, do, to=(14.5, 20.5))
    assert table.element(B)["x"] == 10.5
    table.s["turn"] += 1
    table.activate(B, do, to=(14.5, 20.5))
    assert table.element(B)["x"] > 14


def test_ds24_3_to_fire_or_to_go_back_is_no_offensive():
    table = commanded()
    volley(table, [0], *KILL, u=X, v=A)
    table.forget()
    table.activate(B, "fire_move", move="withdraw")
    assert len(table.events("fire")) == 1
    assert table.element(B)["x"] < 10


def test_ds24_3_no_more_rallying():
    table = commanded(count=3)
    volley(table, [0], *KILL, 8, 4, u=X, v=A)
    for turn_number in (1, 4):
        table.s["turn"] = turn_number
        table.forget()
        table.activate(C, "rally")
        assert [event for event in table.events("test") if event["kind"] == "rally"] == []
    assert table.unit(C)["confidence"] == c.BR


# -- rallying --------------------------------------------------------------------------------------


def rallying(level: int, leadership: int = 2, commander: int = 1, roll: int = 8) -> Table:
    blue = [
        unit("A", (10.5, 20.5), leadership=leadership),
        unit("B", (10.5, 30.5), leadership=commander, command=True),
    ]
    table = battle(blue)
    table.unit(A)["confidence"] = level
    table.script(roll)
    table.activate(A, "rally")
    return table


@pytest.mark.parametrize("commander", [1, 2, 3])
@pytest.mark.parametrize("leadership", [1, 2, 3])
@pytest.mark.parametrize("roll", range(1, 9))
def test_ds24_4_the_die_must_exceed_both_leaderships(roll, leadership, commander):
    table = rallying(c.BR, leadership, commander, roll)
    raised = roll > leadership + commander
    assert table.unit(A)["confidence"] == (c.SH if raised else c.BR)


@pytest.mark.parametrize("level", [c.ST, c.SH, c.BR, c.RO])
def test_ds24_4_success_raises_confidence_by_one_level(level):
    table = rallying(level)
    assert table.unit(A)["confidence"] == level - 1
    (event,) = table.events("confidence")
    assert event["cause"] == "rallied"


def test_ds24_4_it_costs_the_rallied_units_activation():
    table = rallying(c.BR)
    assert table.unit(A)["activated"] == 1
    assert table.unit(B)["activated"] == 0
    assert table.kinds("move", "fire") == []


def test_ds24_4_a_confident_unit_has_nothing_to_rally():
    assert rallying(c.CO).events("test") == []


def test_ds24_4_nobody_rallies_without_a_command_unit():
    table = battle([unit("A", (10.5, 20.5))])
    table.unit(A)["confidence"] = c.SH
    table.activate(A, "rally")
    assert table.events("test") == []
    assert table.unit(A)["confidence"] == c.SH
