"""The error of a question that has no exact odds, and the checks that raise it."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from typing import SupportsIndex


class OddsError(ValueError):
    """A bad argument: its `name`, its `value`, and the `reason` with what is allowed."""

    def __init__(self, name: str, value: object, reason: str) -> None:
        super().__init__(name, value, reason)
        self.name = name
        self.value = value
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.name} {self.value}: {self.reason}"


def listed(allowed: Iterable[object]) -> str:
    """Return the allowed values in one line; the empty string shows as a pair of quotes."""
    return ", ".join(str(value) if value != "" else '""' for value in allowed)


def check_listed(name: str, value: object, allowed: Iterable[object]) -> None:
    """Raise OddsError unless `value` is one of `allowed`."""
    choices = tuple(allowed)
    if value not in choices:
        raise OddsError(name, value, f"not one of {listed(choices)}")


def whole(name: str, value: SupportsIndex, least: int, most: int | None = None) -> int:
    """Return `value` as an int; raise OddsError if it is none, or not from `least` to `most`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise OddsError(name, value, "not a whole number") from None
    if number < least or (most is not None and number > most):
        allowed = f"{least} or more" if most is None else f"from {least} to {most}"
        raise OddsError(name, value, f"not {allowed}")
    return number


def inches(name: str, value: float) -> float:
    """Return a distance; raise OddsError unless it is a finite number of at least 0."""
    try:
        distance = float(value)
    except (TypeError, ValueError):
        raise OddsError(name, value, "not a number") from None
    if not math.isfinite(distance) or distance < 0:
        raise OddsError(name, value, "not a distance of 0 inches or more")
    return distance
