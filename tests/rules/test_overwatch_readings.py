"""The readings of the overwatch rules: RD-1 to RD-5, RD-8 to RD-11, RD-25 to RD-27."""

from __future__ import annotations

import math

import pytest

from sim.battle import march, turn
from sim.layout import codes as c
from sim.rules import confidence, overwatch
from tests.rules.table import (
    DAMAGE,
    EAST,
    KILL,
    MISS,
    NORTH,
    SOUTH,
    WEST,
    A,
    B,
    C,
    Table,
    X,
    battle,
    number,
    unit,
    watched,
)  # fmt: skip

# -- RD-1 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ["under_fire", "panicked"])
def test_rd_1_under_suppression_is_under_fire_or_in_panic(mark):
    table = watched()
    assert overwatch.may_declare(table.k, table.s, A)
    table.unit(A)[mark] = 1
    assert not overwatch.may_declare(table.k, table.s, A)


def test_rd_1_it_counts_when_the_unit_would_go_on_overwatch():
    """A green unit that panics on its way does not."""
    table = battle([unit("A", (10.5, 20.5), count=1, quality="green")])
    table.answers(c.RED, opportunity="range < 36")
    table.script(8, 1, 8, 1, 4)  # two misses; its D6 does not exceed 2 + 2
    table.activate(A, "move_overwatch", to=(20.5, 20.5))
    assert [event["kind"] for event in table.events("test")] == ["panic"]
    assert table.script_left == 0
    assert table.kinds("overwatch_on") == []


# -- RD-2 --------------------------------------------------------------------------------------------


def inside(table: Table, place: int, degrees: float, inches: float) -> bool:
    """Return whether a point is in the part of A's area that belongs to one element."""
    element = table.element(A, place)
    x = element["x"] + inches * math.cos(math.radians(degrees))
    y = element["y"] + inches * math.sin(math.radians(degrees))
    return bool(overwatch.in_area(table.k, table.s, number(A, place), x, y, table.cell(x, y)))


@pytest.mark.parametrize("bearing", [EAST, NORTH, WEST, SOUTH])
def test_rd_2_the_area_is_an_arc_of_90_degrees_on_a_bearing(bearing):
    table = watched()
    table.stand(A, 30.5, 20.5)
    table.watch(A, bearing)
    middle = math.degrees(math.atan2(bearing[1], bearing[0]))
    for off in (0, -44, 44):
        assert inside(table, 0, middle + off, 10)
    for off in (-46, 46, 90, 180, 270):
        assert not inside(table, 0, middle + off, 10)


def test_rd_2_the_area_ends_with_the_reach_of_the_elements_weapon():
    table = watched()
    assert inside(table, 0, 0, 41.9)
    assert not inside(table, 0, 0, 42.1)


def test_rd_2_the_area_ends_where_sight_does():
    table = watched(size=(80, 40))
    table.k["longest_reach"][0] = 90.0
    table.rules["area_farthest"] = 90.0
    assert inside(table, 0, 0, 59.9)
    assert not inside(table, 0, 0, 60.1)


def test_rd_2_its_apex_is_at_each_element():
    """X is straight ahead of A/2 and 63 degrees off the bearing of A/1, in sight of both."""
    table = watched(count=2)
    table.stand(A, 10.5, 10.5, place=0)
    table.stand(A, 10.5, 20.5, place=1)
    table.stand(X, 15.5, 20.5)
    table.script(*MISS)
    table.activate(X, "move", to=(16.5, 21.5))
    assert [shot["element"] for shot in table.events("shot")] == ["A/2"]


