"""The stream of `overwatch trigger` played by the kernel: one gun, one target after another.

The watcher goes on overwatch first; then each target of the stream, one vehicle a unit, comes one
inch nearer in its range band with its chance, or stays where it is and gives no chance to fire. So
the mean points that the targets lose must be the exact value of the trigger rule.
"""

from __future__ import annotations

import dataclasses
import math
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sim.doctrine import Doctrine, load_doctrine
from sim.doctrine.loader import compile_doctrine
from sim.exact.stopping import Policy
from sim.figures import QUALITY_DIE, RANGE_BANDS
from sim.layout import codes as c
from sim.refusal import InputError
from sim.scenario import Scenario, parse_scenario
from sim.studies.bench import Bench
from sim.studies.stream import SHOT, Target, vehicle_of
from sim.studies.trigger import PATIENT, Trigger
from sim.study.intervals import Mean, mean_of
from sim.study.progress import Wanted, part_of, reported

WIDTH, HEIGHT = 72, 48  # inches of the table
WATCHER = (4.5, 24.5)
WIDEST = 0.6  # sine of the widest bearing off the watcher's front
NEARER = 1.0  # inches that a target comes
NEAR_ENOUGH = 1e-6  # points: the kernel reckons in floats
OWN_RULE = "patient_doctrine"
TOLD_OF = ("p", "void", "type", "weapon", "fire_control", "range", "name")

#: Units of one element that differ in these alone: the order chapter tells them apart by it.
PLACES = [
    (quality, confidence, leadership)
    for quality in QUALITY_DIE
    for confidence in ("CO", "ST")
    for leadership in (1, 2, 3)
][: c.UNITS_A_SIDE]


@dataclass(frozen=True)
class Played:
    """A rule as the kernel played it: mean points that the targets lost, and the exact value.

    `exact` is None for the whole trigger chapter of the doctrine `patient`, which estimates the best
    still to come by types and ranges on the table.
    """

    name: str
    text: str
    points: Mean
    exact: Fraction | None


def play(
    answer: Trigger,
    battles: int,
    seed: int,
    workers: int | None = None,
    progress: Wanted = None,
) -> list[Played]:
    """Let the kernel play the stream `battles` times under each rule; every rule meets the same luck.

    Ctrl-C ends it with the rules that were played. Raises InputError for a stream that cannot be laid
    out on a table: each target needs a `type` of the motor pool with armour, one value, no cover, and
    no chance that the counter is voided.
    """
    bench = Bench(stream_scenario(answer))
    red = coming(answer)
    rules: list[tuple[str, str, Doctrine, Fraction | None]] = [
        (rule.name, rule.text, watching(answer, rule.policy), rule.value)
        for rule in answer.all_rules
    ]
    text = "firing as the doctrine patient does on the table"
    rules.append((OWN_RULE, text, patient_watching(), None))
    played: list[Played] = []
    with suppress(KeyboardInterrupt), reported(progress) as told:
        for place, (name, text, blue, exact) in enumerate(rules):
            part = part_of(told, place * battles, len(rules) * battles)
            rows = bench.rows(blue, red, battles, seed, workers=workers, told=part)
            played.append(Played(name, text, mean_of(rows["points_lost"][:, c.RED]), exact))
    return played


def stream_scenario(answer: Trigger) -> Scenario:
    """Return the table of a stream: the watcher at the west, the targets before it."""
    count = len(answer.targets)
    if count > len(PLACES):
        raise InputError(f"target: {count} are more than the {len(PLACES)} that can be played")
    weapon, fire_control = _gun(answer)
    units = []
    for place, (quality, confidence, leadership) in enumerate(PLACES[:count]):
        distance = stand_off(answer, place, weapon)
        widest = min(WIDEST, (HEIGHT - WATCHER[1] - 2.0) / distance)
        sine = widest * (2 * (place + 0.5) / count - 1)
        x = WATCHER[0] + distance * math.sqrt(1 - sine * sine)
        y = WATCHER[1] + distance * sine
        units.append(
            {
                "name": f"Target {place + 1}",
                "type": answer.targets[place].given["type"][0][0],
                "count": 1,
                "quality": quality,
                "leadership": leadership,
                "confidence": confidence,
                "at": [x, y],
                "facing": 270,
            }
        )
    document: dict[str, Any] = {
        "name": "stream",
        "title": "A stream of targets",
        "turns": 1,
        "table": {"width": WIDTH, "height": HEIGHT},
        "types": {
            "watcher": {
                "size": 5,
                "mobility": "slow_tracked",
                "power": "CFE",
                "armour": 5,
                "fire_control": fire_control,
                "weapons": [f"{weapon} turret"],
            }
        },
        "rules": {"opportunity_fire": False, "watched_area": {"width": 360}},
        "victory": {"kind": "attrition"},
        "blue": {
            "doctrine": "never",
            "baseline": "west",
            "units": [
                {"name": "Watcher", "type": "watcher", "count": 1, "at": WATCHER, "facing": 90}
            ],
        },
        "red": {"doctrine": "never", "baseline": "east", "units": units},
    }
    return parse_scenario(document, "stream.toml")


