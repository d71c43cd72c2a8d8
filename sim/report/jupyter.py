"""Figures show themselves in a notebook: axes that are the last value of a cell are seen there.

Matplotlib shows what pyplot made; the figures here are made without it, so that a script needs no
screen and nothing is kept alive. Jupyter is told how to show them instead.
"""

from __future__ import annotations

import io
import sys
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

SHARP = 2  # dots of the picture to a dot of the page

_told: list[Any] = []  # the shell that knows already


def show_figures() -> None:
    """Tell the running IPython, if there is one, how to show axes and figures."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or shell in _told:
        return
    _told[:] = [shell]
    formatter = shell.display_formatter.formatters["image/png"]
    formatter.for_type(Axes, axes_png)
    try:
        formatter.lookup_by_type(Figure)
    except KeyError:
        formatter.for_type(Figure, figure_png)


def axes_png(axes: Axes) -> tuple[bytes, dict[str, int]] | None:
    """Return the figure of axes as `figure_png` does."""
    figure = axes.get_figure(root=True)
    return None if figure is None else figure_png(figure)


def figure_png(figure: Figure) -> tuple[bytes, dict[str, int]] | None:
    """Return a figure as PNG with its size in pixels of the page; None for one of pyplot's.

    Those are shown by pyplot at the end of their cell.
    """
    if getattr(figure.canvas, "manager", None) is not None:
        return None
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=SHARP * figure.dpi)
    width, height = figure.get_size_inches() * figure.dpi
    return buffer.getvalue(), {"width": round(width), "height": round(height)}
