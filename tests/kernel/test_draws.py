"""Dice and chits of the compiled kernels against exact odds; the generator against plain integers."""

from __future__ import annotations

import csv
import math
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest

from sim.figures import LADDER, POT, POT_SPECIALS
from sim.layout import codes as c
from sim.layout.records import new_scenario, new_states
from tests.kernel import doors

DRAWS = 1_000_000
STANDARD_ERRORS = 4.0
SEED = 20

ORACLE = Path(__file__).parents[1] / "data" / "chit_outcomes.csv"
ROUNDING = 0.5e-6  # the oracle has six decimals
VALID_OF_ORACLE = {
    "All": c.V_RYG,
    "All*2": c.V_RYG_DOUBLE,
    "All/2": c.V_RYG_HALF,
    "R&Y": c.V_RY,
    "R": c.V_R,
    "Y": c.V_Y,
    "G": c.V_G,
}
#: Bits of an effect as `sim.rules.chits` packs them: 1 damaged, 2 immobilised, 4 target's systems
#: down, 8 firer's systems down, 16 destroyed.
EFFECTS = {
    "SD:F": 8, "Miss": 0, "SD:T": 4, "MOB": 2, "SD:T&MOB": 6, "Dam": 1, "Dam&SD:T": 5,
    "Dam&MOB": 3, "Dam&SD:T&MOB": 7, "Kill": 16,
}  # fmt: skip
with ORACLE.open(newline="") as file:
    ROWS = list(csv.DictReader(file))

WORD = 2**64
PHI = 0x9E3779B97F4A7C15
SALT = 0xD1B54A32D192ED03
KEYS = ((0, 0), (1, 0), (1, 1), (7, 9_999), (2**31 - 1, 3), (2**63 - 1, 2**40))
EVENTS = (  # turn, purpose, actor, index
    (1, c.P_START, 0, 0),
    (1, c.P_CHIT, 37, 12),
    (8, c.P_BARREL, 191, 64),
    (24, c.P_DISCIPLINE, 31, 2**24 - 1),
    (24, c.P_AREA_CHIT, 191, 191 * 4096 + 64),
)


def named_pot() -> list[int]:
    """Return the chits of the pot (DS5.1) in the order of its colours, specials last."""
    pot: list[int] = []
    for colour, numbers in POT.items():
        for number, count in numbers.items():
            pot += [c.CHIT_NAMES.index(f"{colour}{number}")] * count
    for name, count in POT_SPECIALS.items():
        pot += [c.CHIT_NAMES.index(name)] * count
    return pot


def margin(chance: float, draws: int) -> float:
    return STANDARD_ERRORS * math.sqrt(chance * (1.0 - chance) / draws)


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=lambda r: f"{r['armour']}-{r['valid']}-{r['chits']}")
def test_ds29_2_chit_outcomes_of_a_million_hits(row):
    k, s = new_scenario()[0], new_states(1)[0]
    k["pot"] = named_pot()
    counts = np.zeros(32, np.int64)
    doors.count_effects(
        k, s, SEED, int(row["chits"]), VALID_OF_ORACLE[row["valid"]], int(row["armour"]), DRAWS,
        counts,
    )  # fmt: skip
    assert counts[list(EFFECTS.values())].sum() == DRAWS
    for name, bits in EFFECTS.items():
        chance = float(row[name])
        allowed = margin(chance + ROUNDING, DRAWS) + ROUNDING
        assert counts[bits] / DRAWS == pytest.approx(chance, abs=allowed), name


@pytest.mark.slow
@pytest.mark.parametrize("firer", LADDER)
@pytest.mark.parametrize("target", LADDER)
def test_ds28_4_hits_of_a_million_shots(firer, target):
    s = new_states(1)[0]
    for secondary in (0, *LADDER):
        rolls = product(range(1, firer + 1), range(1, target + 1), range(1, (secondary or 1) + 1))
        hits = [mine > max(first, second) for mine, first, second in rolls]
        chance = sum(hits) / len(hits)
        found = doors.count_hits(s, SEED, firer, target, secondary, DRAWS) / DRAWS
        assert found == pytest.approx(chance, abs=margin(chance, DRAWS)), secondary


def mix(z: int) -> int:
    """The finaliser of SplitMix64 (Steele, Lea and Flood 2014) in whole numbers."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return z ^ (z >> 31)


def battle_key(seed: int, battle: int) -> int:
    return mix(mix((seed * PHI + SALT) % WORD) ^ mix((battle * SALT + PHI) % WORD))


def number(key: int, turn: int, purpose: int, actor: int, index: int) -> int:
    event = turn * 2**40 + purpose * 2**34 + actor * 2**24 + index
    return mix(key ^ mix(event * PHI % WORD)) >> 32


def test_ds3_1_the_generator_is_splitmix64():
    # the published first numbers of a SplitMix64 that starts at 1234567
    numbers = (
        6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
        16408922859458223821,
    )  # fmt: skip
    for place, wanted in enumerate(numbers, 1):
        state = (1234567 + place * PHI) % WORD
        assert int(doors.mixed(np.uint64(state))) == mix(state) == wanted


@pytest.mark.parametrize(("seed", "battle"), KEYS)
def test_ds3_1_keys_and_numbers_as_in_whole_numbers(seed, battle):
    s = new_states(1)[0]
    key = int(doors.key_of(seed, battle))
    assert key == battle_key(seed, battle)
    s["key"] = key
    for place, (turn, purpose, actor, index) in enumerate(EVENTS, 1):
        s["turn"] = turn
        wanted = number(key, turn, purpose, actor, index)
        assert int(doors.number_of(s, purpose, actor, index)) == wanted
        assert int(s["draws"]) == place


def test_ds3_1_one_golden_number():
    # reckoned once, so that generator and twin cannot change together
    s = new_states(1)[0]
    s["key"], s["turn"] = doors.key_of(7, 9_999), 8
    assert int(doors.number_of(s, c.P_BARREL, 191, 64)) == 4_276_382_116


def test_ds3_1_every_key_of_a_turn_is_its_own():
    s = new_states(1)[0]
    s["key"], s["turn"] = doors.key_of(1, 1), 1
    events = list(product(range(16), range(0, 192, 5), range(0, 512, 7)))
    numbers = {int(doors.number_of(s, *event)) for event in events}
    pairs = len(events) ** 2 / 2
    assert len(events) - len(numbers) < 4 + 4 * pairs / 2**32  # by chance alone, some agree


@pytest.mark.parametrize("limit", (2, *LADDER, c.POT_SIZE - 4, c.POT_SIZE))
def test_ds3_1_dice_have_no_modulo_bias(limit):
    s = new_states(1)[0]
    s["turn"] = 1
    for seed in range(50):
        s["key"] = doors.key_of(seed, 0)
        drawn = int(doors.number_of(s, c.P_SHOT, seed, 0))
        # the 2**32 numbers in equal runs, not every so-many-th of them
        assert int(doors.below_of(s, limit, c.P_SHOT, seed, 0)) == drawn * limit // 2**32
    starts = [-(-face * 2**32 // limit) for face in range(limit + 1)]
    runs = [end - start for start, end in pairwise(starts)]
    assert sum(runs) == 2**32
    assert max(runs) - min(runs) <= 1
