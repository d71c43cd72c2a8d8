"""Ctrl-C: put off while a piece of work must not be torn, and told where nothing can be said yet."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

#: Who must not be torn. A compiled module that Ctrl-C meets while it is imported may swallow it or
#: fail in another way; llvmlite crashes, in a callback or where memory changes hands.
FRAGILE = ("importlib", "llvmlite")
#: Where nothing may be raised: Python drops it there, or the end of a block would not be run.
ENDINGS = ("__del__", "__exit__")


class NothingYet(KeyboardInterrupt):
    """Interrupted before there was anything to say; its text says how far it came, in one line."""


class Heard:
    """A block in which Ctrl-C waits for the end of an import or of the compiler's call.

    Where Python drops it, in the callback of a weak reference for one, it is raised again after that.
    Inside another such block, and where it is put off as a whole by `held`, nothing changes. The list
    that the block gives has something in it once there was one: a library that is torn all the same
    may fail in some other way than by KeyboardInterrupt.
    """

    def __init__(self) -> None:
        self.signals: list[int] = []
        self._waits = False

    def __enter__(self) -> list[int]:
        above = signal.getsignal(signal.SIGINT)
        ours = isinstance(getattr(above, "__self__", above), Heard | _PutOff)
        self._listens = _here() and not ours
        if self._listens:
            self._block = sys._getframe(1)
            self._hook, sys.unraisablehook = sys.unraisablehook, self._dropped
            self._before = signal.signal(signal.SIGINT, self._interrupt)
        return self.signals

    def __exit__(self, kind: object, *_: object) -> None:
        waited = self._waits
        if waited:
            sys.setprofile(self._profile)  # before any call that it could stop
        if self._listens:
            signal.signal(signal.SIGINT, self._before)
            sys.unraisablehook = self._hook
        if waited and kind is None:
            raise KeyboardInterrupt

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.signals.append(number)
        fragile = self._outermost(frame)
        if fragile is None and not _ours(frame):
            self._raise()
        elif not self._waits:
            self._wait_for(fragile)

    def _dropped(self, found: sys.UnraisableHookArgs) -> None:
        """Keep a Ctrl-C that was raised where nothing can be."""
        if not (self.signals and issubclass(found.exc_type, KeyboardInterrupt)):
            self._hook(found)
        elif not self._waits:
            self._wait_for(None)

    def _raise(self) -> None:
        if self._waits:
            self._waits = False
            sys.setprofile(self._profile)
        raise KeyboardInterrupt

    def _outermost(self, frame: FrameType | None) -> FrameType | None:
        """Return the first fragile call inside the block that is still going on."""
        found = None
        while frame is not None and frame is not self._block:
            if str(frame.f_globals.get("__name__")).partition(".")[0] in FRAGILE:
                found = frame
            frame = frame.f_back
        return found

    def _wait_for(self, fragile: FrameType | None) -> None:
        """Raise KeyboardInterrupt as soon as a call, if there is one, has come back, or soon after."""
        back = fragile is None

        def happens(frame: FrameType, event: str, _: Any) -> None:
            nonlocal back
            back = back or (frame is fragile and event == "return")
            if not back or frame.f_code.co_name in ENDINGS or _ours(frame):
                return
            if frame is fragile or self._outermost(frame) is None:
                self._raise()

        self._waits = True
        self._profile = sys.getprofile()
        sys.setprofile(happens)


def _ours(frame: FrameType | None) -> bool:
    """Return whether a frame is this module's, which keeps account of Ctrl-C."""
    return frame is not None and frame.f_globals is globals()


def _here() -> bool:
    """Return whether Ctrl-C would be heard: in the main thread, where it is not ignored."""
    main = threading.current_thread() is threading.main_thread()
    return main and signal.getsignal(signal.SIGINT) not in (None, signal.SIG_IGN)


class _PutOff(list[int]):
    """Keeps signals for later."""

    def __call__(self, number: int, _: object) -> None:
        self.append(number)


@contextmanager
def held(raising: bool = True) -> Iterator[None]:
    """Put off Ctrl-C to the end of the block; without `raising` the block was the end of the work.

    Only the main thread hears of Ctrl-C; in another one, and where it is ignored, nothing changes.
    """
    if not _here():
        yield
        return
    signals = _PutOff()
    before = signal.signal(signal.SIGINT, signals)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if signals and raising:
        raise KeyboardInterrupt
