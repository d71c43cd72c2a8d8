"""How elements stand: facing, posture, integrity, and what an activation's moves add up to."""

from __future__ import annotations

import math

from tests.audit import arms, book
from tests.audit.battle import Battle, Event
from tests.audit.force import PLACE_ERROR, Element, Unit


def gaps(unit: Unit) -> dict[Element, float]:
    """Return how far each able element is from the nearest other one, as a share (`Unit.gap`)."""
    able = [e for e in unit.elements if e.able]
    return {e: unit.gap(e) for e in able} if len(able) > 1 else {}


def disorganised(b: Battle, slack: float = PLACE_ERROR) -> bool:
    """Return whether the active unit began out of integrity, so that it may only close up."""
    return any(gap > 1 + slack for gap in b.start_gaps.values())


def over(element: Element, at: tuple[float, float], within: float) -> bool:
    """Return whether an element is over a marker (DS17.1)."""
    return math.hypot(element.x - at[0], element.y - at[1]) <= within


def facing(b: Battle, e: Event) -> None:
    """RD-6: it declares a facing in its own activation; turning is no movement (RD-3)."""
    element = b.elements[e["element"]]
    if element.unit is not b.active or not element.in_play or b.lost:
        b.flag("RD-6", f"{element.name} turns outside its own activation")
    if b.went_on_watch:
        b.flag("RD-6", f"{element.name} turns after its unit went on overwatch")
    element.face(*e["facing"], 1e-5)


def posture(b: Battle, e: Event) -> None:
    """DS20.6: who stops at a crest may go hull down, who was turret down may come up."""
    element = b.elements[e["element"]]
    if element.unit is not b.active or not element.in_play or b.lost:
        b.flag("DS20.6", f"{element.name} changes its posture outside its own activation")
    if element.aboard:
        b.flag("DS36.1", f"{element.name} takes {e['posture']} aboard {element.aboard.name}")
    rises = element.posture == "turret_down"
    cells = (element.cell, *element.twins)
    stops = element.posture == "none" and any(b.ground.crest[cell] for cell in cells)
    if e["posture"] != "hull_down" or not (rises or stops):
        b.flag("DS20.6", f"{element.name} takes {e['posture']}, it was {element.posture}")
    element.posture = e["posture"]


def check_end(b: Battle, unit: Unit) -> None:
    """What the moves of an activation must add up to."""
    check_integrity(b, unit)
    movers = [element for element in unit.elements if element.in_play and element.moved]
    for element in movers:
        check_markers(b, element)
    for element in unit.elements:
        if element.in_play and element.fired:
            check_full_die(b, element)
    check_evasion(unit, movers)
    check_withdrawal(b, unit)
    if b.shaken is unit:
        check_cover_left(b, unit, movers)


def check_integrity(b: Battle, unit: Unit) -> None:
    """DS23.4: elements that move end within integrity of another, or nearer than they were."""
    ends = gaps(unit)
    left = [e for e in b.start_gaps if e not in ends and e.aboard is None]
    if left or unit.alive > len(ends) + sum(e.aboard is not None for e in unit.elements):
        return  # who was lost or left behind on the way may have been the link
    for element, after in ends.items():
        before = b.start_gaps.get(element)
        if before is None or not element.moved or after <= 1 + 1e-3:
            continue
        if after > before + 1e-3:
            text = f"{after:.2f} times as far from its unit as it may be, {before:.2f} before"
            b.flag("DS23.4", f"{element.name} ends {text}")


def check_evasion(unit: Unit, movers: list[Element]) -> None:
    """DS26.1: it lasts if three quarters of the factors were used in easy or normal terrain.

    The rule may mean the factors used or those that the element has: both readings are let pass.
    """
    share = book.EVASIVE_SHARE
    if any(e.smooth < share * e.allowance - 1e-3 for e in movers):
        unit.evading = None if unit.evading else False
    if any(e.smooth < share * e.used - 1e-3 for e in movers):
        unit.evading = False


def check_full_die(b: Battle, element: Element) -> None:
    """DS28.2: who fires first and then moves more than half must have fired a step down."""
    half = element.allowance / 2
    stopped = element.immobilised or element.hurt_at == b.serial
    if element.fire_die == 1 and element.moved_after and element.used > half + 1e-3 and not stopped:
        b.flag("DS28.2", f"{element.name} fires with its full die and then uses {element.used}")
    if element.fire_die == -1 and element.used <= half - 1e-3 and not stopped:
        b.flag("DS28.2", f"{element.name} fires a step down and uses {element.used}")


def check_withdrawal(b: Battle, unit: Unit) -> None:
    """DS22.4: a broken unit in the open leaves for cover, if it can move and does not rally.

    One of its elements may keep others waiting: in the cover that is nearest, or by integrity.
    """
    if not b.broken_at_start or unit.tested is False or b.order["action"] == "rally":
        return
    able = [e for e in unit.elements if e.able and unit.confidence == 3]
    if able and all(e in b.start_open and not e.moved for e in able) and not halted(unit):
        b.flag("DS22.4", f"{unit.name} is broken and stays in the open")


def check_cover_left(b: Battle, unit: Unit, movers: list[Element]) -> None:
    """DS22.4: shaken infantry that was in cover as a whole and took no test is in cover still."""
    if any(e.in_play and e in b.start_open for e in unit.elements):
        return
    for element in movers:
        if element.kind.team and element.aboard is None and arms.positions(b, element) == {"open"}:
            b.flag("DS22.4", f"{element.name} is shaken and leaves its cover without a test")


def halted(unit: Unit) -> bool:
    """Return whether an element in play cannot move."""
    return any(e.in_play and e.immobilised for e in unit.elements)


def check_markers(b: Battle, element: Element) -> None:
    """DS17.1: a marker that an element moved onto is its side's, unless it changed hands after."""
    for marker in b.scenario.objectives:
        held = b.holder[marker.name] == element.unit.side or b.taken.get(marker.name) == b.serial
        if not held and over(element, marker.at, book.OVER_A_MARKER - 1e-3):
            b.flag("DS17.1", f"{element.name} ends over {marker.name} and does not take it")
