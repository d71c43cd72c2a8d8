"""Opportunity fire and hidden units: DS20.1 to DS20.5, with RD-7."""

from __future__ import annotations

import math

import pytest

from sim.battle import attack, turn
from sim.layout import codes as c
from tests.rules.table import (
    DAMAGE,
    EAST,
    KILL,
    MISS,
    NO_EFFECT,
    WEST,
    A,
    Table,
    X,
    Y,
    battle,
    number,
    unit,
)


def waiting(x_type: str = "tank", count: int = 1, **more: object) -> Table:
    """Return A at the west and X 25 inches off, who fires whenever he may."""
    red = [unit("X", (35.5, 20.5), x_type, count=count, facing=270)]
    table = battle([unit("A", (10.5, 20.5), count=2)], red, **more)
    table.answers(c.RED, opportunity="fire")
    return table


# -- the interruption ------------------------------------------------------------------------------


def test_ds20_1_a_unit_interrupts_the_move_of_an_enemy():
    table = waiting()
    table.script(*MISS)
    table.activate(A, "move", to=(16.5, 20.5))
    (fired,) = table.events("fire")
    assert (fired["unit"], fired["mode"], fired["target"]) == ("X", "opportunity", "A")
    kinds = table.kinds("move", "fire")
    # after the first step, not before it
    assert kinds[:3] == ["move", "move", "fire"]
    assert kinds.count("move") > 2
    assert table.row["opportunity_fired"].tolist() == [0, 1]


@pytest.mark.parametrize("do", ["fire", "nothing", "overwatch"])
def test_ds20_1_only_while_it_moves(do):
    table = waiting()
    table.activate(A, do)
    assert [event["mode"] for event in table.events("fire")] in ([], ["activation"])


def test_ds20_1_not_by_a_unit_that_was_activated_this_turn():
    table = waiting()
    table.unit(X)["activated"] = 1
    table.activate(A, "move", to=(16.5, 20.5))
    assert table.events("fire") == []
    turn.end_turn(table.k, table.s)
    table.activate(A, "move", to=(10.5, 20.5))
    assert len(table.events("fire")) == 1


def test_ds20_1_only_if_it_can_engage_the_mover():
    table = waiting()
    table.stand(X, 58.5, 20.5)  # 48 inches, beyond the gun's 42
    table.activate(A, "move", to=(15.5, 20.5))
    assert table.events("fire") == []
    # as soon as it can: within 42 inches
    table.activate(A, "move", to=(20.5, 20.5))
    (shot, *_) = table.events("shot")
    assert 41 < shot["range"] <= 42


def test_ds20_1_only_at_a_mover_in_sight():
    table = waiting()
    table.hollow(11, 18, 60, 26)  # X and the way to it see nothing
    table.activate(A, "move", to=(16.5, 20.5))
    assert table.events("fire") == []


def test_ds20_1_only_if_the_owner_wants_it():
    table = waiting()
    table.answers(c.RED, opportunity="hold")
    table.activate(A, "move", to=(16.5, 20.5))
    assert table.events("fire") == []


def test_ds20_1_only_at_the_moving_unit():
    blue = [unit("A", (10.5, 20.5), count=1), unit("B", (25.5, 20.5), count=1)]
    table = battle(blue, [unit("X", (40.5, 20.5), facing=270)])
    table.answers(c.RED, opportunity="fire")
    table.activate(A, "move", to=(16.5, 20.5))
    assert {shot["target"] for shot in table.events("shot")} == {"A/1"}


def test_ds20_2_the_mover_stops_and_everything_is_resolved_before_it_goes_on():
    table = waiting(count=1)
    table.script(*DAMAGE, 8)  # and the confidence test that it causes, passed
    table.activate(A, "move", to=(16.5, 20.5))
    kinds = table.kinds("move", "fire", "shot", "chits", "under_fire", "test")
    first = kinds.index("fire")
    assert kinds[first : first + 6] == ["fire", "shot", "chits", "under_fire", "test", "move"]
    place = [event["to"] for event in table.events("move")][first - 1]
    assert place[0] == 11.0  # half an inch from where it stood


def test_ds20_2_the_mover_completes_its_activation_if_it_still_can():
    table = waiting(count=2)
    table.script(*KILL, *NO_EFFECT, 8, 3)  # one lost; confidence held; the next in command
    table.activate(A, "move_fire", to=(16.5, 20.5))
    assert table.unit(A)["alive"] == 1
    survivor = next(one for one in table.elements(A) if one["alive"])
    assert survivor["x"] == pytest.approx(16.5)
    assert [event["mode"] for event in table.events("fire")] == ["opportunity", "activation"]


def test_ds20_2_but_not_if_it_cannot():
    table = waiting()
    table.lose(A, 1)
    table.script(*KILL)
    table.activate(A, "move_fire", to=(16.5, 20.5))
    assert len(table.events("move")) == 1
    assert [event["mode"] for event in table.events("fire")] == ["opportunity"]


