"""Guided missiles: DS31.1, their reach, dice, chits and waste."""

from __future__ import annotations

import pytest

from sim.layout import codes as c
from sim.rules import volley
from tests.rules.firing import volley as fire
from tests.rules.missile_table import HITS, MISSES, NOTHING, missiles
from tests.rules.table import NORTH, TYPES, A, X, number


@pytest.mark.parametrize(("roll", "hit"), [(4, False), (5, True)])
def test_ds31_1_guidance_must_be_higher_than_ecm(roll, hit):
    table = missiles(ecm="superior")
    fire(table, [0], 4, roll, *NOTHING)
    (missile,) = table.events("missile")
    assert (missile["die"], missile["ecm_die"], missile["pds_die"]) == (8, 10, None)
    assert (missile["roll"], missile["ecm_roll"], missile["hit"]) == (roll, 4, hit)
    assert table.row["missiles"][c.BLUE].tolist() == [1, 0, int(hit)]


@pytest.mark.parametrize(("pds", "hit"), [(6, False), (5, True)])
def test_ds31_1_a_pds_is_a_secondary_die(pds, hit):
    table = missiles(ecm="basic", pds="enhanced")
    fire(table, [0], 2, pds, 6, *NOTHING)
    (missile,) = table.events("missile")
    assert (missile["ecm_die"], missile["pds_die"]) == (6, 8)
    assert (missile["pds_roll"], missile["hit"]) == (pds, hit)


@pytest.mark.parametrize(("grade", "die"), [("basic", 6), ("enhanced", 8), ("superior", 10)])
def test_ds31_1_guidance_die_by_grade(grade, die):
    table = missiles(guidance=grade)
    fire(table, [0], *MISSES)
    assert [missile["die"] for missile in table.events("missile")] == [die]


@pytest.mark.parametrize(("kind", "chits"), [("GMS/L", 3), ("GMS/H", 5)])
def test_ds31_1_chits_by_size(kind, chits):
    table = missiles(kind=kind)
    fire(table, [0], *HITS, *["R0"] * chits)
    (hit,) = table.events("chits")
    assert len(hit["drawn"]) == chits
    assert hit["valid"] == "RY"
    assert table.events("missile")[0]["weapon"] == kind
    assert table.script_left == 0


def test_ds31_1_reactive_armour_leaves_red_alone():
    table = missiles(target={"armour_kind": "reactive"})
    fire(table, [0], *HITS, "R3", "Y3", "G3")
    (hit,) = table.events("chits")
    assert (hit["valid"], hit["total"], hit["effects"]) == ("R", 3, ["damaged"])


def test_ds31_1_armour_of_the_face_that_is_hit():
    table = missiles()
    table.stand(X, 35.5, 20.5, NORTH)
    fire(table, [0], *HITS, "R3", "R0", "R0")
    (hit,) = table.events("chits")
    assert (hit["armour"], hit["effects"]) == (2, ["destroyed"])
    assert table.row["lost"][c.RED, c.BY_ACTIVATION] == 1
    counts = [table.row[f"activation_{what}"][c.BLUE] for what in ("hits", "kills")]
    assert counts == [1, 1]


@pytest.mark.parametrize(("kind", "reach"), [("GMS/L", 36), ("GMS/H", 48)])
def test_ds31_1_reach(kind, reach):
    table = missiles(reach, kind)
    assert volley.declare_volley(table.k, table.s, A, X, c.BY_ACTIVATION) > 0.0
    table.stand(X, 5.5 + reach + 0.1, 20.5)
    assert volley.declare_volley(table.k, table.s, A, X, c.BY_ACTIVATION) == 0.0


def test_ds31_1_every_missile_rolls_anew():
    table = missiles(barrels=2)
    fire(table, [0], *MISSES, *HITS, *NOTHING)
    assert [missile["hit"] for missile in table.events("missile")] == [False, True]
    assert [missile["missile"] for missile in table.events("missile")] == [1, 2]
    assert table.script_left == 0


def test_ds31_1_a_vehicle_fires_all_its_missiles_at_one_target():
    table = missiles(barrels=3, count=2, targets=2)
    table.script(*MISSES * 6)
    table.activate(A, "fire")
    aims = {}
    for missile in table.events("missile"):
        aims.setdefault(missile["element"], []).append(missile["target"])
    assert {name: len(targets) for name, targets in aims.items()} == {"A/1": 3, "A/2": 3}
    assert all(len(set(targets)) == 1 for targets in aims.values())


