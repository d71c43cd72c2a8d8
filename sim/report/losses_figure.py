"""Losses by turn and by the cause of the shot: blue's upwards, red's downwards."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from sim.layout import codes as c
from sim.report import wording
from sim.report.labels import text_width
from sim.report.look import Theme, look
from sim.report.style import (
    NARROW,
    POINTS,
    SMALL,
    TEXT,
    WIDE,
    new_axes,
    paper,
    ready,
    styled,
    title,
    whiskers,
)
from sim.study.battles import Battles
from sim.study.digits import count_text
from sim.study.intervals import mean_of

Floats = npt.NDArray[np.float64]

LINE = 0.2  # inches of paper a line of words
SWATCH, PAD = 0.13, 0.06  # inches: a sample of a tone, the room beside it
BETWEEN = 0.25  # inches between two entries
UPWARDS = {"blue": 1, "red": -1}


#: Causes of loss that the figure tells apart; what is no direct fire is one of them.
SHOWN = (*c.FIRE_MODES, "other")


def lost_by_turn(battles: Battles) -> Floats:
    """Return elements destroyed, shape (battles, turns, 2 sides, causes in the order of `SHOWN`)."""
    turns = int(battles.prepared.record[0]["turns"])
    lost = battles.rows["by_turn"][:, :turns].astype(np.float64)
    fire, other = np.split(lost, [len(c.FIRE_MODES)], axis=3)
    return np.concatenate([fire, other.sum(axis=3, keepdims=True)], axis=3)


def losses_axes(width: float, battles: Battles) -> Axes:
    """Return axes of the size that the figure is made for."""
    bars = 2.6 if width > NARROW else 2.4
    lines = max(len(_lines(battles, side, width - 0.7)) for side in c.SIDES)
    return new_axes(width, 0.85 + bars + 2 * LINE * (lines + 0.5), left=0.55)


@styled
def plot_losses(battles: Battles, axes: Axes | None = None, *, theme: Theme = "light") -> Axes:
    """Draw elements destroyed a battle by turn, stacked by cause; returns the axes.

    One container of bars a side and cause, labelled as in `blue activation`; red's heights are
    negative. Whiskers are the 95% intervals of a turn's losses of one side.
    """
    axes = ready(axes or losses_axes(WIDE, battles), left=0.55)
    lost = lost_by_turn(battles)
    turns = np.arange(1, lost.shape[1] + 1)
    highest = 0.0
    for number, side in enumerate(c.SIDES):
        way = UPWARDS[side]
        bottom = np.zeros(len(turns))
        for mode, cause in enumerate(SHOWN):
            heights = way * lost[:, :, number, mode].mean(axis=0)
            bars = axes.bar(
                turns, heights, 0.72, bottom, label=f"{side} {cause}", **look().causes[cause].bars()
            )
            for bar, height in zip(bars, heights, strict=True):
                bar.set_visible(height != 0)
            bottom += heights
        totals = [mean_of(lost[:, turn, number].sum(axis=1)) for turn in range(len(turns))]
        half = np.nan_to_num([total.high - total.mean for total in totals])
        seen = half > 0
        whiskers(axes, turns[seen], bottom[seen], yerr=half[seen])
        highest = max(highest, float((abs(bottom) + half).max()))
    _frame(axes, battles, highest or 1.0)
    return axes


def _frame(axes: Axes, battles: Battles, highest: float) -> None:
    """Set the limits so that the words find room above and below the bars, and write them."""
    width, height = paper(axes)
    lines = {side: _lines(battles, side, width) for side in c.SIDES}
    room = LINE * (max(len(line) for line in lines.values()) + 0.5)
    top = highest * height / max(height - 2 * room, 0.3 * height)
    axes.set(xlim=(0.4, battles.prepared.scenario.turns + 0.6), ylim=(-top, top))
    axes.axhline(0, color=look().ink, linewidth=0.8)
    axes.spines["bottom"].set_visible(False)
    axes.spines["left"].set_bounds(-highest, highest)
    axes.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    axes.tick_params(axis="x", length=0)
    axes.set_xlabel("turn")
    axes.yaxis.set_major_locator(MaxNLocator(12, steps=[1, 2, 5, 10]))
    axes.set_yticks([tick for tick in axes.get_yticks() if abs(tick) <= highest])
    axes.yaxis.set_major_formatter(lambda y, _: f"{abs(y):g}")
    axes.set_ylabel("elements a battle")
    title(axes, "Losses by turn and cause of the shot", "Losses by turn and cause")
    for side in c.SIDES:
        rows = lines[side]
        below = 0.0 if side == "blue" else height - LINE * len(rows)
        for number, row in enumerate(rows):
            _write(axes, row, 1 - (below + LINE * (number + 0.5)) / height, side)


Entry = tuple[str, str]  # a cause, or nothing for the heading; words


def _lines(battles: Battles, side: str, width: float) -> list[list[Entry]]:
    """Return what is written about a side's losses, in lines that fit on so many inches."""
    lost = lost_by_turn(battles)[:, :, c.SIDES.index(side)].sum(axis=1)
    elements = sum(unit.size for unit in getattr(battles.prepared.scenario, side).units)
    heading = f"{side} loses {count_text(lost.sum(axis=1))} of {elements}"
    if width > NARROW:
        heading += " elements"
    lines: list[list[Entry]] = [[("", heading)], []]
    left = width
    for mode in (2, 1, 0, 3):  # overwatch first
        cause = SHOWN[mode]
        if cause == "other" and not lost[:, mode].any():
            continue
        entry = cause, f"{wording.CAUSES[cause]} {count_text(lost[:, mode])}"
        if _length(entry) > left and lines[-1]:
            lines.append([])
            left = width
        lines[-1].append(entry)
        left -= _length(entry) + BETWEEN
    return lines


def _length(entry: Entry) -> float:
    return text_width(entry[1], SMALL) / POINTS + SWATCH + PAD


def _write(axes: Axes, row: list[Entry], y: float, side: str) -> None:
    """Write one line at a height, a share of the axes."""
    width, height = paper(axes)
    x = 0.1
    for cause, text in row:
        at: dict[str, Any] = {"transform": axes.transAxes, "va": "center_baseline"}
        if not cause:
            axes.text(
                x / width,
                y,
                text,
                fontsize=TEXT,
                weight="bold",
                color=look().sides[side].word,
                **at,
            )
            continue
        tone = look().causes[cause]
        axes.add_patch(
            Rectangle(
                (x / width, y - SWATCH / 2 / height), SWATCH / width, SWATCH / height,
                transform=axes.transAxes, **tone.bars(),
            )
        )  # fmt: skip
        axes.text((x + SWATCH + PAD) / width, y, text, fontsize=SMALL, color=tone.word, **at)
        x += _length((cause, text)) + BETWEEN
