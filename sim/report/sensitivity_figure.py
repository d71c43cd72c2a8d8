"""What moves margin and advantage: each place's share of the variance, alone and with all others."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from sim.refusal import one_of
from sim.report.labels import text_width
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
    type_size,
    whiskers,
)
from sim.report.swatch import Entry, write_entries
from sim.studies.sensitivity import OUTPUTS, Sensitivity

WORDS = {"total": "with combinations", "first": "alone"}
THICK = {"total": 0.74, "first": 0.4}  # of a row
ROW, HEAD, FOOT = 0.42, 0.45, 0.5  # inches of paper a place, above and below them


def sensitivity_svg(found: Sensitivity, width: float = WIDE, theme: Theme = "light") -> bytes:
    """Return both outputs as SVG; the same study gives the same bytes."""
    return svg_bytes(lambda: plot_sensitivity(found, width, theme=theme)[0], theme)


def indices_axes(found: Sensitivity, width: float = WIDE) -> Axes:
    """Return axes of the size that one output is made for."""
    high = ROW * (len(found.varies) + 1)
    return new_axes(width, high + HEAD + FOOT, _left(found, width), FOOT, HEAD, 0.25)


@styled
def plot_sensitivity(
    found: Sensitivity, width: float = WIDE, *, theme: Theme = "light"
) -> list[Axes]:
    """Draw both outputs on one figure, margin above advantage; returns their axes."""
    panel = ROW * (len(found.varies) + 1) + HEAD + FOOT
    height = len(OUTPUTS) * panel
    left = _left(found, width)
    figure = new_axes(width, height).get_figure(root=True)
    assert figure is not None
    figure.clear()
    panels = []
    for place, output in enumerate(OUTPUTS):
        bottom = height - (place + 1) * panel + FOOT
        size = (width - left - 0.25) / width, (panel - HEAD - FOOT) / height
        axes = figure.add_axes((left / width, bottom / height, *size))
        panels.append(plot_indices(found, axes, output=output, theme=theme))
    return panels


@styled
def plot_indices(
    found: Sensitivity,
    axes: Axes | None = None,
    *,
    output: str = "advantage",
    theme: Theme = "light",
) -> Axes:
    """Draw both indices of every place for an output, `margin` or `advantage`; returns the axes.

    Containers of bars are labelled `with combinations` and `alone`, with 95% intervals. Where the cells
    differ by no more than chance the axes say so. Raises `InputError` for another output.
    """
    one_of("output", output, OUTPUTS)
    axes = axes or indices_axes(found)
    figure = axes.get_figure(root=True)
    assert figure is not None
    axes = ready(axes, _left(found, figure.get_figwidth()), FOOT, HEAD, 0.25)
    places = [vary.place for vary in found.varies]
    rows = np.arange(len(places))
    size = type_size(axes, len(places) + 1)
    axes.set(xlim=(0, 1.02), ylim=(len(places) - 0.4, -1.3))
    axes.set_yticks(rows, places, fontsize=size)
    axes.tick_params(axis="y", length=0, labelcolor=look().ink)
    axes.xaxis.set_major_formatter(lambda share, _: f"{100 * share:.0f}%")
    wide = paper(axes)[0] > NARROW
    axes.set_xlabel(f"share of the variance{' between cells, with 95% intervals' * wide}")
    title(axes, f"What moves the {output}")
    result = found.outputs[output]
    if not result.settled:
        axes.text(
            0.5, 0.5, f"cells differ by no more{' ' if wide else chr(10)}than chance may do",
            transform=axes.transAxes, ha="center", va="center", fontsize=SMALL, color=look().quiet,
        )  # fmt: skip
        return axes
    for name, tone in _tones().items():
        share = np.clip(getattr(result, name), 0, 1)
        low, high = np.clip(getattr(result, f"{name}_range"), 0, 1).T
        axes.barh(rows, share, THICK[name], label=WORDS[name], **tone.bars())
        shift = 0.3 if name == "total" else 0.0
        around: Any = np.stack([np.maximum(share - low, 0), np.maximum(high - share, 0)])
        whiskers(axes, share, rows + shift, xerr=around)
    _words(axes, size)
    return axes


def _tones() -> dict[str, Tone]:
    return {"total": look().causes["activation"], "first": look().causes["overwatch"]}


def _words(axes: Axes, size: float) -> None:
    """Say above the rows which bar is which."""
    above = axes.get_yaxis_transform()  # across the axes, and rows
    entries: list[Entry] = [(tone, WORDS[name]) for name, tone in _tones().items()]
    write_entries(axes, entries, (0, -0.95), above, (3, -0.36 * size), size)


def _left(found: Sensitivity, width: float) -> float:
    longest = max(text_width(vary.place, SMALL) for vary in found.varies) / POINTS
    return min(longest + 0.25, 0.6 * width)