def test_ds31_1_a_missile_at_what_is_destroyed_is_wasted():
    table = missiles(count=2)
    fire(table, [0, 0], *HITS, "BOOM", "R0", "R0", *HITS, *NOTHING)
    assert len(table.events("missile")) == 1
    assert table.row["missiles"][c.BLUE].tolist() == [2, 0, 1]


def test_ds31_1_neither_cover_nor_posture_helps():
    table = missiles()
    table.element(X)["posture"] = c.HULL_DOWN
    table.k["cover"][table.element(X)["cell"]] = c.CELL_SOFT
    fire(table, [0], *HITS, *NOTHING)
    assert [missile["hit"] for missile in table.events("missile")] == [True]
    assert table.script_left == 0


def test_ds31_1_guidance_is_not_fire_control():
    """DS28.2 and DS30.2 change the firer's die and bands, which a missile does not have."""
    table = missiles(36)
    launcher = table.element(A)
    launcher["damaged"], launcher["used"], launcher["moved"] = 1, 10.0, 1
    assert volley.declare_volley(table.k, table.s, A, X, c.BY_ACTIVATION) > 0.0
    fire(table, [0], *MISSES)
    assert [missile["die"] for missile in table.events("missile")] == [8]


def test_ds31_1_what_a_missile_is_worth():
    table = missiles(barrels=2, ecm="basic")
    worth = volley.declare_volley(table.k, table.s, A, X, c.BY_ACTIVATION)
    chance = sum(firer > ecm for firer in range(1, 9) for ecm in range(1, 7)) / 48
    kill, half = (table.k[name][c.V_RY, 3, 3] for name in ("kill", "half"))
    points = table.k["types"][table.element(X)["type"]]["points"]
    assert worth == pytest.approx(2 * chance * points * (kill + half / 2))


def test_ds18_4_a_missile_or_a_gun_whichever_is_worth_more():
    table = missiles(20, guidance="basic", ecm="superior", launcher=TYPES["tank"])
    volley.declare_volley(table.k, table.s, A, X, c.BY_ACTIVATION)
    assert table.s["aim_weapon"][0] == 0
    table = missiles(20, "GMS/H", "superior", 2, launcher=TYPES["tank"])
    volley.declare_volley(table.k, table.s, A, X, c.BY_ACTIVATION)
    assert table.s["aim_weapon"][0] == 1


def test_ds31_1_no_missile_beyond_its_reach_where_a_gun_still_reaches():
    table = missiles(40, "GMS/L", "superior", 4, launcher=TYPES["tank"])
    volley.declare_volley(table.k, table.s, A, X, c.BY_ACTIVATION)
    assert table.s["aim_weapon"][0] == 0


def test_ds23_2_a_missile_that_misses_is_an_attack():
    table = missiles(quality="green")
    fire(table, [0], *MISSES, 1)
    assert [test["kind"] for test in table.events("test")] == ["panic"]
    assert table.unit(X)["panicked"] == 1


def test_ds30_1_an_f_chit_puts_the_launcher_down():
    table = missiles()
    fire(table, [0], *HITS, "F", "R3", "R3")
    assert table.element(A)["systems_down"] == 1
    assert table.element(X)["alive"] == 1


def test_ds30_2_no_missile_with_systems_down():
    table = missiles()
    table.element(A)["systems_down"] = 1
    fire(table, [0], *HITS)
    assert table.events("missile") == []
    assert table.row["missiles"][c.BLUE].tolist() == [0, 0, 0]


def test_ds24_1_a_missile_that_damages_brings_an_under_fire_marker():
    table = missiles()
    fire(table, [0], *HITS, "R3", "R0", "R0", 8)
    assert table.element(X)["damaged"] == 1
    assert table.unit(X)["under_fire"] == 1
    assert table.unit(X)["casualties"] == 1


def test_ow_f1_a_missile_may_be_fired_on_overwatch():
    table = missiles()
    table.watch(A)
    table.answers(c.BLUE, trigger="fire")
    table.script(*MISSES)
    table.activate(X, "move", to=(20.5, 20.5))
    (shot,) = table.events("fire")
    assert (shot["mode"], shot["shots"]) == ("overwatch", 1)
    (missile,) = table.events("missile")
    assert (missile["element"], missile["target"]) == ("A/1", "X/1")
    assert table.unit(A)["overwatch"] == 0
    assert table.s["elements"][number(A)]["alive"] == 1
