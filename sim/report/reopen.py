"""Studies from their folders: tables and figures again, from the stored rows alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from sim.refusal import InputError, shown
from sim.report.ablate_report import write_ablation
from sim.report.compare_report import write_comparison
from sim.report.game_report import reopen_game
from sim.report.points_report import write_break_even
from sim.report.sensitivity_report import write_sensitivity
from sim.report.sweep_report import write_sweep
from sim.report.value_report import write_value
from sim.studies.store import QUESTION, read_question

#: Kind of study: what takes its folder, writes tables and figures into it, and returns the main file.
KINDS: dict[str, Callable[[Path], Path]] = {
    "ablate": write_ablation,
    "compare": write_comparison,
    "game": reopen_game,
    "points": write_break_even,
    "sensitivity": write_sensitivity,
    "sweep": write_sweep,
    "value": write_value,
}


def reopen(folder: str | Path) -> Path:
    """Rebuild a study's tables and figures; return the file to look at. Raises `InputError`."""
    kind = read_question(folder).get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise InputError(
            f"{Path(folder) / QUESTION}: kind: {shown(kind)} is not one of {', '.join(KINDS)}"
        )
    return KINDS[kind](Path(folder))
