"""The signs on a battle map: vehicles and what befell them, counters, markers, shots.

Blue is dark and square, red is light and pointed, so that a map can be read in black and white.
"""

from __future__ import annotations

import math
from collections import Counter as Counts
from collections.abc import Collection

from matplotlib.axes import Axes
from matplotlib.patches import Circle, Ellipse, Patch, Wedge
from matplotlib.patches import Polygon as Area

from sim import figures
from sim.report.board import Counter, Force, Point, Vehicle
from sim.report.labels import Box, Labels
from sim.report.look import look
from sim.scenario import Scenario
from sim.scenario.arms import longest_range
from sim.scenario.fill_arms import small_arms_matter

SIDES = ("blue", "red")

#: Outlines that look along +x, in inches; a vehicle is drawn larger than it is.
OUTLINE = {
    "blue": ((-0.6, -0.5), (0.25, -0.5), (0.75, 0.0), (0.25, 0.5), (-0.6, 0.5)),
    "red": ((-0.6, -0.6), (0.9, 0.0), (-0.6, 0.6), (-0.25, 0.0)),
}
TEAM = 0.62  # size of a team of infantry, of a vehicle's
#: Earth in front of an element that is dug in, or hull or turret down.
BANK = ((0.7, -0.85), (1.1, -0.4), (1.1, 0.4), (0.7, 0.85))
SHAKEN = ("SH", "BR", "RO")  # levels of confidence that are written beside a unit's name
EYE, STAR = 1.6, 1.2  # room of the signs before a name, in heights of it
HALF = 0.8  # inches around a vehicle that stay free of labels
DISC = 1.0  # radius of an objective, within which it is taken (DS17.1)
NAME_POINTS = 6.5

#: Areas, routes, shots, vehicles, signs, labels from below to above.
Z_AREA, Z_ROUTE, Z_SHOT, Z_VEHICLE, Z_SIGN, Z_LABEL = 3.0, 4.0, 5.0, 6.0, 7.0, 9.0


def draw_vehicle(axes: Axes, vehicle: Vehicle, side: str, team: bool = False) -> None:
    """Draw an element: its place and facing, and what has happened to it; a team smaller."""
    x, y = vehicle.at
    if not vehicle.in_play:
        for slope in (-1, 1):
            axes.plot(
                (x - 0.45, x + 0.45),
                (y - 0.45 * slope, y + 0.45 * slope),
                color=look().edge(side),
                linewidth=1.1,
                zorder=Z_ROUTE + 0.5,
            )
        return
    size = TEAM if team else 1.0
    outline = tuple((size * u, size * v) for u, v in OUTLINE[side])
    axes.add_artist(
        Area(
            turned(outline, vehicle.facing, vehicle.at),
            facecolor=look().fill(side),
            edgecolor=look().edge(side),
            linewidth=0.6,
            zorder=Z_VEHICLE,
        )
    )
    if vehicle.damaged:
        axes.add_artist(Circle((x, y), 0.22, facecolor="white", edgecolor="none", zorder=Z_SIGN))
    if vehicle.immobilised:
        bar = turned(((-0.85, -0.7), (-0.85, 0.7)), vehicle.facing, vehicle.at)
        axes.plot(*zip(*bar, strict=True), color=look().ink, linewidth=1.4, zorder=Z_SIGN)
    if vehicle.posture != "none":
        bank = turned(BANK, vehicle.facing, vehicle.at)
        axes.plot(*zip(*bank, strict=True), color=look().contour, linewidth=1.3, zorder=Z_SIGN)
    if vehicle.systems_down:
        ring = Circle(
            (x, y), 0.95, fill=False, edgecolor=look().ink, linewidth=0.7, linestyle=":",
            zorder=Z_SIGN,
        )  # fmt: skip
        axes.add_artist(ring)


def draw_badge(axes: Axes, at: Point, side: str, teams: int) -> None:
    """Draw at a carrier's corner how many teams are aboard."""
    x, y = at[0] + 0.75, at[1] + 0.75
    axes.add_artist(
        Circle(
            (x, y), 0.62, facecolor=look().paper, edgecolor=look().edge(side), linewidth=0.6,
            zorder=Z_SIGN + 0.6,
        )
    )  # fmt: skip
    axes.text(
        x, y, str(teams), fontsize=5.5, color=look().ink, ha="center", va="center_baseline",
        zorder=Z_SIGN + 0.7, clip_on=True,
    )  # fmt: skip


def turned(shape: tuple[Point, ...], facing: Point, at: Point) -> list[Point]:
    """Return a shape that looks along +x, turned to a facing and moved to a place."""
    fx, fy = facing
    return [(at[0] + fx * u - fy * v, at[1] + fy * u + fx * v) for u, v in shape]


