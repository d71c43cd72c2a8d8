"""Figures of the Dirtside II rules as plain constants, each with its printed page.

Distances are inches (1 inch is 100 m); a die is its number of sides; costs are points.
"""

from __future__ import annotations

LADDER = (4, 6, 8, 10, 12)  # p. 3-4, DS3.1

#: The damage pot (p. 5, DS5.1): how many chits of each number, by colour; then the specials.
POT = {
    "R": {0: 5, 1: 20, 2: 15, 3: 10},
    "Y": {0: 3, 1: 10, 2: 7, 3: 5},
    "G": {0: 3, 1: 10, 2: 7, 3: 5},
}
POT_SPECIALS = {"BOOM": 5, "M": 7, "T": 5, "F": 2}

FIRE_CONTROL = {  # p. 28: firer's die for close, medium, long
    "basic": (8, 6, 4),
    "enhanced": (10, 8, 6),
    "superior": (12, 10, 8),
}
SIGNATURE_DIE = {1: 12, 2: 10, 3: 8, 4: 6, 5: 4}  # p. 29
SECONDARY_DIE = {  # p. 29
    "soft_cover": 6,
    "evading": 8,
    "dug_in": 10,
    "hull_down": 10,
    "turret_down": 12,
}

LINE_OF_SIGHT = 60.0  # p. 4
RANGE_BANDS = {  # p. 28: close, medium, long by class
    "HEL": dict.fromkeys((1, 2, 3, 4, 5), (60, 60, 60)),  # one band (RD-14)
    "RFAC": {1: (8, 12, 16), 2: (12, 18, 24)},
    "HVC": {3: (16, 24, 32), 4: (18, 27, 36), 5: (20, 30, 40)},
    "HKP": {3: (18, 30, 42), 4: (24, 36, 48), 5: (30, 42, 54)},
    "MDC": {1: (8, 16, 24), 2: (12, 24, 36), 3: (24, 36, 48), 4: (30, 42, 54), 5: (36, 48, 60)},
    "DFFG": {1: (4, 8, 12), 2: (6, 12, 18), 3: (8, 16, 24), 4: (10, 20, 30), 5: (12, 24, 36)},
    "SLAM": dict.fromkeys((3, 4, 5), (12, 24, 36)),
}
VALIDITY = {  # p. 29: valid colours for close, medium, long; another row where armour changes it
    "HEL": {"plain": ("R", "R", "R"), "ablative": ("G", "G", "G")},
    "RFAC": {"plain": ("RY", "R", "G")},
    "HVC": {"plain": ("RY", "R", "G")},
    "HKP": {"plain": ("RYG", "RY", "R")},
    "MDC": {"plain": ("RYG", "RY", "R")},
    "DFFG": {"plain": ("RYG*2", "RYG", "RYG/2")},
    "SLAM": {"plain": ("RY", "RY", "RY"), "reactive": ("R", "R", "R")},
}
#: SLAM (DS30.3): inches around the target and the least D6 score that hits there too, by band.
SLAM_AREA = {"medium": (1.0, 5), "long": (2.0, 6)}

QUALITY_DIE = {"green": 6, "regular": 8, "veteran": 10}  # p. 22
THREAT_FIRST_ELEMENT = 1  # p. 23
THREAT_QUARTER_IN_ONE_ATTACK = 1
THREAT_HALF_IN_BATTLE = 2
THREAT_LEADER_DESTROYED = 3
THREAT_PANIC = 2
THREAT_VEHICLE_UNDER_FIRE_MOVING = 0  # RD-12

