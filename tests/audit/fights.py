"""Real battles for the auditor: one compiled scenario, any pair of doctrines, battle by battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import numpy as np

from sim.battle.play import fight_share
from sim.layout.records import ROW, new_states
from sim.places import doctrine_folder
from sim.scenario import load_scenario
from sim.studies.bench import Bench
from sim.study.trace import Event, decode
from tests.audit.auditor import Auditor
from tests.audit.battle import Violation

ALL_ORDERS = Path(__file__).with_name("all_orders.toml")
BRAWL, BRAWLER = (Path(__file__).with_name(f"{name}.toml") for name in ("brawl", "brawler"))


def doctrines() -> list[str]:
    """Return the names of the shipped doctrines, sorted."""
    return sorted(file.stem for file in doctrine_folder().glob("*.toml"))


def pairs() -> list[tuple[str, str]]:
    """Return every pair of shipped doctrines, blue's first."""
    return list(product(doctrines(), doctrines()))


class Arena(Bench):
    """A bench that tells its battles, one at a time."""

    def __init__(self, name: str | Path, settings: Sequence[str] = ()):
        super().__init__(load_scenario(name, settings))
        self.states = new_states(1)
        self.states[0]["tracing"] = 1

    def events(self, battle: int, seed: int) -> list[Event]:
        """Return the trace of one battle."""
        with np.errstate(over="ignore"):
            rows = np.zeros(1, ROW)
            fight_share(self.prepared.record, self.states, 0, 1, rows, seed, battle)
        return decode(self.prepared, self.states[0], battle, seed)

    def traces(
        self, blue: str | Path, red: str | Path, battles: int, seed: int
    ) -> Iterator[list[Event]]:
        """Yield the traces of the first battles of a pair of doctrines."""
        self.command(blue, red)
        for battle in range(battles):
            yield self.events(battle, seed)


Found = list[tuple[int, Violation]]  # battle and violation

_KEPT: dict[str | Path, tuple[Arena, Auditor]] = {}


def referee(name: str | Path) -> tuple[Arena, Auditor]:
    """Return this process's arena and auditor of a scenario."""
    if name not in _KEPT:
        arena = Arena(name)
        _KEPT[name] = arena, Auditor(arena.scenario)
    return _KEPT[name]


def audit_pair(name: str, blue: str, red: str, battles: int, seed: int) -> tuple[Found, int]:
    """Return the violations in battles of a pair of doctrines, and how many events were read."""
    arena, auditor = referee(name)
    found: Found = []
    read = 0
    for battle, events in enumerate(arena.traces(blue, red, battles, seed)):
        read += len(events)
        found += [(battle, violation) for violation in auditor.audit(events)]
    return found, read
