"""Integer codes of the kernel. A code never leaves the package: tables and traces carry names.

Each group is a run of plain integers; the tuple beside it gives the names in code order.
"""

from __future__ import annotations

# -- capacities (sizes of the records, never shapes of a scenario) --------------------------
UNITS_A_SIDE = 16
UNITS = 2 * UNITS_A_SIDE
ELEMENTS_A_UNIT = 6
ELEMENTS = UNITS * ELEMENTS_A_UNIT
OBJECTIVES = 16
TYPES = 24
WEAPONS = 6
CELLS = 3456  # a table of 72" x 48" in cells of one inch
SIGHT_WORDS = CELLS // 64
ZONES = 8
WAYPOINTS = 8
GOALS = 192
TURNS = 24
EVENTS = 65536
RULES_A_CHAPTER = 24
CHAPTERS = 5
OPS = 2048
PARAMETERS = 32
SCRIPT = 512
BATTERIES_A_SIDE = 4
BATTERIES = 2 * BATTERIES_A_SIDE
SMOKES = 24  # clouds on the table at one time
NOTHING = -1
WON_DESTROYED, WON_WITHDREW = 1, 2  # how a close assault was won (DS35.2)
NO_FOE, OUTSIDE = -1, -2  # in close assault: draws at nobody, takes no part

# -- sides ----------------------------------------------------------------------------------
BLUE, RED = 0, 1
SIDES = ("blue", "red")

# -- confidence levels, best first (DS21.1) ---------------------------------------------------
CO, ST, SH, BR, RO = 0, 1, 2, 3, 4
CONFIDENCE = ("CO", "ST", "SH", "BR", "RO")

# -- range bands ------------------------------------------------------------------------------
CLOSE, MEDIUM, LONG, OUT = 0, 1, 2, 3
BANDS = ("close", "medium", "long", "out")

# -- weapons: guns first, which roll to hit against a vehicle; then those with rules of their own --
RFAC, HVC, HKP, MDC, HEL, DFFG, SLAM, GMS, IAVR, APSW, RIFLE = range(11)
WEAPON_KINDS = (
    "RFAC", "HVC", "HKP", "MDC", "HEL", "DFFG", "SLAM", "GMS", "IAVR", "APSW", "RIFLE",
)  # fmt: skip
GUNS = WEAPON_KINDS[: SLAM + 1]

TURRET, RESTRICTED, FIXED = 0, 1, 2
MOUNTS = ("turret", "restricted", "fixed")

PLAIN, ABLATIVE, REACTIVE = 0, 1, 2
ARMOURS = ("plain", "ablative", "reactive")

# -- infantry (p. 33): what a team is armed with, and of which troops it is ----------------------
TEAM_RIFLE, TEAM_APSW, TEAM_ASSAULT, TEAM_ANTI_ARMOUR, TEAM_OBSERVER, TEAM_ENGINEER = range(6)
TEAMS = ("rifle", "apsw", "assault", "anti_armour", "observer", "engineer")
MILITIA, LINE, POWERED = 0, 1, 2
TROOPS = ("militia", "line", "powered")

# -- artillery (p. 38-40) -------------------------------------------------------------------------
LIGHT, MEDIUM_GUNS, HEAVY = 0, 1, 2
ARTILLERIES = ("light", "medium", "heavy")
HEF, MAK, SMOKE = 0, 1, 2
AMMUNITIONS = ("HEF", "MAK", "smoke")
OPEN_SHEAF, CONVERGED_SHEAF = 0, 1
SHEAFS = ("open", "converged")

BASIC, ENHANCED, SUPERIOR = 0, 1, 2
FIRE_CONTROLS = ("basic", "enhanced", "superior")

# -- valid colours: which numerical chits count, and how (DS29.1) -------------------------------
V_NONE, V_R, V_Y, V_G, V_RY, V_RYG, V_RYG_DOUBLE, V_RYG_HALF = 0, 1, 2, 3, 4, 5, 6, 7
VALIDITIES = ("", "R", "Y", "G", "RY", "RYG", "RYG*2", "RYG/2")

# -- chits: colour * 4 + number for numerical ones, then the specials ---------------------------
RED_CHIT, YELLOW_CHIT, GREEN_CHIT = 0, 1, 2
CHIT_BOOM, CHIT_M, CHIT_T, CHIT_F = 12, 13, 14, 15
CHIT_NAMES = (
    "R0", "R1", "R2", "R3", "Y0", "Y1", "Y2", "Y3", "G0", "G1", "G2", "G3", "BOOM", "M", "T", "F",
)  # fmt: skip
POT_SIZE = 119

