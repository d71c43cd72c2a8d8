"""The enemy's chances during a unit's movement: overwatch first, then opportunity fire.

OW.F1, OW.F2, OW.F4, OW.F6, RD-3 to RD-5, RD-25; DS20.1-20.3. Fire stops the mover where it is and is
resolved with all its tests before the next step (DS20.2, OW.F7).
"""

from __future__ import annotations

from sim._jit import kernel
from sim.battle import attack
from sim.doctrine import evaluate
from sim.layout import codes as c
from sim.rules import (
    artillery,
    confidence,
    direct_fire,
    opportunity,
    overwatch,
    smoke,
    trace,
    volley,
)
from sim.terrain import lookup

#: Reasons of a decision beside the number of the doctrine's rule, for the trace.
NO_RULE, TEST_FAILED, FORCED, NO_SHOT = -1, -2, -3, -4


@kernel
def who_waits(k, s, u):
    """Return which chances the enemy may have: bit 1 overwatch or a hidden unit, bit 2 opportunity."""
    other = 1 - k["units"][u]["side"]
    first = other * c.UNITS_A_SIDE
    waits = 0
    for w in range(first, first + k["unit_count"][other]):
        unit = s["units"][w]
        if unit["alive"] == 0:
            continue
        unit["answered"] = 0
        if unit["overwatch"] != 0 or unit["hidden"] != 0:
            waits |= 1
        if opportunity.may_interrupt(k, s, w, u):
            waits |= 2
    return waits


@kernel
def after_step(k, s, u, waits):
    """Offer the enemy his chances after a step of unit u: overwatch first, then opportunity fire.

    `waits` is from `who_waits`. Units of a side answer in the order in which its owner lists them
    (RD-5).
    """
    note_situation(k, s, u)
    if waits & 1:
        answer_step(k, s, u, True)
    if waits & 2 and s["units"][u]["alive"] != 0:
        answer_step(k, s, u, False)


@kernel
def answer_step(k, s, u, watching):
    """Offer overwatch to every enemy unit that has the chance, or opportunity fire to the others.

    RD-25: a unit with its counter there fires on overwatch or, if it waits or its test failed, not at
    all at this step.
    """
    other = 1 - k["units"][u]["side"]
    first = other * c.UNITS_A_SIDE
    for w in range(first, first + k["unit_count"][other]):
        unit = s["units"][w]
        if unit["alive"] == 0:
            continue
        if watching:
            unit["answered"] = 0
            if unit["overwatch"] == 0 and unit["hidden"] == 0:
                continue
        elif unit["answered"] != 0 or not opportunity.may_interrupt(k, s, w, u):
            continue
        s["seen"] = seen_by(k, s, w, u)
        if s["seen"] == 0:
            continue
        if not watching:
            offer_opportunity(k, s, w, u)
        else:
            if unit["hidden"] != 0 and in_sight(k, s, u, w):
                attack.reveal(s, w, 2)
            if k["rules"]["trigger"] != c.TRIGGER_FIRES and given(k, s, w, u):
                unit["answered"] = 1
                if unit["refused"] != s["serial"]:
                    offer_overwatch(k, s, w, u)
        if s["units"][u]["alive"] == 0:
            return


@kernel
def after_fire(k, s, u):
    """Offer overwatch after unit u's fire, where the switch `trigger` allows it (Barclay 2001)."""
    if k["rules"]["trigger"] == c.TRIGGER_MOVES:
        return  # OW.F2
    s["situation"] = c.NOTHING  # every fire is a chance of its own
    first = u * c.ELEMENTS_A_UNIT
    for i in range(s["units"][u]["count"]):
        s["elements"][first + i]["stepped"] = 1 if s["aim"][i] >= 0 else 0
    other = 1 - k["units"][u]["side"]
    first = other * c.UNITS_A_SIDE
    for w in range(first, first + k["unit_count"][other]):
        unit = s["units"][w]
        if unit["alive"] != 0 and unit["refused"] != s["serial"] and given(k, s, w, u):
            offer_overwatch(k, s, w, u)
        if s["units"][u]["alive"] == 0:
            return


@kernel
def note_situation(k, s, u):
    """Note where the mover's first moving element is, to one and to two inches, and the attacks.

    While it and the number of elements in sight stay the same a doctrine's "hold" stands, for an inch
    on overwatch and for two with opportunity fire: nothing that it weighs changes much meanwhile, and
    to ask at each half inch would cost a quarter of a battle's time. Two inches are counted from the
    corner behind the mover's side, blue's with the lowest cell: so both sides are asked alike.
    """
    key = (s["serial"] * 1024 + s["attacks"]) * c.CELLS
    s["situation"] = key
    s["situation_2"] = key
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        element = s["elements"][e]
        if element["alive"] != 0 and element["stepped"] != 0:
            s["situation"] = key + element["cell"]
            cell = element["cell"]
            if k["units"][u]["side"] == c.RED:
                cell = k["width"] * k["height"] - 1 - cell
            row = cell // k["width"]
            s["situation_2"] = key + row // 2 * k["width"] + (cell - row * k["width"]) // 2
            return


@kernel
def seen_by(k, s, w, u):
    """Return how many elements of u that have just moved unit w sees."""
    first = u * c.ELEMENTS_A_UNIT
    seen = 0
    for e in range(first, first + s["units"][u]["count"]):
        element = s["elements"][e]
        if element["alive"] != 0 and element["stepped"] != 0:
            s["sights"] += 1
            if lookup.view_holds(s, w, element["cell"]):
                seen += 1
    return seen


