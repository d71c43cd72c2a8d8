"""Holm's correction against published figures and against closed testing by brute force."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.studies.holm import holm, p_value
from sim.study.intervals import Mean


@pytest.mark.parametrize(
    ("p", "adjusted"),
    [
        # manual of the Julia package MultipleTesting, "Holm"
        ([0.001, 0.01, 0.03, 0.5], [0.004, 0.03, 0.06, 0.5]),
        # tests of the Julia package PValueAdjust, checked there against p.adjust of R
        ([0.05, 0.03, 0.01, 0.5], [0.1, 0.09, 0.04, 0.5]),
        ([1, 0.5, 0.1, 0.001, 0.0001, 0.002], [1, 1, 0.3, 0.005, 0.0006, 0.008]),
        ([0.05, 0.05, 0.05], [0.15, 0.15, 0.15]),
    ],
)
def test_published_examples(p, adjusted):
    assert holm(p) == pytest.approx(adjusted)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_it_is_closed_testing_with_bonferroni(p):
    """A hypothesis falls when every set that holds it falls to Bonferroni (Marcus et al. 1976)."""
    sets = [s for size in range(1, len(p) + 1) for s in itertools.combinations(range(len(p)), size)]
    for number, found in enumerate(holm(p)):
        worst = max(len(s) * min(p[i] for i in s) for s in sets if number in s)
        assert found == pytest.approx(min(1.0, worst))


def test_no_tests_no_figures():
    assert len(holm([])) == 0


def test_p_values_are_two_sided_normal():
    assert p_value(Mean(1.959963984540054, 1, 1, 0, 0), 1000) == pytest.approx(0.05)
    assert p_value(Mean(-2.5758293035489, 1, 1, 0, 0), 1000) == pytest.approx(0.01)


def test_few_altered_battles_show_little():
    sure = Mean(1.0, 0.0, 0.0, 1.0, 1.0)
    assert [p_value(sure, n) for n in (0, 1, 2, 5)] == [1, 1, 0.5, 2**-4]
    assert p_value(Mean(1.0, math.nan, math.nan, math.nan, math.nan), 9) == 1


@given(st.integers(1, 9), st.integers(0, 2**32))
def test_the_floor_is_that_of_the_sign_test(n, seed):
    """Of n values of one sign, a share 2 ** (1 - n) of all ways to sign them is as extreme."""
    values = np.random.default_rng(seed).uniform(0.1, 1, n)
    sums = [abs(np.dot(signs, values)) for signs in itertools.product((-1, 1), repeat=n)]
    extreme = sum(one >= values.sum() - 1e-9 for one in sums) / len(sums)
    assert p_value(Mean(values.mean(), 0, 0, 0, 0), n) == pytest.approx(extreme)
