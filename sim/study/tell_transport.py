"""Tellers of transport: teams that mount, step out, or are lost with their carrier."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.layout import codes as c
from sim.study.deployment import Event, position


def _mounted(reader: Any, i: list[int], f: list[float]) -> Event:
    event: Event = {
        "element": reader.element(i[0]),
        "carrier": reader.element(i[1]),
        "aboard": bool(i[2]),
    }
    return event if i[2] else event | {"to": position(f[0], f[1])}


def _aboard(reader: Any, i: list[int], _: list[float]) -> Event:
    return {
        "element": reader.element(i[0]),
        "carrier": reader.element(i[1]),
        "die": 6,
        "roll": i[2],
        "needed": i[3],
        "lost": bool(i[4]),
    }


TELLERS: dict[int, Callable[[Any, list[int], list[float]], Event]] = {
    c.E_MOUNTED: _mounted,
    c.E_ABOARD: _aboard,
}
