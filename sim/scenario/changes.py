"""Scenarios changed in Python, written into a file, and their forces as a table."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from sim.layout import codes as c
from sim.refusal import InputError, path_of, shown, texts_of
from sim.scenario.loader import doctrines_set, is_of_pool, motor_pool, parse_scenario, pool_with
from sim.scenario.models import Scenario
from sim.scenario.points import points
from sim.scenario.settings import apply_settings, setting_of
from sim.scenario.structure import annotation_at, models_of

if TYPE_CHECKING:
    import pandas as pd


def with_settings(scenario: Scenario, settings: Sequence[str]) -> Scenario:
    """Return a scenario with settings applied, as if they had been given when it was loaded."""
    settings = texts_of("settings", settings)
    if not settings:
        return scenario
    of_pool = [setting for setting in settings if is_of_pool(setting, scenario._document)]
    own = [setting for setting in settings if setting not in of_pool]
    pool = pool_with(of_pool, scenario.pool) if of_pool else scenario.pool
    document = apply_settings(scenario._document, own)
    set_in = {**scenario._set_in, **doctrines_set(own)}
    changed = parse_scenario(document, scenario.file, pool, set_in)
    changed._source = scenario._source
    changed._settings = (*scenario._settings, *settings)
    return changed


def settings_of(scenario: Scenario, changes: Mapping[str, Any]) -> list[str]:
    """Return changes as settings: tables are merged into those that are there, all else replaces."""
    for name in changes:
        if not isinstance(name, str):
            raise InputError(f"changes: {shown(name)} is not a place, as rules.shots")
    return [
        setting_of(place, value)
        for name, change in changes.items()
        for place, value in _flat(scenario, name, change)
    ]


def _flat(scenario: Scenario, place: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the places that a value changes, each with its own value."""
    if not isinstance(value, Mapping) or not _is_table(scenario, place):
        yield place, value
        return
    for key, part in value.items():
        yield from _flat(scenario, f"{place}.{key}", part)


def _is_table(scenario: Scenario, place: str) -> bool:
    """Return whether a place has parts of its own, so that a table is merged into it."""
    parts = place.split(".")
    if parts[0] == "types":
        known = {**scenario.pool, **scenario.types}
        return len(parts) == 1 or (len(parts) == 2 and parts[1] in known)
    at: Any = scenario._document
    keys: list[int | str] = []
    for part in parts:
        keys.append(int(part) if part.isdigit() else part)
        if isinstance(at, list):
            at = at[int(part)] if part.isdigit() and int(part) < len(at) else None
        else:
            at = at.get(part) if isinstance(at, dict) else None
    return isinstance(at, dict | list) or bool(models_of(annotation_at(Scenario, tuple(keys))))


def document_of(scenario: Scenario) -> dict[str, Any]:
    """Return a scenario as a file has it.

    A type of the motor pool that was changed is a type of its own there, `badger_changed`: no file may
    give a name of the pool another meaning.
    """
    document = copy.deepcopy(scenario._document)
    shipped = motor_pool()
    for name, kind in scenario.used_types().items():
        if name in scenario.types or shipped.get(name) == kind:
            continue
        own = f"{name}_changed"
        document.setdefault("types", {})[own] = kind.model_dump(mode="json", exclude_unset=True)
        for side in c.SIDES:
            for unit in document[side]["units"]:
                for part in (unit, *unit.get("elements", ())):
                    if part.get("type") == name:
                        part["type"] = own
    return document


def save(scenario: Scenario, file: str | Path) -> Path:
    """Write a scenario into a TOML file that loads as the same; see `Scenario.save`."""
    path = path_of("file", file, home=True)
    if path.suffix != ".toml":
        raise InputError(f"{file}: the name of a scenario's file ends in .toml")
    document = document_of(scenario)
    for side in c.SIDES:
        doctrine = document[side]["doctrine"]
        if doctrine.endswith(".toml") or "/" in doctrine:  # relative to the file that names it
            there = scenario.doctrine_folder(side) / Path(doctrine).expanduser()
            document[side]["doctrine"] = Path(os.path.relpath(there, path.parent)).as_posix()
            if "/" not in document[side]["doctrine"]:
                document[side]["doctrine"] = f"./{document[side]['doctrine']}"
    try:
        path.write_text(tomli_w.dumps(document), "utf-8")
    except OSError as problem:
        raise InputError(f"{file}: cannot be written: {problem.strerror}") from None
    return path


def roster(scenario: Scenario) -> pd.DataFrame:
    """Return one row a unit; `Scenario.roster` names the columns."""
    import pandas as pd

    return pd.DataFrame(
        [
            {
                "side": side,
                "unit": unit.name,
                "type": unit.make_up,
                "elements": unit.size,
                "quality": unit.quality,
                "leadership": unit.leadership,
                "points": sum(points(kind) for kind in scenario.kinds_of(unit) if kind),
            }
            for side, force in zip(c.SIDES, scenario.sides, strict=True)
            for unit in force.units
        ]
    )
