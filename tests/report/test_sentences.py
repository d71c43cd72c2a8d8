"""Conclusions from rows made by hand: what they say, and what they must not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.layout import codes as c
from sim.report import sentences
from sim.study.battles import Battles
from sim.study.intervals import FEW, mean_of, rate_of
from sim.study.phrases import counted


@pytest.fixture
def with_record(made):
    """Return battles whose record was changed: `with_record(change, n, ...)`."""
    from dataclasses import replace

    def make(change, n: int, **columns) -> Battles:
        battles = made(n, **columns)
        record = battles.prepared.record.copy()
        change(record[0])
        return replace(battles, prepared=replace(battles.prepared, record=record))

    return make


def no_overwatch(k) -> None:
    k["rules"]["overwatch"] = 0


def nobody_declares(k) -> None:
    for side in range(2):
        k["doctrines"][side]["rules"]["do"] = c.DO_FIRE


def spread(n: int, mean: float, half: float) -> np.ndarray:
    """Return n values, half of them above and half below a mean."""
    return mean + half * np.where(np.arange(n) % 2, 1.0, -1.0)


def test_one_of_a_thing_is_told_as_one(made):
    one = np.array([[1, 0]])
    (line,) = sentences.chances(made(1, declared=one, chances=one, fired=one * 0))
    assert line.startswith("Blue laid 1 counter; it had 1 chance to fire in all and took 0")
    silent = sentences.warnings(made(1, declared=one))
    assert any("no shot was fired on overwatch: 1 counter was laid." in line for line in silent)
    assert counted(1, "battle") == "1 battle"
    assert counted(1_000_000, "battle") == "1,000,000 battles"


# -- who wins --------------------------------------------------------------------------------------


def test_a_clear_winner_is_named_with_his_interval(made):
    battles = made(1000, winner=np.repeat([1, 0], [900, 100]))
    rate = rate_of(900, 1000)
    assert sentences.wins(battles) == (
        f"Red, the defender, wins 90.0% ({100 * rate.low:.1f}% to {100 * rate.high:.1f}%) of the "
        "battles, blue 10.0% (8.3% to 12.0%); no draws (at most 0.4%)."
    )


def test_an_attacker_who_wins_is_called_so(made):
    words = sentences.wins(made(400, winner=np.repeat([0, 2], [300, 100])))
    assert words.startswith("Blue, the attacker, wins 75% (71% to 79%) of the battles")
    assert "red 0.0% (0.0% to 1.0%)" in words  # 0 of n keeps its upper bound
    assert words.endswith("draws are 25% (21% to 29%).")


def test_even_sides_are_not_ranked(made):
    words = sentences.wins(made(1000, winner=np.repeat([0, 1], [510, 490])))
    assert words.startswith("Neither side wins clearly more often: blue 51.0%")


@pytest.mark.parametrize("ahead", range(500, 561, 5))
def test_a_winner_is_named_only_beyond_the_interval(made, ahead):
    words = sentences.wins(made(1000, winner=np.repeat([0, 1], [ahead, 1000 - ahead])))
    share = (2 * ahead - 1000) / 1000
    se = np.sqrt((1 - share**2) / 999)
    assert words.startswith("Neither") == (share - 1.96 * se <= 0)


def test_only_draws(made):
    words = sentences.wins(made(100, winner=2))
    assert "draws are 100.0% (96.3% to 100.0%)" in words


# -- the margin ------------------------------------------------------------------------------------


def test_a_clear_margin_favours_a_side(made):
    battles = made(400, margin=spread(400, -250.0, 100.0))
    assert (
        sentences.margin(battles) == "The margin favours red by 250 points (240 to 260) a battle."
    )
    assert not any("includes zero" in warning for warning in sentences.warnings(battles))


def test_a_margin_whose_interval_holds_zero_is_no_difference(made):
    battles = made(400, margin=spread(400, 5.0, 100.0))
    assert sentences.margin(battles) == (
        "No clear difference in the margin: +5 points (\N{MINUS SIGN}5 to +15) a battle in blue's "
        "view."
    )
    assert "The interval of the margin includes zero: no clear difference." in sentences.warnings(
        battles
    )


# -- whom overwatch served -------------------------------------------------------------------------


def overwatch(n: int, blue: float, red: float) -> dict[str, np.ndarray]:
    """Return columns in which every second battle sees twice these kills of each side."""
    kills = np.zeros((n, 2), int)
    kills[::2] = [2 * blue, 2 * red]
    lost = np.zeros((n, 2, len(c.MODES)), int)
    lost[:, 0, c.BY_OVERWATCH], lost[:, 1, c.BY_OVERWATCH] = kills[:, 1], kills[:, 0]
    lost[:, :, c.BY_ACTIVATION] = 1
    return {"fired": np.ones((n, 2), int), "kills": kills, "lost": lost}


def test_overwatch_that_served_one_side(made):
    words = sentences.served(made(400, **overwatch(400, 1, 3)))
    assert words == [
        "Blue's overwatch destroyed 1.00 (0.90 to 1.10) elements a battle, 400 of the 800 that red "
        "lost in all.",
        "Red's overwatch destroyed 3.00 (2.71 to 3.29) elements a battle, 1,200 of the 1,600 that "
        "blue lost in all.",
        "Overwatch served red more than blue: 2.00 (1.80 to 2.20) more elements a battle.",
    ]


def test_overwatch_that_served_both_alike(made):
    words = sentences.served(made(400, **overwatch(400, 2, 2)))[-1]
    assert words.startswith("Overwatch served neither side clearly more")


def test_a_side_that_never_fired(made):
    columns = overwatch(400, 1, 0)
    columns["fired"][:, 1] = 0
    assert sentences.served(made(400, **columns))[1] == (
        "Red never fired on overwatch in 400 battles (at most 1.0% of battles see it)."
    )


def test_chances_and_unused_counters(made):
    off = np.zeros((100, 2, len(c.OFF_CAUSES)), int)
    off[:, 1, c.OFF_ACTIVATED] = 3
    off[:, 1, c.OFF_FIRED] = 1
    battles = made(
        100, declared=[[0, 4]] * 100, chances=[[0, 8]] * 100, fired=[[0, 1]] * 100, off=off
    )
    assert sentences.chances(battles) == [
        "Red laid 4 (in every battle) counters a battle; they had 800 chances to fire in all and "
        "took 100 (12%); of the counters 75% went unused because the unit was activated."
    ]


# -- warnings --------------------------------------------------------------------------------------


def test_zero_overwatch_fire_is_a_warning(made):
    battles = made(500, margin=spread(500, 100.0, 10.0), declared=[[2, 3]] * 500)
    assert sentences.warnings(battles) == [
        "Overwatch is on and blue and red may declare it, but no shot was fired on overwatch: 2,500 "
        "counters were laid. These battles say little about it."
    ]
    assert sentences.served(battles) == [
        "No shot was fired on overwatch in 500 battles (at most 0.8% of battles see it)."
    ]


def test_no_counter_at_all_is_a_warning(made):
    found = sentences.warnings(made(500, margin=spread(500, 100.0, 10.0)))
    assert len(found) == 1 and "no counter was laid" in found[0]


def test_doctrines_that_never_declare_are_a_warning(with_record):
    battles = with_record(nobody_declares, 500, margin=spread(500, 100.0, 10.0))
    assert sentences.warnings(battles) == [
        "Overwatch is on, but neither doctrine ever goes on overwatch: these battles say nothing "
        "about it."
    ]


def test_no_warning_where_overwatch_is_off(with_record):
    assert sentences.warnings(with_record(no_overwatch, 500, margin=spread(500, 100.0, 10.0))) == []


def test_one_shot_is_no_warning(made):
    fired = np.zeros((500, 2), int)
    fired[7, 1] = 1
    assert sentences.warnings(made(500, margin=spread(500, 100.0, 10.0), fired=fired)) == []


@pytest.mark.parametrize(("n", "warned"), [(1, True), (99, True), (100, False)])
def test_few_battles_are_a_warning(made, n, warned):
    found = sentences.warnings(made(n, margin=100.0, fired=1))
    assert any(words.startswith("Only ") for words in found) == warned


def test_an_interrupted_run_is_a_warning(made):
    from dataclasses import replace

    battles = replace(made(200, margin=100.0, fired=1), interrupted=True, wanted=5000)
    assert sentences.warnings(battles) == [
        "The run was interrupted: 200 of 5,000 battles were fought."
    ]


def test_the_result_is_marked_as_one_pairing(battles):
    assert sentences.scope(battles) == (
        "The result holds for one pairing of doctrines only: blue's bounding against red's ambush."
    )
    assert sentences.conclusions(battles)[-1] == sentences.scope(battles)


def test_one_battle_has_no_interval_and_no_claim(made):
    battles = made(1, margin=70.0)
    assert sentences.margin(battles).startswith(
        "No clear difference in the margin: +70 points (no "
    )


# -- any battles -----------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(
    n=st.integers(2, 400),
    mean=st.floats(-40, 40),
    spread=st.floats(0.1, 300),
    chance=st.floats(0, 1),
    seed=st.integers(0, 2**32 - 1),
)
def test_a_side_is_favoured_only_where_the_interval_leaves_out_zero(
    battles, n, mean, spread, chance, seed
):
    dice = np.random.default_rng(seed)
    rows = np.zeros(n, battles.rows.dtype)
    rows["margin"] = dice.normal(mean, spread, n)
    rows["winner"] = np.where(dice.random(n) < chance, c.BLUE, c.RED)
    some = Battles(battles.prepared, rows, 1, 1.0, "overwatch run", wanted=n)
    interval = some.margin()
    margin = sentences.margin(some)
    assert ("favours blue" in margin) == (interval.low > 0)
    assert ("favours red" in margin) == (interval.high < 0)
    assert ("No clear difference" in margin) == (n == 1 or interval.low <= 0 <= interval.high)
    lead = mean_of(np.where(rows["winner"] == c.BLUE, 1.0, -1.0))
    wins = sentences.wins(some)
    assert wins.startswith("Neither side") == (not (lead.low > 0 or lead.high < 0))
    assert "no draws (at most" in wins
    told = sentences.told(some)
    assert any("no shot was fired" in line.lower() for line in told)
    assert any(line.startswith("Warning: ") for line in told)
    assert any(f"fewer than {FEW}" in line for line in told) == (1 < n < FEW)
    assert any("no mean has an interval" in line for line in told) == (n == 1)
    holds = "Warning: The interval of the margin includes zero: no clear difference."
    assert (holds in told) == (interval.low <= 0 <= interval.high)


def test_one_battle_has_no_interval_and_nobody_wins_clearly(battles):
    for n in (1, 2):
        rows = np.zeros(n, battles.rows.dtype)
        rows["margin"], rows["winner"] = 50.0, c.BLUE
        told = sentences.told(Battles(battles.prepared, rows, 1, 1.0, "overwatch run", wanted=n))
        assert not any("includes zero" in line for line in told)
        assert any(
            line.startswith("Neither side wins clearly more often: blue 100% (") for line in told
        )
        assert any(
            line.startswith("No clear difference in the margin: +50 points") for line in told
        )
