"""One unit's activation (DS18.2): the order, what confidence allows of it, and the end."""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.battle import assault, attack, march, objectives, own_fire, pop_up
from sim.doctrine import arms, evaluate, seek
from sim.layout import codes as c
from sim.rules import (
    artillery,
    confidence,
    direct_fire,
    infantry,
    missiles,
    movement,
    opportunity,
    overwatch,
    regroup,
    smoke,
    trace,
    transport,
    volley,
)
from sim.terrain import lookup

INFANTRY_THREAT = figures.THREAT_INFANTRY_MOVING
UNDER_FIRE_THREAT = figures.THREAT_VEHICLE_UNDER_FIRE_MOVING
EVASIVE_SHARE = figures.EVASIVE_SHARE


@kernel
def activate(k, s, u):
    """Carry out unit u's activation from the turning of its marker to the end."""
    s["serial"] += 1
    s["clock"] += 1
    s["mover"] = u
    unit = s["units"][u]
    attack.reveal(s, u, 0)
    cause = c.OFF_REACTIVATED if unit["reactivated"] != 0 else c.OFF_ACTIVATED
    overwatch.remove_counter(k, s, u, cause)  # OW.A3, OW.R5, RD-10, RD-11
    unit["evading"] = 0
    movement.begin(s, u)
    if s["smoke_count"] != 0:
        smoke.clear_of(k, s, u)
    lost = unit["panicked"] != 0
    if lost:  # DS23.2: this is the activation that it loses, repairs and all
        unit["panicked"] = 0
        if s["tracing"] != 0:
            trace.emit(s, c.E_ACTIVATE, u, c.DO_NOTHING, c.NOTHING, c.TO_HOLD, 0, 1)
    else:
        s["won"] = 0
        carry_out(k, s, u, choose_rule(k, s, u))
        if k["rules"]["follow_through"] != 0 and assault.follows_through(k, s, u):
            movement.begin(s, u)
            carry_out(k, s, u, choose_rule(k, s, u))
    s["mover"] = c.NOTHING
    s["clock"] += 1
    if unit["alive"] > 0:
        if not lost and unit["panicked"] == 0:
            confidence.repair(k, s, u)
        if unit["fell_back"] != s["serial"]:  # DS34.1: the marker of its own assault stays
            confidence.clear_under_fire(s, u)
        unit["attackers"] = 0
    opportunity.set_marker(s, u, 1)
    s["clock"] += 1


@kernel
def choose_rule(k, s, u):
    """Return the rule of the activation chapter to carry out, or -1.

    A rule that orders what cannot be done is passed over.
    """
    side = k["units"][u]["side"]
    rule = evaluate.decide(k, s, c.C_ACTIVATION, u, c.NOTHING)
    while rule >= 0 and not can_do(
        k, s, u, k["doctrines"][side]["rules"][c.C_ACTIVATION, rule]["do"]
    ):
        rule = evaluate.decide_after(k, s, c.C_ACTIVATION, u, c.NOTHING, rule)
    return rule


@kernel
def can_do(k, s, u, action):
    """Return whether unit u can carry out an action that needs more than itself.

    A rally needs the command unit (DS24.3, DS24.4), regrouping a friend (DS24.2), a close assault an
    enemy in reach (DS34.1), a call for fire a battery (DS38.1), and so on.
    """
    if action < c.DO_RALLY:
        return True
    if action == c.DO_RALLY:
        return confidence.may_rally(k, s, u)
    if action == c.DO_REGROUP:
        return regroup.partner(k, s, u) >= 0
    if action == c.DO_ASSAULT:
        # what a broken unit does instead is said by its confidence; DS23.4
        return s["units"][u]["confidence"] >= c.BR or (
            movement.in_integrity(k, s, u) and arms.assault_odds(k, s, u) > 0.0
        )
    if action == c.DO_CALL_FIRE:
        return artillery.can_call(k, s, u)
    if action == c.DO_SMOKE:
        return smoke.loaded(s, u, c.BY_ACTIVATION) > 0
    if action == c.DO_SENSORS:
        return arms.sensors(k, s, u, 0) + arms.sensors(k, s, u, 1) > 0
    if action == c.DO_DISMOUNT:
        return arms.teams_aboard(s, u) > 0.0
    if action == c.DO_POP_UP:
        return arms.pops_up(k, s, u)
    return True


