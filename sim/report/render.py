"""Pages from templates: one file that needs no other, the same for the same numbers."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim import __version__
from sim.report.hover import Words
from sim.report.style import NARROW, WIDE

TEMPLATES = Path(__file__).parent / "templates"
PAGE = "report.html"
DARK = "screen and (prefers-color-scheme: dark)"
SMALL_SCREEN = "screen and (max-width: 40rem)"


@dataclass(frozen=True)
class Tile:
    """A number that answers the question, in large type."""

    figure: str
    label: str
    interval: str = ""
    side: str = ""  # blue or red: its colour


@dataclass(frozen=True)
class Source:
    """A picture of a figure, and the screens that show it."""

    media: str
    address: str


@dataclass(frozen=True)
class Shown:
    """A figure on the page, its pictures as data addresses."""

    name: str
    caption: str
    alt: str
    wide: str
    sources: tuple[Source, ...] = ()
    narrow: bool = True  # there is a picture for a small screen; else the wide one is moved along


def figure(
    name: str, caption: str, alt: str, draw: Callable[[float], bytes], kind: str = "image/svg+xml"
) -> Shown:
    """Return a figure that `draw` draws so many inches wide."""
    sources = (Source(SMALL_SCREEN, address(draw(NARROW), kind)),)
    return Shown(name, caption, alt, address(draw(WIDE), kind), sources)


def address(content: bytes, kind: str) -> str:
    """Return a file as a data address, so that the page needs no other file."""
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def render(template: str, sections: Sequence[tuple[str, str]], **context: Any) -> str:
    """Return a page; the same context gives the same text."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(
        version=__version__, words=Words(), sections=sections, **context
    )
