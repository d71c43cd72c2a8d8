"""One battle as steps to go through: what each says in words, and what it changes on the map.

The words are those of `sim.study.words`, one step each time it says something; the map follows
`Board`. A step holds only what is new, so that a page can play it from the beginning to any place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sim.layout import codes as c
from sim.refusal import InputError
from sim.report import marks
from sim.report.battle_map import teams_of
from sim.report.board import Board, Counter, Force, Point, Vehicle
from sim.report.strikes import Strike, strike_of
from sim.scenario import Scenario
from sim.study.battles import Battles
from sim.study.trace import Event
from sim.study.traces import trace_of
from sim.study.words import Teller, opens_activation

TRIES = (
    20  # battles next to the median that are tried; a longer one than a trace holds is passed over
)
KINDS = ("shot", "missile", "firefight", "barrage", "assault")
MODES = ("activation", "opportunity", "overwatch")
#: What has happened to an element, by bit.
FLAGS = ("damaged", "immobilised", "systems_down")
OUT, BANK, ABOARD = 8, 16, 32
NEAR = 0.08  # inches that a drawn route may lie off the real one


class Listener(Teller):
    """Tells a battle without breaking its lines: `told` are depth and sentence of what is new."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[int, str]] = []

    def say(self, depth: int, sentence: str) -> None:
        """Keep a sentence."""
        self.told.append((depth, sentence))

    def take(self) -> list[tuple[int, str]]:
        """Return what was told since the last time."""
        told, self.told = self.told, []
        return told


@dataclass
class Step:
    """One step: its words with their depth, its turn, and what it changes."""

    words: list[tuple[int, str]]
    turn: int
    changes: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Stage:
    """A battle made ready for a page: `document` is its JSON, `steps` have the words."""

    scenario: Scenario
    battle: int
    seed: int
    margin: float
    median: float  # of all battles of the run
    winner: str
    steps: list[Step]
    document: dict[str, Any]

    @property
    def signs(self) -> set[str]:
        """Return the signs that the map shows at some step and that not every battle has."""
        changes = [self.document["first"], *(step.changes for step in self.steps)]
        found = {KINDS[one[0]] for change in changes for one in change.get("s", ())}
        if any(change.get("c") for change in changes):
            found.add("smoke")
        for change in changes:
            elements = change.get("e", ())
            states = elements.values() if isinstance(elements, dict) else elements
            if any(int(state[3]) & BANK for state in states):
                found.add("bank")
        return found

    @property
    def turns(self) -> int:
        """Return the number of turns that were fought."""
        return self.steps[-1].turn


def median_battle(battles: Battles) -> Stage | None:
    """Return the battle whose margin is nearest to the median of all; None if no trace holds one."""
    margins = np.asarray(battles.rows["margin"], np.float64)
    median = float(np.median(margins))
    for place in np.argsort(np.abs(margins - median), kind="stable")[:TRIES]:
        number = int(battles.rows["battle"][place])
        try:
            events = trace_of(battles.prepared, battles.seed, number)
        except InputError:
            continue
        return stage_of(battles.prepared.scenario, events, median)
    return None


def stage_of(scenario: Scenario, events: Sequence[Event], median: float) -> Stage:
    """Return a battle's whole trace as steps."""
    play = Play(scenario, events)
    play.run()
    start, end = events[0], events[-1]
    return Stage(
        scenario, start["battle"], start["seed"], end["margin"], median, end["winner"], play.steps,
        play.document(),
    )  # fmt: skip


