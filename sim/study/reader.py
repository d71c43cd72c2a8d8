"""The names behind the numbers of one battle's events, for those who tell them (`sim.study.trace`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from sim.scenario.arms import arms_of
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

    def fitted(self, e: int, w: int) -> str:
        """Return the weapon at place w of element e's type, as in `HKP/3` or `IAVR`."""
        kind = int(self.prepared.record[0]["elements"][self.slots.get(e, e)]["type"])
        made = self.prepared.scenario.element_type(self.prepared.names.types[kind])
        assert made is not None  # a compiled scenario has all its types
        return arms_of(made)[w].name


#: What names the numbers of one kind of event: its integers and its real numbers.
Teller: TypeAlias = Callable[[Reader, Ints, Reals], Event]
