"""Artillery (p. 37-40): calls for fire, missions, barrages."""

from __future__ import annotations

from sim._jit import kernel


@kernel
def deploy(k, s):
    """Set the batteries to the start of a battle."""


@kernel
def call(k, s, u, v, mode):
    """Let unit u's leader or observer ask for fire at enemy unit v, or -1: at the best (DS38.1).

    Return the element whose combat action that was, or -1 if nobody asked.
    """
    return -1
