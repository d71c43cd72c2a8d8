"""The words of reports for what the columns and codes call by short names."""

from __future__ import annotations

#: Steps of the overwatch funnel, and what each counts.
STEPS = {
    "declared": "counters laid",
    "chances": "chances to fire",
    "held": "held fire",
    "fired": "fired",
    "hits": "hits",
    "kills": "destroyed",
}
#: Why a counter went (OW.A3, OW.R3, OW.F3, RD-9, RD-10).
OFF = {
    "fired": "it fired",
    "under_fire": "came Under Fire",
    "activated": "unit activated",
    "reactivated": "unit reactivated",
    "panic": "unit panicked",
    "routed": "unit routed",
    "destroyed": "unit destroyed",
    "turn_end": "turn ended",
    "any_fire": "was fired at",
    "regrouped": "unit regrouped",
}
STANDING = "still there at the end"

#: Why a shot was fired.
CAUSES = {
    "activation": "activation",
    "opportunity": "opportunity fire",
    "overwatch": "overwatch",
    "other": "artillery, close assault, aboard",
}
#: The rule switches in words.
RULES = {
    "overwatch": "overwatch",
    "opportunity_fire": "opportunity fire",
    "move_allowance": "share of its movement before going on overwatch",
    "suppressed_may_watch": "a unit Under Fire may go on overwatch",
    "void_on_under_fire": "an Under Fire marker voids the counter",
    "void_on_any_fire": "any fire at the unit voids the counter",
    "persists_over_turn_end": "the counter stays over the turn's end",
    "shots": "combat actions with one counter",
    "flips_command_marker": "firing inverts the command marker",
    "trigger": "what the enemy must do to be fired at",
    "firer_die_shift": "steps of the firer's die",
    "target_die_shift": "steps of the target's die",
    "reaction_test": "reaction test to fire, threat",
    "discipline_test": "discipline test to hold fire, threat",
    "watched_area": "watched area",
    "command_reactivation": "the command unit may reactivate a unit",
    "infantry_validity": "colours of vehicle weapons at infantry, by",
    "follow_through": "the winner of a close assault may follow through",
}
#: The parts of a watched area that a change may set alone.
AREA = {
    "width": "the width of its arc, degrees",
    "nearest": "from so many inches",
    "farthest": "to so many inches",
}


def switch_words(change: str) -> str:
    """Return in words what a change of a rule sets: `shots=2` or `watched_area.width=180`."""
    switch, _, part = change.partition("=")[0].partition(".")
    words = RULES.get(switch, switch)
    return f"{words}, {AREA[part]}" if part in AREA else words
