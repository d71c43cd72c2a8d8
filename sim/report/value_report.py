"""The folder of `overwatch value`: its tables, its figure, and the page that holds them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sim.report import sheet as sheets
from sim.report.pages import csv_bytes, markdown_lines
from sim.report.sheets_worth import value_sheet
from sim.report.value_figure import value_svg
from sim.studies.value import read_value
from sim.studies.worth import BESIDE, ENEMY, OWN, RUNS, WORDS, Value, difference_text
from sim.study.digits import number, step_of
from sim.study.files import write_files

if TYPE_CHECKING:
    import pandas as pd

PAGE, FIGURE = "report.md", "value.svg"
ALL = "all together"
HEADINGS = ("with overwatch", "without", "difference (95%)")


def lines(answer: Value, table: pd.DataFrame) -> list[tuple[str, ...]]:
    """Return `parts` or `beside` for people; what is zero throughout is left out.

    Rows of parts of a group are indented; the numbers of a row have the digits of its difference.
    """
    names = {**WORDS, **BESIDE, "all": ALL}
    rows: list[tuple[str, ...]] = []
    for row in table.to_dict("records"):
        if row["group"] != "all" and row["with"] == row["without"] == row["difference"] == 0:
            continue
        words = names[row["group"]]
        if part := row["part"]:
            cause = part.removeprefix(f"{ENEMY}_").removeprefix(f"{OWN}_")
            words = f"  {names.get(part, f'by {cause}')}"
        mean = answer.difference(*answer.parts_of(row["group"], row["part"]))
        step = step_of(mean.se) or 0.01
        own, other = (number(row[run], step) for run in RUNS)
        rows.append((words, own, other, difference_text(mean, row["without"], row["group"])))
    return rows


def write_value(folder: Path) -> Path:
    """Write tables (CSV), figure and pages beside the rows of a folder; return the HTML page."""
    answer = read_value(folder)
    contents = {
        "parts.csv": csv_bytes(answer.parts),
        "beside.csv": csv_bytes(answer.beside),
        FIGURE: value_svg(answer),
        PAGE: page(answer).encode(),
    }
    parts, beside = (
        [("what", *HEADINGS), *lines(answer, table)] for table in (answer.parts, answer.beside)
    )
    sheet = value_sheet(answer, parts, beside, list(contents))
    contents[sheets.PAGE] = sheets.sheet_bytes(sheet)
    write_files(folder, contents)
    return folder / sheets.PAGE


def page(answer: Value) -> str:
    """Return the answer as a Markdown page: sentences, figure, tables, and how to repeat it."""
    asked = answer.question
    text = [
        f"# {asked['scenario']}: what overwatch is worth to {asked['side']}",
        "",
        *(f"{sentence}\n" for sentence in answer.conclusions()),
        f"![What overwatch gains and costs {asked['side']}, group by group]({FIGURE})",
    ]
    for heading, table in (("points a battle", answer.parts), ("beside", answer.beside)):
        text += ["", *markdown_lines([(heading, *HEADINGS), *lines(answer, table)])]
    return "\n".join([*text, "", f"Again: `{answer.command}`", ""])
