"""A battle as moving pictures: the same signs as on the maps, drawn anew over ground that stays.

Units move along their routes and slow down before they stop, shots flash and leave what they did,
watched areas come and go. How many pictures a film has does not grow with the battle beyond a bound.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from matplotlib.artist import Artist
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from sim.report import captions, key, marks
from sim.report.battle_map import battle_name, draw_table, name_markers, teams_of
from sim.report.board import Board, Counter, Force, Point
from sim.report.labels import POINTS, Box, Labels, text_width
from sim.report.look import look
from sim.report.strikes import Strike, middle, strike_of
from sim.report.style import ready
from sim.scenario import Scenario
from sim.study.trace import Event

Pixels: TypeAlias = npt.NDArray[np.uint8]  # shape (height, width, 3)
Picture: TypeAlias = tuple[Pixels, int]  # and for how many milliseconds it is seen

DPI = 100
LONG = 7.2  # inches of paper of a film's width, and the most of its map's height
HEAD, CAPTION, SIDE = 0.42, 0.34, 0.28  # inches above and below the map, and beside it
MOVING = 220  # pictures of moves in a whole film, about
FEWEST, MOST = 2, 12  # pictures of one move
STEP = 60  # milliseconds of a picture in motion
FLASH, AFTER, READ, OPENING, CLOSING = 280, 620, 480, 1800, 3500
FADES = (0.5, 1.0)
LETTERS = 9.5  # points of the caption, less where it is long

#: Events that do not break a move off.
WITHIN = ("move", "marker", "facing", "posture", "overwatch_chance", "sensors", "revealed")
ATTACKS = ("shot", "missile", "firefight", "barrage", "assault")
#: Events that belong to the attack before them.
OUTCOMES = ("chits", "status", "intercept", "aboard", "facing", "round", "posture", "marker")


@dataclass
class Stage:
    """The paper of a film: ground and key drawn once, everything else for each picture."""

    scenario: Scenario
    events: Sequence[Event]
    offsets: dict[str, Point] = field(default_factory=dict)  # of names, from their units' middles

    def __post_init__(self) -> None:
        table = self.scenario.table
        scale = min((LONG - 2 * SIDE) / table.width, LONG / table.height)
        across, along = scale * table.width, scale * table.height
        wide = max(across + 2 * SIDE, 5.0)
        entries = key.entries_of(self.events)
        foot = key.key_height(wide - 0.2, entries)
        high = HEAD + along + SIDE + CAPTION + foot
        # an even number of dots, which films need
        wide, high = (2 * math.ceil(size * DPI / 2) / DPI for size in (wide, high))
        figure = Figure(figsize=(wide, high), dpi=DPI, facecolor=look().paper)
        self.wide = wide
        canvas: Any = FigureCanvasAgg(figure)  # its methods have no types
        self.canvas = canvas
        box = (
            (wide - across) / 2 / wide,
            (foot + CAPTION + SIDE) / high,
            across / wide,
            along / high,
        )
        ground = ready(figure.add_axes(box), 0, 0, 0, 0)
        labels = draw_table(ground, self.scenario)
        name_markers(self.scenario, labels)
        self.fixed = labels.taken  # what is written on the ground
        edge = SIDE / wide
        key.draw_key(
            figure.add_axes((0.1 / wide, 0, 1 - 0.2 / wide, foot / high)), wide - 0.2, entries
        )
        figure.text(
            edge, 1 - 0.28 / high, f"{self.scenario.title}", fontsize=10.5, fontweight="bold"
        )
        canvas.draw()
        self.background: Any = canvas.copy_from_bbox(figure.bbox)
        self.turn = figure.text(
            1 - edge, 1 - 0.28 / high, "", fontsize=10.5, fontweight="bold", ha="right"
        )
        self.line = figure.text(edge, (foot + 0.13) / high, "", fontsize=LETTERS)
        self.axes = figure.add_axes(box)
        self.axes.set(xlim=(0, table.width), ylim=(0, table.height), aspect="equal")
        self.axes.set_axis_off()
        self.axes.patch.set_visible(False)
        self.teams = teams_of(self.scenario)

    def name(self, board: Board, moved: Iterable[str]) -> None:
        """Find places for the names of units, where they stand now, beside those of all others."""
        labels = Labels(self.axes, [*self.fixed])
        again = set(moved)
        for force in board.forces.values():
            for vehicle in force.vehicles:
                labels.keep_free(*vehicle.at, marks.HALF)
            if force.name not in again and force.name in self.offsets and force.in_play:
                labels.taken.append(self._box(labels, force))
        for force in board.forces.values():
            if force.in_play and (force.name in again or force.name not in self.offsets):
                box, (x, y) = marks.place_name(labels, force), middle(force)
                self.offsets[force.name] = (box.left - x, box.bottom - y)

    def _box(self, labels: Labels, force: Force) -> Box:
        (x, y), (right, up) = middle(force), self.offsets[force.name]
        width, height = labels.size(marks.name_of(force), marks.NAME_POINTS)
        width += marks.signs(force) * height
        left = min(max(x + right, 0.2), max(labels.table.width - width - 0.2, 0.2))
        bottom = min(max(y + up, 0.2), labels.table.height - height - 0.2)
        return Box(left, bottom, width, height)

    def shoot(
        self,
        board: Board,
        caption: str,
        strikes: Sequence[Strike] = (),
        fading: dict[Counter, float] | None = None,
        flash: bool = False,
    ) -> Pixels:
        """Return the picture of a board."""
        self._draw_table(board, fading or {})
        self._draw_units(board.forces.values())
        for strike in strikes:
            strike.draw(self.axes, 2.2 if flash else 1.0)
        return self._develop(self.background, caption)

    def hold(self, board: Board, moving: Collection[str]) -> None:
        """Keep a picture of everything but some units, which `follow` draws over it."""
        self._draw_table(board, {})
        self._draw_units(force for name, force in board.forces.items() if name not in moving)
        self._develop(self.background, "")
        self.held = self.canvas.copy_from_bbox(self.canvas.figure.bbox)

    def follow(self, board: Board, moving: Collection[str], caption: str) -> Pixels:
        """Return the picture of units that move, over all that stays."""
        self._draw_units(board.forces[name] for name in moving)
        return self._develop(self.held, caption)

    def _draw_table(self, board: Board, fading: dict[Counter, float]) -> None:
        for marker in self.scenario.objectives:
            marks.draw_marker(self.axes, marker.at, marker.value, board.holders[marker.name])
        for at, radius in board.clouds.items():
            marks.draw_cloud(self.axes, at, radius)
        standing = {force.counter: 1.0 for force in board.forces.values() if force.counter}
        for counter, strength in (standing | fading).items():
            marks.draw_counter(self.axes, self.scenario, counter, gone=False, strength=strength)

    def _draw_units(self, forces: Iterable[Force]) -> None:
        labels = Labels(self.axes)
        for force in forces:
            marks.draw_force(self.axes, labels, force, self.teams)
            if force.in_play:
                marks.write_name(self.axes, labels, force, self._box(labels, force))

    def _develop(self, below: Any, caption: str) -> Pixels:
        """Return what has been drawn, over what lies below it, and take it off again."""
        room = POINTS * (self.wide - 2 * SIDE)
        self.line.set_text(caption)
        self.line.set_fontsize(min(LETTERS, LETTERS * room / max(text_width(caption, LETTERS), 1)))
        self.canvas.restore_region(below)
        renderer = self.canvas.get_renderer()
        for one in (self.axes, self.turn, self.line):
            one.draw(renderer)
        drawn: list[Artist] = [*self.axes.patches, *self.axes.lines, *self.axes.texts]
        for part in drawn:
            part.remove()
        pixels: Pixels = np.asarray(self.canvas.buffer_rgba())[..., :3].copy()
        return pixels


def film(scenario: Scenario, events: Sequence[Event]) -> Iterator[Picture]:
    """Yield the pictures of a battle, from its whole trace."""
    stage, board = Stage(scenario, events), Board()
    board.hear(events[0])
    stage.name(board, board.forces)
    stage.turn.set_text(battle_name(events[0]).partition(", ")[0])
    caption = captions.start(events[0])
    yield stage.shoot(board, caption), OPENING
    each = _pictures_a_move(events)
    fire: Event | None = None
    place = 1
    while place < len(events):
        event = events[place]
        kind = event["event"]
        if kind == "move":
            group = list(_group(events, place, WITHIN))
            yield from ((picture, STEP) for picture in _move(stage, board, caption, group, each))
        elif kind in ATTACKS and strike_of(event, board, "activation"):
            group = list(_group(events, place, (*ATTACKS, *OUTCOMES)))
            caption = captions.attack(fire, group)
            yield from _attack(stage, board, caption, group, fire)
        elif kind in ("overwatch_on", "overwatch_off"):
            group = list(_group(events, place, (kind, "marker", "facing")))
            caption = captions.other(event) or caption
            yield from _watch(stage, board, caption, group, comes=kind == "overwatch_on")
        else:
            group = [event]
            board.hear(event)
            words = captions.other(event)
            if kind == "turn_start":
                stage.turn.set_text(f"turn {event['turn']} of {scenario.turns}")
                words, fire = f"turn {event['turn']}", None
            elif kind == "activate":
                caption, fire = captions.activation(event), None
            elif kind == "fire":
                fire = event
            if kind == "mounted":
                stage.name(board, [board.vehicles[event["element"]].unit])
            if words is not None:
                caption = words
                yield stage.shoot(board, caption), CLOSING if kind == "end" else READ
        place += len(group)


def _group(events: Sequence[Event], place: int, kinds: Sequence[str]) -> Iterator[Event]:
    """Yield the event at a place, and those after it as long as they are of some kinds."""
    for event in events[place:]:
        if event["event"] not in kinds:
            return
        yield event


def _pictures_a_move(events: Sequence[Event]) -> int:
    moves = sum(
        bool(event["event"] == "move" and before["event"] not in WITHIN)
        for before, event in pairwise(events)
    )
    return min(MOST, max(FEWEST, MOVING // max(moves, 1)))


def eased(part: float) -> float:
    """Return how far of its way something has come after a part of its time: slow at both ends."""
    return part * part * (3 - 2 * part)


def along(route: Sequence[Point], part: float) -> tuple[Point, Point]:
    """Return the place after a part of a route, and the direction there (a unit vector).

    >>> along([(0.0, 0.0), (2.0, 0.0), (2.0, 2.0)], 0.75)
    ((2.0, 1.0), (0.0, 1.0))
    """
    legs = [math.dist(a, b) for a, b in pairwise(route)]
    left = part * sum(legs)
    for a, b, leg in zip(route[:-1], route[1:], legs, strict=True):
        if leg > 0 and left <= leg:
            ahead = ((b[0] - a[0]) / leg, (b[1] - a[1]) / leg)
            return (a[0] + left * ahead[0], a[1] + left * ahead[1]), ahead
        left -= leg
    return route[-1], (0.0, 0.0)


def _move(
    stage: Stage, board: Board, caption: str, group: Sequence[Event], most: int
) -> Iterator[Pixels]:
    """Yield the pictures of the moves in some events, all at once, and let the board hear them."""
    routes: dict[str, list[Point]] = {}
    for event in group:
        if event["event"] == "move":
            route = routes.setdefault(event["element"], [tuple(event["from"])])
            route.append(tuple(event["to"]))
    longest = max(sum(math.dist(a, b) for a, b in pairwise(route)) for route in routes.values())
    count = max(1, min(most, math.ceil(1.5 * longest)))
    units = dict.fromkeys(board.vehicles[element].unit for element in routes)
    stage.hold(board, units)
    for number in range(1, count):
        for element, route in routes.items():
            at, ahead = along(route, eased(number / count))
            vehicle = board.vehicles[element]
            vehicle.at = at
            vehicle.facing = ahead if any(ahead) else vehicle.facing
        yield stage.follow(board, units, caption)
    for event in group:
        board.hear(event)
    stage.name(board, units)
    yield stage.shoot(board, caption)


def _attack(
    stage: Stage, board: Board, caption: str, group: Sequence[Event], fire: Event | None
) -> Iterator[Picture]:
    """Yield the pictures of a volley: shots that flash, and what they did."""
    mode = fire["mode"] if fire else "activation"
    strikes = [strike for event in group if (strike := strike_of(event, board, mode))]
    before = caption.partition(":")[0]
    yield stage.shoot(board, before, strikes, flash=True), FLASH
    for event in group:
        board.hear(event)
    yield stage.shoot(board, caption, strikes), AFTER


def _watch(
    stage: Stage, board: Board, caption: str, group: Sequence[Event], comes: bool
) -> Iterator[Picture]:
    """Yield the pictures of counters that are laid or go."""
    units = [
        event["unit"] for event in group if event["event"] in ("overwatch_on", "overwatch_off")
    ]
    if comes:
        for event in group:
            board.hear(event)
    counters = [counter for unit in units if (counter := board.forces[unit].counter)]
    stage.name(board, units)
    for strength in FADES if comes else FADES[::-1]:
        fading = dict.fromkeys(counters, strength)
        yield stage.shoot(board, caption, fading=fading), STEP
    for event in group if not comes else ():
        board.hear(event)
    yield stage.shoot(board, caption), READ
