"""One close assault as the auditor follows it, from its declaration to its last test (DS34.1)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from tests.audit.force import PLACE_ERROR, Element, Unit

CONTACT = 2.0  # DS34.1: inches
DESTROYED, WITHDREW = 1, 2  # how it was won, which is the threat of following through (DS35.2)


@dataclass(slots=True)
class Assault:
    """Who assaults whom, and how far it has come.

    `stage` is "in" while the attackers come in, "stand" from the defender's test to the first round,
    "fight" while chits are drawn, "after" while the tests of a round are taken, then "over".
    """

    unit: Unit
    target: Unit
    party: list[Unit]  # the unit and those that join it (DS35.1)
    stage: str = "in"
    tests: dict[Unit, bool] = field(default_factory=dict)  # reaction tests: passed?
    going: Unit | None = None  # on its way in
    #: Units that came into contact; those that surely did, as places are rounded.
    near: set[Unit] = field(default_factory=set)
    surely_near: set[Unit] = field(default_factory=set)
    number: int = 0  # of the round
    fighting: set[Unit] = field(default_factory=set)  # attackers in the round
    lined_up: set[Element] = field(default_factory=set)  # who began it, of both sides
    helpers: set[Element] = field(default_factory=set)  # vehicles that support teams, or may
    draws: dict[Element, Element] = field(default_factory=dict)  # who has drawn at whom
    silent: set[Element] = field(default_factory=set)  # vehicles whose systems were down
    waiting: dict[Unit, int] = field(default_factory=dict)  # attackers yet to test: threat
    held: set[Unit] = field(default_factory=set)  # attackers that passed it
    broken: bool = False  # an attacker has broken off (DS35.1)
    falling: Unit | None = None  # on its way back
    limits: dict[Element, float] = field(default_factory=dict)  # its factors for that
    fallen: set[Unit] = field(default_factory=set)  # fell back
    won: int = 0
    may_follow: bool = False  # the test of DS35.2 is passed


def fighters(unit: Unit) -> list[Element]:
    """Return a unit's teams on foot in play: only they close in."""
    return [e for e in unit.elements if e.in_play and e.kind.team and e.aboard is None]


def present(unit: Unit) -> list[Element]:
    """Return a unit's elements on the table that are not aboard another."""
    return [e for e in unit.elements if e.in_play and e.aboard is None]


def gap(unit: Unit, target: Unit) -> float:
    """Return how near a unit's teams on foot have come to a target, in inches."""
    pairs = ((team, foe) for team in fighters(unit) for foe in present(target))
    return min((team.distance(foe) for team, foe in pairs), default=math.inf)


def arrive(a: Assault) -> None:
    """End the way in of the unit that is on it: did it come into contact (DS34.1)?

    Units that break, rout or panic on the way do not fight.
    """
    unit, a.going = a.going, None
    if unit is None or not unit.alive or unit.panicked or unit.confidence > 2:
        return
    inches = gap(unit, a.target)
    if inches <= CONTACT + PLACE_ERROR:
        a.near.add(unit)
    if inches <= CONTACT - PLACE_ERROR:
        a.surely_near.add(unit)
