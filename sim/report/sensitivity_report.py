"""A sensitivity study's folder: its indices, its figure, and the page that holds them."""

from __future__ import annotations

from pathlib import Path

from sim.report import sheet as sheets
from sim.report.pages import csv_bytes, markdown_lines
from sim.report.sensitivity_figure import sensitivity_svg
from sim.report.sheets_doctrines import sensitivity_sheet
from sim.studies.sensitivity import Sensitivity, read_sensitivity
from sim.study.files import write_files

PAGE, FIGURE, TABLE = "report.md", "indices.svg", "indices"
HEADINGS = ("of", "place", "alone", "with combinations")


def write_sensitivity(folder: Path) -> Path:
    """Write indices (CSV and Parquet), figure and pages beside the rows; return the HTML page."""
    found = read_sensitivity(folder)
    contents = {
        f"{TABLE}.csv": csv_bytes(found.table),
        f"{TABLE}.parquet": found.table.to_parquet(index=False),
        FIGURE: sensitivity_svg(found),
        PAGE: page(found).encode(),
    }
    table = [HEADINGS, *map(tuple, lines(found))]
    contents[sheets.PAGE] = sheets.sheet_bytes(sensitivity_sheet(found, table, list(contents)))
    write_files(folder, contents)
    return folder / sheets.PAGE


def lines(found: Sensitivity) -> list[list[str]]:
    """Return the table for people, one line an output and place."""
    shown = []
    for output in found.outputs:
        for place, vary in enumerate(found.varies):
            shares = ["not clear"] * 2
            if found.outputs[output].settled:
                shares = [found.share(output, place, kind) for kind in ("first", "total")]
            shown.append([output, vary.place, *shares])
    return shown


def page(found: Sensitivity) -> str:
    """Return the study as a Markdown page: sentences, figure, table, and how to repeat it."""
    return "\n".join(
        [
            f"# {found.question['scenario']}: what moves margin and advantage",
            "",
            *(f"{sentence}\n" for sentence in found.conclusions()),
            f"![Bars of the share that each place has in margin and advantage]({FIGURE})",
            "",
            *markdown_lines([HEADINGS, *lines(found)]),
            "",
            f"Again: `{found.command}`",
            "",
        ]
    )
