"""Mounting and stepping out are movement: nerve, markers, places (DS36.1, DS24.1, DS17.1, DS20.6)."""

from __future__ import annotations

import pytest

from sim.battle import activation, march
from sim.layout import codes as c
from sim.rules import transport
from tests.rules.infantry_table import RIFLES
from tests.rules.table import TYPES, A, Table, battle, number, unit

CARRIER = TYPES["carrier"] | {"carries": 2}


def squad(mounted: bool = True, **more) -> Table:
    """Return A, a carrier at (20.5, 20.5) with two teams aboard or beside it, and an enemy far off."""
    roster = [{"type": "carrier", "count": 1}, {"type": "squad", "count": 2}]
    table = battle(
        [unit("A", (20.5, 20.5), type=None, count=None, elements=roster, mounted=mounted)],
        [unit("X", (55.5, 35.5), facing=270)],
        types={"carrier": CARRIER, "squad": RIFLES},
        **more,
    )
    table.stand(A, 20.5, 20.5, place=0)
    transport.carry(table.k, table.s, number(A))
    if not mounted:
        for place in (1, 2):
            table.stand(A, 20.5, 20.5 + place, place=place)
    return table


def aboard(table: Table) -> int:
    return sum(bool(one["aboard"] >= 0) for one in table.elements(A))


@pytest.mark.parametrize("do", ["mount", "dismount"])
@pytest.mark.parametrize("passes", [True, False])
def test_ds24_1_under_fire_a_reaction_test_comes_before(do, passes):
    table = squad(do == "dismount")
    table.unit(A)["under_fire"] = 1
    before = aboard(table)
    table.script(8 if passes else 1)
    table.activate(A, do)
    assert [told["passed"] for told in table.events("test")] == [passes]
    assert (aboard(table) != before) == passes


def test_ds24_1_one_test_for_the_move_and_for_stepping_out():
    table = squad()
    table.unit(A)["under_fire"] = 1
    table.script(8)
    table.activate(A, "dismount", to=(25.5, 20.5))
    assert table.kinds("test") == ["test"]
    assert table.element(A)["x"] > 21.0
    assert aboard(table) == 0


def test_ds17_1_a_team_that_steps_out_onto_a_marker_takes_it():
    beside = {"name": "marker", "at": [22.4, 20.5], "value": 2, "holder": "red"}
    table = squad(objectives=[beside])
    table.activate(A, "dismount")
    assert table.events("objective")[0]["element"] in ("A/2", "A/3")
    assert table.s["holder"][0] == c.BLUE


def test_ds36_1_no_team_steps_out_onto_an_element_of_its_unit():
    roster = [{"type": "carrier", "count": 2}, {"type": "squad", "count": 1}]
    table = battle(
        [unit("A", (20.5, 20.5), type=None, count=None, elements=roster, mounted=True)],
        [unit("X", (55.5, 35.5), facing=270)],
        types={"carrier": CARRIER, "squad": RIFLES},
    )
    table.stand(A, 20.5, 20.5, place=0)
    transport.carry(table.k, table.s, number(A))
    first = 20.5 + transport.RING_X[0], 20.5 + transport.RING_Y[0]
    table.stand(A, *first, place=1)  # where a team looks first; it was bound elsewhere
    table.element(A, 1)["next"] = table.cell(30.5, 30.5)
    march.arrive(table.k, table.s, A)
    transport.dismount(table.k, table.s, A)
    assert table.element(A, 2)["cell"] != table.element(A, 1)["cell"]


def test_ds20_6_teams_aboard_take_no_posture():
    table = squad()
    table.k["cover"][int(table.element(A)["cell"])] = c.CELL_CREST
    activation.hull_down(table.k, table.s, A)
    assert [int(one["posture"]) for one in table.elements(A)] == [c.HULL_DOWN, 0, 0]