@pytest.mark.parametrize(
    ("watch", "bearing"),
    [("facing", 90), ("nearest", 45), ("objective", 180), ("zone gap", 270), ("approach", 45)],
)
def test_rd_2_the_bearing_is_declared_with_the_counter(watch, bearing):
    table = battle(
        [unit("A", (20.5, 20.5), count=1)],
        [unit("X", (30.5, 30.5), count=1)],
        objectives=[{"name": "inn", "at": [20.5, 10.5]}],
        zones=[{"name": "gap", "polygon": [[8, 18], [13, 18], [13, 23], [8, 23]]}],
    )
    table.activate(A, "overwatch", watch=watch)
    (laid,) = table.events("overwatch_on")
    assert laid["bearing"] == pytest.approx(bearing)
    assert laid["width"] == pytest.approx(90)


def test_rd_2_what_the_element_cannot_see_is_not_watched():
    table = watched()
    table.hollow(20, 10, 32, 30)
    table.activate(X, "move", to=(20.5, 20.5))
    assert table.kinds("overwatch_chance", "fire") == []


# -- RD-3 --------------------------------------------------------------------------------------------


def test_rd_3_each_step_of_half_an_inch_gives_the_chance():
    table = watched(answer="hold")
    table.activate(X, "move", to=(20.5, 20.5))
    moves = table.events("move")
    assert max(math.dist(move["from"], move["to"]) for move in moves) <= 0.5
    assert table.kinds("move", "overwatch_chance") == ["move", "overwatch_chance"] * 12


def test_rd_3_a_dash_across_a_gap_gives_the_chance_in_the_gap():
    """From cover to cover; only the steps that end in the four inches between are seen."""
    table = watched(answer="hold", distance=20)
    table.stand(X, 30.5, 10.5)
    table.hollow(28, 0, 33, 14.9)
    table.hollow(28, 19.1, 33, 40)
    table.activate(X, "move", to=(30.5, 22.5))
    ends = []
    for event in table.events("move", "overwatch_chance"):
        if event["event"] == "move":
            last = event["to"]
        else:
            ends.append(last)
    assert ends == [[30.5, 15.0 + 0.5 * i] for i in range(8)]


def test_rd_3_a_step_out_of_the_area_gives_none():
    table = watched(answer="hold")
    table.stand(X, 15.5, 25.0)
    table.activate(X, "move", to=(15.5, 32.5))
    table.forget()
    table.stand(X, 15.5, 25.5)  # on the edge of the arc; every step leads out
    table.activate(X, "move", to=(15.5, 32.5))
    assert len(table.events("move")) > 10
    assert table.kinds("overwatch_chance") == []


def test_rd_3_area_and_sight_must_be_those_of_one_element():
    """X comes where A/2 watches and A/1 sees, but A/2 does not see and A/1 does not watch."""
    table = watched(count=2)
    table.stand(A, 10.5, 10.5, place=0)
    table.stand(A, 10.5, 20.5, place=1)
    table.lose(X, 1)
    for x in (15.5, 16.5):
        table.stand(X, x, 20.5)
        table.blind(A, 1, X, 0)
    table.activate(X, "move", to=(15.5, 20.5))
    assert len(table.events("move")) == 2
    assert table.kinds("overwatch_chance") == []


def test_rd_3_an_element_that_stands_still_gives_none_for_another_who_moves():
    """X/1 stands in the area and cannot move; X/2 moves outside it."""
    table = watched(count=2)
    table.stand(X, 18.5, 20.5, place=0)
    table.stand(X, 8.5, 20.5, place=1)
    table.element(X, 0)["immobilised"] = 1
    table.activate(X, "move", to=(2.5, 20.5))
    assert {move["element"] for move in table.events("move")} == {"X/2"}
    assert table.kinds("overwatch_chance") == []


def test_rd_3_turning_on_the_spot_gives_none():
    table = watched()
    table.element(X)["fx"] = 1.0  # with its back to A
    table.activate(X, "nothing")
    assert table.element(X)["fx"] == pytest.approx(-1.0)
    assert table.kinds("overwatch_chance") == []


