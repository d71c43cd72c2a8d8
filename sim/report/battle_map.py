"""Maps of a battle: the table, the units on it, one turn with its moves and shots, all turns."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

import matplotlib
from matplotlib.axes import Axes
from matplotlib.patches import Polygon as Area

from sim.report import marks
from sim.report.board import Board, Counter, Point
from sim.report.labels import Box, Labels
from sim.report.look import look
from sim.report.strikes import strike_of
from sim.report.style import title
from sim.scenario import Scenario
from sim.scenario.models import Terrain
from sim.scenario.polygons import strips
from sim.scenario.teams import TeamType
from sim.study.trace import Event

TERRAIN_POINTS, MARKER_POINTS = 5.5, 5.5
#: Inches of paper left of, below, above and right of a map alone.
AROUND = (0.3, 0.25, 0.35, 0.1)


def draw_table(axes: Axes, scenario: Scenario, names: bool = True) -> Labels:
    """Draw the ground: terrain, its names, the table's edge in inches.

    Returns the room that is left for labels, which the other functions here take.
    """
    table = scenario.table
    axes.set(xlim=(0, table.width), ylim=(0, table.height), aspect="equal", facecolor=look().ground)
    axes.set_xticks(range(0, table.width + 1, 12))
    axes.set_yticks(range(0, table.height + 1, 12))
    axes.tick_params(labelsize=6, length=2, pad=1.5, color=look().nobody, labelcolor=look().nobody)
    axes.spines[:].set(color=look().nobody, visible=True)
    with matplotlib.rc_context({"hatch.linewidth": 0.35}):
        for i, piece in enumerate(table.terrain):
            for polygon in outlines(piece):
                axes.add_patch(_ground(piece, polygon, 1 + i / 1000))
    labels = Labels(axes)
    for marker in scenario.objectives:
        labels.keep_free(*marker.at, marks.DISC)
    if names:
        for piece in table.terrain:
            _name_terrain(labels, piece)
    return labels


def outlines(piece: Terrain) -> list[Sequence[Point]]:
    """Return the polygons of a piece of terrain, one a segment of a line."""
    if piece.line:
        return [*strips(piece.line, piece.width or 1.0)]
    return [piece.polygon or []]


def _ground(piece: Terrain, polygon: Sequence[Point], z: float) -> Area:
    colour, hatch = look().terrain[piece.kind]
    if piece.kind == "hill":
        colour = look().hills[(piece.level or 1) - 1]
        return Area(
            polygon,
            facecolor=colour,
            edgecolor=look().contour,
            linewidth=0.8,
            linestyle="--",
            zorder=z,
        )
    edge = 0.5 if piece.kind == "building" else 0.0
    return Area(
        polygon,
        facecolor=colour,
        edgecolor=look().ink if edge else look().hatch,
        linewidth=edge,
        hatch=hatch,
        zorder=z,
    )


def _name_terrain(labels: Labels, piece: Terrain) -> None:
    """Write a piece's name on it where it covers least: its middle before any other place."""
    if piece.name is None:
        return
    width, height = labels.size(piece.name, TERRAIN_POINTS, "italic")
    boxes = []
    for x, y in middles(piece):
        left = min(max(x - width / 2, 0.2), labels.table.width - width - 0.2)
        boxes.append(Box(left, y - height / 2, width, height))
    box = min(boxes, key=labels.covered)
    labels.write(box, piece.name, TERRAIN_POINTS, look().place, "italic", marks.Z_AREA + 0.5)
    labels.taken.append(box)


def middles(piece: Terrain) -> list[Point]:
    """Return where a piece's name may stand: along a line, or about the middle of an area."""
    if piece.line:
        ends = sorted(itertools.pairwise(piece.line), key=lambda ab: -math.dist(*ab))
        return [
            (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]))
            for a, b in ends
            for part in (0.5, 0.25, 0.75)
        ]
    xs, ys = zip(*(piece.polygon or []), strict=True)
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    return [(x, y + up) for up in (0.0, 1.5, -1.5, 3.0, -3.0)]


def draw_units(axes: Axes, scenario: Scenario, board: Board, labels: Labels) -> None:
    """Draw markers, units and their names as they stand on a board."""
    for marker in scenario.objectives:
        marks.draw_marker(axes, marker.at, marker.value, board.holders[marker.name])
    for at, radius in board.clouds.items():
        marks.draw_cloud(axes, at, radius)
    forces, teams = board.forces.values(), teams_of(scenario)
    for force in forces:
        marks.draw_force(axes, labels, force, teams)
    for force in forces:
        marks.name_force(axes, labels, force)
    name_markers(scenario, labels)


def name_markers(scenario: Scenario, labels: Labels) -> None:
    """Write the names of the objectives where there is room for them."""
    for marker in scenario.objectives:
        x, y = marker.at
        around = Box(x - marks.DISC, y - marks.DISC, 2 * marks.DISC, 2 * marks.DISC)
        labels.label(around, marker.name, MARKER_POINTS, look().ink, "italic")


def teams_of(scenario: Scenario) -> frozenset[str]:
    """Return the types of a scenario that are teams of infantry."""
    types = scenario.used_types().items()
    return frozenset(name for name, kind in types if isinstance(kind, TeamType))


def draw_turn(
    axes: Axes,
    scenario: Scenario,
    events: Sequence[Event],
    turn: int,
    heading: str | None = None,
) -> None:
    """Draw one turn: where every unit went, who fired at whom, what is watched at its end."""
    board = Board()
    counters: dict[Counter, None] = {}  # in the order in which they were placed
    routes: dict[str, list[Point]] = {}
    mode = "activation"
    labels = draw_table(axes, scenario)
    for event in events:
        if event["turn"] > turn:
            break
        board.hear(event)
        now = event["turn"] == turn
        if event["event"] == "fire":
            mode = event["mode"]
        if now and (strike := strike_of(event, board, mode)):
            strike.draw(axes)
        elif now and event["event"] == "turn_start":
            counters = dict.fromkeys(_counters(board))
        elif now and event["event"] == "move":
            route = routes.setdefault(event["element"], [tuple(event["from"])])
            route.append(tuple(event["to"]))
        elif now and event["event"] == "overwatch_on":
            counters |= dict.fromkeys(_counters(board))
    standing = set(_counters(board))
    for counter in counters:
        marks.draw_counter(axes, scenario, counter, gone=counter not in standing)
    for element, route in routes.items():
        side = board.forces[board.vehicles[element].unit].side
        _draw_route(axes, route, side)
    draw_units(axes, scenario, board, labels)
    words = f"{battle_name(events[0])}, turn {turn}" if heading is None else heading
    title(axes, words, f"{scenario.name}, turn {turn}", f"turn {turn}")


def _counters(board: Board) -> Iterator[Counter]:
    return (force.counter for force in board.forces.values() if force.counter is not None)


def battle_name(deployment: Event) -> str:
    """Return the name of a battle, from its first event."""
    start = deployment
    return f"{start['scenario']}, battle {start['battle']}, seed {start['seed']}"


def _draw_route(axes: Axes, route: Sequence[Point], side: str) -> None:
    axes.plot(
        *zip(*route, strict=True),
        color=look().edge(side),
        linewidth=0.8,
        alpha=0.8,
        solid_capstyle="round",
        zorder=marks.Z_ROUTE,
    )
    axes.plot(
        *route[0],
        marker="o",
        markersize=2.2,
        markerfacecolor=look().ground,
        markeredgecolor=look().edge(side),
        markeredgewidth=0.6,
        zorder=marks.Z_ROUTE + 0.2,
    )
