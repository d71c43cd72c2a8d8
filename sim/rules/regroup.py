"""Regrouping of depleted units (DS24.2)."""

from __future__ import annotations

from sim._jit import kernel


@kernel
def regroup(k, s, u):
    """Join unit u to another that is not activated, within integrity of it (DS24.2, RD-11)."""