@kernel
def carry_out(k, s, u, rule):
    """Carry out the chosen rule of the activation chapter, as far as confidence allows (DS22.4)."""
    side = k["units"][u]["side"]
    action = c.DO_NOTHING
    destination = c.TO_HOLD
    route = c.DIRECT_ROUTE
    pace = c.PACE_FULL
    place = c.NOTHING
    reach = 0.0
    watch = c.WATCH_APPROACH
    zone = c.NOTHING
    if rule >= 0:
        order = k["doctrines"][side]["rules"][c.C_ACTIVATION, rule]
        action = order["do"]
        destination = order["move"]
        route = order["route"]
        pace = order["pace"]
        place = order["place"]
        reach = order["range"]
        watch = order["watch"]
        zone = order["zone"]
    if action != c.DO_RALLY:
        action, destination = obey_confidence(k, s, u, action, destination)
    closing = moves(action) and not movement.in_integrity(k, s, u)
    if s["tracing"] != 0:
        event = trace.emit(s, c.E_ACTIVATE, u, action, rule, destination, route, 0)
        trace.more(s, event, 1 if closing else 0, 0, 0, 0)

    if action == c.DO_RALLY:
        confidence.rally(k, s, u)
        return
    if action == c.DO_REACTIVATE:
        reactivate(k, s, u)
        return
    if action == c.DO_REGROUP:
        regroup.regroup(k, s, u)
        return
    if action == c.DO_ASSAULT:
        assault.assault(k, s, u)
        return
    changes = action == c.DO_MOUNT or action == c.DO_DISMOUNT  # movement in itself (DS36.1)
    may_go = not changes or keeps_its_nerve(k, s, u, destination)
    if action == c.DO_MOUNT and may_go:
        transport.mount(k, s, u)
    fired = 0
    if action == c.DO_FIRE or action == c.DO_FIRE_MOVE:
        fired = own_fire.fire(k, s, u)
    if moves(action) and may_go and may_act(s, u):
        share = share_of(k, action, pace, fired)
        if closing:  # DS23.4: a disorganised unit may only move so as to close up
            destination = c.TO_HOLD
        move(k, s, u, action, destination, place, route, share, reach, closing, changes)
    if may_act(s, u):
        if action == c.DO_DISMOUNT and may_go:
            transport.dismount(k, s, u)
            objectives.take(k, s, u)
        if action == c.DO_MOVE_FIRE or action == c.DO_DISMOUNT:
            own_fire.fire(k, s, u)
        elif action == c.DO_CALL_FIRE:
            call_fire(k, s, u)
        elif action == c.DO_SMOKE:
            smoke.discharge(k, s, u, c.BY_ACTIVATION)
        elif action == c.DO_SENSORS:
            missiles.switch_sensors(k, s, u)
        elif action == c.DO_POP_UP:
            pop_up.pop_up(k, s, u)
        elif (action == c.DO_OVERWATCH or action == c.DO_MOVE_OVERWATCH) and overwatch.may_declare(
            k, s, u
        ):
            # OW.R4, OW.R6: in place of every element's combat action, so nothing is fired here
            x, y = seek.bearing(k, s, u, watch, zone)
            overwatch.place_counter(k, s, u, x, y)
            hull_down(k, s, u)
            return
        declare_facing(k, s, u)
        hull_down(k, s, u)


@kernel
def share_of(k, action, pace, fired):
    """Return the share of its base movement that a unit may use.

    OW.R1 for overwatch. DS28.2 counts the whole activation's movement against a shot, so that a unit
    which has fired at its full die keeps to half.
    """
    if action == c.DO_MOVE_OVERWATCH:
        return k["rules"]["move_allowance"]
    # DS36.1; mounting is done before the move, and counts in the factors used
    if pace == c.PACE_HALF or fired != 0 or action == c.DO_DISMOUNT:
        return 0.5
    return 1.0


