"""Choices of one side: the same battles for each, paired differences, and what is said of them."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from sim.places import doctrine_folder
from sim.refusal import InputError
from sim.study.battles import Battles
from sim.study.choices import Choice, Choices, choices, choices_of, defender
from sim.study.intervals import Mean, mean_among, mean_of, rate_of, reach
from sim.study.prepare import prepare
from sim.study.run import run

N, SEED = 60, 5


@pytest.fixture(scope="module")
def found() -> Choices:
    return choices("ridge_crossing", battles=N, seed=SEED)


@lru_cache(maxsize=8)
def run_of(name: str) -> Battles:
    """Return a run of its own with one of red's choices."""
    if name == "ambush, overwatch off":
        return run("ridge_crossing", N, SEED, settings=["rules.overwatch=off"])
    return run("ridge_crossing", N, SEED, red=name)


@pytest.fixture(scope="module")
def fought() -> dict[str, np.ndarray]:
    """Return red's margins by choice, from runs of their own."""
    names = ("always", "never", "ambush", "ambush, overwatch off")
    return {name: -run_of(name).rows["margin"] for name in names}


def test_every_choice_is_there_once_the_best_first(found):
    names = [one.name for one in found.choices]
    assert sorted(names) == ["always", "ambush", "ambush, overwatch off", "never"]
    means = [one.margin.mean for one in found.choices]
    assert means == sorted(means, reverse=True)
    assert [one.name for one in found.choices if one.own] == [
        name for name in names if name.startswith("ambush")
    ]
    assert [one.name for one in found.choices if one.given] == ["ambush"]


def test_margins_are_those_of_runs_with_that_choice(found, fought):
    for one in found.choices:
        assert one.margin == mean_of(fought[one.name])


def test_differences_are_paired_battle_by_battle(found, fought):
    best, own = fought[found.choices[0].name], fought["ambush"]
    z = reach(N, 6)  # six pairs of four choices
    for one in found.choices:
        for told, other in ((one.to_best, best), (one.to_own, own)):
            differences = [float(a - b) for a, b in zip(fought[one.name], other, strict=True)]
            mean = sum(differences) / N
            sd = math.sqrt(sum((value - mean) ** 2 for value in differences) / (N - 1))
            assert told.mean == pytest.approx(mean)
            assert told.sd == pytest.approx(sd)
            assert told.se == pytest.approx(sd / math.sqrt(N))
            assert told.low == pytest.approx(mean - z * sd / math.sqrt(N))
            assert told.high == pytest.approx(mean + z * sd / math.sqrt(N))
        won = {name: run_of(name).rows["winner"] == 1 for name in (one.name, found.choices[0].name)}
        more = 100.0 * won[one.name] - 100.0 * won[found.choices[0].name]
        assert one.wins_to_best == mean_among(more, 6)


def test_wins_and_fire_are_those_of_the_side(found):
    result = run_of("always")
    always = next(one for one in found.choices if one.name == "always")
    assert always.wins == rate_of(int((result.rows["winner"] == 1).sum()), N)
    assert always.fired.mean == pytest.approx(result.rows["fired"][:, 1].mean())
    idle = {one.name: one.fired.mean for one in found.choices if one.name != "ambush"}
    assert idle["never"] == idle["ambush, overwatch off"] == 0


def test_worth_is_on_less_off(found, fought):
    worth = found.worth
    assert worth.mean == pytest.approx((fought["ambush"] - fought["ambush, overwatch off"]).mean())
    assert worth.low < worth.mean < worth.high


def test_a_side_may_be_named(found):
    blue = choices("ridge_crossing", side="blue", doctrines=["never"], battles=20, seed=SEED)
    assert (blue.side, blue.defends, blue.enemy, blue.who) == ("blue", False, "ambush", "blue")
    own = next(one for one in blue.choices if one.given)
    rows = run("ridge_crossing", 20, SEED).rows
    assert (own.doctrine, own.margin) == ("bounding", mean_of(rows["margin"]))
    assert (found.side, found.enemy, found.who) == ("red", "bounding", "the defender (red)")


