"""From types of vehicles and teams to the TYPE records of the kernel."""

from __future__ import annotations

import numpy as np

from sim import figures
from sim.layout import codes as c
from sim.scenario.arms import Arm, arms_of
from sim.scenario.points import points
from sim.scenario.teams import ElementType, TeamType
from sim.scenario.vehicles import VehicleType

MAY_EVADE = ("fast_gev", "grav")  # DS26.1
WALKERS = ("combat_walker", "transport_walker")


def rung(die: int) -> int:
    """Return a die's place on the ladder: 0 is D4."""
    return figures.LADDER.index(die)


def size_seen(vehicle: VehicleType) -> int:
    """Return the size class as it is seen, walkers one more (DS28.3)."""
    return vehicle.size + (vehicle.mobility in WALKERS)


def signature(size: int) -> int:
    """Return the place on the ladder of the die of an effective signature."""
    return rung(figures.SIGNATURE_DIE[min(5, max(1, size))])


def fill_weapon(record: np.void, arm: Arm) -> None:
    """Fill one WEAPON record."""
    record["kind"] = c.WEAPON_KINDS.index(arm.kind)
    record["size"] = arm.size
    record["chits"] = arm.chits
    record["mount"] = c.MOUNTS.index(arm.mount)
    record["barrels"] = arm.barrels
    record["reach"] = arm.reach
    record["die"] = [rung(die) for die in arm.dice] or c.NOTHING
    if arm.valid:
        record["validity"] = [
            [c.VALIDITIES.index(colours) for colours in arm.valid.get(kind, arm.valid["plain"])]
            for kind in c.ARMOURS
        ]
    record["infantry_reach"] = arm.infantry_reach
    record["infantry_chits"] = arm.infantry_chits
    record["infantry_validity"] = [
        c.VALIDITIES.index(arm.infantry_valid[position]) for position in c.POSITIONS
    ]
    record["soft_only"] = arm.soft_only


def fill_type(record: np.void, kind: ElementType, small_arms: bool, by_position: bool) -> None:
    """Fill one TYPE record; for the switches see `arms_of`."""
    mobility = c.MOBILITIES.index(kind.mobility)
    record["points"] = points(kind)
    record["movement_class"] = c.MOBILITY_CLASS[mobility]
    record["base"] = figures.BASE_MOVEMENT[kind.mobility]
    record["may_evade"] = kind.mobility in MAY_EVADE
    record["team"] = record["troops"] = record["artillery"] = c.NOTHING
    record["pds"] = record["ads"] = record["ads_gun"] = c.NOTHING
    if isinstance(kind, TeamType):
        fill_team(record, kind)
    else:
        fill_vehicle(record, kind)
    arms = arms_of(kind, small_arms, by_position)
    record["weapon_count"] = len(arms)
    for place, arm in enumerate(arms):
        fill_weapon(record["weapons"][place], arm)


def fill_team(record: np.void, team: TeamType) -> None:
    """Fill what only a team has; it has no armour, and nothing rolls against its signature."""
    record["team"] = c.TEAMS.index(team.team)
    record["troops"] = c.TROOPS.index(team.troops)
    record["kill_total"] = figures.KILL_TOTAL[team.troops]
    record["signature_die"] = record["loud_die"] = signature(1)
    rifle = "powered" if team.troops == "powered" else "rifle"
    armed = team.team if team.team in ("apsw", "assault") else rifle
    record["assault_chits"] = figures.ASSAULT_CHITS[armed]


def fill_vehicle(record: np.void, vehicle: VehicleType) -> None:
    """Fill what only a vehicle has; active sensors undo its stealth and ECM (DS19.3)."""
    record["armour"] = vehicle.armour
    record["side_armour"] = max(0, vehicle.armour - 1)  # DS29.2
    record["armour_kind"] = c.ARMOURS.index(vehicle.armour_kind)
    record["signature_die"] = signature(size_seen(vehicle) - vehicle.stealth)
    record["loud_die"] = signature(size_seen(vehicle) + 1)
    record["backup"] = vehicle.backup_systems
    record["soft"] = vehicle.armour == 0
    record["kill_total"] = figures.KILL_TOTAL["soft_vehicle"] if vehicle.armour == 0 else 0
    record["assault_chits"] = figures.ASSAULT_CHITS["vehicle"]
    record["ecm"] = rung(figures.ECM[vehicle.ecm])
    if vehicle.pds:
        record["pds"] = rung(figures.PDS[vehicle.pds])
    if vehicle.ads:
        record["ads"] = rung(figures.ADS[vehicle.ads])
        record["ads_gun"] = len(vehicle.weapons)  # the next after its guns, see `vehicle_arms`
    if vehicle.artillery:
        record["artillery"] = c.ARTILLERIES.index(vehicle.artillery)
    record["apfc"] = vehicle.apfc
    record["carries"] = vehicle.carries
    record["smoke"] = vehicle.smoke
    record["vtol"] = vehicle.mobility == "vtol"
    record["cybertank"] = vehicle.cybertank
