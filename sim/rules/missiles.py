"""Guided missiles, the defences against them, and area defence (DS19.3, DS31.1)."""

from __future__ import annotations

from sim._jit import kernel


@kernel
def best_launcher(k, s, e, t, square):
    """Return (weapon, expected points) of e's missiles against the vehicle t, or (-1, 0.0)."""
    return -1, 0.0


@kernel
def fire_all(k, s, u, mode):
    """Resolve the missiles of unit u's declared volley, interception first (DS31.1)."""


@kernel
def switch_sensors(k, s, u):
    """Switch the area-defence sensors of unit u: a combat action of those that have them (DS18.4)."""
