"""Where things stand at the start: facings, elements, baselines, terrain."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sim import figures
from sim.layout import codes as c
from sim.scenario.models import Table, Unit
from sim.scenario.polygons import Pair, strips
from sim.scenario.teams import ElementType, TeamType
from sim.scenario.vehicles import VehicleType
from sim.terrain.raster import Feature, rasterise

SPACING = 2.0  # inches between vehicles in line abreast, within integrity (DS23.4)
Kinds = Sequence[ElementType | None]  # of a unit's elements; None: not known


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


def carriers(unit: Unit, kinds: Kinds) -> list[int]:
    """Return the place of the carrier that each element starts aboard, or -1.

    Mounted teams fill the unit's carriers in order; a team for which there is no room is left out.
    """
    berths = [
        place
        for place, kind in enumerate(kinds)
        if isinstance(kind, VehicleType)
        for _ in range(kind.carries)
    ]
    if not unit.mounted:
        berths = []
    return [berths.pop(0) if isinstance(kind, TeamType) and berths else c.NOTHING for kind in kinds]


def element_places(unit: Unit, kinds: Kinds) -> list[Pair]:
    """Return the cell centres of a unit's elements, left first across the facing.

    Vehicles stand in line abreast, teams on foot side by side in the next line of cells behind them,
    mounted teams where their carrier is.
    """
    fx, fy = bearing(unit.facing)
    aboard = carriers(unit, kinds)
    on_foot = [
        i for i, kind in enumerate(kinds) if isinstance(kind, TeamType) and aboard[i] == c.NOTHING
    ]
    vehicles = [i for i, kind in enumerate(kinds) if not isinstance(kind, TeamType)]
    places = dict.fromkeys(range(len(kinds)), unit.at)
    for n, i in enumerate(vehicles):
        aside = (n - (len(vehicles) - 1) / 2) * SPACING
        places[i] = cell_centre(unit.at[0] + fy * aside, unit.at[1] - fx * aside)
    cell = max(abs(fx), abs(fy))  # so much of a slanting step of one cell is across or along it
    back = 1.0 if vehicles else 0.0
    for n, i in enumerate(on_foot):
        aside = n - (len(on_foot) - 1) / 2
        x = unit.at[0] + (fy * aside - fx * back) / cell
        y = unit.at[1] - (fx * aside + fy * back) / cell
        places[i] = cell_centre(x, y)
    return [places[carrier if carrier >= 0 else i] for i, carrier in enumerate(aboard)]


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
