"""Teams in carriers: DS36.1, DS36.5."""

from __future__ import annotations

import pytest

from sim import figures
from sim.battle import activation
from sim.layout import codes as c
from sim.rules import chits, shot, transport
from tests.rules.table import A, Table, X, battle, number, unit


def squad(aboard: bool = True, armour: int = 1) -> Table:
    """Return A: a carrier at (20.5, 20.5) that takes two teams, and two teams of line infantry."""
    table = battle(
        [unit("A", (20.5, 20.5), "carrier", count=3)], [unit("X", (50.5, 20.5), facing=270)]
    )
    k, s = table.k, table.s
    carrier = int(table.element(A)["type"])
    team = int(k["type_count"])
    k["types"][team] = k["types"][carrier]
    k["types"][team]["team"], k["types"][team]["troops"] = c.TEAM_RIFLE, c.LINE
    k["types"][team]["base"], k["types"][team]["weapon_count"] = 6.0, 0
    k["types"][carrier]["carries"] = 2
    k["types"][carrier]["armour"] = armour
    k["types"][carrier]["soft"] = 1 if armour == 0 else 0
    k["type_count"], k["transport"], k["infantry"] = team + 1, 1, 1
    k["gap_scale"][:] = [[1.0, 0.09], [0.09, 2.25]]
    table.stand(A, 20.5, 20.5, place=0)
    for place in (1, 2):
        one = table.element(A, place)
        one["type"], one["team"] = team, 1
        table.stand(A, 20.5, 20.5 + (0 if aboard else place - 0.5), place=place)
        one["aboard"] = number(A) if aboard else -1
    s["attack_marks"][:] = s["attack_casualties"][:] = 0
    return table


def aboard(table: Table) -> list[bool]:
    return [bool(table.element(A, place)["aboard"] == number(A)) for place in (1, 2)]


def test_ds36_1_dismounting_costs_half_the_factors_of_both():
    table = squad()
    transport.dismount(table.k, table.s, A)
    assert aboard(table) == [False, False]
    used = [float(one["used"]) for one in table.elements(A)]
    assert used == [0.5 * table.k["types"][table.element(A)["type"]]["base"], 3.0, 3.0]
    cells = {int(one["cell"]) for one in table.elements(A)}
    assert len(cells) == 3
    assert [event["aboard"] for event in table.events("mounted")] == [False, False]


def test_ds36_1_nobody_dismounts_from_a_carrier_that_used_more_than_half():
    table = squad()
    table.element(A)["used"] = 0.5 * table.k["types"][table.element(A)["type"]]["base"] + 0.1
    transport.dismount(table.k, table.s, A)
    assert aboard(table) == [True, True]


def test_ds36_1_mounting_costs_half_the_factors_of_both():
    table = squad(aboard=False)
    transport.mount(table.k, table.s, A)
    assert aboard(table) == [True, True]
    used = [float(one["used"]) for one in table.elements(A)]
    assert used == [0.5 * table.k["types"][table.element(A)["type"]]["base"], 3.0, 3.0]
    assert int(table.element(A, 1)["cell"]) == int(table.element(A)["cell"])


def test_ds36_1_a_team_too_far_off_or_that_used_more_than_half_stays_on_foot():
    table = squad(aboard=False)
    table.stand(A, 20.5, 22.6, place=1)
    table.element(A, 2)["used"] = 3.1
    transport.mount(table.k, table.s, A)
    assert aboard(table) == [False, False]


def test_ds36_1_no_more_teams_than_there_is_room_for():
    table = squad(aboard=False)
    table.k["types"][table.element(A)["type"]]["carries"] = 1
    transport.mount(table.k, table.s, A)
    assert aboard(table) == [True, False]


