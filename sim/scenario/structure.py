"""The shape of the scenario file, as its models tell it: which place has which parts."""

from __future__ import annotations

import types
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from sim.scenario.errors import Place
from sim.scenario.kinds import member


def plain(annotation: Any) -> Any:
    """Return an annotation without `Annotated` and without `| None`."""
    if get_origin(annotation) is Annotated:
        return plain(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        parts = [part for part in get_args(annotation) if part is not type(None)]
        return plain(parts[0]) if len(parts) == 1 else annotation
    return annotation


def keys_of(annotation: Any, value: Any) -> list[str]:
    """Return the keys of a place that holds a model, in the model's order; else none.

    Of several models the place's value tells which it is.
    """
    models = models_of(annotation)
    if len(models) > 1:
        models = [model for model in models if f"<{model.__name__}>" == member(value)]
    return [name for model in models for name in model.model_fields]


def models_of(annotation: Any) -> list[type[BaseModel]]:
    """Return the models that a place may hold: several where a table is of one kind or another."""
    annotation = plain(annotation)
    if get_origin(annotation) in (Union, types.UnionType):
        return [model for part in get_args(annotation) for model in models_of(part)]
    is_model = isinstance(annotation, type) and issubclass(annotation, BaseModel)
    return [annotation] if is_model else []


def inside(annotation: Any, part: int | str) -> Any:
    """Return the annotation of a part of a place, or None if it can have no such part."""
    annotation = plain(annotation)
    for model in models_of(annotation):
        if part in model.model_fields:
            return model.model_fields[str(part)].annotation
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
