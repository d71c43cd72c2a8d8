"""Matrix games whose solutions are known or printed in the literature."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.studies.zero_sum import dominated, optimum, saddle_points, solve

EXACT = 1e-12


def is_equilibrium(payoffs, row, column, value):
    """No pure strategy earns more against the other's: the definition itself."""
    return (payoffs @ column).max() <= value + 1e-6 and (row @ payoffs).min() >= value - 1e-6


KNOWN = {
    "matching pennies": ([[1, -1], [-1, 1]], 0, [1 / 2, 1 / 2], [1 / 2, 1 / 2]),
    "rock, paper, scissors": (
        [[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3, 1 / 3, 1 / 3], [1 / 3, 1 / 3, 1 / 3],
    ),
    # the third row is below the first, then the third column costs more than the first
    "a dominated case": (
        [[3, 0, 4], [1, 2, 3], [2, -1, 3]], 1.5, [1 / 4, 3 / 4, 0], [1 / 2, 1 / 2, 0],
    ),
    # Ferguson, Game Theory, part II 1.2: odd or even with one or two fingers
    "odd or even": ([[-2, 3], [3, -4]], 1 / 12, [7 / 12, 5 / 12], [7 / 12, 5 / 12]),
}  # fmt: skip


@pytest.mark.parametrize("name", KNOWN)
def test_known_games_are_solved_exactly(name):
    payoffs, value, row, column = KNOWN[name]
    solution = solve(payoffs)
    assert solution.value == pytest.approx(value, abs=EXACT)
    assert solution.row == pytest.approx(row, abs=EXACT)
    assert solution.column == pytest.approx(column, abs=EXACT)
    assert solution.unique
    assert len(solution.equilibria) == 1


def test_the_bismarck_sea_has_its_saddle_point_and_a_mixture_as_good():
    # Haywood 1954, Military Decision and Game Theory: days of bombing, both sides north or south
    payoffs = np.array([[2, 2], [1, 3]])
    solution = solve(payoffs)
    assert saddle_points(payoffs) == [(0, 0)]
    assert solution.value == 2
    assert solution.row == pytest.approx([1, 0]) and solution.column == pytest.approx([1, 0])
    # going south half the time loses the convoy no more while the search is in the north
    assert not solution.unique
    assert solution.column_range == pytest.approx(np.array([[0.5, 1], [0, 0.5]]), abs=1e-6)


def test_colonel_blotto_has_one_plan_and_the_enemy_several():
    # Ferguson, Game Theory, part II 3.6, exercise: four regiments against three, two posts
    payoffs = np.array([[4, 0, 2, 1], [0, 4, 1, 2], [1, -1, 3, 0], [-1, 1, 0, 3], [-2, -2, 2, 2]])
    solution = solve(payoffs)
    assert solution.value == pytest.approx(14 / 9, abs=EXACT)
    assert solution.row == pytest.approx([4 / 9, 4 / 9, 0, 0, 1 / 9], abs=EXACT)
    assert np.ptp(solution.row_range, axis=1) == pytest.approx(0, abs=1e-6)
    assert not solution.unique
    low, high = solution.column_range.T
    printed = np.array([1 / 18, 1 / 18, 4 / 9, 4 / 9])
    assert np.all(low - 1e-6 <= printed) and np.all(printed <= high + 1e-6)
    for row, column in solution.equilibria:
        assert is_equilibrium(payoffs, row, column, 14 / 9)


def test_a_game_in_which_all_is_one_has_every_equilibrium():
    solution = solve(np.full((2, 3), 7.0))
    assert solution.value == 7
    assert len(solution.equilibria) == 6
    assert solution.row_range == pytest.approx(np.array([[0, 1]] * 2), abs=1e-6)
    assert not solution.unique


def test_twins_share_a_place_in_the_equilibrium():
    solution = solve([[1, -1], [1, -1], [-1, 1]])
    assert solution.value == pytest.approx(0, abs=EXACT)
    assert solution.row_range[:, 1] == pytest.approx([0.5, 0.5, 0.5], abs=1e-6)
    assert solution.row_range[:, 0] == pytest.approx([0, 0, 0.5], abs=1e-6)


def test_saddle_points_are_found_where_they_are():
    assert saddle_points(np.array([[2, 2], [1, 3]])) == [(0, 0)]
    assert saddle_points(np.array([[1, -1], [-1, 1]])) == []
    assert saddle_points(np.zeros((2, 2))) == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_domination_by_one_row_and_by_a_mixture():
    assert dominated(np.array([[3, 0], [1, 2], [0, -1]]))[2] == pytest.approx([1, 0, 0])
    mixed = dominated(np.array([[4.0, 0], [0, 4], [1, 1]]))
    assert list(mixed) == [2]
    assert mixed[2] == pytest.approx([0.5, 0.5, 0], abs=1e-9)
    assert dominated(np.array([[4.0, 0], [0, 4], [2, 2]])) == {}  # equal is not more


whole = st.integers(-9, 9)


@pytest.mark.slow
@given(st.integers(1, 5).flatmap(lambda m: st.integers(1, 5).flatmap(
    lambda n: st.lists(st.lists(whole, min_size=n, max_size=n), min_size=m, max_size=m)
)))  # fmt: skip
def test_every_answer_is_an_equilibrium(payoffs):
    payoffs = np.array(payoffs, float)
    value, row, column = optimum(payoffs)
    assert is_equilibrium(payoffs, row, column, value)
    solution = solve(payoffs)
    assert solution.value == pytest.approx(value, abs=1e-6)
    for x, y in solution.equilibria:
        assert x.sum() == pytest.approx(1) and y.sum() == pytest.approx(1)
        assert is_equilibrium(payoffs, x, y, value)
    for i in dominated(payoffs):
        assert solution.row_range[i, 1] < 1e-6  # what is dominated is never played
