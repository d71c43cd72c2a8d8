"""The missiles of a volley: what flies at what, and what has met it (DS31.1)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.audit.force import Element
from tests.audit.kinds import Weapon


@dataclass(slots=True)
class Salvo:
    """The missiles of one launcher; they are numbered from 1."""

    target: Element
    weapon: Weapon
    down: set[int] = field(default_factory=set)  # shot down
    rolled: set[int] = field(default_factory=set)  # against the target's dice


@dataclass(slots=True)
class Defence:
    """What one area-defence element does against a volley."""

    engaged: int  # missiles, as it tells
    left: set[tuple[Element, int]]  # of launchers' missiles: shot down before its turn came
    tried: set[tuple[Element, int]] = field(default_factory=set)


@dataclass(slots=True)
class Flight:
    """All missiles of a volley, and the area defence that was up when the first came into sight."""

    ready: list[Element]
    salvos: dict[Element, Salvo] = field(default_factory=dict)
    defences: dict[Element, Defence] = field(default_factory=dict)
