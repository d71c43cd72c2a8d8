"""Figures show the numbers of the tables, can be read, and are the same for the same battles."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes
from matplotlib.container import BarContainer

import sim.report
from sim.layout import codes as c
from sim.report import map_figure
from sim.report.figures import (
    FIGURES,
    SHOWN,
    explain_map,
    plot_funnel,
    plot_losses,
    plot_map,
    plot_margin,
    plot_scenario,
)  # fmt: skip
from sim.report.funnel_figure import funnel_lines, off_lines
from sim.report.margin_figure import MOST_BINS, bin_edges, bin_width
from sim.report.style import new_axes, settings
from sim.study.intervals import Z95
from sim.study.run import run

CHARTS = [figure for figure in FIGURES if figure.name != "map"]


def bars(axes: Axes) -> dict[str, BarContainer]:
    return {one.get_label(): one for one in axes.containers if isinstance(one, BarContainer)}


def texts(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


# -- the margin as it is ---------------------------------------------------------------------------


def test_margin_bars_count_every_battle_by_winner_and_bin(battles):
    axes = plot_margin(battles)
    rows = battles.rows
    shown = bars(axes)
    assert set(shown) == {"blue", "red", "draw"}
    for side, container in shown.items():
        number = (*c.SIDES, "draw").index(side)
        assert sum(bar.get_height() for bar in container) == (rows["winner"] == number).sum()
        for bar in container:
            left, right = bar.get_x(), bar.get_x() + bar.get_width()
            inside = [row["winner"] == number and left <= row["margin"] < right for row in rows]
            assert bar.get_height() == sum(inside)
            assert bar.get_visible() == (sum(inside) > 0)


def test_margin_bars_stack_without_gap(battles):
    red, draw, blue = (bars(plot_margin(battles))[name] for name in ("red", "draw", "blue"))
    for low, middle, high in zip(red, draw, blue, strict=True):
        assert low.get_y() == 0
        assert middle.get_y() == low.get_height()
        assert high.get_y() == low.get_height() + middle.get_height()


def test_margin_figure_states_mean_interval_and_shares(battles):
    words = " ".join(texts(plot_margin(battles)))
    rate = (battles.rows["winner"] == c.RED).mean()
    assert f"red wins {100 * rate:.0f}" in words
    assert "mean \N{MINUS SIGN}" in words
    stroke = next(line for line in plot_margin(battles).lines if line.get_linewidth() == 3.0)
    mean = battles.margin()
    assert stroke.get_xdata() == pytest.approx([mean.low, mean.high])


def test_margin_bins_are_whole_parts_of_an_objective(battles):
    points = battles.prepared.scenario.objective_points
    width = bin_width(battles.rows["margin"], points)
    assert (points / width).is_integer() or (width / points).is_integer()


@given(
    margins=st.lists(st.integers(-6000, 6000).map(lambda half: half / 2), min_size=1, max_size=50),
    points=st.sampled_from([0.0, 1.0, 60.0, 100.0, 37.5]),
)
def test_bins_hold_all_margins_and_are_few(margins, points):
    values = np.array(margins)
    width = bin_width(values, points)
    edges = bin_edges(values, width)
    assert np.histogram(values, edges)[0].sum() == len(values)
    assert 2 <= len(edges) <= MOST_BINS + 1
    assert edges / width == pytest.approx(np.round(edges / width))
    assert values.max() < edges[-1]  # the last bin is as open as the others


def test_draws_are_shown_and_said(made):
    axes = plot_margin(made(4, winner=[0, 1, 2, 2], margin=[50, -50, 0, 10]))
    assert sum(bar.get_height() for bar in bars(axes)["draw"]) == 2
    assert any(text.startswith("draws 50%") for text in texts(axes))


# -- losses ----------------------------------------------------------------------------------------


def test_losses_bars_are_the_table(battles):
    shown = bars(plot_losses(battles))
    for (side, cause), part in battles.losses.groupby(["side", "cause"]):
        way = 1 if side == "blue" else -1
        if cause in c.FIRE_MODES:
            heights = [way * bar.get_height() for bar in shown[f"{side} {cause}"]]
            assert heights == pytest.approx(part.sort_values("turn")["elements"].to_list())
    other = battles.losses[~battles.losses["cause"].isin(c.FIRE_MODES)]
    for side, part in other.groupby("side"):
        heights = [abs(bar.get_height()) for bar in shown[f"{side} other"]]
        assert heights == pytest.approx(part.groupby("turn")["elements"].sum().to_list())
    assert len(shown) == 8


def test_losses_of_all_turns_are_the_elements_lost(battles):
    shown = bars(plot_losses(battles))
    for number, side in enumerate(c.SIDES):
        for mode, cause in enumerate(c.FIRE_MODES):
            total = sum(abs(bar.get_height()) for bar in shown[f"{side} {cause}"])
            assert total == pytest.approx(battles.rows["lost"][:, number, mode].mean())


def test_losses_whiskers_are_the_interval_of_a_turn(battles):
    axes = plot_losses(battles)
    _, _, (lines,) = next(one for one in axes.containers if not isinstance(one, BarContainer))
    lost = battles.rows["by_turn"][:, :, c.BLUE].sum(axis=2)
    turn = int(lost.mean(axis=0).argmax())
    se = lost[:, turn].std(ddof=1) / math.sqrt(len(lost))
    segments = {round(one[0][0]): one for one in lines.get_segments()}
    low, high = segments[turn + 1][:, 1]
    assert high - low == pytest.approx(2 * Z95 * se)
    assert (high + low) / 2 == pytest.approx(lost[:, turn].mean())


# -- the funnel ------------------------------------------------------------------------------------


def test_funnel_bars_are_the_means_of_the_funnel(battles):
    shown = bars(plot_funnel(battles))
    lines = [*funnel_lines(battles), *off_lines(battles)]
    for number, side in enumerate(c.SIDES):
        widths = [abs(bar.get_width()) for bar in shown[side]]
        assert widths == pytest.approx([line.counts[number].mean() for line in lines])
    assert max(bar.get_width() for bar in shown["blue"]) <= 0 <= shown["red"][0].get_width()


def test_funnel_says_every_count(battles):
    words = texts(plot_funnel(battles))
    for side in c.SIDES:
        for count in battles.funnel[side]:
            assert any(f"({count:,})" in text for text in words)


def test_counters_laid_are_counters_gone_and_left(battles):
    declared = next(line for line in funnel_lines(battles) if line.name == "declared")
    off = off_lines(battles)
    for side in range(2):
        assert (sum(line.counts[side] for line in off) == declared.counts[side]).all()
        assert all(line.counts[side].min() >= 0 for line in off)


def test_held_and_fired_are_the_chances(battles):
    counts = {line.name: line.counts for line in funnel_lines(battles)}
    for side in range(2):
        assert (counts["held"][side] + counts["fired"][side] == counts["chances"][side]).all()


# -- the map ---------------------------------------------------------------------------------------


def test_map_shows_the_first_battles(battles):
    axes = plot_map(battles)
    assert axes.get_title(loc="left") == "Routes and watched ground, 12 battles"
    assert axes.get_xlim() == (0, battles.prepared.scenario.table.width)
    assert len(axes.images) == 2  # the ground that each side watched
    assert "Lane Guard (hidden)" in texts(axes)


def test_map_without_a_trace_shows_the_table(battles, monkeypatch):
    monkeypatch.setattr(map_figure, "traces", lambda *_: [])
    axes = plot_map(battles)
    assert axes.get_title(loc="left").endswith("0 battles")
    assert axes.patches and not axes.images


# -- all of them -----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_given_axes_are_drawn_on_and_returned(battles, figure):
    axes = new_axes(6.0, 4.0)
    assert figure.plot(battles, axes) is axes
    assert axes.get_title(loc="left")


@pytest.mark.parametrize("width", SHOWN)
@pytest.mark.parametrize("figure", CHARTS, ids=lambda figure: figure.name)
def test_words_are_on_the_paper_and_apart(battles, made, figure, width):
    few = made(3, winner=[0, 2, 1], margin=[30, -1930, 1000], declared=[[1, 0], [99, 0], [0, 20]])
    for fought in (battles, few, replace(battles, rows=battles.rows[:4])):
        with matplotlib.rc_context(settings()):
            axes = figure.plot(fought, figure.axes(width, fought))
            axes.figure.canvas.draw()
        paper = axes.figure.bbox
        words = [text for text in (*axes.texts, axes.title, axes._left_title) if text.get_text()]
        boxes = [text.get_window_extent() for text in words]
        for text, box in zip(words, boxes, strict=True):
            assert paper.x0 <= box.x0 and box.x1 <= paper.x1, text
            assert paper.y0 <= box.y0 and box.y1 <= paper.y1, text
        for (one, first), (other, second) in combinations(zip(words, boxes, strict=True), 2):
            across = min(first.x1, second.x1) - max(first.x0, second.x0)
            along = min(first.y1, second.y1) - max(first.y0, second.y0)
            assert across <= 0.5 or along <= 2.0, (one, other)  # boxes count room below letters


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_alt_texts_carry_numbers(battles, figure):
    words = figure.describe(battles)
    assert len(words) > 60
    assert any(letter.isdigit() for letter in words)


@pytest.mark.parametrize("figure", CHARTS, ids=lambda figure: figure.name)
def test_the_same_battles_give_the_same_file(battles, figure):
    assert figure.svg(battles) == figure.svg(battles)


@pytest.mark.slow
def test_matplotlib_is_left_as_it_was(battles):
    before = dict(matplotlib.rcParams)
    plot_margin(battles)
    assert dict(matplotlib.rcParams) == before
    folder = Path(sim.report.__file__).parent
    assert not [
        file for file in folder.glob("*.py") if re.search("import.*pyplot", file.read_text("utf-8"))
    ]


@pytest.mark.parametrize(("name", "riders"), [("convoy_ambush", True), ("duel", False)])
def test_a_map_says_what_the_numbers_beside_carriers_are(name, riders):
    fought = run(name, 2, seed=1)
    for axes in (plot_map(fought), plot_scenario(fought.prepared.scenario)):
        notes = [text.get_text() for text in axes.texts]
        assert any("teams aboard" in note for note in notes) is riders
    assert ("how many teams are aboard" in explain_map(fought)) is riders
    drawn = next(one for one in FIGURES if one.name == "map")
    assert drawn.further(fought) == explain_map(fought)
