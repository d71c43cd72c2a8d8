"""The colours of all figures and maps, on light paper and on dark.

A side is filled with the same colour everywhere and on either paper, and so is a cause of loss; edges
and words change with the paper, to stay readable. Tones of one kind differ in lightness or are
hatched as well, so that a figure can be read in black and white. `tests/report/test_look.py` measures
all that, also as the three kinds of colour blindness see it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from matplotlib.colors import to_rgb

from sim.refusal import one_of

Theme: TypeAlias = Literal["light", "dark"]


@dataclass(frozen=True)
class Tone:
    """How bars of one kind are filled, and the colour of words about them."""

    fill: str
    edge: str
    word: str
    hatch: str | None = None

    def bars(self) -> dict[str, Any]:
        """Return the arguments of `bar` and of patches."""
        return {"facecolor": self.fill, "edgecolor": self.edge, "hatch": self.hatch}


@dataclass(frozen=True)
class Stroke:
    """How shots of one kind are drawn."""

    colour: str
    style: tuple[float, tuple[float, ...]] | str
    width: float


@dataclass(frozen=True)
class Look:
    """All colours of one theme."""

    theme: Theme
    paper: str
    ink: str
    quiet: str  # axes and notes
    rule: str  # lines that only guide
    nobody: str  # what is no side's, on maps
    sides: Mapping[str, Tone]  # and `draw`
    causes: Mapping[str, Tone]  # of loss
    shots: Mapping[str, Stroke]  # by the mode of fire
    ground: str
    terrain: Mapping[str, tuple[str, str | None]]  # colour and hatch of each kind
    hills: tuple[str, str, str]  # by level
    contour: str
    hatch: str  # lines of a hatch on the ground
    place: str  # names of terrain
    star: str  # Under Fire
    smoke: str
    between: tuple[str, str, str]  # a scale from red's margin over none to blue's
    ahead: str  # lines and dots of an advantage
    scale: str  # matplotlib's name of the scale of an advantage

    def fill(self, side: str) -> str:
        """Return the colour that a side's units are filled with."""
        return self.sides[side].fill

    def edge(self, side: str) -> str:
        """Return the colour of a side's outlines, routes and names on maps."""
        return self.sides[side].edge


_HATCHES: dict[str, str | None] = {
    "road": None,
    "scrub": "....",
    "rough": "xxxx",
    "cultivated": "/////",
    "urban": "++++",
    "hill": None,
    "light_wood": "ooo",
    "dense_wood": "OOO...",
    "mountain": "xxxxxx",
    "swamp": "----",
    "stream": None,
    "open_water": "-----",
    "building": None,
}


def _terrain(**colours: str) -> dict[str, tuple[str, str | None]]:
    return {kind: (colours[kind], hatch) for kind, hatch in _HATCHES.items()}


_DASHES: dict[str, tuple[tuple[float, tuple[float, ...]] | str, float]] = {
    "activation": ("-", 0.7),
    "opportunity": ((0, (5, 2)), 1.0),
    "overwatch": ((0, (4, 1.5, 1, 1.5)), 1.4),
}


def _shots(**colours: str) -> dict[str, Stroke]:
    return {mode: Stroke(colours[mode], *dash) for mode, dash in _DASHES.items()}


BLUE, RED = "#2166ac", "#f4a582"
SINGLE, CHANCE, WATCH, OTHER = "#d4d4d4", "#b795c4", "#004d2c", "#8c6d1f"

