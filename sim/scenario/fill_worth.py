"""What a hit and a shot are worth on average, in points, for every pair of types in play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from sim import figures
from sim.layout import codes as c

#: Share of a firefight's elements that draw chits, for a regular unit of leadership 2 (DS33.1).
FIREFIGHT_SHARE = 0.75


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


def colours_at(weapon: np.void, band: int, target: np.void) -> int:
    """Return the valid colours at a vehicle; on close-defence charges an IAVR has others (p. 29)."""
    if weapon["kind"] == c.IAVR and target["apfc"]:
        return c.VALIDITIES.index(figures.IAVR_VALIDITY["apfc"])
    return int(weapon["validity"][target["armour_kind"]][band])


def removing_chance(weapon: np.void, target: np.void, position: int, record: np.void) -> float:
    """Return the chance that one draw at a team, or of small arms at a soft vehicle, removes it."""
    colours, chits = weapon["infantry_validity"][position], weapon["infantry_chits"]
    if target["team"] < 0:
        return float(record["soft_lost"][colours, chits])
    return float(record["removed"][colours, chits, target["kill_total"]])


def gun_points(weapon: np.void, band: int, target: np.void, record: np.void) -> float:
    """Return what one shot in the weapon's own band takes from a vehicle on average, in points."""
    one = (colours_at(weapon, band, target), weapon["chits"], target["armour"])
    share = shot_share(
        figures.LADDER[weapon["die"][band]],
        figures.LADDER[target["signature_die"]],
        int(weapon["barrels"]),
        float(record["kill"][one]),
        float(record["half"][one]),
    )
    return share * float(target["points"])


def shot_points(
    weapon: np.void, band: int, distance: float, target: np.void, firer: np.void, record: np.void
) -> float:
    """Return what a weapon's fire in the open takes from a target on average, in points.

    `band` is the weapon's own at the distance. Guns at vehicles roll to hit, missiles roll guidance
    against ECM and PDS, the rest roll nothing; rifles and APSWs of teams fire in a firefight.
    """
    worth, barrels = float(target["points"]), int(weapon["barrels"])
    if target["team"] >= 0 or weapon["soft_only"]:
        hurts = target["team"] >= 0 or target["soft"]
        if not hurts or distance > weapon["infantry_reach"] or not weapon["infantry_chits"]:
            return 0.0
        chance = removing_chance(weapon, target, c.AT_OPEN, record)
        share = FIREFIGHT_SHARE if firer["team"] >= 0 else 1.0
        return worth * share * (1.0 - (1.0 - chance) ** barrels)
    if weapon["kind"] <= c.SLAM:
        return gun_points(weapon, band, target, record)
    one = (colours_at(weapon, band, target), weapon["chits"], target["armour"])
    of_hit = float(record["kill"][one] + 0.5 * record["half"][one])
    if weapon["kind"] == c.GMS:
        dice = (weapon["die"][band], target["ecm"], target["pds"] + 1)
        of_hit *= float(record["hit"][dice])
    return worth * min(1.0, barrels * of_hit)


def fill_shot_values(record: np.void) -> None:
    """Fill `shot_value` and `longest_reach` of a scenario whose types and chances are there.

    `shot_value[firer, target, band]` is what one shot of the firer's best weapon takes from the
    target on average, in points: front armour, no cover, nobody moving. The band is that of the
    firer's first weapon, and the distance the band's farthest; each other weapon is taken in its
    own band at that distance. Out of range is 0, also for the other weapons.
    """
    types = record["types"][: record["type_count"]]
    for f, firer in enumerate(types):
        weapons = firer["weapons"][: firer["weapon_count"]]
        record["longest_reach"][f] = max(
            (max(w["reach"][c.LONG], w["infantry_reach"]) for w in weapons), default=0.0
        )
        for first_band in (c.CLOSE, c.MEDIUM, c.LONG):
            if not len(weapons):
                continue
            distance = float(weapons[0]["reach"][first_band])
            fit = [(weapons[0], first_band)]
            for other in weapons[1:]:
                band = band_at(other["reach"], distance)
                if band != c.OUT:
                    fit.append((other, band))
            for t, target in enumerate(types):
                record["shot_value"][f, t, first_band] = max(
                    shot_points(weapon, band, distance, target, firer, record)
                    for weapon, band in fit
                )


def fill_hit_worth(record: np.void) -> None:
    """Fill `hit_worth` of a scenario whose types and chances are there: points of one hit.

    At teams, and for small arms at soft vehicles, it is one draw by the target's position.
    """
    types = record["types"][: record["type_count"]]
    for f, firer in enumerate(types):
        for w, weapon in enumerate(firer["weapons"][: firer["weapon_count"]]):
            for t, target in enumerate(types):
                worth = record["hit_worth"][f, w, t]
                if target["team"] < 0 and not weapon["soft_only"]:
                    fill_vehicle_worth(worth, weapon, target, record)
                elif weapon["infantry_chits"] and (target["team"] >= 0 or target["soft"]):
                    for position in (c.AT_OPEN, c.AT_SOFT_COVER, c.AT_DUG_IN):
                        chance = removing_chance(weapon, target, position, record)
                        worth[position, 0, 0] = target["points"] * chance


def fill_vehicle_worth(
    worth: np.ndarray, weapon: np.void, target: np.void, record: np.void
) -> None:
    """Fill the points of one hit on a vehicle, by band, side or front, crippled or not."""
    colours = [colours_at(weapon, band, target) for band in (c.CLOSE, c.MEDIUM, c.LONG)]
    for side, armour in enumerate((target["armour"], target["side_armour"])):
        kill = record["kill"][colours, weapon["chits"], armour]
        half = record["half"][colours, weapon["chits"], armour]
        worth[:, side, 0] = target["points"] * (kill + 0.5 * half)
        worth[:, side, 1] = 0.5 * target["points"] * kill