@pytest.mark.parametrize(("start", "ahead"), [(26.5, 25.5), (14.5, 15.5)])
def test_rd_3_on_a_border_the_mover_is_in_the_cell_ahead(start, ahead):
    """Westwards as eastwards, so that neither side is seen half an inch sooner."""
    table = battle()
    table.stand(X, start, 20.5)
    table.element(X)["allowance"] = 10.0
    march.set_out(table.k, table.s, number(X), table.cell(ahead, 20.5), 0)
    march.advance(table.k, table.s, number(X), 0)
    assert table.element(X)["x"] == (start + ahead) / 2
    assert table.element(X)["cell"] == table.cell(ahead, 20.5)


# -- RD-4 --------------------------------------------------------------------------------------------


def test_rd_4_only_elements_of_the_moving_unit_are_fired_at():
    red = [unit("X", (30.5, 20.5)), unit("Y", (16.5, 20.5), facing=90)]
    table = battle([unit("A", (10.5, 20.5), count=3)], red)
    table.watch(A)
    table.answers(c.BLUE, trigger="fire")
    table.activate(X, "move", to=(24.5, 20.5))
    targets = {shot["target"] for shot in table.events("shot")}
    assert targets <= {"X/1", "X/2"}
    assert targets


def test_rd_4_each_element_chooses_among_those_it_sees():
    table = watched(count=2)
    table.stand(A, 10.5, 20.5)
    table.stand(X, 25.5, 20.5)  # in the cell that their first step leads to the border of
    for place in range(2):
        table.blind(A, place, X, place)
    table.stand(X, 26.5, 20.5)
    table.script(*MISS, *MISS)
    table.activate(X, "move", to=(24.5, 20.5))
    pairs = [(shot["element"], shot["target"]) for shot in table.events("shot")]
    assert pairs == [("A/1", "X/2"), ("A/2", "X/1")]


def test_rd_4_each_element_chooses_among_those_in_the_area_at_that_moment():
    """X/2 stands in the open beside the area and has moved as well."""
    table = watched(count=2)
    table.lose(A, 1)
    table.stand(A, 10.5, 20.5)
    table.stand(X, 15.5, 24.5, place=0)
    table.stand(X, 15.5, 27.0, place=1)
    table.element(X, 0)["damaged"] = 1  # the other would be worth more
    table.script(*MISS)
    table.activate(X, "move", to=(25.5, 25.5))
    assert {shot["target"] for shot in table.events("shot")} == {"X/1"}


def test_rd_4_targets_are_declared_before_dice():
    """DS28.1: the second shot at the only target in sight is wasted on a wreck."""
    table = watched(count=2)
    table.hollow(20, 19, 28, 20)  # around X/1
    table.script(*KILL, 8)
    table.activate(X, "move", to=(24.5, 21.5))
    assert table.events("fire")[0]["shots"] == 2
    assert [shot["target"] for shot in table.events("shot")] == ["X/2"]
    assert table.script_left == 0


# -- RD-5 --------------------------------------------------------------------------------------------


def two_watchers(count: int) -> Table:
    """Return A and B, who both watch X/1 close by and X/2 farther off."""
    blue = [unit("A", (10.5, 20.5), count=1), unit("B", (10.5, 22.5), count=1)]
    table = battle(blue, [unit("X", (27.5, 20.5), count=count, facing=270)])
    table.stand(X, 27.5, 20.5, place=0)
    if count == 2:
        table.stand(X, 30.4, 20.5, place=1)
    for u in (A, B):
        table.watch(u)
    table.answers(c.BLUE, trigger="fire")
    table.forget()
    return table


@pytest.mark.parametrize(("shot", "second"), [(MISS, "X/1"), ((*KILL, 8, 4), "X/2")])
def test_rd_5_watchers_answer_one_after_the_other_and_see_what_was_done(shot, second):
    table = two_watchers(2)
    table.script(*shot, *MISS)
    table.activate(X, "move", to=(20.5, 20.5))
    assert [event["unit"] for event in table.events("fire")] == ["A", "B"]
    assert [event["target"] for event in table.events("shot")] == ["X/1", second]
    # both at the same step, and the first with all that it caused
    between = table.kinds()[table.kinds().index("fire") :]
    assert "move" not in between[: between.index("fire", 1)]
    assert ("test" in between[: between.index("fire", 1)]) == (second == "X/2")


