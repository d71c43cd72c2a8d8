"""Sobol indices: known functions, chance taken off, and the study around them."""

from __future__ import annotations

import re
import sys

import numpy as np
import pandas as pd
import pytest

from sim.refusal import InputError
from sim.report.sensitivity_figure import plot_sensitivity
from sim.report.sensitivity_report import write_sensitivity
from sim.studies import cells as cells_module
from sim.studies.sensitivity import read_sensitivity, sensitivity, sensitivity_of, share_text
from sim.studies.sobol import RESAMPLES, indices, sample

pytest.importorskip("SALib", reason="an optional package: pip install 'overwatch-sim[studies]'")

# Ishigami and Homma (1990) with a = 7, b = 0.1; the shares follow from its integrals.
A, B = 7.0, 0.1
ALONE = np.array([(1 + B * np.pi**4 / 5) ** 2 / 2, A**2 / 8, 0.0])
COMMON = B**2 * np.pi**8 * (1 / 18 - 1 / 50)  # of the first and the third
VARIANCE = ALONE.sum() + COMMON
FIRST = ALONE / VARIANCE
TOTAL = (ALONE + np.array([COMMON, 0.0, COMMON])) / VARIANCE
NOISE = 3.0  # standard error of a cell: its square is two fifths of what is seen

BRIEF = {"scenario": "duel", "vary": ["doctrine.ambush.great_shot=0.05:0.6", "turns=5:6"]}


def ishigami(points):
    x, y, z = (np.pi * (2 * points - 1)).T
    return np.sin(x) + A * np.sin(y) ** 2 + B * z**4 * np.sin(x)


def test_known_indices_are_found_and_salib_says_the_same():
    from SALib.analyze import sobol

    points = sample(3, 1024, seed=3)
    assert points.shape == (1024 * 5, 3) and points.min() >= 0 and points.max() < 1
    answers = ishigami(points)
    found = indices(3, answers, np.zeros(len(answers)), seed=1)
    assert found.first == pytest.approx(FIRST, abs=0.05)
    assert found.total == pytest.approx(TOTAL, abs=0.05)
    assert found.variance == pytest.approx(VARIANCE, rel=0.05)
    problem = {"num_vars": 3, "names": ["x", "y", "z"], "bounds": [[0, 1]] * 3}
    theirs = sobol.analyze(problem, answers, calc_second_order=False, seed=1)
    assert found.first == pytest.approx(theirs["S1"])
    assert found.total == pytest.approx(theirs["ST"])
    assert found.ahead and found.settled


def test_chance_is_taken_off_and_the_intervals_cover():
    estimates, inside = [], []
    for seed in range(1, 41):
        luck = np.random.default_rng(seed)
        answers = ishigami(sample(3, 64, seed))
        errors = NOISE**2 * luck.chisquare(49, len(answers)) / 49  # as estimated from 50 battles
        answers = answers + NOISE * luck.standard_normal(len(answers))
        found = indices(3, answers, errors, seed)
        estimates.append([found.first, found.total])
        for ranges, true in ((found.first_range, FIRST), (found.total_range, TOTAL)):
            inside += [low <= one <= high for (low, high), one in zip(ranges, true, strict=True)]
        inside.append(found.variance_range[0] <= VARIANCE <= found.variance_range[1])
    first, total = np.mean(estimates, axis=0)
    spread = np.std(estimates, axis=0) / np.sqrt(40)
    assert (np.abs(first - FIRST) < 4 * spread[0] + 0.02).all()
    assert (np.abs(total - TOTAL) < 4 * spread[1] + 0.02).all()
    # with chance left in, the third would seem to have a total share of 0.54 instead of 0.24
    assert total[2] < 0.35
    assert 0.92 <= np.mean(inside) <= 1.0


def test_chance_alone_settles_nothing():
    settled = []
    for seed in range(40):
        answers = np.random.default_rng(seed).standard_normal(64 * 4)
        settled.append(indices(2, answers, np.ones(len(answers)), seed).settled)
    assert np.mean(settled) <= 0.1
    still = indices(2, np.full(64 * 4, 5.0), np.zeros(64 * 4), 1)
    assert not still.settled and not still.ahead and still.mean.mean == 5.0


def test_two_places_that_do_the_same_have_no_first():
    answers = sample(2, 64, 5).sum(axis=1)
    found = indices(2, answers, np.zeros(len(answers)), 1)
    assert found.settled and not found.ahead
    assert found.first == pytest.approx([0.5, 0.5], abs=0.1)


def few_apart(chance):
    """Return the indices of cells that are alike but for few base points."""
    points = sample(2, 64, 1)
    answers = np.where(points[:, 0] < 0.03, 100.0, 0.0) + points[:, 1] * 1e-3
    return indices(2, answers, np.full(len(answers), chance), seed=1)


def test_resamples_without_variance_are_left_out_of_the_intervals_and_counted():
    found = few_apart(chance=60.0)
    assert 0 < found.empty <= 0.025 * RESAMPLES and found.settled
    for ranges in (found.first_range, found.total_range):
        assert np.isfinite(ranges).all() and (ranges[:, 0] <= ranges[:, 1]).all()
    assert found.ahead


def test_too_many_resamples_without_variance_leave_no_interval_and_nothing_settled():
    found = few_apart(chance=100.0)
    assert found.empty > 0.05 * RESAMPLES
    assert not found.settled and not found.ahead
    assert np.isnan(found.first_range).all() and np.isnan(found.total_range).all()


def test_a_share_without_an_interval_is_rounded_and_says_so():
    assert share_text(0.3996498925, np.nan, np.nan) == "40% (no interval)"
    assert share_text(1.2, 0.5, np.nan) == "100% (no interval)"