def draw_force(axes: Axes, labels: Labels, force: Force, teams: Collection[str] = ()) -> None:
    """Draw a unit's elements; its name, eye and star follow with `name_force`.

    `teams` are the types that are teams of infantry. Who is aboard a carrier is a badge on it.
    """
    loads = Counts(one.aboard for one in force.in_play if one.aboard)
    for vehicle in force.vehicles:
        if vehicle.aboard and vehicle.in_play:
            continue
        draw_vehicle(axes, vehicle, force.side, vehicle.kind in teams)
        labels.keep_free(*vehicle.at, HALF if vehicle.in_play else HALF / 2)
    for vehicle in force.vehicles:
        if loads[vehicle.name]:
            draw_badge(axes, vehicle.at, force.side, loads[vehicle.name])


def name_force(axes: Axes, labels: Labels, force: Force) -> None:
    """Write a unit's name beside it, after an eye (overwatch) and a star (Under Fire)."""
    if force.in_play:
        write_name(axes, labels, force, place_name(labels, force))


def place_name(labels: Labels, force: Force) -> Box:
    """Return where there is room for a unit's name and signs, and take it."""
    xs, ys = zip(*(vehicle.at for vehicle in force.in_play), strict=True)
    around = Box(
        min(xs) - HALF, min(ys) - HALF, max(xs) - min(xs) + 2 * HALF, max(ys) - min(ys) + 2 * HALF
    )
    width, height = labels.size(name_of(force), NAME_POINTS)
    return labels.place(around, width + signs(force) * height, height)


def signs(force: Force) -> float:
    """Return the room of a unit's signs, in heights of its name."""
    return (force.counter is not None) * EYE + force.under_fire * STAR


def write_name(axes: Axes, labels: Labels, force: Force, box: Box) -> None:
    """Write a unit's name and signs into their place."""
    height = box.height
    x, y = box.left, box.bottom + height / 2
    if force.counter is not None:
        draw_eye(axes, x + 0.7 * height, y, height, force.side)
        x += EYE * height
    if force.under_fire:
        draw_star(axes, x + 0.5 * height, y, height)
        x += STAR * height
    width = box.right - x
    labels.write(
        Box(x, box.bottom, width, height), name_of(force), NAME_POINTS, look().edge(force.side)
    )


def name_of(force: Force) -> str:
    """Return what is written beside a unit: its name, and what is not as it should be."""
    text = f"{force.name} (hidden)" if force.hidden else force.name
    return f"{text} {force.confidence}" if force.confidence in SHAKEN else text


def draw_eye(axes: Axes, x: float, y: float, height: float, side: str) -> None:
    """Draw the eye of overwatch."""
    eye = Ellipse((x, y), 1.4 * height, 0.85 * height, zorder=Z_LABEL)
    eye.set(facecolor=look().paper, edgecolor=look().edge(side), linewidth=0.7)
    axes.add_artist(eye)
    axes.add_artist(Circle((x, y), 0.26 * height, color=look().edge(side), zorder=Z_LABEL + 0.1))


def draw_star(axes: Axes, x: float, y: float, height: float) -> None:
    """Draw the star of Under Fire."""
    tips = [
        (
            x + height * (0.6 if i % 2 == 0 else 0.25) * math.sin(i * math.pi / 5),
            y + height * (0.6 if i % 2 == 0 else 0.25) * math.cos(i * math.pi / 5),
        )
        for i in range(10)
    ]
    star = Area(tips, facecolor=look().star, edgecolor="#222222", linewidth=0.5, zorder=Z_LABEL)
    axes.add_artist(star)


def draw_marker(
    axes: Axes, at: Point, value: int, holder: str | None, radius: float = DISC
) -> None:
    """Draw an objective: a disc with its value in its holder's colour."""
    fill = look().fill(holder) if holder else look().paper
    edge = look().edge(holder) if holder else look().nobody
    axes.add_artist(
        Circle(
            at,
            radius,
            facecolor=fill,
            edgecolor=edge,
            linewidth=1.0,
            alpha=0.9,
            zorder=Z_ROUTE + 0.1,
        )
    )
    axes.text(
        *at,
        str(value),
        fontsize=NAME_POINTS,
        color={"blue": "white", "red": "#222222"}.get(holder or "", look().ink),
        ha="center",
        va="center_baseline",
        weight="bold",
        zorder=Z_ROUTE + 0.2,
    )