def test_rd_5_nothing_left_to_answer_leaves_the_second_its_counter():
    table = two_watchers(1)
    table.script(*KILL)
    table.activate(X, "move", to=(20.5, 20.5))
    assert table.unit(X)["alive"] == 0
    assert [event["unit"] for event in table.events("overwatch_chance")] == ["A"]
    assert [table.unit(u)["overwatch"] for u in (A, B)] == [0, 1]


# -- RD-8 --------------------------------------------------------------------------------------------


def test_rd_8_no_modifier_for_firing_on_overwatch_nor_for_the_half_move_before_it():
    """Even one whose base is halved after it moved 6 of 12 inches is not over half (DS28.2)."""
    table = watched(count=2)
    for place, used in enumerate((6.0, 0.0)):
        table.element(A, place)["used"] = used
    table.element(A, 0)["immobilised"] = 1
    table.script(*MISS, *MISS)
    table.activate(X, "move", to=(20.5, 20.5))
    dice = [(shot["band"], shot["die"], shot["target_die"]) for shot in table.events("shot")]
    assert dice == [("close", 10, 8)] * 2


def test_rd_8_the_movers_evasion_counts():
    table = watched(type="hover")
    table.script(8, 8, 1)
    table.activate(X, "evade", to=(20.5, 36.5))
    (shot,) = table.events("shot")
    assert (shot["cover"], shot["secondary_roll"]) == ("evading", 8)


@pytest.mark.parametrize(
    ("cover", "name"), [(c.CELL_NO_COVER, "none"), (c.CELL_SOFT, "soft_cover")]
)
def test_rd_8_the_movers_cover_at_that_moment_counts(cover, name):
    """X leaves the other kind of ground 14 inches away."""
    table = watched(answer="range < 14")
    for x in range(18, 28):
        here = cover if x < 24 else c.CELL_SOFT - cover
        table.k["cover"][table.cell(x + 0.5, 20.5)] = here
    table.activate(X, "move", to=(16.5, 20.5))
    (shot,) = table.events("shot")
    assert 10 < shot["range"] < 14
    assert shot["cover"] == name


@pytest.mark.parametrize(("to", "armour"), [((20.5, 20.5), 3), ((26.5, 26.5), 2)])
def test_rd_8_the_movers_facing_at_that_moment_counts(to, armour):
    """It faced A before it moved."""
    table = watched()
    table.script(*MISS)
    table.activate(X, "move", to=to)
    (shot,) = table.events("shot")
    assert shot["armour"] == armour


# -- RD-9 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "may"),
    [("confidence", c.RO, False), ("confidence", c.BR, True), ("evading", 1, False)],
)
def test_rd_9_neither_routed_nor_evading_units_may_go_on_overwatch(field, value, may):
    table = watched()
    table.unit(A)[field] = value
    assert overwatch.may_declare(table.k, table.s, A) == may


def test_rd_9_a_routed_unit_withdraws_instead():
    table = watched(rules={"suppressed_may_watch": True})
    table.unit(A)["confidence"] = c.RO
    table.activate(A, "overwatch")
    assert table.unit(A)["overwatch"] == 0
    assert table.element(A)["x"] < 10.0


@pytest.mark.parametrize(("level", "left"), [(c.SH, 1), (c.BR, 0)])
def test_rd_9_the_counter_is_voided_when_the_unit_is_routed(level, left):
    """By the loss of the command unit (DS24.3), which brings no marker."""
    table = watched()
    table.unit(A)["confidence"] = level
    confidence.command_lost(table.k, table.s, c.BLUE)
    assert table.unit(A)["confidence"] == level + 1
    assert table.unit(A)["overwatch"] == left
    causes = [event["cause"] for event in table.events("overwatch_off")]
    assert causes == ([] if left else ["routed"])


