"""Exact odds of a whole direct-fire shot: band, dice, hits of every barrel, and what they do."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sim.exact.chits import outcomes
from sim.exact.errors import OddsError, check_listed, inches, listed, whole
from sim.exact.hit import MOST_BARRELS, hits_distribution
from sim.exact.several import after_hits
from sim.figures import (
    FIRE_CONTROL,
    LADDER,
    RANGE_BANDS,
    SECONDARY_DIE,
    SIGNATURE_DIE,
    VALIDITY,
)
from sim.layout.codes import ARMOURS, BANDS, COVERS, LONG, MEDIUM, OUT

MOST_STEALTH = 4  # takes the largest size class down to the smallest signature


@dataclass(frozen=True)
class ShotOdds:
    """Exact odds of one shot and the figures they rest on.

    An impossible shot has its reason in `impossible`, a `firer_die` of None, `hit` 0 and `outcomes`
    all on Miss; if it is out of range, `band` is "out" and `valid` is "".
    """

    band: str  # codes.BANDS, after the shift of a damaged firer (DS30.2)
    firer_die: int | None  # sides
    target_die: int
    secondary_die: int | None
    chits: int  # drawn for each hit
    valid: str  # codes.VALIDITIES
    armour: int  # of the face that is hit
    hit: Fraction  # chance of one hit or more
    hits: tuple[Fraction, ...]  # chance of 0, 1, ... hits
    outcomes: dict[str, Fraction]  # target's state afterwards; no hit at all is in Miss
    firer_down: Fraction  # chance that an F chit puts the firer's systems down
    impossible: str = ""

    @property
    def possible(self) -> bool:
        """Whether the shot may be rolled for at all."""
        return not self.impossible


def shot(
    weapon: str = "HKP/3",
    fire_control: str = "enhanced",
    range: float = 26.0,
    size: int = 4,
    armour: int = 4,
    stealth: int = 0,
    cover: str = "none",
    moved: bool = False,
    damaged: bool = False,
    side: bool = False,
    barrels: int = 1,
    armour_kind: str = "plain",
    walker: bool = False,
) -> ShotOdds:
    """Return the exact odds of one shot at a vehicle.

    `weapon` is KIND/CLASS, `range` in inches, `cover` a name of `codes.COVERS`; `moved` means that
    the firer used more than half its movement (DS28.2), `damaged` that it is damaged (DS30.2),
    `side` that the target's front is not hit (DS29.2). A signature is kept within 1 to 5.

    Several barrels are resolved one after another: an F chit cancels its own hit only (RD-18), a
    target that is destroyed takes no more hits, and a second "damaged" changes nothing. With
    several barrels the outcome SD:F means that nothing but that happened; `firer_down` is the whole
    chance. Area hits of SLAM on other elements (DS30.3) are not part of it.

    Raises OddsError (a ValueError) that names the argument, its value and what is allowed.
    """
    kind, weapon_class = _parse_weapon(weapon)
    check_listed("fire_control", fire_control, FIRE_CONTROL)
    check_listed("size", size, SIGNATURE_DIE)
    check_listed("cover", cover, COVERS)
    check_listed("armour_kind", armour_kind, ARMOURS)
    distance = inches("range", range)
    armour = whole("armour", armour, 0)
    stealth = whole("stealth", stealth, 0, MOST_STEALTH)
    barrels = whole("barrels", barrels, 1, MOST_BARRELS)

    signature = size - stealth + (1 if walker else 0)
    target_die = SIGNATURE_DIE[min(max(signature, min(SIGNATURE_DIE)), max(SIGNATURE_DIE))]
    secondary_die = SECONDARY_DIE.get(cover)
    if side:
        armour = max(armour - 1, 0)

    band, impossible = _band(kind, weapon_class, distance, damaged)
    firer_die = None if band == OUT else _firer_die(fire_control, band, moved)
    valid = "" if band == OUT else _validity(kind, armour_kind, band)
    if band != OUT and firer_die is None:
        impossible = "one step below D4 for moving (DS28.2)"

    if firer_die is None:
        hits = [Fraction(1)] + [Fraction(0)] * barrels
    else:
        hits = hits_distribution(firer_die, target_die, secondary_die, barrels)
    whole_shot, firer_down = after_hits(hits, outcomes(weapon_class, valid, armour))
    return ShotOdds(
        band=BANDS[band],
        firer_die=firer_die,
        target_die=target_die,
        secondary_die=secondary_die,
        chits=weapon_class,
        valid=valid,
        armour=armour,
        hit=1 - hits[0],
        hits=tuple(hits),
        outcomes=whole_shot,
        firer_down=firer_down,
        impossible=impossible,
    )


def _parse_weapon(weapon: str) -> tuple[str, int]:
    """Return kind and class of a weapon written KIND/CLASS."""
    kind, slash, digits = str(weapon).partition("/")
    if not slash:
        raise OddsError("weapon", weapon, "not a kind and a class such as HKP/3")
    if kind not in RANGE_BANDS:
        raise OddsError("weapon", weapon, f"{kind} is not one of {listed(RANGE_BANDS)}")
    for size in RANGE_BANDS[kind]:
        if digits == str(size):
            return kind, size
    raise OddsError("weapon", weapon, f"class {digits} is not one of {listed(RANGE_BANDS[kind])}")


def _band(kind: str, weapon_class: int, distance: float, damaged: bool) -> tuple[int, str]:
    """Return the range band (code) and, if it is out, why."""
    reach = RANGE_BANDS[kind][weapon_class]
    if distance > reach[LONG]:
        return OUT, f"beyond the weapon's {reach[LONG]} inches"
    if kind == "HEL":
        band = MEDIUM  # RD-14
    else:
        band = next(code for code, limit in enumerate(reach) if distance <= limit)
    if damaged:
        band += 1
    return band, "long range for a damaged firer (DS30.2)" if band == OUT else ""


def _firer_die(fire_control: str, band: int, moved: bool) -> int | None:
    """Return the firer's die, or None if movement takes it below D4 (DS28.2)."""
    step = LADDER.index(FIRE_CONTROL[fire_control][band]) - (1 if moved else 0)
    return LADDER[step] if step >= 0 else None


def _validity(kind: str, armour_kind: str, band: int) -> str:
    """Return the valid colours against this kind of armour (p. 29)."""
    rows = VALIDITY[kind]
    return rows.get(armour_kind, rows["plain"])[band]
