"""Falling back from a close assault (DS34.1)."""

from __future__ import annotations

from tests.audit import assaulting, book, sight, standing
from tests.audit.battle import Battle, Event
from tests.audit.close_quarters import WITHDREW, Assault
from tests.audit.force import Element, Unit

ENDS_WAY = 0.1  # factors that may be left over: steps go from cell to cell
AT_THE_EDGE = 1.5  # inches


def withdraw(b: Battle, e: Event) -> None:
    """A unit falls back; what the other side owes waits until it has done so (DS34.1)."""
    a, unit = b.assault, b.units[e["unit"]]
    if a is None:
        b.flag("DS34.1", f"{unit.name} falls back without an assault")
        return
    if b.pay("withdraw", unit) is None:
        assaulting.to_blows(b, a)
        untested = unit is a.target and a.stage == "stand"
        if not untested or unit.confidence < 4 or not unit.on_foot:  # DS22.4: does not stand
            b.flag("DS34.1", f"{unit.name} falls back without a reason")
        a.stage, a.won = "over", WITHDREW
    b.later = [due for due in b.dues if due.who is not unit]
    b.dues = [due for due in b.dues if due.who is unit]
    b.settle()
    a.falling = unit
    a.limits = {
        element: element.used + max(book.WITHDRAWAL, element.allowance / 2)
        for element in unit.elements
        if not element.immobilised
    }


def end(b: Battle, e: Event) -> None:
    """End a withdrawal when something else than its steps is told: it brings Under Fire."""
    a = b.assault
    if a is None or a.falling is None or e["event"] in ("objective", "revealed"):
        return
    unit = a.falling
    if e["event"] == "move" and b.elements[e["element"]].unit is unit:
        return
    a.falling = None
    a.fallen.add(unit)
    check_way_back(b, a, unit)
    if not unit.under_fire and not unit.machine:
        b.owe("under_fire", unit, "DS34.1", f"{unit.name} falls back and is not Under Fire")
    b.dues += b.later
    b.later = []


def check_way_back(b: Battle, a: Assault, unit: Unit) -> None:
    """DS34.1: two inches or half its movement, unless the table ends; it takes markers (DS17.1).

    Integrity may keep some of its elements back, not all; one that cannot move may bar a bridge.
    """
    able = [element for element in unit.elements if element.able]
    for element in able:
        if element.moved:
            standing.check_markers(b, element)
    left = min((a.limits[element] - element.used for element in able), default=0.0)
    held = standing.halted(unit) or any(at_the_edge(b, element) for element in able)
    if left > ENDS_WAY and not held:
        b.flag("DS34.1", f"{unit.name} falls back and has {left:.2f} factors left")
    sight.check_seen(b, [element for element in unit.elements if element.in_play])


def at_the_edge(b: Battle, element: Element) -> bool:
    """Return whether an element has come to an edge of the table."""
    x, y = element.x, element.y
    left: float = min(x, y, b.ground.width - x, b.ground.height - y)
    return left < AT_THE_EDGE


def most_factors(b: Battle, element: Element) -> float:
    """Return the factors that an element may have used: twice its own on the way in (DS34.1)."""
    a = b.assault
    if a and a.falling is element.unit:
        return a.limits.get(element, 0.0)
    return element.allowance * (2 if a and a.going is element.unit else 1)
