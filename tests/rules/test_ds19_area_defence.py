"""Area defence: interception (DS19.3, DS31.1, E12), its sensors (DS18.4), its fire at the ground."""

from __future__ import annotations

import numpy as np
import pytest

from sim import figures
from sim.layout import codes as c
from sim.layout.records import TYPE
from sim.rules import direct_fire, volley
from sim.scenario.fill_types import fill_type
from sim.scenario.vehicles import VehicleType
from tests.rules.firing import volley as fire
from tests.rules.missile_table import HITS, MISSES, NOTHING, Table, missiles
from tests.rules.table import MISS, A, X, Y, number

#: One interception: the ADS's die, the guidance die.
DOWN, THROUGH = (8, 1), (1, 8)


def dice(table: Table) -> list[int]:
    return [event["die"] for event in table.events("intercept")]


@pytest.mark.parametrize(
    ("count", "expected"), [(1, [8]), (2, [6, 6]), (3, [4, 4, 4]), (4, [4, 4, 4])]
)
def test_e12_an_enhanced_ads_against_several_missiles(count, expected):
    table = missiles(barrels=count, ads="enhanced")
    fire(table, [0], *THROUGH * len(expected), *MISSES * count)
    assert dice(table) == expected
    assert {event["engaged"] for event in table.events("intercept")} == {len(expected)}
    assert len(table.events("missile")) == count
    assert table.script_left == 0


@pytest.mark.parametrize(("ads", "most"), [("basic", 2), ("enhanced", 3), ("superior", 4)])
def test_e12_never_more_than_leave_a_d4(ads, most):
    table = missiles(barrels=3, count=2, ads=ads)
    fire(table, [0, 0], *THROUGH * most, *MISSES * 6)
    assert dice(table) == [4] * most
    assert table.script_left == 0


@pytest.mark.parametrize(("roll", "down"), [(4, False), (5, True)])
def test_ds31_1_strictly_higher_shoots_a_missile_down(roll, down):
    table = missiles(ads="enhanced")
    fire(table, [0], roll, 4, *(() if down else MISSES))
    (event,) = table.events("intercept")
    assert (event["roll"], event["guidance_roll"], event["shot_down"]) == (roll, 4, down)
    assert (event["die"], event["guidance_die"]) == (8, 8)
    assert len(table.events("missile")) == (0 if down else 1)
    assert table.row["missiles"][c.BLUE].tolist() == [1, int(down), 0]
    assert table.script_left == 0


def test_ds31_1_guidance_is_rolled_anew_for_what_gets_through():
    table = missiles(ads="enhanced")
    fire(table, [0], 1, 1, 1, 8, *NOTHING)
    assert table.events("missile")[0]["roll"] == 8
    assert table.script_left == 0


def test_ds31_1_all_interception_comes_before_the_first_hit():
    table = missiles(barrels=2, ads="enhanced")
    fire(table, [0], 1, 8, 6, 1, *HITS, *NOTHING)
    assert table.kinds("intercept", "missile") == ["intercept", "intercept", "missile"]
    assert table.events("missile")[0]["missile"] == 1


def test_ds31_1_several_ads_take_turns_at_what_is_left():
    table = missiles(barrels=2, ads="enhanced", guards=2)
    fire(table, [0], *DOWN, *THROUGH, *THROUGH, *MISSES)
    events = table.events("intercept")
    assert [(event["element"], event["die"]) for event in events] == [
        ("Y/1", 6), ("Y/1", 6), ("Y/2", 8),
    ]  # fmt: skip
    assert table.script_left == 0


def test_ds31_1_a_missile_at_what_is_destroyed_is_not_intercepted():
    table = missiles(ads="enhanced")
    table.lose(X, 0)
    fire(table, [0])
    assert table.events("intercept", "missile") == []
    assert table.row["missiles"][c.BLUE].tolist() == [1, 0, 0]


def intercepts(table: Table) -> bool:
    table.forget()
    fire(table, [0], *THROUGH, *MISSES)
    return table.events("intercept") != []


@pytest.mark.parametrize(("inches", "meets"), [(12.0, True), (12.1, False)])
def test_ds19_3_within_twelve_inches_of_the_target(inches, meets):
    table = missiles(ads="enhanced")
    table.stand(Y, 35.5 - inches, 20.5)
    assert intercepts(table) is meets


def test_ds19_3_only_what_it_sees():
    table = missiles(ads="enhanced")
    table.blind(Y, 0, X, 0)
    assert not intercepts(table)


def test_ds19_3_the_launcher_need_not_be_in_its_sight():
    table = missiles(ads="enhanced")
    table.blind(Y, 0, A, 0)
    assert intercepts(table)


def test_ds19_3_missiles_at_itself_too():
    table = missiles(ads="enhanced")
    table.stand(X, 35.5, 38.5)
    fire(table, [0], *THROUGH, *MISSES, v=Y)
    assert [event["target"] for event in table.events("intercept")] == ["Y/1"]


def test_ds19_3_friends_only():
    table = missiles(count=2, ads="enhanced")
    table.element(Y)["sensors"] = 0
    own = table.element(A, 1)  # an ADS of the launcher's own side
    own["type"], own["sensors"] = table.element(Y)["type"], 1
    table.stand(A, 32.5, 20.5)
    assert not intercepts(table)