def made_up(function, errors=0.5):
    """Return a study whose cells have a known answer, equal in every battle but for `errors`."""
    points = sample(2, 64, 1)
    away = np.resize([errors, -errors], 10)
    frames = [
        pd.DataFrame(
            {
                "cell": number, "battle": range(10 * number, 10 * number + 10),
                "first_margin": function(point) + away, "second_margin": 2.0,
                "first_fired": 1, "second_fired": 0,
            }
        )
        for number, point in enumerate(points)
    ]  # fmt: skip
    question = {
        "kind": "sensitivity", "scenario": "duel", "side": "red", "doctrines": ["a", "b"],
        "against": "", "vary": ["x=0.0:1", "y=0.0:1"], "settings": [], "battles": 10, "seed": 1,
        "samples": 64, "names": ["a", "b"], "enemies": ["c"], "cells": len(points),
    }  # fmt: skip
    return sensitivity_of(question, pd.concat(frames))


def test_the_conclusions_name_what_moves_the_answer_only_where_that_is_clear():
    clear = made_up(lambda point: 100 * point[0] + 10 * point[1])
    lines = clear.conclusions()
    assert lines[0].startswith("Red's margin with a is 55 points")
    assert "x moves it most. Shares alone, and with combinations: x 100%" in lines[0]
    assert lines[1].startswith("The advantage of a over b for red is 53 points")
    alike = made_up(lambda point: 100 * point[0] + 100 * point[1])
    assert "which moves it most cannot be told" in alike.conclusions()[0]
    nothing = made_up(lambda point: 7.0)
    assert "nothing moves it clearly" in nothing.conclusions()[0]
    assert nothing.as_dict()["outputs"]["margin"]["places"] == []
    rare = made_up(lambda point: 100.0 * (point[0] < 0.05), errors=30.0).conclusions()[0]
    assert re.search(r"Their intervals leave out \d+ of 1,000 resamples, in which", rare)
    assert "nan" not in rare and "leave out" not in lines[0]


@pytest.mark.parametrize("width", [9.0, 3.8])
def test_the_figure_shows_both_indices(width):
    found = made_up(lambda point: 100 * point[0] + 10 * point[1])
    panels = plot_sensitivity(found, width)
    assert [panel.get_title(loc="left") for panel in panels] == [
        "What moves the margin", "What moves the advantage",
    ]  # fmt: skip
    total, first = (box for box in panels[0].containers if box.get_label() in (
        "with combinations", "alone"
    ))  # fmt: skip
    result = found.outputs["margin"]
    for bars, shares in ((total, result.total), (first, result.first)):
        drawn = [bar.get_width() for bar in bars]
        assert drawn == pytest.approx(np.clip(shares, 0, 1))
    empty = plot_sensitivity(made_up(lambda point: 7.0), width)
    assert not empty[0].containers
    assert "no more" in empty[0].texts[0].get_text()


@pytest.mark.slow
def test_a_study_of_battles_its_folder_and_its_report(tmp_path):
    asked = {**BRIEF, "battles": 20, "samples": 16}
    plain = sensitivity(**asked, workers=1)
    kept = sensitivity(**asked, workers=2, out=tmp_path)
    pd.testing.assert_frame_equal(plain.table, kept.table)
    assert plain.table["place"].tolist() == ["doctrine.ambush.great_shot", "turns"] * 2
    rows = pd.concat(pd.read_parquet(file) for file in (tmp_path / "rows").iterdir())
    assert len(rows) == 16 * 4 * 20 and rows["battle"].is_unique  # luck of its own in each cell
    assert set(rows["turns"]) == {5, 6}
    page = write_sensitivity(tmp_path)
    names = ("indices.csv", "indices.parquet", "indices.svg", "report.md", "report.html")
    before = [(tmp_path / name).read_bytes() for name in names]
    assert page == tmp_path / "report.html"
    write_sensitivity(tmp_path)
    assert [(tmp_path / name).read_bytes() for name in names] == before
    next((tmp_path / "rows").iterdir()).unlink()
    with pytest.raises(InputError, match=r"only \d+ base points are done, 16 are needed"):
        read_sensitivity(tmp_path)
    again = sensitivity(**asked, out=tmp_path)
    pd.testing.assert_frame_equal(again.table, kept.table)


BAD = [
    ({"vary": ["turns=4:8"]}, "--vary turns=4:8: is alone; two or more places share the variance"),
    ({"vary": ["turns=4:8", "rules.shots=1"]}, "--vary rules.shots=1: has one value; two or more"),
    ({"samples": 48}, "--samples: 48 is not a power of 2 between 16 and 5000"),
    ({"samples": 8}, "--samples: 8 is not a power of 2 between 16 and 5000"),
    ({"vary": ["turns=4:99", "rules.shots=1,2"]}, "duel.toml: turns: "),
    ({"battles": 1}, "battles: 1 is less than 2"),
]


@pytest.mark.parametrize(("asked", "message"), BAD)
def test_bad_input_is_refused_before_a_battle_is_fought(monkeypatch, tmp_path, asked, message):
    def fight(*_):
        raise AssertionError("a battle was fought")

    monkeypatch.setattr(cells_module.Bench, "rows", fight)
    with pytest.raises(InputError, match=re.escape(message)):
        sensitivity(**(BRIEF | asked), out=tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_without_salib_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "SALib.sample", None)
    with pytest.raises(InputError, match=re.escape("pip install 'overwatch-sim[studies]'")):
        sensitivity(**BRIEF)
