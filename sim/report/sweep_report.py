"""A sweep's folder: its table, its figure, and the page that holds them."""

from __future__ import annotations

from pathlib import Path

from sim.report import sheet as sheets
from sim.report.pages import csv_bytes, markdown_lines
from sim.report.sheets_doctrines import sweep_sheet
from sim.report.sweep_figure import sweep_svg
from sim.studies.sweep import Sweep, read_sweep
from sim.studies.sweep_words import value
from sim.study.digits import mean_text, rate_text
from sim.study.files import write_files
from sim.study.intervals import Rate

PAGE, FIGURE, TABLE = "report.md", "advantage.svg", "table"


def write_sweep(folder: Path) -> Path:
    """Write table (CSV and Parquet), figure and pages beside a sweep's rows; return the HTML page."""
    sweep = read_sweep(folder)
    contents = {
        f"{TABLE}.csv": csv_bytes(sweep.table),
        f"{TABLE}.parquet": sweep.table.to_parquet(index=False),
        FIGURE: sweep_svg(sweep),
        PAGE: page(sweep).encode(),
    }
    table = [headings(sweep), *lines(sweep)]
    contents[sheets.PAGE] = sheets.sheet_bytes(sweep_sheet(sweep, table, list(contents)))
    write_files(folder, contents)
    return folder / sheets.PAGE


def headings(sweep: Sweep) -> list[str]:
    """Return the headings of the table for people."""
    first, second = sweep.doctrines
    wins = [f"{name} wins" for name in (first, second)]
    return [
        *(vary.place for vary in sweep.varies),
        f"{first} over {second}, points",
        "clear",
        *wins,
    ]


def lines(sweep: Sweep) -> list[list[str]]:
    """Return the table for people, one line a cell."""
    shown = []
    for row, line in enumerate(sweep.table.to_dict("records")):
        wins = [
            rate_text(Rate(*(line[f"{order}_wins{end}"] for end in ("", "_low", "_high"))))
            for order in ("first", "second")
        ]
        advantage = mean_text(sweep.advantage(row), sign=True)
        values = [value(line[vary.place]) for vary in sweep.varies]
        shown.append([*values, advantage, "yes" if line["clear"] else "no", *wins])
    return shown


def page(sweep: Sweep) -> str:
    """Return the sweep as a Markdown page: sentences, figure, table, and how to repeat it."""
    first, second = sweep.doctrines
    return "\n".join(
        [
            f"# {sweep.question['scenario']}: {first} or {second} for {sweep.side}",
            "",
            *(f"{sentence}\n" for sentence in sweep.conclusions()),
            f"![The advantage of {first} over {second} over the varied values]({FIGURE})",
            "",
            *markdown_lines([headings(sweep), *lines(sweep)]),
            "",
            f"Again: `{sweep.command}`",
            "",
        ]
    )
