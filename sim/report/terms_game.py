"""What the words of the game mean: name, text, rule marks, and other names and columns of it.

A text is one or two sentences of our own; distances are inches of the table.
"""

from __future__ import annotations

GAME = (
    # -- overwatch -------------------------------------------------------------------------------
    ("overwatch",
     "A unit gives up its shot now and watches an area; when an enemy unit moves in it, the unit "
     "may fire in the middle of that move.",
     "OW.A1 OW.F1", "by_overwatch watching"),
    ("counter",
     "Marks a unit on overwatch, for both sides to see. It stays over the end of the turn until the "
     "unit fires, is activated or loses it.",
     "OW.A2 OW.A3", "overwatch_counter counters"),
    ("declared",
     "Counters laid: how often a side's units went on overwatch.",
     "OW.A1", "counters_laid overwatch_declared laid"),
    ("chance",
     "A step of an enemy's move, half an inch or less, that ends in a unit's watched area and in "
     "its sight: the unit may fire or hold.",
     "OW.F1 RD-3", "chances overwatch_chances"),
    ("held",
     "Chances that a unit let go by to wait for a better target. One enemy that drives through the "
     "watched area may be held at step after step.",
     "OW.F6", "held_fire overwatch_held"),
    ("fired",
     "Combat actions taken on overwatch: a chance was used, and the counter is spent.",
     "OW.F3", "overwatch_fired volleys_on_overwatch fires"),
    ("hits", "Shots whose die beat the target's dice, so that chits were drawn.", "DS28.4",
     "hit overwatch_hits opportunity_hits activation_hits missiles_hits"),
    ("destroyed",
     "Elements knocked out, blown up or lost with what carried them.",
     "DS29.2", "kills overwatch_kills opportunity_kills activation_kills elements_destroyed"),
    ("gone unused",
     "Counters that were lost without a shot, by what took them: an Under Fire marker, the unit's "
     "own activation, panic, a rout, its destruction, the end of the turn.",
     "OW.R3 OW.A3 RD-9", "off counters_gone"),
    ("lying", "Counters that were still there when the battle ended.", "OW.A3",
     "standing counters_there_at_the_end"),
    ("watched area",
     "What a unit on overwatch covers: by the usual rules an arc of 90 degrees before each of its "
     "elements, as far as its weapon reaches and it sees.",
     "OW.F1 RD-2", "watched_area arc"),
    ("unit-turn",
     "One unit in play through one turn: the measure for how much of its time a side spends on "
     "overwatch.",
     "", "watch_turns unit_turns watch share_on_overwatch"),
    ("trigger",
     "The part of a doctrine that decides at each chance whether to fire now or wait.",
     "OW.F6", ""),
    # -- other fire ------------------------------------------------------------------------------
    ("opportunity fire",
     "A unit that was not yet activated this turn may fire at an enemy that moves in its sight. "
     "That is its activation.",
     "DS20.1 DS20.3", "opportunity opportunity_fired by_opportunity volleys_of_opportunity_fire"),
    ("activation",
     "A unit's go in a turn: it may move and take one combat action, in either order. The sides "
     "take turns with one unit each.",
     "DS18.1 DS18.2", "activated activation_fired by_activation volleys_in_own_activations"),
    ("combat action",
     "What a unit does besides moving: fire, observe for artillery, assault, go on overwatch, and "
     "the like; one in an activation.",
     "DS18.4", ""),
    ("volley", "All the shots of one unit in one combat action.", "", "volleys"),
    ("shots", "Rolls to hit: of an element one for each barrel, of a unit all of them together.",
     "DS28.4", "shot overwatch_shots"),
    ("calls",
     "Calls for artillery that were answered.",
     "DS38.1", "call_for_fire answered"),
    ("assaults",
     "Close assaults that came to blows: the attackers went in and the defenders stood.",
     "DS34.1", "close_assault assault assaulted"),
    ("missiles_fired", "Guided missiles launched.", "DS31.1", ""),
    ("missiles_shot_down", "Missiles stopped by area defence before they reached their target.",
     "DS31.1 DS19.3", "shot_down"),
    # -- units and their nerve -------------------------------------------------------------------
    ("element", "One vehicle or one infantry team.", "", "elements start survivors lost"),
    ("unit", "A platoon of one to six elements that is activated as a whole.", "", "units"),
    ("quality",
     "How well trained a unit is, as a die: green D6, regular D8, veteran D10.",
     "DS21.1", "quality_die"),
    ("leadership", "How good a unit's leader is, from 1, the best, to 3.", "DS21.1", ""),
    ("confidence",
     "A unit's nerve, in five levels: confident, steady, shaken, broken, routed. Losses test it; "
     "low levels forbid first advancing, then fighting.",
     "DS21.1 DS22.4", "confidence_level"),
    ("confidence test",
     "A roll of the quality die that must beat leadership plus threat; a failure costs one level "
     "of confidence, a bad one two.",
     "DS22.1", ""),
    ("reaction test",
     "The same roll as for confidence, but a failure only means that the order is not carried out.",
     "DS22.2", "reaction_test"),
    ("threat", "What a test of nerve is about, as a number: the worse, the higher.", "DS22.3", ""),
    ("panic",
     "What may happen to a green unit when it is first attacked: it loses its next activation.",
     "DS23.2", "off_panic"),
    ("rally", "An activation spent on raising a unit's confidence by a level.", "DS24.4", ""),
    ("Under Fire",
     "A marker on a unit that was shot at to effect. It must pass a test before it moves, and by the "
     "usual rules it takes the unit's overwatch counter away.",
     "DS24.1 OW.R3", "under_fire under_fire_marker"),
    ("command marker",
     "Shows whether a unit has had its activation: turned over then, face up again at the end of the "
     "turn. Firing on overwatch leaves it as it is.",
     "DS18.2 DS19.1 OW.F5", ""),
    ("command unit",
     "The unit that leads its side; others rally by its leader, and its loss shakes them all.",
     "DS24.3", "command"),
    ("damaged", "Hit, but not out: half the movement, and every range counts as the next farther.",
     "DS30.2", "crippled of_the_rest_damaged_or_immobilised"),
    ("immobilised", "Can no longer move.", "DS30.2", ""),
    ("systems down", "May move but take no combat action until it is repaired.", "DS30.2 DS32.1",
     "systems_down firer_down"),
    # -- dice, chits, armour ---------------------------------------------------------------------
    ("die", "D4, D6, D8, D10 or D12. A step up or down is one along that row.", "DS3.1",
     "firer_die target_die secondary_die observer_die"),
    ("chits",
     "A hit draws as many counters from the pot of 119 as the weapon's class says. Numbers of a valid "
     "colour add up against armour; specials do more.",
     "DS5.1 DS29.1", "chit pot"),
    ("validity",
     "The colours of chits that count for a weapon, by range and by what is hit: R red, Y yellow, "
     "G green.",
     "DS29.1", "valid"),
    ("armour",
     "What the valid total of a hit must reach to damage, and exceed to destroy; less at the sides "
     "and the rear.",
     "DS29.2", "face"),
    ("fire control",
     "How well a vehicle's guns are laid: basic, enhanced or superior. With the range it sets the "
     "firer's die.",
     "DS28.2", "fire_control"),
    ("signature",
     "How easily a target is seen and tracked: its size class less its stealth. It sets the target's "
     "die: the smaller, the better.",
     "DS28.3", "size stealth"),
    ("range band",
     "Close, medium or long for a weapon, by inches; it sets the firer's die and the validity.",
     "DS28.2", "band range"),
    ("cover",
     "Gives the target a second die, the better of the two counting: D6 in soft cover, D10 dug in or "
     "hull down, D12 turret down.",
     "DS28.3 DS20.6", "secondary position"),
    ("evasion",
     "A fast hovering unit jinks as it drives: a D8 for it as a target, and no fire of its own.",
     "DS26.1", "evading"),
    ("guidance", "The quality of a missile's seeker; its die must beat the target's ECM.", "DS31.1",
     "guidance_die"),
    ("ECM", "Jamming that gives a target its die against guided missiles.", "DS31.1", "ecm_die"),
    ("PDS", "A vehicle's own point defence: a second die against missiles that come at it.", "DS31.1",
     "pds_die"),
    ("ADS",
     "Area defence: while its sensors are on, it may shoot down missiles that are aimed at friends "
     "near it.",
     "DS19.3 DS31.1", "ads_die engaged"),
    ("kill total", "What the valid chits on an infantry team must reach to remove it.", "DS33.2",
     "kill_total"),
    # -- forces and the result -------------------------------------------------------------------
    ("points",
     "What an element costs by the book's tables for building vehicles and teams; a force's points "
     "are their sum.",
     "", "force"),
    ("points lost",
     "Points of a side's own elements that were destroyed, and half the points of those left damaged "
     "or immobilised.",
     "", "points_lost"),
    ("objective",
     "A marker worth 1, 2 or 3 on the table. A unit takes it by driving over it and holds it until "
     "the enemy does.",
     "DS17.1",
     "objectives objective_value value_held objective_value_held_at_the_end markers_own markers_enemy"),
    ("margin",
     "How well a side did in one battle, in points: what the enemy lost and 100 for each value of "
     "objective held, less the same of the other side. Zero is even.",
     "", ""),
    ("win rate",
     "The share of the battles that a side won by the scenario's own rules of victory.",
     "DS17.1", "win_rate wins won battles_won"),
    ("draw rate", "The share of the battles that nobody won.", "", "draw_rate drawn"),
    ("doctrine",
     "Written rules by which a side decides everything: who goes next, move or fire or watch, shoot "
     "now or wait.",
     "", "doctrines against enemy rule"),
    ("scenario",
     "What is fought: the table, both forces, where they start, who wins how, and the rules in "
     "force.",
     "", ""),
    ("rule switch",
     "A setting that turns a rule of overwatch on or off or sets its number; the usual values are "
     "the rules as they were written.",
     "", "switch change setting place"),
    ("moved", "Inches driven by all elements of a side, those of later losses included.", "",
     "moved_own moved_enemy"),
)  # fmt: skip