class Play:
    """Goes through a trace once and gathers its steps."""

    def __init__(self, scenario: Scenario, events: Sequence[Event]) -> None:
        self.scenario, self.events = scenario, events
        self.board, self.listener = Board(), Listener()
        self.steps: list[Step] = []
        self.mode = "activation"
        self.strikes: list[list[Any]] = []
        self.routes: dict[str, list[Point]] = {}
        self.areas: list[str] = []
        self.active = -1
        self.board.hear(events[0])
        self.units = list(self.board.forces)
        self.elements = list(self.board.vehicles)
        self.first = self.state()
        self.before = self.first  # what the step before the last one left
        self.now = self.first
        self.reach = {name: marks.reach_of(scenario, name) for name in self.units}

    def run(self) -> None:
        """Gather all steps."""
        self.listener.hear(self.events[0], False)
        self.close(1)
        for number, event in enumerate(self.events[1:], 1):
            name = event["event"]
            gathers = name == "move" or (name == "overwatch_chance" and event["decision"] == "hold")
            if not gathers:
                self.listener.tell_gathered(name)
                self.close(event["turn"])
            self.hear(event)
            opens = opens_activation(self.events[number : number + 3])
            self.listener.hear(event, opens)
            if name == "status" and not self.listener.told:
                self.amend()
            elif not gathers:
                self.close(event["turn"])

    def hear(self, event: Event) -> None:
        """Take in an event: the table, and what flies over it."""
        self.board.hear(event)
        match event["event"]:
            case "fire":
                self.mode = event["mode"]
            case "activate":
                self.active = self.units.index(event["unit"])
            case "move":
                start, end = tuple(event["from"]), tuple(event["to"])
                self.routes.setdefault(event["element"], [start]).append(end)
            case "turn_end" | "turn_start":
                self.active = -1
        if strike := strike_of(event, self.board, self.mode):
            self.strikes.append(self.drawn(strike))

    def close(self, turn: int) -> None:
        """End a step where something was told."""
        told = self.listener.take()
        if not told:
            return
        step = Step(told, turn)
        if self.strikes:
            step.changes["s"] = self.strikes
        if self.routes:
            step.changes["r"] = {
                self.elements.index(name): [
                    [x, self.up(y)] for x, y in map(rounded, thinned(route))
                ]
                for name, route in self.routes.items()
            }
        if self.active >= 0:
            step.changes["a"] = self.active
        self.strikes, self.routes = [], {}
        self.before, self.now = self.now, self.state()
        step.changes |= changed(self.before, self.now)
        self.steps.append(step)

    def amend(self) -> None:
        """Let the last step show what has changed since, without words of its own."""
        self.now = self.state()
        last = self.steps[-1].changes
        for key in ("e", "u", "o", "c"):
            last.pop(key, None)
        last |= changed(self.before, self.now)

    # -- the table as numbers ---------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """Return the table: elements, units, holders of the markers, clouds."""
        board = self.board
        return {
            "e": [self.element(one) for one in board.vehicles.values()],
            "u": [self.unit(one) for one in board.forces.values()],
            "o": [c.SIDES.index(side) if side else -1 for side in board.holders.values()],
            "c": [[x, self.up(y), radius] for (x, y), radius in board.clouds.items()],
        }

    def element(self, one: Vehicle) -> list[float]:
        """Return place, facing (degrees clockwise from east) and what has happened to an element."""
        x, y = rounded(one.at)
        angle = round(-math.degrees(math.atan2(one.facing[1], one.facing[0])))
        flags = sum(1 << bit for bit, name in enumerate(FLAGS) if getattr(one, name))
        flags |= OUT * (not one.in_play) | BANK * (one.posture != "none")
        return [x, self.up(y), angle, flags | ABOARD * (one.aboard is not None)]

    def unit(self, one: Force) -> list[int]:
        """Return hidden, Under Fire, confidence (0 to 4) and the watched area (-1: none) of a unit."""
        area = -1
        if one.counter is not None:
            path = self.area(one.counter)
            if path not in self.areas:
                self.areas.append(path)
            area = self.areas.index(path)
        return [int(one.hidden), int(one.under_fire), c.CONFIDENCE.index(one.confidence), area]

    def area(self, counter: Counter) -> str:
        """Return the outline of a watched area as the path of an SVG."""
        if counter.zone is not None:
            polygon = next(
                zone.polygon for zone in self.scenario.zones if zone.name == counter.zone
            )
            return path_of([(x, self.up(y)) for x, y in polygon])
        (x, y), far = counter.centre, self.reach[counter.unit]
        near = self.scenario.rules.watched_area.nearest
        half = min(counter.width, 359.9) / 2

        def edge(radius: float, angle: float) -> str:
            turn = math.radians(counter.bearing + angle)
            spot = x + radius * math.sin(turn), self.up(y + radius * math.cos(turn))
            return " ".join(f"{value:g}" for value in rounded(spot))

        large = int(counter.width > 180)
        inner = f"A{near:g} {near:g} 0 {large} 0 {edge(near, -half)}" if near else ""
        return (
            f"M{edge(near, -half)}L{edge(far, -half)}A{far:g} {far:g} 0 {large} 1 {edge(far, half)}"
            f"L{edge(near, half)}{inner}Z"
        )

    def drawn(self, strike: Strike) -> list[Any]:
        """Return an attack as numbers: kind, kind of fire, side, hit, from and to."""
        kind = KINDS.index(strike.kind)
        mode = MODES.index(strike.mode) if strike.mode in MODES else 0
        side = c.SIDES.index(strike.side) if strike.side else -1
        ends = []
        for end in (strike.start or strike.end, strike.end):
            x, y = rounded(end)
            ends += [x, self.up(y)]
        return [kind, mode, side, int(strike.hit), *ends]

    def up(self, y: float) -> float:
        """Return a distance from the table's lower edge as one from its upper edge."""
        return round(self.scenario.table.height - y, 2)

    def document(self) -> dict[str, Any]:
        """Return what a page needs to show the steps."""
        teams = teams_of(self.scenario)
        vehicles, forces = self.board.vehicles.values(), self.board.forces.values()
        return {
            "width": self.scenario.table.width,
            "height": self.scenario.table.height,
            "units": [[one.name, c.SIDES.index(one.side)] for one in forces],
            "elements": [[self.units.index(one.unit), int(one.kind in teams)] for one in vehicles],
            "objectives": [
                [one.name, *rounded(one.at)[:1], self.up(one.at[1]), one.value]
                for one in self.scenario.objectives
            ],
            "areas": self.areas,
            "first": self.first,
            "steps": [{"t": step.turn, **step.changes} for step in self.steps],
        }


def changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return the elements, units and markers that differ by their places, and clouds if they do."""
    found: dict[str, Any] = {}
    for key in ("e", "u", "o"):
        new = {i: one for i, one in enumerate(after[key]) if one != before[key][i]}
        if new:
            found[key] = new
    if before["c"] != after["c"]:
        found["c"] = after["c"]
    return found


def rounded(point: Point) -> tuple[float, float]:
    """Return a place to the hundredth of an inch."""
    return round(point[0], 2), round(point[1], 2)


def path_of(points: Sequence[Point]) -> str:
    """Return a closed outline as the path of an SVG."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points) + "Z"


def thinned(route: list[Point]) -> list[Point]:
    """Return a route without the points that lie on the way between their neighbours."""
    kept = [route[0]]
    for number in range(1, len(route) - 1):
        start, end = kept[-1], route[number + 1]
        if _off(route[number], start, end) > NEAR:
            kept.append(route[number])
    return [*kept, route[-1]]


def _off(point: Point, start: Point, end: Point) -> float:
    """Return how far a point lies off the line between two others."""
    length = math.dist(start, end)
    if length == 0:
        return math.dist(point, start)
    (x, y), (ax, ay), (bx, by) = point, start, end
    return abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length
