"""The events of missiles, area defence and pop-up attacks in words (DS19.3, DS31.1, DS32.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.layout import codes as c
from sim.study.deployment import Event, real


def _missile(reader: Any, i: list[int], f: list[float]) -> Event:
    return {
        "element": reader.element(i[0]),
        "weapon": reader.fitted(i[0], i[1]),
        "missile": i[9] + 1,
        "target": reader.element(i[2]),
        "range": real(f[0]),
        "die": i[3],
        "ecm_die": i[4],
        "pds_die": i[5] or None,
        "roll": i[6],
        "ecm_roll": i[7],
        "pds_roll": i[8] or None,
        "hit": bool(f[1]),
        "armour": int(f[2]),
    }


def _intercept(reader: Any, i: list[int], _: list[float]) -> Event:
    return {
        "element": reader.element(i[0]),
        "launcher": reader.element(i[1]),
        "missile": i[5] + 1,
        "target": reader.element(i[2]),
        "engaged": i[9],
        "die": i[3],
        "guidance_die": i[4],
        "roll": i[6],
        "guidance_roll": i[7],
        "shot_down": bool(i[8]),
    }


def _sensors(reader: Any, i: list[int], _: list[float]) -> Event:
    return {"element": reader.element(i[0]), "active": bool(i[1])}


def _pop_up(reader: Any, i: list[int], _: list[float]) -> Event:
    return {"unit": reader.unit(i[0]), "up": bool(i[1])}


TELLERS: dict[int, Callable[[Any, list[int], list[float]], Event]] = {
    c.E_MISSILE: _missile,
    c.E_INTERCEPT: _intercept,
    c.E_SENSORS: _sensors,
    c.E_POP_UP: _pop_up,
}
