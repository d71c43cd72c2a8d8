"""Close assault (p. 34-35): declaration, the way in, rounds, tests (DS34.1, DS35.1, DS35.2, DS18.6).

Order of the rolls: reaction tests of the attackers, unit by unit; what their moves provoke; the
defender's confidence test; then in each round the chits (`sim.battle.melee`), and the tests of what
the round did: the defender first.
"""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.battle import attack, close_in, fall_back, march, melee
from sim.doctrine import evaluate
from sim.layout import codes as c
from sim.rules import close_assault, confidence, infantry, movement, opportunity, overwatch, trace

CONFIDENT = figures.THREAT_ASSAULT["CO"]
STEADY = figures.THREAT_ASSAULT["ST"]
SHAKEN = figures.THREAT_ASSAULT["SH"]
BY_POWERED = figures.THREAT_ASSAULTED["powered"]
BY_OTHERS = figures.THREAT_ASSAULTED["other"]
UNDER_HALF = figures.THREAT_ASSAULT_LOSSES["under_half"]
HALF_OR_MORE = figures.THREAT_ASSAULT_LOSSES["half_or_more"]
MOVING = figures.THREAT_INFANTRY_MOVING
AFTER_DESTROYED = figures.THREAT_FOLLOW_THROUGH["destroyed"]
AFTER_WITHDREW = figures.THREAT_FOLLOW_THROUGH["withdrew"]
ROUNDS = 6  # then both stay where they are; the chance to come this far is below one in a thousand


@kernel
def assault(k, s, u):
    """Carry out unit u's close assault as its activation, with the friends that join it (DS35.1)."""
    v = close_in.choose_target(k, s, u)
    if v < 0:
        return
    side = k["units"][u]["side"]
    declared = 1 << u
    first = side * c.UNITS_A_SIDE
    for friend in range(first, first + k["unit_count"][side]):
        if friend != u and joins(k, s, friend, v):
            declared |= 1 << friend
            join(k, s, friend)
    if s["tracing"] != 0:
        trace.emit(s, c.E_ASSAULT, u, v, declared >> first, 0, 0, 0)
    party = go_in(k, s, declared, u, v)
    if party != 0:
        opportunity.set_marker(s, v, 1)  # DS18.6
        won = come_to_blows(k, s, party, v)
        s["won"] = won if (party >> u) & 1 == 1 else 0
    for friend in range(first, first + k["unit_count"][side]):
        if friend != u and (declared >> friend) & 1 == 1 and s["units"][friend]["alive"] != 0:
            s["units"][friend]["attackers"] = 0
            if s["units"][friend]["fell_back"] != s["serial"]:
                confidence.clear_under_fire(s, friend)


@kernel
def joins(k, s, friend, v):
    """Return whether a unit that is not activated would assault too and can reach unit v (DS35.1)."""
    unit = s["units"][friend]
    if (
        unit["alive"] == 0
        or unit["activated"] != 0
        or unit["panicked"] != 0
        or unit["confidence"] >= c.BR
        or not close_assault.can_reach(k, s, friend, v)
        or not movement.in_integrity(k, s, friend)  # DS23.4
    ):
        return False
    rule = evaluate.decide(k, s, c.C_ACTIVATION, friend, c.NOTHING)
    side = k["units"][friend]["side"]
    return rule >= 0 and k["doctrines"][side]["rules"][c.C_ACTIVATION, rule]["do"] == c.DO_ASSAULT


@kernel
def join(k, s, friend):
    """Begin the activation of a unit that joins an assault: its counter goes, its marker turns."""
    overwatch.remove_counter(k, s, friend, c.OFF_ACTIVATED)
    attack.reveal(s, friend, 0)
    s["units"][friend]["evading"] = 0
    movement.begin(s, friend)
    opportunity.set_marker(s, friend, 1)


@kernel
def going_threat(s, u):
    """Return the threat of the reaction test before unit u goes in (DS34.1, DS24.1, DS22.3)."""
    unit = s["units"][u]
    threat = CONFIDENT
    if unit["confidence"] == c.ST:
        threat = STEADY
    elif unit["confidence"] == c.SH:
        threat = SHAKEN
    return max(threat, MOVING) if unit["under_fire"] != 0 else threat


@kernel
def go_in(k, s, declared, u, v):
    """Test and move the attackers, u first; return the set of those that came into contact.

    A unit that fails its test stays where it is.
    """
    party = 0
    for place in range(-1, c.UNITS):
        w = u if place < 0 else place
        if (declared >> w) & 1 == 0 or place == u or s["units"][v]["alive"] == 0:
            continue
        if s["units"][w]["confidence"] >= c.BR or s["units"][w]["panicked"] != 0:
            continue  # by what came of the others' way in (DS22.4, DS24.3)
        threat = going_threat(s, w)
        if not confidence.reaction_test(k, s, w, c.TEST_REACTION, c.P_REACTION, threat):
            continue
        s["mover"] = w
        march.march(
            k, s, w, c.GOALS + v, c.DIRECT_ROUTE, close_assault.SHARE, 0, c.TO_HOLD, 0.0
        )  # fmt: skip
        s["mover"] = u
        unit = s["units"][w]
        if (
            unit["alive"] != 0
            and unit["panicked"] == 0
            and unit["confidence"] < c.BR
            and close_in.is_in_contact(s, w, v)
        ):
            party |= 1 << w
    return party


