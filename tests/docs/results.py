"""The page of results: every table's columns and the keys of `--json`, from results themselves."""

from __future__ import annotations

import inspect
import json
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

import sim
from sim.doctrine import load_doctrine, shipped_doctrines
from sim.layout import codes as c
from sim.report.columns import tables_of
from tests.docs.markdown import page

FEW = {"battles": 100, "seed": 1}


def results() -> dict[str, Any]:
    """Return one small result of each verb that has a result of its own, by the verb."""
    duel = {"scenario": "duel", "side": "red", **FEW}
    two = {"doctrines": ["ambush", "never"], "against": ["always"]}
    return {
        "run": sim.run("duel", **FEW),
        "compare": sim.compare(**duel, **two),
        "sweep": sim.sweep("duel", vary=["turns=4,6"], doctrines=["ambush", "never"], **FEW),
        "ablate": sim.ablate(
            **duel,
            doctrines=["ambush"],
            against=["always"],
            only=["shots", "reaction_test"],
            pairs=True,
        ),
        "game": sim.game("duel", blue=["always"], red=["ambush", "never"], **FEW),
        "tune": sim.tune(
            "duel", doctrine="ambush", side="red", against=["always"], trials=2, **FEW
        ),
        "trigger": sim.trigger(["p=0.8 value=10", "p=0.5 value=30"]),
        "value": sim.value("duel", side="blue", **FEW),
        "points": sim.points("duel", **FEW),
        "sensitivity": sim.sensitivity(
            "duel", vary=["turns=4:8", "rules.shots=1,2"], samples=16, **FEW
        ),
        "replay": sim.replay("duel", battle=0, seed=1),
    }


@dataclass
class Table:
    """A table of a result: how to get it, what its docstring says, the names of its columns."""

    names: list[str]
    text: str
    frame: pd.DataFrame


def tables(result: Any) -> list[Table]:
    """Return the tables of a result; the summary is often one of the others as well."""
    told = tables_of(type(result))
    found = [Table(["summary()"], told.pop("summary()", ""), result.summary())]
    for name, text in told.items():
        value = getattr(result, name)
        same = next((one for one in found if one.frame.equals(value)), None)
        if same is None:
            found.append(Table([name], text, value))
        else:
            same.names.append(name)
            same.text = same.text or text
    return found


def columns(frame: pd.DataFrame) -> list[str]:
    """Return the names of a table's index, if it has any, and of its columns, put together.

    `blue_` and `red_` become `SIDE_`, `with_` and `without_` `WITH_`; ends of intervals, standard
    errors and spreads go without saying where their number is there.
    """
    names = [str(name) for name in (*frame.index.names, *frame.columns) if name is not None]
    short = (re.sub("^(with|without)_", "WITH_", re.sub("^(blue|red)_", "SIDE_", n)) for n in names)
    once = list(dict.fromkeys(short))
    return [name for name in once if not _is_end(name, once)]


def _is_end(name: str, names: Sequence[str]) -> bool:
    base, _, end = name.rpartition("_")
    return end in ("low", "high", "se", "sd") and base in names


def keys(document: Any, names: frozenset[str]) -> str:
    """Return the keys of a JSON document; names of doctrines, sides, numbers and places: NAME."""
    if isinstance(document, list):
        inner = max((keys(item, names) for item in document), key=len, default="")
        return f"[{inner}]" if inner else ""
    if not isinstance(document, dict):
        return ""
    shown = {}
    for key, value in document.items():
        inner = keys(value, names)
        brackets = inner if inner.startswith("[") else f"{{{inner}}}" if inner else ""
        shown["NAME" if key in names or "." in key else key] = brackets
    return ", ".join(f"{key}{': ' if inner else ''}{inner}" for key, inner in shown.items())


def results_page() -> str:
    """Return the page of every table's columns and of the keys of JSON."""
    lines = [
        "Points are points of the game, distances inches, shares from 0 to 1. `SIDE_` stands for "
        "`blue_` and `red_`, `WITH_` for `with_` and `without_` (overwatch); `_low` and `_high` behind "
        "a name are the ends of its 95% interval, `_se` its standard error, `_sd` the spread of single "
        "battles. A word alone: `sim.report.glossary.explain(NAME)`.",
        "",
        "Each result has `.conclusions()` (sentences), `.as_dict()` (what `--json` prints), "
        "`.save(folder)`, and its figures, `.plot_...()`.",
    ]
    for verb, result in results().items():
        kind = type(result)
        lines += ["", f"## `{verb}`", ""]
        lines += [
            f"`sim.{verb}(...)` returns a `{kind.__name__}`. {_first(inspect.getdoc(kind))}",
            "",
        ]
        plots = [name for name in dir(kind) if name.startswith("plot_")]
        if plots:
            lines += [f"Figures: {', '.join(f'`.{name}()`' for name in plots)}.", ""]
        for one in tables(result):
            title = " and ".join(f"`.{name}`" for name in one.names)
            lines += [f"### {title} of `{verb}`", "", *_paragraphs(one.text)]
            lines += [f"Columns: {', '.join(f'`{name}`' for name in columns(one.frame))}.", ""]
        if hasattr(result, "as_dict"):
            lines += [f"### Keys of `{verb} --json`", "", *_keys(result), ""]
    return page("Results", lines)


def _keys(result: Any) -> Iterator[str]:
    document = json.loads(json.dumps(result.as_dict(), default=str))
    document.pop("row", None)  # of a replay: told by the columns of `.battles`
    names = {*c.SIDES, *shipped_doctrines(), "turns" if "cells" in document else ""}
    for name in ("ambush", "never", "always"):
        names |= set(load_doctrine(name).parameters)
    yield "```text"
    text = keys(document, frozenset(names))
    yield from textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)
    yield "```"


def _first(text: str | None) -> str:
    return (text or "").split("\n\n")[0].replace("\n", " ")


def _paragraphs(text: str) -> Iterator[str]:
    for part in text.split("\n\n"):
        if not part.lstrip().startswith(">>>"):
            yield re.sub("^Return ", "", part.replace("\n", " "))
            yield ""
