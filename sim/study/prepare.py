"""From a scenario and its settings to the record that the kernel reads."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sim.doctrine import install
from sim.layout import codes as c
from sim.scenario import Names, Scenario, compile_scenario, load_scenario
from sim.study.doctrine import Doctrine, Named, load_doctrine, own_doctrine
from sim.study.interrupts import Heard


@dataclass(frozen=True)
class Prepared:
    """A scenario with its doctrines, ready to be fought."""

    scenario: Scenario
    doctrines: tuple[str, str]  # names, blue and red
    record: np.ndarray[Any, Any]  # SCENARIO, shape (1,)
    names: Names
    texts: tuple[str, str] = ("", "")  # the doctrines in TOML

    @property
    def hash(self) -> str:
        """Return a SHA-256 of everything that decides a battle beside seed and version."""
        return hashlib.sha256(self.record.tobytes()).hexdigest()


def prepare(
    scenario: Scenario | str | Path,
    blue: Named | None = None,
    red: Named | None = None,
    settings: Sequence[str] = (),
) -> Prepared:
    """Load, check and compile a scenario (a name, a path or a Scenario) with both sides' doctrines.

    `blue` and `red` replace the scenario's own doctrines; `settings` are texts such as
    ``rules.overwatch=off``. Raises `sim.refusal.InputError`.
    """
    loaded = load_scenario(scenario, settings)
    return prepared_of(
        loaded,
        [
            own_doctrine(loaded, side) if wanted is None else load_doctrine(wanted)
            for side, wanted in zip(c.SIDES, (blue, red), strict=True)
        ],
    )


def prepared_of(scenario: Scenario, doctrines: Sequence[Doctrine]) -> Prepared:
    """Compile a scenario with blue's doctrine and red's."""
    with Heard():  # it fills the ground by kernels, which may have to be compiled
        compiled = compile_scenario(scenario)
    names = compiled.names
    for side, doctrine in enumerate(doctrines):
        install(compiled.record, side, doctrine, names.waypoints, names.zones)
    blue, red = doctrines
    texts = blue.source, red.source
    return Prepared(scenario, (blue.name, red.name), compiled.record, names, texts)


def starting_points(prepared: Prepared) -> tuple[float, float]:
    """Return each side's points at the start (p. 52)."""
    k = prepared.record[0]
    totals = [0.0, 0.0]
    for side in range(2):
        for u in range(side * c.UNITS_A_SIDE, side * c.UNITS_A_SIDE + int(k["unit_count"][side])):
            first = u * c.ELEMENTS_A_UNIT
            for e in range(first, first + int(k["units"][u]["count"])):
                totals[side] += float(k["types"][k["elements"][e]["type"]]["points"])
    return totals[0], totals[1]
