"""Combat actions on overwatch: calls for fire and smoke beside fire (OW.F3, RD-27)."""

from __future__ import annotations

from tests.audit.battle import Battle
from tests.audit.force import Counter, Element, Unit


def untested(b: Battle, unit: Unit) -> bool:
    """Return whether a unit has still to pass the test before fire; Cybertanks take none (RD-29)."""
    return b.rules.reaction_test != "none" and unit.steady != b.serial and not unit.machine


def check_action(b: Battle, unit: Unit, decision: str, calling: Element | None) -> None:
    """RD-27: another combat action than fire: smoke, or a call for fire that has just been made."""
    if (calling.unit if calling else None) is not (unit if decision == "call_fire" else None):
        text = f"decides to {decision}, call for fire by {calling.name if calling else 'nobody'}"
        b.flag("RD-27", f"{unit.name} {text}")
    if decision in ("call_fire", "smoke"):
        b.acted, b.acted_by, b.has_acted = unit, decision, decision == "call_fire"
        b.caller = calling
        if unit.counter:
            unit.counter.shots += 1


def end_action(b: Battle) -> None:
    """End a combat action on overwatch that was no fire: it must have been taken."""
    if b.acted and not b.has_acted:
        b.flag("OW.F3", f"{b.acted.name} decides to lay smoke and lays none")
    b.acted = b.caller = None
    b.acted_by, b.has_acted = "", False


def used_up(b: Battle, counter: Counter) -> bool:
    """Return whether a counter has had its combat actions (OW.F3, the switch `shots`)."""
    return b.rules.shots != "unlimited" and counter.shots >= b.rules.shots