@pytest.mark.parametrize(
    "state", ["sensors off", "systems down", "lost", "hidden", "panicked", "evading"]
)
def test_ds19_3_who_cannot_intercept(state):
    table = missiles(ads="enhanced")
    assert intercepts(table)
    if state == "sensors off":
        table.element(Y)["sensors"] = 0
    elif state == "systems down":
        table.element(Y)["systems_down"] = 1
    elif state == "lost":
        table.element(Y)["alive"] = 0
    else:
        table.unit(Y)[state] = 1
    assert not intercepts(table)


def test_ds19_3_in_any_activation_any_number_of_times():
    table = missiles(ads="enhanced")
    table.watch(Y)
    table.unit(Y)["activated"] = 1
    assert all(intercepts(table) for _ in range(3))
    assert (table.unit(Y)["activated"], table.unit(Y)["overwatch"]) == (1, 1)


def test_ds31_1_the_expected_worth_counts_the_ads():
    table = missiles(ads="enhanced")
    guarded = volley.declare_volley(table.k, table.s, A, X, c.BY_ACTIVATION)
    table.element(Y)["sensors"] = 0
    bare = volley.declare_volley(table.k, table.s, A, X, c.BY_ACTIVATION)
    passes = sum(ads <= guidance for ads in range(1, 9) for guidance in range(1, 9)) / 64
    assert guarded == pytest.approx(bare * passes)


def test_ds19_3_active_sensors_cancel_ecm():
    table = missiles(ads="enhanced")
    table.stand(X, 35.5, 38.5)
    for sensors, die in ((1, 4), (0, 10)):
        table.element(Y)["sensors"] = sensors
        table.forget()
        fire(table, [0], *THROUGH * sensors, 4, 1, v=Y)
        assert [event["ecm_die"] for event in table.events("missile")] == [die]


def test_ds19_3_active_sensors_raise_the_signature_and_cancel_stealth():
    table = missiles(ads="enhanced")
    guard = number(Y)
    places = []
    for sensors in (0, 1):
        table.element(Y)["sensors"] = sensors
        places.append(direct_fire.target_ladder(table.k, table.s, guard, c.BY_ACTIVATION))
    # size 2 with a level of stealth is 1: D12; with active sensors 3: D8
    assert [figures.LADDER[place] for place in places] == [12, 8]


def test_ds18_4_switching_is_the_combat_action():
    table = missiles(ads="enhanced")
    table.activate(Y, "sensors")
    table.activate(Y, "sensors")
    assert [event["active"] for event in table.events("sensors")] == [False, True]
    assert [event["element"] for event in table.events("sensors")] == ["Y/1", "Y/1"]
    assert table.unit(Y)["activated"] == 1
    assert table.kinds("fire") == []


def test_ds18_4_not_with_systems_down_nor_without_sensors():
    table = missiles(ads="enhanced", guards=2)
    table.element(Y, 0)["systems_down"] = 1
    table.script(1)  # its repair fails
    table.activate(Y, "sensors")
    assert [event["element"] for event in table.events("sensors")] == ["Y/2"]
    table.activate(X, "sensors")
    assert [one["sensors"] for one in table.elements(X)] == [0]


def test_ds19_3_at_the_ground_it_fires_as_an_rfac_2_with_sensors_off():
    table = missiles(ads="superior")
    table.stand(Y, 23.5, 20.5)  # 18 inches: medium of RFAC/2
    gun = table.k["types"][table.element(Y)["type"]]["weapons"][0]
    assert (gun["kind"], gun["size"], gun["chits"]) == (c.RFAC, 2, 2)
    assert [figures.LADDER[die] for die in gun["die"]] == [12, 10, 8]
    assert volley.best_shot(table.k, table.s, number(Y), number(A), c.BY_ACTIVATION)[0] == -1
    table.element(Y)["sensors"] = 0
    best, worth = volley.best_shot(table.k, table.s, number(Y), number(A), c.BY_ACTIVATION)
    assert (best, worth > 0.0) == (0, True)
    table.script(*MISS)
    table.activate(Y, "fire")
    assert table.row["activation_fired"][c.RED] == 1
    assert table.script_left == 0


def test_ds19_3_its_other_guns_fire_with_sensors_on():
    record = np.zeros(1, TYPE)[0]
    text = {
        "size": 3, "mobility": "fast_tracked", "power": "HMT", "fire_control": "basic",
        "weapons": ["MDC/3 turret"], "ads": "enhanced",
    }  # fmt: skip
    fill_type(record, VehicleType.model_validate(text), False, False)
    assert record["weapon_count"] == 2
    assert record["ads_gun"] == 1
    table = missiles(ads="enhanced")
    table.k["types"][table.element(Y)["type"]]["ads_gun"] = 5  # its gun counts as another
    table.stand(Y, 23.5, 20.5)
    assert volley.best_shot(table.k, table.s, number(Y), number(A), c.BY_ACTIVATION)[0] == 0


def test_ds19_3_a_type_without_one_has_no_such_gun():
    record = np.zeros(1, TYPE)[0]
    fill_type(record, VehicleType(size=3, mobility="fast_tracked", power="HMT"), False, False)
    assert (record["ads_gun"], record["weapon_count"]) == (c.NOTHING, 0)
