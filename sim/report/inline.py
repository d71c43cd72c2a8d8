"""A result in the cell of a notebook: conclusions, figure, table, and the command that repeats it."""

from __future__ import annotations

from typing import Any

from sim.report.glossary import term
from sim.report.look import Theme
from sim.report.render import address, render
from sim.report.rows import Table
from sim.report.style import picture
from sim.report.views import view_of

TEMPLATE = "result.html.j2"
MOST_ROWS = 12
DPI = 120


def html_of(result: Any) -> str:
    """Return a result as HTML that needs no other file and fits into any width.

    The figure is there on light and on dark paper; the notebook's theme says which is seen. A figure
    that cannot be drawn is left out.
    """
    view = view_of(result)

    def drawn(theme: Theme) -> str:
        plot = view.plot
        if plot is None:
            return ""
        try:
            content = picture(lambda: plot(theme), "png", DPI, theme)
        except Exception:  # as of no battle at all
            return ""
        return address(content, "image/png")

    shown = [row for row in view.rows if any(row)][:MOST_ROWS]
    return render(
        TEMPLATE,
        (),
        view=view,
        table=Table(view.caption, view.head, shown, sorts=False),
        more=len(view.rows) - len(shown),
        told={name: found.text for name in view.head if name and (found := term(name))},
        light=drawn("light"),
        dark=drawn("dark"),
    )
