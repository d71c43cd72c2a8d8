"""Fill the table's fields of a scenario record: cells, sight between them, movement fields."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sim.layout import codes as c
from sim.terrain.fields import blocks, build_fields
from sim.terrain.raster import Feature, Polygon, rasterise
from sim.terrain.sight import build_sight


def build(
    k_array: np.ndarray,
    features: Sequence[Feature],
    zones: Sequence[Polygon],
    classes: Iterable[int],
) -> None:
    """Fill terrain, level, cover, zones, sight and field of the scenario `k_array[0]`.

    Its width, height, objectives, waypoints, baselines and factors must be set. `classes` are the
    movement classes in use (`codes.M_*`); the fields of others stay as they are.
    Raises ValueError for a table that is larger than the record or has too many zones.
    """
    k = k_array[0]
    width, height = int(k["width"]), int(k["height"])
    size = width * height
    if size > c.CELLS or blocks(width, height) > c.GOALS - c.GOAL_BLOCK:
        raise ValueError(
            f"a table of {width} x {height} inches is too large: at most {c.CELLS} cells and "
            f"{c.GOALS - c.GOAL_BLOCK} blocks of {c.BLOCK} x {c.BLOCK}"
        )
    if len(zones) > c.ZONES:
        raise ValueError(f"{len(zones)} zones are too many: at most {c.ZONES}")
    names = ("terrain", "level", "cover", "zones")
    for name, cells in zip(names, rasterise(width, height, features, zones), strict=True):
        k[name] = 0
        k[name][:size] = cells
    build_sight(width, height, k["terrain"][:size], k["level"][:size], k["sight"])
    build_fields(k, tuple(sorted(set(classes))))
