"""One battle as its events tell it: the state, what is owed next, and what was found wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sim.scenario import Scenario
from tests.audit.batteries import Battery, Cloud, Zone, read
from tests.audit.close_quarters import Assault
from tests.audit.flight import Flight
from tests.audit.force import Element, Unit
from tests.audit.ground import Ground
from tests.audit.kinds import Kind, Weapon

Event = dict[str, Any]
OTHER = {"blue": "red", "red": "blue"}


@dataclass(frozen=True)
class Violation:
    """A rule broken by an event: the rule's mark, the event's number, and what is wrong."""

    mark: str
    n: int
    text: str

    def __str__(self) -> str:
        return f"{self.n}: {self.mark}: {self.text}"


@dataclass(slots=True)
class Due:
    """An event that a rule demands before the play goes on."""

    kind: str
    who: Any
    mark: str
    text: str
    data: Any = None


@dataclass(slots=True)
class Gun:
    """A weapon's shot in a volley, with the dice that all its barrels share."""

    weapon: Weapon
    target: Element
    barrels: int
    target_roll: int
    secondary_roll: int | None
    cancelled: bool = False  # by an F chit (RD-18)


@dataclass(slots=True)
class Hit:
    """A hit whose chits are still to be drawn."""

    firer: Element
    target: Element
    weapon: Weapon
    band: int
    armour: int
    area: bool


@dataclass(slots=True)
class Firefight:
    """The roll for a unit's small arms (DS33.1)."""

    teams: int
    drawing: int
    drawn: list[Element] = field(default_factory=list)  # have drawn their chits


@dataclass(slots=True)
class Charge:
    """A team that has come within an inch of a vehicle with charges (DS35.4)."""

    vehicle: Element
    team: Element
    sure: bool


@dataclass(slots=True)
class Attack:
    """What one attack has done so far; `nerve.after` owes what it causes (DS23.1, DS24.1)."""

    attacked: set[Unit] = field(default_factory=set)  # whatever it did to them
    #: An attack that puts an Under Fire marker on infantry whatever it does (DS24.1).
    at_infantry: set[Unit] = field(default_factory=set)
    bombarded: set[Unit] = field(default_factory=set)  # by artillery or from the air (DS23.1)
    new: dict[Unit, int] = field(default_factory=dict)  # casualties of this attack (RD-22)
    hurt: set[Unit] = field(default_factory=set)  # an element damaged or destroyed (DS24.1)
    beheaded: set[Unit] = field(default_factory=set)  # leader element destroyed
    lost: int = 0  # elements destroyed
    #: Least threats of the tests after a round of close assault (DS34.1).
    threats: dict[Unit, int] = field(default_factory=dict)
    by: Unit | None = None  # whose charges went off (DS35.4)
    charge: Charge | None = None  # without chits yet


@dataclass(slots=True)
class Volley(Attack):
    """One unit's fire at another: one attack (DS28.1)."""

    unit: Unit = field(kw_only=True)
    target: Unit = field(kw_only=True)
    mode: str = field(kw_only=True)
    declared: int = field(kw_only=True)
    guns: dict[Element, Gun] = field(default_factory=dict)
    hits: list[Hit] = field(default_factory=list)  # without chits yet
    inside: bool = False  # teams have fired from inside carriers (DS36.1)
    near: list[tuple[Element, Element]] = field(
        default_factory=list
    )  # area rolls to come: firer, at
    flight: Flight | None = None  # its missiles
    riflemen: set[Element] = field(default_factory=set)  # teams that could join a firefight
    firefight: Firefight | None = None


