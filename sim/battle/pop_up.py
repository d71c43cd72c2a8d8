"""Pop-up attacks of VTOLs (DS32.2).

Between attacks a VTOL flies low: it moves, sees and is seen as anyone. It rises, which gives the
enemy the chances of one step of movement, fires over everything, and drops. One that is immobilised
stays low.
"""

from __future__ import annotations

from sim._jit import kernel
from sim.battle import interrupt, own_fire
from sim.layout import codes as c
from sim.rules import trace
from sim.terrain import lookup, popped


@kernel
def pop_up(k, s, u):
    """Let the VTOL unit u pop up, take the answers of overwatch and opportunity fire, and fire."""
    if k["vtols"] == 0 or not rise(k, s, u):
        return
    waits = interrupt.who_waits(k, s, u)
    s["situation"] = c.NOTHING  # a chance of its own, whoever held his fire at the unit's movement
    if waits & 1:
        interrupt.answer_step(k, s, u, True)
    if waits & 2 and s["units"][u]["alive"] != 0:
        interrupt.answer_step(k, s, u, False)
    if s["units"][u]["alive"] != 0 and s["units"][u]["panicked"] == 0:
        own_fire.fire(k, s, u)
    drop(k, s, u)


@kernel
def rise(k, s, u):
    """Let the VTOLs of unit u rise; return whether one did. Those that did have `stepped` (OW.F1)."""
    s["popped"] = u
    risen = False
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        s["elements"][e]["stepped"] = 0
        if popped.is_up(k, s, e):
            s["elements"][e]["stepped"] = 1
            risen = True
    if not risen:
        s["popped"] = c.NOTHING
        return False
    s["units"][u]["popped"] = 1
    told(k, s, u)
    return True


@kernel
def drop(k, s, u):
    """Let unit u, or what is left of it, fly low again."""
    s["popped"] = c.NOTHING
    s["units"][u]["popped"] = 0
    told(k, s, u)


@kernel
def told(k, s, u):
    """Renew what the unit and the enemy see, now that unit u has risen or dropped."""
    s["clock"] += 1
    if s["tracing"] != 0:
        trace.emit(s, c.E_POP_UP, u, s["units"][u]["popped"], 0, 0, 0, 0)
    lookup.refresh_view(k, s, u)
    other = 1 - k["units"][u]["side"]
    first = other * c.UNITS_A_SIDE
    for v in range(first, first + k["unit_count"][other]):
        if s["units"][v]["alive"] != 0:
            lookup.refresh_view(k, s, v)
