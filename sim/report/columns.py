"""What the columns of results' tables hold, in the words of the docstrings that describe them.

A table that is made on demand is described by its own docstring; one that is kept in the result by
the paragraph of the class's docstring that begins with its name: ``.cells has one row ...``.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache, cached_property
from importlib import import_module
from typing import Any

import sim

#: What makes results with tables, as `sim` names it.
VERBS = (
    "run", "compare", "sweep", "ablate", "game", "tune", "trigger", "value", "points", "sensitivity",
    "replay", "load_scenario",
)  # fmt: skip
SUMMARY = "summary"

_HEAD = re.compile(r"`\.(\w+)` has ")
_NAME = re.compile(r"`(\w+)`")
_END = re.compile(r"(?<=[.:;]) (?=[A-Z`])|(?<=;) ")  # of what is told of some columns
_WHOLE = re.compile(r"[a-z][a-z_]*[a-z]|p")  # no part that others begin or end with, as `first_`
_ROW = re.compile(r"\brow (a|for)\b")  # in the sentence that names what a row stands for
_NEXT = re.compile(r", (?=`)|, and (?=`)")  # from one column to another


def tables_of(kind: type) -> dict[str, str]:
    """Return what is said of each table of a result's class, by the table's name, on few long lines.

    A blank line is between paragraphs. A table of which nothing is said is there with an empty text.
    """
    told = {}
    for paragraph in (inspect.getdoc(kind) or "").split("\n\n"):
        if head := _HEAD.match(paragraph):
            text = paragraph[head.end() :]
            told[head[1]] = _flat(text[0].upper() + text[1:])
    found = {
        name: told.get(name, "")
        for name, type_ in inspect.get_annotations(kind).items()
        if type_ == "pd.DataFrame"
    }
    for name in dir(kind):
        here = getattr(kind, name)
        if name.startswith("_") or not isinstance(here, property | cached_property):
            continue
        made: Any = here.fget if isinstance(here, property) else here.func
        if inspect.get_annotations(made).get("return") == "pd.DataFrame":
            found[name] = _paragraphs(here)
    if summary := getattr(kind, SUMMARY, None):
        text = _paragraphs(summary).removeprefix("Return ")
        if not any(text.startswith(f"`{name}`: ") for name in found):  # else it is one of them
            found[f"{SUMMARY}()"] = text[0].upper() + text[1:]
    return found


def class_of(verb: str) -> type:
    """Return the class of what a function of `sim` returns."""
    made = getattr(sim, verb)
    kind: type = getattr(import_module(made.__module__), made.__annotations__["return"])
    return kind


@cache
def _told() -> dict[str, list[str]]:
    """Return what is said of each column: sentences that name the table."""
    found: dict[str, list[str]] = {}
    for verb in VERBS:
        for table, text in tables_of(class_of(verb)).items():
            for names, words in _pieces(text):
                for name in filter(_WHOLE.fullmatch, names):
                    line = f"In .{table} of {verb}: {words}"
                    found.setdefault(name, []).append(line if line.endswith(".") else f"{line}.")
    return found


def told_columns() -> frozenset[str]:
    """Return the names of all columns of which a table says something."""
    return frozenset(_told())


def told_of(column: str) -> str:
    """Return what the tables that have such a column say of it, each in a sentence; else nothing."""
    return " ".join(dict.fromkeys(_told().get(column, ())))


def _pieces(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield pieces of a description, each with the columns that it tells of."""
    seen: set[str] = set()
    for part in _END.split(text.replace("\n\n", " ")):
        pieces: list[str] = []
        for piece in [part] if _ROW.search(part) else _NEXT.split(part):
            if pieces and not _says(pieces[-1]):  # names alone: what follows tells of them too
                pieces[-1] = f"{pieces[-1]}, {piece}"
            else:
                pieces.append(piece)
        for piece in pieces:
            names = [name for name in _NAME.findall(piece) if name not in seen]
            seen.update(names)
            if names:
                yield names, piece.replace("`", "").strip(" ;:.")


def _says(piece: str) -> bool:
    return bool(re.search(r"\w", re.sub(r"`\w+`|\b(and|with|or)\b", "", piece)))


def _paragraphs(told: Any) -> str:
    """Return a docstring with each of its paragraphs on one line."""
    return "\n\n".join(map(_flat, (inspect.getdoc(told) or "").split("\n\n")))


def _flat(text: str) -> str:
    return " ".join(text.split())
