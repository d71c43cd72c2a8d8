"""From the polygons of a table to its cells.

Cells are squares of one inch; cell `y * width + x` has its centre at (x + 0.5, y + 0.5). A cell
belongs to a polygon that holds its centre.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.layout import codes as c

Polygon = Sequence[tuple[float, float]]
Bytes = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.bool_]

WOODS = (c.TERRAINS.index("light_wood"), c.TERRAINS.index("dense_wood"))
URBAN = c.TERRAINS.index("urban")
BUILDING = c.TERRAINS.index("building")
OPEN = c.TERRAINS.index("open")
HILL = c.TERRAINS.index("hill")


@dataclass(frozen=True)
class Feature:
    """One piece of terrain: its kind (`codes.TERRAINS`), a hill's level, its outline in inches."""

    kind: str
    level: int
    polygon: tuple[tuple[float, float], ...]


def inside(width: int, height: int, polygon: Polygon) -> Mask:
    """Return which cell centres lie in the polygon, as (height, width), by the even-odd rule.

    A centre on an outline belongs to the polygon that lies above it or to its right, so that
    polygons with a common side share no cell and leave none out.
    """
    x = np.arange(width) + 0.5
    y = (np.arange(height) + 0.5)[:, None]
    found = np.zeros((height, width), bool)
    for i, start in enumerate(polygon):
        (x1, y1), (x2, y2) = sorted((start, polygon[i - 1]), key=lambda point: point[1])
        if y1 == y2:
            continue
        crossing = x1 + (y - y1) * (x2 - x1) / (y2 - y1)
        found ^= (y1 <= y) & (y < y2) & (crossing <= x)
    return found


def neighbours(values: npt.NDArray[Any], beyond: int) -> npt.NDArray[Any]:
    """Return the 8 neighbours of each cell, as (8, height, width); `beyond` off the table."""
    height, width = values.shape
    padded = np.pad(values, 1, constant_values=beyond)
    return np.stack(
        [
            padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]
            for dy in (-1, 0, 1)
            for dx in (-1, 0, 1)
            if dx or dy
        ]
    )


def straight_neighbours(values: npt.NDArray[Any], beyond: int) -> npt.NDArray[Any]:
    """Return the 4 neighbours that share a side with each cell, as (4, height, width)."""
    return neighbours(values, beyond)[[1, 3, 4, 6]]


def families(terrain: npt.NDArray[np.integer]) -> tuple[Mask, Mask]:
    """Return which cells are wood of either density, and which are urban."""
    return np.isin(terrain, WOODS), terrain == URBAN


def deep(terrain: npt.NDArray[np.integer]) -> Mask:
    """Return the cells inside a wood or urban area: the four straight neighbours are of its kind.

    Corners do not count: with them, half the edge cells of a slanted wood would see nothing. The
    table's edge is not an edge of the wood (DS20.7). `terrain` is (height, width).
    """
    found = np.zeros(terrain.shape, bool)
    for family in families(terrain):
        found |= family & straight_neighbours(family, beyond=1).all(axis=0)
    return found


def cover_of(terrain: npt.NDArray[np.integer], level: npt.NDArray[np.integer]) -> Bytes:
    """Return the cover that each cell gives (`codes.CELL_*`, DS20.6), as (height, width).

    Soft: the edge of a wood or urban area, the cells beside a wood (DS25.2: a vehicle that may not
    enter stands on its edge), and contact with a building. Crest: the rim of higher ground. A
    building's own cells give none, since nobody stands there.
    """
    building = terrain == BUILDING
    wood, urban = families(terrain)
    beside = straight_neighbours(wood, beyond=0).any(axis=0) & ~wood
    soft = ((wood | urban) & ~deep(terrain)) | neighbours(building, beyond=0).any(axis=0)
    rim = (neighbours(level, beyond=255) < level).any(axis=0)
    cover = np.where(beside, c.CELL_SOFT, c.CELL_NO_COVER)
    cover = np.where(soft, c.CELL_SOFT, np.where(rim, c.CELL_CREST, cover))
    return np.where(building, c.CELL_NO_COVER, cover).astype(np.uint8)


def rasterise(
    width: int, height: int, features: Sequence[Feature], zones: Sequence[Polygon]
) -> tuple[Bytes, Bytes, Bytes, Bytes]:
    """Return terrain, level, cover and zones of each cell, four arrays of width * height.

    Later features lie over earlier ones. A hill sets the level of the ground, and the terrain only
    of open cells; every other kind sets the terrain and lies on the ground that is there.
    Bit i of a cell's zones is zone i; at most 8 zones.
    """
    terrain = np.full((height, width), OPEN, np.uint8)
    level = np.zeros((height, width), np.uint8)
    for feature in features:
        where = inside(width, height, feature.polygon)
        if feature.kind == "hill":
            level[where] = feature.level
            terrain[where & (terrain == OPEN)] = HILL
        else:
            terrain[where] = c.TERRAINS.index(feature.kind)
    named = np.zeros((height, width), np.uint8)
    for i, polygon in enumerate(zones):
        named |= inside(width, height, polygon).astype(np.uint8) << np.uint8(i)
    cover = cover_of(terrain, level)
    return terrain.ravel(), level.ravel(), cover.ravel(), named.ravel()