class Battle:
    """The state of one battle, rebuilt event by event."""

    def __init__(self, scenario: Scenario, kinds: dict[str, Kind], ground: Ground, deploy: Event):
        self.scenario, self.rules, self.ground = scenario, scenario.rules, ground
        self.found: list[Violation] = []
        self.n = 0
        self.turn = 0
        self.serial = 0  # activations so far
        self.dues: list[Due] = []
        self.units: dict[str, Unit] = {}
        self.elements: dict[str, Element] = {}
        self.forces: dict[str, list[Unit]] = {"blue": [], "red": []}
        for told in deploy["units"]:
            unit = Unit(told, scenario, kinds)
            self.units[unit.name] = unit
            self.forces[unit.side].append(unit)
            for element in unit.elements:
                element.cell = ground.cell(element.x, element.y)
                self.elements[element.name] = element
        self.batteries: dict[str, Battery] = read(deploy["batteries"], self.units)
        self.clouds: list[Cloud] = []  # the oldest first
        self.holder: dict[str, str | None] = {o["name"]: o["holder"] for o in deploy["objectives"]}
        self.taken: dict[str, int] = {}  # activation in which the inactive side took a marker
        self.doctrines: dict[str, str] = deploy["doctrines"]
        self.hiding = [unit for unit in self.units.values() if unit.hidden]
        # the turn
        self.to_act: str | None = None  # side
        self.turning = False  # markers are being turned up
        self.over = False
        # the activation
        self.active: Unit | None = None
        self.order: Event = {}
        self.lost = False  # by panic (DS23.2)
        self.had_fired = self.went_on_watch = False  # a combat action of the active unit
        self.travelled = False  # a step of it was in travel mode (DS25.1)
        self.busy: set[Element] = set()  # called for fire or laid smoke: their combat action
        self.announced: dict[str, tuple[Unit, int]] = {}  # what is told before its activation
        self.start_gaps: dict[Element, float] = {}
        self.start_open: set[Element] = set()  # its elements without cover
        self.broken_at_start = False
        self.shaken: Unit | None = None  # infantry that moves shaken and untested (DS22.4)
        # the step of movement, and who has answered it (RD-3)
        self.stepped: list[Element] = []
        self.asked: set[Unit] = set()
        self.answered = False
        self.by_fire = False  # the step is the mover's fire (the switch trigger)
        self.popped: Unit | None = None  # VTOLs that are up (DS32.2)
        self.risen: set[Element] = set()  # which of them, as the last fire was declared
        self.may_fire: Unit | None = None  # on overwatch: its chance said so
        self.forced: Unit | None = None  # by its discipline test
        # another combat action on overwatch than fire (RD-27): a unit that took it, and which
        self.acted: Unit | None = None
        self.acted_by = ""
        self.has_acted = False
        self.calling: Element | None = None  # called for fire: its unit's chance comes next
        self.caller: Element | None = None  # called on overwatch, so that it does not fire
        self.volley: Volley | None = None
        #: An attack that is no unit's fire: a barrage, a round of close assault, charges (DS35.4).
        self.attack: Attack | None = None
        self.assault: Assault | None = None
        self.later: list[Due] = []  # owed by others while a unit falls back (DS34.1)
        self.charges: list[Charge] = []  # set off by the last step
        self.partners: dict[Unit, bool] = {}  # that may be joining it: activated before?
        self.joined = False  # they have been told
        self.regrouped: tuple[Unit, Unit] | None = None  # into one, from the other (DS24.2)
        self.zone: Zone | None = None  # of a barrage
        self.located: Battery | None = None  # has fired: the enemy's radar may answer (DS40.1)
        # command (DS24.3)
        self.command_lost: dict[str, int] = {}  # side: turn

    def flag(self, mark: str, text: str) -> None:
        """Note a violation at the present event."""
        self.found.append(Violation(mark, self.n, text))

    def owe(self, kind: str, who: Any, mark: str, text: str, data: Any = None) -> None:
        """Note what has to follow before the play goes on."""
        self.dues.append(Due(kind, who, mark, text, data))

    def pay(self, kind: str, who: Any) -> Due | None:
        """Take a due off the list, or return None: nothing of the kind is owed."""
        for due in self.dues:
            if due.kind == kind and due.who is who:
                self.dues.remove(due)
                return due
        return None

    def settle(self) -> None:
        """Flag everything that is still owed; what has no mark may come or not."""
        for due in self.dues:
            if due.mark:
                self.flag(due.mark, due.text)
        self.dues.clear()

    @property
    def mover(self) -> Unit | None:
        """The unit that moves: the active one, or one that goes in or falls back (DS34.1)."""
        a = self.assault
        return (a and (a.falling or a.going)) or self.active

    def living(self, side: str) -> list[Unit]:
        """Return a side's units in play."""
        return [unit for unit in self.forces[side] if unit.alive]

    def turn_is_over(self) -> bool:
        """Return whether every unit in play has been activated this turn."""
        return self.turning or not (self.to_move("blue") or self.to_move("red"))

    def to_move(self, side: str) -> int:
        """Return how many of a side's units may still be activated this turn."""
        return sum(unit.alive > 0 and not unit.activated for unit in self.forces[side])
