"""The folder of a replay: the battle in words, its turns, and its maps."""

from __future__ import annotations

import tempfile
from pathlib import Path

from sim.report.pages import csv_bytes
from sim.study.files import write_files
from sim.study.kept import read_replay
from sim.study.replay import Replay

MAPS = "battle.png"


def reopen_replay(folder: Path) -> Path:
    """Write words, turns and maps from what a folder keeps; return the maps."""
    return write_replay(read_replay(folder), folder)


def write_replay(replay: Replay, folder: str | Path) -> Path:
    """Write words (text), turns (CSV) and maps into a folder; return the maps."""
    with tempfile.TemporaryDirectory() as place:
        drawn = Path(place) / MAPS
        replay.save_map(drawn)
        maps = drawn.read_bytes()
    contents = {"battle.txt": replay.words().encode(), "turns.csv": csv_bytes(replay.turns)}
    return write_files(folder, {**contents, MAPS: maps})[-1]