@kernel
def assaulted_threat(k, s, party):
    """Return the threat of the test of a unit that is assaulted: more if by powered infantry."""
    for u in range(c.UNITS):
        if (party >> u) & 1 == 0:
            continue
        first = u * c.ELEMENTS_A_UNIT
        for e in range(first, first + s["units"][u]["count"]):
            troops = k["types"][s["elements"][e]["type"]]["troops"]
            if close_assault.can_fight(s, e) and troops == c.POWERED:
                return BY_POWERED
    return BY_OTHERS


@kernel
def stands(k, s, party, v):
    """Return whether the defender stands: its confidence test, after which it withdraws or fights.

    Broken infantry that is assaulted is routed (DS22.4), and routed infantry does not stand.
    """
    if s["units"][v]["confidence"] >= c.BR and infantry.dismounted(k, s, v):
        confidence.set_level(k, s, v, c.RO, confidence.CAUSE_ASSAULTED)
        return False
    return confidence.confidence_test(k, s, v, assaulted_threat(k, s, party)) == 0


@kernel
def come_to_blows(k, s, party, v):
    """Let the defender stand or fall back, and fight rounds until one side has had enough.

    Return how the attackers won, or 0 if they did not (DS35.2).
    """
    s["attacks"] += 1
    s["clock"] += 1
    s["units"][v]["fell_back"] = 0
    if not stands(k, s, party, v):
        fall_back.fall_back(k, s, v)
        return c.WON_WITHDREW
    side = k["units"][v]["side"]
    s["row"]["assaults"][1 - side] += 1
    for number in range(1, ROUNDS + 1):
        attackers, defenders = melee.line_up(k, s, party, v)
        if attackers == 0 or defenders == 0:
            return 0
        attack.clear_marks(s)
        melee.fight(k, s, party, v, number, attackers, defenders)
        party = after_round(k, s, party, v)
        s["clock"] += 1
        if s["units"][v]["alive"] == 0:
            return c.WON_DESTROYED
        if s["units"][v]["fell_back"] == s["serial"]:
            return c.WON_WITHDREW
        if party == 0:
            return 0
    return 0


@kernel
def after_round(k, s, party, v):
    """Take the tests of a round: the defender, and if it holds the attackers, unit by unit.

    Return the set of attackers that fight on; none if the defender is gone.
    """
    enemy_left = 0
    for u in range(c.UNITS):
        if (party >> u) & 1 == 1 and close_assault.teams_of(s, u) > 0:
            enemy_left |= 1 << u
    over = enemy_left == 0  # the defender has won: it takes no test of the assault
    if over or s["units"][v]["alive"] == 0:
        attack.consequences(k, s, v)
        over = True
    elif not holds(k, s, v, 0):
        fall_back.fall_back(k, s, v)
        over = True
    left = 0
    broken = 0
    for u in range(c.UNITS):
        if (party >> u) & 1 == 0:
            continue
        if over or (enemy_left >> u) & 1 == 0:
            attack.consequences(k, s, u)
        elif holds(k, s, u, broken):
            left |= 1 << u
        else:
            fall_back.fall_back(k, s, u)
            broken = 1  # DS35.1
    return left


@kernel
def holds(k, s, u, more):
    """Return whether unit u passes its test after a round: the highest threat that applies (DS22.3).

    `more` is added to the threat of the assault (DS35.1).
    """
    began, lost = melee.losses(s, u)
    threat = (UNDER_HALF if 2 * lost < began else HALF_OR_MORE) + more
    threat = max(threat, attack.suffer(k, s, u))
    passed = confidence.confidence_test(k, s, u, threat) == 0
    attack.succeed_leader(k, s, u)
    return passed


@kernel
def follows_through(k, s, u):
    """Return whether unit u has won its assault and passes the test to go on at once (DS35.2)."""
    unit = s["units"][u]
    if s["won"] == 0 or unit["fell_back"] == s["serial"] or unit["panicked"] != 0:
        return False
    if close_assault.teams_of(s, u) == 0:
        return False
    threat = AFTER_DESTROYED if s["won"] == c.WON_DESTROYED else AFTER_WITHDREW
    return confidence.reaction_test(k, s, u, c.TEST_REACTION, c.P_REACTION, threat)
