"""Record layouts: SCENARIO (read-only, `k` in the kernels), STATE (`s`) and ROW (one battle's result).

Every number of the state is int64 or float64: smaller types would round differently with the JIT off.
A unit's number is `side * 16 + place`; element `i` of unit `u` is number `u * 6 + i`.
Distances are inches, positions (x, y) with the origin at the table's lower left corner, facings are
unit vectors, dice are numbers of sides unless a field says ladder (0 = D4 ... 4 = D12).
"""

from __future__ import annotations

import numpy as np

from sim.layout import codes as c

I, F, U = "i8", "f8", "u8"

WEAPON = np.dtype(
    [
        ("kind", I),  # codes.WEAPON_KINDS
        ("size", I),  # the weapon's class
        ("chits", I),  # drawn for each hit (DS29.1)
        ("mount", I),  # codes.MOUNTS
        ("barrels", I),  # dice of a multiple mount (DS28.4)
        ("reach", F, (3,)),  # greatest range of close, medium, long; HEL: 0, 60, 60 (RD-14)
        ("die", I, (3,)),  # firer's die by band, ladder (DS28.2)
        ("validity", I, (3, 3)),  # codes.VALIDITIES by the target's kind of armour and band
        ("infantry_reach", F),  # greatest range at infantry, inches; 0: it does nothing to them
        ("infantry_chits", I),  # drawn at each element of infantry (p. 36)
        ("infantry_validity", I, (4,)),  # codes.VALIDITIES by codes.POSITIONS (RD-15)
        ("soft_only", I),  # 1: of vehicles it affects those of armour 0 alone (DS36.4)
    ]
)

TYPE = np.dtype(
    [
        ("points", F),  # p. 52
        ("armour", I),
        ("side_armour", I),
        ("armour_kind", I),  # codes.ARMOURS
        ("signature_die", I),  # ladder; size class less stealth, walkers one more (DS28.3)
        ("movement_class", I),  # codes.MOVEMENT_CLASSES
        ("base", F),  # base movement factor
        ("may_evade", I),  # fast GEV and grav only (DS26.1)
        ("backup", I),  # backup systems (DS32.1)
        ("team", I),  # codes.TEAMS, or -1: a vehicle
        ("troops", I),  # codes.TROOPS of a team, or -1
        ("kill_total", I),  # what removes a team, or a soft vehicle under infantry arms (p. 33)
        ("soft", I),  # a vehicle of armour 0
        ("assault_chits", I),  # drawn in each round of close assault (p. 34)
        ("loud_die", I),  # signature die with active sensors, ladder (DS19.3)
        ("ecm", I),  # ladder (DS31.1)
        ("pds", I),  # ladder, or -1
        ("ads", I),  # ladder, or -1
        ("ads_gun", I),  # its place among the weapons (DS19.3), or -1
        ("apfc", I),  # close-defence charges (DS35.4)
        ("artillery", I),  # codes.ARTILLERIES, or -1
        ("carries", I),  # teams that it takes aboard
        ("smoke", I),  # has smoke dischargers (DS18.4)
        ("vtol", I),
        ("cybertank", I),
        ("weapon_count", I),
        ("weapons", WEAPON, (c.WEAPONS,)),
    ]
)

UNIT_SETUP = np.dtype(
    [
        ("side", I),
        ("count", I),
        ("quality", I),  # sides of the quality die
        ("leadership", I),
        ("confidence", I),
        ("command", I),  # the overall command unit
        ("hidden", I),
    ]
)

ELEMENT_SETUP = np.dtype(
    [
        ("type", I),
        ("x", F),
        ("y", F),
        ("fx", F),
        ("fy", F),
        ("posture", I),
        ("aboard", I),  # element number of the carrier that a team starts in, or -1
        ("sensors", I),  # 1: its area-defence sensors start active
    ]
)

