"""What the pages of studies are made of: figures and tables as the bytes of files, Markdown tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from sim.report.look import Theme
from sim.report.style import picture

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def svg_bytes(draw: Callable[[], Axes], theme: Theme = "light") -> bytes:
    """Return the figure of the axes that `draw` returns as SVG; the same drawing, the same bytes."""
    return picture(draw, "svg", theme=theme)


def csv_bytes(table: pd.DataFrame) -> bytes:
    """Return a table as CSV, alike on every system."""
    return table.to_csv(index=False, lineterminator="\n").encode()


def markdown_lines(table: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a Markdown table; its headings are the first line."""
    headings, *lines = table
    for line in (headings, ("---",) * len(headings), *lines):
        yield f"| {' | '.join(line)} |"
