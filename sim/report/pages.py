"""What the pages of studies are made of: figures and tables as the bytes of files, Markdown tables."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import matplotlib

from sim.report.style import STYLE

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def svg_bytes(draw: Callable[[], Axes]) -> bytes:
    """Return the figure of the axes that `draw` returns as SVG; the same drawing, the same bytes."""
    buffer = io.BytesIO()
    with matplotlib.rc_context(STYLE):
        figure = draw().get_figure(root=True)
        assert figure is not None
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()


def csv_bytes(table: pd.DataFrame) -> bytes:
    """Return a table as CSV, alike on every system."""
    return table.to_csv(index=False, lineterminator="\n").encode()


def markdown_lines(table: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a Markdown table; its headings are the first line."""
    headings, *lines = table
    for line in (headings, ("---",) * len(headings), *lines):
        yield f"| {' | '.join(line)} |"
