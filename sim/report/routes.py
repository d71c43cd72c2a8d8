"""Many battles on one map: where units went, and which ground their counters watched."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb

from sim.report import marks
from sim.report.battle_map import draw_table, draw_units
from sim.report.board import Board, Counter, Point
from sim.report.look import look
from sim.scenario import Scenario
from sim.study.trace import Event
from sim.terrain.raster import inside

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

DARKEST = 0.55  # opacity of the ground that a side watched most
INK_A_BATTLE = 2.5  # summed opacity of the routes of all battles
FAINTEST, STRONGEST = 0.02, 0.6


def routes_and_areas(
    axes: Axes,
    scenario: Scenario,
    battles: Sequence[Sequence[Event]],
    sight: npt.NDArray[np.uint64] | None = None,
) -> None:
    """Draw the routes of many battles faintly, over the ground that overwatch counters watched.

    `battles` are whole traces of one scenario. `sight` is the table's sight, the field of that name
    of the SCENARIO record, shape (CELLS, SIGHT_WORDS): with it only ground in sight of a watching
    element counts as watched, without it the whole of each arc or zone.
    """
    labels = draw_table(axes, scenario)
    routes: dict[str, list[list[Point]]] = {side: [] for side in marks.SIDES}
    watched = {
        side: np.zeros((scenario.table.height, scenario.table.width)) for side in marks.SIDES
    }
    for events in battles:
        board = Board()
        for event in events:
            board.hear(event)
            if event["event"] == "overwatch_on":
                counter = board.forces[event["unit"]].counter
                assert counter is not None  # the board has just heard of it
                watched[counter.side] += watched_cells(scenario, counter, sight)
        for unit, route in element_routes(events):
            routes[board.forces[unit].side].append(route)
    _shade(axes, scenario, watched)
    opacity = min(STRONGEST, max(FAINTEST, INK_A_BATTLE / len(battles)))
    for side, lines in routes.items():
        axes.add_collection(
            LineCollection(
                lines, colors=look().edge(side), linewidths=0.7, alpha=opacity, zorder=marks.Z_ROUTE
            )
        )
    start = Board()
    start.hear(battles[0][0])
    draw_units(axes, scenario, start, labels)
    count = f"{len(battles)} battle{'' if len(battles) == 1 else 's'}"
    axes.set_title(f"{scenario.name}: routes and watched ground of {count}", loc="left")


def element_routes(events: Sequence[Event]) -> Iterator[tuple[str, list[Point]]]:
    """Yield the unit and the route of each element that moved in a battle."""
    units = {one["name"]: unit["name"] for unit in events[0]["units"] for one in unit["elements"]}
    routes: dict[str, list[Point]] = {}
    for event in events:
        if event["event"] == "move":
            route = routes.setdefault(event["element"], [tuple(event["from"])])
            route.append(tuple(event["to"]))
    for element, route in routes.items():
        yield units[element], route


def watched_cells(
    scenario: Scenario, counter: Counter, sight: npt.NDArray[np.uint64] | None = None
) -> Mask:
    """Return which cells a counter watches, shape (height, width), by their middles (RD-2)."""
    height, width = scenario.table.height, scenario.table.width
    x = np.arange(width) + 0.5
    y = (np.arange(height) + 0.5)[:, None]
    watched = np.zeros((height, width), bool)
    area = scenario.rules.watched_area
    angle = math.radians(counter.bearing)
    for apex in counter.apexes:
        dx, dy = x - apex[0], y - apex[1]
        inches = np.hypot(dx, dy)
        near = (area.nearest <= inches) & (inches <= marks.reach_of(scenario, counter.unit))
        if counter.zone is None and counter.width < 360:
            along = dx * math.sin(angle) + dy * math.cos(angle)
            near &= along >= math.cos(math.radians(counter.width / 2)) * inches
        if sight is not None:
            near &= seen_from(sight, apex, height, width)
        watched |= near
    if counter.zone is not None:
        watched &= _zone_cells(scenario, counter.zone)
    return watched


def seen_from(sight: npt.NDArray[np.uint64], place: Point, height: int, width: int) -> Mask:
    """Return which cells are in sight of a place, shape (height, width)."""
    row = np.ascontiguousarray(sight[int(place[1]) * width + int(place[0])])
    bits = np.unpackbits(row.view(np.uint8), bitorder="little")
    return bits[: height * width].reshape(height, width).astype(bool)


def _zone_cells(scenario: Scenario, name: str) -> Mask:
    polygon = next(zone.polygon for zone in scenario.zones if zone.name == name)
    return inside(scenario.table.width, scenario.table.height, polygon)


def _shade(axes: Axes, scenario: Scenario, watched: dict[str, Floats]) -> None:
    """Lay each side's colour over the ground, the darker the oftener it was watched."""
    most = max(float(times.max()) for times in watched.values())
    if most == 0:
        return
    for side, times in watched.items():
        shade = np.empty((*times.shape, 4))
        shade[..., :3] = to_rgb(look().fill(side))
        shade[..., 3] = DARKEST * times / most
        extent = (0, scenario.table.width, 0, scenario.table.height)
        axes.imshow(
            shade,
            extent=extent,
            origin="lower",
            interpolation="bilinear",
            zorder=marks.Z_AREA - 0.5,
        )