@kernel
def may_act(s, u):
    """Return whether the unit can still do something in this activation."""
    return s["units"][u]["alive"] > 0 and s["units"][u]["panicked"] == 0


@kernel
def moves(action):
    """Return whether an action has movement in it."""
    return (
        action == c.DO_MOVE
        or action == c.DO_MOVE_FIRE
        or action == c.DO_FIRE_MOVE
        or action == c.DO_MOVE_OVERWATCH
        or action == c.DO_TRAVEL
        or action == c.DO_EVADE
        or (c.DO_CALL_FIRE <= action <= c.DO_MOUNT)
        or action == c.DO_POP_UP
    )


@kernel
def advances(destination):
    """Return whether a destination is towards the enemy or a marker (DS22.4, DS24.3)."""
    return (
        destination == c.TO_OBJECTIVE
        or destination == c.TO_RANGE
        or destination == c.TO_SIGHT
        or destination == c.TO_WAYPOINT
    )


@kernel
def obey_confidence(k, s, u, action, destination):
    """Return the action and destination that the unit's confidence leaves of an order.

    Broken: no advance, to the nearest cover if in the open; routed: to the baseline, and armour may
    only fire back (DS22.4). In the turn in which its command unit is lost a side starts no new
    offensive (DS24.3).
    """
    unit = s["units"][u]
    side = k["units"][u]["side"]
    if unit["confidence"] == c.RO:
        if infantry.dismounted(k, s, u):
            return c.DO_MOVE, c.TO_WITHDRAW
        return c.DO_FIRE_MOVE, c.TO_WITHDRAW
    if unit["confidence"] == c.BR:
        if not in_cover(k, s, u):
            return c.DO_MOVE_FIRE, c.TO_COVER
        if action == c.DO_ASSAULT or (moves(action) and advances(destination)):
            return c.DO_FIRE, c.TO_HOLD
        return action, destination
    if s["no_offensive"][side] == s["turn"] and (
        action == c.DO_ASSAULT or (moves(action) and advances(destination))
    ):
        return c.DO_FIRE, c.TO_HOLD
    return action, destination


@kernel
def in_cover(k, s, u):
    """Return whether every element in play has cover where it is."""
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if s["elements"][e]["alive"] != 0 and not infantry.is_covered(k, s, e):
            return False
    return True


@kernel
def move(k, s, u, action, destination, place, route, share, reach, closing, tested):
    """Move the unit as ordered, or close it up; `tested`: it has passed what it must before."""
    unit = s["units"][u]
    goal = c.NOTHING
    if not closing:
        if destination == c.TO_HOLD:
            return
        goal = goal_of(k, s, u, destination, place)
        if goal < 0:
            return
    if not tested and not keeps_its_nerve(k, s, u, destination):
        return
    # DS25.1: travel mode is not for units that hold an Under Fire marker
    travel = 1 if action == c.DO_TRAVEL and unit["under_fire"] == 0 else 0
    if action == c.DO_EVADE:
        unit["evading"] = may_evade(k, s, u)
        s["clock"] += 1
    taken = c.DIRECT_ROUTE if closing else seek.choose_route(k, s, u, route, goal)
    march.march(k, s, u, goal, taken, share, travel, destination, reach)
    if unit["alive"] != 0 and unit["evading"] != 0 and not ran_far_enough(k, s, u):
        unit["evading"] = 0


@kernel
def keeps_its_nerve(k, s, u, destination):
    """Return whether a unit may move in this activation, by a reaction test if it needs one.

    DS24.1, DS22.4: who fails does not move, mount or dismount.
    """
    threat = moving_threat(k, s, u, destination)
    return threat < 0 or confidence.reaction_test(k, s, u, c.TEST_REACTION, c.P_REACTION, threat)


@kernel
def moving_threat(k, s, u, destination):
    """Return the threat of the reaction test that a unit takes before it moves, or -1 for none.

    Under Fire (DS24.1, RD-12), and shaken infantry on foot that advances or leaves cover (DS22.4).
    """
    unit = s["units"][u]
    on_foot = infantry.dismounted(k, s, u)
    if unit["under_fire"] != 0:
        return INFANTRY_THREAT if on_foot else UNDER_FIRE_THREAT
    if on_foot and unit["confidence"] == c.SH and (advances(destination) or in_cover(k, s, u)):
        return INFANTRY_THREAT
    return -1