def test_where_nobody_defends_red_chooses():
    assert defender(prepare("duel").scenario) is None
    told = choices("duel", battles=10)
    assert (told.side, told.who) == ("red", "red")


def test_a_run_without_overwatch_meets_the_same_choices(found):
    off = choices("ridge_crossing", battles=N, seed=SEED, settings=["rules.overwatch=off"])
    assert [one.name for one in off.choices if one.given] == ["ambush, overwatch off"]
    assert [replace(one, given=False) for one in off.choices] == [
        replace(one, given=False) for one in found.choices
    ]


def test_a_doctrine_of_ones_own_is_a_choice_of_its_own(tmp_path):
    text = (doctrine_folder() / "ambush.toml").read_text("utf-8")
    own = tmp_path / "mine.toml"
    own.write_text(text.replace("near = 10", "near = 11"), "utf-8")
    told = choices("duel", battles=4, red=own)
    assert sorted(one.name for one in told.choices) == [
        "always", "ambush", "ambush (shipped)", "ambush, overwatch off", "never",
    ]  # fmt: skip
    assert {one.name: bool(one.text) for one in told.choices} == {
        "always": True, "ambush": False, "ambush (shipped)": True, "ambush, overwatch off": False,
        "never": True,
    }  # fmt: skip


def test_progress_runs_through_all_choices():
    seen: list[tuple[int, int]] = []
    prepared = prepare("duel")
    choices_of(prepared, battles=10, progress=lambda done, wanted: seen.append((done, wanted)))
    assert seen == [(10, 40), (20, 40), (30, 40), (40, 40)]


def test_the_prepared_scenario_is_left_as_it_was():
    prepared = prepare("duel")
    before = prepared.hash
    choices_of(prepared, battles=4)
    assert prepared.hash == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"side": "green"}, "side: 'green' is not one of blue, red"),
        ({"battles": 1}, "battles: 1 is less than 2"),
        ({"seed": -1}, "seed: -1 is less than 0"),
        ({"workers": 0}, "workers: 0 is less than 1"),
        ({"doctrines": ["alway"]}, "doctrine 'alway' is not one of"),
    ],
)
def test_bad_input_is_refused(arguments, message):
    with pytest.raises(InputError) as caught:
        choices("duel", **({"battles": 4} | arguments))
    assert str(caught.value).startswith(message)


def test_table_has_a_row_a_choice(found):
    table = found.table()
    assert list(table["choice"]) == [one.name for one in found.choices]
    assert table.loc[0, "to_best"] == 0
    assert (table["margin_low"] < table["margin"]).all()


# -- sentences of choices made by hand -------------------------------------------------------------


def choice(name: str, margin: float, best: float, se: float, **more: object) -> Choice:
    """Return a choice whose differences have one standard error."""
    difference = margin - best
    nothing = Mean(0.0, 0.0, 0.0, 0.0, 0.0)
    to_best = Mean(difference, 10 * se, se, difference - 3 * se, difference + 3 * se)
    if difference == 0:
        to_best = nothing
    fields = {"overwatch": True, "own": False, "given": False, "text": "", "laid": (1.0, 2.0)}
    fields |= {"wins_to_best": nothing} | more
    return Choice(
        name, margin=Mean(margin, 50, 5, margin - 10, margin + 10), wins=rate_of(5, 10),
        fired=Mean(0, 0, 0, 0, 0), to_best=to_best, to_own=to_best, **fields,
    )  # fmt: skip


def made(*ones: Choice) -> Choices:
    return Choices("x", "red", True, "bounding", 1000, 1, 3, ones)


def test_a_clear_best_is_said_with_its_lead():
    told = made(
        choice("ambush", 100, 100, 5, own=True, given=True),
        choice("never", 60, 100, 5),
        choice("ambush", 20, 100, 5, own=True, overwatch=False),
    )
    assert told.sentences() == [
        "Best for the defender (red) by the margin is ambush: 40 points (25 to 55) a battle more than "
        "never, the next.",
        "With ambush, the overwatch rules, which both sides used, are worth 80 points (65 to 95) a "
        "battle to the defender (red).",
        "The choices met blue's doctrine bounding only, over the same 1,000 battles each.",
    ]


