"""The pages about the rules: which mark is applied where and proved by what; readings and switches."""

from __future__ import annotations

import ast
import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from sim.marks import MARKS
from tests.docs.markdown import cell, page, table
from tests.docs.reader import ROOT
from tests.docs.readings import READINGS
from tests.docs.runner import listed

MARK = re.compile(r"\b(?:OW\.[ARF]\d+|DS\d+\.\d+|RD-\d+)\b")
NAMED = re.compile(r"test_(?:ow_([arf])(\d+)|ds(\d+)_(\d+)|rd_?(\d+))_")
#: Rooms that play a battle or build it; those above them only tell of it.
ROOMS = ("layout", "terrain", "rules", "doctrine", "battle", "exact", "scenario")
STUDY = ROOT / "reports" / "what-each-rule-is-worth"
STUDIED = ("ridge_crossing", "village_road")

#: What of a rule is not played, and why; every other mark is played in full.
UNPLAYED = {
    "DS17.2": "both sides stand on the table from the start: a scenario says where",
    "DS40.1": "no fire from orbit, which is no part of a ground battle of this size",
}

CHAPTERS = (
    (
        "Overwatch",
        "OW.",
        "The overwatch page: going on it (A), its restrictions (R), firing on it (F).",
    ),
    ("The book", "DS", "Dirtside II, by printed page: `DS28.2` is the second rule of page 28."),
    ("Readings", "RD-", "Decisions where the books are silent, [one by one](readings.md)."),
)


@dataclass
class Proof:
    """Where a mark is applied, and the tests that prove it."""

    modules: list[str] = field(default_factory=list)
    named: dict[str, int] = field(default_factory=dict)  # file: how many of its tests bear the mark
    files: list[str] = field(default_factory=list)  # that cite it


def mark_of(name: str) -> str | None:
    """Return the mark that a test is named after, or None."""
    match = NAMED.match(name)
    if match is None:
        return None
    letter, rule, pages, number, reading = match.groups()
    if letter:
        return f"OW.{letter.upper()}{rule}"
    return f"DS{int(pages)}.{number}" if pages else f"RD-{reading}"


@cache
def proofs() -> dict[str, Proof]:
    """Return for each known mark what the sources and the tests say of it."""
    found = {mark: Proof() for mark in MARKS}
    sources = [ROOT / "sim" / "figures.py"]
    for room in ROOMS:
        sources += sorted((ROOT / "sim" / room).rglob("*.py"))
    sources.remove(ROOT / "sim" / "scenario" / "meanings.py")  # it tells of rules, and applies none
    for path in sources:
        module = ".".join(path.relative_to(ROOT / "sim").with_suffix("").parts)
        for mark in set(MARK.findall(path.read_text("utf-8"))) & set(found):
            found[mark].modules.append(module.removesuffix(".__init__"))
    for path in sorted((ROOT / "tests").rglob("*.py")):
        source = path.read_text("utf-8")
        file = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and (mark := mark_of(node.name)) in found:
                named = found[mark].named
                named[file] = named.get(file, 0) + 1
        if not file.startswith("tests/docs/"):
            for mark in set(MARK.findall(source)) & set(found):
                found[mark].files.append(file)
    return found


def rules_page() -> str:
    """Return the page of all marks: what they say, where they are applied, what proves them."""
    lines = [
        "Every rule that the program knows, by the mark that code and tests cite. *Applied in* "
        "names the modules of `sim` that play it or compute with it, *proved by* the tests named "
        "after the mark and their files. *referee*: an auditor that knows the rules but not the "
        "program reads whole battles for breaches of it; *planted*: it is shown such a breach "
        "and must catch it. The same list without the tests: `overwatch list rules`.",
        "",
    ]
    for title, start, text in CHAPTERS:
        marks = [mark for mark in MARKS if mark.startswith(start)]
        lines += [f"## {title}", "", text, "", *rules_table(marks), ""]
    lines += [
        "## What is not in these tables",
        "",
        "[What is not modelled](analysts.md#what-is-not-modelled) says what of the book has no "
        "mark here.",
    ]
    return page("Rules coverage", lines)


def rules_table(marks: list[str]) -> Iterator[str]:
    """Yield the lines of the coverage table of some marks."""
    rows = []
    for mark in sorted(marks, key=_order) if marks[0].startswith("DS") else marks:
        proof = proofs()[mark]
        played = "yes" if proof.modules else "no"
        if mark in UNPLAYED:
            played = f"in part: {UNPLAYED[mark]}"
        rows.append(
            [
                mark,
                MARKS[mark],
                ", ".join(f"`{one}`" for one in proof.modules),
                _proof(proof),
                played,
            ]
        )
    return table(["mark", "rule", "applied in", "proved by", "played"], rows)


