"""Missiles of the compiled kernels against exact odds: interception, hits, the target's state."""

from __future__ import annotations

import math
from typing import Any, TypedDict

import numpy as np
import pytest

from sim import figures
from sim.exact import missile
from sim.layout import codes as c
from sim.layout.records import new_scenario, new_states
from sim.scenario.compile import fill_constants
from sim.scenario.fill_types import rung
from tests.kernel import doors_missiles

pytestmark = pytest.mark.slow

SALVOES = 1_000_000
STANDARD_ERRORS = 4.0
SEED = 31
#: Bits of the target's state: 1 damaged, 2 immobilised, 4 systems down, 16 destroyed.
STATES = {
    "SD:T": 4, "MOB": 2, "SD:T&MOB": 6, "Dam": 1, "Dam&SD:T": 5, "Dam&MOB": 3,
    "Dam&SD:T&MOB": 7, "Kill": 16,
}  # fmt: skip
LAUNCHER, TARGET, GUARD = 0, 1, 2  # types
X, Y = c.UNITS_A_SIDE, c.UNITS_A_SIDE + 1


class Salvo(TypedDict, total=False):
    """Arguments of `sim.exact.missile`."""

    weapon: str
    guidance: str
    ecm: str
    pds: str
    missiles: int
    ads: str
    armour_kind: str
    side: bool


SALVOS: tuple[Salvo, ...] = (
    {"weapon": "GMS/L", "guidance": "basic", "ecm": "none"},
    {"weapon": "GMS/H", "guidance": "superior", "ecm": "superior", "pds": "basic", "missiles": 2},
    {"weapon": "GMS/L", "guidance": "enhanced", "ecm": "basic", "ads": "enhanced"},
    {"weapon": "GMS/H", "guidance": "enhanced", "missiles": 3, "ads": "enhanced", "side": True},
    {"weapon": "GMS/L", "guidance": "superior", "ecm": "enhanced", "pds": "enhanced",
     "missiles": 4, "ads": "basic", "armour_kind": "reactive"},
    {"weapon": "GMS/H", "guidance": "basic", "ecm": "basic", "missiles": 4, "ads": "superior"},
)  # fmt: skip


def stand(s: np.void, u: int, kind: int, x: float, facing: float) -> None:
    """Put a unit of one element on the table."""
    s["units"][u]["count"] = s["units"][u]["alive"] = 1
    element = s["elements"][u * c.ELEMENTS_A_UNIT]
    element["type"], element["alive"], element["aboard"] = kind, 1, c.NOTHING
    element["x"], element["y"], element["cell"] = x, 0.5, int(x)
    element["fx"] = facing


def salvo(
    weapon: str = "GMS/L",
    guidance: str = "enhanced",
    ecm: str = "basic",
    pds: str = "none",
    missiles: int = 1,
    ads: str = "none",
    armour: int = 4,
    armour_kind: str = "plain",
    side: bool = False,
) -> tuple[np.void, np.void]:
    """Return a scenario and a state in which unit 0 fires one vehicle's missiles at X, beside Y."""
    k, s = new_scenario()[0], new_states(1)[0]
    fill_constants(k)
    k["width"], k["height"], k["unit_count"] = 60, 1, (1, 2)
    k["missiles"] = k["arms"] = k["area_defence"] = 1
    k["sight"] = np.uint64(2**64 - 1)
    k["units"]["side"][X : X + 2] = c.RED
    k["types"]["pds"] = k["types"]["ads"] = c.NOTHING
    gms = k["types"][LAUNCHER]["weapons"][0]
    gms["kind"], gms["barrels"], gms["reach"] = c.GMS, missiles, 48.0
    gms["chits"] = figures.MISSILE_CHITS[weapon]
    gms["die"] = rung(figures.GUIDANCE[guidance])
    for place, kind in enumerate(c.ARMOURS):
        valid = figures.GMS_VALIDITY.get(kind, figures.GMS_VALIDITY["plain"])
        gms["validity"][place] = c.VALIDITIES.index(valid)
    target = k["types"][TARGET]
    target["points"], target["armour"], target["side_armour"] = 100.0, armour, armour - 1
    target["armour_kind"] = c.ARMOURS.index(armour_kind)
    target["ecm"] = rung(figures.ECM[ecm])
    if pds != "none":
        target["pds"] = rung(figures.PDS[pds])
    s["turn"], s["popped"], s["caller"] = 1, c.NOTHING, c.NOTHING
    stand(s, 0, LAUNCHER, 0.5, 1.0)
    stand(s, X, TARGET, 20.5, 1.0 if side else -1.0)
    stand(s, Y, GUARD, 24.5, -1.0)
    if ads != "none":
        k["types"][GUARD]["ads"] = rung(figures.ADS[ads])
        s["elements"][Y * c.ELEMENTS_A_UNIT]["sensors"] = 1
    s["aim"], s["aim_weapon"] = c.NOTHING, c.NOTHING
    s["aim"][0], s["aim_weapon"][0] = X * c.ELEMENTS_A_UNIT, 0
    return k, s


def fought(k: np.void, s: np.void) -> tuple[Any, Any, Any, Any]:
    """Return how often so many hit, were shot down, what became of the target, and the luck."""
    counts = np.zeros(49, np.int64), np.zeros(49, np.int64), np.zeros(32, np.int64), np.zeros(2)
    doors_missiles.fire_salvoes(k, s, SEED, SALVOES, *counts)
    return counts


def agrees(found: int, chance: float) -> bool:
    """Return whether a count lies within four standard errors of what its chance gives."""
    off = abs(found - SALVOES * chance)
    return off <= STANDARD_ERRORS * math.sqrt(SALVOES * chance * (1.0 - chance)) + 1e-6


@pytest.mark.parametrize("given", SALVOS, ids=lambda one: "-".join(map(str, one.values())))
def test_ds31_1_a_million_salvoes(given):
    odds = missile(**given)
    k, s = salvo(**given)
    _, downed, states, (luck, squares) = fought(k, s)
    down = float(odds.shot_down)
    for number in range(odds.engaged + 1):
        chance = (
            math.comb(odds.engaged, number) * down**number * (1 - down) ** (odds.engaged - number)
        )
        assert agrees(downed[number], chance), number
    for name, bits in STATES.items():
        assert agrees(states[bits], float(odds.outcomes[name])), name
    assert agrees(states[0], float(odds.outcomes["Miss"] + odds.outcomes["SD:F"]))
    assert agrees(states[8], float(odds.firer_down))
    # luck: what came out less what was expected is zero on average
    assert squares > 0.0
    assert abs(luck) < STANDARD_ERRORS * math.sqrt(squares)


@pytest.mark.parametrize("given", SALVOS, ids=lambda one: "-".join(map(str, one.values())))
def test_ds31_1_hits_of_a_million_salvoes(given):
    odds = missile(**given)
    k, s = salvo(**given)
    k["pot"] = c.CHIT_NAMES.index("R0")  # nothing is destroyed, so that no missile is wasted
    hits = fought(k, s)[0]
    for number, chance in enumerate(odds.hits):
        assert agrees(hits[number], float(chance)), number
    assert hits.sum() == SALVOES
