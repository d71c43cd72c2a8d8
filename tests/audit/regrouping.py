"""Regrouping of depleted units (DS24.2, RD-11)."""

from __future__ import annotations

import math

from tests.audit import book, partners
from tests.audit.battle import Battle, Event
from tests.audit.force import PLACE_ERROR, Unit, may_be_apart


def regroup(b: Battle, e: Event) -> None:
    """An element joins another unit, and keeps its name (DS24.2)."""
    unit, other = b.units[e["unit"]], b.units[e["joins_from"]]
    element = b.elements[e["element"]]
    if b.regrouped != (unit, other):
        blend(b, unit, other)
        b.regrouped = unit, other
    if element.unit is not other or not element.in_play:
        b.flag("DS24.2", f"{element.name} leaves {other.name}, was {element.unit.name}'s")
    told = e["leadership"], e["quality_die"], e["confidence"], e["strength"]
    known = unit.leadership, unit.die, book.LEVELS[unit.confidence], unit.strength
    if told != known:
        b.flag("DS24.2", f"{unit.name} is told as {told}, the two have {known}")
    element.unit.elements.remove(element)
    element.unit.alive -= 1
    element.unit, element.place = unit, len(unit.elements)
    unit.elements.append(element)
    unit.alive += 1
    element.tried = element.tried and b.active is not unit


def blend(b: Battle, unit: Unit, other: Unit) -> None:
    """Check that two units may regroup, and give the one that stays what they have together.

    The larger part's number stays, of equal ones the partner's; a command unit keeps to itself.
    """
    active = b.active
    partner = other if active is unit else unit
    if active not in (unit, other) or b.order.get("action") != "regroup" or b.lost:
        b.flag("DS24.2", f"{unit.name} and {other.name} regroup outside an activation for it")
        active = other if partner is unit else unit
    if b.had_fired or active.has_moved:
        b.flag("DS24.2", f"{active.name} regroups and does something else")
    b.had_fired = True  # it costs the activation
    partners.join(b, partner)
    if unit.side != other.side:
        b.flag("DS24.2", f"{unit.name} regroups with the enemy's {other.name}")
    if 2 * active.alive > active.strength:
        b.flag("DS24.2", f"{active.name} regroups with {active.alive} of {active.strength}")
    if gap(unit, other) > 1 + PLACE_ERROR:
        b.flag("DS24.2", f"{unit.name} and {other.name} are too far apart to regroup")
    if unit.alive < other.alive or (unit.alive == other.alive and unit is active):
        b.flag("DS24.2", f"{unit.name} stays with {unit.alive} elements, {other.alive} join it")
    if unit.command or other.command:
        b.flag("DS24.2", f"a command unit is part of {unit.name} and {other.name}")
    for one in (unit, other):
        if one.under_fire:
            b.flag("DS24.2", f"{one.name} spends its activation Under Fire and keeps the marker")
    unit.confidence = (unit.confidence + other.confidence + 1) // 2  # higher is worse
    if other.leadership < unit.leadership:
        unit.leadership, unit.leader = other.leadership, other.leader
    unit.strength = unit.alive + other.alive
    unit.casualties = 0
    unit.attacked |= other.attacked


def gap(unit: Unit, other: Unit) -> float:
    """Return how far two units are apart, as a share of what integrity allows (DS23.4)."""
    pairs = ((a, c) for a in unit.elements for c in other.elements if a.in_play and c.in_play)
    return min((a.distance(c) / may_be_apart(a, c) for a, c in pairs), default=math.inf)


def close(b: Battle) -> None:
    """End an activation: who has regrouped has left nobody behind."""
    if b.regrouped:
        unit, other = b.regrouped
        if other.alive:
            b.flag("DS24.2", f"{other.name} joins {unit.name} and leaves {other.alive} behind")
    b.regrouped = None
