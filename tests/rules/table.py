"""A small table for the rule tests: records made from a short document, then moved by hand.

`battle()` gives a table of 60 by 40 inches with two tanks (A) for blue at the west and two (X) for
red at the east; units, types, rules and terrain are arguments. Without terrain the ground is filled
in by hand (everything sees everything, a move costs what open ground costs), since the compilers of
sight and fields are slow as plain Python; with terrain they are run: keep it to 24 by 16 inches.

Nothing happens by itself: `activate` carries out one order, `answers` says what a side does at its
chances to fire, `script` gives the dice and chits, `events` tells what happened. A battle starts as
after deployment, in turn 1, with the trace on.
"""

from __future__ import annotations

import json
import math
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from sim.battle import activation, play
from sim.doctrine import install
from sim.doctrine.loader import compile_doctrine
from sim.layout import codes as c
from sim.layout.records import new_states
from sim.rules import overwatch
from sim.scenario import Compiled, Scenario, compile_scenario, parse_scenario
from sim.study.prepare import Prepared
from sim.study.trace import Event, decode
from sim.terrain import fields, lookup
from sim.terrain.raster import rasterise

#: Blue's and red's units in the order in which they are given.
A, B, C = 0, 1, 2
X, Y, Z = 16, 17, 18

#: One shot of a `tank` at a `tank` for `Table.script`: target's roll, firer's roll, three chits.
MISS = (8, 1)
NO_EFFECT = (1, 4, "R0", "R0", "R0")
DAMAGE = (1, 4, "R1", "R2", "R0")  # armour 3; a kill from the side
KILL = (1, 4, "BOOM", "R0", "R0")

NOWHERE = c.NO_WAY | c.NO_WAY << 4

NORTH, EAST, SOUTH, WEST = (0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)

#: `tank`: D10/D8/D6 up to 18/30/42 inches, 3 chits, RYG/RY/R, armour 3 (2), target D8, moves 12.
TYPES: dict[str, dict[str, Any]] = {
    "tank": {
        "size": 3, "mobility": "fast_tracked", "power": "HMT", "armour": 3,
        "fire_control": "enhanced", "weapons": ["HKP/3 turret"],
    },
    # moves 8, its gun reaches 20/30/40 inches within 15 degrees of its facing
    "hunter": {
        "size": 3, "mobility": "slow_tracked", "power": "CFE", "armour": 3,
        "fire_control": "enhanced", "weapons": ["HVC/5 fixed"],
    },
    # as the tank, but its gun turns 90 degrees each side only
    "gun": {
        "size": 3, "mobility": "fast_tracked", "power": "HMT", "armour": 3,
        "fire_control": "enhanced", "weapons": ["HKP/3 restricted"],
    },
    # unarmed, moves 10
    "carrier": {
        "size": 2, "mobility": "high_wheeled", "power": "CFE", "armour": 1,
    },
    # may evade, moves 15
    "hover": {
        "size": 3, "mobility": "fast_gev", "power": "HMT", "armour": 3,
        "fire_control": "enhanced", "weapons": ["MDC/3 turret"],
    },
}  # fmt: skip


def unit(
    name: str, at: tuple[float, float], type: str | None = "tank", **more: Any
) -> dict[str, Any]:
    """Return one unit of a document: two elements, regular, leadership 2, CO, unless told.

    One of several types has `elements` and None for type and count.
    """
    return {"name": name, "type": type, "count": 2, "at": list(at), "facing": 90, **more}


