"""The folder of `overwatch ablate`: its tables, its figure, and the page that holds them."""

from __future__ import annotations

from pathlib import Path

from sim.report import sheet as sheets
from sim.report.ablate_figure import ablation_svg
from sim.report.pages import csv_bytes, markdown_lines
from sim.report.sheets_worth import ablation_sheet
from sim.studies.ablation import Ablation, Line, read_ablation, records
from sim.study.digits import ends_text, number, step_of
from sim.study.files import write_files

PAGE, FIGURE = "report.md", "ablate.svg"
MOST_PAIRS = 20  # shown to people; all are in the tables and in `--json`


def write_ablation(folder: Path) -> Path:
    """Write tables (CSV), figure and pages beside the rows of a folder; return the HTML page."""
    found = read_ablation(folder)
    contents = {
        "changes.csv": csv_bytes(found.changes),
        "cells.csv": csv_bytes(found.cells),
        FIGURE: ablation_svg(found),
        PAGE: page(found).encode(),
    }
    if len(found.pairs):
        contents["pairs.csv"] = csv_bytes(found.pairs)
    sheet = ablation_sheet(found, change_lines(found), pair_lines(found), list(contents))
    contents[sheets.PAGE] = sheets.sheet_bytes(sheet)
    write_files(folder, contents)
    return folder / sheets.PAGE


def page(found: Ablation) -> str:
    """Return the answer as a Markdown page: sentences, figure, tables, and how to repeat it."""
    asked = found.question
    text = [
        f"# {asked['scenario']}: what each rule of overwatch is worth to {asked['side']}",
        "",
        *(f"{sentence}\n" for sentence in found.conclusions()),
        f"![Every change of a rule with its points to {asked['side']}]({FIGURE})",
    ]
    for table in (change_lines(found), pair_lines(found)):
        if table:
            text += ["", *markdown_lines(table)]
    return "\n".join([*text, "", f"Again: `{found.command}`", ""])


def change_lines(found: Ablation) -> list[tuple[str, ...]]:
    """Return the table of changes for people, its headings first."""
    points = f"points to {found.question['side']}, 95%"
    headings = ("change", "was", "rule", points, "least to most", "altered", "p (Holm)", "")
    return [headings, *(_change(line) for line in records(found.changes))]


def pair_lines(found: Ablation) -> list[tuple[str, ...]]:
    """Return the first pairs for people, headings first; nothing if there are none."""
    if not len(found.pairs):
        return []
    headings = ("two changes", "together, 95%", "beyond their sum, 95%", "p (Holm)", "")
    return [headings, *(_pair(line) for line in records(found.pairs.head(MOST_PAIRS)))]


def _change(line: Line) -> tuple[str, ...]:
    told = (line["change"], line["was"], line["marks"])
    if line["untouched"]:
        return (*told, "untouched", "", "none", "", "")
    step = step_of(line["se"])
    spread = f"{number(line['least'], step, True)} to {number(line['most'], step, True)}"
    points = _points(line, "difference", "low", "high", step)
    p, verdict = _test(line)
    verdict = ", ".join(filter(None, (verdict, "depends" * line["depends"])))
    return (*told, points, spread, f"{line['altered']:.1%}", p, verdict)


def _pair(line: Line) -> tuple[str, ...]:
    step = step_of(line["se"])
    return (
        f"{line['first']} & {line['second']}",
        _points(line, "difference", "difference_low", "difference_high", step),
        _points(line, "extra", "low", "high", step),
        *_test(line),
    )


def _points(line: Line, mean: str, low: str, high: str, step: float) -> str:
    return f"{number(line[mean], step, True)} ({ends_text(line[low], line[high], step, True)})"


def _test(line: Line) -> tuple[str, str]:
    p = line["p_holm"]
    return "<0.001" if p < 0.001 else f"{p:.3f}", "clear" if line["clear"] else ""
