"""The words of reports in plain sentences: reports, hover texts, docs and `overwatch list words`.

`GLOSSARY` has every term of the game and of the statistics by its name; `explain` also takes the
columns of tables and the keys of `--json`, put together from their parts: `blue_points_lost_low`.
A column that is no such word is told as the descriptions of its tables do (`sim.report.columns`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from sim.layout import codes as c
from sim.refusal import InputError, nearest, text_of
from sim.report.columns import told_columns, told_of
from sim.report.terms_game import GAME
from sim.report.terms_statistics import STATISTICS
from sim.report.wording import CAUSES, OFF


@dataclass(frozen=True)
class Term:
    """A word: what it means in a sentence or two, the rules behind it, other names it goes by."""

    name: str
    text: str
    kind: Literal["game", "statistics"]
    marks: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()


GLOSSARY: dict[str, Term] = {
    name: Term(name, text, "game", tuple(marks.split()), tuple(columns.split()))
    for name, text, marks, columns in GAME
} | {
    name: Term(name, text, "statistics", (), tuple(columns.split()))
    for name, text, columns in STATISTICS
}

#: Keys that are plain words: what they hold is what they say.
PLAIN = frozenset((
    "arms", "goal", "interrupted", "kind", "line", "meaning", "name", "number", "seconds", "settings",
    "sides", "style", "title", "version", "view",
))  # fmt: skip

#: Words of the glossary that are columns of another meaning in some tables.
OTHERWISE = frozenset({"elements", "fires", "pairs", "place", "rule", "share", "value"})

#: What an end of a column's name adds.
ENDINGS = {
    "low": "lower end of the 95% interval",
    "high": "upper end of the 95% interval",
    "se": "standard error",
    "sd": "spread of single battles (standard deviation)",
    "mean": "mean",
}
#: What a beginning adds: whose number it is.
BEGINNINGS = {
    "blue": "blue's",
    "red": "red's",
    "with": "with overwatch",
    "without": "without overwatch",
    "first": "the first doctrine's",
    "second": "the second doctrine's",
    "overwatch": "on overwatch",
    "opportunity": "by opportunity fire",
    "activation": "in own activations",
    "wins": "of the share of battles won",
    "shipped": "over the best shipped doctrine",
    "own": "own",
    "enemy": "the enemy's",
}


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9%]+", "_", name.lower()).strip("_")


_TERMS: dict[str, Term] = {}
for _term in GLOSSARY.values():
    for _name in (_term.name, *_term.columns):
        _TERMS.setdefault(_key(_name), _term)
for _term in GLOSSARY.values():  # a term's own name goes before another's other names
    _TERMS[_key(_term.name)] = _term


def term(name: str) -> Term | None:
    """Return the term of a word, a column or a key, or None."""
    return _TERMS.get(_key(name))


def explain(name: str) -> str:
    """Return a word, a column of a table or a key of `--json` in a sentence or two.

    A column that is no word of the glossary, or another one there, is answered with what each of its
    tables says of it. Raises `InputError` for a word that is neither and cannot be put together.
    """
    key = _key(text_of("word", name))
    found = _explained(key)
    if found is None or key in OTHERWISE:
        found = " ".join(part for part in (found, told_of(key)) if part)
    if not found:
        raise InputError(
            f"{name} is not in the glossary{nearest(key, {*_TERMS, *told_columns()})}; "
            "`overwatch list words` shows all"
        )
    return found


def known(name: str) -> bool:
    """Return whether a column is explained or needs no explanation."""
    key = _key(name)
    return key in PLAIN or _explained(key) is not None or bool(told_of(key))


def _explained(key: str) -> str | None:
    if key in _TERMS:
        return _TERMS[key].text
    for cause in c.OFF_CAUSES:
        if key in (cause, f"off_{cause}"):
            return f"Counters gone: {OFF[cause]}. {_TERMS['counter'].text}"
    for what in ("points_lost", "lost"):
        for mode in c.MODES:
            if key == f"{what}_{mode}":
                word = CAUSES.get(mode, {"aboard": "riding in what was hit"}.get(mode, mode))
                thing = "Points" if what == "points_lost" else "Elements"
                return f"{thing} that were lost to one cause: {word}."
    for ending, words in ENDINGS.items():
        if key.endswith(f"_{ending}") and (rest := _rest(key.removesuffix(f"_{ending}"))):
            return f"The {words} of {rest}"
    for beginning, words in BEGINNINGS.items():
        if key.startswith(f"{beginning}_"):
            rest = key.removeprefix(f"{beginning}_")
            if (found := _explained(rest)) is None:
                continue
            return f"{words[0].upper()}{words[1:]}: {found[0].lower()}{found[1:]}"
    return None


def _rest(key: str) -> str | None:
    """Return what a column without its ending is about: its name, and its text if it has one."""
    name = key.replace("_", " ")
    if key in PLAIN:
        return f"{name}."
    found = _explained(key) or told_of(key) or None
    return None if found is None else f"{name}. {found}"
