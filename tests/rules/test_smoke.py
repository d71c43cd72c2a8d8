"""Smoke: dischargers and shells, and what they hide (DS18.4, DS4.2, RD-27)."""

from __future__ import annotations

import numpy as np

from sim.battle import barrage, turn
from sim.layout import codes as c
from sim.rules import smoke, volley
from sim.terrain import clouds, lookup
from tests.rules.artillery_table import battery, field, mission
from tests.rules.table import A, X


def loaded(u=A, **more):
    """Return a table where the vehicles of one unit have their dischargers loaded."""
    table = field(**more)
    for one in table.elements(u):
        one["smoke"] = 1
    return table


def sees(table, u, v):
    return bool(lookup.sees(table.k, table.s, table.element(u)["cell"], table.element(v)["cell"]))


def test_ds18_4_each_vehicle_lays_a_cloud_of_an_inch_once():
    table = loaded()
    table.element(A, 1)["systems_down"] = 1  # no combat action
    table.activate(A, "smoke")
    (event,) = table.events("smoke")
    assert (event["element"], event["radius"], event["laid"]) == ("A/1", 1.0, True)
    assert event["at"] == [float(table.element(A)["x"]), float(table.element(A)["y"])]
    table.element(A, 1)["systems_down"] = 1
    smoke.discharge(table.k, table.s, A, c.BY_ACTIVATION)
    assert table.s["smoke_count"] == 1


def test_ds4_2_smoke_blocks_sight_both_ways_and_fire():
    table = loaded()
    assert sees(table, A, X)
    assert volley.declare_volley(table.k, table.s, X, A, c.BY_ACTIVATION) > 0.0
    smoke.discharge(table.k, table.s, A, c.BY_ACTIVATION)
    assert not sees(table, A, X)
    assert not sees(table, X, A)
    assert not lookup.view_holds(table.s, X, table.element(A)["cell"])
    assert volley.declare_volley(table.k, table.s, X, A, c.BY_ACTIVATION) == 0.0
    assert volley.declare_volley(table.k, table.s, A, X, c.BY_ACTIVATION) == 0.0


def test_ds4_2_a_line_beside_a_cloud_is_free():
    for aside, free in ((1.9, False), (2.1, True)):
        table = field(red=1, blue=1)
        y = table.element(A)["cell"] // table.k["width"] + 0.5
        smoke.lay(table.s, 20.5, y + aside, 2.0, c.NOTHING, c.NOTHING)
        smoke.changed(table.k, table.s)
        table.stand(X, 40.5, float(y))
        assert sees(table, A, X) == free


def test_ds4_2_no_cell_is_hidden_from_itself_nor_smoke_behind_the_target():
    table = field(red=1, blue=1)
    here = table.element(A)["cell"]
    smoke.lay(table.s, 3.5, table.element(A)["y"], 2.0, c.NOTHING, c.NOTHING)
    assert sees(table, A, X)
    smoke.lay(table.s, table.element(A)["x"], table.element(A)["y"], 2.0, c.NOTHING, c.NOTHING)
    assert clouds.sees(table.k, table.s, here, here)
    assert not sees(table, A, X)


def test_ds4_2_views_hold_what_is_seen_through_smoke():
    table = field()
    numbers = np.random.default_rng(3)
    hidden = 0
    for _ in range(12):
        table.s["smoke_count"] = 0
        for _ in range(3):
            x, y = numbers.uniform(0.0, 60.0), numbers.uniform(0.0, 40.0)
            smoke.lay(table.s, x, y, numbers.uniform(0.5, 4.0), c.NOTHING, c.NOTHING)
        for place in (0, 1):
            table.stand(A, numbers.uniform(0, 60), numbers.uniform(0, 40), place=place)
        own = [int(one["cell"]) for one in table.elements(A)]
        for cell in range(0, 60 * 40, 7):
            seen = any(clouds.sees(table.k, table.s, one, cell) for one in own)
            assert lookup.view_holds(table.s, A, cell) == seen
            hidden += not seen
    assert hidden > 100


