"""Refusals of scenario files, each one line: file, place, value and what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sim.refusal import InputError, nearest, place_of, shown

Place = tuple[int | str, ...]


class ScenarioError(InputError):
    """A scenario file, a motor pool or a setting that is refused."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: where in the document, and what is allowed there."""

    place: Place
    text: str


def listed(names: Iterable[str]) -> str:
    """Return names as a list in words, or `nothing`."""
    return ", ".join(names) or "nothing"


def unknown(name: str, known: Sequence[str], what: str) -> str:
    """Return the refusal of a name that is not among the known ones."""
    return f"{shown(name)} is not {what}{nearest(name, known)}; allowed: {listed(known)}"


def spot(point: tuple[float, float]) -> str:
    """Return a point as the file spells it: `[5, 20.5]`."""
    return f"[{point[0]:g}, {point[1]:g}]"


def file_order(document: Any, place: Place) -> tuple[int, ...]:
    """Return a sort key: where in the file a place stands (TOML tables keep their order)."""
    order: list[int] = []
    for part in place:
        if isinstance(document, dict):
            keys = list(document)
            order.append(keys.index(part) if part in document else len(keys))
            document = document.get(part)
        elif isinstance(document, list) and isinstance(part, int):
            order.append(part)
            document = document[part] if part < len(document) else None
    return tuple(order)


def and_more(count: int) -> str:
    """Return what a message adds about the other errors of a file."""
    if count == 0:
        return ""
    return f" (and {count} more {'error' if count == 1 else 'errors'})"


def refusal(file: str, document: Any, problems: Sequence[Problem]) -> ScenarioError:
    """Return the error for the first problem in file order, saying how many more there are."""
    first = min(problems, key=lambda problem: file_order(document, problem.place))
    tail = and_more(len(problems) - 1)
    return ScenarioError(f"{file}: {place_of(first.place)}: {first.text}{tail}")
