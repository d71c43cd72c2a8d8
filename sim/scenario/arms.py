"""What a type fires, in the order of its weapons in the record, with the figures of each.

A vehicle: its guns, the gun of its area defence, its missiles, its APSW. A team: its missile, its
rifles or APSW, its IAVRs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from sim import figures
from sim.layout import codes as c
from sim.scenario.teams import ElementType, TeamType
from sim.scenario.vehicles import VehicleType, Weapon

Bands = tuple[float, float, float]

AREA_DEFENCE_GUN = Weapon("RFAC", 2)  # DS19.3: what an ADS is against ground targets
NOTHING_VALID = dict.fromkeys(c.POSITIONS, "")


@dataclass(frozen=True)
class Arm:
    """One weapon with its figures; distances in inches, dice in sides."""

    kind: str  # codes.WEAPON_KINDS
    name: str  # as a trace calls it: `HKP/3`, `GMS/L`, `APSW`
    size: int
    chits: int
    reach: Bands  # of close, medium, long; what has one band has the medium one (RD-14)
    dice: tuple[int, ...] = ()  # by band; none: no die to hit
    valid: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by armour and band
    mount: str = "turret"
    barrels: int = 1
    infantry_reach: float = 0.0
    infantry_chits: int = 0
    infantry_valid: Mapping[str, str] = field(default_factory=lambda: NOTHING_VALID)  # by position
    soft_only: bool = False  # of vehicles it hurts those of armour 0 alone (DS36.4)


def one_band(inches: float) -> Bands:
    """Return the reach of a weapon that knows no range bands (RD-14)."""
    return 0.0, float(inches), float(inches)


def gun(weapon: Weapon, fire_control: str, by_position: bool) -> Arm:
    """Return a gun; `by_position`: its colours at infantry are those of a firefight (RD-15)."""
    close, medium, long = figures.RANGE_BANDS[weapon.kind][weapon.size]
    colours = figures.VS_INFANTRY_VALIDITY[weapon.kind]
    by_weapon = dict.fromkeys(c.POSITIONS, colours)
    bands: dict[int | str, float] = {"close": close, "medium": medium}
    chits, reach = 0, 0.0
    if colours:  # the others do nothing to infantry
        drawn = figures.VS_INFANTRY_CHITS[weapon.kind]
        chits = drawn if isinstance(drawn, int) else weapon.size
        farthest = figures.VS_INFANTRY_BAND[weapon.kind]
        reach = float(bands.get(farthest, farthest))
    return Arm(
        kind=weapon.kind,
        name=f"{weapon.kind}/{weapon.size}",
        size=weapon.size,
        chits=weapon.size,  # DS29.1
        reach=one_band(medium) if weapon.kind == "HEL" else (float(close), float(medium), long),
        dice=figures.FIRE_CONTROL[fire_control],
        valid=figures.VALIDITY[weapon.kind],
        mount=weapon.mount,
        barrels=weapon.barrels,
        infantry_reach=reach,
        infantry_chits=chits,
        infantry_valid=figures.FIREFIGHT_VALIDITY if colours and by_position else by_weapon,
    )


def missile(text: str, barrels: int = 1) -> Arm:
    """Return missiles such as `GMS/L basic`; the die is the guidance, and all are fired at once."""
    name, grade = text.split(" ")
    chits = figures.MISSILE_CHITS[name]
    return Arm(
        kind="GMS",
        name=name,
        size=chits,
        chits=chits,
        reach=one_band(figures.MISSILE_RANGE[name]),
        dice=(figures.GUIDANCE[grade],) * 3,
        valid={armour: (colours,) * 3 for armour, colours in figures.GMS_VALIDITY.items()},
        barrels=barrels,
    )


def small_arm(kind: str, inches: float, chits: int, barrels: int = 1) -> Arm:
    """Return rifles or an APSW (DS33.2, DS35.3): at infantry, and at vehicles of armour 0."""
    return Arm(
        kind=kind,
        name=kind,
        size=1,
        chits=chits,
        reach=one_band(inches),
        barrels=barrels,
        infantry_reach=float(inches),
        infantry_chits=chits,
        infantry_valid=figures.FIREFIGHT_VALIDITY,
        soft_only=True,
    )


def apsw(barrels: int = 1) -> Arm:
    """Return an APSW."""
    return small_arm("APSW", figures.APSW_RANGE, figures.APSW_CHITS, barrels)


def rifles(troops: str) -> Arm:
    """Return the small arms of a team."""
    return small_arm("RIFLE", figures.RIFLE_RANGE[troops], figures.RIFLE_CHITS[troops])


def iavr() -> Arm:
    """Return IAVRs (DS36.2); they do nothing to infantry."""
    colours = figures.IAVR_VALIDITY
    return Arm(
        kind="IAVR",
        name="IAVR",
        size=1,
        chits=figures.IAVR_CHITS,
        reach=one_band(figures.IAVR_RANGE),
        valid={armour: (colours[armour],) * 3 for armour in ("plain", "reactive")},
    )


def arms_of(kind: ElementType, small_arms: bool = True, by_position: bool = False) -> list[Arm]:
    """Return the weapons of a type in the order of its record.

    Without `small_arms` a vehicle leaves its APSW out: nobody in play is hurt by one. `by_position`
    is the switch of RD-15.
    """
    if isinstance(kind, TeamType):
        return list(team_arms(kind))
    return list(vehicle_arms(kind, small_arms, by_position))


def team_arms(team: TeamType) -> Iterator[Arm]:
    """Yield the weapons of a team (p. 33)."""
    if team.missile:
        yield missile(team.missile)
    yield apsw() if team.team == "apsw" else rifles(team.troops)
    if team.iavr:
        yield iavr()


def vehicle_arms(vehicle: VehicleType, small_arms: bool, by_position: bool) -> Iterator[Arm]:
    """Yield the weapons of a vehicle; equal missiles side by side are one weapon."""
    for weapon in vehicle.fitted:
        yield gun(weapon, vehicle.fire_control or "basic", by_position)
    if vehicle.ads:
        yield gun(AREA_DEFENCE_GUN, vehicle.ads, by_position)
    for text, equal in groupby(vehicle.missiles):
        yield missile(text, len(list(equal)))
    machine_guns = vehicle.military + vehicle.extra_apsw
    if small_arms and machine_guns:
        yield apsw(machine_guns)


def most_weapons(vehicle: VehicleType) -> int:
    """Return the number of a vehicle's different weapons, its APSW among them."""
    return len(arms_of(vehicle))


def longest_range(kind: ElementType, small_arms: bool = True) -> float:
    """Return the greatest range of a type's weapons, in inches."""
    arms = arms_of(kind, small_arms)
    return max((max(arm.reach[c.LONG], arm.infantry_reach) for arm in arms), default=0.0)
