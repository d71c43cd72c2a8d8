"""A comparison of doctrines: each difference to the reference with its interval, enemy by enemy."""

from __future__ import annotations

from matplotlib.axes import Axes

from sim.refusal import one_of
from sim.report.interval_rows import frame_rows, write_heading
from sim.report.labels import text_width
from sim.report.look import Theme, look
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
    type_size,
)
from sim.studies.comparison import Comparison
from sim.studies.comparison_words import BETTER, WORSE
from sim.study.digits import mean_text

ROW = 0.36  # inches of paper a doctrine, or the heading of an enemy
FOOT, HEAD, RIGHT = 1.0, 0.4, 0.25  # inches around the rows
APART = 0.17  # between the two estimates of a doctrine, in rows


def differences_axes(comparison: Comparison, width: float = WIDE, enemy: str | None = None) -> Axes:
    """Return axes of the size that the figure is made for."""
    rows = len(_rows(comparison, enemy))
    return new_axes(width, FOOT + HEAD + ROW * rows, _left(comparison), FOOT, HEAD, RIGHT)


@styled
def plot_differences(
    comparison: Comparison,
    axes: Axes | None = None,
    *,
    enemy: str | None = None,
    theme: Theme = "light",
) -> Axes:
    """Draw the difference of each doctrine's margin to the reference, in points; returns the axes.

    A row a doctrine, below the heading of its enemy; one enemy's rows alone with `enemy=`. The upper
    mark is the estimate with luck taken out (containers labelled `adjusted`), the lower one the paired
    estimate (`paired`); both with their 95% intervals. Dots are filled where the doctrine is better or
    worse by the words, which hold for all differences together. Raises `InputError` for an enemy not
    fought.
    """
    if enemy is not None:
        one_of("enemy", enemy, comparison.enemies)
    rows = _rows(comparison, enemy)
    axes = ready(
        axes or differences_axes(comparison, WIDE, enemy), _left(comparison), FOOT, HEAD, RIGHT
    )
    now, size = look(), type_size(axes, len(rows))
    axes.axvline(0, color=now.rule, linewidth=0.8, zorder=0)
    words = []
    for y, (against, doctrine) in enumerate(rows):
        if doctrine is None:
            write_heading(axes, y, f"against {against}", 4, size)
            continue
        answer = comparison.answer(against, doctrine)
        found = answer.to_reference
        assert found is not None
        told = answer.verdict in (BETTER, WORSE)
        for name, mean, at, colour, dot in (
            ("adjusted", found.adjusted, y - APART, now.ink, 5.0),
            ("paired", found.paired, y + APART, now.quiet, 3.5),
        ):
            axes.errorbar(
                mean.mean, at, xerr=mean.high - mean.mean, fmt="o", color=colour,
                markersize=dot, elinewidth=1.4 if name == "adjusted" else 0.9, capsize=2.5,
                markerfacecolor=colour if told else now.paper, label=name,
            )  # fmt: skip
        words.append((y, mean_text(found.adjusted, sign=True)))
    named = [(y, doctrine) for y, (_, doctrine) in enumerate(rows) if doctrine is not None]
    frame_rows(axes, len(rows), named, words, size)
    _frame(axes, comparison, enemy)
    return axes


Row = tuple[str, str | None]  # an enemy, and a doctrine or nothing for the enemy's heading


def _rows(comparison: Comparison, enemy: str | None) -> list[Row]:
    rows: list[Row] = []
    for one in comparison.enemies if enemy is None else [enemy]:
        if enemy is None and len(comparison.enemies) > 1:
            rows.append((one, None))
        rows += [(one, doctrine) for doctrine in comparison.doctrines[1:]]
    return rows


def _left(comparison: Comparison) -> float:
    return max(text_width(name, SMALL) for name in comparison.doctrines) / POINTS + 0.25


def _frame(axes: Axes, comparison: Comparison, enemy: str | None) -> None:
    wide = paper(axes)[0] > NARROW
    who = "either side" if comparison.swapped else comparison.side
    marks = "upper mark: luck taken out; lower: paired"
    if wide:
        marks += "; 95% intervals\n"
        marks += "filled: better or worse, all differences together; hollow: not told apart"
    else:
        marks += "\n95% intervals; hollow: not told apart"
    axes.set_xlabel(f"points more than {comparison.reference} for {who}\n{marks}")
    against = enemy or (comparison.enemies[0] if len(comparison.enemies) == 1 else None)
    less = f"every doctrine less {comparison.reference}"
    words = [f"{who}: {less}", less, f"less {comparison.reference}"]
    title(axes, *(f"{text}, against {against}" if against else text for text in words))


def comparison_svg(comparison: Comparison, width: float = WIDE, theme: Theme = "light") -> bytes:
    """Return the figure as SVG; the same battles give the same bytes."""
    return svg_bytes(
        lambda: plot_differences(comparison, differences_axes(comparison, width), theme=theme),
        theme,
    )
