"""The turn's end and target priority: DS19."""

from __future__ import annotations

from sim.battle import turn
from sim.layout import codes as c
from tests.rules.table import A, Table, X, Y, Z, battle, unit

# -- the turn's end --------------------------------------------------------------------------------


def test_ds19_1_inverted_markers_are_turned_face_up_and_the_rest_stays():
    table = battle()
    one, element = table.unit(A), table.element(A)
    one["activated"] = one["under_fire"] = 1
    table.unit(X)["activated"] = 1
    one["confidence"] = c.SH
    table.watch(A)
    for key in ("damaged", "immobilised", "systems_down"):
        element[key] = 1
    turn.end_turn(table.k, table.s)
    assert [table.unit(u)["activated"] for u in (A, X)] == [0, 0]
    assert [one[key] for key in ("under_fire", "confidence", "overwatch")] == [1, c.SH, 1]
    assert [element[key] for key in ("damaged", "immobilised", "systems_down")] == [1, 1, 1]


def test_ds19_1_so_each_unit_is_activated_in_each_turn():
    table = battle()
    for side in (c.BLUE, c.RED):
        table.doctrine(side, activation=[{"do": "nothing"}])
    for _ in range(3):
        turn.play_turn(table.k, table.s)
        turn.end_turn(table.k, table.s)
    assert sorted(event["unit"] for event in table.events("activate")) == ["A"] * 3 + ["X"] * 3


# -- target priority -------------------------------------------------------------------------------


def targets(**kinds: str) -> Table:
    """Return A and three enemy units north of each other, all in medium range; kinds by name."""
    red = [
        unit(name, (35.5, 8.5 + 12 * i), kinds.get(name, "tank"), count=1, facing=270)
        for i, name in enumerate("XYZ")
    ]
    return battle([unit("A", (10.5, 20.5), count=1)], red)


def chosen(table: Table) -> str:
    table.forget()
    table.activate(A, "fire")
    (fired,) = table.events("fire")
    return fired["target"]


def test_ds19_2_nearer_before_farther():
    table = targets()
    for near in (X, Y, Z):
        for i, other in enumerate((X, Y, Z)):
            table.stand(other, 30.5 if other == near else 35.5, 8.5 + 12 * i)
        table.stand(A, 10.5, 8.5 + 12 * (near - X))
        assert chosen(table) == "XYZ"[near - X]


def test_ds19_2_already_activated_before_nearer():
    table = targets()
    table.stand(Y, 25.5, 20.5)
    assert chosen(table) == "Y"
    table.unit(Z)["activated"] = 1
    assert chosen(table) == "Z"


def test_ds19_2_the_nearer_does_not_come_first_if_it_is_no_threat():
    table = targets(Y="carrier")
    table.stand(Y, 25.5, 20.5)
    table.stand(Z, 37.5, 32.5)
    assert chosen(table) == "X"


def test_ds19_2_already_activated_before_a_threat():
    table = targets(Y="carrier")
    table.unit(Y)["activated"] = 1
    assert chosen(table) == "Y"


def test_ds19_2_in_the_open_before_in_cover():
    table = targets()
    table.stand(A, 10.5, 14.5)  # as far from X as from Y
    for covered, bare in ((X, "Y"), (Y, "X")):
        for u in (X, Y):
            kind = c.CELL_SOFT if u == covered else c.CELL_NO_COVER
            table.k["cover"][table.element(u)["cell"]] = kind
        assert chosen(table) == bare