BATTERY_SETUP = np.dtype(
    [
        ("unit", I),  # the unit on the table whose vehicles fire it, or -1: off the table
        ("kind", I),  # codes.ARTILLERIES
        ("guns", I),
        ("ammunition", I, (3,)),  # markers, by codes.AMMUNITIONS
        ("radar", I),  # may fire counter-battery (DS40.1)
    ]
)

OBJECTIVE_SETUP = np.dtype([("x", F), ("y", F), ("value", I), ("holder", I)])  # -1: nobody

RULES = np.dtype(
    [
        ("overwatch", I),
        ("opportunity_fire", I),
        ("move_allowance", F),
        ("suppressed_may_watch", I),
        ("void_on_under_fire", I),
        ("void_on_any_fire", I),
        ("persists_over_turn_end", I),
        ("shots", I),  # 0: unlimited
        ("flips_command_marker", I),
        ("trigger", I),  # codes.TRIGGERS
        ("firer_die_shift", I),
        ("target_die_shift", I),
        ("reaction_test", I),  # threat, or codes.NO_TEST
        ("discipline_test", I),  # threat, or codes.NO_TEST
        ("area", I),  # codes.AREA_ARC or AREA_ZONE
        ("area_zone", I),
        ("area_cosine", F),  # cosine of half the arc's width; -2 is all round
        ("area_nearest", F),  # least distance, inches
        ("area_farthest", F),  # greatest distance, inches
        ("command_reactivation", I),
        ("infantry_validity", I),  # 0 by weapon, 1 by position (RD-15)
        ("follow_through", I),  # DS35.2
    ]
)

OP = np.dtype([("code", I), ("arg", F)])

DOCTRINE_RULE = np.dtype(
    [
        ("when", I),  # first operation of the condition; -1: always; codes.NEVER
        ("score", I),  # first operation of the score; -1: none
        ("do", I),
        ("move", I),  # codes.DESTINATIONS
        ("place", I),  # waypoint number, or -1
        ("range", F),  # wanted distance of to_range, inches
        ("watch", I),  # codes.WATCHES
        ("zone", I),
        ("pace", I),
        ("route", I),  # codes.ROUTES
    ]
)

DOCTRINE = np.dtype(
    [
        ("rule_count", I, (c.CHAPTERS,)),
        ("rules", DOCTRINE_RULE, (c.CHAPTERS, c.RULES_A_CHAPTER)),
        ("ops", OP, (c.OPS,)),
        ("parameters", F, (c.PARAMETERS,)),
        ("starts", I),  # 1: choose to start the turn oneself, 0: let the enemy start
    ]
)

