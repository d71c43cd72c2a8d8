"""A sensitivity study's folder: its indices, its figure, and the page that holds them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from sim.refusal import InputError
from sim.report.files import write_files
from sim.report.labels import text_width
from sim.report.marks import SHOTS
from sim.report.pages import csv_bytes, markdown_lines, svg_bytes
from sim.report.style import POINTS, QUIET, SMALL, WHISKER, WIDE, is_wide, new_axes, styled
from sim.studies.cells import ORDERED
from sim.studies.sensitivity import OUTPUTS, Sensitivity, sensitivity_of, share_text
from sim.studies.store import open_store

PAGE, FIGURE, TABLE = "report.md", "indices.svg", "indices"
HEADINGS = ("of", "place", "alone", "with combinations")
BARS = {"total": ("with combinations", "#d4d4d4"), "first": ("alone", SHOTS["overwatch"].colour)}
THICK = {"total": 0.74, "first": 0.4}  # of a row


def read_sensitivity(folder: str | Path) -> Sensitivity:
    """Return the study of a folder, from its rows; raises `InputError`."""
    store = open_store(folder)
    try:
        return sensitivity_of(store.question, store.table(ORDERED))
    except InputError as problem:
        raise InputError(f"{folder}: {problem}") from None


def write_sensitivity(folder: Path) -> Path:
    """Write indices (CSV and Parquet), figure and page beside the rows of a study; return the page."""
    found = read_sensitivity(folder)
    contents = {
        f"{TABLE}.csv": csv_bytes(found.table),
        f"{TABLE}.parquet": found.table.to_parquet(index=False),
        FIGURE: sensitivity_svg(found),
        PAGE: page(found).encode(),
    }
    write_files(folder, contents)
    return folder / PAGE


def lines(found: Sensitivity) -> list[list[str]]:
    """Return the table for people, one line an output and place."""
    shown = []
    for line in found.table.to_dict("records"):
        shares = ["not clear"] * 2
        if found.outputs[line["output"]].settled:
            shares = [
                share_text(line[name], line[f"{name}_low"], line[f"{name}_high"])
                for name in ("first", "total")
            ]
        shown.append([line["output"], line["place"], *shares])
    return shown


def page(found: Sensitivity) -> str:
    """Return the study as a Markdown page: sentences, figure, table, and how to repeat it."""
    return "\n".join(
        [
            f"# {found.question['scenario']}: what moves margin and advantage",
            "",
            *(f"{sentence}\n" for sentence in found.conclusions()),
            f"![Bars of the share that each place has in margin and advantage]({FIGURE})",
            "",
            *markdown_lines([HEADINGS, *lines(found)]),
            "",
            f"Again: `{found.command}`",
            "",
        ]
    )


def sensitivity_svg(found: Sensitivity, width: float = WIDE) -> bytes:
    """Return the figure as SVG; the same study gives the same bytes."""
    return svg_bytes(lambda: plot_sensitivity(found, width)[0])


@styled
def plot_sensitivity(found: Sensitivity, width: float = WIDE) -> list[Axes]:
    """Draw both indices of every place, a panel for margin and one for advantage, one below the other.

    An output whose cells differ by no more than chance has an empty panel that says so.
    """
    places = [vary.place for vary in found.varies]
    high = 0.42 * len(places) + 0.2
    height = len(OUTPUTS) * (high + 0.75) + 0.65
    figure = new_axes(width, height).get_figure(root=True)
    assert figure is not None
    figure.clear()
    longest = max(text_width(place, SMALL) for place in places) / POINTS
    left = min(longest + 0.25, 0.6 * width)
    panels = []
    for number, output in enumerate(OUTPUTS):
        bottom = height - (number + 1) * (high + 0.75) + 0.35
        box = (left / width, bottom / height, (width - left - 0.25) / width, high / height)
        panels.append(_panel(figure.add_axes(box), found, output, places))
    panels[-1].set_xlabel("share of the variance between cells, with 95% intervals")
    if not is_wide(panels[-1]):
        panels[-1].set_xlabel("share of the variance")
    figure.legend(
        handles=[Patch(color=colour, label=label) for label, colour in BARS.values()],
        loc="lower left", bbox_to_anchor=(0.0, 0.0), ncols=2, frameon=False, fontsize=SMALL,
    )  # fmt: skip
    return panels


def _panel(axes: Axes, found: Sensitivity, output: str, places: list[str]) -> Axes:
    result = found.outputs[output]
    rows = np.arange(len(places))
    axes.set(xlim=(0, 1.02), ylim=(len(places) - 0.4, -0.6))
    axes.set_yticks(rows, places)
    axes.tick_params(axis="y", length=0)
    axes.xaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f}%")
    axes.set_title(output)
    if not result.settled:
        axes.text(
            0.5, 0.5, "cells differ by no more than chance may do", transform=axes.transAxes,
            ha="center", va="center", fontsize=SMALL, color=QUIET,
        )  # fmt: skip
        return axes
    for name, (label, colour) in BARS.items():
        share = np.clip(getattr(result, name), 0, 1)
        low, high = np.clip(getattr(result, f"{name}_range"), 0, 1).T
        axes.barh(rows, share, THICK[name], color=colour, label=label)
        shift = 0.3 if name == "total" else 0.0
        around: Any = np.stack([np.maximum(share - low, 0), np.maximum(high - share, 0)])
        axes.errorbar(
            share, rows + shift, xerr=around, fmt="none", ecolor=WHISKER["color"],
            elinewidth=WHISKER["linewidth"], capsize=2.0,
        )  # fmt: skip
    return axes
