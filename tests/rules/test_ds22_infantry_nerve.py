"""What confidence and fire leave of infantry's orders (p. 22-24)."""

from __future__ import annotations

import pytest

from sim.battle import activation, own_fire
from sim.layout import codes as c
from sim.rules import infantry, opportunity
from tests.rules.infantry_table import CAR, RIFLES, TRUCK, facing_teams, volley_at
from tests.rules.table import TYPES, A, X, battle, unit

AHEAD = (30.5, 10.1)


def level(confidence, distance=30, **more):
    """Return infantry at a confidence level, in the open, its enemy far off."""
    table = facing_teams(distance, count=2, **more)
    table.unit(A)["confidence"] = confidence
    return table


def in_cover(table):
    for one in table.elements(A):
        table.k["cover"][one["cell"]] = c.CELL_SOFT


def has_moved(table):
    return any(one["used"] > 0.0 for one in table.elements(A))


@pytest.mark.parametrize(("roll", "goes"), [(4, True), (3, False)])
def test_ds22_4_shaken_infantry_tests_before_it_advances(roll, goes):
    table = level(c.SH)
    table.script(roll)
    table.activate(A, "move", to=AHEAD)
    (test,) = table.events("test")
    assert (test["kind"], test["threat"], test["score"], test["passed"]) == (
        "reaction", 1, 3, goes,
    )  # fmt: skip
    assert has_moved(table) == goes


def test_ds22_4_shaken_infantry_tests_before_it_leaves_cover():
    for covered in (True, False):
        table = level(c.SH)
        if covered:
            in_cover(table)
        table.script(1)
        table.activate(A, "move", move="withdraw")
        assert len(table.events("test")) == covered
        assert has_moved(table) != covered


@pytest.mark.parametrize("confidence", [c.CO, c.ST])
def test_ds22_4_confident_and_steady_infantry_just_goes(confidence):
    table = level(confidence)
    table.activate(A, "move", to=AHEAD)
    assert table.kinds("test") == []
    assert has_moved(table)


def test_ds22_4_shaken_armour_acts_normally():
    table = level(c.SH)
    for one in table.elements(A):
        one["team"] = 0
    table.activate(A, "move", to=AHEAD)
    assert table.kinds("test") == []
    assert has_moved(table)


def test_ds22_4_broken_infantry_does_not_advance():
    table = level(c.BR)
    in_cover(table)
    table.activate(A, "move", to=AHEAD)
    assert table.events("activate")[0]["action"] == "fire"
    assert not has_moved(table)


def test_ds22_4_broken_infantry_may_not_assault():
    table = level(c.BR, distance=4)
    in_cover(table)
    table.script(8, *("G1",) * 4)
    table.activate(A, "assault")
    assert table.events("activate")[0]["action"] == "fire"


def test_ds22_4_routed_infantry_withdraws_and_does_not_fire():
    table = level(c.RO, distance=4)
    table.unit(A)["attackers"] = 1 << X
    table.activate(A, "fire")
    (order,) = table.events("activate")
    assert (order["action"], order["move"]) == ("move", "withdraw")
    assert table.kinds("fire") == []
    assert table.element(A)["x"] < 10.5


def test_ds22_4_routed_infantry_has_no_opportunity_fire():
    table = level(c.RO, distance=4)
    table.unit(A)["attackers"] = 1 << X
    assert not opportunity.may_interrupt(table.k, table.s, A, X)
    for one in table.elements(A):
        one["team"] = 0
    assert opportunity.may_interrupt(table.k, table.s, A, X)


def test_ds22_4_routed_infantry_has_no_overwatch():
    table = level(c.CO, distance=4)
    table.watch(A)
    table.unit(A)["confidence"] = c.BR
    table.unit(A)["leadership"] = 3
    volley_at(table, 8, "R3", "R1", 1, u=X, v=A)
    assert table.unit(A)["confidence"] == c.RO
    assert table.unit(A)["overwatch"] == 0


def test_ds22_4_teams_in_soft_transport_count_as_on_foot():
    for carrier, on_foot in ((CAR, False), (TRUCK, True)):
        roster = [{"type": "transport", "count": 1}, {"type": "squad", "count": 1}]
        table = battle(
            [unit("A", (5.5, 10.5), type=None, count=None, elements=roster, mounted=True)],
            types={"transport": carrier | {"carries": 2}, "squad": RIFLES},
        )
        assert infantry.dismounted(table.k, table.s, A) == on_foot
        table.element(A, 1)["alive"] = 0
        assert not infantry.dismounted(table.k, table.s, A)


@pytest.mark.parametrize(("team", "threat"), [(1, 1), (0, 0)])
def test_ds24_1_a_unit_under_fire_tests_before_it_moves(team, threat):
    table = level(c.CO)
    for one in table.elements(A):
        one["team"] = team
    table.unit(A)["under_fire"] = 1
    table.script(1)
    table.activate(A, "move", to=AHEAD)
    assert table.events("test")[0]["threat"] == threat
    assert not has_moved(table)


def test_ds24_1_a_gun_that_draws_in_vain_puts_its_marker_on_infantry():
    # beyond its APSW's reach
    table = facing_teams(13, count=2, foe=TYPES["tank"] | {"weapons": ["MDC/3 turret"]})
    volley_at(table, "G0", "G0", u=X, v=A)
    assert table.unit(A)["under_fire"] == 1
    assert table.unit(A)["casualties"] == 0


def test_ds22_4_infantry_routed_on_its_way_does_not_fire():
    table = facing_teams(5)
    table.unit(A)["confidence"] = c.RO
    table.unit(A)["attackers"] = 1 << X
    assert own_fire.fire(table.k, table.s, A) == 0


@pytest.mark.parametrize(("terrain", "covered"), [("dense_wood", True), ("open", False)])
def test_ds20_6_teams_deep_in_a_wood_have_cover(terrain, covered):
    table = facing_teams(5)
    table.k["terrain"][int(table.element(A)["cell"])] = c.TERRAINS.index(terrain)
    assert activation.in_cover(table.k, table.s, A) == covered
