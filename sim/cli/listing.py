"""`overwatch list`: scenarios, doctrines, types of vehicles and teams, features, rules, words."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from sim.cli.commands import Command, Group, help_if_alone
from sim.cli.examples import SUMMARIES
from sim.cli.output import print_facts, print_json, print_table, print_text
from sim.marks import MARKS, SWITCHES
from sim.places import doctrine_folder, shipped_folder

MOTOR_POOL = "motor_pool"  # types of vehicles and teams, no scenario

Name = Annotated[str | None, typer.Argument(help="One of them alone; all if absent.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]

listing_app = typer.Typer(
    help="List what there is, and explain words.",
    cls=Group,
    invoke_without_command=True,
    callback=help_if_alone,
)


@listing_app.command(cls=Command, short_help=SUMMARIES["list scenarios"])
def scenarios(scenario: Name = None, as_json: Json = False) -> None:
    """List the shipped scenarios."""
    files = (path for path in _toml(shipped_folder()) if path.stem != MOTOR_POOL)
    _show(_only(_read(files, ("title", "text")), scenario, "scenario"), as_json)


@listing_app.command(cls=Command, short_help=SUMMARIES["list types"])
def types(unit_type: Name = None, as_json: Json = False) -> None:
    """List the types of vehicles and teams of the motor pool."""
    from sim.scenario import TeamType, motor_pool, points
    from sim.scenario.arms import arms_of, longest_range

    rows = [
        {
            "name": name,
            "kind": "team" if isinstance(kind, TeamType) else "vehicle",
            "points": points(kind),
            "movement": kind.mobility,
            "weapons": list(dict.fromkeys(arm.name for arm in arms_of(kind))),
            "range": longest_range(kind),
            "text": kind.text,
        }
        for name, kind in motor_pool().items()
    ]
    rows = _only(rows, unit_type, "type")
    if as_json:
        print_json(rows)
    else:
        _show([row | {"range": f"{row['range']:g}"} for row in rows], as_json)


@listing_app.command(cls=Command, short_help=SUMMARIES["list doctrines"])
def doctrines(doctrine: Name = None, as_json: Json = False) -> None:
    """List the shipped doctrines."""
    _show(_only(_read(_toml(doctrine_folder()), ("text",)), doctrine, "doctrine"), as_json)


@listing_app.command(cls=Command, short_help=SUMMARIES["list features"])
def features(feature: Name = None, as_json: Json = False) -> None:
    """List what the rules of a doctrine may ask."""
    from sim.doctrine.table import FEATURES
    from sim.layout.codes import CHAPTER_NAMES

    rows = [
        {
            "name": one.name,
            "unit": one.unit,
            "chapters": list(one.chapter_names),
            "meaning": one.text,
        }
        for one in FEATURES
    ]
    rows = _only(rows, feature, "feature")
    everywhere = list(CHAPTER_NAMES)
    if as_json:
        print_json(rows)
    else:
        shown = [
            row | {"chapters": "all" if row["chapters"] == everywhere else row["chapters"]}
            for row in rows
        ]
        _show(shown, as_json)


@listing_app.command(cls=Command, short_help=SUMMARIES["list rules"])
def rules(
    rule: Annotated[
        str | None, typer.Argument(help="A switch or a mark alone; all if absent.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List rule switches, and rule marks with their modules."""
    switches, marks = _switches(), _marks()
    if rule is not None:
        names = [*(one["switch"] for one in switches), *(one["mark"] for one in marks)]
        _check(rule.removeprefix("rules."), names, "switch or mark")
        switches = [one for one in switches if one["switch"] == rule.removeprefix("rules.")]
        marks = [one for one in marks if one["mark"] == rule]
    if as_json:
        print_json({"switches": switches, "marks": marks})
        return
    if switches:
        told = [one | {"default": _spelt(one["default"])} for one in switches]
        _show(told, as_json)
    if switches and marks:
        typer.echo()
    if marks:
        _show(marks, as_json)


