"""Close assault (p. 34-35): the way in, rounds at once, tests, falling back, units together."""

from __future__ import annotations

from typing import Any

import pytest

from sim.battle.assault import go_in
from sim.layout import codes as c
from tests.rules.infantry_table import CAR, GUNNERS, RIFLES, facing_teams, place
from tests.rules.table import TYPES, A, B, Table, X, battle, number, unit

GOES, STANDS, HOLDS = (8,), (8,), (8,)
FAILS = (1,)
VAIN = ("BOOM", "F")  # specials never act against infantry
TEAM_LOST = ("R3", "R1")


def ready(inches=3.5, count=1, targets=1, **more) -> Table:
    """Return line teams that can reach the enemy's: they move 2, so 4 in an assault."""
    return facing_teams(inches, count, targets, **more)


def mixed(name: str, last: dict[str, Any], rifles: int, targets: int) -> Table:
    """Return A, so many line teams and one element of another type, and line teams of red's."""
    roster = [{"type": "squad", "count": rifles}, {"type": name, "count": 1}]
    table = battle(
        [unit("A", (5.5, 10.5), type=None, count=None, elements=roster)],
        [unit("X", (50.5, 10.5), "squad", count=targets, facing=270)],
        types={"squad": RIFLES, name: last},
    )
    place(table, A, 10.5)
    place(table, X, 14.0)
    return table


def assault(table: Table, *rolls: int | str, u: int = A) -> None:
    table.script(*rolls)
    table.activate(u, "assault")


def threats(table: Table) -> list[tuple[str, str, int]]:
    """Return unit, kind and threat of every test."""
    return [(told["unit"], told["kind"], told["threat"]) for told in table.events("test")]


@pytest.mark.parametrize(("level", "threat"), [(c.CO, 0), (c.ST, 1), (c.SH, 3)])
def test_ds34_1_the_attackers_reaction_test_by_level(level, threat):
    table = ready()
    table.unit(A)["confidence"] = level
    assault(table, *FAILS)
    assert threats(table) == [("A", "reaction", threat)]
    # who fails takes no combat action, and here stays where it is
    assert table.element(A)["used"] == 0.0
    assert table.unit(X)["activated"] == 0


def test_ds34_1_under_fire_the_higher_threat_counts():
    table = ready()
    table.unit(A)["under_fire"] = 1
    assault(table, *FAILS)
    assert threats(table) == [("A", "reaction", 1)]


def test_ds34_1_a_double_move_that_ends_within_two_inches():
    table = ready(5.0)
    assault(table, *GOES, *STANDS, *VAIN * 2, *FAILS)
    assert 2.0 < table.element(A)["used"] <= 4.0
    assert table.kinds("round") == ["round"]
    for inches, tried in ((5.5, True), (6.5, False)):
        table = ready(inches)
        assault(table, *FAILS)
        assert bool(table.events("assault")) == tried


def test_ds34_1_the_way_in_may_be_interrupted():
    table = ready(4.0)
    table.watch(X, (-1.0, 0.0))
    table.answers(c.RED, trigger="fire")
    assault(table, *GOES, 8, "R3", "R1")
    assert table.unit(A)["alive"] == 0
    assert table.kinds("round") == []


@pytest.mark.parametrize(("troops", "threat"), [("line", 2), ("militia", 2), ("powered", 3)])
def test_ds34_1_the_defenders_confidence_test_by_attacker(troops, threat):
    table = ready(squad=RIFLES | {"troops": troops})
    table.unit(X)["leadership"] = 1
    assault(table, *GOES, *FAILS)
    assert ("X", "confidence", threat) in threats(table)


def test_ds34_1_who_does_not_stand_loses_levels_and_withdraws_under_fire():
    table = ready()
    assault(table, *GOES, *FAILS)
    assert table.unit(X)["confidence"] == c.SH  # 1 is half of 4 or less: two levels
    assert table.kinds("withdraw") == ["withdraw"]
    assert table.element(X)["x"] == pytest.approx(16.0, abs=0.1)
    assert table.unit(X)["under_fire"] == 1
    assert table.kinds("round") == []
    assert table.row["assaults"].tolist() == [0, 0]


