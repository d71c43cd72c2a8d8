"""Infantry arms and fire at infantry (p. 33-36): who reaches whom, and what a draw is worth.

Order of the dice and chits: guns at infantry, APSWs of vehicles and IAVRs draw their chits element by
element, barrel by barrel, as the volley's shots come; firefights come last (`sim.rules.firefight`).
"""

from __future__ import annotations

from sim import figures
from sim._jit import kernel
from sim.layout import codes as c
from sim.rules import chits, direct_fire, shot, trace
from sim.terrain import lookup, popped

URBAN = c.TERRAINS.index("urban")
BUILDING = c.TERRAINS.index("building")
LIGHT_WOOD = c.TERRAINS.index("light_wood")
DENSE_WOOD = c.TERRAINS.index("dense_wood")
COVERING = (URBAN, BUILDING, LIGHT_WOOD, DENSE_WOOD)
IAVR_AT_APFC = c.VALIDITIES.index(figures.IAVR_VALIDITY["apfc"])
SOFT_TOTAL = figures.KILL_TOTAL["soft_vehicle"]


@kernel
def is_small_arm(k, s, e, w):
    """Return whether element e's weapon w is fired in its unit's firefight (DS33.1)."""
    if s["elements"][e]["team"] == 0:
        return False
    kind = k["types"][s["elements"][e]["type"]]["weapons"][w]["kind"]
    return kind == c.RIFLE or kind == c.APSW


@kernel
def rolls_to_hit(k, s, e, t, w):
    """Return whether weapon w of e is a gun that rolls to hit t (DS28.3): not at infantry (DS36.3)."""
    kind = k["types"][s["elements"][e]["type"]]["weapons"][w]["kind"]
    return kind <= c.SLAM and s["elements"][t]["team"] == 0


@kernel
def dismounted(k, s, u):
    """Return whether unit u has infantry on foot: what makes it an infantry unit (DS22.4).

    Teams in soft transport count as on foot.
    """
    if k["infantry"] == 0:
        return False
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + s["units"][u]["count"]):
        element = s["elements"][e]
        if element["team"] == 0 or element["alive"] == 0:
            continue
        carrier = element["aboard"]
        if carrier < 0 or k["types"][s["elements"][carrier]["type"]]["soft"] != 0:
            return True
    return False


@kernel
def is_covered(k, s, e):
    """Return whether element e has cover where it is, from some side at least (DS20.6).

    Teams have it everywhere in woods and among houses.
    """
    element = s["elements"][e]
    if element["posture"] != c.IN_THE_OPEN or int(k["cover"][element["cell"]]) != c.CELL_NO_COVER:
        return True
    return element["team"] != 0 and int(k["terrain"][element["cell"]]) in COVERING


@kernel
def position(k, s, e, t):
    """Return the code of element t's position for who fires from e's place (codes.POSITIONS, DS33.2).

    Woods and places behind a crest are soft cover (DS20.6): a crest against who stands lower. Nothing
    hides a team behind a crest from who has popped up (DS32.2).
    """
    element = s["elements"][t]
    if element["posture"] == c.DUG_IN:
        return c.AT_DUG_IN
    cell = element["cell"]
    terrain = int(k["terrain"][cell])
    if terrain in (URBAN, BUILDING):
        return c.AT_URBAN
    if terrain in (LIGHT_WOOD, DENSE_WOOD):
        return c.AT_SOFT_COVER
    if s["popped"] >= 0 and popped.is_up(k, s, e):
        return c.AT_SOFT_COVER if int(k["cover"][cell]) == c.CELL_SOFT else c.AT_OPEN
    if (
        lookup.cell_cover(k, cell, s["elements"][e]["cell"]) != c.COVER_NONE
        or element["posture"] != c.IN_THE_OPEN
    ):
        return c.AT_SOFT_COVER
    return c.AT_OPEN


