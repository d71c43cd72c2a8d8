"""The folder of `overwatch trigger`: its tables, its figure, and the page that holds them."""

from __future__ import annotations

from pathlib import Path

from sim.report import sheet as sheets
from sim.report.pages import csv_bytes
from sim.report.sheets_search import trigger_sheet
from sim.report.trigger_figure import trigger_svg
from sim.studies.trigger import Trigger, read_trigger
from sim.study.files import write_files

FIGURE = "trigger.svg"


def reopen_trigger(folder: Path) -> Path:
    """Write tables, figure and page again from what a folder keeps; return the page."""
    return write_trigger(read_trigger(folder), folder)


def write_trigger(answer: Trigger, folder: str | Path) -> Path:
    """Write the tables (CSV), the figure and the page into a folder; return the page."""
    contents = {
        "targets.csv": csv_bytes(answer.table),
        "rules.csv": csv_bytes(answer.rules),
        FIGURE: trigger_svg(answer),
    }
    contents[sheets.PAGE] = sheets.sheet_bytes(trigger_sheet(answer, list(contents)))
    return write_files(folder, contents)[-1]
