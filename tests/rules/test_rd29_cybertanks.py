"""Cybertanks have no confidence to lose: our reading RD-29."""

from __future__ import annotations

import pytest

from sim.layout import codes as c
from sim.rules import confidence
from tests.rules.table import A, Table, battle


def tank(cybertank: int = 1) -> Table:
    """Return A, green; a Cybertank or not. All dice to come are 1."""
    table = battle()
    table.k["types"][int(table.element(A)["type"])]["cybertank"] = cybertank
    table.unit(A)["quality"] = 6
    table.script(*[1] * 6)
    table.forget()
    return table


@pytest.mark.parametrize(("cybertank", "level"), [(1, c.CO), (0, c.SH)])
def test_rd_29_no_confidence_test(cybertank, level):
    table = tank(cybertank)
    confidence.confidence_test(table.k, table.s, A, 2)
    assert int(table.unit(A)["confidence"]) == level
    assert len(table.events("test")) == 1 - cybertank


@pytest.mark.parametrize("cybertank", [0, 1])
def test_rd_29_every_reaction_test_passes_undiced(cybertank):
    table = tank(cybertank)
    passed = confidence.reaction_test(table.k, table.s, A, c.TEST_REACTION, c.P_REACTION, 3)
    assert bool(passed) == bool(cybertank)
    assert len(table.events("test")) == 1 - cybertank


@pytest.mark.parametrize("cybertank", [0, 1])
def test_rd_29_no_panic(cybertank):
    table = tank(cybertank)
    confidence.first_attack(table.k, table.s, A)
    assert int(table.unit(A)["panicked"]) == 1 - cybertank


@pytest.mark.parametrize("cybertank", [0, 1])
def test_rd_29_never_under_fire(cybertank):
    table = tank(cybertank)
    confidence.set_under_fire(table.k, table.s, A, confidence.CAUSE_ATTACK)
    assert int(table.unit(A)["under_fire"]) == 1 - cybertank


@pytest.mark.parametrize(("cybertank", "level"), [(1, c.CO), (0, c.ST)])
def test_rd_29_a_lost_command_does_not_touch_it(cybertank, level):
    table = tank(cybertank)
    confidence.command_lost(table.k, table.s, c.BLUE)
    assert int(table.unit(A)["confidence"]) == level
