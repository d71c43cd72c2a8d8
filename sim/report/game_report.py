"""The folder of `overwatch game`: its tables, its figure, and the page that holds them."""

from __future__ import annotations

from pathlib import Path

from sim.report.game_figure import PRINT_DPI, plot_payoffs
from sim.report.pages import csv_bytes
from sim.report.sheet import PAGE, sheet_bytes
from sim.report.sheets_doctrines import game_sheet
from sim.report.style import picture
from sim.studies.game import read_game
from sim.studies.game_result import Game
from sim.study.files import write_files


def write_game(game: Game, folder: str | Path) -> Path:
    """Write `game.svg`, `game.png`, the tables as CSV and the page into a folder; return the page."""
    contents = {
        f"{name}.csv": csv_bytes(table)
        for name, table in (
            ("matrix", game.matrix),
            ("doctrines", game.doctrines),
            ("responses", game.responses),
            ("overwatch", game.watch),
        )
    }
    for kind in ("svg", "png"):
        contents[f"game.{kind}"] = picture(lambda: plot_payoffs(game), kind, PRINT_DPI)
    contents[PAGE] = sheet_bytes(game_sheet(game, list(contents)))
    write_files(folder, contents)
    return Path(folder) / PAGE


def reopen_game(folder: Path) -> Path:
    """Write the page, the figure and the tables again from the rows in a study's folder."""
    return write_game(read_game(folder), folder)
