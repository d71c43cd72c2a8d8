"""A unit's fire declared as a whole (DS28.1): who fires what at whom, and what that is worth.

Each element takes the weapon worth most against its target: guns (`direct_fire`), missiles
(`missiles`), infantry arms and fire at infantry (`infantry`). Nothing is rolled here.
"""

from __future__ import annotations

from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import direct_fire, infantry, missiles, overwatch
from sim.terrain import lookup

SIGHT_SQUARED = direct_fire.SIGHT_SQUARED


@kernel
def best_shot(k, s, e, t, mode):
    """Return (weapon, expected points) of e's best weapon against t, or (-1, 0.0).

    The caller has asked `may_fire` and knows that t is in play and not hidden. On overwatch the
    target must be in the element's own part of the watched area (RD-2, RD-4). An element turret down
    cannot fire unless it moves up to hull down, which it can do only in its own activation.
    """
    element = s["elements"][e]
    target = s["elements"][t]
    square = direct_fire.distance_squared(s, e, t)
    reach = k["longest_reach"][element["type"]]
    if square > SIGHT_SQUARED or square > reach * reach:
        return -1, 0.0
    s["sights"] += 1
    if not lookup.sees(k, s, element["cell"], target["cell"]):
        return -1, 0.0
    if mode != c.BY_ACTIVATION and element["posture"] == c.TURRET_DOWN:
        return -1, 0.0
    if mode == c.BY_OVERWATCH and (
        element["watching"] == 0
        or not overwatch.in_area(k, s, e, target["x"], target["y"], target["cell"])
    ):
        return -1, 0.0
    if k["arms"] == 0:
        return direct_fire.best_gun(k, s, e, t, mode, square)
    if k["infantry"] != 0 and (element["team"] != 0 or target["team"] != 0):
        best, most = infantry.best_arm(k, s, e, t, mode, square)
    else:
        best, most = direct_fire.best_gun(k, s, e, t, mode, square)
        if k["infantry"] != 0:
            arm, worth = infantry.best_arm(k, s, e, t, mode, square)
            if worth > most:
                best, most = arm, worth
    if k["missiles"] != 0 and target["team"] == 0:
        launcher, worth = missiles.best_launcher(k, s, e, t, square)
        if worth > most:
            best, most = launcher, worth
    return best, most


@kernel
def declare_volley(k, s, u, v, mode):
    """Declare a target in unit v for each element of u (DS28.1) and return the expected points.

    Targets go to `s["aim"]` and weapons to `s["aim_weapon"]` (-1: does not fire). Each element
    takes the shot worth most once the targets already aimed at are discounted by the chance that
    they will be destroyed first, so that fire is spread as a player would spread it.
    """
    if s["stale"] == u:
        lookup.refresh_view(k, s, u)
        s["stale"] = c.NOTHING
    discount = s["aim_discount"]
    first = v * c.ELEMENTS_A_UNIT
    count = s["units"][v]["count"]
    hidden = s["units"][v]["hidden"] != 0
    in_view = False
    for j in range(c.ELEMENTS_A_UNIT):
        s["aim"][j] = -1
        s["aim_weapon"][j] = -1
        discount[j] = 0.0  # not to be seen by any element of u
        if (
            j < count
            and not hidden
            and s["elements"][first + j]["aboard"] < 0
            and s["elements"][first + j]["alive"] != 0
            and lookup.view_holds(s, u, s["elements"][first + j]["cell"])
        ):
            discount[j] = 1.0
            in_view = True
    s["best_share"] = 0.0
    if not in_view:
        return 0.0
    total = 0.0
    best_share = 0.0
    for i in range(s["units"][u]["count"]):
        e = u * c.ELEMENTS_A_UNIT + i
        if not direct_fire.may_fire(s, e) or e == s["caller"]:
            continue
        most = 0.0
        for j in range(count):
            if discount[j] == 0.0:
                continue
            weapon, worth = best_shot(k, s, e, first + j, mode)
            points = k["types"][s["elements"][first + j]["type"]]["points"]
            if worth > best_share * points:
                best_share = worth / points
            worth *= discount[j]
            if worth > most:
                most = worth
                s["aim"][i] = first + j
                s["aim_weapon"][i] = weapon
        if most > 0.0:
            total += most
            j = s["aim"][i] - first
            points = k["types"][s["elements"][first + j]["type"]]["points"]
            discount[j] = max(0.1, discount[j] - most / points)
    s["best_share"] = best_share
    return total


@kernel
def volley_worth(k, s, u, v, mode):
    """Return what `declare_volley` would, remembered as long as nothing on the table changes."""
    key = (s["clock"] * c.UNITS + u) * 3 + mode
    if s["worth_at"][v] != key:
        s["worth_of"][v] = declare_volley(k, s, u, v, mode)
        s["share_of"][v] = s["best_share"]
        s["worth_at"][v] = key
    return s["worth_of"][v]


@kernel
def volley_value(k, s, u, v):
    """Return the expected points of the best volley of unit u at unit v as things stand."""
    return volley_worth(k, s, u, v, direct_fire.mode_of(s, u))
