"""The table of a battle: terrain, cover and a sight test of the auditor's own (DS4.2, DS20.7).

An eye is a quarter level above the ground of its cell's centre; any other cell is a flat column, a
level higher for woods, urban areas and buildings. Heights are whole quarters here and places along
a line whole parts of it, so that nothing is rounded.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sim.layout.codes import TERRAINS
from sim.scenario import Scenario
from sim.scenario.placing import features
from sim.terrain.raster import rasterise
from tests.audit import book

Slices = tuple[slice, slice]


def cells_between(dx: int, dy: int) -> tuple[list[tuple[int, int, int, int]], list[Any], int]:
    """Return what a line from a cell's centre to that of the cell (dx, dy) away goes through.

    First the cells between with the places where it enters and leaves them, then the corners that
    it hits exactly: place and the two cells beside it. The whole line is the third value long.
    """
    nx, ny = max(abs(dx), 1), max(abs(dy), 1)
    whole = 2 * nx * ny
    sides = [(2 * i + 1) * ny for i in range(abs(dx))]  # at (i + 1/2) / nx of the line
    ups = [(2 * i + 1) * nx for i in range(abs(dy))]
    sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
    inner, corners = [], []
    x = y = 0
    entered = 0
    for place in sorted({*sides, *ups}):
        if (x, y) != (0, 0):
            inner.append((x, y, entered, place))
        beside = ((x + sx, y), (x, y + sy))
        if place in sides and place in ups:
            corners.append((place, *beside))
        x += sx * (place in sides)
        y += sy * (place in ups)
        entered = place
    return inner, corners, whole


class Ground:
    """The cells of one table."""

    def __init__(self, scenario: Scenario):
        table = scenario.table
        self.width, self.height = table.width, table.height
        zones = [zone.polygon for zone in scenario.zones]
        terrain, level, _, marked = rasterise(table.width, table.height, features(table), zones)
        self.zone_bit = {zone.name: 1 << i for i, zone in enumerate(scenario.zones)}
        self.zones: list[int] = marked.tolist()
        self.terrain: list[str] = [TERRAINS[code] for code in terrain]
        shape = (table.height, table.width)
        kind = np.array(self.terrain).reshape(shape)
        ground = level.reshape(shape).astype(np.int64)
        self.level: list[int] = level.tolist()
        wood, urban, building = np.isin(kind, book.WOODS), kind == "urban", kind == "building"
        tall = wood | urban | building
        inside = (wood & ~_beside(~wood)) | (urban & ~_beside(~urban))
        blind = inside | building
        # DS20.6, DS25.2: the edge of a wood from both sides, of houses within, beside a building
        soft = ((wood | urban) & ~inside) | (_beside(wood) & ~wood) | _borders(building)
        soft &= ~building
        crest = np.zeros(shape, bool)
        for lower in (0, 1, 2):
            crest |= _borders(ground <= lower) & (ground > lower)
        self.soft: list[bool] = soft.ravel().tolist()
        self.crest: list[bool] = (crest & ~building).ravel().tolist()
        self._seeing = ~blind
        self._eye = 4 * ground + 1
        self._tall = tall.astype(np.int64)
        self._top = 4 * (ground + tall)
        self._fields: dict[tuple[int, int], tuple[int, int, np.ndarray[Any, Any]]] = {}
        self._seen: dict[int, bool] = {}

    def cell(self, x: float, y: float) -> int:
        """Return the cell of a place on the table."""
        return min(int(y), self.height - 1) * self.width + min(int(x), self.width - 1)

    def open_above(self, cell: int) -> bool:
        """Return whether what is in a cell is seen from above: not deep in a wood (DS20.7)."""
        kind = self.terrain[cell]
        return kind != "building" and (kind not in (*book.WOODS, "urban") or self.soft[cell])

    def before(self, cell: int, dx: float, dy: float) -> list[int]:
        """Return the neighbours of a cell towards a direction: one, or two on the border."""
        y, x = divmod(cell, self.width)
        angle = math.degrees(math.atan2(dy, dx))
        cells = []
        for eighth in {round((angle - 2) / 45), round((angle + 2) / 45)}:
            turn = math.radians(eighth * 45)
            column, row = x + round(math.cos(turn)), y + round(math.sin(turn))
            if 0 <= column < self.width and 0 <= row < self.height:
                cells.append(row * self.width + column)
        return cells

    def sees(self, a: int, b: int) -> bool:
        """Return whether there is a line of sight between two cells of any distance."""
        pair = a * 4096 + b if a < b else b * 4096 + a
        seen = self._seen.get(pair)
        if seen is None:
            seen = self._seen[pair] = self._look(min(a, b), max(a, b))
        return seen

    def _look(self, a: int, b: int) -> bool:
        ay, ax = divmod(a, self.width)
        by, bx = divmod(b, self.width)
        offset = bx - ax, by - ay
        if offset not in self._fields:
            self._fields[offset] = self._field(*offset)
        x0, y0, field = self._fields[offset]
        return bool(field[ay - y0, ax - x0])

    def _field(self, dx: int, dy: int) -> tuple[int, int, np.ndarray[Any, Any]]:
        """Return for all pairs of cells (dx, dy) apart, dy >= 0, whether they see each other."""
        x0, y0 = max(0, -dx), 0
        x1, y1 = self.width - max(0, dx), self.height - dy

        def at(cells: np.ndarray[Any, Any], x: int, y: int) -> np.ndarray[Any, Any]:
            return cells[y0 + y : y1 + y, x0 + x : x1 + x]

        if (dx, dy) == (0, 0):
            return x0, y0, np.ones((self.height, self.width), bool)
        seen = at(self._seeing, 0, 0) & at(self._seeing, dx, dy)
        if abs(dx) <= 1 and dy <= 1:
            return x0, y0, seen
        inner, corners, whole = cells_between(dx, dy)
        eye, other = at(self._eye, 0, 0), at(self._eye, dx, dy)
        foot, rise = 2 * whole * eye, 2 * (other - eye)
        # a column blocks above the line, one of wood or houses where it reaches it as well
        column = 2 * whole * self._top + self._tall
        for x, y, entered, left in inner:
            low = np.minimum(rise * entered, rise * left)
            seen = seen & (at(column, x, y) <= foot + low)
        for place, (xa, ya), (xb, yb) in corners:
            line = foot + rise * place
            seen = seen & ((at(column, xa, ya) <= line) | (at(column, xb, yb) <= line))
        return x0, y0, seen


def _beside(cells: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the cells that share a side with one of `cells`."""
    found = np.zeros(cells.shape, bool)
    found[1:] |= cells[:-1]
    found[:-1] |= cells[1:]
    found[:, 1:] |= cells[:, :-1]
    found[:, :-1] |= cells[:, 1:]
    return found


def _borders(cells: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the cells that have one of `cells` among their eight neighbours on the table."""
    height, width = cells.shape
    padded = np.pad(cells, 1, constant_values=False)
    found = np.zeros(cells.shape, bool)
    for y in (0, 1, 2):
        for x in (0, 1, 2):
            if (x, y) != (1, 1):
                found |= padded[y : y + height, x : x + width]
    return found


_GROUNDS: dict[str, Ground] = {}


def ground_of(scenario: Scenario) -> Ground:
    """Return the table of a scenario; scenarios with the same table and zones share one."""
    key = repr((scenario.table, scenario.zones))
    if key not in _GROUNDS:
        _GROUNDS[key] = Ground(scenario)
    return _GROUNDS[key]
