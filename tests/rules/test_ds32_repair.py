"""Repair of systems: DS32.1."""

from __future__ import annotations

import pytest

from sim.battle import turn
from sim.layout import codes as c
from tests.rules.firing import FIRER_DOWN, SYSTEMS_DOWN, facing, volley
from tests.rules.table import MISS, A, Table, X


def broken(backup: bool = False) -> Table:
    """Return A, its systems put down by X in an activation of his."""
    table = facing(25, {"backup_systems": backup})
    table.s["serial"] += 1
    volley(table, [0], *SYSTEMS_DOWN, u=X, v=A)
    table.forget()
    return table


def tries(table: Table) -> list[tuple[str, int, int, bool]]:
    keys = ("element", "roll", "needed", "repaired")
    return [tuple(event[key] for key in keys) for event in table.events("repair")]


@pytest.mark.parametrize(("backup", "needed"), [(False, 6), (True, 3)])
@pytest.mark.parametrize("roll", range(1, 7))
def test_ds32_1_a_6_repairs_and_a_3_with_backup_systems(roll, backup, needed):
    table = broken(backup)
    table.script(roll)
    table.activate(A, "nothing")
    assert tries(table) == [("A/1", roll, needed, roll >= needed)]
    assert table.element(A)["systems_down"] == (0 if roll >= needed else 1)


def test_ds32_1_one_try_in_each_activation():
    table = broken()
    table.script(1)
    table.activate(A, "move", to=(9.5, 20.5))
    assert len(tries(table)) == 1
    turn.end_turn(table.k, table.s)
    table.script(6)
    table.activate(A, "nothing")
    assert [repaired for *_, repaired in tries(table)] == [False, True]


def test_ds32_1_not_in_the_activation_in_which_they_went_down():
    table = facing(25)
    table.script(*FIRER_DOWN)
    table.activate(A, "fire")
    assert table.element(A)["systems_down"] == 1
    assert tries(table) == []
    turn.end_turn(table.k, table.s)
    table.script(6)
    table.activate(A, "nothing")
    assert tries(table) == [("A/1", 6, 6, True)]


def test_ds32_1_nor_if_it_was_hit_in_the_middle_of_its_move():
    table = facing(25)
    table.answers(c.RED, opportunity="fire")
    table.script(*SYSTEMS_DOWN)
    table.activate(A, "move", to=(9.5, 20.5))
    assert table.element(A)["systems_down"] == 1
    assert tries(table) == []


def test_ds32_1_opportunity_fire_is_an_activation():
    table = facing(25, targets=2)
    table.element(X, 1)["systems_down"] = 1
    table.answers(c.RED, opportunity="fire")
    table.script(*MISS, 6)
    table.activate(A, "move", to=(9.5, 20.5))
    assert tries(table) == [("X/2", 6, 6, True)]


def test_ds32_1_but_not_for_systems_that_went_down_in_it():
    table = facing(25)
    table.answers(c.RED, opportunity="fire")
    table.script(*FIRER_DOWN)
    table.activate(A, "move", to=(9.5, 20.5))
    assert table.element(X)["systems_down"] == 1
    assert tries(table) == []


def test_ds32_1_only_what_is_down_and_in_play_is_repaired():
    table = facing(25, count=2)
    table.element(A, 1)["systems_down"] = 1
    table.lose(A, 1)
    table.activate(A, "nothing")
    assert tries(table) == []


def test_ds32_1_a_repaired_element_fires_again():
    table = broken()
    table.script(6)
    table.activate(A, "nothing")
    table.activate(A, "fire")
    assert len(table.events("fire")) == 1


def test_ds32_1_no_try_in_an_activation_that_is_lost_to_panic():
    table = broken()
    table.unit(A)["panicked"] = 1
    table.activate(A, "nothing")
    assert tries(table) == []
    table.activate(A, "nothing")
    assert len(tries(table)) == 1
