"""Break-even: the search and its interval on functions that are known, ladders, and battles."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

import sim
from sim.refusal import InputError
from sim.scenario import load_scenario
from sim.studies.balance import interval_text, read_break_even
from sim.studies.breakeven import break_even
from sim.studies.crossing import Search, find_crossing
from sim.studies.ladder import force_points, ladder_of_additions, ladder_of_counts
from sim.studies.store import Store
from sim.studies.strata import stratified
from sim.study.digits import MINUS
from sim.study.interrupts import NothingYet

POINTS = [100.0 * place for place in range(12)]
SMALL = {"with_": "ambush", "against": ["opportunist", "bounding"], "battles": 60, "seed": 4}


def noisy(function, seed, sd=100.0, n=200):
    """Two enemies about a function of force, with luck that is partly common to all steps."""
    luck = np.random.default_rng(seed)
    common = luck.normal(0, sd / 2, (2, n))
    rows = luck.normal(0, sd, (len(POINTS), 2, n)) + common
    asked = []

    def sample(place, first, count):
        asked.append((place, first, count))
        mean = function(POINTS[place])
        return [mean + off + rows[place, k][first : first + count] for k, off in enumerate((-9, 9))]

    return sample, asked


# the search


@pytest.mark.parametrize("root", [30.0, 100.0, 437.0, 700.0, 1099.0])
@pytest.mark.parametrize("start", [0, 6, 11])
def test_without_luck_the_crossing_is_exact(root, start):
    sample, asked = noisy(lambda x: (x - root) / 10, 1, sd=0.0)
    found = find_crossing(Search(sample, 64, 30), POINTS, start)
    assert found.at == pytest.approx(root)
    assert found.low == pytest.approx(root)
    assert found.high == pytest.approx(root)
    assert found.falls == []
    assert len({place for place, *_ in asked}) < len(POINTS)


def test_between_steps_it_is_linear_where_the_function_bends():
    sample, _ = noisy(lambda x: (x / 100 - 4.5) ** 3, 1, sd=0.0)
    assert find_crossing(Search(sample, 64, 30), POINTS, 0).at == pytest.approx(450)


@pytest.mark.slow
def test_the_interval_covers_the_crossing_95_times_in_100():
    covered, found = 0, []
    for seed in range(1000):
        sample, _ = noisy(lambda x: (x - 437) / 10, seed)
        one = find_crossing(Search(sample, 200, 30), POINTS, 0)
        covered += (one.low is None or one.low <= 437) and (one.high is None or one.high >= 437)
        found.append(one.at)
    assert 0.93 <= covered / 1000 <= 0.97
    mean = stratified([np.array(found)])
    assert mean.low - 1 < 437 < mean.high + 1


def test_the_interval_agrees_with_forces_that_were_tried():
    """The interval's ends, found in a closed form, are where a mixture's 95% interval ends at 0."""
    sample, _ = noisy(lambda x: (x - 437) / 10, 7)
    found = find_crossing(Search(sample, 200, 30), POINTS, 0)
    for end, side in ((found.low, "high"), (found.high, "low")):
        place = int(end // 100)
        t = end / 100 - place
        mixed = [
            (1 - t) * a + t * b
            for a, b in zip(sample(place, 0, 200), sample(place + 1, 0, 200), strict=True)
        ]
        assert getattr(stratified(mixed), side) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(("level", "below"), [(-50.0, False), (50.0, True)])
def test_off_the_ladder_the_interval_is_open(level, below):
    sample, _ = noisy(lambda x: level, 3)
    found = find_crossing(Search(sample, 200, 30), POINTS, 5)
    assert (found.at, found.bracket, found.below) == (None, None, below)
    assert (found.low, found.high) == ((None, 0.0) if below else (1100.0, None))


@pytest.mark.parametrize("level", [range(12), range(4, 7), range(5, 9)])
def test_a_mean_of_zero_at_a_step_is_a_crossing(level):
    sample, _ = noisy(lambda x: 0.0 if x // 100 in level else -30.0, 3, sd=0.0)
    found = find_crossing(Search(sample, 64, 30), POINTS, 5)
    assert (found.at, found.bracket) == (500.0, None)
    assert found.low == (None if level[0] == 0 else 100.0 * level[0])
    assert found.high is None  # no force is clearly ahead
    # it is as near to the start as may be, even where the mean rises only later
    sample, _ = noisy(lambda x: max(0.0, (x - 700) / 10), 3, sd=0.0)
    later = find_crossing(Search(sample, 64, 30), POINTS, 5)
    assert (later.at, later.bracket) == (500.0, None)


def test_a_force_that_meets_the_goal_in_every_battle_is_a_break_even():
    level = break_even(load_scenario("duel").with_(turns=1), battles=30, seed=1)
    assert level.crossing.at == 0.0 and level.as_dict()["break_even"]["added"] == 0.0
    said = "\n".join(level.conclusions())
    assert "needs 0 points to do as well as with overwatch (95% " in said
    assert "there the difference is 0 in every battle." in said
    assert "No break-even" not in said
    assert [line.get_label() for line in level.plot_crossing().lines].count("break-even") == 1


def test_a_fall_is_told():
    sample, _ = noisy(lambda x: -60.0 if x == 600 else (x - 550) / 10, 3, sd=30.0)
    assert find_crossing(Search(sample, 200, 30), POINTS, 5).falls == [(5, 6)]
    sample, _ = noisy(lambda x: (x - 550) / 10, 3, sd=30.0)
    assert find_crossing(Search(sample, 200, 30), POINTS, 5).falls == []


def test_no_battle_is_asked_for_twice():
    sample, asked = noisy(lambda x: (x - 437) / 40, 5)
    find_crossing(Search(sample, 200, 30), POINTS, 0)
    battles = [(place, k) for place, first, n in asked for k in range(first, first + n)]
    assert len(battles) == len(set(battles))


# the ladder


def test_elements_come_and_go_one_at_a_time_and_units_take_turns():
    ladder = ladder_of_counts("ridge_crossing", "red", [])
    assert [step.number for step in ladder] == list(
        range(ladder[0].number, len(ladder) + ladder[0].number)
    )
    start = -ladder[0].number
    assert ladder[start].points == force_points(load_scenario("ridge_crossing"), "red")
    assert [step.what for step in ladder[start + 1 : start + 3]] == [
        "+1 badger in Ridge Platoon", "+1 hornet in Gun Platoon",
    ]  # fmt: skip
    sizes = []
    for step in ladder:
        force = load_scenario("ridge_crossing", step.settings)
        assert step.points == force_points(force, "red")
        sizes.append(sum(unit.size for unit in force.red.units))
        assert all(1 <= unit.size <= 6 for unit in force.red.units)
    assert np.diff(sizes).tolist() == [1] * (len(ladder) - 1)
    assert sizes[0] == 3


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["village_road", "border_raid"])
def test_mixed_units_change_by_a_part_that_may(scenario):
    for side in ("blue", "red"):
        ladder = ladder_of_counts(scenario, side, [])
        assert np.all(np.diff([step.points for step in ladder]) > 0)
        assert len({step.settings for step in ladder}) == len(ladder) > 1


def test_additions_add_up():
    two = ["red.units.0.count=5", "red.units.1.type=badger"]
    ladder = ladder_of_additions("duel", "red", [], two[:1])
    assert [step.settings for step in ladder] == [(), ("red.units.0.count=5",)]
    assert ladder[1].points * 4 == ladder[0].points * 5
    with pytest.raises(InputError, match="quality=veteran: adds no points to red's force"):
        ladder_of_additions("duel", "red", [], ["red.units.0.quality=veteran"])


# battles


@pytest.mark.slow
def test_the_difference_is_that_of_two_runs():
    found = sim.points("ridge_crossing", **{**SMALL, "against": ["opportunist"]})
    runs = [
        sim.run("ridge_crossing", 60, 4, blue="opportunist", red=red).rows["margin"]
        for red in ("never", "ambush")
    ]
    line = found.steps[found.steps["step"] == 0].iloc[0]
    n = line["battles"]
    assert line["difference"] == pytest.approx((runs[1] - runs[0])[:n].mean())
    assert found.goal.mean == pytest.approx(-runs[1].mean())
    assert found.declared == 0
    assert found.fired > 0


@pytest.mark.slow
def test_workers_and_interruptions_change_nothing(tmp_path, monkeypatch):
    whole = break_even("ridge_crossing", workers=1, **SMALL)
    write, written = Store.write, []

    def broken(self, key, frame):
        if len(written) == 3:
            raise KeyboardInterrupt
        written.append(key)
        write(self, key, frame)

    monkeypatch.setattr(Store, "write", broken)
    with pytest.raises(NothingYet, match="no force of the ladder was fought yet"):
        break_even("ridge_crossing", out=tmp_path, **SMALL)
    with pytest.raises(InputError, match="no force of the ladder was fought yet"):
        read_break_even(tmp_path)
    monkeypatch.setattr(Store, "write", write)
    again = break_even("ridge_crossing", workers=3, out=tmp_path, **SMALL)
    for found in (again, read_break_even(tmp_path)):
        pd.testing.assert_frame_equal(found.steps, whole.steps, check_exact=True)
        assert found.crossing == whole.crossing
        assert found.conclusions() == whole.conclusions()


def test_an_even_battle_is_a_margin_of_zero():
    """Alike forces and doctrines on a table that is alike for both need about nothing."""
    found = break_even(
        "duel", doctrine="never", against=["never"], goal="even", battles=400, seed=1
    )
    low, high = found.crossing.low, found.crossing.high
    assert low is None or low <= 30
    assert high is None or high >= -30
    assert any("Against fewer than three" in line for line in found.conclusions())
    assert (found.goal, found.fired) == (None, None)


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [
        (-5.0, 9.0, True),
        (None, 9.0, True),
        (3.0, None, False),
        (None, -3.0, False),
        (3.0, 9.0, False),
    ],
)
def test_no_worth_is_claimed_where_the_interval_has_zero_in_it(low, high, shown):
    found = break_even("duel", **SMALL)
    crossing = dataclasses.replace(found.crossing, low=low, high=high)
    told = dataclasses.replace(found, crossing=crossing).conclusions()
    assert any("not shown that overwatch is worth" in line for line in told) == shown


def test_off_the_ladder_nothing_is_claimed_beyond_it():
    asked = {**SMALL, "goal": "even", "settings": ["blue.units.0.count=6"]}  # 6 against 5
    found = break_even("duel", additions=["red.units.0.count=5"], **asked)
    assert (found.crossing.at, found.crossing.low, found.crossing.high) == (None, 91, None)
    assert found.conclusions()[0] == (
        "No break-even on this ladder: without overwatch (never) red is short of the goal, to reach "
        "a margin of zero, even with +91 points added, the most on it. Points for break-even (95%): "
        "at least +91. Another ladder can be given with --add."
    )


def test_where_overwatch_costs_at_the_end_of_the_ladder_that_is_said():
    found = break_even("duel", additions=["red.units.0.count=5"], battles=60, seed=1)
    assert (found.crossing.low, found.crossing.high) == (None, 0)  # the scenario's is the least
    assert found.steps["low"].iloc[0] > 0
    lines = found.conclusions()
    assert (
        "red is ahead of the goal, to do as well as with overwatch, even with 0 points added, the "
        "least on it. Points for break-even (95%): at most 0." in lines[1]
    )
    assert lines[2].startswith("With the same force red does better without overwatch (never) than")
    assert not [line for line in lines if "not shown" in line]


@pytest.mark.parametrize(("low", "high"), [(None, 0.0), (0.0, None), (0.0, 9.0), (-9.0, 0.0)])
@pytest.mark.parametrize(("start", "shown"), [((-5.0, 5.0), True), ((5.0, 9.0), False)])
def test_an_interval_that_ends_at_zero_holds_it_if_the_scenario_s_force_does(
    low, high, start, shown
):
    found = break_even("duel", **SMALL)
    steps = found.steps.copy()
    steps.loc[steps["step"] == 0, ["low", "high"]] = start
    crossing = dataclasses.replace(found.crossing, low=low, high=high)
    told = dataclasses.replace(found, crossing=crossing, steps=steps).conclusions()
    assert any("not shown that overwatch is worth" in line for line in told) == shown


def test_points_below_zero_are_given_up():
    found = break_even("duel", **SMALL)
    crossing = dataclasses.replace(
        found.crossing, at=-101.6, low=-130.0, high=-60.0, bracket=(0, 1), below=False
    )
    told = dataclasses.replace(found, crossing=crossing).conclusions()[1]
    assert told.startswith(
        "Without it (never) red could give up 102 points and do as well as with overwatch "
        f"({MINUS}102 points added, 95% {MINUS}130 to {MINUS}60), 28% of its 364: between"
    )


def test_a_doctrine_that_lays_counters_is_not_without():
    found = break_even("duel", doctrine="always", battles=30, seed=1, against=["never"])
    assert found.declared > 0
    assert found.crossing.at == pytest.approx(0)  # it is the very doctrine of the goal
    assert any(line.startswith("Warning: always lays") for line in found.conclusions())


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (None, None, "no bound on this ladder"),
        (None, -20.4, f"at most {MINUS}20"),
        (95.0, None, "at least +95"),
        (-5.0, 1234.0, f"{MINUS}5 to +1,234"),
    ],
)
def test_open_intervals_are_told(low, high, text):
    assert interval_text(low, high) == text


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"without": "green"}, "without: 'green' is not one of blue, red"),
        ({"goal": "win"}, "goal: 'win' is not one of overwatch, even"),
        ({"battles": 3}, "battles: 3 is less than 30"),
        ({"additions": ["red.units.7.count=5"]}, r"setting red.units.7.count=5: .* has no 7"),
        ({"against": []}, "against: names no doctrine"),
    ],
)
def test_bad_input_is_refused(asked, message):
    with pytest.raises(InputError, match=message):
        break_even("duel", **{**SMALL, **asked})
