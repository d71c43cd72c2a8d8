"""Where everything stands at any event of a battle, followed through its trace.

A team aboard a carrier is where its carrier is.
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
    posture: str = "none"
    aboard: str | None = None  # the carrier's name
    kind: str = ""  # its type


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
    confidence: str = "CO"
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
    clouds: dict[Point, float] = field(default_factory=dict)  # radius of smoke by its middle
    own_fire: bool = False  # the volley being resolved is its unit's own activation

    def hear(self, event: Event) -> None:
        """Take in the next event."""
        match event["event"]:
            case "deploy":
                self._deploy(event)
            case "move":
                vehicle = self.vehicles[event["element"]]
                vehicle.at = tuple(event["to"])
                vehicle.posture = "none"  # DS20.6: who leaves loses the benefit; no event says so
                self._turn(vehicle, event["from"], event["to"])
                for team in self.aboard(vehicle.name):
                    team.at = vehicle.at
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
            case "posture":
                self.vehicles[event["element"]].posture = event["posture"]
            case "confidence":
                self.forces[event["unit"]].confidence = event["to"]
            case "mounted":
                self._mount(event)
            case "smoke" if event["laid"]:
                self.clouds[tuple(event["at"])] = event["radius"]
            case "smoke":
                self.clouds.pop(tuple(event["at"]), None)
            case "under_fire":
                self.forces[event["unit"]].under_fire = event["on"]
            case "revealed":
                self.forces[event["unit"]].hidden = False
            case "objective":
                self.holders[event["objective"]] = event["side"]
            case "fire":
                self.own_fire = event["mode"] == "activation"

    def aboard(self, carrier: str) -> list[Vehicle]:
        """Return the teams aboard a carrier that are still in play."""
        return [one for one in self.vehicles.values() if one.aboard == carrier and one.in_play]

    def _mount(self, event: Event) -> None:
        team, carrier = self.vehicles[event["element"]], self.vehicles[event["carrier"]]
        team.aboard = carrier.name if event["aboard"] else None
        team.posture = "none"
        team.at = carrier.at if event["aboard"] else tuple(event["to"])

    def _deploy(self, event: Event) -> None:
        for unit in event["units"]:
            vehicles = [
                Vehicle(
                    one["name"],
                    unit["name"],
                    tuple(one["at"]),
                    tuple(one["facing"]),
                    posture="none" if one["aboard"] else unit["posture"],
                    aboard=one["aboard"],
                    kind=one["type"],
                )
                for one in unit["elements"]
            ]
            self.forces[unit["name"]] = Force(
                unit["name"], unit["side"], unit["hidden"], vehicles, unit["confidence"]
            )
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
