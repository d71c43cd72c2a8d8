"""The ground of a table as SVG: its shapes for a template, its colours as CSS for light and dark."""

from __future__ import annotations

from dataclasses import dataclass

from sim.report.battle_map import middles, outlines
from sim.report.look import LOOKS, Look
from sim.report.retell import path_of
from sim.scenario import Scenario

#: Marks on a square of the ground: its side in inches and the path drawn in it.
HATCHES = {
    "scrub": (1.6, "M.8 .7v.2"),
    "rough": (1.8, "M.5 .5l.6 .6M1.1 .5l-.6 .6"),
    "cultivated": (1.4, "M0 1.4L1.4 0"),
    "urban": (1.6, "M0 .8H1.6M.8 0V1.6"),
    "light_wood": (1.8, "M.6 .9a.3 .3 0 1 0 .6 0a.3 .3 0 1 0-.6 0"),
    "dense_wood": (1.1, "M.25 .55a.3 .3 0 1 0 .6 0a.3 .3 0 1 0-.6 0"),
    "mountain": (1.6, "M.2 1.2L.8 .3L1.4 1.2"),
    "swamp": (1.8, "M.4 .9h1"),
    "open_water": (2.0, "M.2 1q.4-.4 .8 0t.8 0"),
}


@dataclass(frozen=True)
class Piece:
    """A piece of terrain: its class, its outline, and where its name may stand, the best first."""

    kind: str
    path: str
    name: str
    at: list[tuple[float, float]]
    hatch: bool


def pieces_of(scenario: Scenario) -> list[Piece]:
    """Return the terrain of a table from below to above."""
    height = scenario.table.height
    pieces = []
    for one in scenario.table.terrain:
        path = "".join(
            path_of([(x, round(height - y, 2)) for x, y in ring]) for ring in outlines(one)
        )
        kind = f"hill-{one.level or 1}" if one.kind == "hill" else one.kind
        at = [(round(x, 2), round(height - y, 2)) for x, y in middles(one)]
        pieces.append(Piece(kind, path, one.name or "", at, kind in HATCHES))
    return pieces


def colours(theme: str) -> str:
    """Return the colours of a theme as declarations of CSS variables."""
    now: Look = LOOKS[theme]
    found = {"ground": now.ground, "contour": now.contour, "hatch": now.hatch, "place": now.place}
    found |= {kind: colour for kind, (colour, _) in now.terrain.items()}
    found |= {f"hill-{level}": colour for level, colour in enumerate(now.hills, 1)}
    found |= {"map-ink": now.ink, "map-paper": now.paper, "nobody": now.nobody, "star": now.star}
    found["smoke"] = now.smoke
    for side in ("blue", "red"):
        found |= {f"{side}-fill": now.fill(side), f"{side}-edge": now.edge(side)}
    found |= {f"fire-{mode}": stroke.colour for mode, stroke in now.shots.items()}
    return " ".join(f"--{name.replace('_', '-')}: {colour};" for name, colour in found.items())
