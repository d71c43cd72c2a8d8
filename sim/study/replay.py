"""One battle again, told: the kernel that fights the studies, with its trace switched on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim.battle.play import fight_share
from sim.layout.records import ROW, new_states
from sim.scenario import Scenario
from sim.study.prepare import Prepared, prepare
from sim.study.trace import Event, decode
from sim.study.words import tell


@dataclass(frozen=True)
class Replay:
    """A battle with all its events."""

    prepared: Prepared
    battle: int
    seed: int
    events: list[Event]  # `sim.study.trace` says what is in them
    row: dict[str, Any]  # its result, with the names of the columns of `run`

    def json_lines(self) -> str:
        """Return the trace, one JSON object a line."""
        return "".join(json.dumps(event) + "\n" for event in self.events)

    def words(self) -> str:
        """Return the battle told in words, every die and chit in it."""
        return tell(self.events)

    def plot(self, path: str | Path) -> None:
        """Draw the battle turn by turn into a file (.png, .pdf or .svg)."""
        from sim.report.battle_map import turn_by_turn

        turn_by_turn(self.prepared.scenario, self.events, path)
