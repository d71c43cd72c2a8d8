"""What the keys of a scenario file mean, and what a place in one is in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from sim.layout.codes import SIDES
from sim.marks import SWITCHES

if TYPE_CHECKING:
    from sim.scenario.models import Scenario

#: Model of the JSON Schema: its keys whose name does not say it all.
KEYS = {
    "Scenario": {
        "name": "of a-z, 0-9 and _",
        "title": "one line",
        "text": "what the fight is about",
        "turns": "how many at most",
        "objective_points": "points of the margin for each point of marker value held",
        "types": "types of its own, beside those of the motor pool",
    },
    "Table": {
        "width": "inches, along x, from the west",
        "height": "inches, along y, from the south; width times height at most 3456",
        "terrain": "later pieces lie over earlier ones",
    },
    "Terrain": {
        "level": "of a hill",
        "polygon": "corners of an area",
        "line": "points of a road or stream, with a width",
        "width": "inches, of a line",
    },
    "Objective": {"holder": "who holds it at the start"},
    "Waypoint": {"at": "a doctrine sends units there with `waypoint NAME`"},
    "Zone": {"polygon": "may be watched: `zone NAME`, or `rules.watched_area.zone`"},
    "Victory": {
        "kind": "encounter: the larger marker value; attack: the attacker needs `enough`; "
        "attrition: a positive margin",
        "attacker": "of kind attack",
        "declare_from": "first turn at whose end a side may declare the end (DS17.2); never "
        "without it",
        "enough": "marker value that the attacker needs",
    },
    "Side": {
        "doctrine": "a shipped name, or a file beside the scenario",
        "baseline": "its edge of the table, where it withdraws to",
    },
    "Unit": {
        "type": "of its elements, with `count`; or `elements` for several types",
        "elements": "parts: `{ type = \"mule\", count = 1 }`",
        "leadership": "1 is best",
        "at": "its middle; its elements stand side by side across its facing, 2 inches "
        "apart",
        "facing": "degrees clockwise from north",
        "posture": "of its place, lost when it moves",
        "hidden": "until it is activated, fires or is seen",
        "command": "the side's command unit, one at most",
        "mounted": "its teams start in its carriers",
        "sensors": "its area defence starts switched on",
    },
    "Battery": {
        "unit": "whose vehicles are its guns; without it, it is off the table",
        "guns": "of a battery off the table",
        "radar": "fires back at batteries that have fired (DS40.1)",
    },
    "Ammunition": {
        "HEF": "markers of effective fire",
        "MAK": "the same, against armour",
        "smoke": "the same",
    },
    "VehicleType": {
        "weapons": "`HKP/3 turret`, `RFAC/1 fixed x2`: kind, class, mount, barrels",
        "missiles": "`GMS/H enhanced`: kind and guidance, one launcher each",
        "carries": "teams",
        "apfc": "close-defence charges",
        "extra_apsw": "APSWs beside the free one",
        "stealth": "levels off its signature",
        "cybertank": "has no confidence to lose (RD-29)",
    },
    "TeamType": {
        "team": "what it is armed with",
        "iavr": "of rifle teams",
        "missile": "of anti-armour teams",
    },
    "WatchedArea": {
        "width": "degrees of the arc",
        "nearest": "inches",
        "farthest": "inches",
        "zone": "instead of an arc: a zone of the scenario",
    },
}  # fmt: skip
#: Keys that a sentence calls something else than their name.
CALLED = {
    "at": "its place",
    "count": "how many elements",
    "leadership": "leadership where 1 is best",
    "facing": "facing in degrees clockwise from north",
    "command": "whether it is the command unit",
    "hidden": "whether it is hidden at the start",
    "mounted": "whether it starts mounted",
    "sensors": "whether its area defence starts switched on",
    "baseline": "edge of the table",
    "declare_from": "first turn at whose end a side may declare the end",
    "enough": KEYS["Victory"]["enough"],
    "objective_points": KEYS["Scenario"]["objective_points"],
    "HEF": "missions of HEF",
    "MAK": "missions of MAK",
    "smoke": "missions of smoke",
}
OF_TYPES = {
    "carries": "how many teams are carried by",
    "apfc": "close-defence charges of",
    "extra_apsw": "APSWs beside the free one of",
    "stealth": "levels off the signature of",
    "iavr": "IAVRs of",
    "smoke": "smoke of",
}
AXES = ("inches from the west", "inches from the south")
LISTS = {"objectives": "marker", "waypoints": "waypoint", "zones": "zone"}
POINTS = {"polygon": "corner", "line": "point"}
AREA = {
    "watched_area": "the area that a counter watches",
    "width": "degrees of the arc that a counter watches",
    "nearest": "inches from which on a counter watches",
    "farthest": "inches up to which a counter watches",
    "zone": "the zone that a counter watches",
}


def described(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of the scenario file with what its keys mean (`description`)."""
    models = schema["$defs"] | {"Scenario": schema}
    switches = {"Rules": {key: text for key, (_, text) in SWITCHES.items()}}
    for model, meanings in (KEYS | switches).items():
        for key, text in meanings.items():
            models[model]["properties"][key]["description"] = text
    return schema


def place_words(scenario: Scenario, place: str) -> str:
    """Return what a place of a scenario is: ``red's 1st Platoon, inches from the west``.

    Empty where it is none of this scenario's, a whole table or list, or says it all.
    """
    head, *rest = place.split(".")
    if head == "rules" and rest and rest[0] in SWITCHES:
        marks, text = SWITCHES[rest[0]]
        words = AREA.get(rest[-1], text) if rest[0] == "watched_area" else re.split("[;:]", text)[0]
        return f"{words}, {marks.replace(' ', ' and ')}"
    if head == "doctrine" and len(rest) == 2:
        return f"a number of the doctrine {rest[0]}"
    if head == "types" and len(rest) == 2:
        name, key = rest
        return f"{OF_TYPES.get(key, f'{_spaced(key)} of')} the type {name}"
    try:
        return _told(scenario, [head, *rest])
    except (LookupError, ValueError):
        return ""


def _told(scenario: Scenario, parts: list[str]) -> str:
    here: Any = scenario
    owner, key = "", ""
    what: dict[str, str] = CALLED
    for part in parts:
        if isinstance(here, list):
            here = here[int(part)]
            if key in POINTS:
                owner = f"{POINTS[key]} {int(part) + 1} of {owner}"
            elif key == "elements":
                what = CALLED | {"count": f"how many {here.type}"}
            else:
                owner = _owner(parts[0], key, here)
        elif isinstance(here, tuple):
            return f"{owner}, {AXES[int(part)]}"
        else:
            if part not in getattr(type(here), "model_fields", ()):
                raise LookupError
            here, key = getattr(here, part), part
            owner = owner or (f"{part}'s" if part in SIDES else "")
    if isinstance(here, BaseModel | list) or key == "name":
        return ""
    if not owner:
        return what.get(key, "")
    side = owner == f"{parts[0]}'s"
    return f"{owner}{'' if side else ','} {what.get(key, _spaced(key))}"


def _owner(head: str, key: str, one: Any) -> str:
    """Return what an item of a list is called; raises LookupError where it has no name."""
    if not getattr(one, "name", None):
        raise LookupError
    if head in SIDES:
        return f"{head}'s {one.name}"
    return f"the {LISTS.get(key) or _spaced(one.kind)} {one.name}"


def _spaced(key: str) -> str:
    return key.replace("_", " ")
