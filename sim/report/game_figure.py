"""A game of doctrines as a picture: the payoff matrix, and the equilibrium along its edges."""

from __future__ import annotations

import io
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from sim.report.files import write_files
from sim.report.marks import EDGE, FILL, INK
from sim.report.pages import csv_bytes
from sim.report.style import QUIET, SMALL, STYLE, TEXT, new_axes, styled
from sim.studies.game import read_game
from sim.studies.game_result import Game
from sim.studies.game_samples import IN_USE
from sim.study.digits import mean_text, number, step_of

CELL, HIGH = 0.86, 0.42  # inches of paper
LETTER = 0.085  # inches of a letter of a doctrine's name
TONES = LinearSegmentedColormap.from_list("margin", [EDGE["red"], "#ffffff", FILL["blue"]])
PALE = 0.62  # of the scale, beyond which words in a cell are white
PRINT_DPI = 160


def game_axes(game: Game) -> Axes:
    """Return axes of the size that the matrix needs."""
    left = 0.5 + LETTER * max(map(len, game.blue)) + 0.5
    width = left + CELL * len(game.red) + 0.2
    return new_axes(max(width, 6.4), HIGH * len(game.blue) + 1.4, left=left, top=0.95, bottom=0.45)


@styled
def plot_game(game: Game, axes: Axes | None = None) -> Axes:
    """Draw blue's mean margin for every pair; doctrines in use are bold, saddle points framed.

    Rows are blue's doctrines, columns red's, each with its share of the equilibrium.
    """
    axes = axes or game_axes(game)
    payoffs = game.payoffs
    largest = float(np.abs(payoffs).max()) or 1.0
    axes.imshow(payoffs, cmap=TONES, vmin=-largest, vmax=largest, aspect="auto")
    step = step_of(float(game.matrix["se"].median()))
    for (i, j), payoff in np.ndenumerate(payoffs):
        dark = abs(payoff) > PALE * largest
        axes.text(
            j, i, number(float(payoff), step, sign=True),
            ha="center", va="center", fontsize=TEXT, color="white" if dark else INK,
        )  # fmt: skip
    for first, second, _ in game.saddles:
        corner = game.red.index(second) - 0.47, game.blue.index(first) - 0.46
        axes.add_patch(Rectangle(corner, 0.94, 0.92, fill=False, edgecolor=INK, linewidth=2.0))
    _names(game, axes)
    value = mean_text(game.value(), sign=True, unit="points")
    _line(axes, 1.0, -8, f"Blue's margin by doctrine, {game.scenario}", size=10.5, weight="bold")
    _line(axes, 1.0, -24, f"rows blue, columns red; value of the game {value}")
    _line(
        axes,
        0.0,
        22,
        f"{game.battles:,} battles a pair, the same ones for all; standard error of a cell "
        f"{game.matrix['se'].max():.0f} at most",
    )
    return axes


def _line(
    axes: Axes, height: float, up: float, text: str, size: float = SMALL, weight: str = "normal"
) -> None:
    """Write a line at the figure's left edge, `up` points from a height of the figure."""
    axes.annotate(
        text, (0, height), (10, up), "figure fraction", "offset points",
        ha="left", va="top", fontsize=size, fontweight=weight,
        color=INK if weight == "bold" else QUIET,
    )  # fmt: skip


def _names(game: Game, axes: Axes) -> None:
    axes.xaxis.tick_top()
    axes.set_xticks(range(len(game.red)), _labels(game, 1, "\n"))
    axes.set_yticks(range(len(game.blue)), _labels(game, 0, "  "))
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    for side, labels in enumerate((axes.get_yticklabels(), axes.get_xticklabels())):
        tone = FILL["blue"] if side == 0 else EDGE["red"]
        for share, label in zip(game.shares(side), labels, strict=True):
            label.set_color(tone)
            label.set_fontweight("bold" if share > IN_USE else "normal")


def _labels(game: Game, side: int, between: str) -> list[str]:
    labels = []
    for name, share in zip(game.names[side], game.shares(side), strict=True):
        used = f"{between}{100 * share:.0f}%" if share > IN_USE else between.strip(" ")
        labels.append(f"{name}{used}")
    return labels


def write_game(game: Game, folder: str | Path) -> Path:
    """Write `game.svg`, `game.png` and the tables as CSV into a folder; return the figure's path."""
    contents = {
        f"{name}.csv": csv_bytes(table)
        for name, table in (
            ("matrix", game.matrix),
            ("doctrines", game.doctrines),
            ("responses", game.responses),
            ("overwatch", game.watch),
        )
    }
    with matplotlib.rc_context(STYLE):
        figure = plot_game(game).get_figure(root=True)
        assert figure is not None
        for kind in ("svg", "png"):
            buffer = io.BytesIO()
            dates = {"Date": None} if kind == "svg" else None
            figure.savefig(buffer, format=kind, dpi=PRINT_DPI, metadata=dates)
            contents[f"game.{kind}"] = buffer.getvalue()
    write_files(folder, contents)
    return Path(folder) / "game.svg"


def reopen_game(folder: Path) -> Path:
    """Write the figure and tables again from the rows in a study's folder."""
    return write_game(read_game(folder), folder)
