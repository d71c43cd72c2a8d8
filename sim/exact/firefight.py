"""Exact odds of an infantry firefight (DS33.1, DS33.2, DS36.1, DS36.4)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sim.exact.chances import at_least, check_unit, counts
from sim.exact.errors import OddsError, check_listed, whole
from sim.exact.infantry import removed, soft_outcomes
from sim.figures import (
    APSW_CHITS,
    FIREFIGHT_VALIDITY,
    KILL_TOTAL,
    LADDER,
    QUALITY_DIE,
    RIFLE_CHITS,
)
from sim.layout.codes import ELEMENTS_A_UNIT

EFFECTS = ("ineffective", "half", "all")


@dataclass(frozen=True)
class FirefightOdds:
    """Exact odds of one firefight and the figures they rest on."""

    quality_die: int  # sides, after the step for Under Fire
    effects: dict[str, Fraction]  # chance of each of EFFECTS
    half: tuple[int, int]  # rifle and APSW teams that draw when half of them do
    chits: dict[str, int]  # drawn by a rifle and by an apsw team
    valid: str  # codes.VALIDITIES
    kill_total: int
    removes: dict[str, Fraction]  # chance that a rifle, an apsw team that draws removes its target
    removed: tuple[Fraction, ...]  # chance that the firefight removes 0, 1, ... targets
    #: what one drawing team does to a soft vehicle; empty if the target is a team
    soft: dict[str, dict[str, Fraction]]


def firefight(
    quality: str = "regular",
    leadership: int = 2,
    under_fire: bool = False,
    rifles: int = 3,
    apsws: int = 0,
    kind: str = "line",
    target: str = "line",
    position: str = "open",
    inside: bool = False,
) -> FirefightOdds:
    """Return the exact odds of one unit's firefight at one enemy unit.

    `rifles` and `apsws` are the teams in range, all of one `kind` (militia, line, powered);
    `target` is what the enemy's elements are (militia, line, powered, soft_vehicle), `position`
    their place. Below its leadership the unit is ineffective, from twice its leadership on all
    teams draw, in between half of them, rounded up, APSW teams first. `inside` means that it fires
    from inside its carriers: always ineffective. Every team draws at a target of its own, so there
    are as many targets as teams.

    Raises OddsError (a ValueError) that names the argument, its value and what is allowed.
    """
    leadership = check_unit(quality, leadership)
    rifles = whole("rifles", rifles, 0, ELEMENTS_A_UNIT)
    apsws = whole("apsws", apsws, 0, ELEMENTS_A_UNIT)
    check_listed("kind", kind, RIFLE_CHITS)
    check_listed("target", target, KILL_TOTAL)
    check_listed("position", position, FIREFIGHT_VALIDITY)
    teams = rifles + apsws
    if teams == 0:
        raise OddsError("rifles", rifles, "no team fires")
    if teams > ELEMENTS_A_UNIT:
        reason = f"with {rifles} rifle teams more than the {ELEMENTS_A_UNIT} elements of a unit"
        raise OddsError("apsws", apsws, reason)

    die = QUALITY_DIE[quality]
    if under_fire:
        die = LADDER[max(LADDER.index(die) - 1, 0)]
    effective = Fraction(0) if inside else at_least(die, leadership)
    every = Fraction(0) if inside else at_least(die, 2 * leadership)
    effects = dict(zip(EFFECTS, (1 - effective, effective - every, every), strict=True))
    number = (teams + 1) // 2
    half = (number - min(apsws, number), min(apsws, number))

    chits = {"rifle": RIFLE_CHITS[kind], "apsw": APSW_CHITS}
    valid = FIREFIGHT_VALIDITY[position]
    soft = {}
    if target == "soft_vehicle":
        soft = {arm: soft_outcomes(drawn, valid) for arm, drawn in chits.items()}
        removes = {arm: chances["Kill"] for arm, chances in soft.items()}
    else:
        removes = {arm: removed(drawn, valid, KILL_TOTAL[target]) for arm, drawn in chits.items()}

    total = [Fraction(0)] * (teams + 1)
    drawing = {"ineffective": (0, 0), "half": half, "all": (rifles, apsws)}
    for effect, (rifles_draw, apsws_draw) in drawing.items():
        events = [removes["rifle"]] * rifles_draw + [removes["apsw"]] * apsws_draw
        for lost, chance in enumerate(counts(events)):
            total[lost] += effects[effect] * chance
    return FirefightOdds(
        quality_die=die,
        effects=effects,
        half=half,
        chits=chits,
        valid=valid,
        kill_total=KILL_TOTAL[target],
        removes=removes,
        removed=tuple(total),
        soft=soft,
    )
