"""Firing on overwatch: OW.F1 to OW.F8, and the seed's example."""

from __future__ import annotations

import pytest

from sim.battle import turn
from sim.layout import codes as c
from tests.rules.table import KILL, MISS, A, X, Y, battle, unit, watched


def test_ow_f1_an_enemy_who_moves_in_the_area_gives_the_chance_to_fire():
    table = watched()
    table.activate(X, "move", to=(20.5, 20.5))
    chance = table.events("overwatch_chance")[0]
    assert (chance["unit"], chance["mover"], chance["decision"]) == ("A", "X", "fire")
    assert table.events("fire")[0]["mode"] == "overwatch"


def test_ow_f1_an_enemy_who_moves_outside_the_area_does_not():
    table = watched()
    table.stand(X, 4.5, 20.5)  # behind A
    table.activate(X, "move", to=(4.5, 30.5))
    assert len(table.events("move")) == 20
    assert table.kinds("overwatch_chance", "fire") == []
    assert table.unit(A)["overwatch"] == 1


def test_ow_f1_a_friend_who_moves_in_the_area_does_not():
    blue = [unit("A", (10.5, 20.5)), unit("B", (20.5, 20.5))]
    table = battle(blue)
    table.watch(A)
    table.answers(c.BLUE, trigger="fire")
    table.answers(c.RED, trigger="fire")
    table.activate(1, "move", to=(24.5, 20.5))
    assert len(table.events("move")) > 0
    assert table.kinds("overwatch_chance", "fire") == []


@pytest.mark.parametrize("do", ["fire", "overwatch", "nothing"])
def test_ow_f2_a_combat_action_alone_gives_no_chance(do):
    table = watched()
    table.script(*MISS)
    table.activate(X, do)
    assert ("fire" in table.kinds()) == (do == "fire")
    assert table.kinds("overwatch_chance") == []


def test_ow_f2_the_fire_after_a_move_gives_none_beside_those_of_the_move():
    table = watched(answer="hold")
    table.activate(X, "move_fire", to=(20.5, 20.5))
    told = table.kinds("move", "overwatch_chance", "fire")
    assert told == ["move", "overwatch_chance"] * 12 + ["fire"]


def test_ow_f3_after_that_combat_action_the_counter_is_removed():
    table = watched(count=2)
    table.hollow(
        9, 21, 12, 23
    )  # A/1 sees nothing: one element fires, and the counter is the unit's
    table.script(*MISS)
    table.activate(X, "move", to=(18.5, 18.5))
    assert [event["shots"] for event in table.events("fire")] == [1]
    assert [event["cause"] for event in table.events("overwatch_off")] == ["fired"]
    assert len(table.events("overwatch_chance")) == 1
    assert table.row["fired"].tolist() == [1, 0]


def test_ow_f3_a_chance_without_a_shot_keeps_the_counter():
    """The mover is in the area of one element and in sight of it, but the gun does not bear."""
    table = battle(
        [unit("A", (10.5, 20.5), type="hunter", count=1)],
        [unit("X", (26.5, 32.5), count=1, facing=270)],
    )
    table.watch(A)
    table.answers(c.BLUE, trigger="fire")
    table.activate(X, "move", to=(28.5, 32.5))
    reasons = {event["reason"] for event in table.events("overwatch_chance")}
    assert reasons == {"no_shot"}
    assert table.unit(A)["overwatch"] == 1


def test_ow_f4_it_happens_during_the_movement_and_is_resolved_at_once():
    """DS20.2: the mover stops where it is; dice, marker and test come before its next step."""
    table = watched(count=2)
    table.script(*KILL, *MISS, 8, 4)
    table.activate(X, "move", to=(14.5, 20.5))
    told = table.kinds()
    first = told.index("overwatch_chance")
    assert told[:first] == ["activate", "move", "move"]
    wanted = ["overwatch_chance", "fire", "shot", "chits", "status", "shot"]
    wanted += ["under_fire", "test", "leader", "overwatch_off", "move"]
    assert told[first : first + len(wanted)] == wanted
    (chits,) = table.events("chits")
    # the one who was lost stands where the last step had brought it
    lost = int(chits["target"][-1]) - 1
    assert table.element(X, lost)["used"] == pytest.approx(0.5)
    assert table.element(X, 1 - lost)["used"] == pytest.approx(12.0)


@pytest.mark.parametrize("inverted", [0, 1])
def test_ow_f5_the_command_marker_is_not_turned(inverted):
    """It is the combat action of the activation before, whether the turn has ended since or not."""
    table = watched()
    table.unit(A)["activated"] = inverted
    table.script(*MISS)
    table.activate(X, "move", to=(20.5, 20.5))
    assert [event["unit"] for event in table.events("fire")] == ["A"]
    assert table.unit(A)["activated"] == inverted
    assert [event["unit"] for event in table.events("marker")] == ["X"]


