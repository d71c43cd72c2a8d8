"""Where things stand at the start: facings, elements, baselines, terrain."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from sim import figures
from sim.layout import codes as c
from sim.scenario.models import Table, Unit
from sim.scenario.polygons import Pair, strips
from sim.terrain.raster import Feature, rasterise

SPACING = 2.0  # inches between elements in line abreast, within integrity (DS23.4)


def bearing(degrees: float) -> Pair:
    """Return the unit vector of a bearing: 0 is up the table (+y), 90 to the right (+x).

    Quarter turns are exact, and opposite bearings are exact opposites.
    """
    quarter, rest = divmod(degrees % 360.0, 90.0)
    s, k = math.sin(math.radians(rest)), math.cos(math.radians(rest))
    return ((s, k), (k, -s), (-s, -k), (-k, s))[int(quarter)]


def cell_centre(x: float, y: float) -> Pair:
    """Return the centre of the cell of one inch that holds a point."""
    return math.floor(x) + 0.5, math.floor(y) + 0.5


def element_places(unit: Unit) -> list[Pair]:
    """Return the cell centres of a unit's elements: line abreast across the facing, left first."""
    fx, fy = bearing(unit.facing)
    places = []
    for i in range(unit.count):
        aside = (i - (unit.count - 1) / 2) * SPACING
        places.append(cell_centre(unit.at[0] + fy * aside, unit.at[1] - fx * aside))
    return places


def baseline_point(table: Table, baseline: str) -> Pair:
    """Return the cell centre at the middle of a table edge; opposite edges' points are opposite."""
    x = (table.width - 1) // 2 + 0.5
    y = (table.height - 1) // 2 + 0.5
    match baseline:
        case "west":
            return 0.5, y
        case "east":
            return table.width - 0.5, table.height - y
        case "south":
            return x, 0.5
        case _:
            return table.width - x, table.height - 0.5


def features(table: Table) -> list[Feature]:
    """Return the terrain in the order it is laid, lines as one strip a segment."""
    return [
        Feature(piece.kind, piece.level or 0, tuple(polygon))
        for piece in table.terrain
        for polygon in (
            strips(piece.line, piece.width or 1.0) if piece.line else [piece.polygon or []]
        )
    ]


def terrain_codes(table: Table) -> npt.NDArray[np.uint8]:
    """Return the terrain of each cell (`codes.TERRAINS`), shape (height, width)."""
    terrain = rasterise(table.width, table.height, features(table), ())[0]
    return terrain.reshape(table.height, table.width)


def may_enter(mobility: str, terrain: str) -> bool:
    """Return whether a mobility can be in a kind of terrain at all (p. 26)."""
    movement_class = c.MOVEMENT_CLASSES[c.MOBILITY_CLASS[c.MOBILITIES.index(mobility)]]
    return any(terrain in kinds for kinds in figures.TERRAIN[movement_class].values())
