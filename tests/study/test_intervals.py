"""Means of few values: Student's t, and no interval where nothing can be told."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.study.digits import clear
from sim.study.intervals import FEW, Z95, mean_among, mean_of, reach
from sim.study.notes import few_note


def test_few_values_have_the_intervals_of_student():
    scipy = pytest.importorskip("scipy.stats", reason="comes with overwatch-sim[studies]")
    for n in (2, 3, 4, 7, 30, 63, FEW - 1):
        for together in (1, 3, 5000):
            student = scipy.t.ppf(1 - 0.025 / together, n - 1)
            assert reach(n, together) == pytest.approx(student, rel=1e-6)
    assert reach(FEW) == Z95
    assert reach(FEW, 3) == pytest.approx(scipy.norm.ppf(1 - 0.025 / 3))
    assert Z95 < reach(FEW - 1) < 1.02 * Z95


def test_the_interval_of_ten_values_covers_the_mean():
    drawn = np.random.default_rng(1).normal(3, 20, (2000, 10))
    means = [mean_of(values) for values in drawn]
    assert 0.935 <= np.mean([mean.low <= 3 <= mean.high for mean in means]) <= 0.965


def test_few_values_that_are_alike_may_be_so_by_chance():
    few = mean_of(np.full(5, 8.0))
    assert (few.mean, few.sd) == (8, 0) and math.isnan(few.low) and not clear(few)
    six = mean_of(np.full(6, 8.0))
    assert (six.low, six.high) == (8, 8)  # a sign test of six is below 5%
    assert not clear(mean_among(np.full(6, 8.0), 2)) and clear(mean_among(np.full(7, 8.0), 2))
    same = mean_of(np.zeros(2))
    assert (same.low, same.high) == (0, 0)  # nothing differs, so nothing is claimed


def test_few_battles_are_said_to_be_few():
    assert few_note(FEW) == []
    assert few_note(99, "a cell") == [
        "Warning: only 99 battles a cell: with fewer than 100 the intervals of means are rough."
    ]
    assert few_note(1)[0].startswith("Warning: only 1 battle: no mean has an interval")
