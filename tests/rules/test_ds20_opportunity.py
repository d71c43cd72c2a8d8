"""Opportunity fire, hidden units, cover and woods: DS20."""

from __future__ import annotations

import math

import pytest

from sim.battle import attack, turn
from sim.layout import codes as c
from sim.rules import direct_fire
from tests.rules.table import (
    DAMAGE,
    EAST,
    KILL,
    MISS,
    NO_EFFECT,
    SOUTH,
    WEST,
    A,
    Table,
    X,
    Y,
    battle,
    number,
    unit,
)  # fmt: skip


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


# -- cover and woods -------------------------------------------------------------------------------

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
