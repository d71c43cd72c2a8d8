"""The ground of a table that was compiled before is copied: the record is the same to the byte."""

import numpy as np
import pytest

from sim.scenario import compile_scenario, ground, load_scenario


def fresh(*settings):
    ground._kept.clear()
    return compile_scenario(load_scenario("duel", settings)).record.tobytes()


def test_another_force_on_the_same_table():
    settings = ("red.units.0.at.0=30", "rules.shots=2", "red.units.0.type=bison")
    wanted = fresh(*settings)
    fresh("red.units.0.type=bison")
    assert len(ground._kept) == 1
    again = compile_scenario(load_scenario("duel", settings)).record.tobytes()
    assert len(ground._kept) == 1
    assert again == wanted


@pytest.mark.slow
def test_another_table_goal_or_movement_is_another_ground():
    for settings in (
        ("table.width=43",),
        ("objectives.0.at=[19.5,13.5]",),
        ("red.units.0.type=heron",),
        ("red.baseline=north",),
    ):
        wanted = fresh(*settings)
        before = fresh()
        again = compile_scenario(load_scenario("duel", settings)).record.tobytes()
        assert len(ground._kept) == 2
        assert again == wanted != before


def test_what_is_kept_is_not_what_was_handed_out():
    ground._kept.clear()
    first = compile_scenario(load_scenario("duel"))
    untouched = first.record.tobytes()
    first.record[0]["terrain"] += np.uint8(1)
    assert compile_scenario(load_scenario("duel")).record.tobytes() == untouched
