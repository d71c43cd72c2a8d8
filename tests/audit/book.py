"""The figures of the rules as the auditor knows them, kept apart from the product's own.

Distances in inches, dice by number of sides, each with its rule mark.
"""

import math

LADDER = (4, 6, 8, 10, 12)  # DS3.1

POT: dict[str, int] = {  # DS5.1: 119 chits
    "R0": 5, "R1": 20, "R2": 15, "R3": 10,
    "Y0": 3, "Y1": 10, "Y2": 7, "Y3": 5,
    "G0": 3, "G1": 10, "G2": 7, "G3": 5,
    "BOOM": 5, "M": 7, "T": 5, "F": 2,
}  # fmt: skip

FIRE_CONTROL = {"basic": (8, 6, 4), "enhanced": (10, 8, 6), "superior": (12, 10, 8)}  # DS28.2
SIGNATURE = {1: 12, 2: 10, 3: 8, 4: 6, 5: 4}  # DS28.3
SECONDARY = {
    "soft_cover": 6,
    "pop_up": 6,
    "evading": 8,
    "dug_in": 10,
    "hull_down": 10,
    "turret_down": 12,
}
BANDS = ("close", "medium", "long")
SIGHT = 60.0  # DS4.2

REACH: dict[str, dict[int, tuple[float, float, float]]] = {  # p. 28
    "RFAC": {1: (8, 12, 16), 2: (12, 18, 24)},
    "HVC": {3: (16, 24, 32), 4: (18, 27, 36), 5: (20, 30, 40)},
    "HKP": {3: (18, 30, 42), 4: (24, 36, 48), 5: (30, 42, 54)},
    "MDC": {1: (8, 16, 24), 2: (12, 24, 36), 3: (24, 36, 48), 4: (30, 42, 54), 5: (36, 48, 60)},
    "DFFG": {1: (4, 8, 12), 2: (6, 12, 18), 3: (8, 16, 24), 4: (10, 20, 30), 5: (12, 24, 36)},
    "SLAM": dict.fromkeys((3, 4, 5), (12, 24, 36)),
    "HEL": dict.fromkeys((1, 2, 3, 4, 5), (0, 60, 60)),  # RD-14: all of it is medium
}
VALID = {  # DS29.1, by band
    "HEL": ("R", "R", "R"),
    "RFAC": ("RY", "R", "G"),
    "HVC": ("RY", "R", "G"),
    "HKP": ("RYG", "RY", "R"),
    "MDC": ("RYG", "RY", "R"),
    "DFFG": ("RYG*2", "RYG", "RYG/2"),
    "SLAM": ("RY", "RY", "RY"),
}
VALID_BY_ARMOUR = {("HEL", "ablative"): "G", ("SLAM", "reactive"): "R"}
SLAM_AREA = {"medium": (1.0, 5), "long": (2.0, 6)}  # DS30.3: radius and least score
HALF_ARC = {"turret": 180.0, "restricted": 90.0, "fixed": 15.0}  # DS18.5
FRONT = math.radians(45.0)  # RD-6

QUALITY = {"green": 6, "regular": 8, "veteran": 10}  # DS21.1
LEVELS = ("CO", "ST", "SH", "BR", "RO")

BASE = {  # p. 25
    "low_wheeled": 10, "high_wheeled": 10, "slow_tracked": 8, "fast_tracked": 12, "slow_gev": 12,
    "fast_gev": 15, "grav": 15, "combat_walker": 12, "transport_walker": 8,
    "militia_infantry": 2, "line_infantry": 2, "powered_infantry": 6, "cavalry": 4, "vtol": 15,
}  # fmt: skip
FACTORS = {"easy": 0.5, "normal": 1.0, "poor": 2.0, "difficult": 3.0}  # DS25.1
MAY_EVADE = ("fast_gev", "grav")  # DS26.1
WALKERS = ("combat_walker", "transport_walker")

_TRACKED = {
    "easy": "road",
    "normal": "open scrub",
    "poor": "rough cultivated urban hill",
    "difficult": "mountain light_wood stream",
}
_GEV = {
    "easy": "road open open_water",
    "normal": "swamp",
    "poor": "scrub hill",
    "difficult": "urban cultivated rough stream",
}
_WALKER = {
    "normal": "road open scrub rough cultivated hill stream",
    "poor": "mountain swamp light_wood dense_wood",
    "difficult": "urban",
}
_FOOT = {
    "easy": "road",
    "normal": "open scrub rough cultivated urban hill light_wood",
    "poor": "mountain swamp dense_wood",
    "difficult": "stream",
}
TERRAIN: dict[str, dict[str, str]] = {  # p. 26: what is not listed is impassable
    "low_wheeled": {"easy": "road", "poor": "open urban hill", "difficult": "scrub cultivated"},
    "high_wheeled": {
        "easy": "road",
        "normal": "open",
        "poor": "scrub cultivated urban hill",
        "difficult": "rough swamp stream",
    },
    "slow_tracked": _TRACKED,
    "fast_tracked": _TRACKED,
    "slow_gev": _GEV,
    "fast_gev": _GEV,
    "grav": {
        "easy": "road open open_water stream",
        "normal": "scrub rough cultivated swamp",
        "poor": "urban hill",
        "difficult": "mountain",
    },
    "combat_walker": _WALKER | {"poor": _WALKER["poor"] + " open_water"},
    "transport_walker": _WALKER,
    "militia_infantry": _FOOT,
    "line_infantry": _FOOT,
    "powered_infantry": _FOOT | {"poor": _FOOT["poor"] + " open_water"},
    "cavalry": _FOOT,
    "vtol": {
        "normal": "road open scrub rough cultivated urban hill mountain light_wood dense_wood "
        "swamp stream open_water building"
    },
}