def test_ds18_4_a_discharger_cloud_lies_until_the_next_activation():
    table = loaded()
    table.activate(A, "smoke")
    table.activate(X, "fire")
    assert table.s["smoke_count"] == 2
    turn.end_turn(table.k, table.s)
    assert table.s["smoke_count"] == 2
    table.activate(A, "nothing")
    assert table.s["smoke_count"] == 0
    assert sees(table, A, X)
    assert lookup.view_holds(table.s, X, table.element(A)["cell"])


def test_ds4_2_a_shell_lies_until_the_end_of_the_next_turn():
    for sheaf, laid in ((c.OPEN_SHEAF, 3), (c.CONVERGED_SHEAF, 1)):
        table = field()
        one = battery(table, stock=(0, 0, 1))
        mission(table, one, 20.5, 20.5, load=c.SMOKE, sheaf=sheaf)
        barrage.arrive(table.k, table.s, one)
        assert table.s["smoke_count"] == laid
        assert not sees(table, A, X)
        assert list(table.s["batteries"][one]["ammunition"]) == [0, 0, 0]
        turn.end_turn(table.k, table.s)
        table.s["turn"] = 2
        assert table.s["smoke_count"] == laid
        turn.end_turn(table.k, table.s)
        assert table.s["smoke_count"] == 0
        assert sees(table, A, X)
        assert [event["laid"] for event in table.events("smoke")] == [True] * laid + [False] * laid


def test_ds4_2_the_oldest_cloud_makes_room():
    table = field()
    for number in range(c.SMOKES + 1):
        smoke.lay(table.s, number + 0.5, 0.5, 1.0, c.NOTHING, c.NOTHING)
    assert table.s["smoke_count"] == c.SMOKES
    assert table.s["smokes"]["x"].tolist() == [number + 1.5 for number in range(c.SMOKES)]


def test_rd_27_no_fire_on_overwatch_through_smoke():
    for laid in (False, True):
        table = field(apart=16.0)
        table.watch(A)
        table.answers(c.BLUE, trigger="fire")
        if laid:
            smoke.lay(table.s, 18.5, 20.5, 4.0, c.NOTHING, c.NOTHING)
            smoke.changed(table.k, table.s)
        table.script(*(8, 1) * 10)
        table.activate(X, "move", to=(24.5, 20.5))
        assert bool(table.events("fire")) != laid
        assert bool(table.unit(A)["overwatch"]) == laid


def test_rd_27_smoke_is_a_combat_action_on_overwatch():
    table = loaded(apart=16.0)
    table.watch(A)
    table.answers(c.BLUE, trigger="fire")
    table.k["doctrines"][c.BLUE]["rules"][c.C_TRIGGER, 0]["do"] = c.ANSWER_SMOKE
    table.activate(X, "move", to=(10.5, 20.5))
    assert table.s["smoke_count"] == 2
    assert not table.events("fire")
    (chance,) = table.events("overwatch_chance")
    assert chance["decision"] == "smoke"
    assert table.unit(A)["overwatch"] == 0  # OW.F3
    assert table.row["fired"][c.BLUE] == 1


def test_rd_27_no_smoke_on_overwatch_without_a_loaded_discharger_that_watches():
    table = loaded(apart=16.0)
    table.watch(A)
    table.answers(c.BLUE, trigger="fire")
    table.k["doctrines"][c.BLUE]["rules"][c.C_TRIGGER, 0]["do"] = c.ANSWER_SMOKE
    table.element(A, 0)["smoke"] = 0
    table.element(A, 1)["watching"] = 0  # OW.R7: its systems were down
    table.activate(X, "move", to=(10.5, 20.5))
    assert table.s["smoke_count"] == 0
    assert table.unit(A)["overwatch"] == 1
    assert {told["reason"] for told in table.events("overwatch_chance")} == {"no_shot"}
