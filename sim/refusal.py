"""Bad input in one line: file, place, value, and what is allowed.

Every error of a user's file ends as an `InputError`; `first_error` words what pydantic found.
"""

from __future__ import annotations

import difflib
import inspect
import numbers
import operator
import os
import re
import types
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

LONGEST_VALUE = 60

#: What pydantic calls a type it missed, in our words.
_WANTED = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "string_type": "a text",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "dataclass_type": "a table",
}
#: A limit that was missed: our words, and pydantic's name for the limit.
_LIMIT = {
    "less_than_equal": ("is more than", "le"),
    "less_than": ("is not less than", "lt"),
    "greater_than_equal": ("is less than", "ge"),
    "greater_than": ("is not more than", "gt"),
    "multiple_of": ("is not a multiple of", "multiple_of"),
}
#: Parts of a location that name a member of a union, not a key of the document.
_TAG = re.compile(r"^(int|float|str|bool|list|dict|tuple|none)$|[\[(]|^function-")
#: A tag of our own: `<Model>` names the model of a union that a table was read as.
_MEMBER = re.compile(r"^<(\w+)>$")


class InputError(ValueError):
    """Bad input: the message names the file, the place in it, the value and what is allowed."""


def nearest(word: Any, known: Iterable[str]) -> str:
    """Return ``; nearest is 'x'`` for a word that looks like a known one, else nothing."""
    found = difflib.get_close_matches(word, list(known), 1) if isinstance(word, str) else []
    return f"; nearest is '{found[0]}'" if found else ""


def alone(name: str) -> str:
    """Return that one name is allowed, for a text that is a list of them, else nothing."""
    return "; only one is allowed here" if "," in name else ""


def shown(value: Any) -> str:
    """Return a value as a message shows it: short, TOML's words for true and false."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    text = repr(value)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 3] + "..."


def whole_of(name: str, value: Any) -> int:
    """Return a whole number of Python's or numpy's as an int; raise `InputError` for all else."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise InputError(f"{name}: {shown(value)} is not a whole number") from None


def real_of(name: str, value: Any) -> int | float:
    """Return a number of Python's or numpy's as an int or a float; raise `InputError` for all else."""
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise InputError(f"{name}: {shown(value)} is not a number")
    return int(value) if isinstance(value, numbers.Integral) else float(value)


def one_of(name: str, value: Any, allowed: Iterable[str]) -> str:
    """Return a word that is among those allowed; raise `InputError` for all else."""
    words = list(allowed)
    if not (isinstance(value, str) and value in words):
        near = nearest(value, words)
        raise InputError(f"{name}: {shown(value)} is not one of {', '.join(words)}{near}")
    return value


def text_of(name: str, value: Any) -> str:
    """Return a text; raise `InputError` for all else."""
    if not isinstance(value, str):
        raise InputError(f"{name}: {shown(value)} is not a text")
    return value


def list_of(name: str, values: Any) -> tuple[Any, ...]:
    """Return the entries of a list, which a text is none of; raise `InputError` for all else."""
    if isinstance(values, str | bytes | os.PathLike) or not isinstance(values, Iterable):
        raise InputError(f"{name}: {shown(values)} is not a list")
    return tuple(values)


def texts_of(name: str, values: Any) -> tuple[str, ...]:
    """Return the entries of a list of texts; raise `InputError` for all else."""
    return tuple(text_of(name, value) for value in list_of(name, values))


def flag_of(name: str, value: Any) -> bool:
    """Return True or False, Python's or numpy's, as a bool; raise `InputError` for all else."""
    if not isinstance(value, bool) and type(value).__name__ not in ("bool", "bool_"):
        raise InputError(f"{name}: {shown(value)} is neither true nor false")
    return bool(value)


def path_of(name: str, value: Any, home: bool = False) -> Path:
    """Return a path that the system can look for, with `home` one that may begin with ``~``.

    Raises `InputError` for all else.
    """
    if not isinstance(value, str | os.PathLike) or isinstance(os.fspath(value), bytes):
        raise InputError(f"{name}: {shown(value)} is not a path")
    path = Path(value)
    try:
        path = path.expanduser() if home else path
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        pass  # for those to say who read or write it
    except (OSError, RuntimeError, ValueError) as problem:  # too long, of nobody, no name at all
        reason = getattr(problem, "strerror", None) or problem
        raise InputError(f"{name}: {shown(str(value))}: {reason}") from None
    return path


