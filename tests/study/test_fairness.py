"""Chi-square tests of dice and pot, against tables and identities."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.figures import POT, POT_SPECIALS
from sim.layout import codes as c
from sim.layout.records import new_states
from sim.study.fairness import chi_square_tail, chi_square_test, count_die, fairness

#: Upper 5% and 0.1% points of chi-square by degrees of freedom, from printed tables.
POINTS = {
    1: (3.841, 10.828),
    2: (5.991, 13.816),
    3: (7.815, 16.266),
    5: (11.070, 20.515),
    7: (14.067, 24.322),
    9: (16.919, 27.877),
    11: (19.675, 31.264),
    15: (24.996, 37.697),
}


@pytest.mark.parametrize("freedom", POINTS)
def test_tail_agrees_with_printed_tables(freedom):
    at_5_percent, at_1_in_1000 = POINTS[freedom]
    assert chi_square_tail(at_5_percent, freedom) == pytest.approx(0.05, rel=1e-3)
    assert chi_square_tail(at_1_in_1000, freedom) == pytest.approx(0.001, rel=1e-3)


@given(x=st.floats(0, 200))
def test_tail_of_two_degrees_is_exponential(x):
    assert chi_square_tail(x, 2) == pytest.approx(math.exp(-x / 2), rel=1e-12)


@given(x=st.floats(0.01, 100), freedom=st.integers(1, 30))
def test_tail_falls_with_x_and_grows_with_freedom(x, freedom):
    here = chi_square_tail(x, freedom)
    assert 0 < here < 1 + 1e-12
    assert chi_square_tail(x + 1, freedom) <= here + 1e-12
    assert chi_square_tail(x, freedom + 1) >= here - 1e-12


@pytest.mark.parametrize("freedom", range(1, 20))
def test_tail_starts_at_one(freedom):
    assert chi_square_tail(0, freedom) == 1


def test_statistic_by_hand():
    # expected 10, 20, 30: (2^2)/10 + 0/20 + (2^2)/30
    test = chi_square_test("three", "abc", [12, 20, 28], [1, 2, 3])
    assert test.chi_square == pytest.approx(4 / 10 + 4 / 30)
    assert (test.freedom, test.rolls, test.counts) == (2, 60, {"a": 12, "b": 20, "c": 28})
    assert test.p == pytest.approx(math.exp(-(4 / 10 + 4 / 30) / 2))


@pytest.mark.slow
def test_dice_and_pot_are_fair_over_a_million_rolls():
    tests = fairness(1_000_000, seed=1)
    assert [test.freedom for test in tests] == [3, 5, 7, 9, 11, 15, 15]
    assert all(test.rolls == 1_000_000 for test in tests)
    assert min(test.p for test in tests) > 1e-4


def test_p_values_of_many_seeds_spread_evenly():
    p = np.array([test.p for seed in range(40) for test in fairness(20_000, seed)])
    counts = np.histogram(p, 10, (0, 1))[0]
    assert chi_square_test("p", "0123456789", counts, [1] * 10).p > 1e-4


def test_the_chits_counted_are_those_of_the_pot():
    first = fairness(20_000)[5]
    pot = {f"{colour}{n}": count for colour, row in POT.items() for n, count in row.items()}
    assert sum((pot | POT_SPECIALS).values()) == c.POT_SIZE
    for name, count in (pot | POT_SPECIALS).items():
        share = count / c.POT_SIZE
        error = math.sqrt(share * (1 - share) / 20_000)
        assert first.counts[name] / 20_000 == pytest.approx(share, abs=4.5 * error)


def test_too_few_rolls_are_refused():
    with pytest.raises(ValueError, match="100 rolls are too few"):
        fairness(100)


def test_no_roll_is_used_twice():
    # a die of a million sides: two rolls of one key would give one face twice
    s = new_states(1)[0]
    counts = np.zeros(1 << 20, np.int64)
    count_die(s, 1, 1 << 20, 4096, counts)
    # expected pairs 4096^2 / 2^21 = 8, Poisson; repeated keys would give hundreds
    assert int((counts > 1).sum()) < 25
    assert counts.sum() == 4096
