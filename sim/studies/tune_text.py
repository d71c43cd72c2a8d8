"""A doctrine's file with other numbers: its comments, rules and layout stay as they were."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any

import tomli_w

HEAD = "# tuned: "  # begins the comments of a tuning
_TABLE = re.compile(r"^\s*\[+\s*([\w\".-]+)\s*\]+")


def with_values(
    text: str, name: str, about: str, values: Mapping[str, float], head: str = ""
) -> str:
    """Return a doctrine's text with another name, description and other values of its parameters.

    Lines are replaced where they stand, and comments stay. A file that is written in a way in which
    that cannot be done (inline tables, texts of several lines) is written anew, without comments.
    `head` becomes lines of comment above it, in place of those of an earlier tuning.
    """
    document = tomllib.loads(text)
    wanted = {**document, "name": name, "text": about}
    wanted["parameters"] = {**document.get("parameters", {}), **values}
    lines, table = [], ""
    for line in text.rstrip("\n").split("\n"):
        if found := _TABLE.match(line):
            table = found[1]
        elif table == "":
            line = _replaced(line, {"name": name, "text": about})
        elif table == "parameters":
            line = _replaced(line, values)
        lines.append(line)
    changed = "\n".join(lines) + "\n"
    if not _says(changed, wanted):
        changed = tomli_w.dumps(wanted)
    kept = [line for line in changed.split("\n") if not line.startswith(HEAD)]
    return "\n".join([f"{HEAD}{line}" for line in head.splitlines()] + kept)


def _replaced(line: str, values: Mapping[str, float | str]) -> str:
    """Return a line ``key = value  # comment`` with the key's new value."""
    key, equals, rest = line.partition("=")
    name = key.strip()
    if not equals or name not in values:
        return line
    value = values[name]
    if isinstance(value, str):
        shown = tomli_w.dumps({"x": value}).partition("= ")[2].strip()
        return f"{key}= {shown}"
    number, mark, comment = rest.partition("#")
    new = f" {value!r}"
    if mark:
        # a shorter or longer number leaves the comment in its column where there is room
        new += " " * max(1, len(number) - len(new))
    return f"{key}={new}{mark}{comment}"


def _says(text: str, document: Mapping[str, Any]) -> bool:
    try:
        return tomllib.loads(text) == document
    except tomllib.TOMLDecodeError:
        return False