def place_of(location: tuple[int | str, ...]) -> str:
    """Return a location as a reader writes it: ``blue.units[2].count``."""
    text = ""
    for part in location:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f".{part}" if text else part
    return text


def untagged(location: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """Return a location of the checking library without the tags that are no keys of the file."""
    return tuple(part for part in location if not _MEMBER.match(str(part)))


def first_error(problem: ValidationError, file: str, model: type[BaseModel] | None = None) -> str:
    """Return pydantic's first complaint as one line ``file: place: reason``.

    With `model`, the message for an unknown key lists the keys that are allowed there.
    """
    error = problem.errors(include_url=False)[0]
    location = error["loc"]
    if error["type"] not in ("missing", "extra_forbidden"):
        while location and isinstance(location[-1], str) and _TAG.search(location[-1]):
            location = location[:-1]
    place = place_of(untagged(location))
    reason = _reason(error, _keys_beside(model, error["loc"]) if model else ())
    return f"{file}: {place}: {reason}" if place else f"{file}: {reason}"


def _reason(error: ErrorDetails, keys: tuple[str, ...]) -> str:
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        if not keys:
            return "unknown key"
        return f"unknown key{nearest(str(error['loc'][-1]), keys)}; allowed: {', '.join(keys)}"
    if kind in ("literal_error", "enum"):
        allowed = re.sub(r"\s+or\s+(?=\S+$)", ", ", str(context["expected"])).replace("'", "")
        return f"{shown(value)} is not one of {allowed}"
    if kind in _LIMIT:
        words, name = _LIMIT[kind]
        return f"{shown(value)} {words} {context[name]:g}"
    if kind in _WANTED:
        return f"{shown(value)} is not {_WANTED[kind]}"
    if kind in ("too_long", "string_too_long"):
        what = "letters" if kind.startswith("string") else "entries"
        have = context.get("actual_length") or len(value)
        return f"has {have} {what}; at most {context['max_length']} are allowed"
    if kind in ("too_short", "string_too_short"):
        what = "letters" if kind.startswith("string") else "entries"
        have = context.get("actual_length") or len(value)
        return f"has {have} {what}; at least {context['min_length']} are needed"
    if kind == "string_pattern_mismatch":
        return f"{shown(value)} does not match {context['pattern']}"
    if kind in ("value_error", "assertion_error"):
        return str(context["error"])
    return f"{shown(value)}: {error['msg'][0].lower()}{error['msg'][1:]}"


def _keys_beside(model: type[BaseModel], location: tuple[int | str, ...]) -> tuple[str, ...]:
    """Return the keys allowed where the last part of `location` stands."""
    here: Any = model
    for part in location[:-1]:
        here = _step(here, part)
    found = _model_in(here)
    if found is None:
        return ()
    return tuple(field.alias or name for name, field in found.model_fields.items())


def _step(here: Any, part: int | str) -> Any:
    if member := _MEMBER.match(str(part)):
        return next(option for option in _options(here) if option.__name__ == member[1])
    found = _model_in(here)
    if found is not None:
        for name, field in found.model_fields.items():
            if part in (name, field.alias):
                return field.annotation
        return here  # the tag of a union's member
    for option in _options(here):
        if get_origin(option) in (list, dict, tuple):
            return get_args(option)[-1 if get_origin(option) is dict else 0]
    return here


def _options(annotation: Any) -> tuple[Any, ...]:
    origin = get_origin(annotation)
    if origin in (Union, types.UnionType):
        return tuple(part for option in get_args(annotation) for part in _options(option))
    return _options(get_args(annotation)[0]) if origin is Annotated else (annotation,)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    for option in _options(annotation):
        if inspect.isclass(option) and issubclass(option, BaseModel):
            return option
    return None
