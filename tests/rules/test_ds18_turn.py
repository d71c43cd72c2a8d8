"""The turn: who starts, alternation, passing, one unit's activation, weapons: DS18."""

from __future__ import annotations

import math

import pytest

from sim.battle import turn
from sim.layout import codes as c
from sim.rules import volley
from tests.rules.firing import facing
from tests.rules.table import EAST, MISS, NORTH, A, B, Table, X, Y, Z, battle, number, unit

NOTHING = [{"do": "nothing"}]


def force(letters: str, x: float) -> list[dict[str, object]]:
    return [unit(name, (x, 4.5 + 6 * i), count=1) for i, name in enumerate(letters)]


def idle(blue: str = "AB", red: str = "XY") -> Table:
    """Return a table on which nobody does anything of himself."""
    table = battle(force(blue, 5.5), force(red, 55.5))
    for side in (c.BLUE, c.RED):
        table.doctrine(side, activation=NOTHING)
    return table


def activated(table: Table) -> list[str]:
    return [event["unit"] for event in table.events("activate")]


def sides(table: Table) -> str:
    return "".join("b" if name in "ABC" else "r" for name in activated(table))


# -- who starts, alternation, passing --------------------------------------------------------------


@pytest.mark.parametrize("wish", ["self", "enemy"])
@pytest.mark.parametrize("chooser", [c.BLUE, c.RED])
def test_ds18_1_the_side_with_fewer_units_chooses_who_starts(chooser, wish):
    table = idle("AB", "XYZ") if chooser == c.BLUE else idle("ABC", "XY")
    table.doctrine(chooser, starts=wish)
    table.doctrine(1 - chooser, starts="self")  # whatever the other wishes
    starting = chooser if wish == "self" else 1 - chooser
    assert turn.starting_side(table.k, table.s) == starting


@pytest.mark.parametrize("chooser", [c.BLUE, c.RED])
def test_ds18_1_a_die_says_who_chooses_on_equal_numbers(chooser):
    table = idle()
    for side in (c.BLUE, c.RED):
        table.doctrine(side, starts="self")
    table.script(1 + chooser)
    assert turn.starting_side(table.k, table.s) == chooser


def test_ds18_1_only_units_on_the_table_count():
    table = idle("ABC", "XY")
    table.lose(A, 0)
    table.lose(B, 0)
    table.doctrine(c.BLUE, starts="self")
    assert turn.starting_side(table.k, table.s) == c.BLUE


def test_ds18_1_one_unit_a_side_in_turn_until_all_are_done():
    table = idle("ABC", "X")
    table.doctrine(c.RED, starts="enemy")
    turn.play_turn(table.k, table.s)
    assert sides(table) == "brbb"
    assert sorted(activated(table)) == ["A", "B", "C", "X"]


def test_ds18_3_a_side_may_pass_while_it_has_fewer_unactivated_units():
    table = idle("A", "XYZ")
    for side in (c.BLUE, c.RED):
        table.doctrine(side, order=[{"do": "pass"}])
    for done in ((), (X,), (X, Y), (X, Y, Z)):
        for u in done:
            table.unit(u)["activated"] = 1
        chosen = turn.choose_unit(table.k, table.s, c.BLUE)
        assert chosen == (c.NOTHING if len(done) < 2 else A)  # 1 to 3, 1 to 2, 1 to 1, 1 to 0
        if len(done) < 3:
            assert turn.choose_unit(table.k, table.s, c.RED) in (X, Y, Z)


def test_ds18_3_a_pass_is_a_turn_of_its_side():
    table = idle("A", "XYZ")
    table.doctrine(c.BLUE, starts="self", order=[{"do": "pass", "when": "enemies_to_move >= 2"}])
    turn.play_turn(table.k, table.s)
    assert [event["side"] for event in table.events("pass")] == ["blue", "blue"]
    kinds = table.kinds("pass", "activate")
    assert kinds == ["pass", "activate", "pass", "activate", "activate", "activate"]
    assert sides(table) == "rrbr"


def test_ds18_3_nobody_passes_on_equal_numbers():
    table = idle()
    for side in (c.BLUE, c.RED):
        table.doctrine(side, order=[{"do": "pass"}])
    assert turn.choose_unit(table.k, table.s, c.BLUE) in (A, B)
    table.unit(A)["activated"] = 1
    assert turn.choose_unit(table.k, table.s, c.BLUE) == c.NOTHING
    assert turn.choose_unit(table.k, table.s, c.RED) in (X, Y)