@pytest.mark.parametrize(("roll", "left"), [(5, 1), (4, 0)])
def test_rd_9_panic_voids_it(roll, left):
    """A green unit, first attacked: its D6 must exceed 2 + 2 (DS23.2). The shots miss."""
    table = watched()
    table.unit(A)["quality"] = 6
    table.script(*MISS, roll)
    table.activate(X, "fire")
    assert table.unit(A)["panicked"] == 1 - left
    assert table.unit(A)["overwatch"] == left
    causes = [event["cause"] for event in table.events("overwatch_off")]
    assert causes == ([] if left else ["panic"])


# -- RD-10 -------------------------------------------------------------------------------------------


def commanded(on: bool = True) -> Table:
    """Return A and B, who are done for this turn, A on overwatch; and C, the command unit."""
    blue = [
        unit("A", (10.5, 20.5), count=1),
        unit("B", (50.5, 38.5), count=1, type="carrier"),
        unit("C", (5.5, 10.5), count=1, command=True),
    ]
    table = battle(blue, rules={"command_reactivation": on})
    table.activate(B, "nothing")
    table.activate(A, "overwatch")
    table.forget()
    return table


def test_rd_10_the_command_unit_turns_one_marker_up_as_its_combat_action():
    table = commanded()
    table.activate(C, "reactivate")
    ups = [event["unit"] for event in table.events("marker") if not event["inverted"]]
    assert ups == ["A"]
    assert [table.unit(u)["activated"] for u in (A, B, C)] == [0, 1, 1]
    assert table.kinds("fire", "move") == []
    # the counter goes when A is activated again, not before
    assert table.unit(A)["overwatch"] == 1
    assert turn.choose_unit(table.k, table.s, c.BLUE) == A
    table.activate(A, "fire")
    assert [event["cause"] for event in table.events("overwatch_off")] == ["reactivated"]
    # once a turn: nobody is left to do it
    assert turn.unactivated(table.k, table.s, c.BLUE) == 0


def test_rd_10_only_the_command_unit_may():
    table = commanded()
    table.activate(B, "reactivate")
    assert [event["unit"] for event in table.events("marker")] == []
    assert table.unit(A)["activated"] == 1


def test_rd_10_it_is_optional_and_off():
    table = commanded(on=False)
    table.activate(C, "reactivate")
    assert table.unit(A)["activated"] == 1


def test_rd_10_in_the_next_turn_it_is_an_activation_like_any_other():
    table = commanded()
    table.activate(C, "reactivate")
    turn.end_turn(table.k, table.s)
    table.activate(A, "nothing")
    assert [event["cause"] for event in table.events("overwatch_off")] == ["activated"]


# -- RD-11 -------------------------------------------------------------------------------------------


def test_rd_11_rallying_is_an_activation_and_ends_the_counter():
    blue = [unit("A", (10.5, 20.5)), unit("C", (5.5, 10.5), command=True)]
    table = battle(blue)
    table.watch(A)
    table.unit(A)["confidence"] = c.ST
    table.forget()
    table.script(5)
    table.activate(A, "rally")
    assert [event["kind"] for event in table.events("test")] == ["rally"]
    assert table.unit(A)["confidence"] == c.CO
    assert [event["cause"] for event in table.events("overwatch_off")] == ["activated"]


# -- RD-25 -------------------------------------------------------------------------------------------


def test_rd_25_opportunity_fire_spends_the_activation_and_with_it_the_counter():
    """The turn after, A watches the west and X comes in the east."""
    table = battle([unit("A", (10.5, 20.5), count=1)], [unit("X", (26.5, 20.5), count=1)])
    table.watch(A, WEST)
    table.answers(c.BLUE, trigger="fire", opportunity="fire")
    table.forget()
    table.script(*MISS)
    table.activate(X, "move", to=(20.5, 20.5))
    assert [event["mode"] for event in table.events("fire")] == ["opportunity"]
    assert [event["cause"] for event in table.events("overwatch_off")] == ["activated"]
    assert table.unit(A)["activated"] == 1


