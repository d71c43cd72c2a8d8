"""Movement fields: what it costs from every cell to each goal, by class of movement and route.

A move goes to one of the 8 neighbours and costs its length times the movement factors an inch of
the cell entered; easy terrain counts 1 (DS25.1, it is cheaper only in travel mode). A diagonal move
past an impassable cell is not allowed. On the covered route an inch costs up to 4 times as much,
in step with the share of the table that sees the cell, a fifth less where the cell gives cover.

Goals are those of `codes.GOAL_*`. A goal of several cells is reached at any of them that the class
may enter; a goal with none, or not in use, is unreachable from everywhere.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from sim._jit import entry, hot, kernel
from sim._threads import side_by_side
from sim.layout import codes as c
from sim.terrain.raster import Mask

Cells = npt.NDArray[np.int64]

DIAGONAL = math.sqrt(2.0)
#: Neighbours in the order of the bits of `exits`: the straight ones first.
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
COVERED_WEIGHT = 3.0  # added to each inch of the covered route where all the table looks on
IN_COVER = 0.8  # of that where the cell gives cover: to be out of sight is better
SAME = 1e-9  # movement factors: ways as long as each other
NEAR_MARKER = 1.0  # inches; an element this near to a marker stands on it (DS17.1)


@hot
def push(keys, cells, size, key, cell):
    """Put a cell on the heap of `size` entries, least key first; return the new size."""
    place = size
    while place > 0:
        parent = (place - 1) >> 1
        if keys[parent] <= key:
            break
        keys[place] = keys[parent]
        cells[place] = cells[parent]
        place = parent
    keys[place] = key
    cells[place] = cell
    return size + 1


@hot
def drop_first(keys, cells, size):
    """Take the first entry off the heap; return the new size."""
    size -= 1
    key = keys[size]
    place = 0
    child = 1
    while child < size:
        if child + 1 < size and keys[child + 1] < keys[child]:
            child += 1
        if keys[child] >= key:
            break
        keys[place] = keys[child]
        cells[place] = cells[child]
        place = child
        child = 2 * place + 1
    keys[place] = key
    cells[place] = cells[size]
    return size


@kernel
def search(cost, exits, shift, goal, distance, heap_keys, heap_cells):
    """Fill `distance` with the least cost from each cell to a cell of `goal` (Dijkstra).

    `cost` is that of an inch in each cell, 0 where the class may not go; bit m of `exits` allows
    the move to the neighbour `shift[m]` cells away. The heap needs room for 9 entries a cell.
    """
    for cell in range(cost.size):
        distance[cell] = np.inf
    size = 0
    for i in range(goal.size):
        if cost[goal[i]] > 0.0:
            distance[goal[i]] = 0.0
            size = push(heap_keys, heap_cells, size, 0.0, goal[i])
    while size > 0:
        key = heap_keys[0]
        cell = heap_cells[0]
        size = drop_first(heap_keys, heap_cells, size)
        if key > distance[cell]:
            continue
        ways = exits[cell]
        straight = key + cost[cell]
        slanted = key + DIAGONAL * cost[cell]
        for m in range(8):
            if (ways >> m) & 1:
                other = cell + shift[m]
                reached = straight if m < 4 else slanted
                if reached < distance[other]:
                    distance[other] = reached
                    size = push(heap_keys, heap_cells, size, reached, other)


@kernel
def ways_from(distance, cost, exits, shift, width, cell):
    """Return the neighbour on the cheapest way to the goal as `SCENARIO.way` holds it, by side.

    Of equal neighbours blue takes the lowest cell and red the highest, so that neither side gains on
    a table that looks the same from both ends.
    """
    if distance[cell] == 0.0 or distance[cell] == np.inf:
        return c.NO_WAY | c.NO_WAY << 4
    least = distance[cell] + SAME
    blue, red = c.NOTHING, c.NOTHING
    for m in range(8):
        if (exits[cell] >> m) & 1 == 1:
            other = cell + shift[m]
            value = distance[other] + (1.0 if m < 4 else DIAGONAL) * cost[other]
            if value < least - 2 * SAME:
                least, blue, red = value + SAME, other, other
            elif value <= least:
                blue = other if blue < 0 else min(blue, other)
                red = max(red, other)
    if blue < 0:
        return c.NO_WAY | c.NO_WAY << 4
    return place_of(width, cell, blue) | place_of(width, cell, red) << 4


@hot
def place_of(width, cell, other):
    """Return where a neighbour lies: 3 * (row + 1) + column + 1."""
    row = other // width - cell // width
    return 3 * (row + 1) + (other - cell - row * width) + 1


@entry
def fill(jobs, cost, exits, shift, starts, cells, field, way, width, worker, workers):
    """Fill one worker's fields; a job is place of the class in `cost`, class, route, goal."""
    for j in range(worker, jobs.shape[0], workers):
        place, mover, route, goal = jobs[j, 0], jobs[j, 1], jobs[j, 2], jobs[j, 3]
        size = cost.shape[2]
        distance = np.empty(size, np.float64)
        heap_keys = np.empty(9 * size, np.float64)
        heap_cells = np.empty(9 * size, np.int64)
        search(
            cost[place, route], exits[place], shift, cells[starts[goal] : starts[goal + 1]],
            distance, heap_keys, heap_cells,
        )  # fmt: skip
        for cell in range(size):
            value = distance[cell] * c.FIELD_SCALE + 0.5
            if value < c.UNREACHABLE:
                field[mover, route, goal, cell] = int(value)
            elif distance[cell] < np.inf:
                field[mover, route, goal, cell] = c.UNREACHABLE - 1
        for cell in range(size):
            way[mover, route, goal, cell] = ways_from(
                distance, cost[place, route], exits[place], shift, width, cell
            )


