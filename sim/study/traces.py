"""Traces of some battles of a run, for maps."""

from __future__ import annotations

import numpy as np

from sim.battle.play import fight_share
from sim.layout.records import ROW, new_states
from sim.study.prepare import Prepared
from sim.study.trace import Event, TraceError, decode


def trace_of(prepared: Prepared, seed: int, battle: int) -> list[Event]:
    """Return the events of a battle of a root seed, fought again.

    Raises `TraceError` for a battle with more events than a trace holds.
    """
    states = new_states(1)
    states[0]["tracing"] = 1
    with np.errstate(over="ignore"):
        fight_share(prepared.record, states, 0, 1, np.zeros(1, ROW), seed, battle)
    return decode(prepared, states[0], battle, seed)


def traces(prepared: Prepared, seed: int, battles: int) -> list[list[Event]]:
    """Return the events of battles 0 to `battles - 1` of a root seed, fought again one by one.

    A battle with more events than a trace holds is left out.
    """
    told = []
    for battle in range(battles):
        try:
            told.append(trace_of(prepared, seed, battle))
        except TraceError:
            continue
    return told