def document(
    blue: Sequence[dict[str, Any]],
    red: Sequence[dict[str, Any]],
    rules: dict[str, Any] | None = None,
    size: tuple[int, int] = (60, 40),
    terrain: Sequence[dict[str, Any]] = (),
    types: dict[str, dict[str, Any]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return a scenario document; `more` are its other keys (objectives, zones, victory, turns)."""
    return {
        "name": "small",
        "title": "A small table",
        "turns": 6,
        "table": {"width": size[0], "height": size[1], "terrain": list(terrain)},
        "waypoints": [{"name": "there", "at": [1.5, 1.5]}],
        "types": TYPES | (types or {}),
        "rules": rules or {},
        "victory": {"kind": "attrition"},
        "blue": {"doctrine": "never", "baseline": "west", "units": list(blue)},
        "red": {"doctrine": "never", "baseline": "east", "units": list(red)},
    } | more


@lru_cache(maxsize=4096)
def open_fields(width: int, height: int, factor: float, goal: bytes) -> tuple[np.ndarray, ...]:
    """Return field and ways of open ground to the goal's cells (int64), by route; made once.

    The covered route counts 4 times, since everything sees everything.
    """
    every, cells = np.arange(width * height), np.frombuffer(goal, np.int64)
    across = np.abs(every[:, None] % width - cells % width)
    along = np.abs(every[:, None] // width - cells // width)
    short, long = np.minimum(across, along), np.maximum(across, along)
    inches = (long + (fields.DIAGONAL - 1) * short).min(axis=1)
    weights = np.array([[1.0], [1.0 + fields.COVERED_WEIGHT]])
    field = (factor * weights * inches * c.FIELD_SCALE + 0.5).astype(np.uint16)
    way = ways(inches.reshape(height, width))
    return field, np.stack([way, way])


def ways(field: np.ndarray) -> np.ndarray:
    """Return the neighbours on a way to the goal as `SCENARIO.way` holds them, on even ground.

    Of neighbours whose whole way is as long as the cell's own the first is blue's, the last red's.
    """
    height, width = field.shape
    wide = np.pad(field, 1, constant_values=np.inf)
    around = np.stack([wide[i // 3 :, i % 3 :][:height, :width].ravel() for i in range(9)])
    step = np.array([math.hypot(i // 3 - 1, i % 3 - 1) for i in range(9)])
    own = field.ravel()
    inch = own[own > 0].min() if (own > 0).any() else 1.0
    on = (around + step[:, None] * inch <= own + 1e-6) & (step > 0)[:, None] & (own > 0)
    blue, red = on.argmax(axis=0), 8 - on[::-1].argmax(axis=0)
    return np.where(on.any(axis=0), blue | red << 4, NOWHERE)


def classes_of(k: np.void) -> set[int]:
    """Return the movement classes in use."""
    return {int(kind["movement_class"]) for kind in k["types"][: k["type_count"]]}


def fill_field(k: np.void, goal: int, cells: np.ndarray) -> None:
    """Fill one goal's movement fields for open ground."""
    width, height = int(k["width"]), int(k["height"])
    for mover in classes_of(k):
        k["field"][mover, :, goal], k["way"][mover, :, goal] = c.UNREACHABLE, NOWHERE
        if len(cells):
            factor = max(1.0, float(k["factor"][mover, c.TERRAINS.index("open")]))
            field, way = open_fields(width, height, factor, cells.astype(np.int64).tobytes())
            k["field"][mover, :, goal, : width * height] = field
            k["way"][mover, :, goal, : width * height] = way


def open_ground(k_array: np.ndarray, features: Any, zones: Any, classes: Any) -> None:
    """Fill a bare table as `sim.terrain.build.build` does."""
    k = k_array[0]
    size = int(k["width"] * k["height"])
    k["zones"][:size] = rasterise(int(k["width"]), int(k["height"]), features, zones)[3]
    seen = np.zeros(c.SIGHT_WORDS * 64, np.uint8)
    seen[:size] = 1
    k["sight"][:size] = np.packbits(seen, bitorder="little").view(np.uint64)
    for goal, cells in enumerate(fields.goals(k)):
        fill_field(k, goal, cells)


@lru_cache(maxsize=64)
def compiled(text: str) -> tuple[Scenario, Compiled]:
    """Return the scenario and its records of a document in JSON, made once."""
    scenario = parse_scenario(json.loads(text), Path("small.toml"))
    if scenario.table.terrain:
        return scenario, compile_scenario(scenario)
    kept = patch("sim.scenario.ground._kept", OrderedDict())  # open ground is no scenario's own
    with kept, patch("sim.scenario.ground.build", open_ground):
        return scenario, compile_scenario(scenario)


class Table:
    """A scenario and a battle under way; every record may be changed by hand."""

    def __init__(self, text: str) -> None:
        self.scenario, made = compiled(text)
        self.k_array, self.names = made.record.copy(), made.names
        self.k = self.k_array[0]
        self.s = new_states(1)[0]
        self.chapters: list[dict[str, Any]] = [{}, {}]
        for side in (c.BLUE, c.RED):
            self.doctrine(side)
        self.s["tracing"] = 1
        play.deploy(self.k, self.s, 1, 0)

    # -- what stands where ------------------------------------------------------------------------

    @property
    def rules(self) -> Any:
        """The rule switches (RULES)."""
        return self.k["rules"]

    @property
    def row(self) -> Any:
        """The battle's counts so far (ROW)."""
        return self.s["row"]

    def unit(self, u: int) -> Any:
        """Return a unit's state."""
        return self.s["units"][u]

    def element(self, u: int, place: int = 0) -> Any:
        """Return an element's state."""
        return self.s["elements"][number(u, place)]

    def elements(self, u: int) -> list[Any]:
        """Return all elements of a unit, lost ones too."""
        return [self.element(u, place) for place in range(int(self.k["units"][u]["count"]))]

    def cell(self, x: float, y: float) -> int:
        """Return the cell of a point."""
        return int(lookup.cell_at(self.k, x, y))

    def stand(
        self, u: int, x: float, y: float, facing: tuple[float, float] | None = None,
        place: int | None = None,
    ) -> None:  # fmt: skip
        """Put one element at a point, or the whole unit in a line northwards, 2 inches apart."""
        count = int(self.k["units"][u]["count"])
        for i in range(count) if place is None else (place,):
            one = self.element(u, i)
            one["x"], one["y"] = x, y + (2.0 * i if place is None else 0.0)
            one["cell"] = self.cell(one["x"], one["y"])
            if facing is not None:
                one["fx"], one["fy"] = facing
        self.look(u)

    def look(self, u: int) -> None:
        """Renew a unit's view after its elements were moved by hand; nothing remembered holds."""
        lookup.refresh_view(self.k, self.s, u)
        self.s["clock"] += 1

    def lose(self, u: int, place: int) -> None:
        """Take an element out of play, without the tests of an attack."""
        self.element(u, place)["alive"] = 0
        self.unit(u)["alive"] -= 1
        self.look(u)

    def hollow(self, left: float, bottom: float, right: float, top: float) -> None:
        """Cut the cells of a rectangle off from sight: they see and are seen by themselves only."""
        k = self.k
        size = int(k["width"] * k["height"])
        cells = np.arange(size)
        x, y = cells % k["width"] + 0.5, cells // k["width"] + 0.5
        inside = (left <= x) & (x <= right) & (bottom <= y) & (y <= top)
        bits = np.zeros(c.SIGHT_WORDS * 64, np.uint8)
        bits[:size] = inside
        k["sight"][:size] &= ~np.packbits(bits, bitorder="little").view(np.uint64)
        for cell in cells[inside]:
            k["sight"][cell] = 0
            k["sight"][cell, cell >> 6] = np.uint64(1) << np.uint64(cell & 63)
        for u in (*range(k["unit_count"][0]), *range(X, X + int(k["unit_count"][1]))):
            self.look(u)

    def blind(self, u: int, place: int, v: int, other: int) -> None:
        """Let two elements not see each other where they stand."""
        here, there = self.element(u, place)["cell"], self.element(v, other)["cell"]
        for a, b in ((here, there), (there, here)):
            self.k["sight"][a, b >> 6] &= ~(np.uint64(1) << np.uint64(b & 63))
        self.look(u)
        self.look(v)

    # -- what is done -----------------------------------------------------------------------------

    def doctrine(self, side: int, **chapters: Any) -> None:
        """Give a side a doctrine; chapters given before stay until they are given anew."""
        self.chapters[side] |= chapters
        text = {"name": "made_up", "text": "For a test."} | self.chapters[side]
        made = compile_doctrine(text, "made_up.toml")
        install(self.k_array, side, made, self.names.waypoints, self.names.zones)

    def answers(self, side: int, trigger: str = "hold", opportunity: str = "hold") -> None:
        """Say what a side does at its chances: `fire`, `hold`, or fires when a condition holds."""
        self.doctrine(side, trigger=answer(trigger), opportunity=answer(opportunity))

    def activate(
        self, u: int, do: str, to: tuple[float, float] | None = None, **order: Any
    ) -> None:
        """Carry out unit u's activation with one order; `to` is the point that it moves to."""
        if to is not None:
            self.lead_to(*to)
            order["move"] = "waypoint there"
        self.doctrine(u // c.UNITS_A_SIDE, activation=[{"do": do, **order}])
        activation.activate(self.k, self.s, u)

    def lead_to(self, x: float, y: float) -> None:
        """Put the waypoint `there` at a point."""
        k, goal, cell = self.k, c.GOAL_WAYPOINT, np.array([self.cell(x, y)])
        k["waypoint_x"][0], k["waypoint_y"][0] = x, y
        if not self.scenario.table.terrain:
            fill_field(k, goal, cell)
            return
        before = k["field"].copy(), k["way"].copy()
        only = [cell[:0]] * c.GOALS
        only[goal] = cell
        with patch("sim.terrain.fields.goals", lambda _: only):
            fields.build_fields(k, tuple(sorted(classes_of(k))))
        for name, old in zip(("field", "way"), before, strict=True):
            old[:, :, goal] = k[name][:, :, goal]
            k[name] = old

    def watch(self, u: int, facing: tuple[float, float] = EAST) -> None:
        """Lay unit u's counter by hand, as if it had gone on overwatch in its last activation."""
        overwatch.place_counter(self.k, self.s, u, *facing)

    def script(self, *rolls: int | str) -> None:
        """Give the next dice (as they are read off) and chits (by name, `BOOM`) to come."""
        values = [c.CHIT_NAMES.index(roll) if isinstance(roll, str) else roll - 1 for roll in rolls]
        self.s["script"][: len(values)] = values
        self.s["script_length"] = len(values)
        self.s["script_place"] = 0

    @property
    def script_left(self) -> int:
        """How many of the scripted dice and chits nobody has rolled yet."""
        return int(self.s["script_length"] - self.s["script_place"])

    # -- what happened ----------------------------------------------------------------------------

    def events(self, *kinds: str) -> list[Event]:
        """Return the events so far (`sim.study.trace`), all of them or those of some kinds."""
        prepared = Prepared(self.scenario, ("made_up", "made_up"), self.k_array, self.names)
        told = decode(prepared, self.s, 0, 1)[1:]
        return [event for event in told if not kinds or event["event"] in kinds]

    def kinds(self, *kinds: str) -> list[str]:
        """Return the names of the events so far, all or of some kinds, in order."""
        return [event["event"] for event in self.events(*kinds)]

    def forget(self) -> None:
        """Clear the events so far."""
        self.s["event_count"] = 0


def number(u: int, place: int = 0) -> int:
    """Return the number of a unit's element."""
    return u * c.ELEMENTS_A_UNIT + place


def answer(when: str) -> list[dict[str, str]]:
    """Return a chapter of answers: always `fire` or `hold`, or `fire` when a condition holds."""
    return [{"do": when}] if when in ("fire", "hold") else [{"when": when, "do": "fire"}]


BLUE = (unit("A", (10.5, 20.5)),)
RED = (unit("X", (50.5, 20.5), facing=270),)


def battle(
    blue: Sequence[dict[str, Any]] = BLUE, red: Sequence[dict[str, Any]] = RED, **more: Any
) -> Table:
    """Return a table from the arguments of `document`."""
    return Table(json.dumps(document(blue, red, **more)))


def watched(
    answer: str = "fire", count: int = 1, distance: int = 16, type: str = "tank", **more: Any
) -> Table:
    """Return A with its counter, facing X; A's marker is face up, as in a new turn.

    `answer` is what A does at its chances, `type` what X is. All dice to come miss until told.
    """
    blue = [unit("A", (10.5, 20.5), count=count)]
    red = [unit("X", (10.5 + distance, 20.5), count=count, facing=270, type=type)]
    table = battle(blue, red, **more)
    table.watch(A)
    table.answers(c.BLUE, trigger=answer)
    table.forget()
    table.script(*MISS * 20)
    return table
