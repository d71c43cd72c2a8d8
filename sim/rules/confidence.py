"""Confidence, leadership and markers (p. 21-24), and the repair of systems (p. 32)."""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import dice, overwatch, trace

FIRST_ELEMENT = figures.THREAT_FIRST_ELEMENT
QUARTER = figures.THREAT_QUARTER_IN_ONE_ATTACK
HALF = figures.THREAT_HALF_IN_BATTLE
LEADER = figures.THREAT_LEADER_DESTROYED
PANIC = figures.THREAT_PANIC
REPAIR = figures.REPAIR
REPAIR_WITH_BACKUP = figures.REPAIR_WITH_BACKUP
GREEN = figures.QUALITY_DIE["green"]

#: Why confidence changed, for the trace.
CAUSE_TEST, CAUSE_COMMAND_LOST, CAUSE_RALLIED, CAUSE_ASSAULTED = 0, 1, 2, 3
#: Why an Under Fire marker came or went, for the trace.
CAUSE_ATTACK, CAUSE_ACTIVATION_ENDED = 0, 1


@kernel
def is_cybertank(k, s, u):
    """Return whether unit u is led by a Cybertank.

    Our reading RD-29: a machine has no confidence to lose. It takes no confidence, reaction or panic
    test, never bears an Under Fire marker, and may always act.
    """
    return k["types"][s["elements"][s["units"][u]["leader"]]["type"]]["cybertank"] != 0


@kernel
def quality_roll(k, s, u, kind, purpose, score, threat):
    """Roll unit u's quality die against a score to exceed (DS22.1); return the roll."""
    unit = s["units"][u]
    index = unit["tests"]
    unit["tests"] = index + 1
    sides = s["units"][u]["quality"]
    roll = dice.die(s, sides, purpose, u, index)
    if s["tracing"] != 0:
        place = trace.emit(s, c.E_TEST, u, kind, score, sides, roll, 1 if roll > score else 0)
        trace.more(s, place, threat, 0, 0, 0)
    return roll


@kernel
def levels_lost(roll, score):
    """Return how many levels a confidence test costs (DS22.1): 0, 1, or 2 at half the score or less."""
    if roll > score:
        return 0
    if 2 * roll <= score:
        return 2
    return 1


@kernel
def set_level(k, s, u, level, cause):
    """Set unit u's confidence; routed units lose their counter (RD-9)."""
    unit = s["units"][u]
    level = min(max(level, c.CO), c.RO)
    if level == unit["confidence"] or is_cybertank(k, s, u):
        return
    if s["tracing"] != 0:
        trace.emit(s, c.E_CONFIDENCE, u, unit["confidence"], level, cause, 0, 0)
    unit["confidence"] = level
    if level == c.RO:
        overwatch.remove_counter(k, s, u, c.OFF_ROUTED)


@kernel
def confidence_test(k, s, u, threat):
    """Take a confidence test (DS22.1); return how many levels it costs."""
    if is_cybertank(k, s, u):
        return 0
    unit = s["units"][u]
    score = unit["leadership"] + threat
    roll = quality_roll(k, s, u, c.TEST_CONFIDENCE, c.P_CONFIDENCE, score, threat)
    lost = levels_lost(roll, score)
    set_level(k, s, u, unit["confidence"] + lost, CAUSE_TEST)
    return lost


@kernel
def reaction_test(k, s, u, kind, purpose, threat):
    """Take a reaction test (DS22.2); return whether the order is carried out."""
    if is_cybertank(k, s, u):
        return True
    score = s["units"][u]["leadership"] + threat
    return quality_roll(k, s, u, kind, purpose, score, threat) > score


@kernel
def first_attack(k, s, u):
    """Let a green unit panic that is attacked for the first time (DS23.2, RD-9)."""
    unit = s["units"][u]
    if unit["attacked"] != 0:
        return
    unit["attacked"] = 1
    if s["units"][u]["quality"] != GREEN:
        return
    if not reaction_test(k, s, u, c.TEST_PANIC, c.P_PANIC, PANIC):
        unit["panicked"] = 1
        overwatch.remove_counter(k, s, u, c.OFF_PANIC)


@kernel
def replace_leader(k, s, u):
    """Find a new leader element and roll for the new leadership (DS23.3)."""
    unit = s["units"][u]
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if s["elements"][e]["alive"] != 0:
            unit["leader"] = e
            break
    roll = dice.die(s, 6, c.P_LEADER, u, unit["tests"])
    unit["tests"] += 1
    old = unit["leadership"]
    unit["leadership"] = leadership_after(old, roll)
    if s["tracing"] != 0:
        trace.emit(s, c.E_LEADER, u, roll, old, unit["leadership"], unit["leader"], 0)


