"""Transport (DS36.1, DS36.5): teams in carriers."""

from __future__ import annotations

from sim._jit import kernel
from sim.layout import codes as c


@kernel
def carry(k, s, e):
    """Take the teams aboard carrier e to where it is now."""
    first = e // c.ELEMENTS_A_UNIT * c.ELEMENTS_A_UNIT
    carrier = s["elements"][e]
    for team in range(first, first + s["units"][e // c.ELEMENTS_A_UNIT]["count"]):
        if s["elements"][team]["aboard"] == e:
            s["elements"][team]["x"] = carrier["x"]
            s["elements"][team]["y"] = carrier["y"]
            s["elements"][team]["cell"] = carrier["cell"]


@kernel
def mount(k, s, u):
    """Let the teams of unit u mount its carriers (DS36.1)."""


@kernel
def dismount(k, s, u):
    """Let the teams of unit u dismount (DS36.1)."""


@kernel
def losses_aboard(k, s, e, effect):
    """Roll for the teams aboard carrier e after a hit with this effect (DS36.5)."""
