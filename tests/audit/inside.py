"""Fire of teams from inside their carriers: ineffective, without a roll (DS36.1)."""

from __future__ import annotations

from tests.audit import arms, sight, watching
from tests.audit.battle import Battle, Event, Volley
from tests.audit.force import PLACE_ERROR, Element


def fire(b: Battle, v: Volley, e: Event) -> None:
    """Teams fire from inside: who may, how many, and what comes of it."""
    unit = v.unit
    if v.inside:
        b.flag("DS36.1", f"{unit.name} fires twice from inside")
    v.inside = True
    if e["roll"] is not None or e["drawing"] != 0:
        b.flag("DS36.1", f"{unit.name} fires from inside with effect")
    surely, perhaps = able(b, v, -PLACE_ERROR), able(b, v, PLACE_ERROR)
    if not surely <= e["teams"] <= perhaps or not e["teams"]:
        text = f"{e['teams']} teams fire from inside, {surely} to {perhaps} can"
        b.flag("DS36.1", f"{unit.name}: {text}")
    v.at_infantry.add(v.target)


def able(b: Battle, v: Volley, slack: float) -> int:
    """Return how many teams of the firing unit have a team in reach of their small arm."""
    return sum(
        any(reaches(b, v, team, at, slack) for at in v.target.elements)
        for team in v.unit.elements
        if team.in_play and team.aboard and team.aboard.in_play and not team.aboard.kind.soft
    )


def reaches(b: Battle, v: Volley, team: Element, at: Element, slack: float) -> bool:
    """Return whether a team aboard may fire at a team on foot (RD-4 on overwatch)."""
    if not at.in_play or at.aboard or at.kind.team is None:
        return False
    weapon = next(weapon for weapon in team.kind.weapons if arms.small_arm(team, weapon))
    if team.distance(at) > weapon.reach[2] + slack or not sight.sees(b, team, at, slack > 0):
        return False
    counter = v.unit.counter if v.mode == "overwatch" else None
    return counter is None or (
        team in counter.watchers and watching.within(b, counter, team, at, slack > 0)
    )
