"""From a name or a path to a checked scenario."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails

from sim.layout import codes as c
from sim.places import shipped_folder, toml_text
from sim.refusal import first_error, path_of, shown, texts_of, untagged
from sim.scenario.checks import all_problems
from sim.scenario.errors import ScenarioError, and_more, file_order, refusal
from sim.scenario.kinds import MotorPool, fit_problems
from sim.scenario.models import Scenario
from sim.scenario.places import MOTOR_POOL, find_scenario
from sim.scenario.settings import apply_settings
from sim.scenario.teams import ElementType

Model = TypeVar("Model", bound=BaseModel)

TOML_PLACE = re.compile(r"(?P<what>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|.*)\)")


def read_toml(path: Path) -> dict[str, Any]:
    """Return a TOML file as a dictionary; raises `ScenarioError` that names file and line."""
    try:
        text = toml_text(path)
    except OSError as error:
        raise ScenarioError(f"{path.name}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ScenarioError(f"{path.name}: line {line}: not UTF-8 text") from None
    return read_text(text, path.name)


def read_text(text: str, file: str) -> dict[str, Any]:
    """Return TOML as a dictionary; raises `ScenarioError` that names the file and the line."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ScenarioError(f"{file}: not TOML that can be read: nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        match = TOML_PLACE.fullmatch(str(error))
        what = match["what"] if match else str(error)
        where = (
            f"line {match['line']}, column {match['column']}" if match and match["line"] else "end"
        )
        raise ScenarioError(f"{file}: {where}: not TOML: {what[0].lower() + what[1:]}") from None


def load_document(path_or_name: str | Path) -> dict[str, Any]:
    """Return the raw document of a shipped name or of a path; raises `ScenarioError`."""
    return read_toml(find_scenario(path_or_name))


def validated(model: type[Model], document: Mapping[str, Any], file: str) -> Model:
    """Return the document as a model; raises `ScenarioError` for the first refusal in the file."""
    try:
        return model.model_validate(document)
    except ValidationError as error:
        found = sorted(
            error.errors(), key=lambda detail: file_order(document, untagged(detail["loc"]))
        )
    first = found[0]
    alone = InitErrorDetails(
        type=first["type"], loc=first["loc"], input=first["input"], ctx=first.get("ctx", {})
    )
    one = ValidationError.from_exception_data(model.__name__, [alone])
    raise ScenarioError(first_error(one, file, model) + and_more(len(found) - 1))


def read_motor_pool(path: Path, settings: Sequence[str] = ()) -> dict[str, ElementType]:
    """Return the types of a motor pool file, with settings applied; raises `ScenarioError`."""
    return _checked_pool(apply_settings(read_toml(path), settings), path.name)


def _checked_pool(document: Mapping[str, Any], file: str) -> dict[str, ElementType]:
    types = validated(MotorPool, document, file).types
    problems = [
        problem for name, kind in types.items() for problem in fit_problems(kind, ("types", name))
    ]
    if problems:
        raise refusal(file, document, problems)
    return types


def pool_with(settings: Sequence[str], pool: Mapping[str, ElementType]) -> dict[str, ElementType]:
    """Return a motor pool with settings applied, its other types as they are."""
    document = {
        "types": {
            name: kind.model_dump(mode="json", exclude_unset=True) for name, kind in pool.items()
        }
    }
    file = f"{MOTOR_POOL}.toml"
    return {**pool, **_checked_pool(apply_settings(document, settings), file)}


@lru_cache(maxsize=1)
def motor_pool() -> dict[str, ElementType]:
    """Return the shipped types of vehicles and teams."""
    return read_motor_pool(shipped_folder() / f"{MOTOR_POOL}.toml")


def parse_scenario(
    document: Mapping[str, Any] | str,
    file: str | Path = "scenario.toml",
    pool: Mapping[str, ElementType] | None = None,
    set_in: Mapping[str, Path] | None = None,
) -> Scenario:
    """Return a document, or the text of one in TOML, as a checked scenario.

    `file` names it in messages, and doctrine paths are relative to it; `pool` stands in for the shipped
    motor pool; `set_in` is the folder in which a setting named the doctrine of a side. Raises
    `ScenarioError`.
    """
    path = path_of("file", file)
    if isinstance(document, str):
        document = read_text(document, path.name)
    if not isinstance(document, Mapping):
        raise ScenarioError(f"{path.name}: {shown(document)} is neither a text nor a table")
    scenario = validated(Scenario, document, path.name)
    scenario._file = path
    scenario._document = copy.deepcopy(dict(document))
    scenario._pool = motor_pool() if pool is None else dict(pool)
    scenario._set_in = dict(set_in or {})
    problems = list(all_problems(scenario))
    if problems:
        raise refusal(path.name, document, problems)
    return scenario


def load_scenario(path_or_name: Scenario | str | Path, settings: Sequence[str] = ()) -> Scenario:
    """Return the scenario of a shipped name or of a path, or a scenario, with settings applied.

    `settings` are texts such as `rules.overwatch=off`; `types.badger.armour=3` changes a type of the
    motor pool for this scenario. Raises `ScenarioError`.
    """
    settings = texts_of("settings", settings)
    if isinstance(path_or_name, Scenario):
        return path_or_name.with_settings(settings)
    path = find_scenario(path_or_name)
    document = read_toml(path)
    of_pool = [setting for setting in settings if is_of_pool(setting, document)]
    pool = read_motor_pool(shipped_folder() / f"{MOTOR_POOL}.toml", of_pool) if of_pool else None
    own = [setting for setting in settings if setting not in of_pool]
    scenario = parse_scenario(apply_settings(document, own), path, pool, doctrines_set(own))
    scenario._source, scenario._settings = str(path_or_name), settings
    return scenario


def doctrines_set(settings: Sequence[str]) -> dict[str, Path]:
    """Return where the settings are given, for each side whose doctrine they name."""
    places = {setting.partition("=")[0].strip() for setting in settings}
    return {side: Path.cwd() for side in c.SIDES if places & {side, f"{side}.doctrine"}}


def is_of_pool(setting: str, document: Mapping[str, Any]) -> bool:
    """Return whether a setting changes a part of a motor pool's type, which no document has."""
    first, _, rest = setting.partition("=")[0].strip().partition(".")
    name, dot, _ = rest.partition(".")
    own = document.get("types")
    if first != "types" or not dot or (isinstance(own, dict) and name in own):
        return False
    return name in motor_pool()
