"""Run one compiled task on every processor: entry points hold no lock of the interpreter."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def side_by_side(task: Callable[[int, int], None]) -> None:
    """Call `task(worker, workers)` for each of as many workers as there are processors."""
    workers = processors()
    with ThreadPoolExecutor(workers) as pool:
        for done in [pool.submit(task, worker, workers) for worker in range(workers)]:
            done.result()
