"""What must hold in every row, and luck: points inflicted less points expected, zero on average."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.battle.play import fight_share
from sim.layout import codes as c
from sim.layout.records import ROW, new_states
from sim.study.battles import Battles
from sim.study.prepare import prepare
from sim.study.run import run
from tests.kernel.digest import SMALL_FIGHT

pytestmark = pytest.mark.slow

BATTLES = 20_000
STANDARD_ERRORS = 4.0
SEED = 11
#: The small fight has salvoes that strike beside the target, and two barrels against one roll; the
#: two of combined arms have everything that draws chits.
SCENARIOS = ("ridge_crossing", SMALL_FIGHT, "border_raid", "spaceport")
NAMES = ("ridge_crossing", "small_fight", "border_raid", "spaceport")


@pytest.fixture(scope="module", params=SCENARIOS, ids=NAMES)
def fought(request: pytest.FixtureRequest) -> Battles:
    return run(request.param, BATTLES, SEED)


def test_luck_is_zero_on_average(fought):
    luck = fought.rows["luck"]
    errors = luck.std(axis=0, ddof=1) / math.sqrt(len(luck))
    assert (np.abs(luck.mean(axis=0)) < STANDARD_ERRORS * errors).all()
    # and it is a matter of points: luckier sides take more of the enemy's
    for side in range(2):
        taken = fought.rows["points_lost"][:, 1 - side]
        assert np.corrcoef(luck[:, side], taken)[0, 1] > 0.2


def test_starting_strength_is_survivors_and_losses(fought):
    rows = fought.rows
    assert (rows["start"] == rows["survivors"] + rows["lost"].sum(axis=2)).all()
    assert (rows["lost"] == rows["by_turn"].sum(axis=1)).all()
    assert (rows["crippled"] <= rows["survivors"]).all()
    assert (rows["points_lost"] == rows["points_lost_by"].sum(axis=2)).all()
    kills = rows["activation_kills"] + rows["opportunity_kills"] + rows["kills"]
    by_fire = rows["lost"][:, :, : len(c.FIRE_MODES)].sum(axis=2)
    beside = by_fire[:, ::-1] - kills  # by the loser's own salvoes
    assert (beside >= 0).all()
    assert beside.sum() < 0.05 * kills.sum()


def test_ow_f6_every_chance_is_held_or_fired(fought):
    rows = fought.rows
    assert rows["chances"].sum() > BATTLES / 10
    assert (rows["chances"] == rows["held"] + rows["fired"]).all()


@pytest.mark.parametrize("scenario", SCENARIOS, ids=NAMES)
def test_ow_a3_every_counter_goes_or_still_lies_there(scenario):
    prepared = prepare(scenario)
    states, rows = new_states(1), np.zeros(1, ROW)
    lying_at_the_end = 0
    for battle in range(1_000):
        fight_share(prepared.record, states, 0, 1, rows, SEED, battle)
        units = states[0]["units"]["overwatch"].reshape(2, c.UNITS_A_SIDE)
        lying = units.sum(axis=1)
        assert (rows[0]["declared"] == rows[0]["off"].sum(axis=1) + lying).all(), battle
        lying_at_the_end += int(lying.sum())
    assert lying_at_the_end > 0
