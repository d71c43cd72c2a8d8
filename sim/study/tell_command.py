"""Tellers of transport and regrouping."""

from __future__ import annotations

from sim.layout import codes as c
from sim.study.deployment import Event, position
from sim.study.reader import Ints, Reader, Reals, Teller


def _mounted(reader: Reader, i: Ints, f: Reals) -> Event:
    return {
        "element": reader.element(i[0]),
        "carrier": reader.element(i[1]),
        "aboard": bool(i[2]),
        "at": position(f[0], f[1]),
    }


def _aboard(reader: Reader, i: Ints, _: Reals) -> Event:
    return {
        "element": reader.element(i[0]),
        "carrier": reader.element(i[1]),
        "roll": i[2],
        "needed": i[3],
        "lost": bool(i[4]),
    }


def _regroup(reader: Reader, i: Ints, _: Reals) -> Event:
    if i[2]:  # an element takes a new place and keeps its name
        name = reader.element(i[1])
        reader.moved[i[0]] = name
        return {"element": name, "unit": reader.unit(i[0] // c.ELEMENTS_A_UNIT)}
    return {
        "unit": reader.unit(i[0]),
        "joined": reader.unit(i[1]),
        "confidence": c.CONFIDENCE[i[3]],
        "leadership": i[4],
        "leader": reader.element(i[5]),
        "quality": i[6],
        "elements": i[7],
    }


TELLERS: dict[int, Teller] = {
    c.E_MOUNTED: _mounted,
    c.E_ABOARD: _aboard,
    c.E_REGROUP: _regroup,
}
