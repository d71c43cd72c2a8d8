"""What the auditor knows of each unit and element, rebuilt from the events alone."""

from __future__ import annotations

import math
from typing import Any

from sim.scenario import Scenario
from tests.audit import book
from tests.audit.kinds import Kind

PLACE_ERROR = 3e-4  # of a distance between two places that were rounded to four digits


class Element:
    """One vehicle or one infantry team."""

    __slots__ = (
        "aboard", "cell", "counted", "damaged", "deployed", "down", "down_since", "facing_error",
        "fire_die", "fired", "fx", "fy", "hurt_at", "immobilised", "in_play", "kind", "loaded", "moved",
        "moved_after", "name", "place", "posture", "sensors", "smoke", "smooth", "tried", "twins",
        "unit", "used", "x", "y",
    )  # fmt: skip

    def __init__(self, unit: Unit, place: int, told: dict[str, Any], kind: Kind, posture: str):
        self.unit, self.place, self.name, self.kind = unit, place, told["name"], kind
        self.x, self.y = told["at"]
        self.face(*told["facing"], 1e-5)
        self.cell = -1
        self.twins: tuple[int, ...] = ()  # cells that it may be in as well: its place was rounded
        self.posture = posture
        self.aboard: Element | None = None  # the carrier that it is in
        self.sensors = False  # area-defence sensors are active (DS19.3)
        self.smoke = kind.smoke  # its dischargers are loaded (DS18.4)
        self.deployed = True  # it has not moved yet: its place is exact
        self.in_play = True
        self.damaged = self.immobilised = self.down = self.counted = False
        self.down_since = -1  # serial of the activation in which its systems went down
        self.hurt_at = -1  # serial of the activation in which it was damaged
        self.begin()

    def begin(self) -> None:
        """Start an activation of its unit."""
        self.used = self.smooth = 0.0  # movement factors
        self.moved = False  # in this activation
        self.fired = self.moved_after = False  # took its combat action; moved after it
        self.fire_die = 0  # 1: rolled the full die, -1: one step down
        self.tried = False  # its repair
        self.loaded = False  # teams mounted it or stepped out: paid for once (DS36.1)

    @property
    def able(self) -> bool:
        """Whether it counts for integrity: on the table and not left behind (DS23.4)."""
        return self.in_play and not self.immobilised and self.aboard is None

    @property
    def allowance(self) -> float:
        """Its movement factors: half when damaged (DS30.2)."""
        return self.kind.base / 2 if self.damaged else self.kind.base

    def distance(self, other: Element) -> float:
        """Return the distance to another element, in inches."""
        return math.hypot(other.x - self.x, other.y - self.y)

    def face(self, dx: float, dy: float, error: float) -> None:
        """Face a way that is known but for an error in radians (RD-6)."""
        self.fx, self.fy, self.facing_error = dx, dy, error

    def sees_ahead(self, other: Element, half: float, within: bool = True) -> bool:
        """Return whether another element may lie within an arc of its facing (or outside it)."""
        dx, dy = other.x - self.x, other.y - self.y
        distance = math.hypot(dx, dy)
        if distance < 0.01:
            return True  # on top of each other: from any side
        off = abs(math.atan2(self.fx * dy - self.fy * dx, self.fx * dx + self.fy * dy))
        error = self.facing_error + PLACE_ERROR / distance
        return off <= half + error if within else off >= half - error


class Counter:
    """An overwatch counter and the area that it watches (OW.A2, RD-2)."""

    __slots__ = (
        "bx", "by", "cos_half", "farthest", "moved", "nearest", "shots", "turn", "watchers", "zone",
    )  # fmt: skip

    def __init__(self, told: dict[str, Any], unit: Unit, turn: int, zone: int | None):
        bearing = math.radians(told["bearing"])
        self.bx, self.by = math.sin(bearing), math.cos(bearing)
        width = told["width"]
        self.cos_half = math.cos(math.radians(width / 2)) if width < 360 else -2.0
        self.zone = zone
        self.nearest, self.farthest = 0.0, book.SIGHT
        self.watchers = [e for e in unit.elements if e.in_play and not e.down]  # OW.R7
        self.moved = {e for e in unit.elements if e.moved}  # RD-7
        self.shots = 0
        self.turn = turn


class Unit:
    """One platoon."""

    __slots__ = (
        "activated",
        "activations",
        "alive",
        "attacked",
        "attackers",
        "casualties",
        "command",
        "confidence",
        "counter",
        "die",
        "disciplined",
        "elements",
        "evading",
        "hidden",
        "leader",
        "leadership",
        "name",
        "panicked",
        "quality",
        "reactivated",
        "refused",
        "side",
        "spent",
        "steady",
        "strength",
        "tested",
        "under_fire",
    )  # fmt: skip

    def __init__(self, told: dict[str, Any], scenario: Scenario, kinds: dict[str, Kind]):
        self.name, self.side = told["name"], told["side"]
        self.quality, self.die = told["quality"], book.QUALITY[told["quality"]]
        self.leadership: int = told["leadership"]
        self.confidence: int = book.LEVELS.index(told["confidence"])
        self.command, self.hidden = told["command"], told["hidden"]
        self.elements = [
            Element(self, i, element, kinds[element["type"]], told["posture"])
            for i, element in enumerate(told["elements"])
        ]
        for element, line in zip(self.elements, told["elements"], strict=True):
            element.sensors = told["sensors"] and element.kind.ads is not None
            element.aboard = next((e for e in self.elements if e.name == line["aboard"]), None)
            if element.aboard is not None:
                element.posture = "none"  # its carrier may have one
        self.strength = self.alive = len(self.elements)
        self.leader = self.elements[0]
        self.casualties = 0
        self.activated = self.under_fire = False
        self.evading: bool | None = False  # None: the rule may be read either way (DS26.1)
        self.attacked = self.panicked = self.reactivated = False
        self.activations = 0  # this turn
        self.counter: Counter | None = None
        self.attackers: set[Unit] = set()
        self.tested: bool | None = None  # this activation's reaction test: passed?
        self.spent = -1  # number of the event by which opportunity fire was its activation
        #: Serials of the activations in which it failed or passed the test before fire on
        #: overwatch, and in which it took its discipline test (variants).
        self.refused = self.steady = self.disciplined = -1

    @property
    def in_play(self) -> bool:
        """Whether an element of it is in play (RD-24)."""
        return self.alive > 0

    @property
    def has_moved(self) -> bool:
        """Whether it has begun to move in this activation."""
        return any(e.moved for e in self.elements)

    @property
    def machine(self) -> bool:
        """Whether a Cybertank leads it: it takes no tests, and bears no markers (RD-29)."""
        return self.leader.kind.cybertank

    @property
    def on_foot(self) -> bool:
        """Whether it has infantry on foot, or in soft transport: an infantry unit (DS22.4)."""
        return any(
            e.in_play and e.kind.team and (e.aboard is None or e.aboard.kind.soft)
            for e in self.elements
        )

    def gap(self, element: Element) -> float:
        """Return how far the nearest other able element is, 0 if there is none (DS23.4).

        As a share of the distance that the two may be apart: 1 is as far as integrity lets them.
        """
        others = [e for e in self.elements if e is not element and e.able]
        return min((element.distance(e) / may_be_apart(element, e) for e in others), default=0.0)


def may_be_apart(a: Element, b: Element) -> float:
    """Return the inches that two elements of a unit may be apart (DS23.4)."""
    teams = (a.kind.team is not None) + (b.kind.team is not None)
    return (book.INTEGRITY, book.INTEGRITY_PARTS, book.INTEGRITY_TEAMS)[teams]
