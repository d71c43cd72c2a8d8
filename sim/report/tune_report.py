"""The folder of `overwatch tune`: the tuned doctrines, the tables, and a page."""

from __future__ import annotations

from pathlib import Path

from sim.report.pages import csv_bytes, markdown_lines
from sim.studies.tuning import Tuning, read_tuning
from sim.study.digits import mean_text
from sim.study.files import write_files

PAGE = "report.md"


def reopen_tuning(folder: Path) -> Path:
    """Write doctrines, tables and page again from what a folder keeps; return the page."""
    return write_tuning(read_tuning(folder), folder)


def write_tuning(found: Tuning, folder: str | Path) -> Path:
    """Write doctrines (TOML), tables (CSV) and page into a folder; return the page."""
    contents = {f"{one.name}.toml": one.text.encode() for one in found.rounds}
    for name in ("ladder", "parameters", "candidates"):
        contents[f"{name}.csv"] = csv_bytes(getattr(found, name))
    contents[PAGE] = page(found).encode()
    write_files(folder, contents)
    return Path(folder) / PAGE


def page(found: Tuning) -> str:
    """Return the answer as a Markdown page: sentences, rounds, numbers, and how to repeat it."""
    rounds: list[tuple[str, ...]] = [
        ("round", "side", "doctrine", "its margin", "more than before", "than the shipped one")
    ]
    numbers = [("round", "parameter", "was", "now", "looked for")]
    for one in found.rounds:
        edges = (mean_text(edge.mean, sign=True) for edge in (one.edge, one.shipped))
        margin = mean_text(one.margin, sign=True)
        rounds.append((str(one.number), one.side, one.name, margin, *edges))
        for name, span in one.spans.items():
            was, now = f"{one.original[name]:g}", f"{one.values[name]:g}"
            numbers.append((str(one.number), name, was, now, f"{span.low:g} to {span.high:g}"))
    return "\n".join(
        [
            f"# {found.scenario}: tuned doctrines",
            "",
            *(f"{sentence}\n" for sentence in found.conclusions()),
            *markdown_lines(rounds),
            "",
            *markdown_lines(numbers),
            "",
            f"Again: `{found.command}`",
            "",
        ]
    )