SCENARIO = np.dtype(
    [
        ("width", I),  # cells of one inch
        ("height", I),
        ("turns", I),
        ("objective_points", F),
        ("victory", I),  # codes.VICTORIES
        ("attacker", I),  # side, or -1 (DS17.2)
        ("declare_from", I),  # first turn at whose end a side may declare the end
        ("enough", I),  # value the attacker must hold to declare the end
        ("unit_count", I, (2,)),
        ("arms", I),  # 1: infantry or missiles are in play
        ("infantry", I),  # 1: infantry arms are in play; 0 leaves all rules of infantry out
        ("missiles", I),
        ("area_defence", I),
        ("transport", I),
        ("smoke", I),  # somebody may lay smoke
        ("vtols", I),
        ("battery_count", I, (2,)),
        ("batteries", BATTERY_SETUP, (c.BATTERIES,)),  # blue's from 0, red's from 4
        ("objective_count", I),
        ("type_count", I),
        ("baseline_x", F, (2,)),  # a point on the side's own table edge
        ("baseline_y", F, (2,)),
        ("waypoint_x", F, (c.WAYPOINTS,)),
        ("waypoint_y", F, (c.WAYPOINTS,)),
        ("zone_x", F, (c.ZONES,)),  # centre
        ("zone_y", F, (c.ZONES,)),
        ("rules", RULES),
        ("units", UNIT_SETUP, (c.UNITS,)),
        ("elements", ELEMENT_SETUP, (c.ELEMENTS,)),
        ("objectives", OBJECTIVE_SETUP, (c.OBJECTIVES,)),
        ("types", TYPE, (c.TYPES,)),
        ("doctrines", DOCTRINE, (2,)),
        ("secondary_die", I, (7,)),  # ladder by codes.COVERS; -1 for none
        (
            "hit",
            F,
            (5, 5, 6),
        ),  # chance: firer's ladder, target's ladder, secondary 0 none or 1 + ladder
        ("kill", F, (8, 6, 8)),  # chance of one hit: validity, chits, armour
        ("half", F, (8, 6, 8)),  # chance that it damages or immobilises and does not destroy
        ("removed", F, (8, 6, 6)),  # chance of a draw at infantry: validity, chits, kill total
        ("soft_lost", F, (8, 6)),  # chance of infantry arms at a soft vehicle: validity, chits
        ("gap_scale", F, (2, 2)),  # (vehicles' integrity / the pair's)**2; 0 vehicle, 1 team
        # points of one hit: firer type, weapon, target type, band, 1 side armour, 1 already crippled;
        # at infantry, and of infantry arms: codes.POSITIONS up to dug in for the band, 0, 0
        ("hit_worth", F, (c.TYPES, c.WEAPONS, c.TYPES, 3, 2, 2)),
        (
            "shot_value",
            F,
            (c.TYPES, c.TYPES, 4),
        ),  # best weapon's expected points: firer, target, band
        ("longest_reach", F, (c.TYPES,)),  # of its weapons, inches
        ("pot", I, (c.POT_SIZE,)),
        ("factor", F, (c.N_CLASSES, 14)),  # movement factors an inch; 0: impassable
        ("easy", I, (c.N_CLASSES, 14)),  # 1: half a factor in travel mode (DS25.1)
        ("terrain", "u1", (c.CELLS,)),
        ("level", "u1", (c.CELLS,)),
        ("cover", "u1", (c.CELLS,)),  # codes.CELL_*
        ("zones", "u1", (c.CELLS,)),  # one bit a named zone
        ("near", "u1", (c.CELLS,)),  # 1: an element in the cell may stand over a marker
        ("sight", U, (c.CELLS, c.SIGHT_WORDS)),  # symmetric bit table
        # neighbour on the way to the goal, 3 * (row + 1) + column + 1: blue's low, red's high four bits
        ("way", "u1", (c.N_CLASSES, 2, c.GOALS, c.CELLS)),
        ("field", "u2", (c.N_CLASSES, 2, c.GOALS, c.CELLS)),  # factors to the goal * FIELD_SCALE
    ]
)

UNIT = np.dtype(
    [
        ("count", I),  # places of the unit that are or were in use
        ("start", I),  # strength that casualties are counted against (RD-22)
        ("quality", I),  # sides of the quality die
        ("alive", I),  # elements in play
        ("activated", I),  # command marker inverted
        ("under_fire", I),
        ("confidence", I),
        ("leadership", I),
        ("leader", I),  # the leader's element number
        ("hidden", I),
        ("attacked", I),  # has been attacked in this battle (DS23.2)
        ("panicked", I),  # loses its next activation
        ("casualties", I),  # elements damaged or destroyed, each once (RD-22)
        ("overwatch", I),  # 1: the counter lies beside it
        ("watch_x", F),  # bearing of the watched area
        ("watch_y", F),
        ("watch_zone", I),  # this counter's zone, or -1
        ("watch_shots", I),  # combat actions taken with this counter
        ("watch_turn", I),  # turn in which it was placed
        ("answered", I),  # had its chance on overwatch at this step
        ("held_key", I),  # situation in which its doctrine last held its fire
        ("held_rule", I),  # and the rule that said so
        ("refused", I),  # serial of the activation for which its reaction test failed
        ("disciplined", I),  # serial of the activation of its discipline test, negative: failed
        ("evading", I),
        ("popped", I),  # a VTOL that has popped up (DS32.2)
        ("attackers", I),  # bit u: unit u fired at it since its last activation (DS22.4)
        ("tests", I),  # tests rolled this turn: part of the generator's key
        ("asked", I),  # doctrine's random numbers this turn
        ("reactivated", I),
        ("fell_back", I),  # serial of the activation in which it fell back from its assault
    ]
)

