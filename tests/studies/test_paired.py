"""Estimates of a difference: their coverage, their lack of bias, and the rule that stops a study."""

import numpy as np
import pytest

from sim.studies.bench import Bench
from sim.studies.paired import (
    BATCH,
    FIRST_LOOK,
    UNSEEN,
    controls_of,
    difference,
    fight_until,
    independent_variance,
    next_look,
    pairs_needed,
    widened,
    without_luck,
)
from sim.studies.paired_battles import in_view
from sim.study.intervals import Z95, mean_of

MILLION = 1_000_000
PAIRS = 200  # of a small study: 5,000 of them are in a million pairs
UNTIL, LONGEST = 12.0, 4000  # points; pairs that a study which stops by itself may have


def made(n, seed=1, slope=2.0, spread=1.0):
    """Return reference, other and luck of made-up battles; the true difference is 0.5."""
    random = np.random.default_rng(seed)
    luck = random.normal(size=(n, 2))
    shared = random.normal(size=n)
    reference = shared + slope * luck[:, 0] + spread * random.normal(size=n)
    other = shared + slope * luck[:, 1] + spread * random.normal(size=n) + 0.5
    return reference[None], other[None], luck


def test_the_three_means_are_of_the_same_thing():
    reference, other, luck = made(20_000)
    found = difference(reference, other, luck)
    for mean in (found.independent, found.paired, found.adjusted):
        assert abs(mean.mean - 0.5) < 4 * mean.se
    assert found.paired.mean == pytest.approx((other - reference).mean())
    assert found.pairs == found.differ == 20_000


def test_reductions_are_those_of_the_made_up_variances():
    found = difference(*made(200_000))
    # a run: 1 shared + 4 of luck + 1 of its own; paired: 4 + 4 + 1 + 1; without luck: 1 + 1
    assert found.paired_reduction == pytest.approx(12 / 10, rel=0.02)
    assert found.adjusted_reduction == pytest.approx(12 / 2, rel=0.02)


def test_the_independent_estimate_pairs_nothing():
    reference, other, luck = made(1000)
    found = difference(reference, other, luck).independent
    assert found.mean == pytest.approx(other[0, 1::2].mean() - reference[0, 0::2].mean())
    alone = np.hypot(
        other[0, 1::2].std(ddof=1) / np.sqrt(500), reference[0, 0::2].std(ddof=1) / np.sqrt(500)
    )
    assert found.se == pytest.approx(alone)


def test_several_runs_of_a_battle_count_as_one_pair():
    one, two = made(500, seed=1), made(500, seed=2)
    reference, other = np.vstack([one[0], two[0]]), np.vstack([one[1], two[1]])
    found = difference(reference, other, np.hstack([one[2], two[2]]))
    each = (other - reference).mean(axis=0)
    assert found.pairs == 500
    assert found.paired.se == pytest.approx(each.std(ddof=1) / np.sqrt(500))
    # runs that share nothing: as many independent battles have half the variance of one run
    singly = [independent_variance(a[0], a[1]) for a in (one, two)]
    assert independent_variance(reference, other) == pytest.approx(sum(singly) / 4)


def test_two_runs_that_are_the_same_differ_in_nothing():
    reference, _, luck = made(200)
    found = difference(reference, reference, luck)
    assert found.differ == 0
    assert found.paired.mean == found.adjusted.mean == found.adjusted.sd == 0
    assert found.paired_reduction == np.inf


def test_coefficients_come_from_the_other_half():
    reference, other, luck = made(20_000)
    values = (other - reference)[0]
    corrected = without_luck(values, luck)
    for half in range(2):
        theirs = slice(1 - half, None, 2)
        design = np.column_stack([np.ones(10_000), luck[theirs]])
        fitted = np.linalg.solve(design.T @ design, design.T @ values[theirs])
        expected = values[half::2] - luck[half::2] @ fitted[1:]
        assert corrected[half::2] == pytest.approx(expected, abs=0.01)  # shrunk by 2 of 10,000
    changed = values.copy()
    changed[0::2] += np.arange(10_000)
    assert without_luck(changed, luck)[0::2] - changed[0::2] == pytest.approx(
        corrected[0::2] - values[0::2]
    )


def test_few_pairs_that_differ_do_not_make_the_coefficients_wild():
    random = np.random.default_rng(4)
    reference = random.normal(size=(2, 100))
    other = reference.copy()
    other[:, :3] += random.normal(size=(2, 3))  # the rest have the same luck in both runs
    values = np.zeros(100)
    values[:3] = 5.0
    corrected = without_luck(values, controls_of(reference, other))
    assert corrected.std() < 2 * values.std()


@pytest.mark.slow
def test_small_samples_are_not_biased_where_a_fit_to_the_same_pairs_is():
    # the value is the square of a lopsided luck: a fit to the same 12 pairs pulls the mean down
    random = np.random.default_rng(5)
    ours, same = [], []
    for _ in range(20_000):
        luck = random.exponential(size=12) - 1
        values = luck**2
        ours.append(without_luck(values, luck[:, None]).mean())
        slope = np.polyfit(luck, values, 1)[0]
        same.append((values - slope * luck).mean())
    one, two = mean_of(np.array(ours)), mean_of(np.array(same))
    assert abs(one.mean - 1) < 4 * one.se
    assert two.mean < 1 - 20 * two.se


def test_intervals_that_hold_together_are_wider():
    mean = mean_of(np.arange(100.0))
    assert widened(mean, 1).high == pytest.approx(mean.high)
    assert (widened(mean, 6).high - mean.mean) / mean.se == pytest.approx(2.6383, abs=1e-4)


