"""The folder of `overwatch compare`: its table, its figure, and the page that holds them."""

from __future__ import annotations

from pathlib import Path

from sim.report.compare_figure import comparison_svg
from sim.report.pages import csv_bytes
from sim.report.sheet import PAGE, sheet_bytes
from sim.report.sheets_doctrines import comparison_sheet
from sim.studies.compare import stored
from sim.study.files import write_files

TABLE, FIGURE = "compare.csv", "compare.svg"


def write_comparison(folder: Path) -> Path:
    """Write the table (CSV), the figure and the page beside the rows of a folder; return the page."""
    found = stored(folder)
    contents = {TABLE: csv_bytes(found.table), FIGURE: comparison_svg(found)}
    contents[PAGE] = sheet_bytes(comparison_sheet(found, list(contents)))
    write_files(folder, contents)
    return Path(folder) / PAGE