# -- secondary dice (DS28.3), by code; the figure beside each is in `sim.figures` ----------------
COVER_NONE, COVER_SOFT, COVER_EVADING, COVER_DUG_IN, COVER_HULL_DOWN, COVER_TURRET_DOWN = range(6)
COVER_POP_UP = 6  # DS32.2: alone, not the best of several
COVERS = ("none", "soft_cover", "evading", "dug_in", "hull_down", "turret_down", "pop_up")

# -- posture of an element: what it is doing with its place -------------------------------------
IN_THE_OPEN, DUG_IN, HULL_DOWN, TURRET_DOWN = 0, 1, 2, 3
POSTURES = ("none", "dug_in", "hull_down", "turret_down")

# -- position of infantry, for validity by position (p. 33, p. 34) ----------------------------------
AT_OPEN, AT_SOFT_COVER, AT_DUG_IN, AT_URBAN = 0, 1, 2, 3
POSITIONS = ("open", "soft_cover", "dug_in", "urban")

# -- cover that a cell itself gives -------------------------------------------------------------
CELL_NO_COVER, CELL_SOFT, CELL_CREST = 0, 1, 2

# -- mobility: how a vehicle moves, and the class whose terrain costs it uses --------------------
MOBILITIES = (
    "low_wheeled", "high_wheeled", "slow_tracked", "fast_tracked", "slow_gev", "fast_gev", "grav",
    "combat_walker", "transport_walker", "vtol", "militia_infantry", "line_infantry",
    "powered_infantry", "cavalry",
)  # fmt: skip
MOVEMENT_CLASSES = (
    "low_wheeled", "high_wheeled", "tracked", "gev", "grav", "combat_walker", "walker", "vtol",
    "infantry", "powered_infantry",
)  # fmt: skip
(
    M_LOW_WHEELED, M_HIGH_WHEELED, M_TRACKED, M_GEV, M_GRAV, M_COMBAT_WALKER, M_WALKER, M_VTOL,
    M_INFANTRY, M_POWERED,
) = range(10)  # fmt: skip
N_CLASSES = 10
MOBILITY_CLASS = (0, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 8, 9, 8)

# -- terrain ------------------------------------------------------------------------------------
TERRAINS = (
    "open", "road", "scrub", "rough", "cultivated", "urban", "hill", "light_wood", "dense_wood",
    "mountain", "swamp", "stream", "open_water", "building",
)  # fmt: skip
IMPASSABLE = 0  # a movement cost of 0 factors an inch means: may not enter
T_EASY, T_NORMAL, T_POOR, T_DIFFICULT, T_IMPASSABLE = 0, 1, 2, 3, 4

DIRECT_ROUTE, COVERED_ROUTE = 0, 1
ROUTES = ("direct", "covered", "least_watched")

# -- goals: index into the movement fields --------------------------------------------------------
# 0-15 objectives, 16-23 waypoints, 24-25 baselines (blue, red), 26 nearest cover,
# from 32 on one goal for each block of the table (moving towards any place).
GOAL_WAYPOINT = 16
GOAL_BASELINE = 24
GOAL_COVER = 26
GOAL_BLOCK = 32
BLOCK = 5  # inches along a block's side
UNREACHABLE = 65535
FIELD_SCALE = 16  # a field holds movement factors times 16
NO_WAY = 15  # of a `way`: no neighbour is nearer the goal

# -- fire: why a shot is fired --------------------------------------------------------------------
BY_ACTIVATION, BY_OPPORTUNITY, BY_OVERWATCH = 0, 1, 2
# losses alone: by artillery, in close assault, aboard a carrier that was hit
BY_ARTILLERY, BY_ASSAULT, BY_ABOARD = 3, 4, 5
MODES = ("activation", "opportunity", "overwatch", "artillery", "assault", "aboard")
FIRE_MODES = MODES[:3]

# -- why a counter goes (OW.A3, OW.R3, OW.F3 ...) -----------------------------------------------
OFF_FIRED, OFF_UNDER_FIRE, OFF_ACTIVATED, OFF_REACTIVATED, OFF_PANIC, OFF_ROUTED = range(6)
OFF_DESTROYED, OFF_TURN_END, OFF_ANY_FIRE, OFF_REGROUPED = 6, 7, 8, 9
OFF_CAUSES = (
    "fired", "under_fire", "activated", "reactivated", "panic", "routed", "destroyed", "turn_end",
    "any_fire", "regrouped",
)  # fmt: skip

# -- victory (DS17.1, DS17.2) -------------------------------------------------------------------
ENCOUNTER, ATTACK, ATTRITION = 0, 1, 2
VICTORIES = ("encounter", "attack", "attrition")