def blocks(width: int, height: int) -> int:
    """Return how many blocks of 5 x 5 cells cover the table, each a goal (`codes.GOAL_BLOCK`)."""
    return math.ceil(width / c.BLOCK) * math.ceil(height / c.BLOCK)


def edge_cells(width: int, height: int, x: float, y: float) -> Cells:
    """Return the cells along the table edge that the point (x, y) lies on."""
    grid = np.arange(width * height).reshape(height, width)
    edges: tuple[Cells, ...] = (grid[:, 0], grid[:, -1], grid[0], grid[-1])
    return edges[int(np.argmin(np.abs([x, width - x, y, height - y])))]


def goals(k: np.void) -> list[Cells]:
    """Return the cells of each goal of the scenario record `k`, `codes.GOALS` arrays."""
    width, height = int(k["width"]), int(k["height"])
    size = width * height
    cell = np.arange(size)
    column, row = cell % width, cell // width
    found = [cell[:0]] * c.GOALS
    for i in range(int(k["objective_count"])):
        x, y = float(k["objectives"][i]["x"]), float(k["objectives"][i]["y"])
        found[i] = cell[(column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2 <= NEAR_MARKER**2]
    for i in range(c.WAYPOINTS):
        x, y = min(int(k["waypoint_x"][i]), width - 1), min(int(k["waypoint_y"][i]), height - 1)
        found[c.GOAL_WAYPOINT + i] = cell[[y * width + x]]
    for side in (c.BLUE, c.RED):
        x, y = float(k["baseline_x"][side]), float(k["baseline_y"][side])
        found[c.GOAL_BASELINE + side] = edge_cells(width, height, x, y)
    found[c.GOAL_COVER] = cell[k["cover"][:size] != c.CELL_NO_COVER]
    block = row // c.BLOCK * math.ceil(width / c.BLOCK) + column // c.BLOCK
    for i in range(blocks(width, height)):
        found[c.GOAL_BLOCK + i] = cell[block == i]
    return found


def weights(k: np.void) -> npt.NDArray[np.float64]:
    """Return what an inch in each cell counts by route, as (2, width * height)."""
    size = int(k["width"] * k["height"])
    watchers = np.bitwise_count(k["sight"][:size]).sum(axis=1, dtype=np.int64)
    exposure = watchers / watchers.max()
    exposure[k["cover"][:size] != c.CELL_NO_COVER] *= IN_COVER
    return np.stack([np.ones(size), 1.0 + COVERED_WEIGHT * exposure])


def exits_of(passable: Mask) -> Cells:
    """Return the moves out of each cell as bits in the order of `STEPS`; `passable` is 2-D."""
    height, width = passable.shape
    padded: Mask = np.pad(passable, 1)

    def at(dx: int, dy: int) -> Mask:
        shifted: Mask = padded[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]
        return shifted

    exits = np.zeros((height, width), np.int64)
    for bit, (dx, dy) in enumerate(STEPS):
        allowed = passable & at(dx, dy) & at(dx, 0) & at(0, dy)
        exits |= allowed.astype(np.int64) << bit
    return exits.ravel()


def build_fields(k: np.void, classes: tuple[int, ...]) -> None:
    """Fill the fields of the movement classes in use in the scenario record `k`.

    Its terrain, cover and sight must be there. A field holds factors times `codes.FIELD_SCALE`,
    rounded; `codes.UNREACHABLE` where there is no way, one less for any way as long as that.
    """
    width, height = int(k["width"]), int(k["height"])
    size = width * height
    found = goals(k)
    starts = np.zeros(c.GOALS + 1, np.int64)
    starts[1:] = np.cumsum([len(goal) for goal in found])
    used = [goal for goal in range(c.GOALS) if len(found[goal])]
    routes = (c.DIRECT_ROUTE, c.COVERED_ROUTE)
    jobs = [(i, m, r, g) for i, m in enumerate(classes) for r in routes for g in used]
    factor = k["factor"][list(classes)][:, k["terrain"][:size]]
    factor = np.where(factor > 0.0, np.maximum(factor, 1.0), 0.0)  # easy counts 1
    exits = [exits_of(one.reshape(height, width) > 0.0) for one in factor]
    k["field"][list(classes)] = c.UNREACHABLE
    k["way"][list(classes)] = c.NO_WAY | c.NO_WAY << 4
    work = np.array(jobs, np.int64).reshape(-1, 4)
    cost = np.ascontiguousarray(factor[:, None, :] * weights(k))
    ways = np.array(exits, np.int64).reshape(-1, size)
    shift = np.array([dy * width + dx for dx, dy in STEPS])
    cells = np.concatenate(found)
    field, way = k["field"], k["way"]
    side_by_side(lambda i, n: fill(work, cost, ways, shift, starts, cells, field, way, width, i, n))
