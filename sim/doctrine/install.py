"""A compiled doctrine into the scenario record of the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.doctrine.loader import Doctrine, DoctrineError
from sim.doctrine.needs import is_missing
from sim.layout import codes as c


def install(
    k_array: np.ndarray[Any, np.dtype[Any]],
    side: int,
    doctrine: Doctrine,
    waypoint_names: Sequence[str],
    zone_names: Sequence[str],
) -> None:
    """Write `doctrine` as that of `side` into `k_array[0]` (SCENARIO, shape (1,)).

    Waypoints and zones are numbered as in the two lists. Raises DoctrineError for one that the
    scenario does not have; the record is then as it was.
    """
    k_array["doctrines"][0, side] = as_record(k_array, side, doctrine, waypoint_names, zone_names)


def as_record(
    k_array: np.ndarray[Any, np.dtype[Any]],
    side: int,
    doctrine: Doctrine,
    waypoint_names: Sequence[str],
    zone_names: Sequence[str],
) -> np.ndarray[Any, np.dtype[Any]]:
    """Return `doctrine` as the kernel reads it for `side` of a scenario: DOCTRINE, shape ()."""
    record = np.zeros((), k_array["doctrines"].dtype)
    record["starts"] = doctrine.starts
    for place, value in enumerate(doctrine.parameters.values()):
        record["parameters"][place] = value
    for place, (code, argument) in enumerate(doctrine.ops):
        record["ops"][place] = (code, argument)
    for chapter, rules in enumerate(doctrine.chapters):
        record["rule_count"][chapter] = len(rules)
        for number, rule in enumerate(rules):
            where = f"{doctrine.file}: {c.CHAPTER_NAMES[chapter]}[{number}]"
            row = record["rules"][chapter, number]
            row["place"] = _number_of(rule.place, waypoint_names, f"{where}.move: waypoint")
            row["zone"] = _number_of(rule.zone, zone_names, f"{where}.watch: zone")
            for key in ("when", "score", "do", "move", "range", "watch", "pace", "route"):
                row[key] = getattr(rule, key)
            if any(is_missing(k_array[0], side, code) for code in rule.needs):
                row["when"] = c.NEVER
    return record


def _number_of(name: str, known: Sequence[str], place: str) -> int:
    if not name:
        return c.NOTHING
    if name not in known:
        has = f"it has {', '.join(known)}" if known else "it has none"
        raise DoctrineError(f"{place} '{name}' is not in the scenario; {has}")
    return known.index(name)
