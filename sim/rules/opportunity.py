"""Opportunity fire (DS20.1-20.4) and what it costs the firer, beside overwatch fire (OW.F)."""

from __future__ import annotations

from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import confidence, infantry, overwatch, trace


@kernel
def may_interrupt(k, s, w, mover):
    """Return whether unit w may use opportunity fire at the mover (DS20.1, DS22.4, DS23.2)."""
    unit = s["units"][w]
    if k["rules"]["opportunity_fire"] == 0 or unit["alive"] == 0:
        return False
    if unit["activated"] != 0 or unit["panicked"] != 0:
        return False
    # routed armour may only fire back at those who attacked it (DS22.4)
    if unit["confidence"] != c.RO:
        return True
    return (unit["attackers"] >> mover) & 1 == 1 and not infantry.dismounted(k, s, w)


@kernel
def set_marker(s, u, inverted):
    """Turn unit u's command marker (DS18.2, DS19.1)."""
    unit = s["units"][u]
    if unit["activated"] != inverted and s["tracing"] != 0:
        trace.emit(s, c.E_MARKER, u, inverted, 0, 0, 0, 0)
    unit["activated"] = inverted


@kernel
def spend_activation(k, s, w):
    """Opportunity fire was unit w's activation of the turn (DS20.3, RD-25)."""
    overwatch.remove_counter(k, s, w, c.OFF_ACTIVATED)
    set_marker(s, w, 1)
    confidence.repair(k, s, w)
    s["clock"] += 1
    confidence.clear_under_fire(s, w)
    s["units"][w]["attackers"] = 0


@kernel
def spend_counter(k, s, w):
    """Count a combat action on overwatch (OW.F3; `shots`, `flips_command_marker`).

    The command marker stays as it is (OW.F5), so a unit that has not been activated this turn still
    has its activation (OW.F8).
    """
    unit = s["units"][w]
    rules = k["rules"]
    unit["watch_shots"] += 1
    if rules["shots"] != c.UNLIMITED and unit["watch_shots"] >= rules["shots"]:
        overwatch.remove_counter(k, s, w, c.OFF_FIRED)
    if rules["flips_command_marker"] != 0:
        set_marker(s, w, 1)