LIGHT = Look(
    theme="light",
    paper="#ffffff",
    ink="#222222",
    quiet="#595959",
    rule="#b8b8b8",
    nobody="#6b6b6b",
    sides={
        "blue": Tone(BLUE, "#0b2f5b", BLUE),
        "red": Tone(RED, "#9c2f0e", "#9c2f0e"),
        "draw": Tone("#ffffff", "#6b6b6b", "#595959", "////"),
    },
    causes={
        "activation": Tone(SINGLE, "#777777", "#5c5c5c"),
        "opportunity": Tone(CHANCE, "#6a1b6a", "#6a1b6a", "////"),
        "overwatch": Tone(WATCH, "#002a18", WATCH),
        "other": Tone(OTHER, "#574209", "#6b5212"),
    },
    shots=_shots(activation="#777777", opportunity="#6a1b6a", overwatch=WATCH),
    ground="#f7f5ee",
    terrain=_terrain(
        road="#dcd6cc",
        scrub="#e6e7cb",
        rough="#e5dfd3",
        cultivated="#f0e9c4",
        urban="#dcd8d6",
        hill="#eadfc9",
        light_wood="#d6e6cb",
        dense_wood="#b4cfa5",
        mountain="#cfc0a8",
        swamp="#d7e3dc",
        stream="#bfd7e5",
        open_water="#aecde0",
        building="#8d857d",
    ),
    hills=("#eadfc9", "#dfcba6", "#d2b682"),
    contour="#a98d5f",
    hatch="#a3a58e",
    place="#5f594e",
    star="#ffd92f",
    smoke="#8f8f8f",
    between=("#9c2f0e", "#ffffff", BLUE),
    ahead=WATCH,
    scale="BrBG",
)
DARK = Look(
    theme="dark",
    paper="#15191f",
    ink="#eceff3",
    quiet="#b3bac4",
    rule="#56606d",
    nobody="#a9b0ba",
    sides={
        "blue": Tone(BLUE, "#a9d0f7", "#8fc1f5"),
        "red": Tone(RED, "#ffd9c7", RED),
        "draw": Tone("#15191f", "#a9b0ba", "#b3bac4", "////"),
    },
    causes={
        "activation": Tone(SINGLE, "#8a8a8a", "#d4d4d4"),
        "opportunity": Tone(CHANCE, "#4a2457", "#d9bbe4", "////"),
        "overwatch": Tone(WATCH, "#7fd8ac", "#7fd8ac"),
        "other": Tone(OTHER, "#e6c878", "#e6c878"),
    },
    shots=_shots(activation="#a0a5ac", opportunity="#d98be8", overwatch="#46f07d"),
    ground="#20252b",
    terrain=_terrain(
        road="#3a3f46",
        scrub="#2d3427",
        rough="#37322b",
        cultivated="#3a3720",
        urban="#383a40",
        hill="#372f24",
        light_wood="#26382a",
        dense_wood="#1c432b",
        mountain="#4a4238",
        swamp="#25362f",
        stream="#234152",
        open_water="#1d3b52",
        building="#77716a",
    ),
    hills=("#372f24", "#46392a", "#574631"),
    contour="#8f7650",
    hatch="#565c52",
    place="#b0aa9c",
    star="#ffd92f",
    smoke="#9aa0a8",
    between=("#c9552f", "#262c34", "#3d86d1"),
    ahead="#46f07d",
    scale="BrBG",
)
LOOKS: dict[str, Look] = {"light": LIGHT, "dark": DARK}

_now: ContextVar[Look] = ContextVar("look", default=LIGHT)


def look() -> Look:
    """Return the colours of the figure that is being drawn."""
    return _now.get()


def check_theme(theme: str) -> None:
    """Refuse a theme that is not there."""
    one_of("theme", theme, LOOKS)


@contextmanager
def looking(theme: str) -> Iterator[Look]:
    """Draw in a theme; raises `InputError` for one that is not there."""
    check_theme(theme)
    token = _now.set(LOOKS[theme])
    try:
        yield LOOKS[theme]
    finally:
        _now.reset(token)


def luminance(colour: Any) -> float:
    """Return the relative luminance of a colour, 0 to 1, as WCAG 2 has it."""
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in to_rgb(colour)]
    return sum(part * by for part, by in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one: Any, other: Any) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2 has it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def readable_on(fill: Any) -> str:
    """Return the colour of words on a fill: black or white, whichever is easier to read."""
    return max(("#000000", "#ffffff"), key=lambda word: contrast(word, fill))