def test_ow_f6_the_owner_may_let_one_go_by_and_wait_for_a_better_target():
    red = [
        unit("X", (26.5, 20.5), type="carrier", count=1),
        unit("Y", (26.5, 26.5), count=1),
    ]
    table = battle([unit("A", (10.5, 20.5), count=1)], red)
    table.watch(A)
    table.answers(c.BLUE, trigger="target_threat > 0")
    table.activate(X, "move", to=(20.5, 20.5))
    assert {event["decision"] for event in table.events("overwatch_chance")} == {"hold"}
    assert table.unit(A)["overwatch"] == 1
    table.script(*MISS)
    table.activate(Y, "move", to=(20.5, 26.5))
    assert [event["target"] for event in table.events("fire")] == ["Y"]
    assert table.unit(A)["overwatch"] == 0
    assert table.row["chances"].tolist() == [13, 0]
    assert table.row["held"].tolist() == [12, 0]


def test_ow_f6_held_at_one_step_it_may_fire_at_the_next():
    table = watched(answer="range < 12")
    table.script(*MISS)
    table.activate(X, "move", to=(20.5, 20.5))
    decisions = [event["decision"] for event in table.events("overwatch_chance")]
    assert decisions == ["hold"] * (len(decisions) - 1) + ["fire"]
    assert len(decisions) > 2
    (shot,) = table.events("shot")
    assert 10.0 < shot["range"] < 12.0  # its owner thinks again every two inches at least


def test_ow_f7_what_is_left_of_the_target_finishes_its_move_and_acts():
    table = watched(count=2)
    table.script(*KILL, *MISS, 8, 4)
    table.activate(X, "move_fire", to=(14.5, 20.5))
    (left,) = [element for element in table.elements(X) if element["alive"]]
    assert left["used"] == pytest.approx(12.0)
    mine, theirs = table.events("fire")
    assert (mine["unit"], mine["mode"]) == ("A", "overwatch")
    assert (theirs["unit"], theirs["mode"], theirs["shots"]) == ("X", "activation", 1)
    assert table.kinds().index("move") < table.kinds().index("fire")


def test_ow_f8_with_its_marker_face_up_the_unit_still_has_its_activation():
    table = watched()
    table.script(*MISS)
    table.activate(X, "move", to=(22.5, 20.5))
    assert table.events("fire")[0]["mode"] == "overwatch"
    assert turn.choose_unit(table.k, table.s, c.BLUE) == A
    table.forget()
    table.activate(A, "move_fire", to=(10.5, 36.5))
    assert table.element(A)["used"] == pytest.approx(12.0)
    assert [event["mode"] for event in table.events("fire")] == ["activation"]


def test_ow_f8_with_its_marker_inverted_it_has_none():
    table = watched()
    table.unit(A)["activated"] = 1
    table.script(*MISS)
    table.activate(X, "move", to=(22.5, 20.5))
    assert table.events("fire")[0]["mode"] == "overwatch"
    assert turn.unactivated(table.k, table.s, c.BLUE) == 0
    assert turn.choose_unit(table.k, table.s, c.BLUE) == -1


def test_ow_f1_to_f8_the_example_of_the_rules():
    """A waits through a turn's end, lets X by, fires at Y, and has its activation after all."""
    red = [
        unit("X", (40.5, 30.5), type="carrier", count=2, facing=270),
        unit("Y", (44.5, 20.5), count=2, facing=270),
    ]
    table = battle([unit("A", (4.5, 20.5), count=2)], red)
    table.answers(c.BLUE, trigger="target_threat > 0")
    table.activate(A, "move_overwatch", to=(30.5, 20.5), watch="facing")
    assert table.events("overwatch_on")[0]["moved"] == pytest.approx(6.0)
    for u in (X, Y):
        table.activate(u, "nothing")
    assert table.kinds("overwatch_chance") == []
    turn.end_turn(table.k, table.s)
    table.s["turn"] = 2
    assert (table.unit(A)["overwatch"], table.unit(A)["activated"]) == (1, 0)

    table.forget()
    table.activate(X, "move", to=(32.5, 30.5))
    assert {event["decision"] for event in table.events("overwatch_chance")} == {"hold"}

    table.forget()
    table.script(*KILL, *MISS, 8, 4)
    table.activate(Y, "move_fire", to=(30.5, 20.5))
    fired = [(event["unit"], event["mode"]) for event in table.events("fire")]
    assert fired == [("A", "overwatch"), ("Y", "activation")]
    assert (table.unit(A)["overwatch"], table.unit(A)["activated"]) == (0, 0)
    assert max(element["used"] for element in table.elements(Y)) == pytest.approx(12.0)

    table.forget()
    table.script()
    table.unit(A)["under_fire"] = 0  # whatever Y's fire did
    table.activate(A, "move_fire", to=(30.5, 20.5))
    assert table.element(A)["used"] == pytest.approx(12.0)
    assert [event["mode"] for event in table.events("fire")] == ["activation"]
    assert table.unit(A)["activated"] == 1
