"""Close assault (p. 34-35): the way in, rounds, tests, falling back."""

from __future__ import annotations

from sim._jit import kernel


@kernel
def assault(k, s, u):
    """Carry out unit u's close assault as its activation (DS34.1)."""
