"""Which doctrine is better for a side, by how much, and against whom: paired battles."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.doctrine import Doctrine, load_doctrine
from sim.layout import codes as c
from sim.refusal import InputError, nearest, shown
from sim.scenario import Scenario
from sim.studies.bench import Bench
from sim.studies.comparison import Comparison
from sim.studies.paired import LEAST_PAIRS, Floats, fight_until
from sim.studies.paired_battles import CELL, Cell, Field, Key, from_frame, margins
from sim.studies.store import QUESTION, Store, open_store, read_question
from sim.studies.symmetry import uneven
from sim.study.choices import defender
from sim.study.fight import Progress
from sim.study.run import MOST_BATTLES, SEEDS, check_range, check_workers

if TYPE_CHECKING:
    pass

KIND = "compare"
DOCTRINES = ("never", "ambush", "always")
ENEMIES = 3  # of which an answer is asked for by default
KNOWN_ENEMIES = ("opportunist", "calculating", "aggressive")  # beside the scenario's own
BATTLES = 10_000
MOST_UNTIL = 1_000_000  # battles with `until`, where no number is given

Named = str | Path | Doctrine


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
    progress: Progress | None = None,
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
    check_range("battles", battles, LEAST_PAIRS, MOST_BATTLES)
    check_workers(workers)
    if until is not None and not 0 < until < np.inf:
        raise InputError(f"until: {until:g} is not a number of points above 0")
    if seed is None:
        seed = _seed(out)
    check_range("seed", seed, 0, SEEDS - 1)
    bench = Bench(scenario, settings)
    side = _side(bench.scenario, side)
    sides = _sides(bench, side, swap)
    own = _loaded("doctrines", doctrines)
    if len(own) < 2:
        raise InputError("doctrines: one alone has nothing to be compared with; name two or more")
    enemies = _enemies(bench.scenario, side) if against is None else _loaded("against", against)
    field = Field(bench, side, sides, own, enemies, seed, workers, progress)
    question: dict[str, Any] = {
        "kind": KIND,
        "scenario": str(bench.scenario.file if isinstance(scenario, Scenario) else scenario),
        "name": bench.scenario.name,
        "side": side,
        "sides": list(sides),
        "doctrines": _given(doctrines),
        "doctrine_names": list(own),
        "against": [] if against is None else _given(against),
        "enemy_names": list(enemies),
        "battles": battles,
        "seed": seed,
        "settings": list(settings),
        "swap": {None: "if the same for both sides", True: "yes", False: "no"}[swap],
        "hash": field.check(),
    }
    if until is not None:
        question["until"] = float(until)
    if out is not None:
        field.store = Store(out, question)
    for enemy in enemies:
        field.fight(enemy, battles, until)
    return _answered(question, field.rows)


def _answered(question: Mapping[str, Any], rows: dict[Key, Cell]) -> Comparison:
    return Comparison(
        question["name"],
        question["side"],
        tuple(question["sides"]),
        tuple(question["doctrine_names"]),
        tuple(question["enemy_names"]),
        bool(question["against"]),
        question["battles"],
        question.get("until"),
        question["seed"],
        command_of(question),
        rows,
    )


def stored(folder: str | Path) -> Comparison:
    """Return the comparison that a folder keeps, from its rows alone.

    Raises `InputError` for a folder of another kind and for a study that is not finished.
    """
    store = open_store(folder)
    question = store.question
    if question.get("kind") != KIND:
        raise InputError(f"{folder}: holds no comparison but {shown(question.get('kind'))}")
    frame = store.table(["enemy", "doctrine", "side", "battle"])
    rows = {
        (str(enemy), str(doctrine), str(side)): from_frame(group)
        for (enemy, doctrine, side), group in frame.groupby(["enemy", "doctrine", "side"])
    }
    answer = _answered(question, rows)
    for enemy in answer.enemies:
        _check_finished(answer, enemy, folder)
    return answer


def _check_finished(comparison: Comparison, enemy: str, folder: str | Path) -> None:
    """Refuse a study whose battles against an enemy are not all there."""
    cells = [
        comparison.rows.get((enemy, doctrine, side), np.zeros(0, CELL))
        for doctrine in comparison.doctrines
        for side in comparison.sides
    ]
    have = min(map(len, cells))

    def more(pairs: int) -> list[tuple[Floats, Floats]]:
        if pairs > have:
            raise InputError(
                f"{folder}: is not finished; go on with: {comparison.command} --out {folder}"
            )
        return margins(comparison.rows, enemy, comparison.doctrines, comparison.sides, pairs)

    if comparison.until is None:
        more(comparison.most)
    else:
        fight_until(more, comparison.until, comparison.most)


def _seed(out: str | Path | None) -> int:
    """Return the seed of the study that goes on in a folder, or a new one."""
    if out is not None and (Path(out) / QUESTION).exists():
        kept = read_question(out).get("seed")
        if isinstance(kept, int):
            return kept
    return secrets.randbelow(2**31)


def _side(scenario: Scenario, side: str | None) -> str:
    if side is None:
        return defender(scenario) or "red"
    if side not in c.SIDES:
        raise InputError(f"side: {shown(side)} is not one of blue, red{nearest(side, c.SIDES)}")
    return side


def _sides(bench: Bench, side: str, swap: bool | None) -> tuple[str, ...]:
    """Return the sides that the doctrines are fought with, the one asked about first."""
    other = c.SIDES[1 - c.SIDES.index(side)]
    if swap is False:
        return (side,)
    differs = uneven(bench.prepared)
    if swap and differs:
        raise InputError(
            f"swap: {bench.scenario.name} is not the same for both sides: {differs} differ once the "
            f"table is turned by half a circle"
        )
    return (side,) if differs else (side, other)


def _loaded(option: str, named: Sequence[Named], beside: Path | None = None) -> dict[str, Doctrine]:
    """Return doctrines by their names; each may be there once."""
    loaded: dict[str, Doctrine] = {}
    for one in named:
        doctrine = one if isinstance(one, Doctrine) else load_doctrine(one, beside)
        if doctrine.name in loaded:
            raise InputError(f"{option}: {shown(doctrine.name)} is there twice; name each once")
        loaded[doctrine.name] = doctrine
    if not loaded:
        raise InputError(f"{option}: names no doctrine")
    return loaded


def _enemies(scenario: Scenario, side: str) -> dict[str, Doctrine]:
    """Return the enemy's own doctrine and known others."""
    enemy = scenario.sides[1 - c.SIDES.index(side)]
    own = load_doctrine(enemy.doctrine, scenario.file.parent)
    others = [name for name in KNOWN_ENEMIES if name != own.name]
    return _loaded("against", [own, *others[: ENEMIES - 1]])


def _given(named: Sequence[Named]) -> list[str]:
    return [one.name if isinstance(one, Doctrine) else str(one) for one in named]


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
    return shlex.join(words)
