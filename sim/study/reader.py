"""The names behind the numbers of one battle's events, for those who tell them (`sim.study.trace`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from sim.figures import MISSILE_CHITS
from sim.layout import codes as c
from sim.study.deployment import Event
from sim.study.prepare import Prepared

Ints: TypeAlias = list[int]
Reals: TypeAlias = list[float]


@dataclass
class Reader:
    """The names behind the numbers of one battle's events."""

    prepared: Prepared
    weapon: str = ""  # of the last shot: the hits around it are by the same salvo
    #: where an element started that has joined another unit (DS24.2), by its place now
    slots: dict[int, int] = field(default_factory=dict)

    def unit(self, u: int) -> str:
        """Return a unit's name."""
        return self.prepared.names.units[u]

    def element(self, e: int) -> str:
        """Return an element's name."""
        return self.prepared.names.elements[self.slots.get(e, e)]

    def battery(self, b: int) -> str:
        """Return a battery's name."""
        return self.prepared.names.batteries[b]

    def fitted(self, e: int, w: int) -> str:
        """Return the weapon at place w of element e's type, as in `HKP/3`, `GMS/L` or `IAVR`."""
        record = self.prepared.record[0]
        kind = record["types"][int(record["elements"][self.slots.get(e, e)]["type"])]
        weapon = kind["weapons"][w]
        code, size = int(weapon["kind"]), int(weapon["size"])
        if code == c.GMS:
            return next(name for name, chits in MISSILE_CHITS.items() if chits == size)
        return f"{c.WEAPON_KINDS[code]}/{size}" if code < c.GMS else c.WEAPON_KINDS[code]


#: What names the numbers of one kind of event: its integers and its real numbers.
Teller: TypeAlias = Callable[[Reader, Ints, Reals], Event]