def reach_of(scenario: Scenario, unit: str) -> float:
    """Return how far a unit's counter watches: its longest weapon, sight, and the switch (RD-2)."""
    named = next(one for side in scenario.sides for one in side.units if one.name == unit)
    kinds = [kind for kind in scenario.kinds_of(named) if kind is not None]
    small_arms = small_arms_matter(scenario.used_types().values())
    longest = max(longest_range(kind, small_arms) for kind in kinds)
    return min(longest, figures.LINE_OF_SIGHT, scenario.rules.watched_area.farthest)


def area_of(scenario: Scenario, counter: Counter) -> Patch:
    """Return the watched area of a counter, drawn from the middle of its unit."""
    if counter.zone is not None:
        polygon = next(zone.polygon for zone in scenario.zones if zone.name == counter.zone)
        return Area(polygon)
    reach = reach_of(scenario, counter.unit)
    middle = 90.0 - counter.bearing
    return Wedge(
        counter.centre,
        reach,
        middle - counter.width / 2,
        middle + counter.width / 2,
        width=reach - scenario.rules.watched_area.nearest,
    )


def draw_counter(
    axes: Axes, scenario: Scenario, counter: Counter, gone: bool, strength: float = 1.0
) -> None:
    """Draw a watched area: filled while its counter stays, an outline if it went in the turn.

    `strength` is that of its colours, 0 to 1.
    """
    area = area_of(scenario, counter)
    area.set(
        facecolor=look().fill(counter.side) if not gone else "none",
        edgecolor=look().edge(counter.side),
        alpha=strength * (0.12 if not gone else 0.5),
        linewidth=0.8,
        linestyle="-" if not gone else ":",
        zorder=Z_AREA - 0.5,
    )
    axes.add_artist(area)


def draw_shot(
    axes: Axes,
    start: Point,
    end: Point,
    mode: str,
    hit: bool,
    missile: bool = False,
    strong: float = 1.0,
) -> None:
    """Draw a shot: up to a dot on what it hits, or short of what it misses; a missile with its head.

    Lines are `strong` times as thick as usual.
    """
    stroke = look().shots.get(mode) or look().shots["activation"]
    stop = end
    if not hit:
        inches = max(math.dist(start, end), 1e-9)
        part = max(0.0, 1 - 1.3 / inches)
        stop = (start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1]))
    axes.plot(
        (start[0], stop[0]),
        (start[1], stop[1]),
        color=stroke.colour,
        linestyle=stroke.style,
        linewidth=strong * stroke.width * (1.0 if hit else 0.6),
        zorder=Z_SHOT,
    )
    if missile and math.dist(start, stop) > 0:
        inches = math.dist(start, stop)
        ahead = ((stop[0] - start[0]) / inches, (stop[1] - start[1]) / inches)
        middle = (start[0] + 0.6 * (stop[0] - start[0]), start[1] + 0.6 * (stop[1] - start[1]))
        head = turned(((-0.5, -0.4), (0.6, 0.0), (-0.5, 0.4)), ahead, middle)
        axes.add_artist(
            Area(head, facecolor=look().ground, edgecolor=stroke.colour, linewidth=0.9,
                 zorder=Z_SHOT + 0.1)
        )  # fmt: skip
    if hit:
        axes.plot(*end, marker="o", markersize=2.6, color=stroke.colour, zorder=Z_SIGN + 0.5)


def draw_burst(axes: Axes, at: Point, effective: bool = True, size: float = 1.0) -> None:
    """Draw where artillery fell: full for effective fire, dotted for harassing fire."""
    tips = [
        (
            at[0] + size * (1.6 if i % 2 == 0 else 0.9) * math.sin(i * math.pi / 8),
            at[1] + size * (1.6 if i % 2 == 0 else 0.9) * math.cos(i * math.pi / 8),
        )
        for i in range(16)
    ]
    axes.add_artist(
        Area(
            tips, fill=False, edgecolor=look().ink, linewidth=0.9,
            linestyle="-" if effective else ":", zorder=Z_SHOT,
        )
    )  # fmt: skip


def draw_assault(axes: Axes, start: Point, end: Point, side: str) -> None:
    """Draw a close assault: an arrow from the unit that charges to the one that is charged."""
    axes.annotate(
        "", end, start, zorder=Z_SHOT,
        arrowprops={"arrowstyle": "-|>", "color": look().edge(side), "linewidth": 1.8,
                    "shrinkA": 0, "shrinkB": 3},
    )  # fmt: skip


def draw_cloud(axes: Axes, at: Point, radius: float) -> None:
    """Draw a cloud of smoke."""
    axes.add_artist(
        Circle(
            at, radius, facecolor=look().smoke, edgecolor="none", alpha=0.45, zorder=Z_ROUTE - 0.2
        )
    )
