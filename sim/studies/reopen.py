"""The one door to what was kept: any result again, from the folder that holds it."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from sim.refusal import InputError, nearest, shown
from sim.study.kept import QUESTION, read_question, undamaged

#: Kind of folder: the module and the function that read it.
READERS = {
    "ablate": ("sim.studies.ablation", "read_ablation"),
    "compare": ("sim.studies.compare", "stored"),
    "game": ("sim.studies.game", "read_game"),
    "points": ("sim.studies.balance", "read_break_even"),
    "replay": ("sim.study.kept", "read_replay"),
    "run": ("sim.study.kept", "read_battles"),
    "sensitivity": ("sim.studies.sensitivity", "read_sensitivity"),
    "sweep": ("sim.studies.sweep", "read_sweep"),
    "trigger": ("sim.studies.trigger", "read_trigger"),
    "tune": ("sim.studies.tuning", "read_tuning"),
    "value": ("sim.studies.value", "read_value"),
}


def kind_of(folder: str | Path) -> str:
    """Return what kind of result a folder holds; raises `InputError` for none, or one unknown."""
    kind = read_question(folder).get("kind")
    if not isinstance(kind, str) or kind not in READERS:
        near = nearest(kind, READERS) if isinstance(kind, str) else ""
        raise InputError(
            f"{Path(folder) / QUESTION}: kind: {shown(kind)} is not one of {', '.join(READERS)}{near}"
        )
    return kind


def open_result(folder: str | Path) -> Any:
    """Return the result that a folder keeps: by `.save()`, by `out`, or by a command's `--out`.

    It is of the class that was saved, with the same tables, conclusions and command; nothing is
    fought. What was interrupted says so. Raises `sim.refusal.InputError` for a folder that holds no
    result, and for one that is damaged.
    """
    module, name = READERS[kind_of(folder)]
    read: Callable[[str | Path], Any] = getattr(import_module(module), name)
    return undamaged(Path(folder), lambda: _told(read(folder)))


def _told(result: Any) -> Any:
    """Return a result that can say what it found: what was written over its question cannot."""
    result.conclusions()
    result.as_dict()
    return result
