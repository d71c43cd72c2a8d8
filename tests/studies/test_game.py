"""`sim.game`: common battles for all pairs, findings with their uncertainty, folders that resume."""

import numpy as np
import pytest

from sim.refusal import InputError
from sim.studies.bench import Bench
from sim.studies.game import game, read_game
from sim.studies.game_result import Game
from sim.studies.game_samples import draw
from sim.studies.game_words import sentences

BLUE, RED = ("never", "patient"), ("never", "ambush", "random")


@pytest.fixture(scope="module")
def played():
    return game("duel", BLUE, RED, battles=120, seed=4)


def made(margins, watched=None):
    """A game of given margins, shape (battles, m, n)."""
    margins = np.asarray(margins, float)
    _, m, n = margins.shape
    turns = np.full((*margins.shape, 2), 10.0)
    if watched is None:
        watched = np.zeros(turns.shape)
    return Game(
        "made", 1, tuple("abcde"[:m]), tuple("vwxyz"[:n]), margins, watched, turns, watched, "none"
    )


def noisy(payoffs, spread, battles=400, seed=1):
    """Battles whose margins are payoffs and a luck that all pairs share, and one of their own."""
    dice = np.random.default_rng(seed)
    common = dice.normal(0, spread, (battles, 1, 1))
    own = dice.normal(0, spread / 10, (battles, *np.shape(payoffs)))
    return made(np.asarray(payoffs, float) + common + own)


def test_every_pair_fights_the_same_battles(played):
    bench = Bench("duel")
    for i, first in enumerate(BLUE):
        for j, second in enumerate(RED):
            rows = bench.rows(first, second, 120, 4)
            assert np.array_equal(played.margins[:, i, j], rows["margin"])
            assert np.array_equal(played.watched[:, i, j], rows["watch_turns"])
            assert np.array_equal(played.declared[:, i, j], rows["declared"])
            units = len(bench.scenario.blue.units)
            assert np.array_equal(played.unit_turns[:, i, j, 0], units * rows["turns"])


def test_the_same_seed_gives_the_same_findings_on_any_number_of_workers(played):
    again = game("duel", BLUE, RED, battles=120, seed=4, workers=1)
    assert again.as_dict() == played.as_dict()


def test_tables_agree_with_the_margins(played):
    assert played.matrix["margin"].to_numpy() == pytest.approx(played.payoffs.ravel())
    frame = played.doctrines
    for side in ("blue", "red"):
        own = frame[frame["side"] == side]
        assert own["share"].sum() == pytest.approx(1)
        assert (own["regret"] >= 0).all()
        assert own.loc[own["share"] > 0, "regret"].to_numpy() == pytest.approx(0, abs=1e-6)
        assert (own["share_low"] <= own["share_high"]).all()
    answers = played.responses
    red = answers[(answers["side"] == "red") & (answers["against"] == "patient")].iloc[0]
    assert red["best"] == RED[int(played.payoffs[1].argmin())]
    assert red["margin"] == pytest.approx(-played.payoffs[1].min())


@pytest.mark.slow
def test_the_share_of_overwatch_is_weighted_by_the_equilibrium():
    # pennies: half of each, so each cell has a quarter; blue watches in one cell only
    pennies = np.tile([[1.0, -1.0], [-1.0, 1.0]], (50, 1, 1))
    watched = np.zeros((50, 2, 2, 2))
    watched[:, 0, 0, 0] = 8
    use = made(pennies, watched).watch
    assert use["share"].tolist() == pytest.approx([8 / 10 / 4, 0])
    assert use["declared"].tolist() == pytest.approx([2, 0])
    assert use["share_low"][0] == pytest.approx(0.2)  # nothing varies, so nothing is uncertain


@pytest.mark.slow
def test_luck_that_all_pairs_share_leaves_the_equilibrium_certain():
    found = noisy([[30, -30], [-30, 30]], spread=300)
    frame = found.doctrines
    assert (frame["share_high"] - frame["share_low"]).max() < 0.15
    value = found.value()
    assert value.low < 0 < value.high  # but the value is as uncertain as the luck
    assert value.high - value.low == pytest.approx(2 * 1.96 * 300 / 20, rel=0.15)


@pytest.mark.slow
def test_intervals_of_the_value_cover_it():
    # fifty battles a pair and luck of each pair's own, in a game without a saddle point
    dice, hits = np.random.default_rng(7), 0
    truth = np.array([[40.0, -20.0], [-30.0, 30.0]])
    value = (40 * 30 - 20 * 30) / (40 + 30 + 20 + 30)
    for trial in range(60):
        margins = truth + dice.normal(0, 60, (50, 2, 2))
        none = np.ones((50, 2, 2, 2))
        drawn = draw(margins, none, none, none, seed=trial, samples=100).values
        low, high = np.quantile(drawn, (0.025, 0.975))
        hits += low <= value <= high
    assert 51 <= hits <= 60


def test_saddle_points_and_domination_in_words():
    found = noisy([[20, 10], [-40, -30]], spread=50)
    assert [cell[:2] for cell in found.saddles] == [("a", "w")]
    assert found.saddles[0][2] == 1
    said = "\n".join(sentences(found))
    assert "saddle point of the mean margins: blue a against red w (the same in 100%" in said
    assert "blue's b is dominated by a, whatever the enemy plays" in said
    assert "red's v is dominated" not in said  # v is better against b
    assert "blue lays no counter at the equilibrium" in said


