"""Transport (DS36.1, DS36.5): teams in carriers of their own unit.

Order of dice: after a hit on a carrier one D6 for each team aboard, in the order of the unit.
"""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import chits, dice, direct_fire, movement, trace
from sim.terrain import lookup

LOST_DAMAGED = figures.TRANSPORT_LOSS["damaged"]
LOST_KNOCKED_OUT = figures.TRANSPORT_LOSS["knocked_out"]
LOST_BOOM = figures.TRANSPORT_LOSS["boom"]
TOUCH_SQUARED = figures.INTEGRITY_TEAMS**2  # as near as teams keep to each other
RING_X = (1, 1, 0, -1, -1, -1, 0, 1)
RING_Y = (0, 1, 1, 1, 0, -1, -1, -1)


@kernel
def carry(k, s, e):
    """Take the teams aboard carrier e to where it is now."""
    first = e // c.ELEMENTS_A_UNIT * c.ELEMENTS_A_UNIT
    carrier = s["elements"][e]
    for team in range(first, first + s["units"][e // c.ELEMENTS_A_UNIT]["count"]):
        if s["elements"][team]["aboard"] == e:
            s["elements"][team]["x"] = carrier["x"]
            s["elements"][team]["y"] = carrier["y"]
            s["elements"][team]["cell"] = carrier["cell"]


@kernel
def head_of(k, s, u):
    """Return the element that stands for unit u's movement: its leader, or the leader's carrier."""
    leader = s["units"][u]["leader"]
    carrier = s["elements"][leader]["aboard"]
    return carrier if carrier >= 0 else leader


@kernel
def has_half_left(k, s, e):
    """Return whether element e has used at most half its base movement (DS36.1)."""
    half = 0.5 * direct_fire.base_movement(k, s, e)
    return s["elements"][e]["used"] <= half + direct_fire.ROUNDING


@kernel
def spend_half(k, s, e):
    """Count half of e's base movement as used (DS36.1)."""
    s["elements"][e]["used"] += 0.5 * direct_fire.base_movement(k, s, e)
    s["elements"][e]["moved"] = 1


@kernel
def room_in(k, s, e):
    """Return how many more teams carrier e takes."""
    first = e // c.ELEMENTS_A_UNIT * c.ELEMENTS_A_UNIT
    room = k["types"][s["elements"][e]["type"]]["carries"]
    for team in range(first, first + s["units"][e // c.ELEMENTS_A_UNIT]["count"]):
        if s["elements"][team]["alive"] != 0 and s["elements"][team]["aboard"] == e:
            room -= 1
    return room


@kernel
def may_fire_inside(k, s, e):
    """Return whether team e may fire from inside its carrier: an armoured one alone (DS36.1)."""
    carrier = s["elements"][e]["aboard"]
    if s["elements"][e]["alive"] == 0 or carrier < 0:
        return False
    if s["units"][e // c.ELEMENTS_A_UNIT]["evading"] != 0:
        return False
    return (
        s["elements"][carrier]["alive"] != 0
        and k["types"][s["elements"][carrier]["type"]]["soft"] == 0
    )


@kernel
def mount(k, s, u):
    """Let the teams of unit u mount its carriers within 2 inches (DS36.1).

    A carrier spends half its factors once, however many teams it takes up.
    """
    first = u * c.ELEMENTS_A_UNIT
    end = first + s["units"][u]["count"]
    for e in range(first, end):
        carrier = s["elements"][e]
        if carrier["team"] != 0 or carrier["alive"] == 0 or not has_half_left(k, s, e):
            continue
        room = room_in(k, s, e)
        taken = 0
        for team in range(first, end):
            one = s["elements"][team]
            if taken >= room:
                break
            if one["team"] == 0 or one["alive"] == 0 or one["aboard"] >= 0:
                continue
            near = direct_fire.distance_squared(s, e, team) <= TOUCH_SQUARED
            if not near or not has_half_left(k, s, team):
                continue
            spend_half(k, s, team)
            one["aboard"] = e
            one["posture"] = c.IN_THE_OPEN
            one["next"] = c.NOTHING
            taken += 1
            if s["tracing"] != 0:
                trace.emit(s, c.E_MOUNTED, team, e, 1, 0, 0, 0)
        if taken > 0:
            spend_half(k, s, e)
            carry(k, s, e)
    lookup.refresh_view(k, s, u)
    s["clock"] += 1


@kernel
def dismount(k, s, u):
    """Let the teams of unit u step out beside their carriers (DS36.1).

    A team for which no cell is free, or whose carrier has used more than half, stays aboard.
    """
    first = u * c.ELEMENTS_A_UNIT
    end = first + s["units"][u]["count"]
    for e in range(first, end):
        carrier = s["elements"][e]
        if carrier["team"] != 0 or carrier["alive"] == 0 or not has_half_left(k, s, e):
            continue
        left = 0
        for team in range(first, end):
            one = s["elements"][team]
            if one["alive"] == 0 or one["aboard"] != e or not has_half_left(k, s, team):
                continue
            cell = free_beside(k, s, team, carrier["cell"])
            if cell < 0:
                continue
            spend_half(k, s, team)
            step_out(k, s, team, cell)
            one["moved"] = 1  # onto a marker, if there is one (DS17.1)
            left += 1
        if left > 0:
            spend_half(k, s, e)
    lookup.refresh_view(k, s, u)
    s["clock"] += 1


@kernel
def free_beside(k, s, team, cell):
    """Return a cell next to `cell` that team may enter and no element of its unit holds, or -1.

    Looked for round the carrier, so that teams which step out one after another stand together;
    red begins on the other side, so that neither side gains.
    """
    mover = movement.class_of(k, s, team)
    start = 4 * k["units"][team // c.ELEMENTS_A_UNIT]["side"]
    for turn in range(8):
        dx = RING_X[(start + turn) % 8]
        dy = RING_Y[(start + turn) % 8]
        other = cell + dy * k["width"] + dx
        if movement.may_enter(k, mover, cell, dx, dy) and not movement.own_element_in(
            k, s, team, other
        ):
            return other
    return -1


@kernel
def step_out(k, s, team, cell):
    """Put a team on foot in the middle of a cell."""
    one = s["elements"][team]
    carrier = one["aboard"]
    one["aboard"] = c.NOTHING
    one["next"] = c.NOTHING
    one["posture"] = c.IN_THE_OPEN
    one["cell"] = cell
    one["x"] = cell % k["width"] + 0.5
    one["y"] = cell // k["width"] + 0.5
    one["fx"] = s["elements"][carrier]["fx"]
    one["fy"] = s["elements"][carrier]["fy"]
    if s["tracing"] != 0:
        place = trace.emit(s, c.E_MOUNTED, team, carrier, 0, 0, 0, 0)
        trace.measures(s, place, one["x"], one["y"], 0.0, 0.0, 0.0, 0.0)


@kernel
def losses_aboard(k, s, e, t, effect):
    """Roll for the teams aboard carrier t after element e's hit with this effect (DS36.5).

    The survivors of a carrier that is knocked out stand on foot at its place.
    """
    needed = 0
    if effect & chits.BY_BOOM:
        needed = LOST_BOOM
    elif effect & chits.DESTROYED:
        needed = LOST_KNOCKED_OUT
    elif effect & chits.DAMAGED:
        needed = LOST_DAMAGED
    if needed == 0:
        return
    first = t // c.ELEMENTS_A_UNIT * c.ELEMENTS_A_UNIT
    for team in range(first, first + s["units"][t // c.ELEMENTS_A_UNIT]["count"]):
        one = s["elements"][team]
        if one["alive"] == 0 or one["aboard"] != t:
            continue
        index = one["shots"]  # counted with its shots: it may be rolled for several times a turn
        one["shots"] = index + 1
        roll = dice.die(s, 6, c.P_ABOARD, team, index)
        lost = roll >= needed
        if s["tracing"] != 0:
            trace.emit(s, c.E_ABOARD, team, t, roll, needed, 1 if lost else 0, 0)
        side = k["units"][e // c.ELEMENTS_A_UNIT]["side"]
        points = k["types"][one["type"]]["points"]
        gained = ((1.0 if lost else 0.0) - (7 - needed) / 6.0) * points
        own = k["units"][t // c.ELEMENTS_A_UNIT]["side"] == side
        s["row"]["luck"][side] += -gained if own else gained
        if lost:
            lose(k, s, team)
        elif effect & chits.DESTROYED:
            cell = s["elements"][t]["cell"]
            if movement.own_element_in(k, s, team, cell):
                beside = free_beside(k, s, team, cell)
                cell = beside if beside >= 0 else cell
            step_out(k, s, team, cell)


@kernel
def lose(k, s, team):
    """Take a team out of play with its carrier, as a casualty of the attack (DS36.5)."""
    u = team // c.ELEMENTS_A_UNIT
    one = s["elements"][team]
    one["alive"] = 0
    one["lost_to"] = c.BY_ABOARD
    s["units"][u]["alive"] -= 1
    s["attack_marks"][u] |= 2
    if one["counted"] == 0:  # RD-22: each element once
        one["counted"] = 1
        s["attack_casualties"][u] += 1
    if s["units"][u]["leader"] == team:
        s["attack_marks"][u] |= 4
    side = k["units"][u]["side"]
    s["row"]["lost"][side, c.BY_ABOARD] += 1
    s["row"]["points_lost_by"][side, c.BY_ABOARD] += k["types"][one["type"]]["points"]
    s["row"]["by_turn"][s["turn"] - 1, side, c.BY_ABOARD] += 1
    if s["tracing"] != 0:
        trace.emit(
            s, c.E_STATUS, team, one["damaged"], one["immobilised"], one["systems_down"], 0, 0
        )
