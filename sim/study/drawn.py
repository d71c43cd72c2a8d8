"""The one way up: a result fetches its figures and words from `sim.report` when they are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def drawn(module: str, function: str, *arguments: Any, **named: Any) -> Any:
    """Return what a function of a module of `sim.report` makes of a result."""
    return getattr(import_module(f"sim.report.{module}"), function)(*arguments, **named)


def html(shown: Any) -> str | None:
    """Return what a notebook shows of something; None where that fails: then it shows the text."""
    try:
        text: str = drawn("inline", "html_of", shown)
    except Exception:  # no cell of a notebook fails because of how its result looks
        return None
    return text


class Seen:
    """What a result shows of itself: its conclusions in a terminal, all of it in a notebook."""

    def __repr__(self) -> str:
        try:
            lines: list[str] = self.conclusions()  # type: ignore[attr-defined]
        except Exception:  # a result that cannot speak still has a name
            return object.__repr__(self)
        return "\n".join([f"{type(self).__name__}:", *(f"- {line}" for line in lines)])

    def _repr_html_(self) -> str | None:
        """Return conclusions, figure, main table and command as HTML; None where that fails."""
        return html(self)
