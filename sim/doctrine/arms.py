"""Features of combined arms: teams, carriers, batteries, sensors, smoke, VTOLs."""

from __future__ import annotations

from sim._jit import hot, kernel
from sim.doctrine import table as t
from sim.layout import codes as c
from sim.rules import artillery, close_assault, direct_fire, infantry, movement, regroup, smoke


@hot
def teams_aboard(s, u):
    """Return the share of unit u's teams in play that are aboard a carrier."""
    teams = 0
    aboard = 0
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        element = s["elements"][e]
        if element["team"] != 0 and element["alive"] != 0:
            teams += 1
            if element["aboard"] >= 0:
                aboard += 1
    return aboard / teams if teams > 0 else 0.0


@kernel
def assault_chits(k, s, u, on_foot):
    """Return the chits that unit u draws in a round of close assault; `on_foot` 1: teams alone."""
    total = 0
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        element = s["elements"][e]
        if element["alive"] == 0 or element["aboard"] >= 0:
            continue
        if on_foot == 0 or element["team"] != 0:
            total += k["types"][element["type"]]["assault_chits"]
    return total


@kernel
def assault_odds(k, s, u):
    """Return the best ratio of chits in a close assault on an enemy within reach, or 0.0 (DS34.1)."""
    if s["units"][u]["confidence"] >= c.BR or not infantry.dismounted(k, s, u):
        return 0.0
    own = assault_chits(k, s, u, 1)
    other = 1 - u // c.UNITS_A_SIDE
    best = 0.0
    for v in range(other * c.UNITS_A_SIDE, other * c.UNITS_A_SIDE + k["unit_count"][other]):
        if close_assault.can_reach(k, s, u, v):
            enemy = assault_chits(k, s, v, 0)
            best = max(best, own / max(1.0, float(enemy)))
    return best


@kernel
def sensors(k, s, u, on):
    """Return how many elements of u have an area defence whose sensors are on or off."""
    if k["area_defence"] == 0:
        return 0
    total = 0
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        element = s["elements"][e]
        if (
            element["alive"] != 0
            and element["systems_down"] == 0
            and k["types"][element["type"]]["ads"] >= 0
            and element["sensors"] == on
        ):
            total += 1
    return total


@kernel
def pops_up(k, s, u):
    """Return whether every element of u in play is a VTOL (DS32.2)."""
    if k["vtols"] == 0:
        return False
    for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
        if s["elements"][e]["alive"] != 0 and k["types"][s["elements"][e]["type"]]["vtol"] == 0:
            return False
    return s["units"][u]["alive"] > 0


@kernel
def cover_near(k, s, u):
    """Return whether the unit's leader stands in the open and can reach cover in one activation."""
    leader = s["units"][u]["leader"]
    element = s["elements"][leader]
    if element["aboard"] >= 0 or infantry.is_covered(k, s, leader):
        return False
    way = movement.field_at(
        k, movement.class_of(k, s, leader), c.DIRECT_ROUTE, c.GOAL_COVER, element["cell"]
    )
    return way <= direct_fire.base_movement(k, s, leader) * c.FIELD_SCALE


@kernel
def arms_feature(k, s, code, u, v):
    """Return a feature of combined arms by its code in the table."""
    if code == t.ON_FOOT:
        return 1.0 if infantry.dismounted(k, s, u) else 0.0
    if code == t.MOUNTED:
        return teams_aboard(s, u) if k["transport"] != 0 else 0.0
    if code == t.ASSAULT_ODDS:
        return assault_odds(k, s, u) if k["infantry"] != 0 else 0.0
    if code == t.CAN_CALL:
        return 1.0 if artillery.can_call(k, s, u) else 0.0
    if code == t.SENSORS_OFF:
        return float(sensors(k, s, u, 0))
    if code == t.SENSORS_ON:
        return float(sensors(k, s, u, 1))
    if code == t.SMOKE_LEFT:
        return float(smoke.loaded(s, u, c.BY_ACTIVATION)) if k["smoke"] != 0 else 0.0
    if code == t.DEPLETED:
        return 1.0 if regroup.depleted(s, u) else 0.0
    if code == t.CAN_REGROUP:
        return 1.0 if regroup.partner(k, s, u) >= 0 else 0.0
    if code == t.POPS_UP:
        return 1.0 if pops_up(k, s, u) else 0.0
    if code == t.COVER_NEAR:
        return 1.0 if cover_near(k, s, u) else 0.0
    return 1.0 if infantry.dismounted(k, s, v) else 0.0  # t.TARGET_ON_FOOT
