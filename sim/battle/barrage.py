"""Missions that arrive: a battery's activation (DS39.1, DS40.1)."""

from __future__ import annotations

from sim._jit import kernel


@kernel
def due(k, s, side):
    """Return the battery of a side whose mission arrives in this activation turn, or -1."""
    return -1


@kernel
def arrive(k, s, battery):
    """Let a battery's mission fall: its activation (DS39.1)."""