def test_several_saddle_points_are_each_counted_in_the_samples():
    own = np.random.default_rng(5).normal(0, 9, (60, 1, 1))
    found = made(np.tile(own, (1, 2, 2)))  # every pair fights to the same margin: four saddles
    assert found.saddles == [(row, column, 1.0) for row in "ab" for column in "vw"]
    said = "\n".join(sentences(found))
    assert said.count("(one in 100% of the samples)") == 4 and "in 0% of the samples" not in said


def test_what_is_not_clear_is_not_claimed():
    found = made(noisy([[1, 0], [0, -1]], spread=400, battles=40).margins)
    own = np.random.default_rng(3).normal(0, 400, found.margins.shape)
    own -= own.mean(axis=0)  # the means stay as they are, the luck is the pairs' own
    found = made(own + np.array([[3.0, 1.0], [0.0, -2.0]]))
    assert [(name, clear) for name, _, clear in found.dominated(0)] == [("b", False)]
    said = "\n".join(sentences(found))
    assert "blue's b is dominated by a, on the means, but not clearly against" in said
    assert "neither side is clearly ahead" in said
    assert not found.responses["clear"].any()


@pytest.mark.slow
def test_no_saddle_point_is_said():
    found = noisy([[30, -30], [-30, 30]], spread=10)
    said = "\n".join(sentences(found))
    assert "no saddle point: whichever doctrine a side always plays" in said
    assert "blue's equilibrium: " in said and " 50% (" in said


def test_twins_and_ties_are_told():
    margins = noisy([[5, -5], [5, -5]], spread=20).margins
    margins[:, 1] = margins[:, 0]
    found = made(margins)
    said = "\n".join(sentences(found))
    assert found.twins(0) == [("a", "b")]
    assert "blue's a and b came to the same margin in every battle" in said
    assert "other equilibria are as good" in said


def test_one_doctrine_a_side_is_a_game_too():
    found = made(np.random.default_rng(1).normal(5, 1, (30, 1, 1)))
    assert found.solution.row.tolist() == found.solution.column.tolist() == [1]
    assert found.as_dict()["responses"][0]["clear"] is True
    assert "lead" not in found.responses


@pytest.mark.slow
def test_a_folder_is_read_again_and_resumed(tmp_path, played, monkeypatch):
    monkeypatch.setattr("sim.studies.ledger.LEAST_PART", 120)  # one part a pair
    first = game("duel", BLUE, RED, battles=120, seed=4, out=tmp_path)
    assert read_game(tmp_path).as_dict() == first.as_dict() == played.as_dict()
    cells = sorted((tmp_path / "rows").iterdir())
    cells[2].unlink()
    with pytest.raises(InputError, match="not every doctrine has met every other yet"):
        read_game(tmp_path)
    fought = []
    rows = Bench.rows
    monkeypatch.setattr(Bench, "rows", lambda *a, **b: fought.append(a[1:3]) or rows(*a, **b))
    assert game("duel", BLUE, RED, battles=120, seed=4, out=tmp_path).as_dict() == played.as_dict()
    assert len(fought) == 1
    with pytest.raises(InputError, match="holds another question"):
        game("duel", BLUE, RED, battles=120, seed=5, out=tmp_path)


def test_an_edited_doctrine_is_another_question(tmp_path):
    from sim.places import doctrine_folder

    text = (doctrine_folder() / "never.toml").read_text("utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace('"never"', '"mine"'))
    game("duel", [str(mine)], ["never"], battles=10, seed=1, out=tmp_path / "out")
    mine.write_text(text.replace('"never"', '"mine"').replace("0.15", "0.16"))
    with pytest.raises(InputError, match="holds another question: hash"):
        game("duel", [str(mine)], ["never"], battles=10, seed=1, out=tmp_path / "out")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"battles": 9}, "battles: 9 is less than 10"),
        ({"seed": -1}, "seed: -1 is less than 0"),
        ({"workers": 0}, "workers: 0 is less than 1"),
        ({"blue": []}, "--blue: 0 doctrines; 1 to 16 are allowed"),
        ({"red": ["never", "never"]}, "--red: never is named twice"),
        ({"red": ["nevr"]}, "doctrine 'nevr' is not one of"),
    ],
)
def test_bad_input_is_refused(change, message):
    with pytest.raises(InputError, match=message):
        game("duel", **{"blue": BLUE, "red": RED, "battles": 20, "seed": 1} | change)


@pytest.mark.slow
def test_six_doctrines_a_side_meet_in_less_than_a_minute(capsys):
    import time

    six = ("never", "ambush", "patient", "opportunist", "bounding", "calculating")
    Bench("meeting_engagement").rows("never", "never", 10, 1)
    begun = time.perf_counter()
    found = game("meeting_engagement", six, six, battles=1000, seed=1)
    said = sentences(found)
    with capsys.disabled():
        print(f"\n36 pairs, 1,000 battles each, solved: {time.perf_counter() - begun:.1f} s")
    assert said[0].startswith("value of the game")
    value = found.value()
    assert value.low < 0 < value.high  # the scenario is the same for both sides
