"""Close assault: declaration, the way in, who stands (DS34.1, DS35.1, DS35.2, DS18.6)."""

from __future__ import annotations

from tests.audit import book, charges, melee, partners, standing, watching
from tests.audit.battle import Attack, Battle, Due, Event
from tests.audit.close_quarters import WITHDREW, Assault, arrive, fighters
from tests.audit.force import Unit


def assault(b: Battle, e: Event) -> None:
    """It is declared before anybody moves, as the unit's combat action (DS34.1, DS18.4).

    Who joins it spends its activation with the unit (DS35.1).
    """
    unit, target = b.units[e["unit"]], b.units[e["target"]]
    joining = [b.units[name] for name in e["joined_by"]]
    if unit is not b.active or b.order.get("action") != "assault" or b.lost:
        b.flag("OW.F1", f"{unit.name} assaults outside an activation for it")
    if b.had_fired or b.went_on_watch:
        b.flag("DS18.4", f"{unit.name} assaults after another combat action")
    if unit.has_moved:
        b.flag("DS34.1", f"{unit.name} declares its assault after it has moved")
    if target.side == unit.side or not target.alive:
        b.flag("DS34.1", f"{unit.name} assaults {target.name}")
    if target.hidden:
        b.flag("DS20.5", f"{unit.name} assaults {target.name}, which is hidden")
    if b.command_lost.get(unit.side) == b.turn:
        b.flag("DS24.3", f"{unit.name} starts an assault in the turn its command was lost")
    for other in joining:
        partners.join(b, other)
        for element in other.elements:
            element.begin()
    for other in (unit, *joining):
        other.tested = None
        if other.side != unit.side or not fighters(other):
            b.flag("DS34.1", f"{other.name} assaults without infantry on foot")
        if other.confidence > 2:
            level = book.LEVELS[other.confidence]
            b.flag("DS34.1", f"{other.name} assaults and is {level}")
        if any(gap > 1 + 1e-3 for gap in standing.gaps(other).values()):
            b.flag("DS23.4", f"{other.name} assaults while it is out of integrity")
    b.joined = b.had_fired = True
    b.assault = Assault(unit, target, [unit, *joining])


def reaction(b: Battle, unit: Unit, e: Event) -> bool:
    """Take a reaction test of an attacker; return whether it was one (DS34.1, DS24.1, DS35.2)."""
    a = b.assault
    if a is None or unit not in a.party:
        return False
    if a.stage != "in" or unit in a.tests:
        return follow_through(b, a, unit, e)
    watching.close_step(b)
    arrive(a)
    threat = book.GOING_IN.get(unit.confidence)
    if threat is None:
        b.flag("DS34.1", f"{unit.name} is {book.LEVELS[unit.confidence]} and tests to go in")
    elif e["threat"] != max(threat, int(unit.under_fire)):  # DS22.3: the highest that applies
        b.flag("DS34.1", f"{unit.name} tests to go in at +{e['threat']}, not +{threat}")
    a.tests[unit] = unit.tested = e["passed"]
    if e["passed"]:
        a.going = unit
    return True


def sets_out(b: Battle, unit: Unit) -> None:
    """RD-29: who is led by a Cybertank goes in, and follows through, without a test."""
    a = b.assault
    if a and a.stage == "in" and unit.machine and unit in a.party and unit not in a.tests:
        watching.close_step(b)
        arrive(a)
        a.tests[unit] = True
        a.going = unit


def goes_on(b: Battle, unit: Unit) -> bool:
    """Return whether an activation is that of an assault's winner, who follows through (DS35.2)."""
    a = b.assault
    if a is None or unit is not a.unit or unit is not b.active:
        return False
    if not a.may_follow and not (b.rules.follow_through and unit.machine and a.won):
        return False
    close(b)
    return True


def follow_through(b: Battle, a: Assault, unit: Unit, e: Event) -> bool:
    """DS35.2: the winner may test for a full activation more, if the switch allows it."""
    if unit is not a.unit or a.may_follow:
        return False
    if not b.rules.follow_through:
        b.flag("DS35.2", f"{unit.name} follows through; the switch is off")
    if not a.won or a.stage != "over" or unit not in a.near or unit in a.fallen:
        b.flag("DS35.2", f"{unit.name} follows through and has not won an assault")
    if e["threat"] != a.won:
        b.flag("DS35.2", f"{unit.name} tests at +{e['threat']} to follow through, not +{a.won}")
    a.may_follow = e["passed"]
    return True


def to_blows(b: Battle, a: Assault) -> None:
    """The way in is over: the attackers have tested, some are in contact, the defender is told."""
    if a.stage != "in":
        return
    watching.close_step(b)
    arrive(a)
    for unit in a.party:  # RD-29: who is led by a Cybertank needs no test, and here no step
        if unit.machine and unit.alive and unit not in a.tests:
            a.tests[unit], a.going = True, unit
            arrive(a)
    a.stage, a.fighting = "stand", set(a.near)
    check_tested(b, a)
    if not a.near:
        text = f"nobody comes within {book.WITHDRAWAL} inches of {a.target.name}"
        b.flag("DS34.1", f"{text}, and it is assaulted")
    if not a.target.activated:
        b.flag("DS18.6", f"{a.target.name} is assaulted and its marker stays up")


