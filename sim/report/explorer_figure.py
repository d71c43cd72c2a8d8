"""The explorer's figure: one shot each way, and what waiting is worth; its axes never move."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from sim.exact import ShotOdds
from sim.report.look import Theme, look, readable_on
from sim.report.style import (
    CAPS,
    DPI,
    POINTS,
    SMALL,
    WIDE,
    new_axes,
    paper,
    picture,
    ready,
    styled,
    title,
)
from sim.studies.explore import INSTEAD, Found
from sim.studies.gap import WAIT
from sim.study.digits import mean_text
from sim.study.intervals import Mean
from sim.study.phrases import plain

if TYPE_CHECKING:
    import pandas as pd

AXES = {"distance": "inches to the lane", "to_come": "platoons to come"}
NAMED = {"to_come": "{} to come", "distance": '{}"'}  # a line of a figure
LINES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "^", "D")
AROUND = (0.7, 0.5, 0.4, 1.0)  # inches around a figure of lines
SIZE = (9.0, 2.9)  # inches
MOST = 200.0  # points of advantage at the ends of the axis
LEAST_LABELLED = 0.07  # of a bar
GHOST: dict[str, Any] = {"elinewidth": 1.0, "markersize": 4.0, "capsize": 0.0, "zorder": 1}
MARK: dict[str, Any] = {"elinewidth": 1.6, "markersize": 6.0, "capsize": 3.0, "zorder": 3}


def shares(odds: ShotOdds) -> dict[str, float]:
    """Return the chances of a shot, best first: the vehicle destroyed, hurt, or neither."""
    lost = float(odds.outcomes["Kill"])
    hurt = sum(float(p) for name, p in odds.outcomes.items() if "Dam" in name or "MOB" in name)
    return {"destroyed": lost, "damaged or immobile": hurt, "goes on": 1.0 - lost - hurt}


@styled
def plot_explored(found: Found, before: Found | None = None, *, theme: Theme = "light") -> Figure:
    """Draw an answer; `before` is the one that it replaces, drawn pale. Returns the figure.

    Left, bars to 100 per cent; right, points from -200 to 200 with 95% intervals that hold together.
    Limits and places are the same for every answer.
    """
    figure = Figure(figsize=SIZE, dpi=DPI)
    FigureCanvasAgg(figure)
    odds_axes = ready(figure.add_axes((0.135, 0.2, 0.315, 0.62)), right=0.0)
    worth_axes = ready(figure.add_axes((0.61, 0.2, 0.365, 0.62)), 1.4)
    _odds(odds_axes, found)
    _worth(worth_axes, found, before)
    return figure


def explored_words(found: Found) -> str:
    """Return what the figure shows, for who cannot see it."""
    shots = [
        f"{name}: " + (_percents(odds) if odds.possible else "out of range")
        for name, odds in (("your shot", found.shot), ("his shot back", found.back))
    ]
    worth = [f"than {name} {_better_by(found, instead)}" for instead, name in INSTEAD.items()]
    return f"One shot, exactly. {'; '.join(shots)}. Overwatch better by: {'; '.join(worth)}."


def _percents(odds: ShotOdds) -> str:
    return ", ".join(f"{100 * share:.0f}% {name}" for name, share in shares(odds).items())


def _better_by(found: Found, instead: str) -> str:
    if found.advantage[instead].differ:
        return mean_text(found.together(instead), sign=True)
    return "the same in every battle"


def _odds(axes: Axes, found: Found) -> None:
    now = look()
    rows = (("your shot", "red", found.shot), ("his shot back", "blue", found.back))
    for place, (_, side, odds) in enumerate(rows):
        if not odds.possible:
            axes.annotate("out of range", (2, place), va="center", color=now.quiet)
            continue
        left = 0.0
        tone = now.sides[side]
        fills: tuple[dict[str, Any], ...] = (
            {"facecolor": tone.fill, "edgecolor": tone.edge},
            {"facecolor": now.paper, "edgecolor": tone.edge, "hatch": "////"},
            {"facecolor": now.paper, "edgecolor": now.rule},
        )
        for (name, share), fill in zip(shares(odds).items(), fills, strict=True):
            axes.barh(place, 100 * share, left=100 * left, height=0.5, label=name, **fill)
            if share >= LEAST_LABELLED:
                axes.annotate(
                    f"{100 * share:.0f}%", (100 * (left + share / 2), place), va="center",
                    ha="center", fontsize=SMALL, color=readable_on(fill["facecolor"]),
                    bbox=None if name != "damaged or immobile" else {
                        "facecolor": now.paper, "edgecolor": "none", "pad": 1.0,
                    },
                )  # fmt: skip
            left += share
    axes.set_xlim(0, 100)
    axes.set_ylim(1.6, -0.6)
    axes.set_yticks(range(len(rows)), [name for name, _, _ in rows])
    axes.set_xticks(range(0, 101, 25))
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("% destroyed (solid), hurt (hatched), goes on (empty)")
    axes.set_title("One shot, exactly")


def _worth(axes: Axes, found: Found, before: Found | None) -> None:
    now = look()
    axes.axvline(0, color=now.rule, linewidth=0.8, zorder=0)
    for place, instead in enumerate(INSTEAD):
        if before is not None and before.advantage[instead].differ:
            _mark(axes, before.together(instead), place + 0.24, GHOST | {"color": now.rule})
            axes.annotate(
                "before",
                (1.0, place + 0.24),
                xycoords=("axes fraction", "data"),
                ha="right",
                va="center",
                fontsize=SMALL,
                color=now.quiet,
            )
        if found.advantage[instead].differ:
            _mark(axes, found.together(instead), place, MARK | {"color": now.ink})
        axes.annotate(
            _better_by(found, instead), (1.0, place - 0.24), xycoords=("axes fraction", "data"),
            ha="right", va="center", fontsize=SMALL, color=now.ink,
        )  # fmt: skip
    axes.set_xlim(-MOST, MOST)
    axes.set_ylim(1.6, -0.6)
    axes.set_yticks(range(len(INSTEAD)), [f"than {name}" for name in INSTEAD.values()])
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel(
        "\N{LEFTWARDS ARROW} worse      points a battle      better \N{RIGHTWARDS ARROW}"
    )
    axes.set_title("Overwatch better by")


def _mark(axes: Axes, mean: Mean, y: float, look: dict[str, Any]) -> None:
    """Draw a mean with its interval; what lies beyond the axis is a wedge at its end."""
    at = min(max(mean.mean, -MOST), MOST)
    low, high = max(mean.low, -MOST), min(mean.high, MOST)
    marker = "o" if at == mean.mean else ("<" if at < 0 else ">")
    spread = [[max(0.0, at - low)], [max(0.0, high - at)]]
    axes.errorbar(at, y, xerr=spread, fmt=marker, clip_on=False, **look)


def along_axes(width: float = WIDE) -> Axes:
    """Return axes of the size that `plot_along` is made for."""
    return new_axes(width, 3.4, *AROUND)


@styled
def plot_along(
    table: pd.DataFrame,
    along: str,
    instead: str = WAIT,
    by: str | None = None,
    axes: Axes | None = None,
    *,
    theme: Theme = "light",
) -> Axes:
    """Draw what overwatch is worth over `instead` along a column of `explore_all`; returns the axes.

    With `by` a line for each value of that column, named at its end. Whiskers are the table's
    intervals; lines only guide the eye from one range to the next.
    """
    axes = ready(axes or along_axes(), *AROUND)
    now = look()
    axes.axhline(0, color=now.rule, linewidth=0.8, zorder=0)
    parts = [("", table)] if by is None else list(table.groupby(by, sort=False))
    step = 0.06 * (table[along].max() - table[along].min()) / max(1, len(parts))
    ends = []
    for place, (name, part) in enumerate(parts):
        x = part[along] + step * (place - (len(parts) - 1) / 2)
        spread = [part[instead] - part[f"{instead}_low"], part[f"{instead}_high"] - part[instead]]
        axes.errorbar(
            x, part[instead], yerr=spread, color=now.ink, linestyle=LINES[place % len(LINES)],
            marker=MARKERS[place % len(MARKERS)], markerfacecolor=now.ink if place % 2 == 0 else
            now.paper, label=str(name), linewidth=1.1, **CAPS,
        )  # fmt: skip
        ends.append((float(part[instead].iloc[-1]), str(name)))
    low, high = axes.get_ylim()
    least = (high - low) * 1.3 * SMALL / POINTS / paper(axes)[1]
    y = -math.inf
    for end, name in sorted(ends):
        y = max(end, y + least)
        axes.annotate(
            NAMED.get(by or "", "{}").format(plain(name)), (1.0, y), (6, 0),
            ("axes fraction", "data"), "offset points", va="center", fontsize=SMALL, color=now.ink,
        )  # fmt: skip
    axes.set_ylabel("points a battle")
    enemies = set(table["against"]) if "against" in table and by != "against" else set()
    against = f", against {next(iter(enemies))}" if len(enemies) == 1 else ""
    axes.set_xlabel(f"{AXES.get(along, plain(along))}{against}")
    title(axes, f"Overwatch over {INSTEAD[instead]}")
    return axes


def explored_png(
    found: Found, before: Found | None = None, dpi: float = DPI, theme: Theme = "light"
) -> bytes:
    """Return the figure as PNG."""
    return picture(lambda: plot_explored(found, before, theme=theme), "png", dpi, theme)
