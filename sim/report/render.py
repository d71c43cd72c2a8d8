"""Pages from templates: one file that needs no other, the same for the same numbers."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from markupsafe import Markup

from sim import __version__
from sim.report.hover import Words
from sim.report.look import Theme
from sim.report.style import NARROW, WIDE

TEMPLATES = Path(__file__).parent / "templates"
PAGE = "report.html"


@dataclass(frozen=True)
class Tile:
    """A number that answers the question, in large type."""

    figure: str
    label: str
    interval: str = ""
    side: str = ""  # blue or red: its colour


@dataclass(frozen=True)
class Drawn:
    """The pictures of a figure in one theme, as data addresses."""

    wide: str
    small: str = ""  # for a small screen; without it the wide one is moved along


@dataclass(frozen=True)
class Shown:
    """A figure on the page."""

    name: str
    caption: str
    alt: str
    light: Drawn
    dark: Drawn | None = None  # without it the light one is shown on dark paper too


class Draw(Protocol):
    """What draws a figure so many inches wide in a theme."""

    def __call__(self, width: float, theme: Theme) -> bytes:
        """Return the figure as SVG."""


def figure(name: str, caption: str, alt: str, draw: Draw) -> Shown:
    """Return a figure in light and dark, for a page and for a small screen."""

    def drawn(theme: Theme) -> Drawn:
        return Drawn(*(address(draw(width, theme), "image/svg+xml") for width in (WIDE, NARROW)))

    return Shown(name, caption, alt, drawn("light"), drawn("dark"))


def photograph(name: str, caption: str, alt: str, light: bytes, dark: bytes) -> Shown:
    """Return a figure of one width from its PNG files in light and dark."""
    files = (Drawn(address(smaller(png), "image/png")) for png in (light, dark))
    return Shown(name, caption, alt, *files)


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


def words_apart(command: str) -> Markup:
    """Return a command each word of which stays on one line where it fits on one."""
    return Markup(" ").join(
        Markup('<span class="word">{}</span>').format(word) for word in command.split(" ")
    )


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
    environment.filters["words_apart"] = words_apart
    return environment.get_template(template).render(
        version=__version__, words=Words(), sections=sections, **context
    )
