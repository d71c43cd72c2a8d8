"""Units that spend their activation with the active unit's: they join it (DS35.1, DS24.2)."""

from __future__ import annotations

from tests.audit.battle import Battle
from tests.audit.force import Unit

ORDERS = {"assault": "DS35.1", "regroup": "DS24.2"}


def spends(b: Battle, unit: Unit) -> bool:
    """Return whether a unit may be joining the active one, and remember it.

    What it does as its activation is told before the event that says that it joins.
    """
    if b.active is None or unit is b.active or unit.side != b.active.side or b.joined:
        return False
    if b.order.get("action") not in ORDERS or b.lost:
        return False
    if unit not in b.partners:
        b.partners[unit] = unit.activated
        unit.spent = b.serial
        for element in unit.elements:
            element.tried = False
    return True


def join(b: Battle, unit: Unit) -> None:
    """A unit joins the active one: it was not activated, is now, and can act (DS18.2, DS23.2)."""
    mark = ORDERS.get(b.order.get("action", ""), "DS18.2")
    was_activated = b.partners.pop(unit, True)
    b.joined = True
    if was_activated or not unit.activated:
        b.flag(mark, f"{unit.name} joins and does not spend an activation of its own")
    if unit.panicked:
        b.flag("DS23.2", f"{unit.name} joins and has panicked")
    if unit.counter:
        b.flag("RD-11" if mark == "DS24.2" else "OW.A3", f"{unit.name} joins and keeps its counter")
    if unit.hidden:
        b.flag("DS20.5", f"{unit.name} joins and stays hidden")
    unit.evading = False


def close(b: Battle) -> None:
    """End the active unit's activation: who spent its own with it must have joined it."""
    mark = ORDERS.get(b.order.get("action", ""), "DS18.2")
    for unit in b.partners:
        b.flag(mark, f"{unit.name} spends its activation with {b.order['unit']}'s, does not join")
    b.partners.clear()
    b.joined = False
