"""Figures are rounded to what their standard error supports."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.study.digits import MINUS, clear, count_text, mean_text, number, rate_text, step_of
from sim.study.intervals import Mean, mean_of, rate_of


def mean(value: float, se: float) -> Mean:
    return Mean(value, 10 * se, se, value - 2 * se, value + 2 * se)


@given(st.floats(1e-9, 1e9))
def test_the_standard_error_is_2_to_20_steps(se):
    assert 2 * (1 - 1e-9) <= se / step_of(se) < 20 * (1 + 1e-9)


@pytest.mark.parametrize(
    ("value", "se", "words"),
    [
        (-812.45, 13.17, f"{MINUS}812 ({MINUS}839 to {MINUS}786)"),
        (12345.6, 250.0, "12,300 (11,800 to 12,800)"),
        (0.0821, 0.0064, "0.082 (0.069 to 0.095)"),
        (2.0, 0.3, "2.0 (1.4 to 2.6)"),
        (-0.001, 0.3, f"0.0 ({MINUS}0.6 to 0.6)"),
    ],
)
def test_means(value, se, words):
    assert mean_text(mean(value, se)) == words


def test_signs_and_units():
    assert mean_text(mean(5, 1), sign=True, unit="points") == "+5.0 points (+3.0 to +7.0)"
    assert mean_text(mean(1, 1), sign=True) == f"+1.0 ({MINUS}1.0 to +3.0)"


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (-68.0, -0.21, f"{MINUS}34 ({MINUS}68 to {MINUS}0.2)"),
        (0.034, 68.0, "+34 (+0.03 to +68)"),
        (-68.0, 0.21, f"{MINUS}34 ({MINUS}68 to 0)"),  # zero is in it
        (0.0, 68.0, "+34 (0 to +68)"),
        (-68.0, -0.6, f"{MINUS}34 ({MINUS}68 to {MINUS}1)"),
    ],
)
def test_an_interval_that_leaves_out_zero_does_not_end_in_it(low, high, words):
    middle = (low + high) / 2
    assert mean_text(Mean(middle, 95, 17, low, high), sign=True) == words


def test_no_interval_without_spread():
    assert mean_text(mean_of(np.array([3.5]))) == "3.5 (no interval)"
    assert mean_text(mean_of(np.array([6, 6, 6]))) == "6 (in every battle)"
    assert mean_text(mean_of(np.array([]))) == "unknown (no interval)"


def test_counts_are_never_below_zero():
    assert count_text(np.array([0] * 99 + [1])) == "0.010 (0.000 to 0.030)"
    assert count_text(np.zeros(50, int)) == "none"


def test_rates_keep_their_wilson_interval():
    assert rate_text(rate_of(0, 2000)) == "0.00% (0.00% to 0.19%)"
    assert rate_text(rate_of(247, 2000)) == "12.3% (11.0% to 13.9%)"
    assert rate_text(rate_of(5, 10)) == "50% (24% to 76%)"
    assert rate_text(rate_of(0, 0)) == "unknown"


@given(value=st.floats(-1e6, 1e6), se=st.floats(1e-3, 1e3))
def test_rounding_moves_a_figure_by_a_quarter_of_its_error_at_most(value, se):
    shown = float(number(value, step_of(se)).replace(MINUS, "-").replace(",", ""))
    assert abs(shown - value) <= se / 4 * (1 + 1e-6) + 1e-9


def test_clear_means_without_zero():
    assert clear(Mean(1, 1, 1, 0.1, 2)) and clear(Mean(-1, 1, 1, -2, -0.1))
    assert not clear(Mean(1, 1, 1, 0.0, 2))
    assert not clear(Mean(1, math.nan, math.nan, math.nan, math.nan))