@kernel
def goal_of(k, s, u, destination, place):
    """Return the movement field's goal for a destination, or -1 where there is nowhere to go."""
    if destination == c.TO_OBJECTIVE:
        return seek.wanted_objective(k, s, u)
    if destination == c.TO_COVER:
        return c.GOAL_COVER
    if destination == c.TO_WITHDRAW:
        return c.GOAL_BASELINE + k["units"][u]["side"]
    if destination == c.TO_WAYPOINT:
        return c.GOAL_WAYPOINT + place
    enemy = seek.nearest_enemy(k, s, u)[0]
    if enemy < 0:
        return -1
    return seek.block_of(k, s["elements"][enemy]["cell"])


@kernel
def may_evade(k, s, u):
    """Return 1 if every element in play is a fast GEV or grav vehicle that can move (DS26.1)."""
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if s["elements"][e]["alive"] != 0 and (
            k["types"][s["elements"][e]["type"]]["may_evade"] == 0
            or s["elements"][e]["immobilised"] != 0
        ):
            return 0
    return 1


@kernel
def ran_far_enough(k, s, u):
    """Return whether every element used the share of its factors that evasion asks (DS26.1)."""
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        element = s["elements"][e]
        wanted = EVASIVE_SHARE * direct_fire.base_movement(k, s, e) - direct_fire.ROUNDING
        if element["alive"] != 0 and element["smooth"] < wanted:
            return False
    return True


@kernel
def call_fire(k, s, u):
    """Let the unit's leader or observer call for fire (DS38.1); the other elements fire.

    Not a unit that was routed on its way (DS22.4).
    """
    if s["units"][u]["confidence"] == c.RO:
        return
    caller = artillery.call(k, s, u, c.NOTHING, c.BY_ACTIVATION)
    s["caller"] = caller
    own_fire.fire(k, s, u)
    s["caller"] = c.NOTHING


@kernel
def declare_facing(k, s, u):
    """Turn the unit's elements to the nearest known enemy that they can see (RD-6)."""
    if s["units"][u]["alive"] == 0:
        return
    enemy = seek.nearest_enemy(k, s, u)[0]
    if enemy < 0 or not lookup.view_holds(s, u, s["elements"][enemy]["cell"]):
        return
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if s["elements"][e]["alive"] == 0:
            continue
        attack.face(s, e, enemy)


@kernel
def hull_down(k, s, u):
    """Let elements that end their activation at a crest go hull down behind it (DS20.6)."""
    if s["units"][u]["alive"] == 0 or s["units"][u]["evading"] != 0:
        return
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        element = s["elements"][e]
        if (
            element["alive"] != 0
            and element["aboard"] < 0
            and element["posture"] == c.IN_THE_OPEN
            and int(k["cover"][element["cell"]]) == c.CELL_CREST
        ):
            element["posture"] = c.HULL_DOWN
            if s["tracing"] != 0:
                trace.emit(s, c.E_POSTURE, e, c.HULL_DOWN, 0, 0, 0, 0)


@kernel
def reactivate(k, s, u):
    """Command reactivation (RD-10): the command unit turns one friend's marker up again."""
    side = k["units"][u]["side"]
    if k["rules"]["command_reactivation"] == 0 or k["units"][u]["command"] == 0:
        return
    best = -1
    most = 0.0
    other = 1 - side
    first = side * c.UNITS_A_SIDE
    for friend in range(first, first + k["unit_count"][side]):
        unit = s["units"][friend]
        if friend == u or unit["alive"] == 0 or unit["activated"] == 0 or unit["panicked"] != 0:
            continue
        for v in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
            if s["units"][v]["alive"] == 0 or not seek.sees_unit(k, s, friend, v):
                continue
            worth = volley.volley_value(k, s, friend, v)
            if best < 0 or worth > most:
                best = friend
                most = worth
    if best < 0:
        return
    s["units"][best]["reactivated"] = 1
    opportunity.set_marker(s, best, 0)
