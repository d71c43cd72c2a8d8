"""Movement: who may step where, at what price (DS25, DS30.2, RD-3)."""

from __future__ import annotations

import math

from tests.audit import (
    assaulting,
    book,
    carrying,
    charges,
    falling_back,
    nerve,
    sight,
    standing,
    watching,
)
from tests.audit.battle import Battle, Event
from tests.audit.force import PLACE_ERROR, Element

ADVANCES = ("objective", "to_range", "to_sight")
EXACT = 6e-4  # what rounding leaves of a length or of factors


def move(b: Battle, e: Event) -> None:
    """One step of one element."""
    element = b.elements[e["element"]]
    if b.answered or b.by_fire or (b.stepped and b.stepped[-1].place >= element.place):
        watching.close_step(b)
    (x, y), (x1, y1) = e["from"], e["to"]
    dx, dy = x1 - x, y1 - y
    length = math.hypot(dx, dy)
    assaulting.sets_out(b, element.unit)
    check_right(b, element)
    if abs(x - element.x) > 2e-4 or abs(y - element.y) > 2e-4:
        b.flag("RD-3", f"{element.name} steps from {x}, {y} and was at {element.x}, {element.y}")
    if length > book.STEP + EXACT:
        b.flag("RD-3", f"{element.name} steps {length:.3f} inches, more than half an inch")
    if not (0 <= x1 <= b.ground.width and 0 <= y1 <= b.ground.height):
        b.flag("DS25.1", f"{element.name} leaves the table at {x1}, {y1}")
        return
    cell = b.ground.cell(x1, y1)
    check_factors(b, element, e, dx, dy, length, cell)
    if e["travel"]:
        check_travel(b, element)
    element.x, element.y, element.cell, element.twins = x1, y1, cell, ()
    if x1 % 1 == 0 or y1 % 1 == 0:
        element.twins = sight.twins(b, x1, y1)
    if length > EXACT:
        element.face(dx / length, dy / length, 3e-4 / length)  # RD-6
    element.moved, element.deployed = True, False
    whole = all(e.kind.may_evade for e in element.unit.elements if e.in_play)  # DS26.1
    if b.order.get("action") == "evade" and whole:
        # the whole unit or none of it; the rules do not say if one may evade while it closes up
        unsure = standing.halted(element.unit) or standing.disorganised(b, -PLACE_ERROR)
        element.unit.evading = None if unsure else True
    element.moved_after |= element.fired
    element.posture = "none"  # DS20.6: who leaves loses the benefit
    carrying.carry(element)
    charges.come_near(b, element, x, y)
    if not (b.assault and b.assault.falling):  # DS34.1: nobody may interrupt that
        b.stepped.append(element)


def check_right(b: Battle, element: Element) -> None:
    """Who may not move: outside his activation, out of play, immobilised, lost to panic or fear."""
    unit = element.unit
    if unit is not b.mover:
        b.flag("DS18.2", f"{element.name} moves outside its unit's activation")
        return
    if not element.in_play:
        b.flag("RD-24", f"{element.name} moves and is out of play")
    if element.aboard:
        b.flag("DS36.1", f"{element.name} moves by itself aboard {element.aboard.name}")
    if element.immobilised:
        b.flag("DS30.2", f"{element.name} moves and is immobilised")
    if b.assault and b.assault.falling is unit:
        return
    if b.lost or (unit.panicked and not b.stepped):
        b.flag("DS23.2", f"{element.name} moves in an activation lost to panic")
    if unit.tested is False and (unit.under_fire or b.assault is None):
        b.flag("DS24.1", f"{element.name} moves after its unit's reaction test failed")
    if unit.under_fire and unit.tested is None and not unit.has_moved:
        b.flag("DS24.1", f"{element.name} moves Under Fire without a reaction test")
    if not unit.has_moved:
        nerve.check_shaken(b, unit)
    going_in = b.assault is not None and b.assault.going is unit and not b.stepped
    advancing = going_in or b.order.get("move") in ADVANCES
    if unit.confidence > 2 and unit.has_moved and advancing:
        b.flag("DS22.4", f"{element.name} goes on advancing, {book.LEVELS[unit.confidence]}")
    if b.went_on_watch:
        b.flag("OW.R1", f"{element.name} moves after its unit went on overwatch")
    if element.moved_after is False and element.fired and element.moved:
        b.flag("DS18.2", f"{element.name} moves both before and after its fire")


def check_factors(
    b: Battle, element: Element, e: Event, dx: float, dy: float, length: float, cell: int
) -> None:
    """DS25.1: factors by the terrain of the cell entered, within the base movement (DS30.2)."""
    kind = element.kind
    costs = kind.travel_cost if e["travel"] else kind.cost
    terrain = b.ground.terrain[cell]
    factors = e["factors"]
    cost = costs.get(terrain)
    if cost is None:
        b.flag("DS25.1", f"{element.name} enters {terrain}, which is impassable for it")
        cost = 0.0
    if abs(factors - cost * length) > EXACT:
        for ahead in entered(b, element.x, element.y, dx, dy):
            cost = costs.get(b.ground.terrain[ahead])
            if cost is not None and abs(factors - cost * length) <= EXACT:
                terrain = b.ground.terrain[ahead]
                break
        else:
            text = f"{factors} factors for {length:.4f} inches of {terrain}"
            b.flag("DS25.1", f"{element.name}: {text}")
    used = element.used + factors
    if abs(e["used"] - used) > 1e-4:
        b.flag(
            "DS25.1", f"{element.name} has used {e['used']} factors, the steps add to {used:.4f}"
        )
    element.used = e["used"]
    if terrain in kind.smooth:
        element.smooth += factors
    most = falling_back.most_factors(b, element)
    if element.used > most + 1e-3:
        mark = "DS30.2" if element.damaged else "DS25.1"
        b.flag(mark, f"{element.name} uses {element.used} of {most} factors")


def entered(b: Battle, x: float, y: float, dx: float, dy: float) -> list[int]:
    """Return the cells near by whose centre a step towards (dx, dy) may make for."""
    cx, cy = math.floor(x), math.floor(y)
    return [
        row * b.ground.width + column
        for column in range(max(0, cx - 2), min(b.ground.width, cx + 2))
        for row in range(max(0, cy - 2), min(b.ground.height, cy + 2))
        if (ox := column + 0.5 - x) * dx + (oy := row + 0.5 - y) * dy > 0
        and abs(ox * dy - oy * dx) < 1e-3
    ]


def check_travel(b: Battle, element: Element) -> None:
    """DS25.1: no fire and no Under Fire marker in travel mode."""
    b.travelled = True
    if element.unit.under_fire:
        b.flag("DS25.1", f"{element.name} is in travel mode with an Under Fire marker")
    if b.had_fired or element.unit.evading:
        b.flag("DS25.1", f"{element.name} is in travel mode in an activation with a combat action")


def end_of_steps(b: Battle) -> None:
    """Forget the last step: the movement is over, or has not begun."""
    b.stepped.clear()
    b.asked.clear()
    b.answered = b.by_fire = False
    b.may_fire = b.forced = None
