"""Fire now or wait: what a shot at each target is worth, and from where it is right to fire."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from sim.report.look import Theme, Tone, look
from sim.report.pages import svg_bytes
from sim.report.style import (
    NARROW,
    POINTS,
    SMALL,
    WIDE,
    new_axes,
    paper,
    ready,
    styled,
    title,
)
from sim.report.swatch import Entry, length, write_entries
from sim.studies.trigger import Trigger

HALF = 0.36  # half a bar's width, in targets
WORDS = {
    "fire": "fire when it comes",
    "some": "fire if it turns out well",
    "wait": "let it by",
}
MOST_NAMED = 12  # targets that have room for their names


def trigger_axes(width: float = WIDE) -> Axes:
    """Return axes of the size that the figure is made for."""
    return new_axes(
        width, 4.0 if width > NARROW else 4.4, left=0.65, bottom=0.8 if width > NARROW else 1.0
    )


@styled
def plot_thresholds(answer: Trigger, axes: Axes | None = None, *, theme: Theme = "light") -> Axes:
    """Draw a bar for the value of a shot at each target, and the threshold over it.

    Containers are labelled `fire`, `some` and `wait`: what is right when the target comes. A dot is
    a value that a target may turn out to have; the line labelled `threshold` is what waiting is
    worth. Returns the axes.
    """
    axes = axes or trigger_axes()
    bottom = 0.65 + 0.19 * len(_lines(answer, 0.9 * paper(axes)[0]))
    axes = ready(axes, left=0.65, bottom=bottom)
    table = answer.table
    for do, tone in _tones().items():
        chosen = table[table["do"] == do]
        if len(chosen):
            axes.bar(chosen.index + 1, chosen["value"], 2 * HALF, label=do, **tone.bars())
    for place, target in enumerate(answer.targets, 1):
        values = [float(value) for value, weight in target.offer.values if weight]
        if len(values) > 1:
            axes.plot(
                [place] * len(values),
                values,
                "o",
                color=look().ink,
                markersize=4,
                markeredgecolor=look().paper,
                label="_value",
            )
    edges = [(place - 0.5, place + 0.5) for place in table.index + 1]
    axes.plot(
        [x for pair in edges for x in pair],
        table["fire_at"].repeat(2),
        color=look().ink, linewidth=1.4, label="threshold",
    )  # fmt: skip
    _frame(axes, answer)
    return axes


def _frame(axes: Axes, answer: Trigger) -> None:
    table = answer.table
    highest = max(table["most"].max(), table["fire_at"].max(), 1e-9)
    axes.set(xlim=(0.4, len(table) + 0.6), ylim=(0, 1.12 * highest))
    axes.set_ylabel("points of a shot")
    axes.yaxis.set_major_locator(MaxNLocator(6))
    if len(table) <= (MOST_NAMED if paper(axes)[0] > NARROW else 4):
        names = [
            f"{number} {name}\n{100 * chance:.3g}%"
            for number, (name, chance) in enumerate(
                zip(table["target"], table["comes"], strict=True), 1
            )
        ]
        axes.set_xticks(table.index + 1, names, fontsize=SMALL)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(12, integer=True))
        axes.set_xlabel("target, in the order in which they may come")
    axes.tick_params(axis="x", length=0)
    worth = f"{float(answer.stopping.value):.2f} points"
    title(axes, f"Fire now or wait? {worth} with the best trigger", f"Fire or wait? {worth}")
    _words(axes, answer)


def _words(axes: Axes, answer: Trigger) -> None:
    """Say below the axes, each in its tone, what the bars and the line are."""
    for line, row in enumerate(_lines(answer, paper(axes)[0])):
        write_entries(axes, row, (0, 0), axes.transAxes, (0, -44 - 13 * line), SMALL)


def _lines(answer: Trigger, width: float) -> list[list[Entry]]:
    """Return the entries of the key in lines that fit on so many inches."""
    tones = _tones()
    entries: list[Entry] = [(None, "\N{HORIZONTAL BAR} what waiting is worth")]
    entries += [
        (tones[do], words) for do, words in WORDS.items() if (answer.table["do"] == do).any()
    ]
    lines: list[list[Entry]] = [[]]
    left = POINTS * width
    for entry in entries:
        if length(entry, SMALL) > left and lines[-1]:
            lines.append([])
            left = POINTS * width
        lines[-1].append(entry)
        left -= length(entry, SMALL)
    return lines


def _tones() -> dict[str, Tone]:
    causes = look().causes
    names = {"fire": "overwatch", "some": "opportunity", "wait": "activation"}
    return {do: causes[cause] for do, cause in names.items()}


def trigger_svg(answer: Trigger) -> bytes:
    """Return the figure as SVG; the same answer gives the same bytes."""
    return svg_bytes(lambda: plot_thresholds(answer))
