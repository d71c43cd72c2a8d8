"""Spread battles over threads and collect their rows."""

from __future__ import annotations

import gc
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim._jit import JIT_OFF
from sim._threads import processors
from sim.battle.play import fight_share
from sim.layout.records import ROW, new_states
from sim.study.interrupts import Heard
from sim.study.prepare import Prepared
from sim.study.progress import Progress

CHUNK = 1000  # battles between two reports of progress


@dataclass(frozen=True)
class Fought:
    """Rows of the battles fought, and how long that took."""

    rows: np.ndarray[Any, Any]  # ROW, shape (battles,)
    seconds: float  # fighting alone, without loading and compiling
    interrupted: bool  # Ctrl-C ended it early; the rows so far are kept


def fight(
    prepared: Prepared,
    battles: int,
    seed: int,
    workers: int | None = None,
    progress: Progress | None = None,
    chunk: int = CHUNK,
    first: int = 0,
) -> Fought:
    """Fight battles `first` to `first + battles - 1` of a root seed.

    Battle k is the same whatever `battles`, `workers` and `chunk` are. The kernel holds no lock of
    the interpreter, so that plain threads run side by side, and nothing is forked.
    """
    count = max(1, min(workers or processors(), battles))
    states = new_states(count)
    rows = np.zeros(battles, ROW)
    done = 0
    begun = time.perf_counter()
    interrupted = False
    try:
        warm_up(prepared, states, seed)
        begun = time.perf_counter()
        with np.errstate(over="ignore"), ThreadPoolExecutor(count) as pool:
            while done < battles:
                part = rows[done : done + chunk]
                tasks = [
                    pool.submit(_share, prepared, states, worker, count, part, seed, first + done)
                    for worker in range(count)
                ]
                for task in tasks:
                    task.result()
                done += len(part)
                if progress is not None:
                    progress(done, battles)
    except KeyboardInterrupt:
        interrupted = True
    return Fought(rows[:done], time.perf_counter() - begun, interrupted)


def _share(
    prepared: Prepared,
    states: np.ndarray[Any, Any],
    worker: int,
    workers: int,
    rows: np.ndarray[Any, Any],
    seed: int,
    first: int,
) -> None:
    with np.errstate(over="ignore"):  # a thread of its own has an error state of its own
        fight_share(prepared.record, states, worker, workers, rows, seed, first)


def warm_up(prepared: Prepared, states: np.ndarray[Any, Any], seed: int) -> None:
    """Compile the kernel, or load it from the cache, before the clock runs."""
    if JIT_OFF:
        return
    collecting = gc.isenabled()
    gc.disable()  # the compiler makes much and frees little: collecting costs a tenth of its time
    try:
        with Heard():
            fight_share(prepared.record, states, 0, 1, np.zeros(0, ROW), seed, 0)
    finally:
        if collecting:
            gc.enable()