def test_ds34_1_half_its_movement_if_that_is_more():
    table = ready(foe=RIFLES | {"troops": "powered"})
    assault(table, *GOES, *FAILS)
    assert table.element(X)["x"] == pytest.approx(17.0, abs=0.1)


def test_ds34_1_both_sides_draw_at_once():
    table = ready()
    assault(table, *GOES, *STANDS, *TEAM_LOST, *TEAM_LOST)
    assert table.unit(A)["alive"] == table.unit(X)["alive"] == 0
    assert table.row["lost"][:, c.BY_ASSAULT].tolist() == [1, 1]
    assert table.row["assaults"].tolist() == [1, 0]
    assert table.script_left == 0


def test_ds34_1_the_defender_tests_first_then_the_attacker():
    table = ready()
    assault(table, *GOES, *STANDS, *VAIN * 2, *HOLDS, *FAILS)
    assert threats(table)[2:] == [("X", "confidence", 1), ("A", "confidence", 1)]
    assert [told["unit"] for told in table.events("withdraw")] == ["A"]
    assert table.script_left == 0


def test_ds34_1_who_fell_back_from_its_own_assault_keeps_the_marker():
    table = ready()
    assault(table, *GOES, *STANDS, *VAIN * 2, *HOLDS, *FAILS)
    assert table.unit(A)["under_fire"] == 1
    table.s["elements"]["used"] = 0.0
    table.script(8)
    table.activate(A, "move", move="withdraw")
    assert table.unit(A)["under_fire"] == 0


@pytest.mark.parametrize(("lost", "threat"), [(0, 1), (1, 1), (2, 3)])
def test_ds34_1_half_of_those_who_began_lost_is_a_threat_of_three(lost, threat):
    table = ready(count=3, targets=3)
    table.unit(X)["leader"] = number(X, 2)
    table.unit(X)["start"] = 6  # so that DS23.1 asks no more
    draws = (*TEAM_LOST * lost, *VAIN * (3 - lost))
    assault(table, *GOES, *STANDS, *draws, *VAIN * 3, *FAILS)
    assert threats(table)[2] == ("X", "confidence", threat)


def test_ds22_3_a_lost_leader_is_the_higher_threat():
    table = ready(count=3, targets=3)
    assault(table, *GOES, *STANDS, *TEAM_LOST, *VAIN * 2, *VAIN * 3, *FAILS, 4)
    assert threats(table)[2] == ("X", "confidence", 3)
    assert table.kinds("leader") == ["leader"]


def test_ds34_1_if_both_hold_another_round_without_cover():
    table = ready()
    table.element(X)["posture"] = c.DUG_IN
    round_1 = (*VAIN * 2, *HOLDS, *HOLDS)
    assault(table, *GOES, *STANDS, *round_1, *VAIN * 2, *FAILS)
    valid = [(told["element"], told["valid"]) for told in table.events("chits")]
    assert valid == [("A/1", "R"), ("X/1", "RYG"), ("A/1", "RYG"), ("X/1", "RYG")]
    assert [told["round"] for told in table.events("round")] == [1, 2]


@pytest.mark.parametrize(
    ("where", "valid"),
    [("open", "RYG"), ("soft_cover", "RY"), ("dug_in", "R"), ("urban", "R")],
)
def test_rd_21_valid_colours_by_the_defenders_position(where, valid):
    table = ready(3.0)
    cell = table.element(X)["cell"]
    if where == "soft_cover":
        table.k["cover"][cell] = c.CELL_SOFT
    elif where == "dug_in":
        table.element(X)["posture"] = c.DUG_IN
    elif where == "urban":
        table.k["terrain"][cell] = c.TERRAINS.index("urban")
    assault(table, *GOES, *STANDS, *VAIN * 2, *FAILS)
    assert [told["valid"] for told in table.events("chits")] == [valid, "RYG"]