@pytest.mark.parametrize(("do", "inches"), [("dismount", 5.0), ("mount", 5.0)])
def test_ds36_1_the_other_half_is_left_to_move(do, inches):
    table = squad(aboard=do == "dismount")
    x = float(table.element(A)["x"])
    orders = {"do": "move", "move": "waypoint there"}
    table.lead_to(5.5, 20.5)
    table.doctrine(c.BLUE, activation=[orders])
    table.k["doctrines"][c.BLUE]["rules"][c.C_ACTIVATION, 0]["do"] = c.ACTIONS.index(do)

    activation.activate(table.k, table.s, A)
    assert x - float(table.element(A)["x"]) == pytest.approx(inches, abs=0.6)
    assert aboard(table) == [do == "mount"] * 2


def test_ds36_1_only_from_inside_armour():
    table = squad()
    assert transport.may_fire_inside(table.k, table.s, number(A, 1))
    assert not transport.may_fire_inside(table.k, table.s, number(A))
    soft = squad(armour=0)
    assert not transport.may_fire_inside(soft.k, soft.s, number(A, 1))


@pytest.mark.parametrize(
    ("effect", "needed"),
    [
        (chits.DAMAGED, 6),
        (chits.DESTROYED, 3),
        (chits.DESTROYED | chits.BY_BOOM, 1),
    ],
)
@pytest.mark.parametrize("roll", range(1, 7))
def test_ds36_5_a_die_for_each_team_aboard(roll, effect, needed):
    table = squad()
    table.script(roll, 1)
    shot.apply_effect(table.k, table.s, number(X), number(A), effect, c.BY_ACTIVATION)
    assert table.script_left == 0
    assert table.element(A, 1)["alive"] == (0 if roll >= needed else 1)
    told = [(event["roll"], event["needed"], event["lost"]) for event in table.events("aboard")]
    assert told == [(roll, needed, roll >= needed), (1, needed, needed == 1)]
    lost = (roll >= needed) + (needed == 1)
    assert table.row["lost"][c.BLUE, c.BY_ABOARD] == lost
    assert table.s["attack_casualties"][A] == 1 + lost


def test_ds36_5_immobilised_carriers_lose_nobody():
    table = squad()
    table.script(6, 6)
    shot.apply_effect(table.k, table.s, number(X), number(A), chits.IMMOBILISED, c.BY_ACTIVATION)
    assert table.script_left == 2


def test_ds36_5_survivors_of_a_wreck_stand_on_foot_at_its_place():
    table = squad()
    table.script(1, 2)
    shot.apply_effect(table.k, table.s, number(X), number(A), chits.DESTROYED, c.BY_ACTIVATION)
    assert aboard(table) == [False, False]
    cells = [int(one["cell"]) for one in table.elements(A)]
    assert cells[1] == cells[0] != cells[2]


def test_ds36_5_a_leader_lost_aboard_is_a_leader_lost():
    table = squad()
    table.unit(A)["leader"] = number(A, 1)
    table.script(6, 1)
    shot.apply_effect(table.k, table.s, number(X), number(A), chits.DAMAGED, c.BY_ACTIVATION)
    assert table.s["attack_marks"][A] & 4
    assert transport.head_of(table.k, table.s, A) == number(A)


def test_ds36_5_boom_is_told_apart_from_a_total_above_armour():
    assert chits.effect(0, 0, 1, 3) == chits.DESTROYED | chits.BY_BOOM
    assert chits.effect(8, 2, 0, 3) == chits.DESTROYED


def test_luck_of_the_dice_aboard_has_mean_zero():
    for effect, needed in ((chits.DAMAGED, 6), (chits.DESTROYED, 3)):
        total = 0.0
        for roll in range(1, 7):
            table = squad()
            table.lose(A, 2)
            table.script(roll)
            shot.apply_effect(table.k, table.s, number(X), number(A), effect, c.BY_ACTIVATION)
            total += float(table.row["luck"][c.RED])
            assert (table.element(A, 1)["alive"] == 0) == (roll >= needed)
        assert total == pytest.approx(0.0)
    assert figures.TRANSPORT_LOSS["boom"] == 1
