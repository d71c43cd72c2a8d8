"""The targets that may come, as `overwatch trigger` is told of them: one text a target."""

from __future__ import annotations

import inspect
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from sim.exact import OddsError, ShotOdds, shot
from sim.exact.stopping import Offer
from sim.layout.codes import ELEMENTS_A_UNIT
from sim.refusal import InputError, nearest, shown, text_of, texts_of
from sim.scenario import VehicleType, motor_pool, points
from sim.scenario.fill_types import WALKERS

MOST_TARGETS = 40
MOST_VALUES = 200  # of one target
NUMBER = re.compile(r"\d{1,9}(\.\d{1,9})?|\.\d{1,9}|\d{1,9}/[1-9]\d{0,8}")
WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}

#: The arguments of an exact shot (`sim.exact.shot`) with their defaults; a target may give each.
SHOT: dict[str, Any] = {
    name: parameter.default for name, parameter in inspect.signature(shot).parameters.items()
}
OWN = ("name", "p", "void", "value", "type", "points", "shots")
KEYS = (*OWN, *SHOT)
NEEDED = ("weapon", "range", "size", "armour")  # no default of these would be a fair guess
NEEDS = "a shot needs a weapon and a range, and a type or else size and armour"


@dataclass(frozen=True)
class Target:
    """A target that may come: its name, the chances and values, and the text that they are from.

    `given` are its keys as they were told, each with its alternatives and their chances.
    """

    name: str
    offer: Offer
    text: str
    given: Mapping[str, tuple[tuple[str, Fraction], ...]]


def shot_points(odds: ShotOdds, worth: Fraction) -> Fraction:
    """Return the points that a shot takes on average: all if destroyed, half if crippled."""
    half = sum(
        (chance for name, chance in odds.outcomes.items() if "Dam" in name or "MOB" in name),
        Fraction(0),
    )
    return worth * (odds.outcomes["Kill"] + half / 2)


def read_stream(texts: Sequence[str], common: str = "") -> list[Target]:
    """Return the targets of a stream in their order; `common` holds keys of every target.

    A text is a list of KEY=VALUE: `p` the chance to come, `value` the points that a shot takes on
    average, or the options of `overwatch odds shot` with `points` or a `type` of the motor pool.
    ``value=30@0.6,10@0.4`` (any key of the shot may be given so) is seen when the target is there.
    Raises InputError that names the target, the key, the value and what is allowed.
    """
    texts = texts_of("target", texts)
    if not texts:
        raise InputError("target: none is given; there must be one or more")
    if len(texts) > MOST_TARGETS:
        raise InputError(f"target: {len(texts)} are more than {MOST_TARGETS}")
    shared = _keys(text_of("common", common), "all")
    return [_target(number, text, shared) for number, text in enumerate(texts, 1)]


def _keys(text: str, where: str) -> dict[str, str]:
    """Return the keys of a text; a key alone means yes."""
    try:
        words = shlex.split(text)
    except ValueError:
        raise InputError(f"{where}: {shown(text)}: a quotation mark is missing") from None
    keys: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        key = key.replace("-", "_")
        inner = [part.partition("=")[0].strip() for part in word.split(",")[1:] if "=" in part]
        at_end = word.startswith(",") or word.endswith(",")
        if key != "name" and (at_end or set(inner) & set(KEYS)):
            raise InputError(
                f"{where}: {shown(word)}: a stray comma: spaces alone stand between keys, commas alone "
                "between the values of one"
            )
        if key not in KEYS:
            near = nearest(key, KEYS)
            raise InputError(
                f"{where}: {shown(key)} is not a key{near}; allowed: {', '.join(KEYS)}"
            )
        if key in keys:
            raise InputError(f"{where}: {key} is given twice")
        if not equals and not isinstance(SHOT.get(key), bool):
            raise InputError(f"{where}: {key} has no value; write {key}=VALUE")
        keys[key] = value if equals else "yes"
    return keys


def _target(number: int, text: str, shared: Mapping[str, str]) -> Target:
    where = f"target {number}"
    own = _keys(text, where)
    told = {**(shared if "value" not in own else {k: shared[k] for k in shared if k in OWN}), **own}
    if "value" in told and (
        beside := [key for key in own if key in SHOT or key in ("type", "points")]
    ):
        raise InputError(f"{where}: {beside[0]} is of no use beside value: give one or the other")
    name = told.pop("name", None)
    given = {key: tuple(_alternatives(value, f"{where}: {key}")) for key, value in told.items()}
    for key in ("p", "void", "type", "points", "shots"):
        if key in given and len(given[key]) > 1:
            raise InputError(f"{where}: {key}: {shown(told[key])}: only one value is allowed")
    try:
        values = _values(given, where)
        offer = Offer(
            _number(told.get("p", "1"), f"{where}: p"),
            values,
            _number(told.get("void", "0"), f"{where}: void"),
        )
    except OddsError as error:
        raise InputError(f"{where}: {error.name}: {error.value} is {error.reason}") from None
    return Target(name or told.get("type") or f"target {number}", offer, text, given)


