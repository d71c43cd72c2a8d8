"""Ctrl-C: put off while a piece of work must not be torn, and told where nothing can be said yet."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

#: Who must not be torn: a compiled module that Ctrl-C meets while it is imported may swallow it, fail
#: in another way or crash, and so may the compiler where it calls back.
FRAGILE = ("importlib", "llvmlite")


class NothingYet(KeyboardInterrupt):
    """Interrupted before there was anything to say; its text says how far it came, in one line."""


class Heard:
    """A block in which Ctrl-C waits for the end of an import or of the compiler's call.

    `signals` has something in it once there was one: a library that is torn all the same may fail in
    some other way than by KeyboardInterrupt.
    """

    def __init__(self) -> None:
        self.signals: list[int] = []
        self._waits = False

    def __enter__(self) -> list[int]:
        self._listens = _here()
        if self._listens:
            self._block = sys._getframe(1)
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self.signals

    def __exit__(self, *_: object) -> None:
        if self._listens:
            signal.signal(signal.SIGINT, self._before)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.signals.append(number)
        fragile = self._outermost(frame)
        if fragile is None:
            raise KeyboardInterrupt
        if not self._waits:
            self._waits = True
            self._raise_after(fragile)

    def _outermost(self, frame: FrameType | None) -> FrameType | None:
        """Return the first fragile call inside the block that is still going on."""
        found = None
        while frame is not None and frame is not self._block:
            if str(frame.f_globals.get("__name__")).partition(".")[0] in FRAGILE:
                found = frame
            frame = frame.f_back
        return found

    def _raise_after(self, fragile: FrameType) -> None:
        """Raise KeyboardInterrupt as soon as a call has come back."""
        profile = sys.getprofile()

        def called(frame: FrameType, event: str, _: Any) -> None:
            if frame is fragile and event == "return":
                sys.setprofile(profile)
                self._waits = False
                raise KeyboardInterrupt

        sys.setprofile(called)


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