def test_ds20_2_a_unit_routed_by_it_goes_no_farther():
    table = waiting()
    table.unit(A)["confidence"] = c.SH
    table.script(*DAMAGE, 1)  # two levels lost
    table.activate(A, "move", to=(16.5, 20.5))
    assert table.unit(A)["confidence"] == c.RO
    assert len(table.events("move")) == 2  # a step of each element


def test_ds20_3_it_was_the_firers_activation():
    table = waiting()
    table.unit(X)["under_fire"] = 1
    table.script(*MISS)
    table.activate(A, "move", to=(16.5, 20.5))
    assert table.unit(X)["activated"] == 1
    assert table.unit(X)["under_fire"] == 0  # DS18.2: an activation ends
    assert {"n": 0, "turn": 1, "event": "marker", "unit": "X", "inverted": True} in [
        event | {"n": 0} for event in table.events("marker")
    ]
    assert turn.unactivated(table.k, table.s, c.RED) == 0
    # so it fires once, however far the enemy moves
    assert len(table.events("fire")) == 1


def test_ds20_3_even_if_only_some_elements_fired():
    table = waiting(count=2)
    table.element(X, 1)["systems_down"] = 1
    table.script(*MISS, 1)  # and its repair fails
    table.activate(A, "move", to=(16.5, 20.5))
    assert table.events("fire")[0]["shots"] == 1
    assert table.unit(X)["activated"] == 1


def test_ds20_3_a_unit_that_held_its_fire_is_not_activated():
    table = waiting()
    table.answers(c.RED, opportunity="hold")
    table.activate(A, "move", to=(16.5, 20.5))
    assert table.unit(X)["activated"] == 0


@pytest.mark.parametrize(("degrees", "fires"), [(14, 1), (-14, 1), (16, 0), (-16, 0)])
def test_ds20_4_rd_7_fixed_mounts_fire_within_their_arc(degrees, fires):
    table = waiting("hunter")
    turned = math.radians(180 + degrees)
    table.stand(X, 35.5, 20.5, (math.cos(turned), math.sin(turned)), place=0)
    table.stand(A, 20.5, 20.5, EAST, place=0)
    table.lose(A, 1)
    table.activate(A, "move", to=(24.5, 20.5))
    assert len(table.events("fire")) == fires


def test_ds20_4_rd_7_also_if_they_moved_in_the_turn_before():
    table = waiting("hunter")
    table.activate(X, "move", to=(30.5, 20.5))
    assert table.element(X)["moved"] == 1
    turn.end_turn(table.k, table.s)
    table.stand(X, 30.5, 20.5, WEST, place=0)
    table.activate(A, "move", to=(16.5, 20.5))
    assert [event["mode"] for event in table.events("fire")] == ["opportunity"]


# -- hidden units ----------------------------------------------------------------------------------


def hiding(**more: object) -> Table:
    red = [unit("X", (35.5, 20.5), facing=270, hidden=True), unit("Y", (50.5, 30.5), facing=270)]
    return battle([unit("A", (10.5, 20.5))], red, **more)


def revealed(table: Table) -> list[tuple[str, str]]:
    return [(event["unit"], event["cause"]) for event in table.events("revealed")]


def test_ds20_5_a_hidden_unit_is_no_target():
    table = hiding()
    table.stand(Y, 58.5, 30.5)  # out of range: X is all that there would be
    table.activate(A, "fire")
    assert table.events("fire") == []
    assert table.unit(X)["hidden"] == 1


@pytest.mark.parametrize("do", ["nothing", "fire", "overwatch"])
def test_ds20_5_it_is_revealed_when_it_is_activated(do):
    table = hiding()
    table.activate(X, do)
    assert revealed(table) == [("X", "activated")]
    assert table.unit(X)["hidden"] == 0


def test_ds20_5_it_is_revealed_when_it_fires():
    table = hiding()
    table.s["aim"] = table.s["aim_weapon"] = -1
    table.s["aim"][0], table.s["aim_weapon"][0] = number(A), 0
    attack.attack(table.k, table.s, X, A, c.BY_OPPORTUNITY)
    assert revealed(table) == [("X", "fired")]


def test_ds20_5_it_is_revealed_when_an_enemy_element_first_sees_it():
    table = hiding()
    table.activate(A, "move", to=(16.5, 20.5))
    assert revealed(table) == [("X", "seen")]
    assert table.unit(X)["hidden"] == 0


def test_ds20_5_it_stays_hidden_while_it_is_out_of_sight():
    table = hiding()
    table.hollow(34, 19, 37, 24)  # around X
    table.activate(A, "move", to=(16.5, 20.5))
    assert revealed(table) == []
    assert table.unit(X)["hidden"] == 1


def test_ds20_5_nobody_is_seen_from_more_than_sixty_inches():
    table = hiding(size=(72, 40))
    table.stand(A, 1.5, 20.5)
    table.stand(X, 70.5, 20.5)
    table.activate(A, "move", to=(5.5, 20.5))
    assert revealed(table) == []
    table.activate(A, "move", to=(16.5, 20.5))
    assert revealed(table) == [("X", "seen")]
