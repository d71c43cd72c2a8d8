"""What flies over the table in an event: shots, missiles, firefights, artillery, close assaults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from matplotlib.axes import Axes

from sim.report import marks
from sim.report.board import Board, Force, Point
from sim.study.trace import Event


@dataclass(frozen=True)
class Strike:
    """One attack, from where to where."""

    kind: Literal["shot", "missile", "firefight", "barrage", "assault"]
    start: Point | None  # None: guns off the table
    end: Point
    mode: str  # of the fire
    side: str = ""
    hit: bool = True

    def draw(self, axes: Axes, strong: float = 1.0) -> None:
        """Draw it, lines of shots `strong` times as thick as usual."""
        if self.start is None:
            marks.draw_burst(axes, self.end, self.hit)
        elif self.kind == "assault":
            marks.draw_assault(axes, self.start, self.end, self.side)
        else:
            marks.draw_shot(axes, self.start, self.end, self.mode, self.hit, self.kind == "missile")


def strike_of(event: Event, board: Board, mode: str) -> Strike | None:
    """Return the attack that an event is, if it is one; `mode` is that of the fire it belongs to.

    Fire at infantry has no roll to hit: it counts as a hit, as does a firefight that draws chits.
    """
    match event["event"]:
        case "shot" | "missile" as kind if not event.get("area"):
            start, end = (board.vehicles[event[name]] for name in ("element", "target"))
            side = board.forces[start.unit].side
            hit = event.get("hit", True)
            return Strike(kind, start.at, end.at, mode, side, hit)
        case "firefight" | "assault" as kind:
            mine, other = board.forces[event["unit"]], board.forces[event["target"]]
            hit = kind == "assault" or event["drawing"] > 0
            return Strike(kind, middle(mine), middle(other), mode, mine.side, hit)
        case "barrage" if event["fire"] != "lost":
            return Strike(
                "barrage", None, tuple(event["at"]), "artillery", hit=event["fire"] == "effective"
            )
    return None


def middle(force: Force) -> Point:
    """Return the middle of a unit's elements in play, or of all once none is left."""
    xs, ys = zip(*(one.at for one in force.in_play or force.vehicles), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)