def check_tested(b: Battle, a: Assault) -> None:
    """DS34.1, DS35.1: every attacker has taken its reaction test, while there was somebody to fight."""
    for unit in a.party:
        unfit = unit.machine or unit.panicked or unit.confidence > 2  # by what befell it meanwhile
        if unit.alive and unit not in a.tests and not unfit:
            mark = "DS34.1" if unit is a.unit else "DS35.1"
            b.flag(mark, f"{unit.name} assaults without a reaction test")


def inverts(b: Battle, unit: Unit) -> bool:
    """DS18.6: turn the marker of a unit that is assaulted; return whether it is one."""
    a = b.assault
    if a is None or unit is not a.target or a.stage != "in":
        return False
    unit.activated = True
    to_blows(b, a)
    return True


def stand(b: Battle, unit: Unit, told: int) -> Due | None:
    """Return the defender's test that is due when it is assaulted (DS34.1), if it is that."""
    a = b.assault
    if a is None or unit is not a.target or a.stage not in ("in", "stand") or a.number:
        return None
    to_blows(b, a)
    if unit.confidence > 2 and unit.on_foot:
        b.flag("DS22.4", f"{unit.name} is broken infantry and stands up to an assault")
    threats = {
        book.ASSAULTED["powered" if any_powered(units) else "other"]
        for units in (a.near, a.surely_near)
    }
    threat = told if told in threats else min(threats)
    return Due("stand", unit, "DS34.1", "", threat)


def any_powered(units: set[Unit]) -> bool:
    """Return whether powered infantry on foot is among units."""
    return any(team.kind.troops == "powered" for unit in units for team in fighters(unit))


def tested(b: Battle, unit: Unit, due: Due | None, passed: bool) -> None:
    """A confidence test is taken: what does it mean for the assault?"""
    a = b.assault
    if a is None or due is None:
        return
    if due.kind == "stand":
        if passed:
            b.owe("round", unit, "DS34.1", f"{unit.name} stands, and no round is fought")
        else:
            a.stage, a.won = "over", WITHDREW
            b.owe("withdraw", unit, "DS34.1", f"{unit.name} does not stand and does not withdraw")
    elif a.stage == "after":
        melee.tested(b, a, unit, passed)


def rout(b: Battle, unit: Unit) -> None:
    """DS22.4: broken infantry is routed when it is assaulted."""
    a = b.assault
    if a is None or unit is not a.target or not unit.on_foot or unit.confidence != 3:
        return
    to_blows(b, a)
    a.stage, a.won = "over", WITHDREW
    b.owe("withdraw", unit, "DS34.1", f"{unit.name} is routed by an assault and stays")
    b.owe("rout", unit, "DS22.4", f"{unit.name} is broken, assaulted and not routed", 4)


def round_(b: Battle, e: Event) -> None:
    """A round begins: after the defender's test, or when both sides have held (DS34.1)."""
    a, target = b.assault, b.units[e["unit"]]
    if a is None or target is not a.target:
        b.flag("DS34.1", f"{target.name} fights a round without an assault on it")
        return
    to_blows(b, a)
    if b.pay("round", target) is None and not (target.machine and not a.number):
        b.flag("DS34.1", f"{target.name} fights round {e['round']} without a reason")
    b.settle()
    a.number += 1
    a.stage = "fight"
    if e["round"] != a.number:
        b.flag("DS34.1", f"round {e['round']} of {target.name} is its number {a.number}")
    melee.line_up(b, a, e)
    b.attack = Attack({target, *a.fighting})


def chits(b: Battle, e: Event) -> None:
    """Chits of a round of close assault, or of charges (DS34.1, DS35.4)."""
    a, attack = b.assault, b.attack
    if attack is not None and attack.by is not None:
        charges.chits(b, attack, e)
    elif attack is None or a is None or a.stage != "fight":
        b.flag("DS34.1", f"chits are drawn for {e['element']} at {e['target']} without a round")
    else:
        melee.chits(b, a, attack, e)


def close_attack(b: Battle, attack: Attack) -> None:
    """End a round's chits, or those of charges."""
    if attack.charge is not None:
        b.flag("DS35.4", f"the charges of {attack.charge.vehicle.name} draw no chits")
    if b.assault and b.assault.stage == "fight" and attack.by is None:
        melee.close(b, b.assault, attack)


def close(b: Battle) -> set[Unit]:
    """End the activation of an assault; return who keeps the marker of its falling back."""
    partners.close(b)
    a, b.assault = b.assault, None
    if a is None:
        return set()
    if a.stage == "in":
        arrive(a)
        if a.target.alive:
            check_tested(b, a)
        if a.surely_near and a.target.alive and any(unit.alive for unit in a.surely_near):
            text = f"{a.target.name} has the enemy within {book.WITHDRAWAL} inches"
            b.flag("DS34.1", f"{text}, and no assault follows")
    for unit in a.party[1:]:
        if unit.alive and unit.under_fire and unit not in a.fallen:
            b.flag("DS24.1", f"{unit.name}: Under Fire marker stays at the end of its activation")
            unit.under_fire = False
    return a.fallen
