"""The folder of `overwatch trigger`: its tables and its figure."""

from __future__ import annotations

from pathlib import Path

from sim.report.pages import csv_bytes
from sim.report.trigger_figure import trigger_svg
from sim.studies.trigger import Trigger, read_trigger
from sim.study.files import write_files

FIGURE = "trigger.svg"


def reopen_trigger(folder: Path) -> Path:
    """Write tables and figure again from what a folder keeps; return the figure."""
    return write_trigger(read_trigger(folder), folder)


def write_trigger(answer: Trigger, folder: str | Path) -> Path:
    """Write the tables (CSV) and the figure into a folder; return the figure."""
    contents = {
        "targets.csv": csv_bytes(answer.table),
        "rules.csv": csv_bytes(answer.rules),
        FIGURE: trigger_svg(answer),
    }
    return write_files(folder, contents)[-1]
