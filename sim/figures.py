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
    "pop_up": 6,  # p. 32
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
    "vtol": 15,  # low mode; the rules at hand give no figure, so it flies as a fast GEV drives
    "militia_infantry": 2,
    "line_infantry": 2,
    "powered_infantry": 6,
    "cavalry": 4,
}
FACTOR = {"easy": 0.5, "normal": 1.0, "poor": 2.0, "difficult": 3.0}  # p. 25, factors an inch
TERRAIN: dict[
    str, dict[str, tuple[str, ...]]
] = {  # p. 26: what is not listed for a class of movement is impassable
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
    "vtol": {
        "normal": (
            "road",
            "open",
            "scrub",
            "rough",
            "cultivated",
            "urban",
            "hill",
            "light_wood",
            "dense_wood",
            "mountain",
            "swamp",
            "stream",
            "open_water",
            "building",
        ),
    },
    "infantry": {
        "easy": ("road",),
        "normal": ("open", "scrub", "rough", "cultivated", "urban", "hill", "light_wood"),
        "poor": ("mountain", "swamp", "dense_wood"),
        "difficult": ("stream",),
    },
    "powered_infantry": {
        "easy": ("road",),
        "normal": ("open", "scrub", "rough", "cultivated", "urban", "hill", "light_wood"),
        "poor": ("mountain", "swamp", "dense_wood", "open_water"),
        "difficult": ("stream",),
    },
    "walker": {
        "normal": ("road", "open", "scrub", "rough", "cultivated", "hill", "stream"),
        "poor": ("mountain", "swamp", "light_wood", "dense_wood"),
        "difficult": ("urban",),
    },
}
INTEGRITY = 3.0  # p. 23-24, inches between vehicles
INTEGRITY_TEAMS = 2.0
INTEGRITY_MIXED = 10.0  # between a team on foot and a vehicle of its unit
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
    "vtol": 500,
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
POINTS_TEAM = {"militia": 15, "line": 20, "powered": 40}
#: On top of a rifle team; anti-armour teams pay the price of their GMS/L.
POINTS_TEAM_EQUIPMENT = {"apsw": 40, "engineer": 50, "observer": 50}

# -- infantry, missiles, artillery ----------------------------------------------------------------

GUIDANCE = {"basic": 6, "enhanced": 8, "superior": 10}  # p. 30
ECM = {"none": 4, "basic": 6, "enhanced": 8, "superior": 10}  # p. 30
PDS = {"basic": 6, "enhanced": 8, "superior": 10}  # p. 31
ADS = {"basic": 6, "enhanced": 8, "superior": 10}  # p. 31, one step down a missile after the first
ADS_RADIUS = 12.0
MISSILE_RANGE = {"GMS/L": 36, "GMS/H": 48}  # p. 30
MISSILE_CHITS = {"GMS/L": 3, "GMS/H": 5}
GMS_VALIDITY = {"plain": "RY", "reactive": "R"}  # p. 29

RIFLE_RANGE = {"militia": 4, "line": 6, "powered": 8}  # p. 33
RIFLE_CHITS = {"militia": 2, "line": 2, "powered": 3}
APSW_RANGE = 12  # p. 35
APSW_CHITS = 3
IAVR_RANGE = 4  # p. 36
IAVR_CHITS = 2
IAVR_VALIDITY = {"plain": "RY", "reactive": "R", "apfc": "Y"}  # p. 29
APFC_CHITS = 2  # p. 35
APFC_RADIUS = 1.0
#: Valid total that removes a team (p. 33); a soft vehicle counts as a powered team (p. 36).
KILL_TOTAL = {"militia": 3, "line": 4, "powered": 5, "soft_vehicle": 5}
FIREFIGHT_VALIDITY = {"open": "RY", "soft_cover": "R", "dug_in": "Y", "urban": "Y"}  # p. 33
ASSAULT_CHITS = {"rifle": 2, "powered": 3, "apsw": 3, "assault": 3, "vehicle": 2}  # p. 34
ASSAULT_VALIDITY = {"open": "RYG", "soft_cover": "RY", "dug_in": "R", "urban": "R"}  # RD-21

#: Vehicle weapons at infantry (p. 36): chits, reach in inches or as a band, colours (p. 29, RD-15).
#: A weapon whose colours are "" does nothing to infantry.
VS_INFANTRY_CHITS: dict[str, int | str] = {
    "HEL": 2,
    "RFAC": 2,
    "MDC": 2,
    "HVC": 2,
    "DFFG": 3,
    "SLAM": "weapon class",
}
VS_INFANTRY_BAND: dict[str, int | str] = {
    "HEL": 36,
    "RFAC": "medium",
    "MDC": "medium",
    "HVC": "medium",
    "DFFG": "medium",
    "SLAM": "close",
}
VS_INFANTRY_VALIDITY = {
    "HEL": "Y",
    "RFAC": "Y",
    "HVC": "Y",
    "HKP": "",
    "MDC": "Y",
    "DFFG": "R",
    "SLAM": "Y",
}
TRANSPORT_LOSS = {"damaged": 6, "knocked_out": 3, "boom": 1}  # p. 36: least D6 score, each team

OBSERVER_DIE: dict[str | int, int] = {"specialist": 12, 1: 10, 2: 8, 3: 6}  # p. 38, or leadership
CALL_NEEDED = {"on_table": 4, "off_table": 6}  # p. 38: least score
BEATEN_ZONE = 2.0  # p. 39, radius
OPEN_SHEAF_SPACING = 4.0
#: What a side's calls for fire heed: no own element so near to where a gun aims, and the least
#: expected share of a unit's points that is worth an ammunition marker.
SAFE_DISTANCE = 3.0
WORTH_A_MARKER = 0.1
SMOKE_RADIUS = {"discharger": 1.0, "shell": 2.0}
ARTILLERY_CHITS = {  # p. 39
    "light": {"vehicle": 1, "infantry": 2},
    "medium": {"vehicle": 2, "infantry": 3},
    "heavy": {"vehicle": 3, "infantry": 4},
}
#: Colours of artillery ammunition (p. 39); "" means that the target is immune (RD-19).
HEF_VALIDITY = {"infantry": "RY", "dug_in_infantry": "R", "vehicle": "Y", "dug_in_vehicle": ""}
MAK_VALIDITY = {"infantry": "Y", "dug_in_infantry": "", "vehicle": "RY", "dug_in_vehicle": "R"}

THREAT_BOMBARDMENT = 0  # p. 23
THREAT_INFANTRY_MOVING = 1  # p. 23: shaken, or under fire
THREAT_ASSAULT = {"CO": 0, "ST": 1, "SH": 3}  # p. 34: BR and RO may not
THREAT_ASSAULTED = {"powered": 3, "other": 2}  # by the kind of the attackers
THREAT_ASSAULT_LOSSES = {"under_half": 1, "half_or_more": 3}
ASSAULT_CONTACT = 2.0  # p. 34, inches to the enemy at the end of the way in
ASSAULT_SUPPORT = 6.0  # inches within which a unit's vehicles help its teams
ASSAULT_WITHDRAWAL = 2.0
THREAT_FOLLOW_THROUGH = {"destroyed": 1, "withdrew": 2}  # p. 35
