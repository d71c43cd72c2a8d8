"""Ctrl-C: put off while a piece of work must not be torn, and told where nothing can be said yet."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class NothingYet(KeyboardInterrupt):
    """Interrupted before there was anything to say; its text says how far it came, in one line."""


@contextmanager
def held(raising: bool = True) -> Iterator[None]:
    """Put off Ctrl-C to the end of the block; without `raising` the block was the end of the work.

    Only the main thread hears of Ctrl-C; in another one, and where it is ignored, nothing changes.
    """
    before = signal.getsignal(signal.SIGINT)
    here = threading.current_thread() is threading.main_thread()
    if not here or before is None or before == signal.SIG_IGN:
        yield
        return
    heard: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard and raising:
        raise KeyboardInterrupt