def _proof(proof: Proof) -> str:
    """Return in words which tests prove a mark: those of its name, the referee, others that "
    "cite it."""
    parts = [
        f"{count} in [{Path(file).stem.removeprefix('test_')}](../../{file})"
        for file, count in proof.named.items()
    ]
    if not parts:
        others = [file for file in proof.files if not file.startswith("tests/audit/")]
        parts = [
            f"cited in [{Path(file).stem.removeprefix('test_')}](../../{file})"
            for file in others[:2]
        ]
    audit = [Path(file).stem for file in proof.files if file.startswith("tests/audit/")]
    if audit:
        planted = any(name.startswith("plants_") for name in audit)
        parts.append("referee, planted" if planted else "referee")
    return ", ".join(parts) or "nothing"


def _order(mark: str) -> tuple[int, int]:
    first, second = re.findall(r"\d+", mark)
    return int(first), int(second)


def readings_page() -> str:
    """Return the page of readings and of every switch, with what each change was worth."""
    named: dict[str, list[str]] = defaultdict(list)
    for row in listed("rules")["switches"]:
        for mark in row["marks"]:
            named[mark].append(row["switch"])
    rows = [
        [mark, text, ", ".join(f"[`{one}`](#{one})" for one in named[mark])]
        for mark, text in READINGS.items()
    ]
    lines = [
        "Where the books are silent or say two things, the program takes a reading. Where "
        "players are known to differ, the reading is a switch of the scenario's `[rules]`: "
        '`--set rules.NAME=VALUE` sets it for one command, `scenario.with_({"rules.NAME": '
        "VALUE})` in Python. The defaults are the published overwatch rules.",
        "",
        "## Readings",
        "",
        *table(["mark", "reading", "switch"], rows),
        "",
        "## Switches",
        "",
        "Points are what the change gives (+) or costs (\N{MINUS SIGN}) the defender red, who "
        "watches, in `ridge_crossing` and in `village_road`: 95% intervals, mean over three "
        "doctrines of red and three of blue, from the study [what each rule is "
        "worth](../../reports/what-each-rule-is-worth/README.md). *depends*: it helps some of "
        "these doctrines and hurts others.",
    ]
    for row in listed("rules")["switches"]:
        lines += ["", f"### `{row['switch']}`", "", *_switch(row)]
    return page("Readings and switches", lines)


def _switch(row: dict[str, Any]) -> Iterator[str]:
    default = row["default"]
    if isinstance(default, dict):
        default = ", ".join(
            f"{key} {value:g}" for key, value in default.items() if value is not None
        )
    elif isinstance(default, bool):
        default = "on" if default else "off"
    marks = ", ".join(f"{mark} ({MARKS[mark]})" for mark in row["marks"])
    yield (
        f"{row['meaning'][0].upper()}{row['meaning'][1:]}. Default: `{default}`. Allowed: "
        f"{cell(row['allowed'])}."
    )
    yield f"Marks: {marks}."
    worth = [[name, *_worth(name)] for name in _changes(row["switch"])]
    yield ""
    if worth:
        yield from table(["change", *(f"`{scenario}`" for scenario in STUDIED)], worth)
    else:
        yield "Not in the study: the doctrines of these two scenarios never meet it."


@cache
def _study(scenario: str) -> dict[str, dict[str, str]]:
    with (STUDY / scenario / "changes.csv").open(encoding="utf-8", newline="") as file:
        return {row["change"]: row for row in csv.DictReader(file)}


def _changes(switch: str) -> list[str]:
    names = [
        name
        for scenario in STUDIED
        for name, row in _study(scenario).items()
        if row["switch"] == switch
    ]
    return sorted(set(names))


def _worth(change: str) -> Iterator[str]:
    for scenario in STUDIED:
        row = _study(scenario).get(change)
        if row is None:
            yield "not asked"
        elif row["untouched"] == "True":
            yield "untouched"
        else:
            text = f"{_signed(row['difference'])} ({_signed(row['low'])} to {_signed(row['high'])})"
            unclear = "" if row["clear"] == "True" else ", not clear"
            yield text + unclear + (", depends" if row["depends"] == "True" else "")


def _signed(number: str) -> str:
    text = f"{float(number):+.0f}".replace("-", "\N{MINUS SIGN}")
    return "0" if text in ("+0", "\N{MINUS SIGN}0") else text