def _alternatives(text: str, where: str) -> Iterator[tuple[str, Fraction]]:
    """Yield the alternatives of a value with their chances: one alone is certain."""
    parts = text.split(",")
    if len(parts) == 1 and "@" not in text:
        yield text, Fraction(1)
        return
    total = Fraction(0)
    for part in parts:
        value, at, chance = part.partition("@")
        if not at:
            raise InputError(f"{where}: {shown(part)} has no chance; write VALUE@CHANCE")
        weight = _number(chance, where)
        total += weight
        yield value, weight
    if total != 1:
        raise InputError(f"{where}: the chances of {shown(text)} sum to {float(total):g}, not to 1")


def _number(text: str, where: str) -> Fraction:
    if NUMBER.fullmatch(text) is None:
        raise InputError(f"{where}: {shown(text)} is not a number of 0 or more")
    return Fraction(text)


def _values(
    given: Mapping[str, tuple[tuple[str, Fraction], ...]], where: str
) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the values of a shot at the target, with their chances, equal ones together."""
    chances: dict[Fraction, Fraction] = {}
    shots = Fraction(given["shots"][0][0]) if _is_count(given, where) else Fraction(1)
    if "value" in given:
        for text, chance in given["value"]:
            worth = _number(text, f"{where}: value") * shots
            chances[worth] = chances.get(worth, Fraction(0)) + chance
    else:
        known, worth = _kind(given, where)
        for key in NEEDED:
            if key not in given and key not in known:
                raise InputError(f"{where}: {key} is missing: {NEEDS}")
        impossible, hit = "", Fraction(0)
        asked = {key: alternatives for key, alternatives in given.items() if key in SHOT}
        if (count := _count(asked.values())) > MOST_VALUES:
            raise InputError(f"{where}: its alternatives make {count} shots; {MOST_VALUES} allowed")
        for one in product(*asked.values()):
            chance = Fraction(1)
            arguments = dict(known)
            for key, (text, weight) in zip(asked, one, strict=True):
                arguments[key] = _argument(key, text, where)
                chance *= weight
            odds = _shot(arguments, where)
            impossible = impossible or odds.impossible
            hit += odds.hit * chance
            value = shot_points(odds, worth) * shots
            chances[value] = chances.get(value, Fraction(0)) + chance
        if impossible and not hit:
            raise InputError(f"{where}: impossible: {impossible}")
    return tuple(sorted(chances.items()))


def _is_count(given: Mapping[str, tuple[tuple[str, Fraction], ...]], where: str) -> bool:
    if "shots" not in given:
        return False
    text = given["shots"][0][0]
    if not (text.isdecimal() and 1 <= int(text) <= ELEMENTS_A_UNIT):
        allowed = f"a whole number from 1 to {ELEMENTS_A_UNIT}"
        raise InputError(f"{where}: shots: {shown(text)} is not {allowed}")
    return True


def _count(alternatives: Iterable[Sequence[Any]]) -> int:
    total = 1
    for one in alternatives:
        total *= len(one)
    return total


def _kind(
    given: Mapping[str, tuple[tuple[str, Fraction], ...]], where: str
) -> tuple[dict[str, Any], Fraction]:
    """Return what the target's type says of the shot, and its points (p. 52)."""
    known: dict[str, Any] = {}
    worth: Fraction | None = None
    if "type" in given:
        vehicle = vehicle_of(given["type"][0][0], where)
        known = {
            "size": vehicle.size,
            "armour": vehicle.armour,
            "stealth": vehicle.stealth,
            "armour_kind": vehicle.armour_kind,
            "walker": vehicle.mobility in WALKERS,
        }
        worth = Fraction(points(vehicle))
    if "points" in given:
        worth = _number(given["points"][0][0], f"{where}: points")
    if worth is None:
        raise InputError(
            f"{where}: needs a value, or what it is worth: points, or a type of the motor pool"
        )
    return known, worth


def vehicle_of(name: str, where: str) -> VehicleType:
    """Return a vehicle of the motor pool; raises InputError for none, or for infantry."""
    pool = motor_pool()
    known = sorted(one for one, kind in pool.items() if isinstance(kind, VehicleType))
    kind = pool.get(name)
    if not isinstance(kind, VehicleType):
        what = "is infantry, not" if kind is not None else "is not"
        raise InputError(
            f"{where}: type: {shown(name)} {what} a vehicle of the motor pool"
            f"{nearest(name, known)}; allowed: {', '.join(known)}"
        )
    return kind


def _argument(key: str, text: str, where: str) -> Any:
    """Return the text as the argument of a shot that it stands for."""
    default = SHOT[key]
    if isinstance(default, bool):
        if text.lower() not in WORDS:
            raise InputError(f"{where}: {key}: {shown(text)} is not yes or no")
        return WORDS[text.lower()]
    if isinstance(default, float):
        return float(_number(text, f"{where}: {key}"))
    if isinstance(default, int):
        if not (text.isdecimal() and len(text) < 10):
            raise InputError(f"{where}: {key}: {shown(text)} is not a whole number of 0 or more")
        return int(text)
    return text


def _shot(arguments: Mapping[str, Any], where: str) -> ShotOdds:
    try:
        return shot(**arguments)
    except OddsError as error:
        raise InputError(f"{where}: {error.name}: {shown(error.value)}: {error.reason}") from None
