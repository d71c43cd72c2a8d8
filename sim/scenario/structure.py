"""The shape of the scenario file, as its models tell it: which place has which parts."""

from __future__ import annotations

import types
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from sim.scenario.errors import Place


def plain(annotation: Any) -> Any:
    """Return an annotation without `Annotated` and without `| None`."""
    if get_origin(annotation) is Annotated:
        return plain(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        parts = [part for part in get_args(annotation) if part is not type(None)]
        return plain(parts[0]) if len(parts) == 1 else annotation
    return annotation


def keys_of(annotation: Any) -> list[str]:
    """Return the keys of a place that holds a model, in the model's order; else none."""
    annotation = plain(annotation)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return list(annotation.model_fields)
    return []


def inside(annotation: Any, part: int | str) -> Any:
    """Return the annotation of a part of a place, or None if it can have no such part."""
    annotation = plain(annotation)
    if part in keys_of(annotation):
        return annotation.model_fields[part].annotation
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is list and isinstance(part, int):
        return arguments[0]
    if origin is tuple and isinstance(part, int) and part < len(arguments):
        return arguments[part]
    if origin is dict and isinstance(part, str):
        return arguments[1]
    return None


def annotation_at(model: type[BaseModel], place: Place) -> Any:
    """Return the annotation at a place of a model's file, or None if there is no such place."""
    annotation: Any = model
    for part in place:
        annotation = inside(annotation, part)
    return annotation
