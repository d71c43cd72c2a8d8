"""Calls for fire (DS38.1), their delay (DS39.1), counter-battery (DS40.1), calls on overwatch."""

from __future__ import annotations

import pytest

from sim.battle import activation, barrage
from sim.layout import codes as c
from sim.rules import artillery
from tests.rules.artillery_table import battery, field, infantry, mission
from tests.rules.table import A, B, X, Y, number


def ask(table, u=A, v=X, mode=c.BY_ACTIVATION):
    table.s["mover"] = u
    return int(artillery.call(table.k, table.s, u, v, mode))


@pytest.mark.parametrize(("leadership", "die"), ((1, 10), (2, 8), (3, 6)))
def test_ds38_1_a_leader_asks_with_the_die_of_its_leadership(leadership, die):
    table = field()
    battery(table)
    table.unit(A)["leadership"] = leadership
    table.script(5)
    assert ask(table) == number(A)
    (event,) = table.events("call")
    assert (event["die"], event["needed"], event["answered"]) == (die, 6, False)


@pytest.mark.parametrize(
    ("unit", "roll", "answered"), ((-1, 5, 0), (-1, 6, 1), (B, 3, 0), (B, 4, 1))
)
def test_ds38_1_four_on_the_table_six_off_it(unit, roll, answered):
    table = field()
    one = battery(table, unit=unit)
    table.script(roll)
    assert ask(table) == number(A)
    assert table.s["batteries"][one]["pending"] == answered
    assert table.row["calls"][c.BLUE] == answered


def test_ds38_1_an_observer_team_asks_with_a_d12_before_the_leader():
    table = field()
    battery(table)
    infantry(table, A, team=c.TEAM_OBSERVER, place=1)
    table.script(6)
    assert ask(table) == number(A, 1)
    assert table.events("call")[0]["die"] == 12


def test_ds38_1_nobody_asks_for_what_he_does_not_see():
    table = field(red=1, blue=1)
    battery(table)
    table.blind(A, 0, X, 0)
    assert ask(table) == -1
    assert not table.events("call")


def test_ds38_1_not_aboard_nor_with_systems_down():
    for key, value in (("aboard", number(A, 1)), ("systems_down", 1)):
        table = field()
        battery(table)
        table.element(A)[key] = value
        assert ask(table) == -1


def test_ds38_1_no_fire_close_to_ones_own():
    table = field()
    battery(table, guns=1)
    table.stand(B, 33.0, 20.5, place=0)
    table.stand(B, 33.0, 22.5, place=1)
    table.script(6)
    assert ask(table) == -1


def test_ds38_1_a_battery_with_a_mission_or_without_ammunition_is_not_asked():
    table = field()
    one = battery(table)
    mission(table, one, 30.5, 20.5)
    assert ask(table) == -1
    table = field()
    battery(table, stock=(0, 0, 0))
    assert ask(table) == -1


def test_ds38_1_mak_at_vehicles_hef_at_infantry_smoke_if_that_is_all():
    loads = []
    for teams, stock in ((False, (1, 1, 1)), (True, (1, 1, 1)), (False, (0, 0, 1))):
        table = field()
        battery(table, kind=c.HEAVY, stock=stock)
        if teams:
            infantry(table)
        table.script(6)
        assert ask(table) == number(A)
        loads.append(table.events("call")[0]["load"])
    assert loads == ["MAK", "HEF", "smoke"]


def test_ds39_1_the_mission_comes_after_one_enemy_activation():
    table = field()
    one = battery(table)
    table.s["serial"] = 7
    table.script(6)
    ask(table)
    assert barrage.due(table.k, table.s, c.BLUE) == -1  # the enemy has passed
    table.s["serial"] = 8  # blue's own activation
    assert barrage.due(table.k, table.s, c.BLUE) == -1
    table.s["serial"] = 10  # blue's, and one of red's
    assert barrage.due(table.k, table.s, c.BLUE) == one