@kernel
def in_sight(k, s, u, w):
    """Return whether an element of u that has just moved sees one of w, within 60 inches (DS20.5)."""
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if s["elements"][e]["alive"] == 0 or s["elements"][e]["stepped"] == 0:
            continue
        other = w * c.ELEMENTS_A_UNIT
        for t in range(other, other + s["units"][w]["count"]):
            if direct_fire.sees(k, s, e, t):
                return True
    return False


@kernel
def given(k, s, w, u):
    """Return whether the step gives unit w a chance on overwatch (OW.F1, RD-3)."""
    if s["units"][w]["overwatch"] == 0:
        return False
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        element = s["elements"][e]
        if (
            element["alive"] != 0
            and element["stepped"] != 0
            and overwatch.covers(k, s, w, element["x"], element["y"], element["cell"])
        ):
            return True
    return False


@kernel
def decide(k, s, w, u, chapter, mode):
    """Ask unit w's doctrine; return (fire or hold, number of the rule)."""
    unit = s["units"][w]
    place = s["situation"] if chapter == c.C_TRIGGER else s["situation_2"]
    key = (place * 2 + chapter - c.C_TRIGGER) * 8 + s["seen"]
    if s["situation"] >= 0 and unit["held_key"] == key:
        return c.ANSWER_HOLD, unit["held_rule"]
    s["chance"] = mode
    rule = evaluate.decide(k, s, chapter, w, u)
    s["chance"] = c.NOTHING
    answer = c.ANSWER_HOLD
    if rule >= 0:
        answer = k["doctrines"][k["units"][w]["side"]]["rules"][chapter, rule]["do"]
    if answer == c.ANSWER_HOLD:
        unit["held_key"] = key
        unit["held_rule"] = rule
    return answer, rule


@kernel
def offer_overwatch(k, s, w, u):
    """Let unit w's owner fire on overwatch or wait for a better target (OW.F6).

    The combat action may be any that the elements can take (RD-27): each fires what it has, the
    leader or an observer may call for fire instead, or the vehicles lay smoke.
    """
    row = s["row"]
    side = k["units"][w]["side"]
    row["chances"][side] += 1
    answer, reason = decide(k, s, w, u, c.C_TRIGGER, c.BY_OVERWATCH)
    if answer == c.ANSWER_HOLD and must_fire(k, s, w):
        answer, reason = c.ANSWER_FIRE, FORCED
    if answer == c.ANSWER_SMOKE and smoke.loaded(s, w, c.BY_OVERWATCH) == 0:
        answer, reason = c.ANSWER_HOLD, NO_SHOT
    if answer == c.ANSWER_CALL:
        s["caller"] = artillery.call(k, s, w, u, c.BY_OVERWATCH)
        if s["caller"] < 0:
            answer, reason = c.ANSWER_HOLD, NO_SHOT
    if answer == c.ANSWER_FIRE:
        if volley.declare_volley(k, s, w, u, c.BY_OVERWATCH) <= 0.0:
            answer, reason = c.ANSWER_HOLD, NO_SHOT
        elif reason != FORCED and not reacts(k, s, w):
            answer, reason = c.ANSWER_HOLD, TEST_FAILED
    if s["tracing"] != 0:
        trace.emit(s, c.E_OVERWATCH_CHANCE, w, u, answer, reason, 0, 0)
    if answer == c.ANSWER_HOLD:
        row["held"][side] += 1
        return
    row["fired"][side] += 1
    if answer == c.ANSWER_SMOKE:  # RD-27
        smoke.discharge(k, s, w, c.BY_OVERWATCH)
    elif answer == c.ANSWER_FIRE or (
        volley.declare_volley(k, s, w, u, c.BY_OVERWATCH) > 0.0 and reacts(k, s, w)
    ):
        attack.attack(k, s, w, u, c.BY_OVERWATCH)
    s["caller"] = c.NOTHING
    opportunity.spend_counter(k, s, w)


@kernel
def must_fire(k, s, w):
    """Return whether unit w, which would wait, must fire (switch `discipline_test`).

    The test is taken once against each enemy unit's move; who fails it fires at the first shot.
    """
    threat = k["rules"]["discipline_test"]
    if threat == c.NO_TEST:
        return False
    unit = s["units"][w]
    if abs(unit["disciplined"]) != s["serial"]:
        passed = confidence.reaction_test(k, s, w, c.TEST_DISCIPLINE, c.P_DISCIPLINE, threat)
        unit["disciplined"] = s["serial"] if passed else -s["serial"]
    return unit["disciplined"] < 0


@kernel
def reacts(k, s, w):
    """Return whether unit w passes the test that the switch `reaction_test` asks of who would fire.

    Who fails it does not fire at this enemy unit's move.
    """
    threat = k["rules"]["reaction_test"]
    if threat == c.NO_TEST:
        return True
    if confidence.reaction_test(k, s, w, c.TEST_REACTION, c.P_REACTION, threat):
        return True
    s["units"][w]["refused"] = s["serial"]
    return False


@kernel
def offer_opportunity(k, s, w, u):
    """Let unit w's owner interrupt the move with opportunity fire (DS20.1)."""
    answer, _ = decide(k, s, w, u, c.C_OPPORTUNITY, c.BY_OPPORTUNITY)
    if answer != c.ANSWER_FIRE:
        return
    if volley.declare_volley(k, s, w, u, c.BY_OPPORTUNITY) <= 0.0:
        return
    s["row"]["opportunity_fired"][k["units"][w]["side"]] += 1
    attack.attack(k, s, w, u, c.BY_OPPORTUNITY)
    opportunity.spend_activation(k, s, w)