@kernel
def resists(k, s, e, t, w):
    """Return what resists weapon w of e at t, as `chits.effect` reads it.

    A team's kill total, negative; a soft vehicle's under infantry arms (DS36.4), above `chits.SOFT`;
    or the armour that an IAVR meets (DS36.2).
    """
    kind = k["types"][s["elements"][t]["type"]]
    if s["elements"][t]["team"] != 0:
        return -kind["kill_total"]
    if k["types"][s["elements"][e]["type"]]["weapons"][w]["kind"] == c.IAVR:
        return direct_fire.armour_facing(k, s, e, t)
    return chits.SOFT + SOFT_TOTAL


@kernel
def validity_of(k, s, e, t, w):
    """Return the colours that count for weapon w of e at t (DS33.2, DS36.2, DS36.3, RD-15)."""
    weapon = k["types"][s["elements"][e]["type"]]["weapons"][w]
    if weapon["kind"] == c.IAVR:
        kind = k["types"][s["elements"][t]["type"]]
        return IAVR_AT_APFC if kind["apfc"] != 0 else weapon["validity"][kind["armour_kind"], 0]
    return weapon["infantry_validity"][position(k, s, e, t)]


@kernel
def drawn_by(k, s, e, w):
    """Return how many chits weapon w of e draws where it rolls no die to hit."""
    weapon = k["types"][s["elements"][e]["type"]]["weapons"][w]
    return weapon["chits"] if weapon["kind"] == c.IAVR else weapon["infantry_chits"]


@kernel
def reaches(k, s, e, t, w, square):
    """Return whether weapon w of e acts on t without a die to hit, `square` inches squared away.

    Guns on teams (DS36.3), IAVRs on vehicles (DS36.2), small arms on teams and on vehicles of armour
    0 (DS36.4). A damaged vehicle's gun reaches one band less far (DS30.2).
    """
    weapon = k["types"][s["elements"][e]["type"]]["weapons"][w]
    kind = weapon["kind"]
    at_team = s["elements"][t]["team"] != 0
    if kind == c.IAVR:
        reach = weapon["reach"][c.LONG]
        return not at_team and square <= reach * reach
    reach = weapon["infantry_reach"]
    if kind == c.GMS or square > reach * reach:
        return False
    if kind > c.SLAM:
        return at_team or k["types"][s["elements"][t]["type"]]["soft"] != 0
    if not at_team:
        return False
    if s["elements"][e]["damaged"] == 0 or kind == c.HEL:
        return True
    return direct_fire.band_at(weapon, square, 1) <= direct_fire.band_at(weapon, reach * reach, 0)


@kernel
def worth_of_draw(k, s, t, validity, count, armour):
    """Return the expected points of one draw of chits at t in its present state.

    `armour` is from `resists`.
    """
    element = s["elements"][t]
    points = k["types"][element["type"]]["points"]
    if armour < 0:
        return points * k["removed"][validity, count, -armour]
    if armour < chits.SOFT:
        return direct_fire.worth_of_hit(k, s, t, validity, count, armour)
    lost = k["soft_lost"][validity, count]
    if element["damaged"] != 0 or element["immobilised"] != 0:
        return 0.5 * points * lost
    # of what would be damaged or immobilised at this armour, all that is not lost is immobilised
    total = armour - chits.SOFT
    touched = k["kill"][validity, count, total] + k["half"][validity, count, total]
    return 0.5 * points * (touched + lost)


@kernel
def worth_of_arm(k, s, e, t, w):
    """Return the expected points of one draw of weapon w of e at t."""
    validity = validity_of(k, s, e, t, w)
    return worth_of_draw(k, s, t, validity, drawn_by(k, s, e, w), resists(k, s, e, t, w))


@kernel
def firefight_die(s, u):
    """Return the sides of the die of unit u's firefight: one step down while Under Fire (DS33.1)."""
    unit = s["units"][u]
    sides = unit["quality"]
    return max(sides - 2, 4) if unit["under_fire"] != 0 else sides


@kernel
def at_least(sides, score):
    """Return the chance that a die shows the score or more."""
    return max(0.0, min(1.0, (sides - score + 1) / sides))