BASE_MOVEMENT = {  # p. 25
    "low_wheeled": 10,
    "high_wheeled": 10,
    "slow_tracked": 8,
    "fast_tracked": 12,
    "slow_gev": 12,
    "fast_gev": 15,
    "grav": 15,
    "combat_walker": 12,
    "transport_walker": 8,
}
FACTOR = {"easy": 0.5, "normal": 1.0, "poor": 2.0, "difficult": 3.0}  # p. 25, factors an inch
TERRAIN = {  # p. 26: what is not listed for a class of movement is impassable
    "low_wheeled": {
        "easy": ("road",),
        "poor": ("open", "urban", "hill"),
        "difficult": ("scrub", "cultivated"),
    },
    "high_wheeled": {
        "easy": ("road",),
        "normal": ("open",),
        "poor": ("scrub", "cultivated", "urban", "hill"),
        "difficult": ("rough", "swamp", "stream"),
    },
    "tracked": {
        "easy": ("road",),
        "normal": ("open", "scrub"),
        "poor": ("rough", "cultivated", "urban", "hill"),
        "difficult": ("mountain", "light_wood", "stream"),
    },
    "gev": {
        "easy": ("road", "open", "open_water"),
        "normal": ("swamp",),
        "poor": ("scrub", "hill"),
        "difficult": ("urban", "cultivated", "rough", "stream"),
    },
    "grav": {
        "easy": ("road", "open", "open_water", "stream"),
        "normal": ("scrub", "rough", "cultivated", "swamp"),
        "poor": ("urban", "hill"),
        "difficult": ("mountain",),
    },
    "combat_walker": {
        "normal": ("road", "open", "scrub", "rough", "cultivated", "hill", "stream"),
        "poor": ("mountain", "swamp", "light_wood", "dense_wood", "open_water"),
        "difficult": ("urban",),
    },
    "walker": {
        "normal": ("road", "open", "scrub", "rough", "cultivated", "hill", "stream"),
        "poor": ("mountain", "swamp", "light_wood", "dense_wood"),
        "difficult": ("urban",),
    },
}
INTEGRITY = 3.0  # p. 23-24, inches between vehicles
FRONT_ARC_HALF = 45.0  # degrees each side of the facing (RD-6)
FIXED_ARC_HALF = 15.0  # p. 11
RESTRICTED_ARC_HALF = 90.0
EVASIVE_SHARE = 0.75  # DS26.1
STEP = 0.5  # inches, the longest step of movement (RD-3)

REPAIR = 6  # p. 32: least D6 score
REPAIR_WITH_BACKUP = 3

# -- points (p. 52-53); every line is rounded to the nearest point before adding ----------------
POINTS_SIZE = 5
POINTS_ARMOUR_PERCENT = 20
POINTS_SPECIAL_ARMOUR_PERCENT = 10
POINTS_POWER_PERCENT = {"CFE": 20, "HMT": 40, "FGP": 60}
POINTS_MOBILITY_PERCENT = {
    "low_wheeled": 10,
    "high_wheeled": 30,
    "slow_tracked": 20,
    "fast_tracked": 40,
    "slow_gev": 40,
    "fast_gev": 60,
    "grav": 100,
    "combat_walker": 100,
    "transport_walker": 80,
}
POINTS_AMPHIBIOUS_PERCENT = 20
POINTS_WEAPON = {"RFAC": 5, "HVC": 8, "HKP": 10, "MDC": 10, "HEL": 12, "DFFG": 15, "SLAM": 12}
POINTS_EXTRA_APSW = 4
POINTS_FIRE_CONTROL = {"basic": 2, "enhanced": 4, "superior": 6}
POINTS_GMS = {
    "GMS/L": {"basic": 20, "enhanced": 30, "superior": 40},
    "GMS/H": {"basic": 30, "enhanced": 45, "superior": 60},
}
POINTS_PDS = {"basic": 30, "enhanced": 45, "superior": 60}
POINTS_ECM = {"none": 0, "basic": 15, "enhanced": 30, "superior": 45}
POINTS_ADS = {"basic": 200, "enhanced": 300, "superior": 400}
POINTS_APFC_SIZE = 5
POINTS_STEALTH_SIZE_LEVEL = 20
POINTS_BACKUP_PERCENT = 30
POINTS_ARTILLERY = {"light": 50, "medium": 100, "heavy": 200}
