"""Progress on standard error: a bar on a terminal, nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Report = Callable[[int, int], None]


def say(message: str) -> None:
    """Say something on a terminal's standard error."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{message}\n")


@contextmanager
def bar() -> Iterator[Report | None]:
    """Give a function (done, all) that moves a bar, or None where nobody looks on."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    with Progress(
        BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console, transient=True
    ) as progress:
        task = progress.add_task("battles", total=None)
        yield lambda done, wanted: progress.update(task, completed=done, total=wanted)