@listing_app.command(cls=Command, short_help=SUMMARIES["list words"])
def words(
    word: Annotated[
        str | None, typer.Argument(help="One word, or a column of a table; all words if absent.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Explain the words of the game and of the statistics."""
    from sim.report.glossary import GLOSSARY, explain, term

    if word is not None:
        found, text = term(word), explain(word)
        name, marks = (found.name, found.marks) if found else (word, ())
        if as_json:
            print_json({"name": name, "meaning": text, "marks": list(marks)})
        else:
            cited = f" ({', '.join(marks)})" if marks else ""
            print_text(f"{name}: {text}{cited}")
        return
    rows = [
        {"name": one.name, "kind": one.kind, "meaning": one.text, "marks": list(one.marks)}
        for one in GLOSSARY.values()
    ]
    _show(rows, as_json)


def _check(name: str, known: Iterable[str], what: str) -> None:
    from sim.refusal import InputError, nearest

    names = list(known)
    if name not in names:
        raise InputError(f"{name} is no {what}{nearest(name, names)}; allowed: {', '.join(names)}")


def _only(rows: list[dict[str, Any]], name: str | None, what: str) -> list[dict[str, Any]]:
    """Return all rows, or the one of that name."""
    if name is None:
        return rows
    _check(name, (row["name"] for row in rows), what)
    return [row for row in rows if row["name"] == name]


def _toml(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.toml"))


def _read(files: Iterable[Path], keys: Iterable[str]) -> list[dict[str, Any]]:
    rows = []
    for path in files:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        rows.append({"name": path.stem} | {key: document.get(key, "") for key in keys})
    return rows


def _show(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print_json(rows)
    elif len(rows) == 1:
        print_facts((name, _cell(value)) for name, value in rows[0].items())
    else:
        print_table(list(rows[0]), [[_cell(value) for value in row.values()] for row in rows])


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_cell(part)}" for key, part in value.items() if part is not None)
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def _spelt(default: Any) -> Any:
    """Return a switch's default as settings and `allowed` have it: on or off."""
    return ("off", "on")[default] if isinstance(default, bool) else default


def _switches() -> list[dict[str, Any]]:
    from sim.scenario.models import Rules

    schema = Rules.model_json_schema()
    return [
        {
            "switch": name,
            "default": field["default"],
            "allowed": _allowed(field, schema["$defs"]),
            "meaning": SWITCHES[name][1],
            "marks": SWITCHES[name][0].split(),
        }
        for name, field in schema["properties"].items()
    ]


def _allowed(field: dict[str, Any], models: dict[str, Any]) -> str:
    """Return in words what the JSON Schema of one field allows."""
    if "$ref" in field:
        parts = models[field["$ref"].rsplit("/", 1)[1]]["properties"]
        return "; ".join(f"{name}: {_allowed(part, models)}" for name, part in parts.items())
    if "anyOf" in field:
        return ", ".join(_allowed(part, models) for part in field["anyOf"])
    if "enum" in field:
        return ", ".join(str(value) for value in field["enum"])
    if "const" in field:
        return str(field["const"])
    least = field.get("minimum", field.get("exclusiveMinimum"))
    if least is not None:
        above = "above " if "exclusiveMinimum" in field else ""
        return f"{above}{least:g} to {field['maximum']:g}"
    words = {"boolean": "on, off", "integer": "a whole number", "string": "a name"}
    return words.get(field["type"], "none")


def _marks() -> list[dict[str, Any]]:
    """Return every mark with its meaning and the modules that cite it."""
    root = Path(__file__).resolve().parents[1]
    cited: dict[str, list[str]] = {mark: [] for mark in MARKS}
    for path in sorted(root.rglob("*.py")):
        if path.parent.name in ("cli", "report"):  # they tell of the rules, and apply none
            continue
        module = ".".join(path.relative_to(root).with_suffix("").parts)
        for mark in set(re.findall(r"\b(?:OW\.|DS|RD-)\w+(?:\.\d+)?", path.read_text("utf-8"))):
            if mark in cited:
                cited[mark].append(module)
    return [
        {"mark": mark, "meaning": MARKS[mark], "modules": modules}
        for mark, modules in cited.items()
    ]
