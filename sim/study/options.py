"""What a side may choose in a prepared scenario: its doctrine, and overwatch or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sim.doctrine import Doctrine, as_record, shipped_doctrines
from sim.study.doctrine import Named, load_doctrine
from sim.study.prepare import Prepared


@dataclass(frozen=True)
class Option:
    """A choice that is to be fought."""

    doctrine: str
    overwatch: bool
    own: bool
    record: np.ndarray[Any, Any]  # DOCTRINE, shape (1,)
    text: str


def options_of(prepared: Prepared, side: int, doctrines: Sequence[Named]) -> Iterator[Option]:
    """Yield each doctrine once, the own one last, then the own one with overwatch off."""
    own = prepared.record["doctrines"][0, side : side + 1].copy()
    name = prepared.doctrines[side]
    seen = {own.tobytes()}
    for wanted in doctrines:
        doctrine = load_doctrine(wanted)
        record = installed(prepared, side, doctrine)
        if record.tobytes() not in seen:
            seen.add(record.tobytes())
            other = f"{doctrine.name} (shipped)" if doctrine.name == name else doctrine.name
            yield Option(other, True, False, record, doctrine.text)
    text = describe(prepared, side)
    yield Option(name, True, True, own, text)
    yield Option(name, False, True, own, text)


def installed(prepared: Prepared, side: int, doctrine: Doctrine) -> np.ndarray[Any, Any]:
    """Return a doctrine as the kernel reads it in a scenario: DOCTRINE, shape (1,)."""
    names = prepared.names
    return as_record(prepared.record, side, doctrine, names.waypoints, names.zones).reshape(1)


def describe(prepared: Prepared, side: int) -> str:
    """Return what a side's doctrine says of itself if it is a shipped one, else nothing."""
    name = prepared.doctrines[side]
    if name not in shipped_doctrines():
        return ""
    doctrine = load_doctrine(name)
    own = prepared.record["doctrines"][0, side : side + 1]
    same = installed(prepared, side, doctrine).tobytes() == own.tobytes()
    return doctrine.text if same else ""


def variant(prepared: Prepared, side: int, option: Option) -> Prepared:
    """Return the scenario with that choice; the one given is left as it was."""
    record = prepared.record.copy()
    record["doctrines"][0, side] = option.record[0]
    record["rules"]["overwatch"] = option.overwatch
    return replace(prepared, record=record)