def test_rd_25_with_the_counter_still_there_it_fires_on_overwatch_first():
    table = watched()
    table.answers(c.BLUE, trigger="fire", opportunity="fire")
    table.script(*MISS, *MISS)
    table.activate(X, "move", to=(20.5, 20.5))
    # the activation of this turn is spent after it, at the next step
    assert [event["mode"] for event in table.events("fire")] == ["overwatch", "opportunity"]
    assert table.kinds("fire", "overwatch_off", "move")[1:5] == [
        "fire", "overwatch_off", "move", "fire",
    ]  # fmt: skip


def test_rd_25_a_counter_that_is_held_back_is_not_passed_over():
    table = watched(answer="hold")
    table.answers(c.BLUE, trigger="hold", opportunity="fire")
    table.activate(X, "move", to=(20.5, 20.5))
    assert table.kinds("fire") == []


def test_rd_25_a_failed_reaction_test_does_not_free_it_for_opportunity_fire():
    table = watched(rules={"reaction_test": 0})
    table.answers(c.BLUE, trigger="fire", opportunity="fire")
    table.script(1)
    table.activate(X, "move", to=(20.5, 20.5))
    assert [event["reason"] for event in table.events("overwatch_chance")] == ["test_failed"]
    assert table.kinds("fire") == []


# -- RD-26, RD-27 ------------------------------------------------------------------------------------


def test_rd_26_losing_elements_does_not_void_the_counter_by_itself():
    """Without the Under Fire marker's effect (a switch) it stays, and who is left may fire."""
    table = watched(count=2, rules={"void_on_under_fire": False})
    table.script(*KILL, *MISS, 8, 4)
    table.activate(X, "fire")
    assert table.unit(A)["alive"] == 1
    assert table.unit(A)["overwatch"] == 1
    table.script(*MISS)
    table.activate(X, "move", to=(20.5, 20.5))
    assert [event["mode"] for event in table.events("fire")] == ["activation", "overwatch"]


@pytest.mark.parametrize("shot", [KILL, DAMAGE])
def test_rd_26_but_vehicle_losses_bring_the_marker_which_does(shot):
    table = watched(count=3)
    table.script(*shot, *MISS, *MISS, 8, 4)
    table.activate(X, "fire")
    assert [event["cause"] for event in table.events("overwatch_off")] == ["under_fire"]


def test_rd_26_the_last_element_takes_the_counter_with_it():
    table = watched()
    table.script(*KILL)
    table.activate(X, "fire")
    assert [event["cause"] for event in table.events("overwatch_off")] == ["destroyed"]


def test_rd_27_any_combat_action_mixed_by_element():
    """One fires its fusion gun at the nearer mover, one its gun at the other, one does not fire."""
    mixed = {
        "size": 3, "mobility": "fast_tracked", "power": "HMT", "armour": 3,
        "fire_control": "enhanced", "weapons": ["HKP/3 turret", "DFFG/3 turret"],
    }  # fmt: skip
    table = battle(
        [unit("A", (10.5, 20.5), count=3, type="mixed")],
        [unit("X", (17.5, 20.5), count=2, facing=270)],
        types={"mixed": mixed},
    )
    table.stand(A, 10.5, 20.5)
    table.stand(X, 17.1, 20.5, place=0)
    table.stand(X, 20.0, 20.5, place=1)
    table.watch(A)
    table.answers(c.BLUE, trigger="fire")
    table.blind(A, 1, X, 0)
    table.blind(A, 2, X, 0)
    table.blind(A, 2, X, 1)
    table.script(*MISS, *MISS)
    table.activate(X, "move", to=(27.5, 20.5))
    shots = [(shot["element"], shot["weapon"], shot["target"]) for shot in table.events("shot")]
    assert shots == [("A/1", "DFFG/3", "X/1"), ("A/2", "HKP/3", "X/2")]
