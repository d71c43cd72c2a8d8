"""Going on overwatch: OW.A1 to OW.A3 and OW.R1 to OW.R7."""

from __future__ import annotations

import pytest

from sim.battle import turn
from sim.doctrine import features
from sim.doctrine import table as feature_codes
from sim.layout import codes as c
from tests.rules.table import DAMAGE, MISS, NO_EFFECT, A, B, C, Table, X, battle, unit


def facing_each_other(count: int = 1, **more: object) -> Table:
    """Return A and X, 20 inches apart: medium range, each in sight of the other."""
    blue = [unit("A", (10.5, 20.5), count=count)]
    red = [unit("X", (30.5, 20.5), count=count, facing=270)]
    return battle(blue, red, **more)


# -- action ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [{"do": "overwatch"}, {"do": "move_overwatch", "to": (20, 20)}])
def test_ow_a1_overwatch_is_the_combat_action_of_the_activation(order):
    table = facing_each_other()
    table.activate(A, **order)
    assert table.unit(A)["overwatch"] == 1
    assert "fire" not in table.kinds()
    # the activation is over for this turn
    assert table.unit(A)["activated"] == 1
    assert turn.unactivated(table.k, table.s, c.BLUE) == 0


@pytest.mark.parametrize("do", ["nothing", "fire", "move", "move_fire", "fire_move"])
def test_ow_a1_other_orders_lay_no_counter(do):
    table = facing_each_other()
    table.activate(A, do, **({"to": (20.5, 20.5)} if "move" in do else {}))
    assert table.unit(A)["overwatch"] == 0


def test_ow_a2_the_unit_gets_a_counter_that_both_sides_see():
    blue = [unit("A", (10.5, 20.5)), unit("B", (10.5, 30.5))]
    table = battle(blue)
    table.activate(A, "overwatch", watch="facing")
    (laid,) = table.events("overwatch_on")
    assert laid["unit"] == "A"
    assert table.row["declared"].tolist() == [1, 0]
    k, s = table.k, table.s
    assert features.feature(k, s, feature_codes.ON_OVERWATCH, A, -1) == 1
    assert features.feature(k, s, feature_codes.FRIENDS_WATCHING, B, -1) == 1
    assert features.feature(k, s, feature_codes.ENEMIES_WATCHING, X, -1) == 1


def test_ow_a3_the_counter_stays_over_the_turns_end():
    table = facing_each_other()
    table.activate(A, "overwatch")
    turn.end_turn(table.k, table.s)
    assert table.unit(A)["overwatch"] == 1
    assert table.unit(A)["activated"] == 0
    assert table.kinds("overwatch_off") == []
    assert table.row["watch_turns"].tolist() == [1, 0]


@pytest.mark.parametrize("do", ["nothing", "fire", "overwatch"])
def test_ow_a3_until_the_unit_is_next_activated(do):
    table = facing_each_other()
    table.activate(A, "overwatch")
    turn.end_turn(table.k, table.s)
    table.forget()
    table.activate(A, do)
    assert table.events("overwatch_off") == [
        {"n": 1, "turn": 1, "event": "overwatch_off", "unit": "A", "cause": "activated"}
    ]
    # only a new order lays it again
    assert table.unit(A)["overwatch"] == (1 if do == "overwatch" else 0)


# -- restrictions ------------------------------------------------------------------------------------


def test_ow_r1_no_element_moves_more_than_half_its_allowance():
    table = facing_each_other(count=3)
    table.element(A, 1)["damaged"] = 1
    table.element(A, 2)["immobilised"] = 1
    table.activate(A, "move_overwatch", to=(30.5, 20.5))
    used = [element["used"] for element in table.elements(A)]
    assert used == pytest.approx([6.0, 3.0, 0.0])
    assert table.events("overwatch_on")[0]["moved"] == pytest.approx(6.0)


def test_ow_r2_not_by_a_unit_that_is_under_fire():
    table = facing_each_other()
    table.unit(A)["under_fire"] = 1
    assert features.feature(table.k, table.s, feature_codes.OVERWATCH_ALLOWED, A, -1) == 0
    table.activate(A, "overwatch")
    assert table.unit(A)["overwatch"] == 0
    # the marker came off at the end of that activation
    turn.end_turn(table.k, table.s)
    table.activate(A, "overwatch")
    assert table.unit(A)["overwatch"] == 1


def test_ow_r2_passing_the_test_to_move_does_not_help():
    table = facing_each_other()
    table.unit(A)["under_fire"] = 1
    table.script(8)
    table.activate(A, "move_overwatch", to=(20.5, 20.5))
    assert table.events("test")[0]["passed"]
    assert table.element(A)["used"] == 6.0
    assert table.unit(A)["overwatch"] == 0


