"""How to plant a violation in a clean trace: find an event, change it, put one in, leave one out.

A plant takes a trace of its own to change and returns it, or None if the trace offers no occasion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.audit.battle import Event

Trace = list[Event]
Plant = Callable[[Trace], Trace | None]


class Plants(list[tuple[str, Plant]]):
    """Plants, each with the mark of the rule that it breaks and that must catch it."""

    def breaking(self, mark: str) -> Callable[[Plant], Plant]:
        """Enter a function as a plant that breaks the rule of a mark."""

        def enter(function: Plant) -> Plant:
            self.append((mark, function))
            return function

        return enter


def every(trace: Trace, what: str, /, **wanted: object) -> Iterator[int]:
    """Yield the places of the events of a kind with these values."""
    for i, event in enumerate(trace):
        if event["event"] == what and all(event.get(key) == value for key, value in wanted.items()):
            yield i


def first(trace: Trace, what: str, /, **wanted: object) -> int | None:
    """Return the place of the first such event, or None."""
    return next(every(trace, what, **wanted), None)


def insert(trace: Trace, at: int, what: str, /, **values: object) -> Trace:
    """Put a new event before place `at`."""
    head = {"n": trace[at]["n"], "turn": trace[at]["turn"], "event": what}
    trace.insert(at, head | values)
    return trace


def changed(trace: Trace, at: int | None, **values: object) -> Trace | None:
    """Change values of the event at a place, if there is one."""
    if at is None:
        return None
    trace[at].update(values)
    return trace


def without(trace: Trace, at: int | None) -> Trace | None:
    """Take the event at a place out, if there is one."""
    if at is None:
        return None
    del trace[at]
    return trace


def mode_of(trace: Trace, at: int) -> str:
    """Return the mode of the fire that a shot belongs to."""
    while trace[at]["event"] != "fire":
        at -= 1
    mode: str = trace[at]["mode"]
    return mode


def place_of(trace: Trace, before: int, element: str) -> list[float]:
    """Return where an element stands before an event."""
    for i in reversed(list(every(trace[:before], "move", element=element))):
        at: list[float] = trace[i]["to"]
        return at
    for unit in trace[0]["units"]:
        for told in unit["elements"]:
            if told["name"] == element:
                at = told["at"]
                return at
    raise LookupError(element)


def put_step(trace: Trace, at: int, element: str, length: float, used: float = 0.0) -> Trace:
    """Put a step of an element towards the middle of the table before an event."""
    x, y = place_of(trace, at, element)
    to = [x + (length if x < trace[0]["table"]["width"] / 2 else -length), y]
    values = {"from": [x, y], "to": to, "factors": length, "used": used + length, "travel": False}
    return insert(trace, at, "move", element=element, **values)


def kind_of(trace: Trace, element: str) -> str:
    """Return the vehicle type of an element."""
    unit = element.rpartition("/")[0]
    kind: str = next(told["type"] for told in trace[0]["units"] if told["name"] == unit)
    return kind
