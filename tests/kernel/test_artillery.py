"""Barrages and calls of the compiled kernel against exact odds (DS38.1, DS39.1)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.exact.artillery import artillery
from sim.figures import KILL_TOTAL
from sim.layout import codes as c
from sim.layout.records import new_scenario, new_states
from sim.scenario.compile import fill_constants
from tests.kernel import doors_artillery

pytestmark = pytest.mark.slow

DRAWS = 1_000_000
STANDARD_ERRORS = 4.0
SEED = 21
TARGET = 16 * c.ELEMENTS_A_UNIT
#: What is left of the element, as `count_bursts` counts it.
STATES = {
    "Miss": 0, "Dam": 1, "MOB": 2, "Dam&MOB": 3, "SD:T": 4, "Dam&SD:T": 5, "SD:T&MOB": 6,
    "Dam&SD:T&MOB": 7, "Kill": 8,
}  # fmt: skip


def range_of(kind, load, armour, team, dug_in):
    """Return a scenario and a state with one battery of blue's and one element of red's."""
    k, s = new_scenario()[0], new_states(1)[0]
    fill_constants(k)
    k["width"] = k["height"] = 48
    k["units"]["side"][16:] = 1
    k["batteries"][0]["unit"], k["batteries"][0]["kind"] = -1, kind
    k["types"][0]["points"], k["types"][0]["side_armour"] = 100.0, max(armour - 1, 0)
    k["types"][0]["kill_total"] = KILL_TOTAL.get(team, 0)
    s["turn"], s["batteries"][0]["load"] = 1, load
    s["batteries"][0]["ammunition"] = 9
    s["units"][16]["count"], s["units"][16]["alive"] = 1, 1
    one = s["elements"][TARGET]
    one["team"], one["aboard"], one["alive"] = team != "vehicle", -1, 1
    one["posture"] = c.DUG_IN if dug_in else c.IN_THE_OPEN
    return k, s


@pytest.mark.parametrize("sheaf", c.SHEAFS)
@pytest.mark.parametrize(
    ("kind", "load", "target", "dug_in"),
    (
        ("light", "HEF", "line", False),
        ("medium", "HEF", "militia", True),
        ("heavy", "MAK", "powered", False),
        ("light", "HEF", "vehicle", False),
        ("medium", "MAK", "vehicle", False),
        ("heavy", "MAK", "vehicle", True),
    ),
)
def test_ds39_1_a_million_barrages(kind, load, target, dug_in, sheaf):
    odds = artillery(
        battery=kind, guns=3, sheaf=sheaf, ammunition=load, target=target, dug_in=dug_in
    )
    codes = c.ARTILLERIES.index(kind), c.AMMUNITIONS.index(load)
    k, s = range_of(*codes, 3, target, dug_in)
    counts = np.zeros(9, np.int64)
    luck = doors_artillery.count_bursts(k, s, SEED, 0, TARGET, odds.draws, DRAWS, counts)
    found = {name: counts[state] / DRAWS for name, state in STATES.items()}
    wanted = {name: float(chance) for name, chance in odds.outcomes.items()}
    wanted["Miss"] += wanted.pop("SD:F", 0.0)
    for name, chance in wanted.items():
        allowed = STANDARD_ERRORS * math.sqrt(chance * (1.0 - chance) / DRAWS)
        assert found[name] == pytest.approx(chance, abs=allowed), name
    assert abs(luck / DRAWS) < STANDARD_ERRORS * 50.0 * math.sqrt(odds.draws / DRAWS)


@pytest.mark.parametrize("table", ("on_table", "off_table"))
@pytest.mark.parametrize("observer", ("specialist", 1, 2, 3))
def test_ds38_1_a_million_calls(table, observer):
    odds = artillery(observer=observer, table=table)
    k, s = range_of(c.HEAVY, c.MAK, 3, "vehicle", False)
    k["batteries"][0]["unit"] = 0 if table == "on_table" else -1
    found = doors_artillery.count_calls(k, s, SEED, 0, 0, odds.observer_die, TARGET, DRAWS) / DRAWS
    chance = float(odds.answered)
    allowed = STANDARD_ERRORS * math.sqrt(chance * (1.0 - chance) / DRAWS)
    assert found == pytest.approx(chance, abs=allowed)
