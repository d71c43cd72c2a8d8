"""`--set a.b.0.c=value`: changes of the document before it is checked."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any, get_origin

import tomli_w
from pydantic import BaseModel

from sim.doctrine import Doctrine
from sim.refusal import nearest, place_of, shown
from sim.scenario.errors import Place, ScenarioError, listed
from sim.scenario.models import Scenario
from sim.scenario.structure import annotation_at, inside, keys_of, plain

WORDS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def read_value(text: str) -> Any:
    """Return the value that a text means: a switch, a TOML literal, or else the text itself."""
    word = text.strip()
    if word.lower() in WORDS:
        return WORDS[word.lower()]
    try:
        values = tomllib.loads(f"value = {word}")
    except (tomllib.TOMLDecodeError, RecursionError):
        return word
    return values["value"] if list(values) == ["value"] else word


def no_such(setting: str, place: Place, part: str, known: Sequence[str]) -> ScenarioError:
    """Return the refusal of a part that a place does not have."""
    where = place_of(place) or "the scenario"
    near = nearest(part, [key for key in known if not key.isdigit()])
    return ScenarioError(
        f"setting {setting}: {where} has no {part}{near}; allowed: {listed(known)}"
    )


def parts_of(at: Any, annotation: Any) -> dict[str, str | int]:
    """Return the parts that a place may have, each with its key or index."""
    if isinstance(at, list):
        return {str(index): index for index in range(len(at))}
    if not isinstance(at, dict):
        return {}
    return {
        key: key for key in keys_of(annotation, at) or at if inside(annotation, key) is not None
    }


def apply_setting(document: dict[str, Any], setting: str) -> None:
    """Change one value of the document in place; raises `ScenarioError` for an unknown place."""
    where, equals, text = setting.partition("=")
    if not equals or not where.strip():
        raise ScenarioError(f"setting {setting}: not of the form PLACE=VALUE, as rules.shots=2")
    at: Any = document
    place: Place = ()
    value = read_value(text)
    *path, last = where.strip().split(".")
    for part in (*path, last):
        annotation = annotation_at(Scenario, place)
        allowed = parts_of(at, annotation)
        if len(place) == len(path) and isinstance(value, dict) and takes_any(annotation, at):
            allowed.setdefault(part, part)
        if part not in allowed:
            raise no_such(setting, place, part, list(allowed))
        place = (*place, allowed[part])
        if len(place) > len(path):
            if plain(annotation_at(Scenario, place)) is bool and not isinstance(value, bool):
                raise ScenarioError(f"setting {setting}: {shown(value)} is not on or off")
            at[allowed[part]] = value
        else:
            at = at.setdefault(part, {}) if isinstance(at, dict) else at[allowed[part]]


def takes_any(annotation: Any, at: Any) -> bool:
    """Return whether a place is a table of tables by name, as `types` is."""
    return isinstance(at, dict) and get_origin(plain(annotation)) is dict


def apply_settings(document: dict[str, Any], settings: Sequence[str]) -> dict[str, Any]:
    """Return the document with each `place=value` applied, the given one left as it is.

    Values are on/off/true/false/yes/no, numbers, TOML literals, or plain text. A place may be a key
    that the file leaves out, but never one that the format does not have. Raises `ScenarioError`.
    """
    changed = copy.deepcopy(document)
    for setting in settings:
        apply_setting(changed, setting)
    return changed


def setting_of(place: str, value: Any) -> str:
    """Return the setting that gives a place a value of Python's: what `read_value` reads as that.

    Raises `ScenarioError` for a value that no file can hold.
    """
    return f"{place}={_spelt(_of_file(place, value))}"


def _of_file(place: str, value: Any) -> Any:
    """Return a value as a file holds it: tuples are lists, models are tables."""
    if isinstance(value, Doctrine):
        if given := getattr(value, "given", None):
            return given
        raise ScenarioError(
            f"{place}: the doctrine {value.name} was made in Python: save it and name its file, "
            "or give it to what fights, as in run(scenario, red=doctrine)"
        )
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json", exclude_unset=True)
    if isinstance(value, Mapping):
        return {str(key): _of_file(f"{place}.{key}", part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_of_file(f"{place}.{number}", part) for number, part in enumerate(value)]
    if isinstance(value, PurePath):
        return str(value)
    if not isinstance(value, bool | int | float | str) and hasattr(value, "tolist"):
        return _of_file(place, value.tolist())  # numpy's
    if not isinstance(value, bool | int | float | str):
        raise ScenarioError(f"{place}: {shown(value)} is no value that a file can hold")
    return value


def _spelt(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str) and value == value.strip() and read_value(value) == value:
        return value
    return _literal(value)


def _literal(value: Any) -> str:
    """Return a value as TOML on one line."""
    if isinstance(value, dict):
        parts = (f"{tomli_w.dumps({key: 0})[:-5]} = {_literal(one)}" for key, one in value.items())
        return f"{{ {', '.join(parts)} }}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_literal, value))}]"
    return tomli_w.dumps({"x": value})[len("x = ") : -1]
