"""Pydantic's errors in the words of the scenario file, and the shape of its models."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from sim.scenario.errors import Place, Problem, listed, show, unknown_key
from sim.scenario.vehicles import PLAIN_NAME

WRONG_TYPE = {
    "string_type": "text",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a table of keys",
    "model_type": "a table of keys",
}


def plain(annotation: Any) -> Any:
    """Return an annotation without `Annotated` and without `| None`."""
    while True:
        if get_origin(annotation) is Annotated:
            annotation = get_args(annotation)[0]
        elif get_origin(annotation) in (Union, types.UnionType):
            parts = [part for part in get_args(annotation) if part is not type(None)]
            if len(parts) != 1:
                return annotation
            annotation = parts[0]
        else:
            return annotation


def keys_of(annotation: Any) -> list[str]:
    """Return the keys that a table of the file may have, in the model's order."""
    annotation = plain(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return list(annotation.model_fields)
    return []


def inside(annotation: Any, part: str | int) -> Any:
    """Return the annotation of a part of a value, or None if it has no such part."""
    annotation = plain(annotation)
    if isinstance(part, str) and part in keys_of(annotation):
        field = annotation.model_fields[part]
        return field.annotation
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is list and isinstance(part, int):
        return arguments[0]
    if origin is tuple and isinstance(part, int) and part < len(arguments):
        return arguments[part]
    if origin is dict and isinstance(part, str):
        return arguments[1]
    return None


def annotation_at(model: type[BaseModel], place: Place) -> Any:
    """Return the annotation at a place of a file, or None if there is no such place."""
    annotation: Any = model
    for part in place:
        annotation = inside(annotation, part)
    return annotation


def sentence(error: ErrorDetails) -> str:
    """Return what one of pydantic's errors says: the value and what is allowed."""
    kind, value, limits = error["type"], show(error["input"]), error.get("ctx", {})
    match kind:
        case "greater_than_equal":
            return f"{value} is less than {limits['ge']:g}"
        case "less_than_equal":
            return f"{value} is more than {limits['le']:g}"
        case "greater_than":
            return f"{value} is not more than {limits['gt']:g}"
        case "less_than":
            return f"{value} is not less than {limits['lt']:g}"
        case "too_long":
            return f"{limits['actual_length']} entries are more than {limits['max_length']}"
        case "too_short":
            return f"{limits['actual_length']} entries are fewer than {limits['min_length']}"
        case "string_too_long":
            return f"{len(error['input'])} letters are more than {limits['max_length']}"
        case "string_too_short":
            return f"{value} is empty"
        case "string_pattern_mismatch" if limits["pattern"] == PLAIN_NAME:
            return f"{value} may hold only a-z, 0-9 and _"
        case "string_pattern_mismatch":
            return f"{value} must be one line without blanks around it"
        case "literal_error":
            return f"{value} is not one of {listed(re.findall(r"'([^']*)'", limits['expected']))}"
        case "finite_number":
            return f"{value} is not a finite number"
        case "spelling":
            return str(limits["text"])
        case _ if kind in WRONG_TYPE:
            return f"{value} is not {WRONG_TYPE[kind]}"
    return f"{value} is not allowed"


def problems_of(error: ValidationError, model: type[BaseModel]) -> Iterator[Problem]:
    """Yield each of pydantic's errors as a problem of the file."""
    for detail in error.errors():
        place: Place = detail["loc"]
        if detail["type"] == "missing":
            yield Problem(place, "is missing")
        elif detail["type"] == "extra_forbidden":
            known = keys_of(annotation_at(model, place[:-1]))
            yield Problem(place, unknown_key(str(place[-1]), known))
        else:
            at = place[:-1] if place and place[-1] == "[key]" else place
            yield Problem(at, sentence(detail))