ELEMENT = np.dtype(
    [
        ("type", I),
        ("team", I),  # 1: infantry
        ("aboard", I),  # element number of its carrier, or -1
        ("sensors", I),  # area-defence sensors active (DS19.3)
        ("smoke", I),  # smoke dischargers still loaded
        ("gone", I),  # joined another unit (DS24.2): this place is empty, and nothing is lost
        ("alive", I),
        ("x", F),
        ("y", F),
        ("cell", I),
        ("fx", F),
        ("fy", F),
        ("damaged", I),
        ("immobilised", I),
        ("systems_down", I),
        ("down_since", I),  # serial of the activation in which its systems went down
        ("counted", I),  # already among the unit's casualties
        ("posture", I),
        ("used", F),  # movement factors used in this activation
        ("smooth", F),  # of those, in easy or normal terrain (DS26.1)
        ("moved", I),  # has moved since its last activation began (RD-7)
        ("watching", I),  # takes part in its unit's overwatch (OW.R7)
        ("shots", I),  # shots fired this turn: part of the generator's key
        ("next", I),  # cell it is moving to, or -1
        ("way_x", F),  # unit vector to that cell's middle
        ("way_y", F),
        ("way_left", F),  # inches to it
        ("way_factor", F),  # movement factors an inch of it
        ("allowance", F),  # movement factors it may use in this activation
        ("stepped", I),  # moved in the present step of its unit's movement (RD-3)
        ("foe", I),  # element it draws at in this round of close assault, or NO_FOE, OUTSIDE
        ("lost_to", I),  # mode of the shot that destroyed it, or -1
    ]
)

EVENT = np.dtype([("kind", I), ("turn", I), ("i", I, (10,)), ("f", F, (6,))])

ROW = np.dtype(
    [
        ("battle", I),
        ("winner", I),  # 0 blue, 1 red, 2 draw
        ("margin", F),
        ("turns", I),
        ("value", I, (2,)),  # objective value held at the end
        ("start", I, (2,)),  # elements
        ("survivors", I, (2,)),
        ("crippled", I, (2,)),  # survivors damaged or immobilised
        ("lost", I, (2, 6)),  # elements destroyed, by codes.MODES of the shot
        ("points_lost", F, (2,)),
        ("points_lost_by", F, (2, 6)),  # the same by codes.MODES of the shot
        ("declared", I, (2,)),
        ("chances", I, (2,)),
        ("held", I, (2,)),
        ("fired", I, (2,)),  # combat actions on overwatch
        ("hits", I, (2,)),
        ("kills", I, (2,)),
        ("off", I, (2, 10)),  # counters gone, by codes.OFF_CAUSES
        ("opportunity_fired", I, (2,)),
        ("opportunity_hits", I, (2,)),
        ("opportunity_kills", I, (2,)),
        ("activation_fired", I, (2,)),
        ("activation_hits", I, (2,)),
        ("activation_kills", I, (2,)),
        ("luck", F, (2,)),  # points inflicted less points expected, zero on average
        ("watch_turns", I, (2,)),  # unit-turns that ended with a counter
        ("moved", F, (2,)),  # inches, all elements
        ("by_turn", "i2", (c.TURNS, 2, 6)),  # elements destroyed: turn, side, mode
        ("missiles", I, (2, 3)),  # fired, shot down, hits
        ("assaults", I, (2,)),  # close assaults that came to blows
        ("calls", I, (2,)),  # calls for fire that were answered
        ("draws", I),
        ("sights", I),
    ]
)

