"""Teller of regrouping: one event for each element that joins another unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.layout import codes as c
from sim.study.deployment import Event


def _regroup(reader: Any, i: list[int], _: list[float]) -> Event:
    """Tell a regrouping; from here on the element's new place bears its name.

    The leader may be an element whose own event comes later, so all that is told are the unit's
    values after the joining.
    """
    reader.slots[i[3]] = reader.slots.get(i[2], i[2])
    return {
        "unit": reader.unit(i[0]),
        "joins_from": reader.unit(i[1]),
        "element": reader.element(i[3]),
        "old_place": i[2] % c.ELEMENTS_A_UNIT + 1,
        "new_place": i[3] % c.ELEMENTS_A_UNIT + 1,
        "leadership": i[6],
        "quality_die": i[7],
        "confidence": c.CONFIDENCE[i[8]],
        "strength": i[9],
    }


TELLERS: dict[int, Callable[[Any, list[int], list[float]], Event]] = {c.E_REGROUP: _regroup}
