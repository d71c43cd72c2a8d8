"""The beaten zone of a mission (DS39.1): who is in it, and what a draw does to whom.

A converged sheaf has one zone around the aiming point. The guns of an open sheaf are spread in a line
along their own baseline, with a zone around each; an element is in it or not, however many touch it.
Dug in counts as posture; infantry in towns is not dug in against artillery.
"""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import direct_fire

RADIUS = figures.BEATEN_ZONE
SPACING = figures.OPEN_SHEAF_SPACING
#: By codes.ARTILLERIES.
VEHICLE_CHITS = tuple(figures.ARTILLERY_CHITS[name]["vehicle"] for name in c.ARTILLERIES)
INFANTRY_CHITS = tuple(figures.ARTILLERY_CHITS[name]["infantry"] for name in c.ARTILLERIES)
_COLOURS = (figures.HEF_VALIDITY, figures.MAK_VALIDITY)
#: By 2 * codes.AMMUNITIONS + 1 if dug in (RD-19): codes.V_NONE where the target is immune.
VEHICLE_VALIDITY = tuple(
    c.VALIDITIES.index(colours[key])
    for colours in _COLOURS
    for key in ("vehicle", "dug_in_vehicle")
)
INFANTRY_VALIDITY = tuple(
    c.VALIDITIES.index(colours[key])
    for colours in _COLOURS
    for key in ("infantry", "dug_in_infantry")
)


@kernel
def side_of(b):
    """Return the side of battery b."""
    return b // c.BATTERIES_A_SIDE


@kernel
def along_y(k, side):
    """Return whether the side's baseline, and so its open sheaf, runs along the table's y axis."""
    x = k["baseline_x"][side]
    return x < 1.0 or x > k["width"] - 1.0


@kernel
def holds(k, side, sheaf, guns, x, y, e_x, e_y, radius):
    """Return whether a point lies within `radius` of where a gun of a mission at (x, y) aims."""
    dx = e_x - x
    dy = e_y - y
    if sheaf == c.CONVERGED_SHEAF:
        return dx * dx + dy * dy <= radius * radius
    upright = along_y(k, side)
    for gun in range(guns):
        off = (gun - 0.5 * (guns - 1)) * SPACING
        gx = dx if upright else dx - off
        gy = dy - off if upright else dy
        if gx * gx + gy * gy <= radius * radius:
            return True
    return False


@kernel
def draw_of(k, s, kind, load, t):
    """Return (validity, chits, armour) of one draw at element t; validity V_NONE: it is immune.

    Artillery meets a vehicle's side armour (DS29.2); a team's armour is minus its kill total, as
    `chits.effect` takes it.
    """
    element = s["elements"][t]
    target = k["types"][element["type"]]
    row = 2 * load + (1 if element["posture"] == c.DUG_IN else 0)
    if element["team"] != 0:
        return INFANTRY_VALIDITY[row], INFANTRY_CHITS[kind], -target["kill_total"]
    return VEHICLE_VALIDITY[row], VEHICLE_CHITS[kind], target["side_armour"]


@kernel
def worth_of_draw(k, s, t, validity, chits, armour):
    """Return the expected points of one draw at element t as it is."""
    if validity == c.V_NONE:
        return 0.0
    if armour < 0:
        return (
            k["types"][s["elements"][t]["type"]]["points"] * k["removed"][validity, chits, -armour]
        )
    return direct_fire.worth_of_hit(k, s, t, validity, chits, armour)


@kernel
def worth_on(k, s, kind, load, draws, t):
    """Return about how many points `draws` draws take from element t, or what smoke blinds of it."""
    points = k["types"][s["elements"][t]["type"]]["points"]
    if load == c.SMOKE or points <= 0.0:
        return points
    validity, chits, armour = draw_of(k, s, kind, load, t)
    share = worth_of_draw(k, s, t, validity, chits, armour) / points
    left = 1.0
    for _ in range(draws):
        left *= 1.0 - share
    return points * (1.0 - left)


@kernel
def worth_at(k, s, b, guns, load, sheaf, x, y):
    """Return (expected points, teams on foot) of battery b's mission at a point, (-1.0, 0) if unsafe.

    Known enemies in the zone count; with an element of its own side near, the point is not safe.
    """
    side = side_of(b)
    kind = k["batteries"][b]["kind"]
    draws = guns if sheaf == c.CONVERGED_SHEAF else 1
    total = 0.0
    teams = 0
    for u in range(c.UNITS):
        if s["units"][u]["alive"] == 0:
            continue
        own = k["units"][u]["side"] == side
        if s["units"][u]["hidden"] != 0 and not own:
            continue
        radius = figures.SAFE_DISTANCE if own else RADIUS
        first = u * c.ELEMENTS_A_UNIT
        for t in range(first, first + s["units"][u]["count"]):
            element = s["elements"][t]
            if element["alive"] == 0 or element["aboard"] >= 0:
                continue
            if not holds(k, side, sheaf, guns, x, y, element["x"], element["y"], radius):
                continue
            if own:
                return -1.0, 0
            total += worth_on(k, s, kind, load, draws, t)
            if element["team"] != 0:
                teams += 1
    return total, teams