BATTERY = np.dtype(
    [
        ("ammunition", I, (3,)),  # markers left, by codes.AMMUNITIONS
        ("fired", I),  # turn in which it was activated
        ("pending", I),  # a mission has been asked for and has not come
        ("asked_at", I),  # serial after which it may come, once the enemy has activated (DS39.1)
        ("asked_turn", I),  # turn in which it was asked for
        ("x", F),  # aiming point
        ("y", F),
        ("load", I),  # codes.AMMUNITIONS
        ("sheaf", I),  # codes.SHEAFS
        ("effective", I),  # 0: harassing fire
    ]
)

SMOKE = np.dtype([("x", F), ("y", F), ("radius", F), ("until", I), ("unit", I)])

STATE = np.dtype(
    [
        ("key", U),
        ("turn", I),
        ("serial", I),  # activations so far
        ("mover", I),  # the unit that is being activated, or -1
        ("won", I),  # how the mover won its close assault, or 0: not at all (DS35.2)
        ("draws", I),  # numbers taken from the generator in this battle
        ("sights", I),  # sight look-ups in this battle
        ("attacks", I),  # attacks so far
        ("clock", I),  # goes on whenever something changes that a shot's worth depends on
        ("worth_at", I, (c.UNITS,)),  # clock, unit and mode for which `worth_of` holds, by target
        ("worth_of", F, (c.UNITS,)),  # the volley's expected points
        ("share_of", F, (c.UNITS,)),  # its best shot's expected share of an element
        ("best_share", F),  # of the volley declared last
        ("situation", I),  # where the mover is and how many attacks there were
        ("situation_2", I),  # the same to two inches
        ("stale", I),  # the unit whose view is out of date since it moves, or -1
        ("seen", I),  # elements of the mover that the unit asked sees
        ("chance", I),  # mode of the fire that is being decided on, or -1
        ("no_rally", I, (2,)),  # the command unit is lost (DS24.3)
        ("no_offensive", I, (2,)),  # turn in which no new offensive may start (DS24.3)
        ("script_length", I),  # scripted dice and chits (tests): used before the generator
        ("script_place", I),
        ("script", I, (c.SCRIPT,)),
        ("tracing", I),
        ("event_count", I),
        ("units", UNIT, (c.UNITS,)),
        ("elements", ELEMENT, (c.ELEMENTS,)),
        ("holder", I, (c.OBJECTIVES,)),
        ("batteries", BATTERY, (c.BATTERIES,)),
        ("smokes", SMOKE, (c.SMOKES,)),
        ("smoke_count", I),
        ("shade", U, (c.SIGHT_WORDS,)),  # cells that smoke hides from the element looked at
        ("caller", I),  # the element that calls for fire in this volley and fires nothing, or -1
        ("popped", I),  # the VTOL unit that has popped up, or -1 (DS32.2)
        ("view", U, (c.UNITS, c.SIGHT_WORDS)),  # cells that some element of the unit sees
        ("aim", I, (c.ELEMENTS_A_UNIT,)),  # volley being declared: target of each element
        ("aim_weapon", I, (c.ELEMENTS_A_UNIT,)),
        ("aim_discount", F, (c.ELEMENTS_A_UNIT,)),  # share left of each target once aimed at
        ("attack_casualties", I, (c.UNITS,)),  # new casualties of the attack being resolved
        ("attack_marks", I, (c.UNITS,)),  # bits: 1 fired at, 2 damaged or destroyed, 4 leader lost,
        # 8 anti-personnel fire at infantry (DS24.1), 16 bombardment (DS23.1)
        ("stack", F, (16,)),  # of the doctrine's expressions
        ("row", ROW),
        ("events", EVENT, (c.EVENTS,)),
    ]
)


def new_scenario() -> np.ndarray:
    """Return one empty SCENARIO record in an array of shape (1,)."""
    return np.zeros(1, SCENARIO)


def new_states(count: int) -> np.ndarray:
    """Return `count` empty STATE records, one a worker; untouched pages cost no memory."""
    return np.zeros(count, STATE)