@kernel
def best_arm(k, s, e, t, mode, square):
    """Return (weapon, expected points) of e's best fire at t that rolls no die to hit, or (-1, 0.0).

    A team's small arm draws if its unit is effective, or half so (DS33.1). The caller knows that t
    is in sight, `square` inches squared away, and may be fired at.
    """
    kind = k["types"][s["elements"][e]["type"]]
    best = -1
    most = 0.0
    for w in range(kind["weapon_count"]):
        weapon = kind["weapons"][w]
        if not reaches(k, s, e, t, w, square):
            continue
        if not direct_fire.bears(s, e, t, weapon, square, mode):
            continue
        if k["area_defence"] != 0 and not direct_fire.may_aim(k, s, e, w):
            continue
        worth = worth_of_arm(k, s, e, t, w)
        if is_small_arm(k, s, e, w):
            u = e // c.ELEMENTS_A_UNIT
            sides = firefight_die(s, u)
            leadership = s["units"][u]["leadership"]
            worth *= 0.5 * (at_least(sides, leadership) + at_least(sides, 2 * leadership))
        else:
            worth *= weapon["barrels"]
        if worth > most:
            most = worth
            best = w
    return best, most


@kernel
def mark(s, t):
    """Note that t's unit is attacked by infantry fire, or by fire at infantry (DS24.1)."""
    s["attack_marks"][t // c.ELEMENTS_A_UNIT] |= 1 | 8


@kernel
def fire(k, s, e, t, w, mode):
    """Resolve one element's fire that rolls no die to hit (DS35.3, DS36.2, DS36.3).

    Each barrel of a multiple mount draws for itself.
    """
    if not reaches(k, s, e, t, w, direct_fire.distance_squared(s, e, t)):
        return  # damaged by a salvo of its own unit since it declared (DS30.2)
    mark(s, t)
    element = s["elements"][e]
    base = element["shots"] * 64
    element["shots"] += 1
    for barrel in range(k["types"][element["type"]]["weapons"][w]["barrels"]):
        draw(k, s, e, t, w, barrel, mode, base)


@kernel
def draw(k, s, e, t, w, barrel, mode, base):
    """Draw the chits of weapon w of e at t and carry out what they do; nothing if t is lost already."""
    if s["elements"][t]["alive"] == 0:  # DS28.1: declared before, wasted now
        return
    armour = resists(k, s, e, t, w)
    if s["tracing"] != 0:
        place = trace.emit(s, c.E_SHOT, e, w, t, position(k, s, e, t), 0, 0)
        inches = direct_fire.distance(s, e, t)
        trace.measures(s, place, inches, 1.0, float(barrel), float(armour), 0.0, 0.0)
    validity = validity_of(k, s, e, t, w)
    strike(
        k, s, e, t, validity, drawn_by(k, s, e, w), armour, mode, c.P_TEAM_CHIT, e,
        base + 8 * barrel,
    )  # fmt: skip


@kernel
def strike(k, s, e, t, validity, count, armour, mode, purpose, actor, index):
    """Draw `count` chits of e at element t, which is in play, and carry out their effect.

    `armour` is from `resists`. A team has no systems for an F chit to put down (DS36.4). Luck: points
    that came out less what was expected before the draw.
    """
    expected = worth_of_draw(k, s, t, validity, count, armour)
    before = shot.cripple_value(k, s, t)
    packed = chits.draw(k, s, count, validity, armour, purpose, actor, index)
    effect = packed & 255
    if s["tracing"] != 0:
        trace.emit(s, c.E_CHITS, t, packed, validity, armour, purpose, e)
    if effect & chits.FIRER_DOWN == 0:
        if effect != 0:
            shot.count_hit(k, s, e, mode)
        shot.apply_effect(k, s, e, t, effect, mode)
    elif s["elements"][e]["team"] == 0:
        shot.apply_effect(k, s, e, t, effect, mode)
    side = k["units"][e // c.ELEMENTS_A_UNIT]["side"]
    gained = shot.cripple_value(k, s, t) - before - expected
    s["row"]["luck"][side] += (
        gained if k["units"][t // c.ELEMENTS_A_UNIT]["side"] != side else -gained
    )
