"""A game of doctrines as a picture: the payoff matrix, and the equilibrium along its edges."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from sim.report.labels import text_width
from sim.report.look import Theme, look, readable_on
from sim.report.style import (
    MIN_TYPE,
    POINTS,
    SMALL,
    TEXT,
    new_axes,
    paper,
    ready,
    styled,
)
from sim.studies.game_result import Game
from sim.studies.game_samples import IN_USE
from sim.study.digits import mean_text, number, step_of

CELL, HIGH = 0.86, 0.42  # inches of paper
LETTER = 0.085  # inches of a letter of a doctrine's name
PRINT_DPI = 160


def game_axes(game: Game, least: float = 6.4) -> Axes:
    """Return axes of the size that the matrix needs, `least` inches of paper wide or more."""
    left, bottom, top, right = _around(game)
    width = left + CELL * len(game.red) + right
    return new_axes(
        max(width, least), HIGH * len(game.blue) + top + bottom, left, bottom, top, right
    )


@styled
def plot_payoffs(game: Game, axes: Axes | None = None, *, theme: Theme = "light") -> Axes:
    """Draw blue's mean margin in points for every pair; returns the axes.

    Rows are blue's doctrines, columns red's, each with its share of the equilibrium: doctrines in use
    are bold, saddle points framed. The standard error of the cells is said below them.
    """
    axes = ready(axes or game_axes(game), *_around(game))
    payoffs = game.payoffs
    largest = float(np.abs(payoffs).max()) or 1.0
    tones = LinearSegmentedColormap.from_list("margin", look().between)
    axes.imshow(payoffs, cmap=tones, vmin=-largest, vmax=largest, aspect="auto")
    step = step_of(float(game.matrix["se"].median()))
    cells = {
        spot: number(float(payoff), step, sign=True) for spot, payoff in np.ndenumerate(payoffs)
    }
    room = 0.85 * paper(axes)[0] / len(game.red) * POINTS
    widest = max(text_width(text, TEXT) for text in cells.values())
    size = max(MIN_TYPE, TEXT * min(1.0, room / widest))
    for (i, j), text in cells.items():
        fill = tones(0.5 + 0.5 * payoffs[i, j] / largest)
        axes.text(j, i, text, ha="center", va="center", fontsize=size, color=readable_on(fill))
    for first, second, _ in game.saddles:
        corner = game.red.index(second) - 0.47, game.blue.index(first) - 0.46
        axes.add_patch(
            Rectangle(corner, 0.94, 0.92, fill=False, edgecolor=look().ink, linewidth=2.0)
        )
    _names(game, axes)
    value = mean_text(game.value(), sign=True, unit="points")
    left = _around(game)[0]
    wide = paper(axes)[0] + left > 5.5
    _line(axes, left, 1.0, 62, f"Blue's margin by doctrine{f', {game.scenario}' * wide}", "bold")
    _line(axes, left, 1.0, 46, f"rows blue, columns red; value{' of the game' * wide} {value}")
    error = f"standard error of a cell {game.matrix['se'].max():.0f} at most"
    many = f"{game.battles:,} battles a pair{', the same ones for all' * wide}"
    _line(axes, left, 0.0, -8, f"{many}; {error}" if wide else f"{many}\n{error}")
    return axes


def _around(game: Game) -> tuple[float, float, float, float]:
    """Return the inches of paper left of, below, above and right of the matrix."""
    return 0.5 + LETTER * max(map(len, game.blue)) + 0.4, 0.45, 1.05, 0.2


def _line(
    axes: Axes, left: float, height: float, up: float, text: str, weight: str = "normal"
) -> None:
    """Write lines `left` inches left of the axes, `up` points from a height of theirs."""
    bold = weight == "bold"
    axes.annotate(
        text, (0, height), (6 - POINTS * left, up), "axes fraction", "offset points",
        ha="left", va="top", fontsize=10.5 if bold else SMALL, fontweight=weight,
        color=look().ink if bold else look().quiet,
    )  # fmt: skip


def _names(game: Game, axes: Axes) -> None:
    axes.xaxis.tick_top()
    axes.set_xticks(range(len(game.red)), _labels(game, 1, "\n"))
    axes.set_yticks(range(len(game.blue)), _labels(game, 0, "  "))
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    room = paper(axes)[0] / len(game.red) * POINTS
    widest = max(text_width(name, SMALL) for name in game.red)
    if widest > 0.95 * room:
        size = max(MIN_TYPE, SMALL * 0.95 * room / widest)
        axes.tick_params(axis="x", labelsize=size)
    for side, labels in enumerate((axes.get_yticklabels(), axes.get_xticklabels())):
        tone = look().sides[("blue", "red")[side]].word
        for share, label in zip(game.shares(side), labels, strict=True):
            label.set_color(tone)
            label.set_fontweight("bold" if share > IN_USE else "normal")


def _labels(game: Game, side: int, between: str) -> list[str]:
    labels = []
    for name, share in zip(game.names[side], game.shares(side), strict=True):
        used = f"{between}{100 * share:.0f}%" if share > IN_USE else between.strip(" ")
        labels.append(f"{name}{used}")
    return labels