def test_no_best_where_an_interval_holds_zero():
    told = made(
        choice("ambush", 100, 100, 5, own=True, given=True),
        choice("never", 90, 100, 5),
        choice("ambush", 20, 100, 5, own=True, overwatch=False),
    )
    assert told.rivals == told.choices[1:2]
    assert told.sentences()[0] == (
        "No clear best for the defender (red) among ambush and never: the lead of ambush in points, "
        "10 (\N{MINUS SIGN}5 to 25) over never, may be chance. These did worse: ambush, overwatch off."
    )


def test_a_choice_that_wins_more_battles_is_named():
    more, unsure = Mean(3.0, 40, 0.5, 1.5, 4.5), Mean(3.0, 40, 2.0, -3.0, 9.0)
    told = made(
        choice("ambush", 100, 100, 5, own=True, given=True),
        choice("never", 60, 100, 5, wins_to_best=more),
        choice("always", 50, 100, 5, wins_to_best=unsure),
        choice("ambush", 20, 100, 5, own=True, overwatch=False),
    )
    assert told.sentences()[0].endswith(
        "the next. But it wins fewer battles: 3.0 (1.5 to 4.5) in 100 more with never."
    )


def test_overwatch_may_cost_or_change_nothing():
    best = choice("never", 100, 100, 5, own=True, overwatch=False)
    cost = made(best, choice("never", 40, 100, 5, own=True, given=True))
    own = cost.choices[1]
    off = replace(best, to_own=Mean(60.0, 50, 5, 45.0, 75.0))
    assert replace(cost, choices=(off, own)).sentences()[1] == (
        "With never, the overwatch rules, which both sides used, cost the defender (red) 60 points "
        "(45 to 75) a battle."
    )
    off = replace(best, to_own=Mean(6.0, 50, 5, -9.0, 21.0))
    words = replace(cost, choices=(off, own)).sentences()[1]
    assert "make no clear difference to the defender (red)" in words


@pytest.mark.parametrize(
    ("laid", "users"),
    [
        ((0.0, 1.7), "only blue used"),
        ((0.2, 0.0), "only red used"),
        ((0.2, 1.7), "both sides used"),
        ((0.0, 0.0), "neither side used"),
    ],
)
def test_who_used_the_overwatch_rules_is_said(laid, users):
    told = made(
        choice("never", 100, 100, 5, own=True, given=True, laid=laid),
        choice("ambush", 60, 100, 5),
        choice("never", 20, 100, 5, own=True, overwatch=False, laid=(0.0, 0.0)),
    )
    assert told.users == users
    assert f"the overwatch rules, which {users}, are worth" in told.sentences()[1]


def test_counters_of_both_sides_are_counted():
    told = choices("duel", battles=50, seed=1)
    never = next(one for one in told.choices if one.name == "never")
    assert never.laid[0] == 0 < never.laid[1]
    assert next(one for one in told.choices if not one.overwatch).laid == (0, 0)
    assert told.users == "only blue used"


def test_the_lead_is_over_the_next_that_may_be_as_good():
    told = made(
        choice("never", 100, 100, 5),
        choice("always", 80, 100, 2, own=True, given=True),
        choice("ambush", 70, 100, 50),
        choice("always", 20, 100, 5, own=True, overwatch=False),
    )
    lead, over = told.lead
    assert over.name == "ambush" and over in told.rivals
    assert (lead.mean, lead.low, lead.high) == (30, -120, 180)


def test_intervals_together_are_wider_than_one_alone():
    values = np.array([1.0, 2.0, 4.0, 8.0])
    alone, six = mean_among(values, 1), mean_among(values, 6)
    assert alone.low == pytest.approx(mean_of(values).low)
    assert six.low < alone.low and six.high > alone.high
    assert (six.mean, six.se) == (alone.mean, alone.se)
