"""Artillery (p. 37-40): batteries, and calls for fire.

One die a call, the observer's. Where the mission falls and what it does: `sim.rules.beaten_zone`,
`sim.battle.barrage`.
"""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import beaten_zone, dice, direct_fire, trace

SPECIALIST = figures.OBSERVER_DIE["specialist"]
#: By leadership; there is no leadership 0.
LEADER_DIE = (0, figures.OBSERVER_DIE[1], figures.OBSERVER_DIE[2], figures.OBSERVER_DIE[3])
ON_TABLE = figures.CALL_NEEDED["on_table"]
OFF_TABLE = figures.CALL_NEEDED["off_table"]
WORTH_A_MARKER = figures.WORTH_A_MARKER
TEAM_WEIGHT = 1e-3  # of points, so that among points worth the same the one with infantry is taken


@kernel
def deploy(k, s):
    """Set the batteries to the start of a battle."""
    for side in range(2):
        first = side * c.BATTERIES_A_SIDE
        for b in range(first, first + k["battery_count"][side]):
            battery = s["batteries"][b]
            for load in range(3):
                battery["ammunition"][load] = k["batteries"][b]["ammunition"][load]
            battery["fired"] = 0
            battery["pending"] = 0
            battery["asked_at"] = 0
            battery["asked_turn"] = 0
            battery["x"] = 0.0
            battery["y"] = 0.0
            battery["load"] = c.HEF
            battery["sheaf"] = c.OPEN_SHEAF
            battery["effective"] = 0


@kernel
def is_gun(k, s, e):
    """Return whether element e is a gun vehicle that can fire now."""
    return k["types"][s["elements"][e]["type"]]["artillery"] >= 0 and direct_fire.may_fire(s, e)


@kernel
def guns_of(k, s, b):
    """Return how many guns of battery b can fire now."""
    u = k["batteries"][b]["unit"]
    if u < 0:
        return k["batteries"][b]["guns"]
    guns = 0
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        if is_gun(k, s, e):
            guns += 1
    return guns


@kernel
def may_activate(k, s, b):
    """Return whether battery b can have its activation in this turn: it is its unit's (DS39.1)."""
    u = k["batteries"][b]["unit"]
    if s["batteries"][b]["fired"] == s["turn"]:
        return False
    if u < 0:
        return True
    unit = s["units"][u]
    return (
        unit["alive"] != 0
        and unit["activated"] == 0
        and unit["panicked"] == 0
        and unit["confidence"] != c.RO
    )


@kernel
def is_free(k, s, b):
    """Return whether battery b can be asked for fire."""
    battery = s["batteries"][b]
    stock = battery["ammunition"]
    return (
        battery["pending"] == 0
        and stock[c.HEF] + stock[c.MAK] + stock[c.SMOKE] > 0
        and may_activate(k, s, b)
        and guns_of(k, s, b) > 0
    )


@kernel
def free_battery(k, s, u):
    """Return the first battery of u's side that can be asked, or -1.

    A unit that is being activated has no activation left to fire its own guns.
    """
    side = k["units"][u]["side"]
    first = side * c.BATTERIES_A_SIDE
    for b in range(first, first + k["battery_count"][side]):
        if is_free(k, s, b) and not (k["batteries"][b]["unit"] == u and s["mover"] == u):
            return b
    return -1


@kernel
def best_mission(k, s, b, guns, t):
    """Return (score, load, sheaf, effective) of battery b's best mission at element t's place.

    A negative score: not worth asking for, or own elements are too near. HEF or MAK and the sheaf
    by expected points; smoke only if it is all that is left. Harassing fire does nothing to
    vehicles, so that it is for points with infantry.
    """
    battery = s["batteries"][b]
    stock = battery["ammunition"]
    x = s["elements"][t]["x"]
    y = s["elements"][t]["y"]
    score = -1.0
    worth = 0.0
    best_load = c.HEF
    best_sheaf = c.OPEN_SHEAF
    on_foot = 0
    shells = stock[c.HEF] + stock[c.MAK] > 0
    for load in range(3):
        if stock[load] == 0 or (load == c.SMOKE and shells):
            continue
        for turn in range(2):
            sheaf = c.CONVERGED_SHEAF - turn  # the converged one unless the open one is better
            points, teams = beaten_zone.worth_at(k, s, b, guns, load, sheaf, x, y)
            if points >= 0.0 and points + TEAM_WEIGHT * teams > score:
                score = points + TEAM_WEIGHT * teams
                worth = points
                best_load = load
                best_sheaf = sheaf
                on_foot = teams
    if score < 0.0:
        return -1.0, best_load, best_sheaf, 0
    if best_load == c.SMOKE or worth > WORTH_A_MARKER * direct_fire.points_of(
        k, s, t // c.ELEMENTS_A_UNIT
    ):
        return score, best_load, best_sheaf, 1
    if on_foot == 0:
        return -1.0, best_load, best_sheaf, 0
    return score, best_load, best_sheaf, 0


