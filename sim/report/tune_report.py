"""The folder of `overwatch tune`: the tuned doctrines, the tables, and the pages."""

from __future__ import annotations

from pathlib import Path

from sim.report import sheet as sheets
from sim.report.pages import csv_bytes, markdown_lines
from sim.report.sheets_search import tuning_sheet
from sim.studies.tuning import Tuning, read_tuning
from sim.study.digits import mean_text
from sim.study.files import write_files

PAGE = "report.md"


def reopen_tuning(folder: Path) -> Path:
    """Write doctrines, tables and pages again from what a folder keeps; return the HTML page."""
    return write_tuning(read_tuning(folder), folder)


def write_tuning(found: Tuning, folder: str | Path) -> Path:
    """Write doctrines (TOML), tables (CSV) and pages into a folder; return the HTML page."""
    contents = {f"{one.name}.toml": one.text.encode() for one in found.rounds}
    for name in ("ladder", "parameters", "candidates"):
        contents[f"{name}.csv"] = csv_bytes(getattr(found, name))
    contents[PAGE] = page(found).encode()
    sheet = tuning_sheet(found, number_lines(found), list(contents))
    contents[sheets.PAGE] = sheets.sheet_bytes(sheet)
    write_files(folder, contents)
    return Path(folder) / sheets.PAGE


def number_lines(found: Tuning) -> list[tuple[str, ...]]:
    """Return the parameters before and after for people, headings first."""
    lines: list[tuple[str, ...]] = [("round", "parameter", "was", "now", "looked for")]
    for one in found.rounds:
        for name, span in one.spans.items():
            was, now = f"{one.original[name]:g}", f"{one.values[name]:g}"
            lines.append((str(one.number), name, was, now, f"{span.low:g} to {span.high:g}"))
    return lines


def page(found: Tuning) -> str:
    """Return the answer as a Markdown page: sentences, rounds, numbers, and how to repeat it."""
    rounds: list[tuple[str, ...]] = [
        ("round", "side", "doctrine", "its margin", "more than before", "than the shipped one")
    ]
    for one in found.rounds:
        edges = (mean_text(edge.mean, sign=True) for edge in (one.edge, one.shipped))
        margin = mean_text(one.margin, sign=True)
        rounds.append((str(one.number), one.side, one.name, margin, *edges))
    return "\n".join(
        [
            f"# {found.scenario}: tuned doctrines",
            "",
            *(f"{sentence}\n" for sentence in found.conclusions()),
            *markdown_lines(rounds),
            "",
            *markdown_lines(number_lines(found)),
            "",
            f"Again: `{found.command}`",
            "",
        ]
    )