def test_ds34_1_most_chits_aim_first_and_the_rest_go_round():
    table = mixed("gunners", GUNNERS, 2, 2)
    draws = (*VAIN, *VAIN, *VAIN, "F")  # A/1, A/2 with 2 chits, A/3 with 3
    assault(table, *GOES, *STANDS, *draws, *("F",) * 4, *FAILS)
    drawn = {
        told["element"]: (told["target"], len(told["drawn"])) for told in table.events("chits")
    }
    assert drawn["A/3"] == ("X/1", 3)
    assert drawn["A/1"] == ("X/2", 2)
    assert drawn["A/2"] == ("X/1", 2)
    assert {drawn["X/1"][0], drawn["X/2"][0]} == {"A/1", "A/2"}


def test_ds36_2_a_vehicle_in_close_assault_is_struck_as_by_an_iavr():
    table = ready(foe=TYPES["tank"])
    assault(table, *GOES, *STANDS, "M", "Y1", *VAIN, *FAILS)
    attack, back = table.events("chits")
    assert (attack["valid"], attack["armour"]) == ("RY", 2)
    assert table.element(X)["immobilised"] == 1
    assert (back["valid"], back["kill_total"]) == ("RYG", 4)


def test_ds34_1_a_vehicle_that_has_moved_is_not_assaulted():
    table = ready(foe=CAR)
    table.element(X)["moved"] = 1
    assault(table)
    assert table.kinds("assault") == []


def test_ds34_1_own_vehicles_near_by_help():
    for inches, draws in ((5.0, 3), (7.0, 2)):
        table = mixed("car", CAR, 1, 1)
        table.stand(A, 14.0 - inches, 10.1, place=1)
        assault(table, *GOES, *STANDS, *VAIN * draws, *FAILS)
        assert len(table.events("chits")) == draws
        assert table.element(A, 1)["used"] == 0.0


def test_ds18_6_the_marker_of_who_is_assaulted_is_inverted_at_once():
    table = ready()
    assault(table, *GOES, *STANDS, *VAIN * 2, *HOLDS, *FAILS)
    assert table.events("marker")[0] == {
        **table.events("marker")[0], "unit": "X", "inverted": True,
    }  # fmt: skip
    assert table.kinds("marker", "round") == ["marker", "round", "marker"]


def test_ds22_4_broken_infantry_that_is_assaulted_is_routed():
    table = ready()
    table.unit(X)["confidence"] = c.BR
    assault(table, *GOES)
    assert table.unit(X)["confidence"] == c.RO
    assert table.events("confidence")[0]["cause"] == "assaulted"
    assert table.kinds("withdraw") == ["withdraw"]


def test_ds24_1_close_assault_puts_infantry_under_fire():
    table = ready()
    assault(table, *GOES, *STANDS, *VAIN * 2, *HOLDS, *FAILS)
    assert table.unit(X)["under_fire"] == 1


# -- several units --------------------------------------------------------------------------------


def two_units(**more) -> Table:
    table = battle(
        [unit("A", (5.5, 10.5), "squad", count=1), unit("B", (5.5, 12.5), "squad", count=1)],
        [unit("X", (50.5, 10.5), "foe", count=2, facing=270)],
        types={"squad": RIFLES, "foe": RIFLES},
        **more,
    )
    table.stand(A, 10.5, 10.5)
    table.stand(B, 10.5, 11.5)
    place(table, X, 13.5)
    return table


def test_ds35_1_units_that_would_assault_too_join_and_each_tests():
    table = two_units()
    assault(table, *GOES, *GOES, *STANDS, *VAIN * 4, *FAILS)
    assert table.events("assault")[0]["joined_by"] == ["B"]
    assert threats(table)[:2] == [("A", "reaction", 0), ("B", "reaction", 0)]
    assert table.unit(A)["activated"] == table.unit(B)["activated"] == 1
    assert {told["element"] for told in table.events("chits")} == {"A/1", "B/1", "X/1", "X/2"}


