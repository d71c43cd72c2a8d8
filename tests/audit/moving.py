"""Movement: steps, factors, terrain, integrity, evasion (DS25, DS26.1, DS23.4, RD-3)."""

from __future__ import annotations

import math

from tests.audit import book, watching
from tests.audit.battle import OTHER, Battle, Event
from tests.audit.force import PLACE_ERROR, Element, Unit

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
        element.twins = twins(b, x1, y1)
    if length > EXACT:
        element.face(dx / length, dy / length, 3e-4 / length)  # RD-6
    element.moved, element.deployed = True, False
    if b.order.get("action") == "evade" and element.kind.may_evade and not disorganised(b):
        element.unit.evading = None if halted(element.unit) else True  # all of it or none
    element.moved_after |= element.fired
    element.posture = "none"  # DS20.6: who leaves loses the benefit
    b.stepped.append(element)


def check_right(b: Battle, element: Element) -> None:
    """Who may not move: outside his activation, out of play, immobilised, lost to panic or fear."""
    unit = element.unit
    if unit is not b.active:
        b.flag("DS18.2", f"{element.name} moves outside its unit's activation")
        return
    if not element.in_play:
        b.flag("RD-24", f"{element.name} moves and is out of play")
    if element.immobilised:
        b.flag("DS30.2", f"{element.name} moves and is immobilised")
    if b.lost:
        b.flag("DS23.2", f"{element.name} moves in an activation lost to panic")
    if unit.tested is False:
        b.flag("DS24.1", f"{element.name} moves after its unit's reaction test failed")
    if unit.under_fire and unit.tested is None and not element_moved(unit):
        b.flag("DS24.1", f"{element.name} moves Under Fire without a reaction test")
    if unit.confidence > 2 and element_moved(unit) and b.order.get("move") in ADVANCES:
        b.flag("DS22.4", f"{element.name} goes on advancing, {book.LEVELS[unit.confidence]}")
    if b.went_on_watch:
        b.flag("OW.R1", f"{element.name} moves after its unit went on overwatch")
    if element.moved_after is False and element.fired and element.moved:
        b.flag("DS18.2", f"{element.name} moves both before and after its fire")


def element_moved(unit: Unit) -> bool:
    """Return whether its unit has begun to move in this activation."""
    return any(e.moved for e in unit.elements)


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
    if element.used > element.allowance + 1e-3:
        mark = "DS30.2" if element.damaged else "DS25.1"
        b.flag(mark, f"{element.name} uses {element.used} of {element.allowance} factors")


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


def seen_by_enemy(b: Battle, unit: Unit) -> bool:
    """Return whether an enemy element sees an element of a unit (DS20.5)."""
    return any(
        sees(b, enemy, element)
        for other in b.forces[OTHER[unit.side]]
        for enemy in other.elements
        if enemy.in_play
        for element in unit.elements
        if element.in_play
    )


def twins(b: Battle, x: float, y: float) -> tuple[int, ...]:
    """Return the cells on the other side of a border on which a place lies or was rounded to."""
    return tuple(
        b.ground.cell(max(0.0, x - left), max(0.0, y - down))
        for left in ((0.0, 0.5) if x % 1 == 0 else (0.0,))
        for down in ((0.0, 0.5) if y % 1 == 0 else (0.0,))
        if left or down
    )


def sees(b: Battle, a: Element, other: Element, slack: bool = True) -> bool:
    """Return whether two elements see each other, at most 60 inches apart (DS4.2).

    Places are rounded in the trace; `slack` says whether to count what is only possible.
    """
    if a.distance(other) > book.SIGHT + (1e-3 if slack else -1e-3):
        return False
    if not a.twins and not other.twins:
        return b.ground.sees(a.cell, other.cell)
    looks = (
        b.ground.sees(mine, theirs)
        for mine in (a.cell, *a.twins)
        for theirs in (other.cell, *other.twins)
    )
    return any(looks) if slack else all(looks)


def check_seen(b: Battle) -> None:
    """DS20.5: a hidden unit that a step brings into an enemy's sight is revealed by its end."""
    for unit in b.hiding:
        for element in b.stepped:
            if unit.side != element.unit.side and element.in_play:
                if any(e.in_play and sees(b, element, e, slack=False) for e in unit.elements):
                    b.flag("DS20.5", f"{unit.name} stays hidden in sight of {element.name}")
                    break


def end_of_steps(b: Battle) -> None:
    """Forget the last step: the movement is over, or has not begun."""
    b.stepped.clear()
    b.asked.clear()
    b.answered = b.by_fire = False
    b.may_fire = b.forced = None


