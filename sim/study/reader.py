"""The names behind the numbers of one battle's events, for those who tell them (`sim.study.trace`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

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

    def unit(self, u: int) -> str:
        """Return a unit's name."""
        return self.prepared.names.units[u]

    def element(self, e: int) -> str:
        """Return an element's name."""
        return self.prepared.names.elements[e]

    def fitted(self, e: int, w: int) -> str:
        """Return the weapon at place w of element e's type, as in `HKP/3` or `IAVR`."""
        record = self.prepared.record[0]
        weapon = record["types"][int(record["elements"][e]["type"])]["weapons"][w]
        name = c.WEAPON_KINDS[int(weapon["kind"])]
        return name if weapon["kind"] > c.GMS else f"{name}/{int(weapon['size'])}"


#: What names the numbers of one kind of event: its integers and its real numbers.
Teller: TypeAlias = Callable[[Reader, Ints, Reals], Event]
