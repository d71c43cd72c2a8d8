"""Ctrl-C: put off while a piece of work must not be torn, and told where nothing can be said yet."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class NothingYet(KeyboardInterrupt):
    """Interrupted before there was anything to say; its text says how far it came, in one line."""


@contextmanager
def heard() -> Iterator[list[int]]:
    """Give a list that has something in it once there was a Ctrl-C in the block.

    A library that is torn by one may fail in some other way than by KeyboardInterrupt.
    """
    signals: list[int] = []
    if not _here():
        yield signals
        return

    def interrupt(number: int, _: object) -> None:
        signals.append(number)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield signals
    finally:
        signal.signal(signal.SIGINT, before)


def _here() -> bool:
    """Return whether Ctrl-C would be heard: in the main thread, where it is not ignored."""
    main = threading.current_thread() is threading.main_thread()
    return main and signal.getsignal(signal.SIGINT) not in (None, signal.SIG_IGN)


@contextmanager
def held(raising: bool = True) -> Iterator[None]:
    """Put off Ctrl-C to the end of the block; without `raising` the block was the end of the work.

    Only the main thread hears of Ctrl-C; in another one, and where it is ignored, nothing changes.
    """
    if not _here():
        yield
        return
    signals: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: signals.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if signals and raising:
        raise KeyboardInterrupt
