"""Where everything stands at any event of a battle, followed through its trace.

What the trace does not say is not known here: the facing that a unit takes up at the end of its
activation without firing, and postures taken up in the battle.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from sim.study.trace import Event

Point = tuple[float, float]


@dataclass
class Vehicle:
    """One element on the table."""

    name: str
    unit: str
    at: Point
    facing: Point  # unit vector
    damaged: bool = False
    immobilised: bool = False
    systems_down: bool = False
    in_play: bool = True


@dataclass(frozen=True)
class Counter:
    """An overwatch counter and the area that it watches (RD-2)."""

    unit: str
    side: str
    apexes: tuple[Point, ...]  # the elements in play when it was placed
    bearing: float  # degrees clockwise from north
    width: float  # degrees
    zone: str | None

    @property
    def centre(self) -> Point:
        """Return the middle of its apexes."""
        xs, ys = zip(*self.apexes, strict=True)
        return sum(xs) / len(xs), sum(ys) / len(ys)


@dataclass
class Force:
    """One unit on the table."""

    name: str
    side: str
    hidden: bool
    vehicles: list[Vehicle]
    under_fire: bool = False
    counter: Counter | None = None

    @property
    def in_play(self) -> list[Vehicle]:
        """Return the elements still in play."""
        return [vehicle for vehicle in self.vehicles if vehicle.in_play]


@dataclass
class Board:
    """The state of the table; `hear` takes in the events in their order, the deployment first."""

    forces: dict[str, Force] = field(default_factory=dict)
    vehicles: dict[str, Vehicle] = field(default_factory=dict)
    holders: dict[str, str | None] = field(default_factory=dict)  # of the markers
    own_fire: bool = False  # the volley being resolved is its unit's own activation

    def hear(self, event: Event) -> None:
        """Take in the next event."""
        match event["event"]:
            case "deploy":
                self._deploy(event)
            case "move":
                vehicle = self.vehicles[event["element"]]
                vehicle.at = tuple(event["to"])
                self._turn(vehicle, event["from"], event["to"])
            case "shot" if not event.get("area"):
                self._shoot(event)
            case "facing":
                self.vehicles[event["element"]].facing = tuple(event["facing"])
            case "overwatch_on":
                self._watch(event)
            case "overwatch_off":
                self.forces[event["unit"]].counter = None
            case "status":
                vehicle = self.vehicles[event["element"]]
                for mark in ("damaged", "immobilised", "systems_down", "in_play"):
                    setattr(vehicle, mark, event[mark])
            case "repair" if event["repaired"]:
                self.vehicles[event["element"]].systems_down = False
            case "under_fire":
                self.forces[event["unit"]].under_fire = event["on"]
            case "revealed":
                self.forces[event["unit"]].hidden = False
            case "objective":
                self.holders[event["objective"]] = event["side"]
            case "fire":
                self.own_fire = event["mode"] == "activation"

    def _deploy(self, event: Event) -> None:
        for unit in event["units"]:
            vehicles = [
                Vehicle(one["name"], unit["name"], tuple(one["at"]), tuple(one["facing"]))
                for one in unit["elements"]
            ]
            self.forces[unit["name"]] = Force(unit["name"], unit["side"], unit["hidden"], vehicles)
            self.vehicles |= {vehicle.name: vehicle for vehicle in vehicles}
        self.holders = {marker["name"]: marker["holder"] for marker in event["objectives"]}

    def _turn(self, vehicle: Vehicle, start: Point, end: Point) -> None:
        inches = math.dist(start, end)
        if inches > 0:
            vehicle.facing = ((end[0] - start[0]) / inches, (end[1] - start[1]) / inches)

    def _shoot(self, event: Event) -> None:
        """Turn an element that fires in its own activation towards its target (RD-6)."""
        if self.own_fire:
            vehicle = self.vehicles[event["element"]]
            self._turn(vehicle, vehicle.at, self.vehicles[event["target"]].at)

    def _watch(self, event: Event) -> None:
        force = self.forces[event["unit"]]
        apexes = tuple(vehicle.at for vehicle in force.in_play)
        force.counter = Counter(
            force.name, force.side, apexes, event["bearing"], event["width"], event["zone"]
        )
        angle = math.radians(event["bearing"])
        for vehicle in force.in_play:
            vehicle.facing = (math.sin(angle), math.cos(angle))