def _gun(answer: Trigger) -> tuple[str, str]:
    """Return weapon and fire control of the watcher; refuse what a table cannot show."""
    guns = []
    for number, target in enumerate(answer.targets, 1):
        where = f"target {number}"
        given = target.given
        if "type" not in given:
            raise InputError(f"{where}: cannot be played without a type of the motor pool")
        if strange := [key for key in given if key not in TOLD_OF]:
            raise InputError(
                f"{where}: {strange[0]} cannot be played; allowed: {', '.join(TOLD_OF)}"
            )
        if several := [key for key, values in given.items() if len(values) > 1]:
            raise InputError(f"{where}: {several[0]} with several values cannot be played")
        if target.offer.void:
            raise InputError(f"{where}: void cannot be played")
        if vehicle_of(given["type"][0][0], where).armour == 0:
            raise InputError(f"{where}: a soft vehicle cannot be played: small arms fire at it too")
        guns.append((_told(target, "weapon"), _told(target, "fire_control")))
        if guns[-1] != guns[0]:
            raise InputError(f"{where}: cannot be played with another weapon than target 1")
    return guns[0]


def _told(target: Target, key: str) -> str:
    """Return a key of a target's shot as it was told, or its default."""
    return target.given[key][0][0] if key in target.given else str(SHOT[key])


def stand_off(answer: Trigger, place: int, weapon: str) -> float:
    """Return the inches from the watcher to a target: the middle of the band of its range."""
    asked = float(Fraction(_told(answer.targets[place], "range")))
    kind, _, size = weapon.partition("/")
    bands = RANGE_BANDS[kind][int(size)]
    reach = bands[-1:] if kind == "HEL" else bands  # RD-14: HEL is at medium at any range
    # no stream has a target that is out of range
    limits: tuple[int, ...] = (0, *reach)
    low, limit = next(band for band in pairwise(limits) if asked <= band[1])
    return (low + limit) / 2


def coming(answer: Trigger) -> Doctrine:
    """Return red's doctrine: the targets in their order, each with its chance to come."""
    count = len(answer.targets)
    weapon, _ = _gun(answer)
    activation: list[dict[str, Any]] = []
    for place, target in enumerate(answer.targets):
        chance = f"{float(target.offer.chance):.12f}"
        activation.append(
            {
                "when": f"friends_to_move == {count - 1 - place} and random < {chance}",
                "do": "move",
                "move": "to_range",
                "range": stand_off(answer, place, weapon) - NEARER,
            }
        )
    activation.append({"do": "nothing"})
    document = {
        "name": "coming",
        "text": "Targets that come one after the other, each with its chance.",
        "starts": "enemy",
        "activation": activation,
        "order": [{"score": "0 - 100 * quality - 10 * confidence - leadership"}],
    }
    return compile_doctrine(document, "coming.toml")


def watching(answer: Trigger, policy: Policy) -> Doctrine:
    """Return blue's doctrine: on overwatch first, and then by the rule."""
    count = len(answer.targets)
    rules = []
    for place, target in enumerate(answer.targets):
        fires = [value for value, _ in target.offer.values if policy(place, value)]
        if fires:
            least = float(min(fires)) - NEAR_ENOUGH
            rules.append(
                {
                    "when": f"enemies_to_move == {count - place} and ev_this >= {least:.9f}",
                    "do": "fire",
                }
            )
    return compile_doctrine(_watcher([*rules, {"do": "hold"}]), "watching.toml")


def patient_watching() -> Doctrine:
    """Return the doctrine that goes on overwatch first, with the trigger chapter of `patient`."""
    patient = load_doctrine(PATIENT)
    own = compile_doctrine(_watcher([{"do": "hold"}]), "watching.toml")
    chapters = list(own.chapters)
    chapters[c.C_TRIGGER] = patient.chapters[c.C_TRIGGER]
    return dataclasses.replace(patient, starts=own.starts, chapters=tuple(chapters))


def _watcher(trigger: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "name": "watching",
        "text": "One gun on overwatch.",
        "activation": [{"do": "overwatch", "watch": "facing"}],
        "trigger": trigger,
    }
