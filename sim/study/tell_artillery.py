"""Tellers of artillery and smoke: calls for fire, missions, clouds (DS38.1, DS39.1, DS40.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.layout import codes as c
from sim.study.deployment import Event, position, real

HOW = ("harassing", "effective", "lost")
AXES = ("x", "y")


def _call(reader: Any, i: list[int], f: list[float]) -> Event:
    radar = i[0] < 0
    return {
        "element": None if radar else reader.element(i[0]),
        "battery": reader.battery(i[1]),
        "target": reader.element(i[2]),
        "at": position(f[0], f[1]),
        "range": None if radar else real(f[2]),
        "die": None if radar else i[3],
        "roll": None if radar else i[4],
        "needed": None if radar else i[5],
        "answered": bool(i[9]),
        "load": c.AMMUNITIONS[i[6]],
        "sheaf": c.SHEAFS[i[7]],
        "effective": bool(i[8]),
        "counter_battery": radar,
    }


def _barrage(reader: Any, i: list[int], f: list[float]) -> Event:
    return {
        "battery": reader.battery(i[0]),
        "unit": reader.unit(i[5]) if i[5] >= 0 else None,
        "fire": HOW[i[1]],
        "load": c.AMMUNITIONS[i[2]],
        "sheaf": c.SHEAFS[i[3]],
        "guns": i[4],
        "at": position(f[0], f[1]),
        "along": AXES[i[7]],
        "left": i[6],
    }


def _smoke(reader: Any, i: list[int], f: list[float]) -> Event:
    return {
        "laid": bool(i[0]),
        "unit": reader.unit(i[1]) if i[1] >= 0 else None,
        "element": reader.element(i[2]) if i[2] >= 0 else None,
        "at": position(f[0], f[1]),
        "radius": real(f[2]),
        "until": i[3],
    }


TELLERS: dict[int, Callable[[Any, list[int], list[float]], Event]] = {
    c.E_CALL: _call,
    c.E_BARRAGE: _barrage,
    c.E_SMOKE: _smoke,
}