def test_ow_r3_an_under_fire_marker_voids_the_counter():
    table = facing_each_other()
    table.watch(A)
    table.script(*DAMAGE, 8)  # and the confidence test is passed
    table.activate(X, "fire")
    assert table.script_left == 0
    assert [event["on"] for event in table.events("under_fire")] == [True]
    assert [event["cause"] for event in table.events("overwatch_off")] == ["under_fire"]
    assert table.unit(A)["overwatch"] == 0


@pytest.mark.parametrize("shot", [MISS, NO_EFFECT])
def test_ow_r3_fire_without_a_marker_leaves_the_counter(shot):
    table = facing_each_other()
    table.watch(A)
    table.script(*shot)
    table.activate(X, "fire")
    assert table.script_left == 0
    assert table.unit(A)["under_fire"] == 0
    assert table.unit(A)["overwatch"] == 1


def test_ow_r4_it_replaces_the_combat_action_of_every_element():
    """Neither in the activation nor by opportunity fire does an element act once more this turn."""
    table = facing_each_other(count=3)
    table.answers(c.BLUE, trigger="hold", opportunity="fire")
    table.activate(A, "overwatch", watch="facing")
    assert table.kinds("fire", "shot") == []
    table.stand(X, 4.5, 18.5)  # behind, where nothing is watched
    table.activate(X, "move", to=(4.5, 30.5))
    assert table.kinds("fire", "shot", "overwatch_chance") == []


def test_ow_r5_reactivation_by_the_commander_voids_it():
    blue = [unit("A", (10.5, 20.5)), unit("B", (10.5, 30.5)), unit("C", (5.5, 10.5), command=True)]
    table = battle(blue, rules={"command_reactivation": True})
    table.activate(A, "overwatch")
    table.activate(C, "reactivate")
    assert table.unit(A)["activated"] == 0
    table.activate(A, "nothing")
    assert [event["cause"] for event in table.events("overwatch_off")] == ["reactivated"]


def test_ow_r6_the_whole_unit_goes_on_overwatch():
    table = facing_each_other(count=4)
    table.element(A, 1)["damaged"] = 1
    table.element(A, 2)["immobilised"] = 1
    table.lose(A, 3)
    table.activate(A, "overwatch")
    assert [element["watching"] for element in table.elements(A)] == [1, 1, 1, 0]
    assert [element["shots"] for element in table.elements(A)] == [0, 0, 0, 0]
    assert table.events("overwatch_on")[0]["watching"] == 3


def test_ow_r7_a_unit_with_systems_down_goes_on_overwatch_and_tries_its_repair():
    table = facing_each_other(count=2)
    table.element(A, 1)["systems_down"] = 1
    table.script(6)
    table.activate(A, "overwatch")
    assert table.unit(A)["overwatch"] == 1
    assert table.events("overwatch_on")[0]["watching"] == 1
    (repair,) = table.events("repair")
    assert (repair["element"], repair["repaired"]) == ("A/2", True)


@pytest.mark.parametrize("roll", [5, 6])
def test_ow_r7_that_element_does_not_fire_on_overwatch(roll):
    """Not even if the repair at the end of the activation worked: it took no part."""
    table = facing_each_other(count=2)
    table.answers(c.BLUE, trigger="fire")
    table.element(A, 1)["systems_down"] = 1
    table.script(roll)
    table.activate(A, "overwatch")
    assert table.element(A, 1)["systems_down"] == (0 if roll == 6 else 1)
    table.activate(X, "move", to=(20.5, 20.5))
    assert {shot["element"] for shot in table.events("shot")} == {"A/1"}


def test_ow_r7_systems_that_fail_while_watching_take_no_part_either():
    table = facing_each_other(count=2)
    table.watch(A)
    table.answers(c.BLUE, trigger="fire")
    table.element(A, 0)["systems_down"] = 1
    table.activate(X, "move", to=(20.5, 20.5))
    assert {shot["element"] for shot in table.events("shot")} == {"A/2"}


def test_ow_r7_with_all_systems_down_there_is_a_counter_and_no_chance():
    table = facing_each_other()
    table.answers(c.BLUE, trigger="fire")
    table.element(A)["systems_down"] = 1
    table.script(1)
    table.activate(A, "overwatch")
    assert table.unit(A)["overwatch"] == 1
    table.activate(X, "move", to=(20.5, 20.5))
    assert table.kinds("overwatch_chance", "fire") == []
    assert table.unit(A)["overwatch"] == 1