@kernel
def aim(k, s, b, guns, e, v):
    """Return the enemy element of v, or of any unit if v < 0, to aim at from e's place, or -1."""
    other = 1 - beaten_zone.side_of(b)
    first_unit = other * c.UNITS_A_SIDE
    last_unit = first_unit + k["unit_count"][other]
    if v >= 0:
        first_unit = v
        last_unit = v + 1
    best = -1
    most = 0.0
    for w in range(first_unit, last_unit):
        if s["units"][w]["alive"] == 0 or s["units"][w]["hidden"] != 0:
            continue
        first = w * c.ELEMENTS_A_UNIT
        for t in range(first, first + s["units"][w]["count"]):
            if s["elements"][t]["aboard"] >= 0 or not direct_fire.sees(k, s, e, t):
                continue
            score = best_mission(k, s, b, guns, t)[0]
            if score > most:
                most = score
                best = t
    return best


@kernel
def caller(k, s, b, u, v, mode):
    """Return (element of u, sides of its die, element aimed at) for the best call for battery b.

    (-1, 0, -1): there is none. An observer team on foot asks, or else the leader, who sees the point
    within 60 inches (DS38.1). On overwatch (RD-27) the point is at the mover v.
    """
    guns = guns_of(k, s, b)
    first = u * c.ELEMENTS_A_UNIT
    count = s["units"][u]["count"]
    for place in range(count + 1):
        if place < count:
            e = first + place
            kind = k["types"][s["elements"][e]["type"]]["team"]
            if kind != c.TEAM_OBSERVER:
                continue
            sides = SPECIALIST
        else:
            e = s["units"][u]["leader"]
            sides = LEADER_DIE[s["units"][u]["leadership"]]
        if not direct_fire.may_fire(s, e):
            continue
        if mode == c.BY_OVERWATCH and s["elements"][e]["watching"] == 0:
            continue
        t = aim(k, s, b, guns, e, v)
        if t >= 0:
            return e, sides, t
    return -1, 0, -1


@kernel
def can_call(k, s, u):
    """Return whether unit u has somebody to ask for fire that is worth it, as its combat action."""
    b = free_battery(k, s, u)
    return b >= 0 and caller(k, s, b, u, c.NOTHING, c.BY_ACTIVATION)[0] >= 0


@kernel
def call(k, s, u, v, mode):
    """Let unit u's leader or observer ask for fire at enemy unit v, or -1: at the best (DS38.1).

    Return the element whose combat action that was, or -1 if nobody asked.
    """
    b = free_battery(k, s, u)
    if b < 0:
        return -1
    e, sides, t = caller(k, s, b, u, v, mode)
    if e >= 0:
        ask(k, s, b, e, sides, t)
    return e


@kernel
def ask(k, s, b, e, sides, t):
    """Roll for element e's call for battery b's fire at element t (DS38.1)."""
    element = s["elements"][e]
    needed = ON_TABLE if k["batteries"][b]["unit"] >= 0 else OFF_TABLE
    roll = dice.die(s, sides, c.P_OBSERVER, e, element["shots"])
    element["shots"] += 1
    answered = roll >= needed
    score, load, sheaf, effective = best_mission(k, s, b, guns_of(k, s, b), t)
    if s["tracing"] != 0:
        place = trace.emit(s, c.E_CALL, e, b, t, sides, roll, needed)
        trace.more(s, place, load, sheaf, effective, 1 if answered else 0)
        trace.measures(
            s, place, s["elements"][t]["x"], s["elements"][t]["y"],
            direct_fire.distance(s, e, t), score, 0.0, 0.0,
        )  # fmt: skip
    if answered:
        s["row"]["calls"][beaten_zone.side_of(b)] += 1
        order(k, s, b, t, load, sheaf, effective)


@kernel
def order(k, s, b, t, load, sheaf, effective):
    """Note the mission that battery b will fire at the place where element t is now.

    Asked for in an enemy's activation, that activation is the one before which it may not come.
    """
    battery = s["batteries"][b]
    battery["pending"] = 1
    own = s["mover"] >= 0 and k["units"][s["mover"]]["side"] == beaten_zone.side_of(b)
    battery["asked_at"] = s["serial"] if own else s["serial"] - 1
    battery["asked_turn"] = s["turn"]
    battery["x"] = s["elements"][t]["x"]
    battery["y"] = s["elements"][t]["y"]
    battery["load"] = load
    battery["sheaf"] = sheaf
    battery["effective"] = effective
