"""Progress on standard error: a bar on a terminal, nothing in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

Report = Callable[[int, int], None]


def say(message: str) -> None:
    """Say something on a terminal's standard error."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{message}\n")


@contextmanager
def bar() -> Iterator[Report | Literal[False]]:
    """Give a function (done, all) that moves a bar, or False where nobody looks on."""
    if not sys.stderr.isatty():
        yield False
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    with Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console, transient=True
    ) as progress:
        task = progress.add_task("battles", total=None)
        yield lambda done, wanted: progress.update(task, completed=done, total=wanted)


@contextmanager
def compiling() -> Iterator[None]:
    """Show on a terminal how a first compile gets on; silent where the kernel is in the cache."""
    if not sys.stderr.isatty():
        yield
        return
    from numba.core import event

    class Counter(event.Listener):  # type: ignore[misc]
        """Counts compiled functions and rewrites one line."""

        def __init__(self) -> None:
            self.count = 0
            self.begun = time.monotonic()

        def on_start(self, one: Any) -> None:
            """Nothing to do when a function begins."""

        def on_end(self, one: Any) -> None:
            """Count a function that is done."""
            self.count += 1
            seconds = time.monotonic() - self.begun
            sys.stderr.write(
                f"\rcompiling the kernel, once for this version: "
                f"{self.count} functions, {seconds:.0f} s "
            )
            sys.stderr.flush()

    counter = Counter()
    with event.install_listener("numba:compile", counter):
        yield
    if counter.count:
        sys.stderr.write("\n")
