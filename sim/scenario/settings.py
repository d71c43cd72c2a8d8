"""`--set a.b.0.c=value`: changes of the document before it is checked."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Sequence
from typing import Any

from sim.scenario.errors import Place, ScenarioError, listed, nearest, spell_place
from sim.scenario.models import Scenario
from sim.scenario.translate import annotation_at, inside, keys_of

WORDS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def read_value(text: str) -> Any:
    """Return the value that a text means: a switch, a TOML literal, or else the text itself."""
    word = text.strip()
    if word.lower() in WORDS:
        return WORDS[word.lower()]
    try:
        values = tomllib.loads(f"value = {word}")
    except tomllib.TOMLDecodeError:
        return word
    return values["value"] if list(values) == ["value"] else word


def no_such(setting: str, place: Place, part: str, known: Sequence[str]) -> ScenarioError:
    """Return the refusal of a part that a place does not have."""
    where = spell_place(place) or "the scenario"
    return ScenarioError(
        f"setting {setting}: {where} has no {part}{nearest(part, known)}; it has: {listed(known)}"
    )


def parts_of(document: Any, place: Place, part: str, annotation: Any) -> tuple[str | int, list[str]]:
    """Return a part of a setting's place as key or index, and what the place there may hold."""
    if isinstance(document, list):
        known = [str(index) for index in range(len(document))]
        return (int(part) if part in known else part), known
    known = keys_of(annotation)
    return part, known or [str(key) for key in document if inside(annotation, str(key)) is not None]


def apply_setting(document: dict[str, Any], setting: str) -> None:
    """Change one value of the document in place; raises `ScenarioError` for an unknown place."""
    where, equals, text = setting.partition("=")
    if not equals or not where.strip():
        raise ScenarioError(f"setting {setting}: not of the form PLACE=VALUE, as rules.shots=2")
    at: Any = document
    place: Place = ()
    parts = where.strip().split(".")
    for number, part in enumerate(parts):
        annotation = annotation_at(Scenario, place)
        if not isinstance(at, dict | list):
            raise no_such(setting, place, part, ())
        key, known = parts_of(at, place, part, annotation)
        if str(key) not in known:
            raise no_such(setting, place, part, known)
        place = (*place, key)
        if number == len(parts) - 1:
            at[key] = read_value(text)
        elif isinstance(at, dict):
            at = at.setdefault(str(key), {})
        else:
            at = at[int(key)]


def apply_settings(document: dict[str, Any], settings: Sequence[str]) -> dict[str, Any]:
    """Return the document with each `place=value` applied, the given one left as it is.

    Values are on/off/true/false/yes/no, numbers, TOML literals, or plain text. A place may be a key
    that the file leaves out, but never one that the format does not have. Raises `ScenarioError`.
    """
    changed = copy.deepcopy(document)
    for setting in settings:
        apply_setting(changed, setting)
    return changed
