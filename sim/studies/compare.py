"""Which doctrine is better for a side, by how much, and against whom: paired battles."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sim.doctrine import Doctrine
from sim.layout import codes as c
from sim.refusal import InputError, flag_of, list_of, one_of, real_of, shown
from sim.scenario import Scenario
from sim.studies.bench import Bench
from sim.studies.comparison import Comparison
from sim.studies.ledger import Ledger, answered, fighting, reread, seed_for
from sim.studies.paired import LEAST_PAIRS, Floats, fight_until
from sim.studies.paired_battles import Cell, Field, Key, kept, margins
from sim.studies.symmetry import uneven
from sim.study.asked import all_settings, doctrine_name, in_python, repeats, scenario_name
from sim.study.choices import defender
from sim.study.doctrine import Named, load_doctrine, own_doctrine
from sim.study.progress import Wanted
from sim.study.run import MOST_BATTLES, check_range, check_workers

KIND = "compare"
DOCTRINES = ("never", "ambush", "always")
ENEMIES = 3  # of which an answer is asked for by default
KNOWN_ENEMIES = ("opportunist", "calculating", "aggressive")  # beside the scenario's own
BATTLES = 10_000
MOST_UNTIL = 1_000_000  # battles with `until`, where no number is given


def compare(
    scenario: Scenario | str | Path,
    side: str | None = None,
    doctrines: Sequence[Named] = DOCTRINES,
    against: Sequence[Named] | None = None,
    battles: int | None = None,
    until: float | None = None,
    seed: int | None = None,
    settings: Sequence[str] = (),
    swap: bool | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    progress: Wanted = None,
) -> Comparison:
    """Fight the same battles with each of a side's doctrines, against each enemy doctrine.

    `side` is `blue` or `red`, the defender if absent (red where nobody attacks). Differences are to
    the first of `doctrines`. `against` are the enemy's, by default three: the scenario's own and
    two or three that are known. `battles` is the number of battles with each, or, with `until`, the
    most: then fighting stops once every paired difference of the margin is known to within `until`
    points (half the width of its 95% interval). In a scenario that is the same for both sides each
    doctrine is fought with both of them, unless `swap` is False. `out` is a folder that keeps the
    rows; a study that was stopped goes on there. The answer does not depend on `workers`.
    Raises `sim.refusal.InputError` for bad input.
    """
    if battles is None:
        battles = BATTLES if until is None else MOST_UNTIL
    battles = check_range("battles", battles, LEAST_PAIRS, MOST_BATTLES)
    workers = check_workers(workers)
    if until is not None and not 0 < real_of("until", until) < np.inf:
        raise InputError(f"until: {until:g} is not a number of points above 0")
    seed = seed_for(seed, out)
    bench = Bench(scenario, settings)
    side = _side(bench.scenario, side)
    swap = None if swap is None else flag_of("swap", swap)
    sides = _sides(bench, side, swap)
    doctrines = list_of("doctrines", doctrines)
    against = None if against is None else list_of("against", against)
    own = _loaded("doctrines", doctrines)
    if len(own) < 2:
        raise InputError("doctrines: one alone has nothing to be compared with; name two or more")
    enemies = _enemies(bench.scenario, side) if against is None else _loaded("against", against)
    field = Field(bench, side, sides, own, enemies, seed, workers)
    question: dict[str, Any] = {
        "kind": KIND,
        "scenario": scenario_name(scenario),
        "name": bench.scenario.name,
        "side": side,
        "sides": list(sides),
        "doctrines": _given(doctrines),
        "doctrine_names": list(own),
        "against": [] if against is None else _given(against),
        "enemy_names": list(enemies),
        "battles": battles,
        "seed": seed,
        "settings": all_settings(scenario, settings),
        "swap": {None: "if the same for both sides", True: "yes", False: "no"}[swap],
        "hash": field.check(),
    }
    if note := in_python(scenario, [*doctrines, *(against or ())]):
        question["python"] = note
    if until is not None:
        question["until"] = float(until)
    wanted = battles * len(enemies) * field.runs if until is None else None
    with fighting(question, out, progress, wanted=wanted) as ledger:
        field.fight(ledger, battles, until)
    return answered(ledger, answer)


def stored(folder: str | Path) -> Comparison:
    """Return the comparison that a folder keeps, from its rows alone; raises `InputError`."""
    return reread(folder, KIND, answer)


def answer(ledger: Ledger) -> Comparison:
    """Return the comparison of the battles that are there.

    An enemy that not every doctrine has met in enough battles is left out.
    """
    question = ledger.question
    doctrines, sides = question["doctrine_names"], question["sides"]
    most, until = question["battles"], question.get("until")
    whole = most * len(question["enemy_names"]) * len(doctrines) * len(sides)
    ledger.wanted = whole if until is None else None  # how many it takes is not known before
    rows: dict[Key, Cell] = {}
    enemies, missing = [], False
    for enemy in question["enemy_names"]:
        keys = [(enemy, doctrine, side) for doctrine in doctrines for side in sides]
        found = kept(ledger, keys)
        have = len(found[keys[0]])
        if have >= LEAST_PAIRS:
            rows |= found
            enemies.append(enemy)
            missing |= _wanting(found, enemy, doctrines, sides, have, most, until)
        else:
            missing = True
    if not enemies:
        raise ledger.nothing(f"fewer than {LEAST_PAIRS} battles with each doctrine say nothing yet")
    return Comparison(
        question["name"],
        question["side"],
        tuple(sides),
        tuple(doctrines),
        tuple(enemies),
        bool(question["against"]),
        most,
        until,
        question["seed"],
        command_of(question),
        rows,
        ledger.record(missing),
    )


def _wanting(
    rows: dict[Key, Cell],
    enemy: str,
    doctrines: Sequence[str],
    sides: Sequence[str],
    have: int,
    most: int,
    until: float | None,
) -> bool:
    """Return whether the battles against an enemy are not all there."""
    if until is None:
        return have < most
    wanted = 0

    def more(pairs: int) -> list[tuple[Floats, Floats]]:
        nonlocal wanted
        wanted = pairs
        return margins(rows, enemy, doctrines, sides, min(pairs, have))

    fight_until(more, until, most)
    return wanted > have


def _side(scenario: Scenario, side: str | None) -> str:
    if side is None:
        return defender(scenario) or "red"
    return one_of("side", side, c.SIDES)


def _sides(bench: Bench, side: str, swap: bool | None) -> tuple[str, ...]:
    """Return the sides that the doctrines are fought with, the one asked about first."""
    other = c.SIDES[1 - c.SIDES.index(side)]
    if swap is False:
        return (side,)
    differs = uneven(bench.prepared)
    if swap and differs:
        raise InputError(
            f"swap: {bench.scenario.name} is not the same for both sides once the table is "
            f"turned by half a circle; what differs: {differs}"
        )
    return (side,) if differs else (side, other)


def _loaded(option: str, named: Sequence[Named]) -> dict[str, Doctrine]:
    """Return doctrines by their names; each may be there once."""
    loaded: dict[str, Doctrine] = {}
    for one in named:
        doctrine = load_doctrine(one)
        if doctrine.name in loaded:
            raise InputError(f"{option}: {shown(doctrine.name)} is there twice; name each once")
        loaded[doctrine.name] = doctrine
    if not loaded:
        raise InputError(f"{option}: names no doctrine")
    return loaded


def _enemies(scenario: Scenario, side: str) -> dict[str, Doctrine]:
    """Return the enemy's own doctrine and known others."""
    enemy = c.SIDES[1 - c.SIDES.index(side)]
    own = own_doctrine(scenario, enemy)
    others = [name for name in KNOWN_ENEMIES if name != own.name]
    return _loaded("against", [own, *others[: ENEMIES - 1]])


def _given(named: Sequence[Named]) -> list[str]:
    return [doctrine_name(one) for one in named]


def command_of(question: Mapping[str, Any]) -> str:
    """Return the command that asks a question again."""
    words = ["overwatch", "compare", question["scenario"], "--side", question["side"]]
    words += ["--doctrines", ",".join(question["doctrines"])]
    if question["against"]:
        words += ["--against", ",".join(question["against"])]
    words += ["-n", str(question["battles"]), "--seed", str(question["seed"])]
    if "until" in question:
        words += ["--until", f"{question['until']:.12g}"]
    for setting in question["settings"]:
        words += ["--set", setting]
    words += {"yes": ["--swap"], "no": ["--no-swap"]}.get(question["swap"], [])
    return repeats(shlex.join(words), question.get("python", ""))
