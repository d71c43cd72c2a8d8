"""Firefights and close assaults of the compiled kernels against exact odds."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim import figures
from sim.exact.assault import assault
from sim.exact.firefight import firefight
from sim.exact.tables import pot_codes, removed_table
from sim.layout import codes as c
from sim.layout.records import new_scenario, new_states
from tests.kernel import doors_arms

pytestmark = pytest.mark.slow

DRAWS = 1_000_000
STANDARD_ERRORS = 4.0
SEED = 21
FOE = doors_arms.FOE
PLACE = {"open": c.IN_THE_OPEN, "dug_in": c.DUG_IN, "soft_cover": c.HULL_DOWN}


def teams(k, s, u, kind, arms, quality, leadership):
    """Fill unit u with teams of one kind: its rifle and APSW teams, in that order, in one place."""
    unit = s["units"][u]
    unit["count"] = sum(arms)
    unit["quality"], unit["leadership"] = figures.QUALITY_DIE[quality], leadership
    unit["leader"] = c.NOTHING
    k["units"][u]["side"] = u // c.UNITS_A_SIDE
    for arm, count in enumerate(arms):
        number = 2 * (u // c.UNITS_A_SIDE) + arm
        record = k["types"][number]
        record["troops"], record["points"] = c.TROOPS.index(kind), 20.0
        record["kill_total"] = figures.KILL_TOTAL[kind]
        chits = figures.ASSAULT_CHITS
        rifle = chits["powered" if kind == "powered" else "rifle"]
        record["assault_chits"] = chits["apsw"] if arm else rifle
        weapon = record["weapons"][0]
        record["weapon_count"], weapon["barrels"] = 1, 1
        weapon["kind"] = c.APSW if arm else c.RIFLE
        weapon["infantry_chits"] = figures.APSW_CHITS if arm else figures.RIFLE_CHITS[kind]
        weapon["infantry_validity"] = [
            c.VALIDITIES.index(figures.FIREFIGHT_VALIDITY[place]) for place in c.POSITIONS
        ]
        for i in range(count):
            element = s["elements"][u * c.ELEMENTS_A_UNIT + sum(arms[:arm]) + i]
            element["type"], element["team"], element["alive"] = number, 1, 1
            element["aboard"] = c.NOTHING


def small(attacker, arms, defender, foes, position, quality="regular", leadership=2):
    """Return scenario and state with blue's unit 0 and its foe."""
    k, s = new_scenario()[0], new_states(1)[0]
    k["pot"], k["removed"] = pot_codes(), removed_table()
    k["infantry"] = k["arms"] = k["width"] = k["height"] = s["turn"] = 1
    teams(k, s, 0, attacker, arms, quality, leadership)
    teams(k, s, FOE, defender, foes, "regular", 2)
    for i in range(sum(foes)):
        s["elements"][FOE * c.ELEMENTS_A_UNIT + i]["posture"] = PLACE[position]
    return k, s


def agree(counts, chances):
    """Assert that counts agree with exact chances to four standard errors."""
    assert counts.sum() == DRAWS
    for number, exact in enumerate(chances):
        chance = float(exact)
        allowed = STANDARD_ERRORS * math.sqrt(chance * (1.0 - chance) / DRAWS)
        assert counts[number] / DRAWS == pytest.approx(chance, abs=allowed + 1e-12), number


@pytest.mark.parametrize(
    ("kind", "rifles", "apsws", "target", "position", "quality", "leadership", "under_fire"),
    [
        ("line", 3, 0, "line", "open", "regular", 2, False),
        ("powered", 2, 2, "militia", "soft_cover", "veteran", 3, False),
        ("militia", 4, 1, "line", "dug_in", "green", 1, True),
        ("line", 1, 0, "powered", "open", "regular", 3, True),
    ],
)
def test_ds33_1_teams_removed_in_a_million_firefights(
    kind, rifles, apsws, target, position, quality, leadership, under_fire
):
    arms = (rifles, apsws)
    k, s = small(kind, arms, target, (sum(arms), 0), position, quality, leadership)
    s["units"][0]["under_fire"] = under_fire
    lost = np.zeros(7, np.int64)
    doors_arms.count_firefights(k, s, SEED, DRAWS, lost)
    odds = firefight(quality, leadership, under_fire, rifles, apsws, kind, target, position)
    agree(lost, odds.removed)
    # each of a battle's draws has an expected luck of none
    assert abs(s["row"]["luck"][c.BLUE]) < STANDARD_ERRORS * 20.0 * math.sqrt(
        sum(arms) * DRAWS
    )  # fmt: skip


@pytest.mark.parametrize(
    ("attacker", "arms", "defender", "foes", "position"),
    [
        ("line", (3, 0), "line", (3, 0), "open"),
        ("line", (3, 2), "militia", (2, 1), "dug_in"),
        ("powered", (2, 1), "line", (1, 3), "soft_cover"),
        ("militia", (1, 0), "powered", (3, 1), "open"),
    ],
)
def test_ds34_1_losses_of_a_million_rounds(attacker, arms, defender, foes, position):
    k, s = small(attacker, arms, defender, foes, position)
    lost = np.zeros((7, 7), np.int64)
    doors_arms.count_rounds(k, s, SEED, DRAWS, 1, lost)
    odds = assault(
        attacker, *arms, defender=defender, defender_rifles=foes[0], defender_apsws=foes[1],
        position=position,
    )  # fmt: skip
    agree(lost.sum(axis=1), odds.attacker_lost)
    agree(lost.sum(axis=0), odds.defender_lost)
    # both sides draw at once, so that their losses have nothing to do with each other
    both = np.outer([float(one) for one in odds.attacker_lost], odds.defender_lost)
    agree(lost[: both.shape[0], : both.shape[1]].ravel(), both.astype(float).ravel())


def test_ds34_1_no_cover_in_a_later_round():
    k, s = small("line", (3, 0), "line", (3, 0), "dug_in")
    lost = np.zeros((7, 7), np.int64)
    doors_arms.count_rounds(k, s, SEED, DRAWS, 2, lost)
    agree(lost.sum(axis=0), assault(position="open").defender_lost)
