"""Dice, scale, sight and the damage pot: DS3 to DS5."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.layout import codes as c
from sim.layout.records import new_scenario, new_states
from sim.rules import chits, dice, direct_fire
from tests.rules.table import EAST, MISS, WEST, A, Table, X, battle, number, unit

D4, D6, D8, D10, D12 = range(5)


def test_ds3_1_the_ladder_has_five_dice():
    assert [dice.sides_of(place) for place in range(5)] == [4, 6, 8, 10, 12]


def test_ds3_1_one_type_up_or_down_is_a_step_on_the_ladder():
    for place in (D6, D8, D10):
        assert dice.step(place, 1) == place + 1
        assert dice.step(place, -1) == place - 1
        assert dice.step(place, 0) == place


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12])
def test_ds3_1_a_die_shows_each_of_its_faces(sides):
    s = new_states(1)[0]
    rolls = [dice.die(s, sides, c.P_BARREL, 0, index) for index in range(400)]
    assert set(rolls) == set(range(1, sides + 1))


def test_rd_20_a_step_above_d12_stays_d12():
    assert dice.step(D12, 1) == D12
    assert dice.step(D10, 5) == D12


def test_ds4_1_a_unit_of_up_to_six_elements_is_activated_as_one():
    table = battle([unit("A", (10.5, 20.5), count=6)], [unit("X", (40.5, 20.5), count=6)])
    table.script(*MISS * 6)
    table.activate(A, "fire")
    assert len(table.events("fire")) == 1
    assert [shot["element"] for shot in table.events("shot")] == [f"A/{i}" for i in range(1, 7)]
    assert len(table.events("activate")) == len(table.events("marker")) == 1


# -- sight -----------------------------------------------------------------------------------------


def block(kind: str, x: float, y: float, **more: int) -> dict[str, object]:
    """Return a piece of terrain, two inches by three."""
    return {"kind": kind, "polygon": [[x, y], [x + 2, y], [x + 2, y + 3], [x, y + 3]], **more}


#: Four lanes of open ground from west to east, each with something across it.
LANES = (
    block("building", 11, 1),
    block("light_wood", 11, 5),
    block("hill", 11, 9, level=1),
    block("light_wood", 8, 12),
    block("hill", 0, 12, level=2),
)
#: y of a lane, and whether an element at its west end sees one at the other end.
SEEN = {"building": (2.5, 0), "wood": (6.5, 0), "raised ground": (10.5, 0), "from above": (13.5, 1)}


def lane(y: float) -> Table:
    table = battle(
        [unit("A", (1.5, 8.5), count=1)], [unit("X", (22.5, 8.5), count=1)],
        size=(24, 16), terrain=LANES,
    )  # fmt: skip
    table.stand(A, 1.5, y, EAST)
    table.stand(X, 22.5, y, WEST)
    return table


@pytest.mark.parametrize(("y", "seen"), SEEN.values(), ids=SEEN)
def test_ds4_2_sight_is_a_straight_line_that_nothing_crosses(y, seen):
    table = lane(y)
    assert bool(direct_fire.sees(table.k, table.s, number(A), number(X))) == bool(seen)
    table.activate(A, "fire")
    assert len(table.events("fire")) == seen


def test_ds4_2_on_level_ground_the_same_wood_blocks():
    table = lane(13.5)
    table.stand(A, 4.5, 13.5, EAST)  # below the hill
    table.activate(A, "fire")
    assert table.events("fire") == []


def test_ds4_2_each_element_needs_its_own_line():
    table = battle([unit("A", (10.5, 20.5))], [unit("X", (30.5, 20.5), count=1)])
    table.blind(A, 1, X, 0)
    table.script(*MISS)
    table.activate(A, "fire")
    assert [shot["element"] for shot in table.events("shot")] == ["A/1"]


@pytest.mark.parametrize(("inches", "seen"), [(60.0, True), (60.25, False)])
def test_ds4_2_at_most_sixty_inches(inches, seen):
    table = battle(size=(72, 40))
    table.stand(A, 5.5, 20.5, place=0)
    table.stand(X, 5.5 + inches, 20.5, place=0)
    assert bool(direct_fire.sees(table.k, table.s, number(A), number(X))) == seen


# -- the damage pot --------------------------------------------------------------------------------


def test_ds5_1_the_pot_holds_119_chits():
    counts = Counter(c.CHIT_NAMES[chit] for chit in battle().k["pot"])
    assert sum(counts.values()) == 119
    assert counts == {
        "R0": 5, "R1": 20, "R2": 15, "R3": 10,
        "Y0": 3, "Y1": 10, "Y2": 7, "Y3": 5,
        "G0": 3, "G1": 10, "G2": 7, "G3": 5,
        "BOOM": 5, "M": 7, "T": 5, "F": 2,
    }  # fmt: skip


@given(st.lists(st.integers(0, 114), min_size=1, max_size=5))
def test_ds5_1_chits_of_one_hit_are_drawn_without_replacement(places):
    pot = list(range(119))
    drawn = [pot.pop(place) for place in places]
    k, s = new_scenario()[0], new_states(1)[0]
    told = []
    # a chit's code has five bits: two pots tell which of the 119 it was
    for code in (lambda chit: chit % 12, lambda chit: chit // 12):
        k["pot"] = [code(chit) for chit in range(119)]
        before = k["pot"].copy()
        with pytest.MonkeyPatch.context() as patch:
            numbers = iter(places)
            patch.setattr(dice, "below", lambda s, limit, *key, numbers=numbers: next(numbers))
            packed = chits.draw(k, s, len(places), c.V_RYG, 3, c.P_CHIT, 0, 0)
        assert (k["pot"] == before).all()  # all go back
        told.append([(packed >> 20 + 5 * i & 31) - 1 for i in range(len(places))])
    assert [low + 12 * high for low, high in zip(*told, strict=True)] == drawn


def test_ds5_1_each_draw_is_from_what_is_left(monkeypatch):
    limits = []
    monkeypatch.setattr(dice, "below", lambda s, limit, *key: limits.append(limit) or 0)
    k, s = battle().k, new_states(1)[0]
    for _ in range(2):  # and the next hit's from the full pot again
        chits.draw(k, s, 5, c.V_RYG, 3, c.P_CHIT, 0, 0)
    assert limits == [119, 118, 117, 116, 115] * 2
