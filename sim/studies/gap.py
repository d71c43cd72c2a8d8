"""A gap between two woods: one platoon watches it, others must cross it.

The table of the published study `reports/when-overwatch-pays`, made for any weapon, range, cover and
quality of the watchers and for one to four platoons that come, with the doctrines that are compared:
overwatch, opportunity fire, and firing now.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Any

from sim.doctrine import Doctrine
from sim.doctrine.loader import compile_doctrine
from sim.figures import QUALITY_DIE
from sim.refusal import InputError, one_of, shown
from sim.scenario import Scenario, motor_pool, parse_scenario
from sim.study.run import check_range

LANE = 42.5  # inches from the south edge: where they cross
NEAREST, FARTHEST = 6, 40  # inches from the watchers to the lane
MOST_TO_COME = 4  # platoons
ELEMENTS = 4  # of a platoon
COVERS = ("none", "hull_down", "dug_in")  # postures
TYPE = "badger"

FIRST, PATIENT, WAIT, SHOOT = "watch", "choosy", "wait", "shoot"

_COMMON = """
[[order]]
when = "not enemies_in_sight"
do = "pass"
score = "-1"

[[order]]
score = "0"
"""
_WATCH = (
    """
[[activation]]
when = "overwatch_allowed"
do = "overwatch"
watch = "approach"

[[activation]]
do = "fire"
"""
    + _COMMON
    + """
[[opportunity]]
when = "ev_this > 0"
do = "fire"
"""
)
_TEXTS = {
    FIRST: f"""
name = "{FIRST}"
text = "Goes on overwatch whenever it may and fires at the first who crosses."
{_WATCH}
[[trigger]]
when = "ev_this > 0"
do = "fire"
""",
    PATIENT: f"""
name = "{PATIENT}"
text = "Goes on overwatch whenever it may and fires at what is nearly the best that is to come."
{_WATCH}
[parameters]
patience = 0.8      # share of the best volley still to come

[[trigger]]
when = "ev_this > 0 and ev_this >= patience * ev_best_to_come"
do = "fire"
""",
    WAIT: f"""
name = "{WAIT}"
text = "Keeps its marker face up as long as it can, for opportunity fire."

[[activation]]
do = "fire"
{_COMMON}
[[opportunity]]
when = "ev_this > 0"
do = "fire"
""",
    SHOOT: f"""
name = "{SHOOT}"
text = "Fires in its own activation only, at whom it sees then."

[[activation]]
do = "fire"
{_COMMON}""",
}
#: Names of the watchers' doctrines: overwatch at the first or at the best, and what else they may do.
WATCHERS = tuple(_TEXTS)


@lru_cache
def watcher(name: str) -> Doctrine:
    """Return a doctrine of the watchers, one of WATCHERS; it moves only where it breaks.

    Raises InputError for another name.
    """
    if name not in _TEXTS:
        raise InputError(f"doctrine: {shown(name)} is not one of {', '.join(WATCHERS)}")
    return compile_doctrine(tomllib.loads(_TEXTS[name]), f"{name}.toml")


def gap(
    distance: int = 26,
    cover: str = "none",
    quality: str = "regular",
    to_come: int = 1,
    weapon: str = "HKP/3",
) -> Scenario:
    """Return the table: red watches, blue comes through the gap to the farm behind the second wood.

    `distance` is in inches from the watchers to the lane; `cover` is one of COVERS and `quality` one of
    the rules, both of the watchers; `to_come` is the number of platoons, `weapon` (KIND/CLASS) the
    watchers' gun, in a turret. All are badgers else. Raises InputError for what is not allowed.
    """
    distance = check_range("distance", distance, NEAREST, FARTHEST)
    to_come = check_range("to_come", to_come, 1, MOST_TO_COME)
    for name, value, allowed in (("cover", cover, COVERS), ("quality", quality, QUALITY_DIE)):
        one_of(name, value, allowed)
    platoon = {"count": ELEMENTS, "leadership": 2}
    watch = {
        "name": "Watch", "type": "watcher", "quality": quality, "at": (27.5, LANE - distance),
        "facing": 0, "posture": cover, "command": True,
    }  # fmt: skip
    coming = [
        {
            "name": f"Troop {number + 1}", "type": TYPE, "at": (16.5 - 4 * number, LANE),
            "facing": 90, "command": number == 0,
        }
        for number in range(to_come)
    ]  # fmt: skip
    kind = motor_pool()[TYPE].model_dump(mode="json", exclude_none=True)
    document: dict[str, Any] = {
        "name": "gap",
        "title": "The gap between the woods",
        "text": "One platoon looks into a gap between two woods. Others must cross it to reach the "
        "farm behind the second wood: they are seen only while they cross.",
        "turns": 6,
        "objective_points": 100.0,
        "table": {
            "width": 60,
            "height": 48,
            "terrain": [
                _wood("west wood", 0, 22),
                _wood("east wood", 34, 60),
            ],
        },
        "objectives": [{"name": "farm", "at": (50.5, LANE), "value": 2}],
        "types": {"watcher": kind | {"weapons": [f"{weapon} turret"], "text": "The watchers."}},
        "victory": {"kind": "attack", "attacker": "blue", "enough": 2},
        "blue": {
            "doctrine": "bounding",
            "baseline": "west",
            "units": [platoon | c for c in coming],
        },
        "red": {"doctrine": "always", "baseline": "east", "units": [platoon | watch]},
    }
    return parse_scenario(document, "gap.toml")


def _wood(name: str, west: int, east: int) -> dict[str, Any]:
    corners = [[west, 30], [east, 30], [east, 38], [west, 38]]
    return {"kind": "dense_wood", "name": name, "polygon": corners}
