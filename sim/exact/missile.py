"""Exact odds of guided missiles: area defence, guidance against ECM and PDS, chits (DS31.1)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sim.exact.chances import counts
from sim.exact.chits import outcomes
from sim.exact.errors import check_listed, whole
from sim.exact.hit import hit_chance
from sim.exact.several import after_hits
from sim.figures import ADS, ECM, GMS_VALIDITY, GUIDANCE, LADDER, MISSILE_CHITS, PDS
from sim.layout.codes import ARMOURS

MOST_MISSILES = 12  # a unit of six vehicles with two launchers each


@dataclass(frozen=True)
class MissileOdds:
    """Exact odds of the missiles at one target and the figures they rest on."""

    guidance_die: int  # sides
    ecm_die: int
    pds_die: int | None
    ads_die: int | None  # after its steps down; None if it engages no missile
    engaged: int  # missiles that the ADS engages
    shot_down: Fraction  # chance of each engaged missile to be shot down
    each: Fraction  # chance to hit of a missile that was not shot down
    hit: Fraction  # chance of one hit or more
    hits: tuple[Fraction, ...]  # chance of 0, 1, ... hits
    chits: int  # drawn for each hit
    valid: str  # codes.VALIDITIES
    armour: int  # of the face that is hit
    outcomes: dict[str, Fraction]  # target's state afterwards; no hit at all is in Miss
    firer_down: Fraction  # chance that an F chit puts a firer's systems down


def missile(
    weapon: str = "GMS/L",
    guidance: str = "enhanced",
    ecm: str = "basic",
    pds: str = "none",
    missiles: int = 1,
    ads: str = "none",
    engaged: int | None = None,
    armour: int = 4,
    side: bool = False,
    armour_kind: str = "plain",
) -> MissileOdds:
    """Return the exact odds of `missiles` missiles of one kind at one vehicle.

    `weapon` is GMS/L or GMS/H; `guidance`, `ecm`, `pds` and `ads` are qualities, the last three
    also none. An ADS engages `engaged` of the missiles, by default as many as its die allows: it is
    one step down, for every one of them, for each missile beyond the first, and never below D4.
    The guidance die is rolled anew for the attack of a missile that was not shot down (RD-28), and
    the target's dice anew against each missile. Hits are resolved as the barrels of a `shot`;
    `side` means that the target's front is not hit (DS29.2).

    Raises OddsError (a ValueError) that names the argument, its value and what is allowed.
    """
    check_listed("weapon", weapon, MISSILE_CHITS)
    check_listed("guidance", guidance, GUIDANCE)
    check_listed("ecm", ecm, ECM)
    check_listed("pds", pds, ("none", *PDS))
    check_listed("ads", ads, ("none", *ADS))
    check_listed("armour_kind", armour_kind, ARMOURS)
    missiles = whole("missiles", missiles, 1, MOST_MISSILES)
    armour = whole("armour", armour, 0)
    most = min(missiles, LADDER.index(ADS[ads]) + 1) if ads != "none" else 0
    engaged = most if engaged is None else whole("engaged", engaged, 0, most)

    die = GUIDANCE[guidance]
    ads_die = LADDER[LADDER.index(ADS[ads]) - engaged + 1] if engaged else None
    shot_down = Fraction(0) if ads_die is None else hit_chance(ads_die, die)
    pds_die = PDS.get(pds)
    each = hit_chance(die, ECM[ecm], pds_die)
    hits = counts([(1 - shot_down) * each] * engaged + [each] * (missiles - engaged))
    chits = MISSILE_CHITS[weapon]
    valid = GMS_VALIDITY.get(armour_kind, GMS_VALIDITY["plain"])
    if side:
        armour = max(armour - 1, 0)
    whole_attack, firer_down = after_hits(hits, outcomes(chits, valid, armour))
    return MissileOdds(
        guidance_die=die,
        ecm_die=ECM[ecm],
        pds_die=pds_die,
        ads_die=ads_die,
        engaged=engaged,
        shot_down=shot_down,
        each=each,
        hit=1 - hits[0],
        hits=tuple(hits),
        chits=chits,
        valid=valid,
        armour=armour,
        outcomes=whole_attack,
        firer_down=firer_down,
    )