@pytest.mark.parametrize(("sd", "scale", "until"), [(100, 300, 5), (1, 900, 2), (0, 50, 1)])
def test_as_many_pairs_as_the_rule_asks_for(sd, scale, until):
    need = pairs_needed(sd, scale, until)
    asked = [Z95 * sd / np.sqrt(n) + UNSEEN * scale / n for n in (need - 1, need, need + 1)]
    assert asked[0] > until
    assert asked[2] <= until


def test_looks_are_few_and_never_past_the_most():
    assert next_look(np.zeros(0), 0, 5, 10_000) == FIRST_LOOK
    assert next_look(np.zeros(0), 0, 5, 200) == 200
    wide = np.resize([-1000.0, 1000.0], 500)
    assert next_look(wide, 1000, 1, 10**6) == 1000  # twice as many at most
    assert next_look(wide, 1000, 1, 700) == 700
    assert next_look(wide, 1000, 80, 10**6) == 750  # 607 asked for, in multiples of the batch
    assert next_look(wide, 1000, 200, 10**6) == 500  # stop
    assert 750 % BATCH == 0


def test_values_that_hardly_vary_do_not_stop_a_study_by_chance():
    same = np.zeros(500)
    assert next_look(same, 300, 1, 10**6) > 500  # an event of 3 in 500 may be unseen
    assert next_look(np.zeros(1000), 300, 1, 10**6) == 1000


def test_a_study_goes_on_until_all_its_comparisons_are_narrow():
    random = np.random.default_rng(3)
    reference = random.normal(size=(1, 20_000))
    narrow = reference + 0.1 * random.normal(size=(1, 20_000))
    wide = reference + random.normal(size=(1, 20_000))

    def alone(other):
        return fight_until(lambda n: [(reference[:, :n], other[:, :n])], 0.05, 20_000)

    def both(n):
        return [(reference[:, :n], narrow[:, :n]), (reference[:, :n], wide[:, :n])]

    assert fight_until(both, 0.05, 20_000) == alone(wide) > alone(narrow)


# -- coverage, on a scenario -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def million():
    """Return margins and controls of 10^6 pairs of small duels, blue's view: (pairs,), (pairs, 4)."""
    bench = Bench("duel", ["turns=4", "blue.units.0.count=2", "red.units.0.count=2"])
    margins, luck = [], []
    for own in ("never", "ambush"):
        cells = []
        for first in range(0, MILLION, 50_000):
            cells.append(in_view(bench.rows(own, "calculating", 50_000, 1, first), "blue"))
        cell = np.concatenate(cells)
        margins.append(cell["margin"])
        luck.append(np.stack([cell["luck"], cell["enemy_luck"]]))
    return margins[0], margins[1], controls_of(*luck)


@pytest.fixture(scope="module")
def studies(million):
    """Return the estimates of 5,000 small studies that share no battle."""
    reference, other, controls = million
    parts = [slice(first, first + PAIRS) for first in range(0, MILLION, PAIRS)]
    return [difference(reference[None, p], other[None, p], controls[p]) for p in parts]


def covered(means, truth):
    return np.mean([mean.low <= truth <= mean.high for mean in means])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["independent", "paired", "adjusted"])
def test_intervals_cover_the_long_run_value(million, studies, name):
    truth = (million[1] - million[0]).mean()
    assert len(studies) == 5000
    assert 0.93 <= covered([getattr(study, name) for study in studies], truth) <= 0.97


@pytest.mark.slow
def test_the_stated_reductions_are_what_the_estimates_of_many_studies_show(studies):
    variance = {
        name: np.var([getattr(study, name).mean for study in studies])
        for name in ("independent", "paired", "adjusted")
    }
    alone = variance["independent"] / 2  # it has half the battles of each run
    for name in ("paired", "adjusted"):
        stated = np.mean([getattr(study, f"{name}_reduction") for study in studies])
        assert alone / variance[name] == pytest.approx(stated, rel=0.1)
        assert stated > 2


@pytest.mark.slow
def test_intervals_of_stopped_studies_cover_the_long_run_value(million):
    reference, other, controls = million
    truth = (other - reference).mean()
    paired, adjusted, lengths, begin = [], [], [], 0
    while begin + LONGEST <= MILLION:

        def more(n, begin=begin):
            return [(reference[None, begin : begin + n], other[None, begin : begin + n])]

        n = fight_until(more, UNTIL, LONGEST)
        part = slice(begin, begin + n)
        found = difference(reference[None, part], other[None, part], controls[part])
        paired.append(found.paired)
        adjusted.append(found.adjusted)
        lengths.append(n)
        begin += n
    assert len(lengths) >= 1000
    assert FIRST_LOOK <= min(lengths) < max(lengths) < LONGEST  # the rule decides, no limit
    assert max(Z95 * mean.se for mean in paired) <= UNTIL
    assert 0.93 <= covered(paired, truth) <= 0.97
    assert 0.93 <= covered(adjusted, truth) <= 0.97


@pytest.mark.slow
def test_the_luck_adjusted_mean_is_that_of_a_million_pairs(million, studies):
    reference, other, controls = million
    whole = difference(reference[None], other[None], controls)
    small = np.array([study.adjusted.mean for study in studies])
    assert abs(small.mean() - whole.paired.mean) < 4 * np.hypot(whole.paired.se, whole.adjusted.se)
    # coefficients of small studies and of the million see the same luck: what is left is their bias
    corrected = without_luck(other - reference, controls).reshape(-1, PAIRS).mean(axis=1)
    off = mean_of(small - corrected)
    assert abs(off.mean) < 4 * off.se
    assert off.se < 0.03


@pytest.mark.slow
def test_luck_is_zero_on_average(million):
    for column in million[2].T:
        mean = mean_of(column)
        assert abs(mean.mean) < 4 * mean.se
