"""Sight between any two cells, once for each table (DS4.2, DS20.7).

Geometry. An eye is 0.25 of a level above the ground at the centre of its cell. Every other cell is
a column with a flat top: at its ground, or one level above it for woods, urban areas and buildings.
The straight line between two eyes is followed through every cell it enters; a column blocks it
where it stands above the line, and a wood, urban cell or building also where it just reaches it.
Where the line passes exactly through the corner of four cells, it is blocked if both cells beside
it block there: woods that touch at a corner leave no gap. Only integers are used, so that a line
is the same in both directions.

What follows from it:

- The two end cells never block, so neighbours see each other, and an element at a wood's edge sees
  out. The next wood cell on the line blocks as any other, also along the edge: a cell in the middle
  of a straight edge sees the quarter of the table before it, and one where the wood's outline
  turns inwards may see only its neighbours.
- Inside a wood or urban area, and in a building, a cell sees only itself (DS20.7).
- Ground is a stair, not a slope. An eye on the rim of a hill sees everything below. An eye `n`
  cells behind the rim, one level up, sees low ground only from 4n + 2 inches on (8n + 4 for two
  levels): a unit a few inches behind a crest is out of sight from close below, and sees and is
  seen from afar.
- From a higher level one sees over lower woods, except what lies close behind them: from two
  levels up a wood hides the last part of the way to the target, about 3/8 of the whole distance.

The greatest distance of sight, 60 inches, is not part of the table.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sim._jit import entry, kernel
from sim._threads import side_by_side
from sim.terrain.raster import BUILDING, deep, families

LEVEL = 4  # heights are quarters of a level
EYE = 1
FAR = 1 << 40
ONE = np.uint64(1)


@kernel
def look(width, top, solid, deaf, a, row):
    """Set in `row` the bits of all cells after `a` that see it."""
    ax, ay = a % width, a // width
    eye = top[a] - LEVEL * solid[a] + EYE
    for b in range(a + 1, top.size):
        if deaf[b]:
            continue
        across, along = b % width - ax, b // width - ay
        nx, ny = abs(across), along
        right = 1 if across > 0 else -1
        mx, my = max(nx, 1), max(ny, 1)
        # The line's length is `whole`; it meets the next cell to the side and upwards at these.
        whole = 2 * mx * my
        to_side = my if nx > 0 else FAR
        to_up = mx if ny > 0 else FAR
        rise = top[b] - LEVEL * solid[b] + EYE - eye
        low = min(eye, eye + rise)
        cell = a
        clear = nx <= 1 and ny <= 1
        while not clear:
            entry = min(to_side, to_up)
            if to_side == to_up:
                side, up = cell + right, cell + width
                line = eye * whole + rise * entry
                if top[side] * whole + solid[side] > line and top[up] * whole + solid[up] > line:
                    break
                cell = up + right
                to_side += 2 * my
                to_up += 2 * mx
            elif to_side < to_up:
                cell += right
                to_side += 2 * my
            else:
                cell += width
                to_up += 2 * mx
            if cell == b:
                clear = True
            elif top[cell] > low:
                lowest = entry if rise > 0 else min(to_side, to_up)
                if top[cell] * whole + solid[cell] > eye * whole + rise * lowest:
                    break
        if clear:
            row[b >> 6] |= ONE << np.uint64(b & 63)


@entry
def fill_upper(width, top, solid, deaf, upper, worker, workers):
    """Fill one worker's share of the rows of `upper`: the bits of later cells."""
    cells = top.size
    for i in range(worker, (cells + 1) // 2, workers):
        # A short row goes with each long one, so that threads share the work evenly.
        if not deaf[i]:
            look(width, top, solid, deaf, i, upper[i])
        j = cells - 1 - i
        if j != i and not deaf[j]:
            look(width, top, solid, deaf, j, upper[j])


@entry
def mirror(deaf, upper, sight, worker, workers):
    """Fill one worker's share of the rows of `sight` with both halves of the symmetric table."""
    for b in range(worker, deaf.size, workers):
        for word in range(upper.shape[1]):
            sight[b, word] = upper[b, word]
        sight[b, b >> 6] |= ONE << np.uint64(b & 63)
        if not deaf[b]:
            for a in range(b):
                bit = (upper[a, b >> 6] >> np.uint64(b & 63)) & ONE
                sight[b, a >> 6] |= bit << np.uint64(a & 63)


def build_sight(
    width: int,
    height: int,
    terrain: npt.NDArray[np.uint8],
    level: npt.NDArray[np.uint8],
    sight: npt.NDArray[np.uint64],
) -> None:
    """Fill `sight`: bit b of row a is 1 where cells a and b see each other.

    `terrain` and `level` hold width * height cells; `sight` has at least as many rows, and a bit
    for each. Rows and bits beyond the table become 0.
    """
    grid = terrain.reshape(height, width)
    wood, urban = families(grid)
    building = grid == BUILDING
    solid = (wood | urban | building).ravel().astype(np.int64)
    top = LEVEL * (level.astype(np.int64) + solid)
    deaf = (deep(grid) | building).ravel()
    sight[:] = 0
    upper = np.zeros((top.size, sight.shape[1]), np.uint64)
    side_by_side(lambda i, n: fill_upper(width, top, solid, deaf, upper, i, n))
    side_by_side(lambda i, n: mirror(deaf, upper, sight, i, n))
