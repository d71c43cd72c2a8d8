"""Progress of long work: a bar in a notebook, nothing in a script, or whoever asks to be told."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Literal, TypeAlias

from sim.refusal import InputError, shown

Progress: TypeAlias = Callable[[int, int], None]  # done, asked for
#: What a verb takes: a function; None, a bar where there is a notebook; False, nothing ever.
Wanted: TypeAlias = Progress | Literal[False] | None


@contextmanager
def reported(progress: Wanted, unit: str = "battles") -> Iterator[Progress | None]:
    """Give the function that is to be told of progress, or None where nobody is."""
    if progress is False or (progress is None and not in_notebook()):
        yield None
    elif progress is not None:
        if not callable(progress):
            raise InputError(
                f"progress: {shown(progress)} is not a function; None and False are allowed too"
            )
        yield progress
    else:
        bar = Bar(unit)
        try:
            yield bar
        finally:
            bar.close()


def in_notebook() -> bool:
    """Return whether this is the kernel of a notebook."""
    ipython = sys.modules.get("IPython")
    if ipython is None:
        return False
    shell = ipython.get_ipython()
    return shell is not None and hasattr(shell, "kernel")


class Bar:
    """A bar of tqdm's, begun with the first report; silent where tqdm is not installed."""

    def __init__(self, unit: str):
        self.unit = unit
        self.bar: Any = None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # tqdm says so where ipywidgets is missing
                self.tqdm: Any = import_module("tqdm.auto").tqdm
        except ImportError:
            self.tqdm = None

    def __call__(self, done: int, wanted: int) -> None:
        """Move the bar; what is asked for may change on the way."""
        if self.tqdm is None:
            return
        if self.bar is None:
            self.bar = self.tqdm(total=wanted, unit=f" {self.unit}", leave=False)
        elif wanted != self.bar.total:
            self.bar.reset(total=wanted)
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.close()


def part_of(progress: Progress | None, before: int, wanted: int) -> Progress | None:
    """Return what a part of the work reports to, of which `before` were done by other parts."""
    if progress is None:
        return None
    return lambda done, _: progress(before + done, wanted)
