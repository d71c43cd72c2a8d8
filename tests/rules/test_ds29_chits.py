"""Chits, the colours that count, armour: DS29; readings RD-16, RD-17."""

from __future__ import annotations

import pytest

from sim.layout import codes as c
from sim.rules import chits, direct_fire
from tests.rules.firing import facing
from tests.rules.table import NORTH, A, Table, X, number

#: p. 29: colours that count at close, medium and long range; against armour of another kind.
VALID = {
    "HEL": {"plain": "R R R", "ablative": "G G G", "reactive": "R R R"},
    "RFAC": {"plain": "RY R G"},
    "HVC": {"plain": "RY R G"},
    "HKP": {"plain": "RYG RY R"},
    "MDC": {"plain": "RYG RY R"},
    "DFFG": {"plain": "RYG*2 RYG RYG/2"},
    "SLAM": {"plain": "RY RY RY", "reactive": "R R R"},
}
CLASSES = {
    "HEL": (1, 5), "RFAC": (1, 2), "HVC": (3, 5), "HKP": (3, 5), "MDC": (1, 5), "DFFG": (1, 5),
    "SLAM": (3, 5),
}  # fmt: skip
#: A distance of each band for every class of a weapon.
AT = {
    "HEL": (20, 20, 20), "RFAC": (6, 12, 16), "HVC": (15, 24, 31), "HKP": (17, 30, 42),
    "MDC": (7, 14, 22), "DFFG": (4, 7, 11), "SLAM": (11, 20, 30),
}  # fmt: skip


def only_hit(table: Table) -> dict[str, object]:
    (event,) = table.events("chits")
    return event


def drawn(*names: str, **more: object) -> Table:
    """Fire an HKP/3 at medium range (RY counts) at armour 3 and draw these chits."""
    table = facing(25, **more)
    table.script(1, 8, *names)
    table.activate(A, "fire")
    return table


# -- chits that count ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", VALID)
def test_ds29_1_as_many_chits_as_the_weapons_class(kind):
    for size in range(CLASSES[kind][0], CLASSES[kind][1] + 1):
        table = facing(4, {"weapons": [f"{kind}/{size}"]})
        table.script(1, 8, *["R0"] * size)
        table.activate(A, "fire")
        assert only_hit(table)["drawn"] == ["R0"] * size
        assert table.script_left == 0


@pytest.mark.parametrize("armour_kind", ["plain", "ablative", "reactive"])
@pytest.mark.parametrize("kind", VALID)
@pytest.mark.parametrize("band", range(3))
def test_ds29_1_colours_by_weapon_band_and_armour(kind, band, armour_kind):
    size = CLASSES[kind][0] if kind != "MDC" else 1
    table = facing(
        AT[kind][band], {"weapons": [f"{kind}/{size}"]}, {"armour_kind": armour_kind}
    )  # fmt: skip
    table.script(1, 4, *["R0"] * size)
    table.activate(A, "fire")
    (shot,) = table.events("shot")
    assert shot["band"] == ("medium" if kind == "HEL" else c.BANDS[band])
    wanted = VALID[kind].get(armour_kind, VALID[kind]["plain"]).split()[band]
    assert only_hit(table)["valid"] == wanted


@pytest.mark.parametrize(
    ("valid", "total"),
    [
        ("", 0), ("R", 3), ("Y", 2), ("G", 1), ("RY", 5), ("RYG", 6), ("RYG*2", 12), ("RYG/2", 3),
    ],
)  # fmt: skip
def test_ds29_1_only_numbers_of_the_colours_that_count(valid, total):
    code = c.VALIDITIES.index(valid)
    named = [c.CHIT_NAMES.index(name) for name in ("R3", "Y2", "G1")]
    assert sum(chits.half_points(chit, code) for chit in named) == 2 * total


def test_ds29_1_invalid_chits_are_drawn_and_ignored():
    table = drawn("G3", "G3", "R2")
    assert (only_hit(table)["total"], only_hit(table)["effects"]) == (2, [])


def test_rd_17_halves_are_kept():
    weapon = {"weapons": ["DFFG/3 turret"]}
    table = facing(22, weapon)
    table.script(1, 4, "R3", "Y2", "G2")
    table.activate(A, "fire")
    assert (only_hit(table)["total"], only_hit(table)["effects"]) == (3.5, ["destroyed"])
    table = facing(22, weapon)
    table.script(1, 4, "R3", "Y2", "G0")
    table.activate(A, "fire")
    assert (only_hit(table)["total"], only_hit(table)["effects"]) == (2.5, [])


# -- armour ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "total", "effects"),
    [
        (("R1", "Y1", "G3"), 2, []),
        (("R1", "Y2", "G3"), 3, ["damaged"]),
        (("R2", "Y2", "G0"), 4, ["destroyed"]),
        (("R3", "R3", "Y3"), 9, ["destroyed"]),
    ],
)
def test_ds29_2_below_nothing_equal_damaged_above_knocked_out(names, total, effects):
    table = drawn(*names)
    hit = only_hit(table)
    assert (hit["armour"], hit["total"], hit["effects"]) == (3, total, effects)
    element = table.element(X)
    assert (element["alive"], element["damaged"]) == (
        0 if "destroyed" in effects else 1, 1 if "damaged" in effects else 0,
    )  # fmt: skip


@pytest.mark.parametrize(("armour", "side"), [(5, 4), (3, 2), (1, 0), (0, 0)])
def test_ds29_2_one_less_outside_the_front_arc_but_never_below_0(armour, side):
    table = facing(25, target={"armour": armour, "size": 5})
    k, s = table.k, table.s
    assert direct_fire.armour_facing(k, s, number(A), number(X)) == armour
    table.stand(X, 30.5, 20.5, NORTH)
    assert direct_fire.armour_facing(k, s, number(A), number(X)) == side
    table.script(1, 8, "R0", "R0", "R0")
    table.activate(A, "fire")
    assert only_hit(table)["armour"] == side


@pytest.mark.parametrize(
    ("names", "effects"),
    [
        (("R0", "G3", "M"), ["damaged", "immobilised"]),
        (("G1", "M", "T"), ["damaged", "immobilised", "systems_down"]),
        (("M", "M", "T"), ["immobilised", "systems_down"]),
        (("R1", "M", "T"), ["destroyed"]),
    ],
)
def test_rd_16_nothing_against_armour_0_damages_if_a_number_was_drawn(names, effects):
    assert only_hit(drawn(*names, target={"armour": 0}))["effects"] == effects
