"""Pop-up attacks of VTOLs (DS32.2)."""

from __future__ import annotations

from sim._jit import kernel


@kernel
def pop_up(k, s, u):
    """Let the VTOL unit u pop up, take the answers of overwatch and opportunity fire, and fire."""
