"""The feature table: everything a doctrine may ask about, in one place.

Parser, kernel, `overwatch list features` and the documents read it. `u` is the deciding unit, `v`
the enemy unit in question: the mover in trigger and opportunity, the candidate in target.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.layout import codes as c

FAR = 999.0  # inches: a distance to something that is not there
OVERWHELMING = 99.0  # force_ratio while no enemy is known

ALWAYS = (c.C_ACTIVATION, c.C_ORDER, c.C_TRIGGER, c.C_OPPORTUNITY, c.C_TARGET)
AGAINST = (c.C_TRIGGER, c.C_OPPORTUNITY, c.C_TARGET)


@dataclass(frozen=True)
class Feature:
    """One feature: its name, its code in the kernel, where it may be used, its unit, one line."""

    name: str
    code: int
    chapters: tuple[int, ...]
    unit: str
    text: str
    costly: bool  # loops over enemies: one decision computes it once

    @property
    def chapter_names(self) -> tuple[str, ...]:
        """The chapters where it may be used, by name."""
        return tuple(c.CHAPTER_NAMES[chapter] for chapter in self.chapters)


(
    STRENGTH, ELEMENTS, CONFIDENCE, LEADERSHIP, QUALITY, UNDER_FIRE, ON_OVERWATCH, IS_COMMAND,
    OVERWATCH_ALLOWED, OVERWATCH_SHOTS, DAMAGED, SYSTEMS_DOWN, IN_COVER, BASE_MOVEMENT, TURN,
    TURNS_LEFT, ATTACKER, FRIENDS, ENEMIES, FRIENDS_TO_MOVE, ENEMIES_TO_MOVE, FRIENDS_WATCHING,
    ENEMIES_WATCHING, FORCE_RATIO, OBJECTIVE_DISTANCE, ON_OBJECTIVE, OBJECTIVES_OWN,
    OBJECTIVES_ENEMY, OBJECTIVES_ALL, ENEMIES_IN_SIGHT, NEAREST_RANGE, BEST_SHOT_NOW, EV_NOW,
    THREAT_NOW, EV_BEST_TO_COME, WATCHED_HERE, WATCHED_AHEAD, WATCHED_COVERED, RANDOM, RANGE,
    CLOSING, TARGET_ACTIVATED, TARGET_WATCHING, TARGET_UNDER_FIRE, TARGET_STRENGTH,
    TARGET_IN_COVER, TARGET_POINTS, TARGET_VISIBLE, TARGET_THREAT, EV_THIS, ON_FOOT, MOUNTED,
    ASSAULT_ODDS, CAN_CALL, SENSORS_OFF, SENSORS_ON, SMOKE_LEFT, DEPLETED, CAN_REGROUP, POPS_UP,
    COVER_NEAR, TARGET_ON_FOOT,
) = range(62)  # fmt: skip

_SHARE, _YES, _COUNT, _INCHES, _POINTS = "0..1", "0 or 1", "count", "inches", "points"
_ROWS = (
    # name, code, chapters, unit, text, costly
    ("strength", STRENGTH, ALWAYS, _SHARE, "share of its starting elements still in play", 0),
    ("elements", ELEMENTS, ALWAYS, _COUNT, "elements of the unit in play", 0),
    ("confidence", CONFIDENCE, ALWAYS, "0..4", "confidence level: 0 CO, 1 ST, 2 SH, 3 BR, 4 RO", 0),
    ("leadership", LEADERSHIP, ALWAYS, "1..3", "leadership, 1 is best", 0),
    ("quality", QUALITY, ALWAYS, "sides", "quality die: 6 green, 8 regular, 10 veteran", 0),
    ("under_fire", UNDER_FIRE, ALWAYS, _YES, "the unit has an Under Fire marker", 0),
    ("on_overwatch", ON_OVERWATCH, ALWAYS, _YES, "the unit has an overwatch counter", 0),
    ("is_command", IS_COMMAND, ALWAYS, _YES, "the unit is its side's command unit", 0),
    ("overwatch_allowed", OVERWATCH_ALLOWED, ALWAYS, _YES,
     "the rules let the unit go on overwatch now (OW.R2, RD-9)", 0),
    ("overwatch_shots", OVERWATCH_SHOTS, ALWAYS, _COUNT,
     "combat actions already taken with the present counter", 0),
    ("damaged", DAMAGED, ALWAYS, _SHARE, "share of the unit damaged or immobilised", 0),
    ("systems_down", SYSTEMS_DOWN, ALWAYS, _COUNT, "elements of the unit with systems down", 0),
    ("in_cover", IN_COVER, ALWAYS, _SHARE,
     "share of the unit dug in, hull down, turret down or where the ground gives cover", 0),
    ("base_movement", BASE_MOVEMENT, ALWAYS, "factors",
     "least base movement of its mobile elements, damaged ones halved; 0 if none can move", 0),
    ("turn", TURN, ALWAYS, _COUNT, "the turn being played, from 1", 0),
    ("turns_left", TURNS_LEFT, ALWAYS, _COUNT, "turns after this one", 0),
    ("attacker", ATTACKER, ALWAYS, _YES, "the unit's side is the attacker (DS17.2)", 0),
    ("friends", FRIENDS, ALWAYS, _COUNT, "own units in play, this one included", 0),
    ("enemies", ENEMIES, ALWAYS, _COUNT, "known enemy units in play", 0),
    ("friends_to_move", FRIENDS_TO_MOVE, ALWAYS, _COUNT,
     "other own units not yet activated this turn", 0),
    ("enemies_to_move", ENEMIES_TO_MOVE, ALWAYS, _COUNT,
     "known enemy units not yet activated this turn", 0),
    ("friends_watching", FRIENDS_WATCHING, ALWAYS, _COUNT, "other own units on overwatch", 0),
    ("enemies_watching", ENEMIES_WATCHING, ALWAYS, _COUNT, "enemy units on overwatch", 0),
    ("force_ratio", FORCE_RATIO, ALWAYS, "ratio",
     f"own points in play for each known enemy point; {OVERWHELMING:g} if no enemy is known", 1),
    ("objective_distance", OBJECTIVE_DISTANCE, ALWAYS, _INCHES,
     f"to the nearest marker the side does not hold; {FAR:g} if none", 1),
    ("on_objective", ON_OBJECTIVE, ALWAYS, _YES, "an element is within 1 inch of a marker", 1),
    ("objectives_own", OBJECTIVES_OWN, ALWAYS, _SHARE, "marker value held by the own side", 0),
    ("objectives_enemy", OBJECTIVES_ENEMY, ALWAYS, _SHARE, "marker value held by the enemy", 0),
    ("objectives_all", OBJECTIVES_ALL, ALWAYS, _SHARE, "marker value held by either side", 0),
    ("enemies_in_sight", ENEMIES_IN_SIGHT, ALWAYS, _COUNT,
     "known enemy units with an element that the unit sees", 1),
    ("nearest_range", NEAREST_RANGE, ALWAYS, _INCHES,
     f"from the leader to the nearest known enemy element; {FAR:g} if none", 1),
    ("best_shot_now", BEST_SHOT_NOW, ALWAYS, _SHARE,
     "greatest expected share of an element that one shot destroys now; damage counts half", 1),
    ("ev_now", EV_NOW, ALWAYS, _POINTS, "expected points of the best volley at one enemy now", 1),
    ("threat_now", THREAT_NOW, ALWAYS, _POINTS,
     "expected points of one volley at the unit from each visible enemy not yet activated", 1),
    ("ev_best_to_come", EV_BEST_TO_COME, ALWAYS, _POINTS,
     "greatest volley estimated against a known enemy still to move, half its movement nearer", 1),
    ("watched_here", WATCHED_HERE, ALWAYS, _COUNT, "enemy counters that cover the unit", 1),
    ("watched_ahead", WATCHED_AHEAD, ALWAYS, _COUNT,
     "enemy counters that cover the next 8 inches of the direct route to the nearest marker", 1),
    ("watched_covered", WATCHED_COVERED, ALWAYS, _COUNT,
     "enemy counters that cover the next 8 inches of the covered route to the nearest marker", 1),
    ("random", RANDOM, ALWAYS, _SHARE, "drawn from the battle's generator, new at each mention", 0),
    ("range", RANGE, AGAINST, _INCHES, "between the nearest elements of the two units", 1),
    ("closing", CLOSING, AGAINST, _YES, "the enemy unit's leader faces the unit", 0),
    ("target_activated", TARGET_ACTIVATED, AGAINST, _YES, "already activated this turn", 0),
    ("target_watching", TARGET_WATCHING, AGAINST, _YES, "on overwatch", 0),
    ("target_under_fire", TARGET_UNDER_FIRE, AGAINST, _YES, "has an Under Fire marker", 0),
    ("target_strength", TARGET_STRENGTH, AGAINST, _SHARE,
     "share of the enemy unit's starting elements still in play", 0),
    ("target_in_cover", TARGET_IN_COVER, AGAINST, _SHARE, "share of the enemy unit in cover", 0),
    ("target_points", TARGET_POINTS, AGAINST, _POINTS, "of the enemy unit's elements in play", 0),
    ("target_visible", TARGET_VISIBLE, AGAINST, _COUNT, "enemy elements that the unit sees", 0),
    ("target_threat", TARGET_THREAT, AGAINST, _POINTS,
     "volley estimated from the enemy unit at this one, by types and range alone", 1),
    ("ev_this", EV_THIS, AGAINST, _POINTS, "expected points of the unit's volley at it now", 1),
    ("on_foot", ON_FOOT, ALWAYS, _YES, "the unit has infantry on foot, or in soft transport", 0),
    ("mounted", MOUNTED, ALWAYS, _SHARE, "share of the unit's teams that are aboard a carrier", 0),
    ("assault_odds", ASSAULT_ODDS, ALWAYS, "ratio",
     "chits that the unit would draw in close assault for each of the enemy's, against the enemy in "
     "reach where that is most; 0 if none is, or the unit may not assault (DS34.1)", 1),
    ("can_call", CAN_CALL, ALWAYS, _YES,
     "a battery can be called and the leader or an observer sees an enemy (DS38.1)", 1),
    ("sensors_off", SENSORS_OFF, ALWAYS, _COUNT, "elements with their area defence switched off", 0),
    ("sensors_on", SENSORS_ON, ALWAYS, _COUNT, "elements with active sensors (DS19.3)", 0),
    ("smoke_left", SMOKE_LEFT, ALWAYS, _COUNT, "elements with loaded smoke dischargers", 0),
    ("depleted", DEPLETED, ALWAYS, _YES, "half of the unit or more is lost", 0),
    ("can_regroup", CAN_REGROUP, ALWAYS, _YES, "a friend to regroup with is in reach (DS24.2)", 1),
    ("pops_up", POPS_UP, ALWAYS, _YES, "a unit of VTOLs, which can pop up (DS32.2)", 0),
    ("cover_near", COVER_NEAR, ALWAYS, _YES,
     "the leader, in the open, can reach cover with its whole movement", 0),
    ("target_on_foot", TARGET_ON_FOOT, AGAINST, _YES, "has infantry on foot", 0),
)  # fmt: skip

FEATURES = tuple(
    Feature(name, code, chapters, unit, text, bool(costly))
    for name, code, chapters, unit, text, costly in _ROWS
)
BY_NAME = {feature.name: feature for feature in FEATURES}
