"""Sight that changes during a battle: smoke, and VTOLs that have popped up (DS4.2, DS32.2)."""

from __future__ import annotations

import numpy as np

from sim._jit import kernel
from sim.terrain import popped

ONE = np.uint64(1)


@kernel
def sees(k, s, a, b):
    """Return whether cells a and b see each other with the smoke that lies on the table."""
    if s["popped"] >= 0 and popped.sees(k, s, a, b):
        return True
    word = k["sight"][a][b >> 6]
    return (word >> np.uint64(b & 63)) & ONE != np.uint64(0)


@kernel
def correct_view(k, s, u):
    """Take out of unit u's view what smoke hides, and put in what has popped up."""
    if s["popped"] >= 0:
        popped.add_to_view(k, s, u)