ALL_RANGE = {"GMS/L": 36.0, "GMS/H": 48.0, "IAVR": 4.0, "APSW": 12.0}  # max_range
RIFLE_RANGE = {"militia": 4.0, "line": 6.0, "powered": 8.0}
KILL_TOTAL = {"militia": 3, "line": 4, "powered": 5}  # p. 33
SOFT_TOTAL = 5  # DS36.4: armour 0 under infantry arms
FIREFIGHT_VALID = {"open": "RY", "soft_cover": "R", "dug_in": "Y", "urban": "Y"}  # DS33.2
SMALL_ARM_CHITS = {"militia": 2, "line": 2, "powered": 3, "apsw": 3}  # DS33.2, DS35.3
IAVR_CHITS = 2  # DS36.2
APFC_CHITS, APFC_RADIUS = 2, 1.0  # DS35.4
ASSAULT_CHITS = {"rifle": 2, "powered": 3, "apsw": 3, "assault": 3, "vehicle": 2}  # p. 34
ASSAULT_VALID = {"open": "RYG", "soft_cover": "RY", "dug_in": "R", "urban": "R"}  # RD-21
GOING_IN = {0: 0, 1: 1, 2: 3}  # threat by confidence; broken and routed units may not
ASSAULTED = {"powered": 3, "other": 2}
ASSAULT_LOSSES = {"under_half": 1, "half_or_more": 3}
ASSAULT_ROUNDS = 6  # then both stay where they are
WITHDRAWAL = 2.0  # inches
IAVR_VALID = {"plain": "RY", "ablative": "RY", "reactive": "R", "apfc": "Y"}
#: DS36.3, guns at infantry: chits (0: the class), colours, and reach: inches or the band it is in.
AT_INFANTRY: dict[str, tuple[int, str, float | str]] = {
    "HEL": (2, "Y", 36.0),
    "RFAC": (2, "Y", "medium"),
    "MDC": (2, "Y", "medium"),
    "HVC": (2, "Y", "medium"),
    "DFFG": (3, "R", "medium"),
    "SLAM": (0, "Y", "close"),
}
MISSILE_CHITS = {"GMS/L": 3, "GMS/H": 5}  # DS31.1
MISSILE_VALID = {"plain": "RY", "ablative": "RY", "reactive": "R"}  # p. 29
ADS_RADIUS = 12.0  # DS19.3
GRADES = {"none": 4, "basic": 6, "enhanced": 8, "superior": 10}  # DS31.1: all four systems

OBSERVER_DIE = {"specialist": 12, "leader_1": 10, "leader_2": 8, "leader_3": 6}  # DS38.1
CALL_NEEDED = {"on_table": 4, "off_table": 6}
BEATEN_ZONE, OPEN_SHEAF = 2.0, 4.0  # DS39.1: radius, and between the guns' points
ARTILLERY_CHITS = {
    "light": {"vehicle": 1, "infantry": 2},
    "medium": {"vehicle": 2, "infantry": 3},
    "heavy": {"vehicle": 3, "infantry": 4},
}
SHELL_VALID = {  # RD-19
    "HEF": {"vehicle": "Y", "dug_in_vehicle": "", "infantry": "RY", "dug_in_infantry": "R"},
    "MAK": {"vehicle": "RY", "dug_in_vehicle": "R", "infantry": "Y", "dug_in_infantry": ""},
}
SMOKE = {"discharger": 1.0, "shell": 2.0}  # radius of a cloud
CLOUDS = 24  # the table holds no more

WOODS = ("light_wood", "dense_wood")
HOUSES = ("urban", "building")
SHELTER = WOODS + HOUSES
STEP = 0.5  # RD-3
#: DS23.4: between vehicles, between teams, between the mounted and the dismounted part.
INTEGRITY, INTEGRITY_TEAMS, INTEGRITY_PARTS = 3.0, 2.0, 10.0
CAN_MOUNT = 2.0  # DS36.1 (decision): a team this near to its carrier mounts it
LOST_ABOARD = {"damaged": 6, "destroyed": 3, "boom": 1}  # DS36.5: least score on a D6
REPAIR, REPAIR_WITH_BACKUP = 6, 3  # DS32.1
EVASIVE_SHARE = 0.75  # DS26.1
OVER_A_MARKER = 1.0  # DS17.1: how near counts as over it


def step_down(die: int, steps: int) -> int | None:
    """Return a die so many steps down the ladder (up when negative); None below D4 (DS3.1)."""
    rung = LADDER.index(die) - steps
    return LADDER[min(rung, 4)] if rung >= 0 else None  # RD-20