@kernel
def leadership_after(old, roll):
    """Return the leadership of the next in command (DS23.3)."""
    if roll <= 3:
        return min(3, old + 1)
    if roll == 6:
        return max(1, old - 1)
    return old


@kernel
def threat_of_attack(before, fresh, start, leader_lost):
    """Return the highest threat an attack's casualties raise, or -1 for no test (DS22.3, DS23.1).

    `before` casualties earlier in the battle, `fresh` in this attack, `start` the unit's starting
    strength (RD-22, RD-23).
    """
    if leader_lost:
        return LEADER
    if fresh == 0:
        return -1
    if 2 * (before + fresh) >= start:
        return HALF
    if 4 * fresh >= start:
        return QUARTER
    if before == 0:
        return FIRST_ELEMENT
    return -1


@kernel
def set_under_fire(k, s, u, cause):
    """Put an Under Fire marker on unit u (DS24.1); it voids overwatch (OW.R3)."""
    if is_cybertank(k, s, u):
        return
    unit = s["units"][u]
    if unit["under_fire"] == 0 and s["tracing"] != 0:
        trace.emit(s, c.E_UNDER_FIRE, u, 1, cause, 0, 0, 0)
    unit["under_fire"] = 1
    if k["rules"]["void_on_under_fire"] != 0:
        overwatch.remove_counter(k, s, u, c.OFF_UNDER_FIRE)


@kernel
def clear_under_fire(s, u):
    """Take the marker off at the end of the unit's activation (DS18.2, DS24.1)."""
    unit = s["units"][u]
    if unit["under_fire"] != 0 and s["tracing"] != 0:
        trace.emit(s, c.E_UNDER_FIRE, u, 0, CAUSE_ACTIVATION_ENDED, 0, 0, 0)
    unit["under_fire"] = 0


@kernel
def command_lost(k, s, side):
    """Resolve the loss of the command unit or its vehicle, once a battle (DS24.3)."""
    if s["no_rally"][side] != 0:
        return
    s["no_rally"][side] = 1
    s["no_offensive"][side] = s["turn"]
    first = side * c.UNITS_A_SIDE
    for u in range(first, first + k["unit_count"][side]):
        if s["units"][u]["alive"] > 0:
            set_level(k, s, u, s["units"][u]["confidence"] + 1, CAUSE_COMMAND_LOST)


@kernel
def command_unit(k, side):
    """Return the side's command unit, or -1."""
    first = side * c.UNITS_A_SIDE
    for u in range(first, first + k["unit_count"][side]):
        if k["units"][u]["command"] != 0:
            return u
    return -1


@kernel
def may_rally(k, s, u):
    """Return whether unit u can be rallied (DS24.3, DS24.4)."""
    side = k["units"][u]["side"]
    command = command_unit(k, side)
    if command < 0 or s["no_rally"][side] != 0 or s["units"][command]["alive"] == 0:
        return False
    return s["units"][u]["confidence"] != c.CO


@kernel
def rally(k, s, u):
    """Try to raise unit u one level: its leadership plus the command unit's (DS24.4)."""
    unit = s["units"][u]
    command = command_unit(k, k["units"][u]["side"])
    score = unit["leadership"] + s["units"][command]["leadership"]
    if quality_roll(k, s, u, c.TEST_RALLY, c.P_RALLY, score, 0) > score:
        set_level(k, s, u, unit["confidence"] - 1, CAUSE_RALLIED)


@kernel
def repair(k, s, u):
    """Let each element of the unit whose systems are down try its repair (DS32.1, OW.R7).

    Not in the activation in which they went down; one try an activation.
    """
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        element = s["elements"][e]
        if element["alive"] == 0 or element["systems_down"] == 0:
            continue
        if element["down_since"] == s["serial"]:
            continue
        backup = k["types"][s["elements"][e]["type"]]["backup"]
        needed = REPAIR_WITH_BACKUP if backup != 0 else REPAIR
        roll = dice.die(s, 6, c.P_REPAIR, e, s["units"][u]["reactivated"])
        if roll >= needed:
            element["systems_down"] = 0
        if s["tracing"] != 0:
            trace.emit(s, c.E_REPAIR, e, roll, needed, 1 if roll >= needed else 0, 0, 0)
