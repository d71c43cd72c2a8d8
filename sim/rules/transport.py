"""Transport (DS36.1, DS36.5): teams in carriers.

Dice: one D6 for each team aboard a carrier that is hit, in the order of the unit's elements.
"""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import chits, dice, direct_fire, movement, trace
from sim.terrain import lookup

NEAR = 2.0  # inches between a team and the carrier that it mounts
LOST_IF_DAMAGED = figures.TRANSPORT_LOSS["damaged"]
LOST_IF_KNOCKED_OUT = figures.TRANSPORT_LOSS["knocked_out"]
LOST_IF_BLOWN_UP = figures.TRANSPORT_LOSS["boom"]


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
def room(k, s, e):
    """Return how many more teams element e takes aboard; none if it is out of play."""
    if s["elements"][e]["alive"] == 0 or s["elements"][e]["team"] != 0:
        return 0
    first = e // c.ELEMENTS_A_UNIT * c.ELEMENTS_A_UNIT
    left = k["types"][s["elements"][e]["type"]]["carries"]
    for team in range(first, first + s["units"][e // c.ELEMENTS_A_UNIT]["count"]):
        if s["elements"][team]["alive"] != 0 and s["elements"][team]["aboard"] == e:
            left -= 1
    return left


@kernel
def carrier_for(k, s, team):
    """Return the nearest carrier of the team's unit within 2 inches that has room, or -1."""
    first = team // c.ELEMENTS_A_UNIT * c.ELEMENTS_A_UNIT
    best = -1
    least = NEAR * NEAR
    for e in range(first, first + s["units"][team // c.ELEMENTS_A_UNIT]["count"]):
        square = direct_fire.distance_squared(s, team, e)
        near = square < least or (best < 0 and square <= least)
        if e != team and near and room(k, s, e) > 0 and has_half(k, s, e):
            best = e
            least = square
    return best


@kernel
def has_half(k, s, e):
    """Return whether half of the element's movement is left to it in this activation (DS36.1)."""
    half = 0.5 * direct_fire.base_factor(k, s, e)
    return s["elements"][e]["used"] <= half + direct_fire.ROUNDING


@kernel
def spend_half(k, s, e):
    """Spend half of an element's movement, once an activation however many teams mount (DS36.1)."""
    element = s["elements"][e]
    element["used"] = max(
        element["used"], min(element["used"], 0.5) + 0.5 * direct_fire.base_factor(k, s, e)
    )


@kernel
def mount(k, s, u):
    """Let the teams of unit u that stand beside a carrier with room mount it (DS36.1).

    It costs half the movement of the team and of the carrier, so neither may have used more.
    """
    first = u * c.ELEMENTS_A_UNIT
    for team in range(first, first + s["units"][u]["count"]):
        element = s["elements"][team]
        if element["team"] == 0 or element["alive"] == 0 or element["aboard"] >= 0:
            continue
        carrier = carrier_for(k, s, team) if has_half(k, s, team) else -1
        if carrier < 0:
            continue
        spend_half(k, s, team)
        spend_half(k, s, carrier)
        element["aboard"] = carrier
        element["posture"] = c.IN_THE_OPEN
        element["next"] = -1
        carry(k, s, carrier)
        told(s, team, carrier, 1)
    s["clock"] += 1
    lookup.refresh_view(k, s, u)


@kernel
def told(s, team, carrier, aboard):
    """Write into the trace that a team mounted or dismounted, and where it stands."""
    if s["tracing"] != 0:
        place = trace.emit(s, c.E_MOUNTED, team, carrier, aboard, 0, 0, 0)
        element = s["elements"][team]
        trace.measures(s, place, element["x"], element["y"], 0.0, 0.0, 0.0, 0.0)


@kernel
def taken(k, s, cell):
    """Return whether an element on the table stands in the cell."""
    for side in range(2):
        first = side * c.UNITS_A_SIDE
        for u in range(first, first + k["unit_count"][side]):
            if s["units"][u]["alive"] == 0:
                continue
            for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
                element = s["elements"][e]
                if element["alive"] != 0 and element["cell"] == cell and element["aboard"] < 0:
                    return True
    return False


@kernel
def step_out(k, s, team):
    """Put a team on foot in the best free cell beside its carrier: in cover if there is one.

    Where all are taken or impassable it stands on the carrier's own.
    """
    element = s["elements"][team]
    carrier = element["aboard"]
    cell = s["elements"][carrier]["cell"]
    kind = movement.class_of(k, s, team)
    best = cell
    most = -1
    for place in range(9):
        dx = place % 3 - 1
        dy = place // 3 - 1
        if place == 4 or not movement.may_enter(k, kind, cell, dx, dy):
            continue
        other = cell + dy * k["width"] + dx
        score = 1 if int(k["cover"][other]) != c.CELL_NO_COVER else 0
        if score > most and not taken(k, s, other):
            most = score
            best = other
    element["aboard"] = c.NOTHING
    element["cell"] = best
    element["x"] = best % k["width"] + 0.5
    element["y"] = best // k["width"] + 0.5
    element["fx"] = s["elements"][carrier]["fx"]
    element["fy"] = s["elements"][carrier]["fy"]
    element["next"] = -1
    told(s, team, carrier, 0)


@kernel
def dismount(k, s, u):
    """Let the teams of unit u dismount (DS36.1), from carriers that have half their movement left."""
    first = u * c.ELEMENTS_A_UNIT
    for team in range(first, first + s["units"][u]["count"]):
        element = s["elements"][team]
        if element["alive"] == 0 or element["aboard"] < 0:
            continue
        if not has_half(k, s, element["aboard"]):
            continue
        spend_half(k, s, team)
        spend_half(k, s, element["aboard"])
        element["moved"] = 1
        step_out(k, s, team)
    s["clock"] += 1
    lookup.refresh_view(k, s, u)


@kernel
def after_hit(k, s, e, packed, was_damaged):
    """Roll for the teams aboard element e after a hit (`chits.draw`) that told on it (DS36.5)."""
    if packed & chits.DESTROYED:
        losses_aboard(k, s, e, False, (packed >> chits.BLOWN_UP_AT) & 1 == 1)
    elif packed & chits.DAMAGED and was_damaged == 0:
        losses_aboard(k, s, e, True, False)


@kernel
def score_lost(damaged, blown_up):
    """Return the least D6 score that loses a team aboard (DS36.5)."""
    if blown_up:
        return LOST_IF_BLOWN_UP
    return LOST_IF_DAMAGED if damaged else LOST_IF_KNOCKED_OUT


@kernel
def losses_aboard(k, s, e, damaged, blown_up):
    """Roll for each team aboard carrier e, which was damaged, knocked out or blown up (DS36.5).

    Survivors of a carrier that is lost stand on foot where it was.
    """
    u = e // c.ELEMENTS_A_UNIT
    first = u * c.ELEMENTS_A_UNIT
    side = k["units"][u]["side"]
    needed = score_lost(damaged, blown_up)
    chance = (7.0 - needed) / 6.0
    for team in range(first, first + s["units"][u]["count"]):
        element = s["elements"][team]
        if element["alive"] == 0 or element["aboard"] != e:
            continue
        index = s["attacks"] * 8 + s["elements"][e]["damaged"]
        roll = dice.die(s, 6, c.P_ABOARD, team, index)
        lost = roll >= needed
        points = k["types"][element["type"]]["points"]
        s["row"]["luck"][1 - side] += ((1.0 if lost else 0.0) - chance) * points
        if s["tracing"] != 0:
            trace.emit(s, c.E_ABOARD, team, e, roll, needed, 1 if lost else 0, 0)
        if lost:
            lose(k, s, team)
        elif not damaged:
            step_out(k, s, team)


@kernel
def lose(k, s, team):
    """Take a team aboard out of play with its carrier: a casualty of the attack (RD-22)."""
    u = team // c.ELEMENTS_A_UNIT
    element = s["elements"][team]
    side = k["units"][u]["side"]
    element["alive"] = 0
    element["lost_to"] = c.BY_ABOARD
    s["units"][u]["alive"] -= 1
    s["attack_marks"][u] |= 2
    if element["counted"] == 0:
        element["counted"] = 1
        s["attack_casualties"][u] += 1
    if s["units"][u]["leader"] == team:
        s["attack_marks"][u] |= 4
    s["row"]["lost"][side, c.BY_ABOARD] += 1
    s["row"]["by_turn"][s["turn"] - 1, side, c.BY_ABOARD] += 1


@kernel
def head_of(s, u):
    """Return the element that stands for unit u on the ground: its leader, or the leader's carrier."""
    leader = s["units"][u]["leader"]
    carrier = s["elements"][leader]["aboard"]
    return carrier if carrier >= 0 else leader
