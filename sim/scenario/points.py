"""What a vehicle or a team costs (p. 52-53); points weigh losses."""

from __future__ import annotations

from sim import figures
from sim.scenario.teams import ElementType, TeamType
from sim.scenario.vehicles import VehicleType


def percent(share: int, of: int) -> int:
    """Return a percentage rounded to the nearest point, halves up."""
    return (share * of + 50) // 100


def team_lines(team: TeamType) -> dict[str, int]:
    """Return the lines of a team's price, in points: a rifle team, and what it carries (p. 52).

    IAVRs cost nothing; a horse, for which the book gives no price, neither.
    """
    equipment = figures.POINTS_TEAM_EQUIPMENT.get(team.team, 0)
    if team.missile:
        kind, grade = team.missile.split(" ")
        equipment = figures.POINTS_GMS[kind][grade]
    return {"team": figures.POINTS_TEAM[team.troops], "equipment": equipment}


def price_lines(kind: ElementType) -> dict[str, int]:
    """Return the lines of an element's price, in points, each rounded before adding (p. 52)."""
    return team_lines(kind) if isinstance(kind, TeamType) else vehicle_lines(kind)


def vehicle_lines(vehicle: VehicleType) -> dict[str, int]:
    """Return the lines of a vehicle's price, in points.

    Special armour is reckoned like armour, on the size points, but is no part of the basic vehicle
    points. Backup systems cost their share of fire control, ECM, stealth and guidance.
    """
    size = figures.POINTS_SIZE * vehicle.size
    armour = percent(figures.POINTS_ARMOUR_PERCENT * vehicle.armour, size)
    basic = size + armour
    special = figures.POINTS_SPECIAL_ARMOUR_PERCENT * vehicle.armour
    weapons = vehicle.fitted
    largest = max((weapon.size for weapon in weapons), default=0)
    control = figures.POINTS_FIRE_CONTROL[vehicle.fire_control] if vehicle.fire_control else 0
    missiles = [text.split(" ") for text in vehicle.missiles]
    guidance = sum(figures.POINTS_GMS[kind][grade] for kind, grade in missiles)
    ecm = figures.POINTS_ECM[vehicle.ecm]
    stealth = figures.POINTS_STEALTH_SIZE_LEVEL * vehicle.size * vehicle.stealth
    electronics = control * largest + ecm + stealth + guidance
    return {
        "size": size,
        "armour": armour,
        "special_armour": percent(special, size) if vehicle.armour_kind != "plain" else 0,
        "power": percent(figures.POINTS_POWER_PERCENT[vehicle.power], basic),
        "mobility": percent(figures.POINTS_MOBILITY_PERCENT[vehicle.mobility], basic),
        "amphibious": percent(figures.POINTS_AMPHIBIOUS_PERCENT * vehicle.amphibious, basic),
        "weapons": sum(figures.POINTS_WEAPON[w.kind] * w.size * w.barrels for w in weapons),
        "extra_apsw": figures.POINTS_EXTRA_APSW * vehicle.extra_apsw,
        "fire_control": control * largest,
        "missiles": guidance,
        "pds": figures.POINTS_PDS[vehicle.pds] if vehicle.pds else 0,
        "ecm": ecm,
        "ads": figures.POINTS_ADS[vehicle.ads] if vehicle.ads else 0,
        "apfc": figures.POINTS_APFC_SIZE * vehicle.size * vehicle.apfc,
        "stealth": stealth,
        "backup_systems": percent(
            figures.POINTS_BACKUP_PERCENT * vehicle.backup_systems, electronics
        ),
        "artillery": figures.POINTS_ARTILLERY[vehicle.artillery] if vehicle.artillery else 0,
    }


def points(kind: ElementType) -> int:
    """Return the price of a vehicle or a team, in points (p. 52)."""
    return sum(price_lines(kind).values())
