"""The pages of files: what a scenario may hold, and what is shipped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.doctrine.loader import load_doctrine
from sim.layout import codes as c
from sim.places import doctrine_folder, shipped_folder
from sim.scenario import load_scenario, schema
from tests.docs.markdown import page, table
from tests.docs.runner import listed

PLACES = {
    "Scenario": ("The file itself", ""),
    "Table": ("`[table]`", "The ground."),
    "Terrain": ("`[[table.terrain]]`", "A piece of ground."),
    "Objective": ("`[[objectives]]`", "A marker (DS17.1)."),
    "Waypoint": ("`[[waypoints]]`", "A place for doctrines."),
    "Zone": ("`[[zones]]`", "A named area (RD-2)."),
    "Victory": ("`[victory]`", "How it is won."),
    "Side": ("`[blue]`, `[red]`", "A side."),
    "Unit": ("`[[blue.units]]`, `[[red.units]]`", "A platoon."),
    "Part": ("`elements` of a unit", "Elements of one type in a unit of several."),
    "Battery": ("`[[blue.batteries]]`, `[[red.batteries]]`", "Guns that answer calls for fire."),
    "Ammunition": ("`ammunition` of a battery", "Missions of effective fire."),
    "VehicleType": ("`[types.NAME]` of a vehicle", "What it is, carries, and how it moves."),
    "TeamType": ("`[types.NAME]` of a team", "Infantry (it has the key `team`)."),
}


def scenario_page() -> str:
    """Return the page of the scenario file's keys, from its JSON Schema."""
    described = schema()
    models = described["$defs"] | {"Scenario": described}
    lines = [
        "A scenario is a TOML file. `overwatch schema` prints the same as JSON Schema, for "
        "editors; bad values are refused in one line that says what is allowed. How to begin "
        "one: [How do I fight my own battle?](players.md#how-do-i-fight-my-own-battle)",
        "",
        "`--set PLACE=VALUE` changes any key for one command: `--set turns=6`, `--set "
        "red.units.0.at.0=30` (the first unit's x; lists count from 0), `--set "
        "rules.overwatch=off`.",
    ]
    for model, (place, text) in PLACES.items():
        lines += ["", f"## {place}", ""]
        if text:
            lines += [text, ""]
        lines += _keys(model, models)
    lines += [
        "",
        "## `[rules]`",
        "",
        "The switches, each with its values and what it was worth: [Readings and "
        "switches](readings.md#switches).",
    ]
    return page("The scenario file", lines)


def _keys(name: str, models: dict[str, Any]) -> Iterator[str]:
    model = models[name]
    needed = set(model.get("required", ()))
    rows = [
        [
            f"`{key}`",
            _allowed(part, models),
            "needed" if key in needed else _default(part),
            part.get("description", ""),
        ]
        for key, part in model["properties"].items()
    ]
    return table(["key", "allowed", "default", "meaning"], rows)


def _default(part: dict[str, Any]) -> str:
    default = part.get("default")
    if default in (None, "", [], {}) or isinstance(default, dict):
        return ""
    return f"`{str(default).lower()}`" if isinstance(default, bool) else f"`{default}`"


def _allowed(part: dict[str, Any], models: dict[str, Any]) -> str:
    """Return in words what a part of the schema allows."""
    if "$ref" in part:
        name = part["$ref"].rsplit("/", 1)[1]
        if name == "Rules":
            return "[switches](readings.md#switches)"
        return PLACES[name][0] if name in PLACES else _allowed(models[name], models)
    if "anyOf" in part:
        kinds = [one for one in part["anyOf"] if one.get("type") != "null"]
        return " or ".join(_allowed(one, models) for one in kinds)
    if "enum" in part:
        return ", ".join(f"`{value}`" for value in part["enum"])
    if "const" in part:
        return f"`{part['const']}`"
    kind = part.get("type")
    if kind in ("integer", "number"):
        return _numbers(part)
    if kind == "array":
        return _list(part, models)
    words = {"boolean": "`true`, `false`", "string": "text", "object": "tables"}
    text = words.get(str(kind), "")
    most = part.get("maxLength")
    return f"{text}, {most} characters at most" if most else text