def test_ds35_1_one_that_was_activated_does_not_join():
    table = two_units()
    table.unit(B)["activated"] = 1
    assault(table, *GOES, *STANDS, *VAIN * 3, *FAILS)
    assert table.events("assault")[0]["joined_by"] == []


def test_ds35_1_one_that_fails_its_test_has_spent_its_activation():
    table = two_units()
    assault(table, *GOES, *FAILS, *STANDS, *VAIN * 3, *FAILS)
    assert table.unit(B)["activated"] == 1
    assert {told["element"] for told in table.events("chits")} == {"A/1", "X/1", "X/2"}


def test_ds35_1_after_one_breaks_off_the_rest_test_at_one_more():
    table = two_units()
    assault(table, *GOES, *GOES, *STANDS, *VAIN * 4, *HOLDS, *FAILS, *FAILS)
    assert threats(table)[4:] == [("A", "confidence", 1), ("B", "confidence", 2)]
    assert table.unit(A)["under_fire"] == table.unit(B)["under_fire"] == 1
    assert len(table.events("withdraw")) == 2


def test_ds24_3_no_assault_in_the_turn_in_which_the_command_is_lost():
    table = ready()
    table.s["no_offensive"][c.BLUE] = table.s["turn"]
    assault(table, 8, *VAIN)
    assert table.kinds("assault") == []


# -- follow-through -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rolls", "threat"),
    [((*GOES, *FAILS), 2), ((*GOES, *STANDS, *TEAM_LOST, *VAIN), 1)],
    ids=["withdrew", "destroyed"],
)
@pytest.mark.parametrize("passes", [True, False])
def test_ds35_2_the_winner_may_have_another_activation(rolls, threat, passes):
    table = ready()
    table.rules["follow_through"] = 1
    table.script(*rolls, 8 if passes else 1)
    table.activate(A, "assault")
    assert threats(table)[2] == ("A", "reaction", threat)
    assert len(table.events("activate")) == 1 + passes


def test_ds35_2_no_follow_through_unless_the_switch_allows_it_or_for_the_loser():
    table = ready()
    assault(table, *GOES, *FAILS)
    assert len(table.events("activate")) == 1
    table = ready()
    table.rules["follow_through"] = 1
    assault(table, *GOES, *STANDS, *VAIN * 2, *HOLDS, *FAILS)
    assert len(table.events("activate")) == 1


def test_ds22_4_who_is_broken_by_what_befell_the_others_does_not_go_in():
    table = battle(
        [unit("A", (5.5, 10.5), "squad", count=1), unit("B", (5.5, 12.5), "squad", count=1)],
        [unit("X", (50.5, 10.5), "squad", count=1, facing=270)],
        types={"squad": RIFLES},
    )
    for u, x in ((A, 10.5), (B, 10.5), (X, 13.5)):
        place(table, u, x)
    table.unit(B)["confidence"] = c.BR
    table.script(*GOES)
    assert go_in(table.k, table.s, 1 << A | 1 << B, A, X) == 1 << A
    assert threats(table) == [("A", "reaction", 0)]


def test_ds23_4_a_disorganised_unit_does_not_assault():
    for apart, goes in ((0.5, True), (2.5, False)):
        table = ready(count=2)
        table.stand(A, 10.5, 10.1 + apart, place=1)
        table.script(*FAILS)
        table.activate(A, "assault")
        assert bool(threats(table)) == goes


def test_ds35_2_rounds_go_on_in_the_assault_that_follows_through():
    table = ready()
    table.unit(X)["fell_back"] = table.s["serial"] + 1  # in this activation's first assault
    assault(table, *GOES, *STANDS, *VAIN * 2, *HOLDS * 2, *VAIN * 2, *HOLDS, *FAILS)
    assert len(table.events("round")) == 2