# -- what a doctrine can order ----------------------------------------------------------------
(
    DO_NOTHING, DO_FIRE, DO_MOVE, DO_MOVE_FIRE, DO_FIRE_MOVE, DO_OVERWATCH, DO_MOVE_OVERWATCH,
    DO_TRAVEL, DO_EVADE, DO_RALLY, DO_REACTIVATE, DO_ASSAULT, DO_CALL_FIRE, DO_SMOKE, DO_SENSORS,
    DO_DISMOUNT, DO_MOUNT, DO_REGROUP, DO_POP_UP,
) = range(19)  # fmt: skip
ACTIONS = (
    "nothing", "fire", "move", "move_fire", "fire_move", "overwatch", "move_overwatch", "travel",
    "evade", "rally", "reactivate", "assault", "call_fire", "smoke", "sensors", "dismount",
    "mount", "regroup", "pop_up",
)  # fmt: skip
(
    TO_HOLD, TO_OBJECTIVE, TO_COVER, TO_RANGE, TO_SIGHT, TO_WITHDRAW, TO_WAYPOINT,
) = range(7)  # fmt: skip
DESTINATIONS = (
    "hold", "objective", "to_cover", "to_range", "to_sight", "withdraw", "waypoint",
)  # fmt: skip
WATCH_APPROACH, WATCH_NEAREST, WATCH_OBJECTIVE, WATCH_FACING, WATCH_ZONE = range(5)
WATCHES = ("approach", "nearest", "objective", "facing", "zone")
PACE_FULL, PACE_HALF = 0, 1
PACES = ("full", "half")
NEVER = -2  # of a rule's condition: it needs what the scenario has not
C_ACTIVATION, C_ORDER, C_TRIGGER, C_OPPORTUNITY, C_TARGET = range(5)
CHAPTER_NAMES = ("activation", "order", "trigger", "opportunity", "target")
ANSWER_HOLD, ANSWER_FIRE, ANSWER_CALL, ANSWER_SMOKE = 0, 1, 2, 3  # opportunity: the first two
ANSWERS = ("hold", "fire", "call_fire", "smoke")
ORDER_PICK, ORDER_PASS = 0, 1  # order

# -- rule switches of the variants table ----------------------------------------------------------
TRIGGER_MOVES, TRIGGER_FIRES, TRIGGER_EITHER = 0, 1, 2
TRIGGERS = ("moves", "fires", "either")
NO_TEST = -1  # reaction_test, discipline_test: no test is asked
UNLIMITED = 0  # shots
AREA_ARC, AREA_ZONE = 0, 1

# -- what a number of the generator is for (DS3.1 and the keyed generator) -------------------------
(
    P_START, P_SHOT, P_TARGET, P_BARREL, P_CHIT, P_AREA, P_AREA_CHIT, P_CONFIDENCE, P_REACTION,
    P_LEADER, P_REPAIR, P_RALLY, P_DOCTRINE, P_PANIC, P_ORDER, P_DISCIPLINE, P_FIREFIGHT,
    P_TEAM_CHIT, P_GUIDANCE, P_ECM, P_INTERCEPT, P_OBSERVER, P_BARRAGE_CHIT, P_ABOARD,
    P_ASSAULT_CHIT, P_APFC_CHIT,
) = range(26)  # fmt: skip

# -- events of the trace ------------------------------------------------------------------------
(
    E_TURN_START, E_ACTIVATE, E_MOVE, E_TEST, E_CONFIDENCE, E_UNDER_FIRE, E_OVERWATCH_ON,
    E_OVERWATCH_CHANCE, E_OVERWATCH_OFF, E_FIRE, E_SHOT, E_CHITS, E_MARKER, E_REPAIR, E_OBJECTIVE,
    E_TURN_END, E_END, E_REVEALED, E_LEADER, E_STATUS, E_PASS, E_DECLARED, E_FACING,
    E_POSTURE, E_FIREFIGHT, E_MISSILE, E_INTERCEPT, E_CALL, E_BARRAGE, E_SMOKE, E_MOUNTED,
    E_ABOARD, E_ASSAULT, E_ROUND, E_WITHDRAW, E_REGROUP, E_SENSORS, E_POP_UP,
) = range(38)  # fmt: skip
EVENTS_NAMES = (
    "turn_start", "activate", "move", "test", "confidence", "under_fire", "overwatch_on",
    "overwatch_chance", "overwatch_off", "fire", "shot", "chits", "marker", "repair", "objective",
    "turn_end", "end", "revealed", "leader", "status", "pass", "declared",
    "facing", "posture", "firefight", "missile", "intercept", "call", "barrage", "smoke",
    "mounted", "aboard", "assault", "round", "withdraw", "regroup", "sensors", "pop_up",
)  # fmt: skip
TEST_CONFIDENCE, TEST_REACTION, TEST_PANIC, TEST_RALLY, TEST_DISCIPLINE = range(5)
TEST_KINDS = ("confidence", "reaction", "panic", "rally", "discipline")
