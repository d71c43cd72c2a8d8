"""The page of a study: question and answer, figures, tables that sort, the command, in one file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.refusal import InputError
from sim.report.hover import is_name
from sim.report.render import PAGE, Shown, Tile, render
from sim.report.rows import Table
from sim.scenario import load_scenario

__all__ = ["PAGE", "Sheet", "Tile", "facts_table", "sheet_bytes", "sheet_table", "titled"]

ANSWERS = 3  # sentences in large type; the rest follow in small


@dataclass(frozen=True)
class Sheet:
    """What the page of a study shows, in its order."""

    kind: str  # the verb
    scenario: str
    question: str
    tiles: Sequence[Tile]
    sentences: Sequence[str]  # `.conclusions()`; warnings among them go into a box of their own
    figures: Sequence[Shown]
    tables: Sequence[Table]
    command: str
    facts: Table
    files: Sequence[str] = field(default=())  # that lie beside the page


def sheet_bytes(sheet: Sheet) -> bytes:
    """Return the page as the bytes of a file; the same study gives the same bytes."""
    warnings, said = [], []
    for sentence in map(finished, sheet.sentences):
        if sentence.lower().startswith("warning: "):
            warnings.append(finished(sentence[len("warning: ") :]))
        else:
            said.append(sentence)
    sections = [("answers", "In detail")] if len(said) > ANSWERS else []
    sections += [("figures", "Figure"), ("tables", "The numbers"), ("repeat", "Repeat it")]
    return render(
        "study.html.j2",
        [*sections, ("words", "Words")],
        kicker=f"{sheet.kind} · {sheet.scenario}",
        question=sheet.question,
        tiles=sheet.tiles,
        answers=said[:ANSWERS],
        more=said[ANSWERS:],
        scopes=[],
        warnings=warnings,
        text="",
        figures=sheet.figures,
        tables=sheet.tables,
        again=sheet.command,
        provenance=sheet.facts,
        files=sheet.files,
    ).encode()


def finished(sentence: str) -> str:
    """Return a sentence with a capital letter and a full stop."""
    text = sentence.strip()
    first = text.split(" ", 1)[0].rstrip(",:;")
    begins = text[:1] if is_name(first) else text[:1].upper()  # a name is written as it is
    return f"{begins}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


def titled(scenario: str) -> str:
    """Return a scenario's title; its name or file where it cannot be read any more."""
    try:
        return load_scenario(scenario).title
    except InputError:
        return scenario


def sheet_table(
    caption: str, lines: Sequence[Sequence[str]], note: str = "", foot: int = 0
) -> Table:
    """Return a table whose first line is its headings."""
    head, *rows = (tuple(line) for line in lines)
    return Table(caption, head, rows, note, foot=foot, first="what")


def facts_table(question: Mapping[str, Any]) -> Table:
    """Return what makes a study repeatable, as far as its question says it."""
    shown = {
        "scenario": "scenario", "side": "side", "without": "side without overwatch",
        "doctrine": "doctrine", "doctrines": "doctrines", "with": "doctrine with overwatch",
        "against": "enemy's doctrines", "enemies": "enemy's doctrines", "blue": "blue's doctrines",
        "red": "red's doctrines", "settings": "settings", "vary": "varied", "cells": "cells",
        "battles": "battles", "seed": "seed", "version": "version of overwatch",
        "fingerprint": "SHA-256 of the records that were fought",
    }  # fmt: skip
    rows: list[tuple[str, ...]] = []
    for key, words in shown.items():
        value = question.get(key)
        if key == "against" and question.get("enemies"):
            continue
        if isinstance(value, (list, tuple)):
            value = ", ".join(map(str, value))
        if value not in (None, ""):
            rows.append(
                (words, f"{value:,}" if isinstance(value, int) and key != "seed" else str(value))
            )
    return Table("Where these numbers come from", ("", "value"), rows, numeric=False, sorts=False)
