"""Fire of teams from inside their carriers (DS36.1)."""

from __future__ import annotations

import pytest

from sim.battle import attack, own_fire
from sim.layout import codes as c
from sim.rules import transport, volley
from tests.rules.infantry_table import RIFLES, TRUCK, place
from tests.rules.table import TYPES, A, Table, X, battle, number, unit

#: Armour 1 and without a gun of its own; one with a gun.
CARRIER = TYPES["carrier"] | {"carries": 2}
GUN_CARRIER = CARRIER | {"weapons": ["MDC/2 turret"], "fire_control": "basic"}


def squad_at(inches, carrier=CARRIER, foe=RIFLES, mounted=True, mode=c.BY_ACTIVATION) -> Table:
    """Return A, a carrier with two rifle teams, so far from X, two teams."""
    roster = [{"type": "carrier", "count": 1}, {"type": "squad", "count": 2}]
    squad = unit("A", (5.5, 10.5), type=None, count=None, elements=roster, mounted=mounted)
    table = battle(
        [squad],
        [unit("X", (50.5, 10.5), "foe", count=2, facing=270)],
        types={"carrier": carrier, "squad": RIFLES, "foe": foe},
    )
    place(table, X, 10.5 + inches)
    table.stand(A, 10.5, 10.5, place=0)
    transport.carry(table.k, table.s, number(A))
    table.forget()
    table.s["mover"] = A
    table.look(A)
    return table


def test_ds36_1_fire_from_inside_only_marks():
    table = squad_at(5)
    assert own_fire.fire(table.k, table.s, A) == 1
    (told,) = table.events("firefight")
    assert (told["die"], told["teams"], told["drawing"]) == (None, 2, 0)
    assert table.events("chits") == []
    assert table.unit(X)["under_fire"] == 1


@pytest.mark.parametrize(
    ("inches", "carrier", "foe"),
    [(7, CARRIER, RIFLES), (5, CARRIER | {"armour": 0}, RIFLES), (5, CARRIER, TRUCK)],
    ids=["out of reach", "soft carrier", "no infantry"],
)
def test_ds36_1_no_fire_from_inside(inches, carrier, foe):
    table = squad_at(inches, carrier, foe)
    assert own_fire.fire(table.k, table.s, A) == 0
    assert table.unit(X)["under_fire"] == 0


def test_ds36_1_not_at_whom_a_marker_would_tell_nothing_new():
    table = squad_at(5)
    table.unit(X)["under_fire"] = 1
    assert own_fire.fire(table.k, table.s, A) == 0


def test_ds36_1_teams_inside_fire_with_their_carriers_gun():
    table = squad_at(5, GUN_CARRIER)
    table.script(*["G1"] * 4)
    assert own_fire.fire(table.k, table.s, A) == 1
    assert [told["element"] for told in table.events("shot")] == ["A/1"]
    assert [told["teams"] for told in table.events("firefight")] == [2]


@pytest.mark.parametrize("east", [1.0, -1.0])
def test_rd4_fire_from_inside_on_overwatch_keeps_to_the_watched_area(east):
    table = squad_at(5)
    table.watch(A, (east, 0.0))
    volley.declare_volley(table.k, table.s, A, X, c.BY_OVERWATCH)
    attack.attack(table.k, table.s, A, X, c.BY_OVERWATCH)
    assert len(table.events("firefight")) == (east > 0)
