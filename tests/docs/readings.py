"""The readings in full: what the program does where the books are silent or say two things."""

from __future__ import annotations

READINGS = {
    "RD-1": (
        "A unit is suppressed if it has an Under Fire marker when it would go on overwatch, "
        "or if it is in panic."
    ),
    "RD-2": (
        "With the counter an arc of 90 degrees is declared. It begins at each element, and "
        "ends where that element's weapon or sight does."
    ),
    "RD-3": (
        "An enemy moves in the area with each step of half an inch or less that ends in it, "
        "in sight of the firer: also in a gap between two covers, also if it was in the area "
        "before. Turning on the spot is no step."
    ),
    "RD-4": (
        "Only elements of the unit that moves are fired at. Each firer takes one that it sees "
        "in the area at that moment; all targets are named before the first die."
    ),
    "RD-5": (
        "Several watchers may answer one step: one after the other, each knowing what the "
        "last one did."
    ),
    "RD-6": (
        "An element faces where it last moved to, or where it was declared to; its front "
        "reaches 45 degrees to each side of that."
    ),
    "RD-7": (
        "A fixed mount uses opportunity fire only if it has not moved since its last "
        "activation ended, and fires on overwatch only if it did not move in the activation "
        "that laid the counter."
    ),
    "RD-8": (
        "Firing on overwatch changes no die. What the mover does at that moment counts: its "
        "cover, its evasion, its facing."
    ),
    "RD-9": (
        "Who may not fire for want of confidence may not watch, and loses its counter on "
        "falling so low; evading units may not watch, and panic ends it."
    ),
    "RD-10": (
        "As an option, the command unit may once a turn turn an activated unit's marker face "
        "up again, as its combat action. That unit's counter goes when it is activated."
    ),
    "RD-11": (
        "Rallying, regrouping, mounting and dismounting are activations, so they end the counter."
    ),
    "RD-12": ("The book has two numbers for vehicles that move Under Fire: the threat taken is 0."),
    "RD-14": "A laser has one range band only; it rolls the fire control's medium die.",
    "RD-15": (
        "For vehicle weapons at infantry two tables of valid colours compete: the one by "
        "weapon is taken."
    ),
    "RD-16": (
        "A total of 0 equals armour 0 and damages, but only if a chit with a number was drawn."
    ),
    "RD-17": "Half points of a fusion gun at long range stay halves.",
    "RD-18": "A chit that puts the firer's systems down cancels all of the shot.",
    "RD-19": "Vehicles that are dug in are immune to HEF, infantry that is dug in to MAK.",
    "RD-20": "A step up from D12 stays D12.",
    "RD-21": "In close assault a town counts as dug in.",
    "RD-22": (
        "A quarter and a half of a unit are counted against the elements that it began with, "
        "destroyed or damaged, each once."
    ),
    "RD-23": "Once half are lost, every attack that adds a casualty brings the test again.",
    "RD-24": (
        "A unit that loses its last element takes no more tests, and its markers go with it."
    ),
    "RD-25": (
        "Opportunity fire spends the activation, so it ends a counter too; but a unit that "
        "still has its counter always fires on overwatch first."
    ),
    "RD-26": (
        "Losing elements does not end the counter. For vehicles it brings an Under Fire "
        "marker, which does."
    ),
    "RD-27": (
        "On overwatch each element may take any combat action that it could take otherwise, "
        "but for close assault: fire, missiles, a call for artillery, smoke."
    ),
    "RD-28": ("A missile that came through the area defence rolls its guidance die again to hit."),
    "RD-29": (
        "A Cybertank has no confidence to lose: it takes no such tests and bears no Under "
        "Fire marker."
    ),
}
