"""Sentences of studies on random answers: a claim is made where its interval allows it, only there."""

from __future__ import annotations

import dataclasses
import itertools
import re

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.studies import ablation
from sim.studies.ablate import key_of
from sim.studies.compare import compare
from sim.studies.game_result import Game
from sim.studies.ledger import Ledger
from sim.studies.paired import widened
from sim.studies.sweep import sweep_of
from sim.studies.tune_words import sentences as tune_sentences
from sim.studies.tuning import Edge, Round
from sim.studies.worth import BESIDE, GROUPS, PARTS, Value
from sim.study.digits import MINUS, clear
from sim.study.intervals import mean_of

calm = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
means = st.floats(-12, 12).map(lambda x: round(x, 1))
seeds = st.integers(0, 2**32 - 1)
NUMBER = rf"[{MINUS}+]?[\d,.]+"


def noise(seed: int, *shape: int, spread: float = 20.0) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, spread, shape)


def bounds(text: str) -> list[tuple[float, float]]:
    """Return the intervals that a sentence shows."""
    found = re.findall(rf"\(({NUMBER}) to ({NUMBER})\)", text)
    return [tuple(float(x.replace(MINUS, "-").replace(",", "")) for x in pair) for pair in found]


# -- compare ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def compared():
    return compare("duel", side="red", doctrines=("never", "ambush"), against=("never", "always"),
                   battles=120, seed=1, swap=False)  # fmt: skip


@calm
@given(gains=st.lists(means, min_size=2, max_size=2), seed=seeds)
def test_compare_says_better_only_where_the_interval_leaves_out_zero(compared, gains, seed):
    rows = {}
    for number, ((enemy, own, side), cell) in enumerate(sorted(compared.rows.items())):
        cell = cell.copy()
        gain = gains[compared.enemies.index(enemy)] if own == "ambush" else 0.0
        cell["margin"] = gain + noise(seed + number, len(cell))
        rows[enemy, own, side] = cell
    answer = dataclasses.replace(compared, rows=rows)
    sentence = next(line for line in answer.conclusions() if line.startswith("ambush, compared"))
    points = sentence.partition(" But it wins")[0]
    for enemy in answer.enemies:
        more = widened(answer.answer(enemy, "ambush").to_reference.adjusted, answer.together)
        better, worse = (
            re.search(rf"{word} against [^;.]*\b{enemy} by", points) is not None
            for word in ("better", "worse")
        )
        assert better == (more.low > 0)
        assert worse == (more.high < 0)
    clear_ones = [
        clear(widened(answer.answer(enemy, "ambush").to_reference.adjusted, answer.together))
        for enemy in answer.enemies
    ]
    assert ("It holds against both" in points) <= all(clear_ones)


# -- sweep -----------------------------------------------------------------------------------------


def swept(values: list[float], seed: int, vary: list[str], places: list[dict]):
    frames = []
    for number, (mean, place) in enumerate(zip(values, places, strict=True)):
        margin = mean + noise(seed + number, 60)
        frames.append(
            pd.DataFrame(
                {
                    "cell": number, **place, "battle": range(60), "first_margin": margin,
                    "first_result": np.sign(margin).astype(int), "first_fired": 1,
                    "second_margin": 0.0, "second_result": 0, "second_fired": 0,
                }
            )
        )  # fmt: skip
    question = {
        "kind": "sweep", "scenario": "duel", "side": "red", "doctrines": ["a", "b"], "against": "",
        "vary": vary, "settings": [], "battles": 60, "seed": 1, "lhs": 0, "names": ["a", "b"],
        "enemies": ["c"], "cells": len(places),
    }  # fmt: skip
    return sweep_of(question, pd.concat(frames, ignore_index=True))


@calm
@given(values=st.lists(means, min_size=5, max_size=5), seed=seeds)
def test_a_sweep_tells_a_change_of_sign_only_between_clear_cells(values, seed):
    found = swept(values, seed, ["x=1:5"], [{"x": x} for x in range(1, 6)])
    ends = found.table[["all_low", "all_high"]].to_numpy()
    signs = [int(np.sign(low)) if low * high > 0 else 0 for low, high in ends]
    first, second, *_ = found.conclusions()
    assert (
        f"ahead of b for red in {signs.count(1)} and clearly behind in {signs.count(-1)};" in first
    )
    some = [(x, sign) for x, sign in enumerate(signs, 1) if sign]
    turns = [
        f"between {one} and {two}"
        for (one, was), (two, now) in itertools.pairwise(some)
        if was != now
    ]
    assert re.findall(r"between \d and \d", second) == turns


@calm
@given(values=st.lists(means, min_size=4, max_size=4), seed=seeds)
def test_a_switch_turns_a_sweep_only_where_both_sides_of_it_are_clear(values, seed):
    places = [{"x": x, "y": y} for x in ("on", "off") for y in (1, 2)]
    found = swept(values, seed, ["x=on,off", "y=1,2"], places)
    ahead = {
        (row["x"], row["y"]): np.sign(row["advantage"]) * row["clear"]
        for row in found.table.to_dict("records")
    }
    lines = [line for line in found.conclusions() if line.startswith("x turns it")]
    turned = {y for y in (1, 2) if ahead["on", y] * ahead["off", y] < 0}
    assert {int(y) for line in lines for y in re.findall(r"y = (\d)", line)} == turned