# -- one activation --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "done"),
    [
        ({"do": "move_fire", "to": (16.5, 20.5)}, ["move", "fire"]),
        ({"do": "fire_move", "to": (16.5, 20.5)}, ["fire", "move"]),
        ({"do": "fire"}, ["fire"]),
        ({"do": "move", "to": (16.5, 20.5)}, ["move"]),
        ({"do": "nothing"}, []),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else None,
)
def test_ds18_2_move_then_act_or_act_then_move_or_one_or_neither(order, done):
    table = battle(red=[unit("X", (40.5, 20.5))])
    table.activate(A, **order)
    told = table.kinds("move", "fire")
    assert list(dict.fromkeys(told)) == done
    assert told.count("fire") == done.count("fire")


@pytest.mark.parametrize("do", ["nothing", "fire"])
def test_ds18_2_then_its_marker_is_inverted_and_its_under_fire_marker_removed(do):
    table = battle()
    table.unit(A)["under_fire"] = 1
    table.activate(A, do)
    assert (table.unit(A)["activated"], table.unit(A)["under_fire"]) == (1, 0)
    assert table.kinds()[-2:] == ["under_fire", "marker"]
    (off,) = table.events("under_fire")
    assert (off["on"], off["cause"]) == (False, "activation_ended")


def test_ds18_2_one_activation_a_turn():
    table = idle()
    table.activate(A, "nothing")
    table.forget()
    turn.play_turn(table.k, table.s)
    assert "A" not in activated(table)


def test_ds18_4_one_weapon_system_for_each_combat_action():
    table = facing(8, {"weapons": ["HKP/3 turret", "RFAC/1 turret"]})
    table.script(*MISS)
    table.activate(A, "fire")
    assert len(table.events("shot")) == 1
    assert len({shot["weapon"] for shot in table.events("shot")}) == 1


def test_ds18_4_a_multiple_mount_is_one_system():
    table = facing(8, {"weapons": ["RFAC/1 turret x3"]})
    table.script(4, 1, 1, 1)
    table.activate(A, "fire")
    assert [shot["barrel"] for shot in table.events("shot")] == [1, 2, 3]
    assert len(table.events("fire")) == 1


# -- mounts ----------------------------------------------------------------------------------------


def fixed(inches: float = 15) -> Table:
    return facing(inches, {"weapons": ["HKP/3 fixed"]})


@pytest.mark.parametrize(
    ("order", "fires"),
    [
        ({"do": "fire"}, 1),
        ({"do": "fire_move", "to": (7.5, 20.5)}, 1),
        ({"do": "move_fire", "to": (7.5, 20.5)}, 0),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else None,
)
def test_ds18_5_a_fixed_mount_fires_before_or_instead_of_moving(order, fires):
    table = fixed()
    table.activate(A, **order)
    assert len(table.events("fire")) == fires
    assert bool(table.events("move")) == ("to" in order)


def test_ds18_5_other_mounts_fire_after_moving():
    for mount in ("turret", "restricted"):
        table = facing(15, {"weapons": [f"HKP/3 {mount}"]})
        table.activate(A, "move_fire", to=(7.5, 20.5))
        assert len(table.events("fire")) == 1


@pytest.mark.parametrize(
    ("mount", "degrees", "bears"),
    [
        ("fixed", 0, 1), ("fixed", 14, 1), ("fixed", 16, 0), ("fixed", -14, 1), ("fixed", -16, 0),
        ("restricted", 89, 1), ("restricted", 91, 0), ("restricted", -89, 1),
        ("restricted", -91, 0), ("turret", 91, 1), ("turret", 180, 1), ("restricted", 180, 0),
    ],
)  # fmt: skip
def test_ds18_5_arcs_of_30_180_and_360_degrees(mount, degrees, bears):
    """Asked in opportunity fire, where nobody turns on the spot first."""
    table = facing(15, {"weapons": [f"HKP/3 {mount}"]})
    table.stand(A, 30.5, 20.5, EAST)
    turned = math.radians(degrees)
    table.stand(X, 30.5 + 15 * math.cos(turned), 20.5 + 15 * math.sin(turned))
    k, s = table.k, table.s
    weapon, _ = volley.best_shot(k, s, number(A), number(X), c.BY_OPPORTUNITY)
    assert weapon == (0 if bears else c.NOTHING)


def test_ds18_5_in_its_own_activation_it_turns_first():
    table = fixed()
    table.stand(A, 5.5, 20.5, NORTH)
    table.activate(A, "fire")
    assert len(table.events("fire")) == 1
    assert (table.element(A)["fx"], table.element(A)["fy"]) == EAST
