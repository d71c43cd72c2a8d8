"""A comparison of doctrines: each difference to the reference with its interval, enemy by enemy."""

from __future__ import annotations

import io
from pathlib import Path

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from sim.report.files import write_files
from sim.report.marks import INK
from sim.report.pages import csv_bytes
from sim.report.style import DPI, QUIET, RULE, SMALL, STYLE, WIDE, styled
from sim.studies.compare import stored
from sim.studies.comparison import Comparison
from sim.study.digits import MINUS, mean_text

TABLE, FIGURE = "compare.csv", "compare.svg"
LINE = 0.42  # inches of paper a doctrine
TITLE, FOOT, LEFT, RIGHT = 0.42, 0.75, 1.3, 2.1  # inches around the panels
APART = 0.14  # between the two estimates of a doctrine, in lines


@styled
def plot_comparison(comparison: Comparison, width: float = WIDE) -> Figure:
    """Draw the difference of each doctrine's margin to the reference; returns the figure.

    One panel an enemy, in order, all on one scale; in each a line a doctrine. The upper mark is the
    estimate with luck taken out (containers labelled `adjusted`), the lower one the paired estimate
    (`paired`); both with their 95% intervals.
    """
    others = comparison.doctrines[1:]
    panels = len(comparison.enemies)
    tall = LINE * len(others)
    height = FOOT + panels * (TITLE + tall) + 0.1
    figure = Figure(figsize=(width, height), dpi=DPI)
    FigureCanvasAgg(figure)
    first = None
    for number, enemy in enumerate(comparison.enemies):
        bottom = height - 0.1 - (number + 1) * (TITLE + tall)
        axes = figure.add_axes(
            (LEFT / width, bottom / height, (width - LEFT - RIGHT) / width, tall / height),
            sharex=first,
        )
        first = first or axes
        axes.axvline(0, color=RULE, linewidth=0.8, zorder=0)
        for place, doctrine in enumerate(others):
            found = comparison.answer(enemy, doctrine).to_reference
            assert found is not None
            for name, mean, y, colour, size in (
                ("adjusted", found.adjusted, place - APART, INK, 5.0),
                ("paired", found.paired, place + APART, QUIET, 3.5),
            ):
                axes.errorbar(
                    mean.mean, y, xerr=mean.high - mean.mean, fmt="o", color=colour,
                    markersize=size, elinewidth=1.4 if name == "adjusted" else 0.9, capsize=2.5,
                    label=name,
                )  # fmt: skip
            axes.annotate(
                mean_text(found.adjusted, sign=True), (1, place), (8, 0),
                ("axes fraction", "data"), "offset points", va="center", fontsize=SMALL,
            )  # fmt: skip
        axes.set_ylim(len(others) - 0.5, -0.5)
        axes.set_yticks(range(len(others)), others)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_title(f"against {enemy}")
        if number < panels - 1:
            axes.tick_params(axis="x", labelbottom=False)
    assert first is not None
    axes.xaxis.set_major_locator(MaxNLocator(7))
    axes.xaxis.set_major_formatter(lambda x, _: f"{x:+,.4g}".replace("-", MINUS) if x else "0")
    who = "either side" if comparison.swapped else comparison.side
    axes.set_xlabel(
        f"points more than {comparison.reference} for {who}: luck taken out (above), "
        f"paired (below); 95% intervals"
    )
    return figure


def comparison_svg(comparison: Comparison) -> bytes:
    """Return the figure as SVG; the same battles give the same bytes."""
    buffer = io.BytesIO()
    with matplotlib.rc_context(STYLE):
        plot_comparison(comparison).savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()


def write_comparison(folder: Path) -> Path:
    """Write the table (CSV) and the figure beside the rows of a folder; return the figure."""
    answer = stored(folder)
    write_files(folder, {TABLE: csv_bytes(answer.table), FIGURE: comparison_svg(answer)})
    return folder / FIGURE