# -- ablate ----------------------------------------------------------------------------------------


@calm
@given(base=means, changes=st.lists(means, min_size=3, max_size=3), seed=seeds)
def test_an_ablation_names_what_is_clear_and_what_turns_the_margin(base, changes, seed):
    names = ["p", "q", "r"]
    question = {
        "kind": "ablate", "scenario": "x", "settings": [], "side": "red", "doctrines": ["d"],
        "against": ["e", "f", "g"], "battles": 50, "pairs": False, "only": [], "seed": 1,
        "hash": "", "joint": [],
        "tries": [
            {"change": name, "switch": name, "was": "off", "value": "on", "marks": "OW.A1"}
            for name in names
        ],
    }  # fmt: skip
    ledger = Ledger(question)
    for place, enemy in enumerate("efg"):
        plain = base + noise(seed + place, 50)
        for number, (name, gain) in enumerate(zip(["", *names], [0.0, *changes], strict=True)):
            margin = plain + (gain + noise(seed + 10 * number + place, 50) if name else 0)
            frame = pd.DataFrame({"margin": margin, "declared": 1, "fired": 1, "print": number})
            ledger.cells[key_of((name, "d", enemy), 0)] = frame
    found = ablation.answer(ledger)
    lines = found.conclusions()
    rows = found.changes.set_index("change")
    for word, sign in (("gains", 1), ("loses", -1)):
        told = " ".join(line for line in lines if line.startswith(f"Red {word}, clear"))
        named = set(re.findall(rf"\b([pqr]) [+{MINUS}]", told))
        clear_ones = rows.index[rows["clear"] & (sign * rows["difference"] > 0)]
        assert named == set(clear_ones)
        assert all(rows.loc[name, "low"] * rows.loc[name, "high"] > 0 for name in named)
    told = " ".join(line for line in lines if line.startswith("What turns it"))
    for name in re.findall(r"\b([pqr])\b", told.partition(", with ")[2]):
        assert clear(found.margin) and rows.loc[name, "clear"]
        ends = rows.loc[name, ["margin_low", "margin_high"]]
        assert (ends * np.sign(found.margin.mean) < 0).all()


# -- game ------------------------------------------------------------------------------------------


@pytest.mark.slow
@calm
@given(payoffs=st.lists(means, min_size=4, max_size=4), seed=seeds)
def test_a_game_says_who_is_ahead_only_where_the_interval_of_its_value_says_so(payoffs, seed):
    margins = np.reshape(payoffs, (2, 2)) + noise(seed, 60, 2, 2)
    turns = np.full((60, 2, 2, 2), 10.0)
    none = np.zeros(turns.shape)
    game = Game("made", 1, ("a", "b"), ("v", "w"), margins, none, turns, none, "none", 50)
    value = game.value()
    told = game.conclusions()
    (line,) = (line for line in told if line.startswith("Value of the game"))
    assert ("blue is ahead" in line) == (value.low > 0)
    assert ("red is ahead" in line) == (value.high < 0)
    assert any(line.startswith("Warning: no side laid a counter") for line in told)


# -- value -----------------------------------------------------------------------------------------


@pytest.mark.slow
@calm
@given(gain=means, seed=seeds, n=st.integers(30, 120))
def test_value_calls_overwatch_worth_something_only_if_it_is_clear(gain, seed, n):
    columns = {"battle": np.arange(n)}
    for number, name in enumerate((*PARTS, *BESIDE)):
        columns[f"without_{name}"] = np.zeros(n)
        shift = gain if name == PARTS[0] else 0.0
        columns[f"with_{name}"] = np.abs(noise(seed + number, n)).round()
        if name in PARTS:
            columns[f"with_{name}"] = shift + noise(seed + number, n)
        elif name == "won":
            columns["with_won"] = (noise(seed, n) > 0).astype(int)
    asked = {"side": "red", "doctrine": "ambush", "against": "never"}
    found = Value(pd.DataFrame(columns), asked)
    total, *lines = found.conclusions()
    assert ("overwatch is worth" in total) == clear(found.total)
    assert ("is not clear" in total) == (not clear(found.total))
    told = [line for line in lines if line.startswith(("It gains", "It costs"))]
    assert sum(line.count(" (") for line in told) == sum(
        clear(found.difference(*parts, together=len(GROUPS))) for parts in GROUPS.values()
    )
    assert all(0 < low < high for line in told for low, high in bounds(line))
    for line in told:  # more or fewer says which way it goes
        assert ("fewer own points" in line) <= line.startswith("It gains")
        assert ("more own points" in line) <= line.startswith("It costs")


# -- tune ------------------------------------------------------------------------------------------


@calm
@given(gain=means, seed=seeds)
def test_tuning_says_beats_only_where_the_interval_says_so(gain, seed):
    mean = mean_of(gain + noise(seed, 80))
    edge = Edge("ambush", mean, {"never": mean})
    one = Round(
        1, "red", "ambush", "ambush_tuned", ("never",), {}, {"near": 1.0}, {"near": 2.0}, [],
        mean, edge, edge, "", fired=0,
    )  # fmt: skip
    told = tune_sentences(one, 80)
    assert (" beats ambush" in told[0]) == (mean.low > 0)
    assert (" is worse than ambush" in told[0]) == (mean.high < 0)
    assert told[-1].startswith("Warning: ambush_tuned never fired on overwatch")