def test_ds39_1_a_new_turn_is_delay_enough():
    table = field()
    one = battery(table)
    table.script(6)
    ask(table)
    assert barrage.due(table.k, table.s, c.BLUE) == -1
    table.s["turn"] = 2
    assert barrage.due(table.k, table.s, c.BLUE) == one


def test_ds39_1_the_mission_is_the_activation_of_the_guns():
    table = field()
    one = battery(table, unit=B)
    mission(table, one, 50.5, 35.5)
    table.unit(B)["activated"] = 1
    assert barrage.due(table.k, table.s, c.BLUE) == -1
    table.unit(B)["activated"] = 0
    assert barrage.due(table.k, table.s, c.BLUE) == one
    barrage.arrive(table.k, table.s, one)
    assert table.unit(B)["activated"] == 1
    mission(table, one, 50.5, 35.5)
    assert barrage.due(table.k, table.s, c.BLUE) == -1  # once a turn


def test_ds39_1_a_battery_without_guns_loses_its_mission():
    table = field()
    one = battery(table, unit=B)
    mission(table, one, 30.5, 20.5)
    for gun in table.elements(B):
        gun["systems_down"] = 1
    assert barrage.due(table.k, table.s, c.BLUE) == -1
    assert table.s["batteries"][one]["pending"] == 0
    assert table.events("barrage")[0]["fire"] == "lost"


@pytest.mark.parametrize("radar", (0, 1))
def test_ds40_1_a_radar_answers_guns_that_have_fired(radar):
    table = field()
    one = battery(table, unit=B)
    reply = battery(table, side=c.RED, kind=c.HEAVY, radar=radar)
    mission(table, one, 50.5, 35.5, effective=0)
    barrage.arrive(table.k, table.s, one)
    back = table.s["batteries"][reply]
    assert back["pending"] == radar
    assert (barrage.due(table.k, table.s, c.RED) == reply) == bool(radar)
    if radar:
        assert any((back["x"], back["y"]) == (gun["x"], gun["y"]) for gun in table.elements(B))
        assert table.script_left == 0


def test_ds40_1_guns_off_the_table_are_not_located():
    table = field()
    one = battery(table)
    reply = battery(table, side=c.RED, radar=1)
    mission(table, one, 50.5, 35.5, effective=0)
    barrage.arrive(table.k, table.s, one)
    assert table.s["batteries"][reply]["pending"] == 0


def test_rd_27_a_leader_on_overwatch_calls_for_fire_at_the_mover():
    table = field(apart=16.0)
    one = battery(table, kind=c.HEAVY)
    table.watch(A)
    table.answers(c.BLUE, trigger="fire")
    table.k["doctrines"][c.BLUE]["rules"][c.C_TRIGGER, 0]["do"] = c.ANSWER_CALL
    table.script(6, *(8, 1) * 10)
    table.activate(X, "move", to=(10.5, 20.5))
    (call,) = table.events("call")
    assert call["element"] == "A/1"
    assert call["target"].startswith("X/")
    shots = [event["element"] for event in table.events("shot")]
    assert shots == ["A/2"]  # the caller's call is its combat action
    assert table.unit(A)["overwatch"] == 0
    assert table.row["fired"][c.BLUE] == 1
    assert barrage.due(table.k, table.s, c.BLUE) == one  # in its side's next activation turn


def test_ds39_1_the_battery_of_a_routed_unit_waits():
    table = field()
    one = battery(table, side=c.RED, unit=Y)
    mission(table, one, 30.5, 35.5)
    table.unit(Y)["confidence"] = c.RO
    assert barrage.due(table.k, table.s, c.RED) == -1
    assert table.s["batteries"][one]["pending"] == 1


def test_ds22_4_who_is_routed_on_its_way_calls_no_fire():
    table = field()
    battery(table)
    table.unit(A)["confidence"] = c.RO
    activation.call_fire(table.k, table.s, A)
    assert table.kinds("call") == []
