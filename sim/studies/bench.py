"""A scenario compiled once, fought under many pairs of doctrines."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sim.doctrine import install
from sim.scenario import Scenario
from sim.study.doctrine import Named, load_doctrine
from sim.study.fight import fight
from sim.study.prepare import Prepared, prepare
from sim.study.progress import Progress


class Bench:
    """A scenario whose doctrines are exchanged between runs; table and forces stay compiled.

    Raises `sim.refusal.InputError` for bad input, as `sim.study.run.run` does.
    """

    def __init__(self, scenario: Scenario | str | Path, settings: Sequence[str] = ()):
        self.prepared = prepare(scenario, settings=settings)

    @property
    def scenario(self) -> Scenario:
        """The scenario that is fought."""
        return self.prepared.scenario

    def command(self, blue: Named, red: Named) -> Prepared:
        """Give both sides their doctrines, and return what will be fought."""
        names = self.prepared.names
        used = []
        for side, wanted in enumerate((blue, red)):
            doctrine = load_doctrine(wanted)
            install(self.prepared.record, side, doctrine, names.waypoints, names.zones)
            used.append(doctrine.name)
        self.prepared = dataclasses.replace(self.prepared, doctrines=(used[0], used[1]))
        return self.prepared

    def rows(
        self,
        blue: Named,
        red: Named,
        battles: int,
        seed: int,
        first: int = 0,
        workers: int | None = None,
        told: Progress | None = None,
    ) -> np.ndarray[Any, Any]:
        """Return the rows (ROW, shape (battles,)) of battles `first` to `first + battles - 1`.

        Battle k of a seed meets the same luck, event by event, whatever the doctrines are: rows of
        two runs with one seed are pairs. Raises KeyboardInterrupt where Ctrl-C ended them early.
        """
        self.command(blue, red)
        fought = fight(self.prepared, battles, seed, workers, told, first=first)
        if fought.interrupted:
            raise KeyboardInterrupt
        return fought.rows
