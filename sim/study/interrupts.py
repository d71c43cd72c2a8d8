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
    Inside another such block, where it is put off as a whole by `held`, and where somebody else
    listens for it, nothing changes; under a profiler it is raised at once. The list that the block
    gives has something in it once there was one: a library that is torn all the same may fail in some
    other way than by KeyboardInterrupt.
    """

    def __init__(self) -> None:
        self.signals: list[int] = []
        self._waits = self._over = False

    def __enter__(self) -> list[int]:
        self._over = False
        self._listens = _main_thread() and _handler() is signal.default_int_handler
        if self._listens:
            self._block = sys._getframe(1)
            self._hook = sys.unraisablehook
            signal.signal(signal.SIGINT, self._interrupt)  # from here on `_ours` puts it off
            sys.unraisablehook = self._dropped
        return self.signals

    def __exit__(self, kind: object, *_: object) -> None:
        if not self._listens:
            return
        sys.unraisablehook = self._hook
        self._over = True  # whatever comes, nothing is raised after the block
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if self._waits:
            self._rest()
            if kind is None:
                raise KeyboardInterrupt

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.signals.append(number)
        if self._waits:
            return
        fragile = self._fragile(frame)
        if self._ours(frame) or (fragile is not None and sys.getprofile() is None):
            self._wait_for(fragile)
        else:
            raise KeyboardInterrupt

    def _dropped(self, found: sys.UnraisableHookArgs) -> None:
        """Keep a Ctrl-C that was raised where nothing can be."""
        if not (self.signals and issubclass(found.exc_type, KeyboardInterrupt)):
            self._hook(found)
        elif not self._waits:
            self._wait_for(None)

    def _wait_for(self, fragile: FrameType | None) -> None:
        """Raise KeyboardInterrupt as soon as a call, if there is one, has come back, or soon after.

        A profile function, which sees calls begin and end, is there for that; where there is one
        already the end of the block raises it.
        """
        back = fragile is None

        def happens(frame: FrameType, event: str, _: Any) -> None:
            nonlocal back
            back = back or (frame is fragile and event == "return")
            if self._over:
                sys.setprofile(None)
            elif back and self._may_raise(frame, fragile):
                self._rest()
                raise KeyboardInterrupt

        self._waits = True
        self._profiles = sys.getprofile() is None
        if self._profiles:
            sys.setprofile(happens)

    def _rest(self) -> None:
        self._waits = False
        if self._profiles:
            sys.setprofile(None)

    def _may_raise(self, frame: FrameType, fragile: FrameType | None) -> bool:
        """Return whether no call that is going on must come to its end first."""
        return not any(
            one.f_code.co_name in ENDINGS
            or _is_ours(one)
            or (_is_fragile(one) and one is not fragile)
            for one in self._calls(frame)
        )

    def _fragile(self, frame: FrameType | None) -> FrameType | None:
        """Return the outermost fragile call that is still going on."""
        return next((one for one in reversed([*self._calls(frame)]) if _is_fragile(one)), None)

    def _ours(self, frame: FrameType | None) -> bool:
        """Return whether this module is at work, which keeps account of Ctrl-C."""
        return any(map(_is_ours, self._calls(frame)))

    def _calls(self, frame: FrameType | None) -> Iterator[FrameType]:
        """Yield the calls inside the block, the innermost first."""
        while frame is not None and frame is not self._block:
            yield frame
            frame = frame.f_back


def _is_fragile(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__")).partition(".")[0] in FRAGILE


def _is_ours(frame: FrameType) -> bool:
    return frame.f_globals is globals()


def _handler() -> Any:
    return signal.getsignal(signal.SIGINT)


def _main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


class _PutOff(list[int]):
    """Keeps signals for later."""

    def __call__(self, number: int, _: object) -> None:
        self.append(number)


@contextmanager
def held(raising: bool = True) -> Iterator[None]:
    """Put off Ctrl-C to the end of the block; without `raising` the block was the end of the work.

    Who listened for it before hears of it then. Only the main thread hears of Ctrl-C; in another one,
    and where it is ignored, nothing changes.
    """
    before = _handler()
    if not _main_thread() or before in (None, signal.SIG_IGN):
        yield
        return
    signals = _PutOff()
    signal.signal(signal.SIGINT, signals)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if signals and raising:
        if isinstance(getattr(before, "__self__", None), Heard):
            raise KeyboardInterrupt
        signal.raise_signal(signal.SIGINT)
