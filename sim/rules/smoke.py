"""Smoke: dischargers and shells (DS18.4, DS4.2)."""

from __future__ import annotations

from sim._jit import kernel


@kernel
def discharge(k, s, u):
    """Fire the smoke dischargers of unit u's vehicles: their combat action (DS18.4)."""


@kernel
def clear_of(k, s, u):
    """Take away the discharger smoke of unit u, as its next activation begins."""


@kernel
def clear_old(k, s):
    """Take away the smoke whose time is over, at the end of a turn."""
