"""Pages from templates: one file that needs no other, the same for the same numbers."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from sim import __version__
from sim.report.hover import Words
from sim.report.look import Theme
from sim.report.style import NARROW, WIDE

TEMPLATES = Path(__file__).parent / "templates"
PAGE = "report.html"
DARK = "(prefers-color-scheme: dark)"
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


class Draw(Protocol):
    """What draws a figure so many inches wide in a theme."""

    def __call__(self, width: float, theme: Theme) -> bytes:
        """Return the figure as SVG."""


def figure(name: str, caption: str, alt: str, draw: Draw) -> Shown:
    """Return a figure in light and dark, for a page and for a small screen."""
    kind = "image/svg+xml"
    sources = (
        Source(f"{SMALL_SCREEN} and {DARK}", address(draw(NARROW, "dark"), kind)),
        Source(SMALL_SCREEN, address(draw(NARROW, "light"), kind)),
        Source(f"screen and {DARK}", address(draw(WIDE, "dark"), kind)),
    )
    return Shown(name, caption, alt, address(draw(WIDE, "light"), kind), sources)


def photograph(name: str, caption: str, alt: str, light: bytes, dark: bytes) -> Shown:
    """Return a figure of one width from its PNG files in light and dark."""
    kind = "image/png"
    sources = (Source(f"screen and {DARK}", address(smaller(dark), kind)),)
    return Shown(name, caption, alt, address(smaller(light), kind), sources, narrow=False)


def smaller(png: bytes) -> bytes:
    """Return a PNG in 256 colours: a third of the bytes, and to the eye the same."""
    from PIL import Image

    buffer = io.BytesIO()
    with Image.open(io.BytesIO(png)) as image:
        few = image.convert("RGB").quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        few.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


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
