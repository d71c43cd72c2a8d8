"""Rules that a scenario cannot make hold: they ask for arms that nobody in it has.

Such a rule is passed over without being evaluated, so that it costs its scenario nothing.
"""

from __future__ import annotations

from typing import Any

from sim.doctrine import table as t
from sim.doctrine.expression import Asked, Binary, Node, Number

#: Features that are 0 throughout where a flag of the record is off.
FLAGS = {
    t.ON_FOOT: "infantry", t.TARGET_ON_FOOT: "infantry", t.ASSAULT_ODDS: "infantry",
    t.MOUNTED: "transport", t.SENSORS_OFF: "area_defence", t.SENSORS_ON: "area_defence",
    t.SMOKE_LEFT: "smoke", t.POPS_UP: "vtols",
}  # fmt: skip


def needed(condition: Node) -> frozenset[int]:
    """Return the codes of features without which, at 0, a condition never holds."""
    if isinstance(condition, Asked):
        return frozenset((condition.code,))
    if isinstance(condition, Binary):
        left, right = needed(condition.left), needed(condition.right)
        if condition.sign == "and":
            return left | right
        if condition.sign == "or":
            return left & right
        bound = condition.right
        if isinstance(bound, Number) and (
            (condition.sign == ">" and bound.value >= 0)
            or (condition.sign == ">=" and bound.value > 0)
        ):
            return left if isinstance(condition.left, Asked) else frozenset()
    return frozenset()


def is_missing(record: Any, side: int, code: int) -> bool:
    """Return whether a feature is 0 for a side throughout a scenario (SCENARIO)."""
    if code == t.CAN_CALL:
        return bool(record["battery_count"][side] == 0)
    return code in FLAGS and bool(record[FLAGS[code]] == 0)