def gaps(unit: Unit) -> dict[Element, float]:
    """Return each able element's distance to the nearest other one."""
    able = [e for e in unit.elements if e.in_play and not e.immobilised]
    return {e: unit.gap(e) for e in able} if len(able) > 1 else {}


def in_the_open(b: Battle, element: Element) -> bool:
    """Return whether an element surely has no cover where it is (DS20.6)."""
    if element.posture != "none":
        return False
    return not any(covered(b, cell) for cell in (element.cell, *element.twins))


def covered(b: Battle, cell: int) -> bool:
    """Return whether a cell gives cover, from some side at least."""
    return b.ground.soft[cell] or b.ground.crest[cell]


def disorganised(b: Battle, slack: float = PLACE_ERROR) -> bool:
    """Return whether the active unit began out of integrity, so that it may only close up."""
    return any(gap > book.INTEGRITY + slack for gap in b.start_gaps.values())


def over(element: Element, at: tuple[float, float], within: float) -> bool:
    """Return whether an element is over a marker (DS17.1)."""
    return math.hypot(element.x - at[0], element.y - at[1]) <= within


def check_end(b: Battle, unit: Unit) -> None:
    """What the moves of an activation must add up to."""
    check_integrity(b, unit)
    movers = [element for element in unit.elements if element.in_play and element.moved]
    for element in movers:
        check_full_die(b, element)
        check_markers(b, element)
    check_evasion(unit, movers)
    check_withdrawal(b, unit)


def check_integrity(b: Battle, unit: Unit) -> None:
    """DS23.4: elements that move end within 3 inches of another, or nearer than they were."""
    ends = gaps(unit)
    if ends.keys() != b.start_gaps.keys():
        return  # who was lost or left behind on the way may have been the link
    for element, after in ends.items():
        before = b.start_gaps.get(element)
        if before is None or not element.moved or after <= book.INTEGRITY + 1e-3:
            continue
        if after > before + 1e-3:
            text = f"{element.name} ends {after:.2f} inches from its unit, {before:.2f} before"
            b.flag("DS23.4", text)


def check_full_die(b: Battle, element: Element) -> None:
    """DS28.2: who fires first and then moves more than half should have fired a step down."""
    if not element.moved_after or not element.fired:
        return
    half = element.allowance / 2
    if element.fire_die == 1 and element.used > half + 1e-3 and element.hurt_at != b.serial:
        b.flag("DS28.2", f"{element.name} fires with its full die and then uses {element.used}")


def check_evasion(unit: Unit, movers: list[Element]) -> None:
    """DS26.1: it lasts if three quarters of the factors were used in easy or normal terrain.

    The rule may mean the factors used or those that the element has: both readings are let pass.
    """
    share = book.EVASIVE_SHARE
    if any(e.smooth < share * e.allowance - 1e-3 for e in movers):
        unit.evading = None if unit.evading else False
    if any(e.smooth < share * e.used - 1e-3 for e in movers):
        unit.evading = False


def check_withdrawal(b: Battle, unit: Unit) -> None:
    """DS22.4: a broken unit in the open leaves for cover, if it can move and does not rally.

    One of its elements may keep others waiting: in the cover that is nearest, or by integrity.
    """
    if not b.broken_at_start or unit.tested is False or b.order["action"] == "rally":
        return
    able = [e for e in unit.elements if e.in_play and not e.immobilised and unit.confidence == 3]
    if able and all(e in b.start_open and not e.moved for e in able) and not halted(unit):
        b.flag("DS22.4", f"{unit.name} is broken and stays in the open")


def halted(unit: Unit) -> bool:
    """Return whether an element in play cannot move."""
    return any(e.in_play and e.immobilised for e in unit.elements)


def check_markers(b: Battle, element: Element) -> None:
    """DS17.1: a marker that an element moved onto is its side's."""
    for marker in b.scenario.objectives:
        held = b.holder[marker.name] == element.unit.side
        if not held and over(element, marker.at, book.OVER_A_MARKER - 1e-3):
            b.flag("DS17.1", f"{element.name} ends over {marker.name} and does not take it")


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
    rises = element.posture == "turret_down"
    cells = (element.cell, *element.twins)
    stops = element.posture == "none" and any(b.ground.crest[cell] for cell in cells)
    if e["posture"] != "hull_down" or not (rises or stops):
        b.flag("DS20.6", f"{element.name} takes {e['posture']}, it was {element.posture}")
    element.posture = e["posture"]
