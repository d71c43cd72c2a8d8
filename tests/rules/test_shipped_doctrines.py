"""The nine shipped doctrines lead infantry, observers and carriers sensibly: one activation each."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from sim.battle import activation
from sim.doctrine import install, load_doctrine, shipped_doctrines
from sim.layout import codes as c
from tests.rules.infantry_table import RIFLES, TRUCK
from tests.rules.table import TYPES, A, B, Table, battle, document, fill_field, unit

NINE = tuple(shipped_doctrines())
HIDING = tuple(name for name in NINE if name not in ("aggressive", "never", "random"))
OBSERVER = {"team": "observer", "troops": "line"}
CARRIER = TYPES["carrier"] | {"carries": 2}
SMOKER = TYPES["tank"] | {"smoke": True}


def led(name: str, table: Table) -> Table:
    """Let a shipped doctrine carry out blue's first activation."""
    install(table.k_array, c.BLUE, load_doctrine(name), table.names.waypoints, table.names.zones)
    activation.activate(table.k, table.s, A)
    return table


def given(name: str, table: Table) -> str:
    """Return what a shipped doctrine orders blue's first unit to do."""
    order: str = led(name, table).events("activate")[0]["action"]
    return order


def marker(x: float, y: float, holder: str | None = None) -> dict[str, Any]:
    return {"name": "marker", "at": [x, y], "value": 2, "holder": holder}


def before_cover(inches: float) -> Table:
    """Return one team of blue's so far east of cover that begins at 10, and an enemy far off."""
    table = battle(
        [unit("A", (10.0 + inches, 6.5), "squad", count=1)],
        [unit("X", (50.5, 6.5), "squad", count=1, facing=270)],
        types={"squad": RIFLES},
    )
    cells = np.array([table.cell(x + 0.5, 6.5) for x in range(4, 10)])
    table.k["cover"][cells] = c.CELL_SOFT
    fill_field(table.k, c.GOAL_COVER, cells)
    return table


@pytest.mark.parametrize("name", NINE)
def test_infantry_does_not_stand_in_the_open_when_cover_is_in_reach(name):
    table = led(name, before_cover(1.5))
    assert int(table.k["cover"][int(table.element(A)["cell"])]) == c.CELL_SOFT


def observed(foe: dict[str, Any], rounds: int) -> Table:
    """Return an observer who sees an enemy unit, with a battery off the table."""
    guns = {"name": "guns", "kind": "medium", "guns": 3, "ammunition": {"HEF": rounds}}
    told = document(
        [unit("A", (10.5, 20.5), "observer", count=1)],
        [unit("X", (40.5, 20.5), "foe", count=4, facing=270)],
        types={"observer": OBSERVER, "foe": foe},
    )
    told["blue"]["batteries"] = [guns]
    return Table(json.dumps(told))


@pytest.mark.parametrize("name", NINE)
def test_an_observer_calls_fire_on_what_is_worth_it(name):
    assert given(name, observed(RIFLES, 2)) == "call_fire"


@pytest.mark.parametrize("name", NINE)
def test_an_observer_calls_no_harassing_fire_on_vehicles(name):
    assert given(name, observed(TYPES["tank"], 0)) != "call_fire"


def mounted(to_marker: float) -> Table:
    """Return a carrier with two teams aboard, so far from a marker, and an enemy at the far end."""
    roster = [{"type": "carrier", "count": 1}, {"type": "squad", "count": 2}]
    return battle(
        [unit("A", (10.5, 20.5), type=None, count=None, elements=roster, mounted=True)],
        [unit("X", (58.5, 38.5), "foe", count=1, facing=270)],
        types={"carrier": CARRIER, "squad": RIFLES, "foe": TRUCK},
        objectives=[marker(10.5 + to_marker, 20.5)],
    )


@pytest.mark.parametrize("name", NINE)
@pytest.mark.parametrize(("to_marker", "steps_out"), [(5.0, True), (25.0, False)])
def test_carriers_let_their_teams_out_before_the_objective(name, to_marker, steps_out):
    assert (given(name, mounted(to_marker)) == "dismount") == steps_out


def hurt(strong: bool) -> Table:
    """Return a tank, the other of its unit lost, before enemies that it can or cannot answer."""
    table = battle(
        [unit("A", (10.5, 20.5), "smoker", count=2)],
        [unit("X", (40.5, 20.5), "tank" if strong else "foe", count=4, facing=270)],
        types={
            "smoker": SMOKER | {"weapons": ["RFAC/1 turret"]},
            "tank": TYPES["tank"],
            "foe": TRUCK,
        },
    )
    table.lose(A, 1)
    return table


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("strong", [True, False])
def test_a_hurt_unit_hides_from_what_it_cannot_answer(name, strong):
    assert (given(name, hurt(strong)) == "smoke") == strong


@pytest.mark.parametrize("name", NINE)
def test_two_remnants_make_a_unit(name):
    table = battle(
        [unit("A", (10.5, 20.5), count=2), unit("B", (12.5, 20.5), count=2)],
        [unit("X", (55.5, 36.5), facing=270)],
    )
    for u in (A, B):
        table.lose(u, 1)
    table.hollow(30.0, 0.0, 60.0, 40.0)
    assert given(name, table) == "regroup"
