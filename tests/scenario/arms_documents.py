"""A good scenario document of combined arms: teams, carriers, missiles, batteries."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from tests.scenario.documents import good

#: Types of the document, beside `cart` and `launcher` of the plain one.
TYPES: dict[str, dict[str, Any]] = {
    "own_rifle": {"team": "rifle", "troops": "line", "iavr": True},
    "own_apsw": {"team": "apsw", "troops": "powered"},
    "own_missile": {"team": "anti_armour", "troops": "militia", "missile": "GMS/L enhanced"},
    "own_rider": {"team": "assault", "troops": "militia", "mounted_on": "cavalry"},
    "truck": {"size": 2, "mobility": "low_wheeled", "power": "CFE", "carries": 2},
    "shield": {
        "size": 3, "mobility": "slow_tracked", "power": "CFE", "armour": 3, "stealth": 1,
        "ads": "enhanced", "ecm": "superior", "pds": "basic", "apfc": True, "smoke": True,
        "extra_apsw": 1,
    },
    "howitzer": {
        "size": 3, "mobility": "slow_tracked", "power": "CFE", "armour": 3, "artillery": "medium",
    },
    "racks": {
        "size": 3, "mobility": "vtol", "power": "FGP", "armour": 1, "cybertank": True,
        "missiles": ["GMS/L basic", "GMS/L basic", "GMS/H superior"],
    },
}  # fmt: skip

UNITS: list[dict[str, Any]] = [
    {
        "name": "Lorries",
        "elements": [
            {"type": "own_rifle", "count": 2},
            {"type": "own_apsw", "count": 1},
            {"type": "truck", "count": 2},
        ],
        "at": [10.5, 5.5],
        "facing": 90,
        "mounted": True,
    },
    {
        "name": "Foot",
        "elements": [{"type": "own_missile", "count": 3}, {"type": "truck", "count": 2}],
        "at": [20.5, 20.5],
        "facing": 0,
        "posture": "dug_in",
    },
    {"name": "Shields", "type": "shield", "count": 2, "at": [5.5, 15.5], "facing": 90,
     "sensors": True},
    {"name": "Guns", "type": "howitzer", "count": 3, "at": [2.5, 10.5], "facing": 90},
    {"name": "Riders", "type": "own_rider", "count": 4, "at": [30.5, 20.5], "facing": 0},
    {"name": "Flight", "type": "racks", "count": 1, "at": [15.5, 25.5], "facing": 90},
]  # fmt: skip

BATTERIES: list[dict[str, Any]] = [
    {"name": "Lions", "kind": "medium", "unit": "Guns", "ammunition": {"HEF": 2, "smoke": 1}},
    {"name": "Corps", "kind": "heavy", "guns": 4, "ammunition": {"MAK": 9}, "radar": True},
]


def arms() -> dict[str, Any]:
    """Return a new copy of the document; the terrain is open."""
    document = good()
    document["table"]["terrain"] = []
    document["types"] |= deepcopy(TYPES)
    document["blue"]["units"] = deepcopy(UNITS)
    document["blue"]["batteries"] = deepcopy(BATTERIES)
    return document
