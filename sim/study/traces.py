"""Traces of some battles of a run, for maps."""

from __future__ import annotations

import numpy as np

from sim.battle.play import fight_share
from sim.layout.records import ROW, new_states
from sim.study.prepare import Prepared
from sim.study.trace import Event, TraceError, decode


def traces(prepared: Prepared, seed: int, battles: int) -> list[list[Event]]:
    """Return the events of battles 0 to `battles - 1` of a root seed, fought again one by one.

    A battle with more events than a trace holds is left out.
    """
    states = new_states(1)
    states[0]["tracing"] = 1
    told = []
    for battle in range(battles):
        with np.errstate(over="ignore"):
            fight_share(prepared.record, states, 0, 1, np.zeros(1, ROW), seed, battle)
        try:
            told.append(decode(prepared, states[0], battle, seed))
        except TraceError:
            continue
    return told