def _numbers(part: dict[str, Any]) -> str:
    whole = "whole number" if part["type"] == "integer" else "number"
    low, high = part.get("minimum"), part.get("maximum", part.get("exclusiveMaximum"))
    if low is None and high is None:
        return whole
    if high is None:
        return f"{whole} from {low:g}"
    below = "below " if "exclusiveMaximum" in part else ""
    return f"{low:g} to {below}{high:g}"


def _list(part: dict[str, Any], models: dict[str, Any]) -> str:
    if "prefixItems" in part:
        return "[x, y]"
    few, most = part.get("minItems"), part.get("maxItems")
    count = f"{few} to {most}" if few and most else f"{few} or more" if few else ""
    count = f"up to {most}" if most and not few else count
    return f"list of {count} {_allowed(part['items'], models)}".replace("  ", " ")


def shipped_page() -> str:
    """Return the page of what is shipped: scenarios, doctrines, types."""
    lines = [
        "Each name can be given to any command. To change one, write it into a file of your own in "
        'Python, `sim.load_scenario("duel").save("mine.toml")` or '
        '`sim.load_doctrine("ambush").save("mine.toml")`, '
        "and name that file instead. To see a scenario: `overwatch replay duel --map duel.png`.",
        "",
        "## Scenarios",
    ]
    for row in listed("scenarios"):
        lines += [
            "",
            f"### `{row['name']}`: {row['title']}",
            "",
            row["text"],
            "",
            *_facts(row["name"]),
        ]
    lines += ["", "## Doctrines", ""]
    lines += ["What a doctrine file may say: [The words of a doctrine](doctrine-words.md).", ""]
    rows = []
    for row in listed("doctrines"):
        doctrine = load_doctrine(doctrine_folder() / f"{row['name']}.toml")
        names = ", ".join(f"`{name}`" for name in _parameters(doctrine))
        rows.append([f"`{row['name']}`", row["text"], names])
    lines += [
        *table(["doctrine", "what it does", "numbers to vary"], rows),
        "",
        "## Types of the motor pool",
        "",
    ]
    types = [
        [
            f"`{row['name']}`",
            f"{row['points']:g}",
            row["movement"].replace("_", " "),
            ", ".join(row["weapons"]),
            f"{row['range']:g}",
            row["text"],
        ]
        for row in listed("types")
    ]
    lines += table(["type", "points", "movement", "weapons", "reach, inches", "what it is"], types)
    return page("What is shipped", lines)


def _parameters(doctrine: Any) -> list[str]:
    return list(doctrine.parameters)


def _facts(name: str) -> Iterator[str]:
    from sim.scenario import points

    scenario = load_scenario(name)
    count = len(scenario.objectives)
    markers = f"{count} marker{'s' * (count != 1)}"
    table_ = f"{scenario.table.width} by {scenario.table.height} inches"
    yield (f"{scenario.turns} turns on {table_}; {scenario.victory.kind}; {markers}.")
    yield ""
    rows = []
    for side, force in zip(c.SIDES, scenario.sides, strict=True):
        kinds = [kind for unit in force.units for kind in scenario.kinds_of(unit)]
        worth = sum(points(kind) for kind in kinds if kind is not None)
        units = "; ".join(
            f"{unit.name}: {unit.size} {unit.type}" if unit.type else f"{unit.name}: {unit.make_up}"
            for unit in force.units
        )
        rows.append([side, f"`{force.doctrine}`", f"{worth:g}", units])
    yield from table(["side", "doctrine", "points", "units"], rows)


def shipped_names() -> tuple[list[str], list[str]]:
    """Return the names of the shipped scenarios and doctrines, by their files."""
    scenarios = sorted(
        path.stem for path in shipped_folder().glob("*.toml") if path.stem != "motor_pool"
    )
    return scenarios, sorted(path.stem for path in doctrine_folder().glob("*.toml"))
