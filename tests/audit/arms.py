"""What fires without a die to hit: reach, chits and colours (DS33.2, DS35.3, DS36.2 to DS36.4)."""

from __future__ import annotations

from tests.audit import book, dice, sight, watching
from tests.audit.battle import Battle, Volley
from tests.audit.force import PLACE_ERROR, Element
from tests.audit.kinds import SMALL_ARMS, Weapon

#: What a weapon that does nothing to infantry draws, counts and reaches.
NOTHING: tuple[int, str, float | str] = (0, "", 0.0)


def small_arm(firer: Element, weapon: Weapon) -> bool:
    """Return whether a weapon is fired in its unit's firefight: a team's rifles or APSW (DS33.1)."""
    return firer.kind.team is not None and weapon.kind in SMALL_ARMS


def acts_on(weapon: Weapon, target: Element) -> bool:
    """Return whether a weapon does anything to a target without a roll (DS36.2 to DS36.4)."""
    at_team = target.kind.team is not None
    if weapon.kind in SMALL_ARMS:
        return at_team or target.kind.soft
    if weapon.kind == "IAVR":
        return not at_team
    return at_team and weapon.kind in book.AT_INFANTRY


def reach(firer: Element, weapon: Weapon) -> float:
    """Return how far a weapon acts without a roll; a damaged gun one band less far (DS30.2)."""
    if not weapon.gun:
        return weapon.reach[2]
    farthest = book.AT_INFANTRY.get(weapon.kind, NOTHING)[2]
    if not isinstance(farthest, str):
        return farthest
    band = book.BANDS.index(farthest) - firer.damaged
    return weapon.reach[band] if band >= 0 else 0.0


def chits(firer: Element, weapon: Weapon) -> int:
    """Return how many chits a weapon draws (DS33.2, DS35.3, DS36.2, DS36.3)."""
    if weapon.kind == "RIFLE":
        return book.SMALL_ARM_CHITS[firer.kind.troops]
    if weapon.kind == "APSW":
        return book.SMALL_ARM_CHITS["apsw"]
    if weapon.kind == "IAVR":
        return book.IAVR_CHITS
    return book.AT_INFANTRY.get(weapon.kind, NOTHING)[0] or weapon.size


def colours(b: Battle, weapon: Weapon, target: Element, position: str) -> str:
    """Return the colours that count, by the target's position or by weapon (DS33.2, RD-15)."""
    if weapon.kind == "IAVR":
        return book.IAVR_VALID["apfc" if target.kind.apfc else target.kind.armour_kind]
    if weapon.kind in SMALL_ARMS or b.rules.infantry_validity == "position":
        return book.FIREFIGHT_VALID[position]
    return book.AT_INFANTRY.get(weapon.kind, NOTHING)[1]


def positions(b: Battle, target: Element, firer: Element | None = None) -> set[str]:
    """Return the positions that an element may be in, against a firer or anybody (DS33.2, DS20.6).

    More than one if its place was rounded, or if it is at a crest that may hide it.
    """
    if target.posture == "dug_in":
        return {"dug_in"}
    terrain = {b.ground.terrain[cell] for cell in (target.cell, *target.twins)}
    found = {"urban"} if terrain.intersection(book.HOUSES) else set()
    if terrain.issubset(book.HOUSES):
        return found
    if terrain.issubset(book.WOODS):
        return found | {"soft_cover"}
    if firer is None:
        cells = (target.cell, *target.twins)
        covered = {b.ground.soft[cell] for cell in cells}
        if target.posture != "none" or any(b.ground.crest[cell] for cell in cells):
            covered.add(True)
        return found | {"soft_cover" if cover else "open" for cover in covered}
    surely, perhaps = dice.covers(b, firer, target)
    if set(surely) - {"none", "evading"}:
        return found | {"soft_cover"}
    return found | ({"soft_cover", "open"} if perhaps else {"open"})


def riflemen(b: Battle, v: Volley) -> set[Element]:
    """Return the teams that have somebody to fire their small arms at (DS33.1, RD-4)."""
    there = [e for e in v.target.elements if e.in_play and e.aboard is None]
    counter = v.unit.counter if v.mode == "overwatch" else None
    found = set()
    for team in v.unit.elements:
        if team.kind.team is None or not team.in_play or team.aboard:
            continue
        if counter and team not in counter.watchers:
            continue
        weapon = next(weapon for weapon in team.kind.weapons if small_arm(team, weapon))
        if any(
            acts_on(weapon, at)
            and team.distance(at) <= weapon.reach[2] + PLACE_ERROR
            and sight.sees(b, team, at)
            and (counter is None or watching.within(b, counter, team, at, slack=True))
            for at in there
        ):
            found.add(team)
    return found


def surely_fired(v: Volley) -> set[Element]:
    """Return the teams that surely have joined a firefight: those that draw, or all that could."""
    fight = v.firefight
    if fight is None:
        return set()
    able = v.riflemen - v.guns.keys()
    return able if fight.teams == len(able) else set(fight.drawn)


def check_firefight(b: Battle, v: Volley) -> None:
    """DS33.1: of the teams under an effective roll each draws, but for those whose target is lost."""
    fight = v.firefight
    if fight and len(fight.drawn) != fight.drawing and not v.lost:
        text = f"{v.unit.name}: {len(fight.drawn)} teams draw, the roll says {fight.drawing}"
        b.flag("DS33.1", text)
