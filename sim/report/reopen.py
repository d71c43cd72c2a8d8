"""Studies from their folders: tables and figures again, from the stored rows alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sim.report.ablate_report import write_ablation
from sim.report.compare_report import write_comparison
from sim.report.game_report import reopen_game
from sim.report.html import rewrite_report
from sim.report.points_report import write_break_even
from sim.report.replay_report import reopen_replay
from sim.report.sensitivity_report import write_sensitivity
from sim.report.sweep_report import write_sweep
from sim.report.trigger_report import reopen_trigger
from sim.report.tune_report import reopen_tuning
from sim.report.value_report import write_value
from sim.studies.reopen import kind_of, open_result

#: Kind of study: what takes its folder, writes tables and figures into it, and returns the main file.
KINDS: dict[str, Callable[[Path], Path]] = {
    "ablate": write_ablation,
    "compare": write_comparison,
    "game": reopen_game,
    "points": write_break_even,
    "replay": reopen_replay,
    "run": rewrite_report,
    "sensitivity": write_sensitivity,
    "sweep": write_sweep,
    "trigger": reopen_trigger,
    "tune": reopen_tuning,
    "value": write_value,
}


def reopen(folder: str | Path) -> Path:
    """Rebuild tables and figures of a result's folder; return the file to look at.

    Raises `InputError` for a folder without a result, and for one that is damaged.
    """
    place = Path(folder)
    write = KINDS[kind_of(place)]
    open_result(place)  # says in one line what is wrong with it, before anything is written
    return write(place)
