"""The tiles of the pages of studies say what their sentences and tables say."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import same_color

from sim.report import sheets_doctrines, sheets_worth
from sim.report.ablate_report import change_lines, pair_lines
from sim.report.sensitivity_report import lines as shares
from sim.report.value_report import lines as parts
from sim.studies.ablate import ablate
from sim.studies.comparison_words import BETTER, OPEN
from sim.studies.value import value
from sim.study.digits import MINUS
from tests.studies.test_compare import made as compared
from tests.studies.test_game import made, noisy
from tests.studies.test_sensitivity import made_up
from tests.studies.test_sweep import told


@pytest.fixture
def undrawn(monkeypatch):
    """Sheets without their figures."""
    for module in (sheets_doctrines, sheets_worth):
        monkeypatch.setattr(module, "figure", lambda name, caption, *rest: caption)


def test_a_change_of_a_rule_is_said_in_words(undrawn):
    found = ablate("duel", "blue", ("always",), ("never",), 60, only=("shots", "move_allowance"))
    sheet = sheets_worth.ablation_sheet(found, change_lines(found), pair_lines(found), [])
    names = [row[0] for row in sheet.tables[0].rows]
    assert "combat actions with one counter\nshots=2" in names
    assert "share of its movement before going on overwatch\nmove_allowance=0" in names
    assert found.changes["clear"].any()
    for tile in sheet.tiles[:-1]:
        change = tile.label.partition(" by ")[2].partition(" ")[0]
        assert tile.label.endswith(next(name.split("\n")[0] for name in names if change in name))


def test_an_equilibrium_that_other_samples_do_not_have_is_not_what_to_play(undrawn):
    sure = sheets_doctrines.game_sheet(noisy([[5.0, 40.0], [-60.0, 10.0]], 5.0), [])
    assert [tile.label for tile in sure.tiles[1:]] == [
        "is what blue should play", "is what red should play",
    ]  # fmt: skip
    assert sure.tiles[1].interval == "95%: 100% to 100%"
    margins = np.random.default_rng(1).normal(0, 50, (200, 2, 2))
    unsure = sheets_doctrines.game_sheet(made(margins), [])
    for tile in unsure.tiles[1:]:
        assert tile.label.endswith("equilibrium by the means")
        assert tile.interval.startswith("95%: ") and tile.interval.endswith("; not clear")


def test_the_share_in_a_tile_is_that_of_the_table(undrawn):
    found = made_up(lambda point: 100 * point[0] + 10 * point[1])
    table = shares(found)
    for tile, output in zip(
        sheets_doctrines.sensitivity_sheet(found, [("of",)], []).tiles, found.outputs, strict=True
    ):
        total = next(row[3] for row in table if row[:2] == [output, "x"])
        assert f"{tile.figure} ({tile.interval.removeprefix('95%: ')})" == total
        assert tile.label.endswith("involves x")


def test_no_tile_crowns_what_the_sentence_cannot_tell(undrawn):
    found = made_up(lambda point: 100 * point[0] + 100 * point[1])
    assert "which moves it most cannot be told" in found.conclusions()[0]
    tile = sheets_doctrines.sensitivity_sheet(found, [("of",)], []).tiles[0]
    assert (tile.figure, tile.label) == (
        "not clear", "which of the numbers moves red's margin with a most"
    )  # fmt: skip


def test_cells_that_tie_are_named_alike_in_tile_and_sentence(undrawn):
    cells = [({"x": x, "y": y}, 5.0 * x, 1.0) for x in (1, 2) for y in (5, 6, 7)]
    found = told(["x=1:2", "y=5:7"], cells)
    tiles = sheets_doctrines.sweep_sheet(found, [["x"]], []).tiles[2:]
    sentence = next(line for line in found.conclusions() if line.startswith("Advantage of"))
    for tile, place in zip(tiles, ("x = 2, y = 5", "x = 1, y = 5"), strict=True):
        said = f"at {place} (the same in 2 other cells)"
        assert tile.label.endswith(said) and said in sentence


def test_one_cell_has_one_advantage(undrawn):
    found = told(["x=1"], [({"x": 1}, 20.0, 10.0)])
    tiles = sheets_doctrines.sweep_sheet(found, [["x"]], []).tiles[2:]
    assert [tile.label for tile in tiles] == ["points at x = 1"]


def test_a_comparison_s_tiles_and_dots_say_what_its_words_say(undrawn):
    found = compared((1.1, 30, 30))  # clear by itself, not with the other differences
    assert [one.verdict for one in found.answers if one.to_reference] == [OPEN, BETTER, BETTER]
    sheet = sheets_doctrines.comparison_sheet(found, [])
    assert [tile.interval.endswith("; not told apart") for tile in sheet.tiles] == [
        True, False, False,
    ]  # fmt: skip
    assert "hollow ones these battles cannot tell apart" in sheet.figures[0]
    axes = found.plot_differences()
    hollow = [
        same_color(bars.lines[0].get_markerfacecolor(), axes.get_facecolor())
        for bars in axes.containers
        if bars.get_label() == "adjusted"
    ]
    assert hollow == [True, False, False]


def test_all_numbers_of_a_value_have_one_format():
    found = value("duel", "blue", battles=200)
    rows = parts(found, found.parts)
    assert any(cell.startswith(MINUS) for row in rows for cell in row[1:3])
    for row in rows:
        assert not any("-" in cell for cell in row[1:])
        decimals = {len(cell.split(" ")[0].partition(".")[2]) for cell in row[1:]}
        assert len(decimals - {0}) <= 1
