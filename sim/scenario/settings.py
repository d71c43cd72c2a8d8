"""`--set a.b.0.c=value`: changes of the document before it is checked."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Sequence
from typing import Any

from sim.refusal import nearest, place_of
from sim.scenario.errors import Place, ScenarioError, listed
from sim.scenario.models import Scenario
from sim.scenario.structure import annotation_at, inside, keys_of

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
    *path, last = where.strip().split(".")
    for part in (*path, last):
        allowed = parts_of(at, annotation_at(Scenario, place))
        if part not in allowed:
            raise no_such(setting, place, part, list(allowed))
        place = (*place, allowed[part])
        if len(place) > len(path):
            at[allowed[part]] = read_value(text)
        else:
            at = at.setdefault(part, {}) if isinstance(at, dict) else at[allowed[part]]


def apply_settings(document: dict[str, Any], settings: Sequence[str]) -> dict[str, Any]:
    """Return the document with each `place=value` applied, the given one left as it is.

    Values are on/off/true/false/yes/no, numbers, TOML literals, or plain text. A place may be a key
    that the file leaves out, but never one that the format does not have. Raises `ScenarioError`.
    """
    changed = copy.deepcopy(document)
    for setting in settings:
        apply_setting(changed, setting)
    return changed
