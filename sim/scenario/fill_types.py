"""From vehicle types to the TYPE records of the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from sim import figures
from sim.layout import codes as c
from sim.scenario.points import points
from sim.scenario.vehicles import VehicleType, Weapon

MAY_EVADE = ("fast_gev", "grav")  # DS26.1
WALKERS = ("combat_walker", "transport_walker")


def rung(die: int) -> int:
    """Return a die's place on the ladder: 0 is D4."""
    return figures.LADDER.index(die)


def signature(vehicle: VehicleType) -> int:
    """Return the effective signature: size class less stealth, walkers one more (DS28.3)."""
    return min(5, max(1, vehicle.size - vehicle.stealth + (vehicle.mobility in WALKERS)))


def reach_of(weapon: Weapon) -> tuple[float, float, float]:
    """Return the greatest range of close, medium and long; HEL has only the middle one (RD-14)."""
    close, medium, long = figures.RANGE_BANDS[weapon.kind][weapon.size]
    return (0.0 if weapon.kind == "HEL" else float(close)), float(medium), float(long)


def fill_weapon(record: np.void, weapon: Weapon, fire_control: str) -> None:
    """Fill one WEAPON record."""
    record["kind"] = c.WEAPON_KINDS.index(weapon.kind)
    record["size"] = weapon.size
    record["chits"] = weapon.size  # DS29.1
    record["mount"] = c.MOUNTS.index(weapon.mount)
    record["barrels"] = weapon.barrels
    record["reach"] = reach_of(weapon)
    record["die"] = [rung(die) for die in figures.FIRE_CONTROL[fire_control]]
    valid = figures.VALIDITY[weapon.kind]
    record["validity"] = [
        [c.VALIDITIES.index(colours) for colours in valid.get(kind, valid["plain"])]
        for kind in c.ARMOURS
    ]


def fill_type(record: np.void, vehicle: VehicleType) -> None:
    """Fill one TYPE record."""
    mobility = c.MOBILITIES.index(vehicle.mobility)
    record["points"] = points(vehicle)
    record["armour"] = vehicle.armour
    record["side_armour"] = max(0, vehicle.armour - 1)  # DS29.2
    record["armour_kind"] = c.ARMOURS.index(vehicle.armour_kind)
    record["signature_die"] = rung(figures.SIGNATURE_DIE[signature(vehicle)])
    record["movement_class"] = c.MOBILITY_CLASS[mobility]
    record["base"] = figures.BASE_MOVEMENT[vehicle.mobility]
    record["may_evade"] = vehicle.mobility in MAY_EVADE
    record["backup"] = vehicle.backup_systems
    record["team"] = record["troops"] = record["artillery"] = c.NOTHING
    record["pds"] = record["ads"] = c.NOTHING
    record["weapon_count"] = len(vehicle.weapons)
    for place, weapon in enumerate(vehicle.fitted):
        fill_weapon(record["weapons"][place], weapon, vehicle.fire_control or "basic")
    record["ads_gun"] = c.NOTHING
    if vehicle.ads:
        add_ads_gun(record, vehicle.ads)


def add_ads_gun(record: np.void, grade: str) -> None:
    """Add what an area-defence system fires as at the ground, with its sensors off (DS19.3)."""
    place = record["ads_gun"] = int(record["weapon_count"])
    fill_weapon(record["weapons"][place], Weapon("RFAC", 2), grade)
    record["weapon_count"] = place + 1


@lru_cache(maxsize=4096)
def shot_share(firer: int, target: int, barrels: int, kill: float, half: float) -> float:
    """Return the expected share of a target that one shot destroys: all if destroyed, else half.

    `firer` and `target` are dice in sides; `kill` and `half` the chances of each hit. Every barrel
    is rolled against the same target roll (DS28.4).
    """
    share = 0.0
    for roll in range(1, target + 1):
        hit = max(0, firer - roll) / firer
        alive = (1.0 - hit * kill) ** barrels
        untouched = (1.0 - hit * (kill + half)) ** barrels
        share += (1.0 - alive) + (alive - untouched) / 2
    return share / target


def band_at(reach: Sequence[float], distance: float) -> int:
    """Return the band of a distance (`codes.BANDS`)."""
    for band in (c.CLOSE, c.MEDIUM, c.LONG):
        if distance <= reach[band]:
            return band
    return c.OUT


def shot_points(weapon: np.void, band: int, target: np.void, record: np.void) -> float:
    """Return what one shot in the weapon's own band takes from a target on average, in points."""
    colours = weapon["validity"][target["armour_kind"]][band]
    one = (colours, weapon["chits"], target["armour"])
    share = shot_share(
        figures.LADDER[weapon["die"][band]],
        figures.LADDER[target["signature_die"]],
        int(weapon["barrels"]),
        float(record["kill"][one]),
        float(record["half"][one]),
    )
    return share * float(target["points"])


def fill_shot_values(record: np.void) -> None:
    """Fill `shot_value` and `longest_reach` of a scenario whose types, kill and half are there.

    `shot_value[firer, target, band]` is what one shot of the firer's best weapon takes from the
    target on average, in points: front armour, no cover, nobody moving. The band is that of the
    firer's first weapon, and the distance the band's farthest; each other weapon is taken in its
    own band at that distance. Out of range is 0, also for the other weapons.
    """
    types = record["types"][: record["type_count"]]
    for f, firer in enumerate(types):
        weapons = firer["weapons"][: firer["weapon_count"]]
        record["longest_reach"][f] = max((w["reach"][c.LONG] for w in weapons), default=0.0)
        for first_band in (c.CLOSE, c.MEDIUM, c.LONG):
            fit = [(weapons[0], first_band)] if len(weapons) else []
            for other in weapons[1:]:
                band = band_at(other["reach"], float(weapons[0]["reach"][first_band]))
                if band != c.OUT:
                    fit.append((other, band))
            for t, target in enumerate(types):
                record["shot_value"][f, t, first_band] = max(
                    (shot_points(weapon, band, target, record) for weapon, band in fit), default=0.0
                )


def fill_hit_worth(record: np.void) -> None:
    """Fill `hit_worth` of a scenario whose types, kill and half are there: points of one hit."""
    types = record["types"][: record["type_count"]]
    for f, firer in enumerate(types):
        for w, weapon in enumerate(firer["weapons"][: firer["weapon_count"]]):
            for t, target in enumerate(types):
                colours = weapon["validity"][target["armour_kind"]]
                for side, armour in enumerate((target["armour"], target["side_armour"])):
                    kill = record["kill"][colours, weapon["chits"], armour]
                    half = record["half"][colours, weapon["chits"], armour]
                    intact = target["points"] * (kill + 0.5 * half)
                    record["hit_worth"][f, w, t, :, side, 0] = intact
                    record["hit_worth"][f, w, t, :, side, 1] = 0.5 * target["points"] * kill
