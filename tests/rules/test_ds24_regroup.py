"""Regrouping of depleted units: DS24.2, RD-11, E10."""

from __future__ import annotations

import pytest

from sim.battle import activation
from sim.layout import codes as c
from sim.rules import regroup, shot
from tests.rules.table import A, B, Table, X, battle, number, unit


def pair(left: int = 2, others: int = 3, of: int = 4) -> Table:
    """Return A (veteran-2 BR, `left` of `of`) and beside it B (regular-3 ST, `others` elements)."""
    table = battle(
        [unit("A", (10.5, 20.5), count=of), unit("B", (12.5, 20.5), count=others)],
        [unit("X", (50.5, 20.5), facing=270)],
    )
    table.stand(A, 10.5, 20.5)
    table.stand(B, 12.5, 20.5)
    for place in range(left, of):
        table.lose(A, place)
    for u, quality, leadership, level in ((A, 10, 2, c.BR), (B, 8, 3, c.ST)):
        one = table.unit(u)
        one["quality"], one["leadership"], one["confidence"] = quality, leadership, level
    table.forget()
    return table


def joined(table: Table) -> None:
    regroup.regroup(table.k, table.s, A)


def test_e10_veteran_2_broken_joins_regular_3_steady():
    table = pair()
    joined(table)
    one = table.unit(B)
    assert (int(one["quality"]), int(one["leadership"])) == (8, 2)
    assert c.CONFIDENCE[int(one["confidence"])] == "SH"
    assert (int(one["alive"]), int(one["start"]), int(one["casualties"])) == (5, 5, 0)
    assert int(table.unit(A)["alive"]) == 0


def test_ds24_2_the_leader_is_the_one_with_the_better_leadership():
    table = pair()
    table.unit(A)["leader"] = number(A, 1)
    joined(table)
    assert int(table.unit(B)["leader"]) == number(B, 4)
    worse = pair()
    worse.unit(B)["leadership"] = 1
    joined(worse)
    assert int(worse.unit(B)["leader"]) == number(B)


def test_ds24_2_the_elements_keep_all_that_they_had():
    table = pair()
    table.element(A, 1)["damaged"] = 1
    points = [shot.cripple_value(table.k, table.s, number(A, place)) for place in range(4)]
    joined(table)
    new = table.s["elements"][number(B, 4)]
    assert (float(new["x"]), float(new["y"]), int(new["damaged"])) == (10.5, 22.5, 1)
    assert [int(one["gone"]) for one in table.elements(A)] == [1, 1, 0, 0]
    assert shot.cripple_value(table.k, table.s, number(A, 1)) == 0.0
    after = [shot.cripple_value(table.k, table.s, number(B, place)) for place in range(5)]
    lost = [shot.cripple_value(table.k, table.s, number(A, place)) for place in range(4)]
    assert sum(after) + sum(lost) == sum(points)


def test_ds24_2_teams_stay_aboard_their_carrier():
    table = pair()
    table.element(A, 0)["aboard"] = number(A, 1)
    joined(table)
    assert int(table.s["elements"][number(B, 3)]["aboard"]) == number(B, 4)


def test_ds24_2_the_larger_part_stays():
    table = pair(left=2, others=1)
    joined(table)
    assert (int(table.unit(A)["alive"]), int(table.unit(B)["alive"])) == (3, 0)
    assert (int(table.unit(A)["quality"]), int(table.unit(A)["leadership"])) == (10, 2)


def test_ds24_2_both_spend_their_activation_and_the_counter_goes():
    table = pair()
    table.watch(B)
    table.unit(B)["under_fire"] = 1
    joined(table)
    assert int(table.unit(B)["activated"]) == 1
    assert (int(table.unit(B)["overwatch"]), int(table.unit(B)["under_fire"])) == (0, 0)
    assert [event["cause"] for event in table.events("overwatch_off")] == ["regrouped"]


@pytest.mark.parametrize("why", ["activated", "far", "strong", "full", "panicked", "command"])
def test_ds24_2_nobody_to_join(why):
    table = pair(left=3 if why == "strong" else 2, others=5 if why == "full" else 3)
    if why in ("activated", "panicked"):
        table.unit(B)[why] = 1
    if why == "command":
        table.k["units"]["command"][B] = 1
    if why == "far":
        table.stand(B, 13.6, 20.5)
    assert regroup.partner(table.k, table.s, A) == -1
    joined(table)
    assert int(table.unit(B)["activated"]) == (1 if why == "activated" else 0)
    assert table.events("regroup") == []


def test_ds24_2_within_integrity_is_near_enough():
    table = pair()
    table.stand(B, 13.5, 20.5)
    assert regroup.partner(table.k, table.s, A) == B


def test_ds24_2_one_try_at_repair_for_each_element():
    for others in (3, 1):
        table = pair(others=others)
        table.element(A, 0)["systems_down"] = table.element(B, 0)["systems_down"] = 1
        table.s["serial"] += 1
        table.script(1, 1)
        joined(table)
        rolled = 2 - table.script_left
        assert rolled == (2 if others == 3 else 0)  # else the end of A's activation rolls


def test_ds24_2_the_trace_keeps_the_names():
    table = pair()
    joined(table)
    told = table.events("regroup")
    assert [event["element"] for event in told] == ["A/1", "A/2"]
    assert [(event["old_place"], event["new_place"]) for event in told] == [(1, 4), (2, 5)]
    assert told[0]["confidence"] == "SH"
    shot.apply_effect(table.k, table.s, number(X), number(B, 3), 2, c.BY_ACTIVATION)
    assert table.events("status")[-1]["element"] == "A/1"


@pytest.mark.parametrize(("others", "stays"), [(3, B), (1, A)])
def test_rd_11_regrouping_is_the_activation(others, stays):
    table = pair(others=others)
    table.unit(A)["confidence"] = c.SH
    table.watch(A)
    table.doctrine(c.BLUE, activation=[{"do": "nothing"}])
    table.k["doctrines"][c.BLUE]["rules"][c.C_ACTIVATION, 0]["do"] = c.DO_REGROUP
    activation.activate(table.k, table.s, A)
    assert int(table.unit(stays)["alive"]) == 2 + others
    assert [int(table.unit(u)["activated"]) for u in (A, B)] == [1, 1]
    assert [event["cause"] for event in table.events("overwatch_off")] == ["activated"]
