"""What a study varies: places with their values, and the cells that these make together."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.refusal import InputError, shown, texts_of
from sim.scenario.settings import read_value

MOST_CELLS = 20_000
DIGITS = 6  # of a number that is drawn from a range
FORMS = "low:high, low:high:step, or a list a,b,c"

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_WHOLE = re.compile(r"[+-]?\d+")
_DOCTRINE = re.compile(r"doctrine\.([^.]+)\.([^.]+)")

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Level:
    """One value of a varied place: as a setting spells it, and what it means."""

    text: str
    value: Any


@dataclass(frozen=True)
class Vary:
    """A place and its values: `levels` one by one, or every number from `low` to `high`.

    `numbers` tells whether the values are numbers; else they are switches, words or lists.
    """

    option: str
    place: str
    levels: tuple[Level, ...]
    low: float = math.nan
    high: float = math.nan

    @property
    def numbers(self) -> bool:
        """Return whether every value is a number."""
        return all(type(level.value) in (int, float) for level in self.levels)

    def at(self, share: float) -> Level:
        """Return the value at a share (0 <= share < 1) of the range, or of the values, all as wide."""
        if self.levels:
            return self.levels[int(share * len(self.levels))]
        return _level(float(f"{self.low + share * (self.high - self.low):.{DIGITS}g}"))

    def column(self, levels: Sequence[Level]) -> list[Any]:
        """Return values as one column of a table: numbers as such, all others as their text.

        Whole numbers beside fractions are fractions, so that the type is the same for any choice of
        cells.
        """
        if not self.numbers:
            return [level.text for level in levels]
        whole = bool(self.levels) and all(type(level.value) is int for level in self.levels)
        return [(int if whole else float)(level.value) for level in levels]


@dataclass(frozen=True)
class Cell:
    """One choice of values, by place, in the order of the options."""

    levels: Mapping[str, Level]

    @property
    def key(self) -> str:
        """Return the cell as settings in one line."""
        return " ".join(f"{place}={level.text}" for place, level in self.levels.items())

    @property
    def settings(self) -> tuple[str, ...]:
        """Return what changes in the scenario, as settings."""
        return tuple(
            f"{place}={level.text}"
            for place, level in self.levels.items()
            if doctrine_place(place) is None
        )

    def parameters(self, doctrine: str) -> dict[str, Any]:
        """Return the parameters that change in the doctrine of that name."""
        found = {}
        for place, level in self.levels.items():
            named = doctrine_place(place)
            if named is not None and named[0] == doctrine:
                found[named[1]] = level.value
        return found


def doctrine_place(place: str) -> tuple[str, str] | None:
    """Return doctrine and parameter of a place `doctrine.NAME.PARAMETER`, else None."""
    match = _DOCTRINE.fullmatch(place)
    return (match[1], match[2]) if match else None


def parse_vary(option: str) -> Vary:
    """Return what an option means: `PLACE=low:high`, `PLACE=low:high:step` or `PLACE=a,b,c`.

    `low:high` has steps of 1 if both are whole numbers, else it is every number between them.
    Raises `InputError` that names the option and what is allowed.
    """
    place, equals, text = (part.strip() for part in option.partition("="))
    if not equals or not place or not text:
        raise InputError(
            f"--vary {option}: not of the form PLACE=VALUES, as blue.units.0.at.0=10:40:2 or "
            "rules.overwatch=on,off"
        )
    if place.startswith("doctrine.") and doctrine_place(place) is None:
        raise InputError(f"--vary {option}: {place} is not doctrine.NAME.PARAMETER")
    pieces = _pieces(text)
    if len(pieces) == 1 and ":" in text and not text.startswith(('"', "'", "[", "{")):
        return _range(option, place, text)
    levels = tuple(Level(piece, read_value(piece)) for piece in pieces)
    for number, level in enumerate(levels):
        if not level.text:
            raise InputError(f"--vary {option}: one of the values is empty; allowed: {FORMS}")
        if any(_same(level.value, other.value) for other in levels[:number]):
            raise InputError(f"--vary {option}: {level.text} is there twice")
    return Vary(option, place, levels)


def parse_varies(options: Sequence[str]) -> tuple[Vary, ...]:
    """Return what options mean; raises `InputError` for none, and for a place that comes twice."""
    options = texts_of("--vary", options)
    if not options:
        raise InputError("--vary: is missing; as --vary rules.move_allowance=0:1:0.25")
    varies = tuple(parse_vary(option) for option in options)
    for number, vary in enumerate(varies):
        if any(vary.place == other.place for other in varies[:number]):
            raise InputError(f"--vary {vary.option}: {vary.place} is varied twice")
    return varies


def grid(varies: Sequence[Vary]) -> list[Cell]:
    """Return every combination of values, the last place changing fastest."""
    for vary in varies:
        if not vary.levels:
            raise InputError(
                f"--vary {vary.option}: a grid needs a step, as {vary.place}="
                f"{vary.low:g}:{vary.high:g}:{(vary.high - vary.low) / 5:.2g}"
            )
    count = math.prod(len(vary.levels) for vary in varies)
    if count > MOST_CELLS:
        raise InputError(f"--vary: {count:,} cells are more than {MOST_CELLS:,}; --lhs takes fewer")
    return [
        Cell({vary.place: level for vary, level in zip(varies, levels, strict=True)})
        for levels in itertools.product(*(vary.levels for vary in varies))
    ]


def hypercube(varies: Sequence[Vary], count: int, seed: int) -> list[Cell]:
    """Return cells of a Latin hypercube of `count` points, sorted by their values.

    Every place is cut into `count` parts, and each part has one point (McKay, Beckman and Conover
    1979). Points that fall on the same values are one cell.
    """
    if not 1 <= count <= MOST_CELLS:
        raise InputError(f"--lhs: {count} is not between 1 and {MOST_CELLS}")
    luck = np.random.default_rng(seed)
    shares = np.column_stack(
        [(luck.permutation(count) + luck.random(count)) / count for _ in varies]
    )
    cells = {cell.key: (tuple(point), cell) for point, cell in _cells_at(varies, shares)}
    return [cell for _, cell in sorted(cells.values(), key=lambda one: one[0])]


def cells_at(varies: Sequence[Vary], shares: Floats) -> list[Cell]:
    """Return the cells at points of the unit cube, shape (cells, places)."""
    return [cell for _, cell in _cells_at(varies, shares)]


def _cells_at(varies: Sequence[Vary], shares: Floats) -> Iterator[tuple[Any, Cell]]:
    for point in shares:
        yield (
            point.tolist(),
            Cell(
                {
                    vary.place: vary.at(float(share))
                    for vary, share in zip(varies, point, strict=True)
                }
            ),
        )


def _range(option: str, place: str, text: str) -> Vary:
    parts = [part.strip() for part in text.split(":")]
    for part in parts:
        if not _NUMBER.fullmatch(part):
            raise InputError(f"--vary {option}: {shown(part)} is not a number; allowed: {FORMS}")
    if len(parts) > 3:
        raise InputError(f"--vary {option}: has {len(parts)} numbers; allowed: {FORMS}")
    low, high = Decimal(parts[0]), Decimal(parts[1])
    if low >= high:
        raise InputError(f"--vary {option}: {parts[0]} is not less than {parts[1]}")
    whole = all(_WHOLE.fullmatch(part) for part in parts)
    if len(parts) == 2 and not whole:
        return Vary(option, place, (), float(low), float(high))
    step = Decimal(parts[2]) if len(parts) == 3 else Decimal(1)
    if step <= 0:
        raise InputError(f"--vary {option}: step {parts[2]} is not more than 0")
    count = int((high - low) / step) + 1
    if count > MOST_CELLS:
        raise InputError(f"--vary {option}: {count:,} values are more than {MOST_CELLS:,}")
    numbers: Iterable[Decimal] = (low + number * step for number in range(count))
    levels = tuple(_level(int(one) if whole else float(one)) for one in numbers)
    return Vary(option, place, levels, float(low), float(high))


def _level(value: int | float) -> Level:
    return Level(repr(value), value)


def _same(value: Any, other: Any) -> bool:
    return bool(value == other) and isinstance(value, bool) == isinstance(other, bool)


def _pieces(text: str) -> list[str]:
    """Split a list at its commas, but not within brackets or quotes."""
    pieces, depth, quote, start = [], 0, "", 0
    for place, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        elif letter in "[{":
            depth += 1
        elif letter in "]}":
            depth -= 1
        elif letter == "," and depth == 0:
            pieces.append(text[start:place].strip())
            start = place + 1
    return [*pieces, text[start:].strip()]
