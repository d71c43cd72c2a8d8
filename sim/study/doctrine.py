"""Doctrines in Python: loaded, written as TOML, changed; with the text that they came from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import tomli_w

from sim import doctrine as compiled
from sim.doctrine.loader import DoctrineError, compile_doctrine
from sim.places import doctrine_folder, toml_text
from sim.refusal import InputError, nearest, path_of, real_of, text_of
from sim.study.drawn import html

if TYPE_CHECKING:
    from sim.scenario import Scenario

__all__ = [
    "Doctrine",
    "DoctrineError",
    "Named",
    "is_path",
    "load_doctrine",
    "own_doctrine",
    "parse_doctrine",
]


@dataclass(frozen=True, repr=False)
class Doctrine(compiled.Doctrine):
    """A doctrine with the TOML that it was made of; `with_` returns another one, `save` writes it.

    `name` and `text` are its own words, `parameters` its numbers by name.
    """

    source: str = ""  # TOML
    given: str | None = None  # the name or path that it was loaded by; None: made in Python

    def __str__(self) -> str:
        """Return what the command line calls it: a shipped name, or a file."""
        return self.given or f"{self.name}.toml"

    def __repr__(self) -> str:
        numbers = "".join(f"\n- {name} = {value:g}" for name, value in self.parameters.items())
        return f"Doctrine {self.name}: {self.text}{numbers}"

    def _repr_html_(self) -> str | None:
        """Return its words, its numbers and its TOML as HTML; None where that fails."""
        return html(self)

    def with_(self, name: str | None = None, **parameters: float) -> Doctrine:
        """Return this doctrine with other numbers, under another name.

        The name says what is different where none is given: `ambush_near_20`. Raises `DoctrineError`
        for a parameter that it does not have.
        """
        for wanted in parameters:
            if wanted not in self.parameters:
                raise DoctrineError(
                    f"{self}: parameters: has no {wanted}{nearest(wanted, self.parameters)}; "
                    f"there are: {', '.join(self.parameters) or 'none'}"
                )
        if not self.source:
            raise DoctrineError(f"{self}: its text is not known; load it with sim.load_doctrine")
        document = tomllib.loads(self.source)
        numbers = {
            key: real_of(f"{self}: parameters: {key}", value) for key, value in parameters.items()
        }
        if name is None:
            parts = (f"_{key}_{value:g}" for key, value in numbers.items())
            name = f"{self.name}{''.join(parts)}".replace(".", "_").replace("-", "minus_")
        name = text_of(f"{self}: name", name)
        document |= {"name": name, "parameters": {**document.get("parameters", {}), **numbers}}
        return parse_doctrine(tomli_w.dumps(document), self.file)

    def save(self, file: str | Path) -> Path:
        """Write it into a TOML file that loads as the same doctrine; return the path."""
        path = path_of("file", file, home=True)
        if path.suffix != ".toml":
            raise InputError(f"{file}: the name of a doctrine's file ends in .toml")
        try:
            path.write_text(self.source, "utf-8")
        except OSError as problem:
            raise InputError(f"{file}: cannot be written: {problem.strerror}") from None
        return path


#: How a doctrine is asked for: a shipped name, a file, or the doctrine itself.
Named: TypeAlias = str | Path | compiled.Doctrine


def is_path(wanted: str | Path) -> bool:
    """Return whether a doctrine's file is meant, not a shipped name."""
    return isinstance(wanted, Path) or wanted.endswith(".toml") or "/" in wanted


def load_doctrine(
    name_or_path: Named, beside: Path | None = None, parameters: Mapping[str, Any] | None = None
) -> Doctrine:
    """Return the doctrine of a shipped name or of a TOML file, or a doctrine, checked and compiled.

    `beside` is the folder that a path is relative to; `parameters` replace values of its own. Raises
    `DoctrineError` with one line: file, place, value and what is allowed.
    """
    if isinstance(name_or_path, compiled.Doctrine):
        doctrine = name_or_path
        own = doctrine if isinstance(doctrine, Doctrine) else _written(doctrine, "", None)
        if not parameters:
            return own
        made = parse_doctrine(own.with_(own.name, **parameters).source, own.file)
        return _written(made, made.source, own.given)
    doctrine = compiled.load_doctrine(name_or_path, beside, parameters)
    path = doctrine_folder() / f"{name_or_path}.toml"
    if is_path(name_or_path):
        path = (beside or Path()) / Path(name_or_path).expanduser()
    text = toml_text(path)
    if parameters:
        document = tomllib.loads(text)
        document["parameters"] |= parameters
        text = tomli_w.dumps(document)
    return _written(doctrine, text, str(name_or_path))


def own_doctrine(scenario: Scenario, side: str) -> Doctrine:
    """Return the doctrine that a scenario names for a side."""
    return load_doctrine(getattr(scenario, side).doctrine, scenario.doctrine_folder(side))


def parse_doctrine(text: str, file: str = "doctrine.toml") -> Doctrine:
    """Return the doctrine that a text in TOML describes; `file` is its name in messages.

    Raises `DoctrineError` as a file does.

    >>> parse_doctrine('''
    ... name = "waiting"
    ... text = "Waits on overwatch."
    ... [[activation]]
    ... do = "overwatch"
    ... ''').name
    'waiting'
    """
    try:
        document = tomllib.loads(text_of(file, text))
    except InputError:
        raise
    except ValueError as problem:
        raise DoctrineError(f"{file}: is not TOML: {problem}") from None
    except RecursionError:
        raise DoctrineError(f"{file}: is not TOML that can be read: nested too deep") from None
    return _written(compile_doctrine(document, file), text, None)


def _written(doctrine: compiled.Doctrine, source: str, given: str | None) -> Doctrine:
    own = {field.name: getattr(doctrine, field.name) for field in fields(compiled.Doctrine)}
    return Doctrine(**own, source=source, given=given)
