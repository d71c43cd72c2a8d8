"""The folder of `overwatch points`: its table, its figure, and the page that holds them."""

from __future__ import annotations

from pathlib import Path

from sim.report import sheet as sheets
from sim.report.pages import csv_bytes, markdown_lines
from sim.report.points_figure import break_even_svg
from sim.report.sheets_worth import break_even_sheet
from sim.studies.ablation import records
from sim.studies.balance import GOALS, BreakEven, points_text, read_break_even
from sim.study.digits import ends_text, number, step_of
from sim.study.files import write_files

PAGE, FIGURE = "report.md", "points.svg"


def write_break_even(folder: Path) -> Path:
    """Write table (CSV), figure and pages beside the rows of a folder; return the HTML page."""
    found = read_break_even(folder)
    contents = {
        "steps.csv": csv_bytes(found.steps),
        FIGURE: break_even_svg(found),
        PAGE: page(found).encode(),
    }
    sheet = break_even_sheet(found, step_lines(found), list(contents))
    contents[sheets.PAGE] = sheets.sheet_bytes(sheet)
    write_files(folder, contents)
    return folder / sheets.PAGE


def page(found: BreakEven) -> str:
    """Return the answer as a Markdown page: sentences, figure, table, and how to repeat it."""
    asked = found.question
    return "\n".join(
        [
            f"# {asked['scenario']}: points for {asked['without']} {GOALS[asked['goal']]}",
            "",
            *(f"{sentence}\n" for sentence in found.conclusions()),
            f"![Margin less the goal over the points added]({FIGURE})",
            "",
            *markdown_lines(step_lines(found)),
            "",
            f"Again: `{found.command}`",
            "",
        ]
    )


def step_lines(found: BreakEven) -> list[tuple[str, ...]]:
    """Return the table of forces for people, its headings first."""
    headings = ("points", "added", "last change", "battles", "margin less the goal, 95%")
    rows: list[tuple[str, ...]] = [headings]
    for line in records(found.steps):
        told = (f"{line['points']:,}", points_text(line["added"]), line["what"])
        if line["battles"] == 0:
            rows.append((*told, "", "not needed"))
            continue
        step = step_of(line["se"])
        mean = number(line["difference"], step, True)
        ends = ends_text(line["low"], line["high"], step, True)
        rows.append((*told, f"{line['battles']:,}", f"{mean} ({ends})"))
    return rows
