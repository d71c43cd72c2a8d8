"""Comparisons of doctrines: pairs, sides swapped, words that claim no more than the intervals."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

from sim.cli import compare as cli
from sim.doctrine import load_doctrine
from sim.layout import codes as c
from sim.refusal import InputError
from sim.report.glossary import explain
from sim.scenario import load_scenario, parse_scenario
from sim.studies import ledger, paired_battles
from sim.studies.bench import Bench
from sim.studies.compare import compare, stored
from sim.studies.comparison_words import BETTER, FEW, OPEN, SAME, WORSE, how_far
from sim.studies.paired import difference, fight_until
from sim.studies.symmetry import uneven
from sim.study.intervals import mean_of
from sim.study.prepare import prepare

ASKED = {"doctrines": ("never", "ambush"), "against": ("bounding", "opportunist"), "seed": 5}


def ask(scenario="ridge_crossing", **more):
    return compare(scenario, **{**ASKED, "battles": 300, **more})


@pytest.mark.slow
def test_the_pairs_are_those_of_plain_runs():
    answer = ask()
    bench = Bench("ridge_crossing")
    for enemy in ASKED["against"]:
        never, ambush = (bench.rows(enemy, own, 300, 5) for own in ASKED["doctrines"])
        found = answer.answer(enemy, "ambush")
        assert found.margin == mean_of(-ambush["margin"])
        assert found.wins.mean == (ambush["winner"] == c.RED).mean()
        assert found.fired == ambush["fired"][:, c.RED].mean()
        assert found.to_reference.paired == mean_of(never["margin"] - ambush["margin"])
        won = (ambush["winner"] == c.RED) * 1.0 - (never["winner"] == c.RED)
        assert found.wins_to_reference.paired == mean_of(won)
        assert found.to_reference.differ == (never["margin"] != ambush["margin"]).sum()
        luck = np.concatenate([never["luck"].T, ambush["luck"].T])
        controls = np.concatenate([luck[2:] - luck[:2], luck[2:] + luck[:2]])[[1, 0, 3, 2]].T
        again = difference(-never["margin"][None], -ambush["margin"][None], controls)
        assert found.to_reference.adjusted.mean == pytest.approx(again.adjusted.mean)


@pytest.mark.slow
def test_the_answer_does_not_depend_on_the_workers_or_on_the_chunks(monkeypatch):
    first = ask(until=60, battles=700, workers=1).as_dict()
    monkeypatch.setattr(ledger, "LEAST_PART", 77)
    assert ask(until=60, battles=700, workers=3).as_dict() == first


@pytest.mark.slow
def test_three_enemies_by_default_the_own_one_first_and_it_is_said():
    answer = ask(against=None, battles=100)
    assert answer.enemies == ("bounding", "opportunist", "calculating")
    assert "Enemies by default: bounding, opportunist and calculating" in " ".join(
        answer.conclusions()
    )
    own = ask("seed_example", against=None, battles=100, side="red")
    assert len(set(own.enemies)) == 3
    assert own.enemies[0] == load_doctrine("scenarios/seed_example/waiting.toml").name


@pytest.mark.slow
def test_sides_are_swapped_where_the_scenario_is_the_same_for_both():
    swapped = ask("duel", side="blue")
    alone = [ask("duel", side=side, swap=False) for side in ("blue", "red")]
    assert swapped.sides == ("blue", "red")
    assert [one.sides for one in alone] == [("blue",), ("red",)]
    for enemy in ASKED["against"]:
        both = swapped.answer(enemy, "ambush")
        parts = [one.answer(enemy, "ambush") for one in alone]
        assert both.battles == 600 == sum(part.battles for part in parts)
        assert both.margin.mean == pytest.approx(np.mean([part.margin.mean for part in parts]))
        assert both.wins.mean == pytest.approx(np.mean([part.wins.mean for part in parts]))
        assert both.to_reference.paired.mean == pytest.approx(
            np.mean([part.to_reference.paired.mean for part in parts])
        )
    same = ask("duel", doctrines=("never", "opportunist"), against=("opportunist",))
    assert same.answer("opportunist", "opportunist").margin.mean == 0  # the same battles both ways
    turned = ask("duel", side="red")  # the side asked about is only the one named first
    assert turned.sides == ("red", "blue")
    pd.testing.assert_frame_equal(turned.table, swapped.table)


@pytest.mark.parametrize(
    ("settings", "differs"),
    [
        ([], ""),
        (["blue.units.0.quality=veteran"], "forces"),
        (["blue.units.0.at=[5.5, 13.5]"], "forces"),
        (["blue.units.0.facing=80"], "forces"),
        (["blue.units.0.count=3"], "forces"),
        (["objectives.0.at.0=21.5"], "markers"),
        (["objectives.0.holder=blue"], "markers"),
        (["table.terrain.1.kind=scrub"], "ground"),
        (["red.baseline=north"], "table edges"),
    ],
)
def test_a_scenario_is_the_same_for_both_sides_or_it_is_said_in_what_not(settings, differs):
    assert uneven(prepare("duel", settings=settings)) == differs


def test_scenarios_that_say_they_are_even_are():
    assert uneven(prepare("meeting_engagement")) == ""
    assert uneven(prepare("ridge_crossing")) == "victory"
    assert uneven(prepare("spaceport")) == "ground"


@pytest.mark.slow
def test_fighting_stops_where_the_rule_says():
    answer = ask(until=40, battles=5000)
    for enemy in answer.enemies:
        margins = [answer.rows[enemy, own, "red"]["margin"] for own in answer.doctrines]
        pairs = len(margins[0])
        whole = Bench("ridge_crossing")
        rows = [-whole.rows(enemy, own, 5000, 5)["margin"][None] for own in answer.doctrines]
        assert pairs == fight_until(lambda n, r=rows: [(r[0][:, :n], r[1][:, :n])], 40, 5000) < 5000
        found = answer.answer(enemy, "ambush").to_reference
        assert found.pairs == pairs
        assert (found.paired.high - found.paired.low) / 2 <= 40
    assert answer.reached
    assert (
        "Stopped as soon as every paired difference was within 40 points." in answer.conclusions()
    )


@pytest.mark.slow
def test_a_width_that_is_not_reached_is_said():
    answer = ask(until=1, battles=600)
    assert not answer.reached
    assert any(
        line.startswith("1 points were not reached in 600 pairs") for line in answer.conclusions()
    )


# -- verdicts and words ----------------------------------------------------------------------------


def made(margins, doctrines=("never", "ambush"), enemies=("bounding", "opportunist", "random")):
    """Return a comparison of made-up battles; `margins` is the mean difference by enemy."""
    random = np.random.default_rng(1)
    rows = {}
    for enemy, more in zip(enemies, margins, strict=False):
        base = random.normal(0, 100, 2000)
        for own, shift in zip(doctrines, (0, more), strict=True):
            cell = np.zeros(2000, paired_battles.CELL)
            spread = random.normal(0, 20, 2000) if shift else 0
            cell["margin"] = base + shift + spread - np.mean(spread)
            cell["won"] = base > 0
            cell["fired"] = 1
            rows[enemy, own, "red"] = cell
    template = ask(battles=100)
    asked = tuple(enemies[: len(margins)])
    return dataclasses.replace(template, enemies=asked, doctrines=doctrines, rows=rows)


@pytest.mark.parametrize(
    ("margins", "verdicts", "said"),
    [
        ((30, 30, 30), (BETTER,) * 3, "It holds against all 3 enemies asked."),
        ((30, 30, -30), (BETTER, BETTER, WORSE), "It depends on the enemy."),
        ((30, 0.01, 0.01), (BETTER, OPEN, OPEN), "That is an answer against one enemy only."),
        ((30, 30, 0.01), (BETTER, BETTER, OPEN), "It holds against 2 of the 3 enemies asked."),
        ((30,), (BETTER,), "One enemy was asked: against another it may be otherwise."),
        ((30, 30), (BETTER,) * 2, "It holds against both enemies asked."),
        ((0, 0, 0), (SAME,) * 3, "No battle tells them apart."),
        ((0.01, 0.01, 0.01), (OPEN,) * 3, "No answer from these battles."),
    ],
)
def test_an_answer_says_how_far_it_carries(margins, verdicts, said):
    answer = made(margins)
    assert tuple(answer.answer(enemy, "ambush").verdict for enemy in answer.enemies) == verdicts
    line = answer.conclusions()[0]
    assert line.startswith("ambush, compared with never: ")
    assert line.endswith(said)
    assert ("better against bounding by 30" in line) == (margins[0] == 30)
    assert ("worse against random by 30" in line) == (margins[-1] == -30)


def test_how_far_counts_enemies():
    assert how_far({BETTER: 0, WORSE: 1, OPEN: 1, SAME: 1}).endswith("one enemy only.")
    assert how_far({BETTER: 0, WORSE: 2, OPEN: 0, SAME: 0}).endswith("both enemies asked.")


def test_better_and_worse_hold_for_all_differences_together():
    answer = made((1.1, 30, 30))  # 2.5 standard errors; 2.64 are needed for six
    found = answer.answer("bounding", "ambush")
    assert found.to_reference.adjusted.low > 0
    assert answer.together == 6
    assert found.verdict == OPEN


def test_wins_that_tell_another_story_are_told():
    answer = made((30, 30, 30))
    rows = dict(answer.rows)
    lost = rows["bounding", "ambush", "red"].copy()
    lost["won"][:400] = 0
    rows["bounding", "ambush", "red"] = lost
    told = dataclasses.replace(answer, rows=rows)
    assert told.answer("bounding", "ambush").wins_verdict == WORSE
    assert "But it wins fewer battles: " in told.conclusions()[0]
    assert "But" not in answer.conclusions()[0]


def test_few_battles_that_differ_are_no_answer():
    answer = made((0, 30, 30))
    rows = dict(answer.rows)
    other = rows["bounding", "ambush", "red"].copy()
    other["margin"][: FEW - 1] += 500
    rows["bounding", "ambush", "red"] = other
    told = dataclasses.replace(answer, rows=rows)
    assert told.answer("bounding", "ambush").to_reference.paired.low > 0
    assert told.answer("bounding", "ambush").verdict == OPEN
    assert any(
        f"differ in {FEW - 1} of 2,000 pairs: too few for its interval to be trusted." in line
        for line in told.conclusions()
    )


def test_two_differences_are_both():
    several = made((0, 30, 30))
    for answer, said in (
        (several, "all 6"),
        (dataclasses.replace(several, enemies=several.enemies[:1]), "both"),
    ):
        words = f"the words for {said} differences of points and wins together (Bonferroni)."
        assert [line for line in answer.conclusions() if line.endswith(words)]


def test_headings_say_what_has_its_luck_taken_out_and_are_explained(monkeypatch):
    shown = []
    monkeypatch.setattr(cli, "print_table", lambda headings, *_, **__: shown.extend(headings))
    cli.show(made((0, 30, 30)))
    after = shown[shown.index("points more than never") + 1 :]
    assert after[:2] == ["the same, luck taken out", "wins more in 100, luck taken out"]
    assert all(explain(heading) for heading in after)
    assert len(set(shown)) == len(shown)


def test_no_overwatch_at_all_is_a_warning():
    answer = ask(settings=["rules.overwatch=off"], battles=100)
    assert "Warning: nobody asked about fired on overwatch in any battle." in answer.conclusions()
    assert not any("Warning: nobody" in line for line in ask(battles=100).conclusions())


def test_the_table_has_one_row_a_doctrine_and_enemy():
    answer = ask(battles=120)
    table = answer.table
    assert list(zip(table["enemy"], table["doctrine"], strict=True)) == [
        (enemy, own) for enemy in answer.enemies for own in answer.doctrines
    ]
    assert table.loc[table["doctrine"] == "never", "paired"].isna().all()
    assert (table["margin_low"] <= table["margin"]).all()
    others = table[table["doctrine"] != "never"]
    for name in ("independent", "paired", "adjusted", "wins_paired", "wins_adjusted"):
        assert (others[f"{name}_low"] < others[name]).all()
        assert (others[name] < others[f"{name}_high"]).all()


# -- the folder ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_folder_gives_the_same_answer_again_without_a_battle(tmp_path, monkeypatch):
    first = ask(out=tmp_path)
    monkeypatch.setattr(Bench, "rows", None)  # nobody fights
    assert ask(out=tmp_path).as_dict() == first.as_dict()
    assert stored(tmp_path).as_dict() == first.as_dict()
    assert stored(tmp_path).table.equals(first.table)


@pytest.mark.slow
@pytest.mark.parametrize("more", [{}, {"until": 40.0, "battles": 3000}])
def test_a_study_that_was_stopped_goes_on(tmp_path, monkeypatch, more):
    monkeypatch.setattr(ledger, "LEAST_PART", 100)
    fight, count = Bench.rows, []

    def stopped(bench, *asked):
        count.append(asked[:-1])
        if len(count) == 10:
            raise KeyboardInterrupt
        return fight(bench, *asked)

    monkeypatch.setattr(Bench, "rows", stopped)
    part = ask(out=tmp_path, **more)
    assert part.interrupted and part.conclusions()[0].startswith("Warning: interrupted after")
    assert stored(tmp_path).as_dict() == part.as_dict()
    again = ask(out=tmp_path, **more)
    assert len(count) == len(set(map(repr, count))) + 1  # only the broken part was fought twice
    assert again.as_dict() == ask(**more).as_dict()


def test_a_folder_without_a_seed_keeps_its_own(tmp_path):
    first = ask(out=tmp_path, seed=None, battles=100)
    assert ask(out=tmp_path, seed=None, battles=100).seed == first.seed


def test_another_question_is_refused(tmp_path):
    ask(out=tmp_path, battles=100)
    with pytest.raises(InputError, match="holds another question: battles is 100, not 200"):
        ask(out=tmp_path, battles=200)
    changed = load_scenario("ridge_crossing", ["turns=7"])
    with pytest.raises(InputError, match="holds another question: settings"):
        compare(changed, battles=100, out=tmp_path, **ASKED)


def test_another_scenario_of_the_same_name_is_refused(tmp_path):
    made = parse_scenario(load_scenario("ridge_crossing").document)
    compare(made, battles=100, out=tmp_path, **ASKED)
    with pytest.raises(InputError, match="holds another question: hash"):
        compare(made.with_(turns=7), battles=100, out=tmp_path, **ASKED)


BAD = [
    ({"side": "green"}, "side: 'green' is not one of blue, red"),
    ({"doctrines": ("never",)}, "one alone has nothing to be compared with"),
    ({"doctrines": ("never", "never")}, "doctrines: 'never' is there twice"),
    ({"doctrines": ("never", "timid")}, "doctrine 'timid' is not one of"),
    ({"against": ()}, "against: names no doctrine"),
    ({"battles": 99}, "battles: 99 is less than 100"),
    ({"until": 0.0}, "until: 0 is not a number of points above 0"),
    ({"until": float("nan")}, "until: nan is not"),
    ({"seed": -1}, "seed: -1 is less than 0"),
    ({"workers": 0}, "workers: 0 is less than 1"),
    (
        {"swap": True},
        "swap: ridge_crossing is not the same for both sides once the table is turned by half a "
        "circle; what differs: victory",
    ),
]


@pytest.mark.parametrize(("more", "message"), BAD)
def test_bad_input_is_refused_before_anything_is_written(tmp_path, more, message):
    with pytest.raises(InputError, match=message):
        ask(out=tmp_path / "out", **more)
    assert not (tmp_path / "out").exists()


# -- what pairing is worth -------------------------------------------------------------------------


@pytest.mark.slow
def test_pairing_pays_where_the_doctrines_do_the_same_things():
    near = ask("duel", battles=4000, against=("opportunist",)).answer("opportunist", "ambush")
    assert near.to_reference.adjusted_reduction > near.to_reference.paired_reduction > 8
    far = ask(battles=4000, against=("opportunist",)).answer("opportunist", "ambush")
    assert far.to_reference.differ > 0.99 * 4000  # nearly every battle goes another way
    assert 1.5 < far.to_reference.paired_reduction < far.to_reference.adjusted_reduction < 8
