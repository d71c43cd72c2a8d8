"""From a doctrine's name or file to its compiled form."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sim.doctrine import program
from sim.doctrine.expression import ExpressionError, parse
from sim.doctrine.models import Activation, Answer, DoctrineFile, Order, Part, Trigger
from sim.doctrine.needs import needed
from sim.layout import codes as c
from sim.places import doctrine_folder, toml_text
from sim.refusal import InputError, alone, first_error, nearest, path_of, shown

FARTHEST = 120.0  # inches: more than any table's diagonal


class DoctrineError(InputError):
    """A doctrine that is refused."""


@dataclass(frozen=True)
class Rule:
    """One compiled rule; places of waypoints and zones are still names."""

    when: int
    score: int
    do: int
    move: int
    place: str
    range: float
    watch: int
    zone: str
    pace: int
    route: int
    needs: frozenset[int]  # features without which it never holds (`sim.doctrine.needs`)


@dataclass(frozen=True)
class Doctrine:
    """A compiled doctrine: its rules by chapter (codes.C_*) and one stack program."""

    name: str
    text: str
    file: str
    starts: bool
    parameters: dict[str, float]
    chapters: tuple[tuple[Rule, ...], ...]
    ops: tuple[program.Op, ...]


def shipped_doctrines() -> tuple[str, ...]:
    """Return the names of the doctrines that come with the package."""
    return tuple(sorted(file.stem for file in doctrine_folder().glob("*.toml")))


def load_doctrine(
    name_or_path: str | Path,
    beside: Path | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Doctrine:
    """Load a shipped doctrine by name, or a TOML file by path (`beside`: folder it is relative to).

    `parameters` replaces values of the file's own. Raises DoctrineError with one line: file, place,
    value and what is allowed.
    """
    if not isinstance(name_or_path, str | Path):
        raise DoctrineError(
            f"doctrine: {shown(name_or_path)} is none; one is a shipped name, a file or a Doctrine"
        )
    wanted = str(name_or_path)
    if isinstance(name_or_path, Path) or wanted.endswith(".toml") or "/" in wanted:
        path = (beside or Path()) / path_of("doctrine", wanted, home=True)
    else:
        known = shipped_doctrines()
        if wanted not in known:
            raise DoctrineError(
                f"doctrine {shown(wanted)} is not one of {', '.join(known)}"
                f"{alone(wanted)}{nearest(wanted, known)}; a file is named by a path that ends in .toml"
            )
        path = doctrine_folder() / f"{wanted}.toml"
    if not path.exists() and "," in wanted:
        raise DoctrineError(f"{path}: there is no such file{alone(wanted)}")
    document = _read(path)
    if parameters:
        document = _with_parameters(document, parameters, path.name)
    return compile_doctrine(document, path.name)


def _with_parameters(
    document: dict[str, Any], parameters: Mapping[str, Any], file: str
) -> dict[str, Any]:
    own = document.get("parameters")
    known = own if isinstance(own, dict) else {}
    for name in parameters:
        if name not in known:
            allowed = ", ".join(known) or "none"
            raise DoctrineError(
                f"{file}: parameters: has no {name}{nearest(name, known)}; there are: {allowed}"
            )
    return {**document, "parameters": {**known, **parameters}}


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(toml_text(path))
    except FileNotFoundError:
        raise DoctrineError(f"{path}: there is no such file") from None
    except OSError as problem:
        raise DoctrineError(f"{path}: cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise DoctrineError(f"{path.name}: is not UTF-8 text") from None
    except ValueError as problem:  # a whole number of thousands of digits is none of tomllib's own
        raise DoctrineError(f"{path.name}: is not TOML: {problem}") from None
    except RecursionError:
        raise DoctrineError(f"{path.name}: is not TOML that can be read: nested too deep") from None


def compile_doctrine(document: dict[str, Any], file: str) -> Doctrine:
    """Check and compile a doctrine's document; `file` is its name in messages."""
    try:
        model = DoctrineFile.model_validate(document)
    except ValidationError as problem:
        raise DoctrineError(first_error(problem, file, DoctrineFile)) from None
    names = tuple(model.parameters)
    pieces: list[list[program.Op]] = []
    for chapter, chapter_name in enumerate(c.CHAPTER_NAMES):
        texts = _expressions(getattr(model, chapter_name), f"{file}: {chapter_name}")
        own = [_piece(text, chapter, names, place) for place, text in texts]
        pieces += program.remember(own)
    try:
        ops, starts = program.join(pieces)
    except program.ProgramError as problem:
        raise DoctrineError(f"{file}: {problem}") from None
    start = iter(starts)
    chapters = tuple(
        tuple(
            _rule(part, start, model.parameters, chapter, f"{file}: {name}[{place}]")
            for place, part in enumerate(getattr(model, name))
        )
        for chapter, name in enumerate(c.CHAPTER_NAMES)
    )
    return Doctrine(
        model.name, model.text, file, model.starts == "self", model.parameters, chapters, tuple(ops)
    )


def _expressions(parts: Sequence[Part], chapter: str) -> Iterator[tuple[str, str]]:
    """Yield place and text of each expression of a chapter, in the order of the program."""
    for number, part in enumerate(parts):
        for key in ("when", "score"):
            if (text := getattr(part, key, None)) is not None:
                yield f"{chapter}[{number}].{key}", text


def _piece(text: str, chapter: int, parameters: Sequence[str], place: str) -> list[program.Op]:
    try:
        return program.piece_of(parse(text, chapter, parameters))
    except (ExpressionError, program.ProgramError) as problem:
        raise DoctrineError(f"{place}: {problem}") from None


def _rule(
    part: Part, starts: Iterator[int], parameters: dict[str, float], chapter: int, place: str
) -> Rule:
    when, needs = c.NOTHING, frozenset[int]()
    if (condition := getattr(part, "when", None)) is not None:
        when, needs = next(starts), needed(parse(condition, chapter, tuple(parameters)))
    score = next(starts) if getattr(part, "score", None) is not None else c.NOTHING
    do, move, to, distance, watch, zone, pace, route = 0, c.TO_HOLD, "", 0.0, 0, "", 0, 0
    if isinstance(part, Activation):
        do = c.ACTIONS.index(part.do)
        word, _, to = (part.move or "hold").partition(" ")
        move = c.DESTINATIONS.index(word)
        distance = _distance(part.range, parameters, place)
        word, _, zone = part.watch.partition(" ")
        watch = c.WATCHES.index(word)
        pace = c.PACES.index(part.pace)
        route = c.ROUTES.index(part.route)
    elif isinstance(part, Order):
        do = c.ORDER_PASS if part.do == "pass" else c.ORDER_PICK
    elif isinstance(part, Answer | Trigger):
        do = c.ANSWERS.index(part.do)
    return Rule(
        when, score, do, move, to.strip(), distance, watch, zone.strip(), pace, route, needs
    )


def _distance(wanted: Any, parameters: dict[str, float], place: str) -> float:
    """Return the inches of `range`: a number, a parameter's value, or 0 when there is none."""
    if wanted is None:
        return 0.0
    if isinstance(wanted, str):
        if wanted not in parameters:
            near = nearest(wanted, parameters)
            raise DoctrineError(f"{place}.range: {shown(wanted)} is not a parameter{near}")
        wanted = parameters[wanted]
    if not math.isfinite(wanted) or not 0 <= wanted <= FARTHEST:
        raise DoctrineError(f"{place}.range: {wanted:g} is not between 0 and {FARTHEST:g} inches")
    return float(wanted)
