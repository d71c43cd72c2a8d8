"""Who sees whom, what is hidden, what gives cover, by the places that are told (DS4.2, DS20)."""

from __future__ import annotations

from tests.audit import book
from tests.audit.battle import OTHER, Battle
from tests.audit.force import Element, Unit

ROUNDED = 2e-4  # a cloud may lie as far from where it is told


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
    if from_above(b, a, other, slack) or from_above(b, other, a, slack):
        return True
    if not a.twins and not other.twins:
        return looks(b, a.cell, other.cell, slack)
    looked = (
        looks(b, mine, theirs, slack)
        for mine in (a.cell, *a.twins)
        for theirs in (other.cell, *other.twins)
    )
    return any(looked) if slack else all(looked)


def looks(b: Battle, a: int, other: int, slack: bool) -> bool:
    """Return whether two cells see each other through the ground and the smoke (DS4.2).

    Smoke is in the way where it reaches the line between the middles of two cells; whoever stands in
    it sees the own cell only.
    """
    if b.clouds and a != other:
        (ay, ax), (by, bx) = divmod(a, b.ground.width), divmod(other, b.ground.width)
        error = ROUNDED if slack else -ROUNDED
        for cloud in b.clouds:
            if cloud.distance(ax + 0.5, ay + 0.5, bx + 0.5, by + 0.5) <= cloud.radius - error:
                return False
    return b.ground.sees(a, other)


def is_up(b: Battle, element: Element) -> bool:
    """Return whether an element is a VTOL that has popped up; one that cannot move stays low."""
    up = element.unit is b.popped and element.kind.vtol
    return up and element.in_play and not element.immobilised


def from_above(b: Battle, a: Element, other: Element, slack: bool) -> bool:
    """Return whether one that has popped up sees another: all but into woods and houses (DS32.2).

    Who cannot move any more drops; but what was declared at it before is still fired (DS28.1).
    """
    if not is_up(b, a) and not (slack and a in b.risen):
        return False
    cells = (other.cell, *other.twins)
    return (any if slack else all)(b.ground.open_above(cell) for cell in cells)


def check_seen(b: Battle, stepped: list[Element]) -> None:
    """DS20.5: a hidden unit that a step brings into an enemy's sight is revealed by its end."""
    for unit in b.hiding:
        lying = [e for e in unit.elements if e.in_play]
        for element in stepped:
            enemy = element.in_play and element.unit.side != unit.side
            if enemy and any(sees(b, element, e, slack=False) for e in lying):
                b.flag("DS20.5", f"{unit.name} stays hidden in sight of {element.name}")
                break


def in_the_open(b: Battle, element: Element) -> bool:
    """Return whether an element surely has no cover where it is (DS20.6)."""
    if element.posture != "none":
        return False
    cells = (element.cell, *element.twins)
    if element.kind.team and any(b.ground.terrain[cell] in book.SHELTER for cell in cells):
        return False  # a team has cover everywhere in woods and among houses
    return not any(covered(b, cell) for cell in cells)


def covered(b: Battle, cell: int) -> bool:
    """Return whether a cell gives cover, from some side at least."""
    return b.ground.soft[cell] or b.ground.crest[cell]
