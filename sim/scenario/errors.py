"""One line for each refusal: file, place, value and what is allowed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

Place = tuple[str | int, ...]

LONGEST_SHOWN = 48


class ScenarioError(ValueError):
    """Bad input; its text is one line that names file, place, value and what is allowed."""


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: where in the document, and what is allowed there."""

    place: Place
    text: str


def spell_place(place: Place) -> str:
    """Return a place as it is written in messages: `blue.units[2].count`."""
    text = ""
    for part in place:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += ("." if text else "") + part
    return text


def show(value: Any) -> str:
    """Return a value as the file would spell it, on one line and not too long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        text = '"' + value.replace("\n", " ") + '"'
    elif isinstance(value, dict):
        text = "a table of keys"
    elif isinstance(value, list | tuple):
        text = "[" + ", ".join(show(item) for item in value) + "]"
    else:
        text = str(value)
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def listed(names: Iterable[str]) -> str:
    """Return names as a list in words, or `nothing`."""
    return ", ".join(names) or "nothing"


def nearest(name: str, known: Sequence[str]) -> str:
    """Return ` (did you mean ...?)` where a known name is close, else nothing."""
    near = difflib.get_close_matches(name, known, n=1)
    return f' (did you mean "{near[0]}"?)' if near else ""


def unknown(name: str, known: Sequence[str], what: str) -> str:
    """Return the refusal of a name that is not among the known ones."""
    return f"{show(name)} is not {what}{nearest(name, known)}; known: {listed(known)}"


def unknown_key(name: str, known: Sequence[str]) -> str:
    """Return the refusal of a key that the table of keys does not have."""
    return f"unknown key{nearest(name, known)}; known: {listed(known)}"


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
        else:
            break
    return tuple(order)


def refusal(file: str, document: Any, problems: Sequence[Problem]) -> ScenarioError:
    """Return the error for the first problem in file order, saying how many more there are."""
    first = min(problems, key=lambda problem: file_order(document, problem.place))
    where = spell_place(first.place)
    more = len(problems) - 1
    tail = f" (and {more} more {'error' if more == 1 else 'errors'})" if more else ""
    return ScenarioError(f"{file}: {where + ': ' if where else ''}{first.text}{tail}")
