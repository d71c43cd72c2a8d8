"""The table's part of the record, kept for the next scenario on the same table."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from sim.scenario.models import Scenario
from sim.scenario.placing import features
from sim.terrain.build import build

Cells = npt.NDArray[np.generic]

FILLED = ("terrain", "level", "cover", "zones", "sight", "field", "way")  # by `build`
KEPT = 2  # tables, 30 MB each

_kept: OrderedDict[str, tuple[Cells, ...]] = OrderedDict()


def fill_ground(k: np.ndarray, scenario: Scenario, classes: Iterable[int]) -> None:
    """Fill what `sim.terrain.build.build` fills in the scenario record `k[0]`.

    Most of a compilation is this, and a scenario that differs from the one before in its forces,
    rules or turns alone needs the same again: then it is copied.
    """
    used = sorted(set(classes))
    places = scenario.model_dump_json(include={"table", "objectives", "waypoints", "zones"})
    key = f"{places} {scenario.blue.baseline} {scenario.red.baseline} {used}"
    if key in _kept:
        _kept.move_to_end(key)
        for name, cells in zip(FILLED, _kept[key], strict=True):
            k[0][name] = cells
        return
    build(k, features(scenario.table), [zone.polygon for zone in scenario.zones], used)
    _kept[key] = tuple(k[0][name].copy() for name in FILLED)
    if len(_kept) > KEPT:
        _kept.popitem(last=False)
