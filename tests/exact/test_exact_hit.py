"""The roll to hit: icepool, a plain count of every roll, properties (DS28.3, DS28.4)."""

from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.exact import OddsError, hit_chance, hits_distribution
from sim.figures import LADDER

DIE = st.sampled_from(LADDER)
SECONDARY = st.sampled_from((None, *LADDER))
BARRELS = st.integers(1, 4)


def target_of(target, secondary):
    die = icepool.d(target)
    return die if secondary is None else icepool.highest(die, icepool.d(secondary))


@pytest.mark.parametrize("firer", LADDER)
def test_icepool_agrees_for_every_set_of_dice(firer):
    for target, secondary in product(LADDER, (None, *LADDER)):
        expected = (icepool.d(firer) > target_of(target, secondary)).probability(True)
        assert hit_chance(firer, target, secondary) == expected


@pytest.mark.parametrize("barrels", [2, 3, 4])
def test_icepool_agrees_on_barrels_that_share_the_target_roll(barrels):
    for firer, target, secondary in [(8, 6, None), (8, 6, 6), (12, 4, 10), (4, 12, 12)]:
        count = target_of(target, secondary).map(
            lambda score, firer=firer: barrels @ (icepool.d(firer) > score)
        )
        expected = [count.probability(hits) for hits in range(barrels + 1)]
        assert hits_distribution(firer, target, secondary, barrels) == expected


def test_e4_d8_against_two_d6_by_counting_every_roll():
    rolls = list(product(range(1, 9), range(1, 7), range(1, 7)))
    assert (7, 2, 6) in rolls  # the book's roll, which hits
    hits = sum(firer > max(target, cover) for firer, target, cover in rolls)
    assert hit_chance(8, 6, 6) == Fraction(hits, len(rolls)) == Fraction(127, 288)


def test_ds28_4_equal_scores_miss():
    assert hit_chance(4, 4) == Fraction(6, 16)


@settings(max_examples=80, deadline=None)
@given(DIE, DIE, SECONDARY, BARRELS)
def test_barrels_add_up(firer, target, secondary, barrels):
    chances = hits_distribution(firer, target, secondary, barrels)
    assert len(chances) == barrels + 1
    assert sum(chances) == 1
    mean = sum(hits * chance for hits, chance in enumerate(chances))
    assert mean == barrels * hit_chance(firer, target, secondary)


@settings(max_examples=80, deadline=None)
@given(DIE, DIE, DIE)
def test_better_dice_help_their_owner(firer, target, secondary):
    chance = hit_chance(firer, target, secondary)
    assert chance == hit_chance(firer, secondary, target)
    assert chance < hit_chance(firer, target)
    for better in (die for die in LADDER if die > firer):
        assert hit_chance(better, target, secondary) > chance
    for better in (die for die in LADDER if die > target):
        assert hit_chance(firer, better, secondary) < chance


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((7, 6), "firer_die 7: not one of 4, 6, 8, 10, 12"),
        ((8, 20), "target_die 20: not one of 4, 6, 8, 10, 12"),
        ((8, 6, 2), "secondary_die 2: not one of None, 4, 6, 8, 10, 12"),
        ((8, 6, None, 0), "barrels 0: not from 1 to 4"),
        ((8, 6, None, 5), "barrels 5: not from 1 to 4"),
    ],
)
def test_bad_dice_are_refused(arguments, message):
    with pytest.raises(OddsError) as refusal:
        hits_distribution(*arguments)
    assert str(refusal.value) == message
