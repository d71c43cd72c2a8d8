"""Tune a doctrine: better numbers for its named parameters, proved on battles not searched on."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sim.doctrine import Doctrine, load_doctrine, shipped_doctrines
from sim.doctrine.loader import compile_doctrine
from sim.layout import codes as c
from sim.refusal import InputError
from sim.scenario import Scenario
from sim.studies.bench import Bench
from sim.studies.tune_search import (
    SAMPLERS,
    Span,
    load_optuna,
    rungs_of,
    search,
    spans_of,
)
from sim.studies.tune_text import doctrine_text, with_values
from sim.studies.tuning import Edge, Round, Tuning
from sim.study.digits import mean_text
from sim.study.fight import Progress
from sim.study.intervals import mean_of
from sim.study.phrases import listed
from sim.study.run import SEEDS, check_range, check_workers, chosen_seed

Floats = npt.NDArray[np.float64]

#: Enemies unless others are named: three ways of coming on.
USUAL = ("bounding", "opportunist", "calculating")
FINALISTS = 4  # candidates of the search that are tested again beside the original
MOST_TRIALS, MOST_ROUNDS, MOST_ENEMIES = 10_000, 20, 16
FEWEST, MOST = 80, 1_000_000  # battles
SEEDS_A_ROUND = 3  # the search, the choice among the finalists, the proof
_TUNED = re.compile(r"_tuned(_\d+)?$")
_ABOUT = re.compile(r" Its numbers are tuned for .*$", re.DOTALL)


def tune(
    scenario: Scenario | str | Path,
    doctrine: str | Path,
    side: str,
    against: Sequence[str | Path] = USUAL,
    trials: int = 60,
    battles: int = 4000,
    rounds: int = 1,
    seed: int | None = None,
    ranges: Sequence[str] = (),
    sampler: str = "tpe",
    settings: Sequence[str] = (),
    workers: int | None = None,
    progress: Progress | None = None,
) -> Tuning:
    """Search the parameters of a side's doctrine for the best margin against a mix of enemies.

    A round searches on the battles of one seed, chooses among the best candidates and the original on
    those of the next, and measures the chosen one on those of a third. With more `rounds` the sides
    answer each other in turn: each tunes against the other's newest doctrine; the enemy begins with
    that of `against` which did best. Raises `sim.refusal.InputError` for bad input.
    """
    load_optuna()
    check_range("trials", trials, 1, MOST_TRIALS)
    check_range("battles", battles, FEWEST, MOST)
    check_range("rounds", rounds, 1, MOST_ROUNDS)
    check_workers(workers)
    seed = chosen_seed(seed, SEEDS - 1 - SEEDS_A_ROUND * MOST_ROUNDS)
    for option, value, allowed in (("side", side, c.SIDES), ("sampler", sampler, SAMPLERS)):
        if value not in allowed:
            raise InputError(f"--{option} {value}: is not one of {', '.join(allowed)}")
    if not 1 <= len(against) <= MOST_ENEMIES:
        raise InputError(f"--against: {len(against)} doctrines; 1 to {MOST_ENEMIES} are allowed")
    enemies = [load_doctrine(one) for one in against]
    names = [one.name for one in enemies]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"--against: {name} is named twice; each doctrine needs its own name")
    start = doctrine_text(doctrine)
    if not tomllib.loads(start).get("parameters"):
        raise InputError(f"--doctrine {doctrine}: has no [parameters] that could be tuned")
    command = _command(
        scenario, doctrine, side, against, trials, battles, rounds, seed, ranges, sampler, settings
    )
    arena = _Arena(Bench(scenario, settings), battles, workers, progress)
    arena.plan(trials, len(enemies), rounds)
    texts = {side: start}
    done: list[Round] = []
    for number in range(1, rounds + 1):
        mine = side if number % 2 else c.SIDES[1 - c.SIDES.index(side)]
        if mine not in texts:  # the enemy's first answer
            best = arena.best(mine, enemies, [_compiled(done[-1].text)], seed + 1)
            texts[mine] = doctrine_text(against[names.index(best)])
        spans = spans_of(tomllib.loads(texts[mine]), ranges if mine == side else ())
        foes = enemies if number == 1 else [_compiled(done[-1].text)]
        first = seed + SEEDS_A_ROUND * (number - 1)
        one = _round(arena, number, mine, texts[mine], foes, spans, trials, first, sampler, command)
        texts[mine] = one.text
        done.append(one)
    return Tuning(arena.bench.scenario.name, seed, battles, trials, tuple(done), command)


def _round(
    arena: _Arena,
    number: int,
    side: str,
    text: str,
    foes: Sequence[Doctrine],
    spans: Mapping[str, Span],
    trials: int,
    seed: int,
    sampler: str,
    command: str,
) -> Round:
    document = tomllib.loads(text)
    old = document["name"]
    original = {key: float(value) for key, value in document["parameters"].items()}
    new = _TUNED.sub("", old) + ("_tuned" if number <= 2 else f"_tuned_{number}")

    def made(values: Mapping[str, float]) -> Doctrine:
        parameters = {**document["parameters"], **values}
        return compile_doctrine({**document, "name": new, "parameters": parameters}, f"{new}.toml")

    def score(values: Mapping[str, float], first: int, count: int) -> Floats:
        margins = arena.margins(side, made(values), foes, seed, first, count)
        return np.asarray(margins.mean(axis=1))

    found = search(score, original, spans, trials, arena.battles, seed, sampler)
    finalists = [original, *(one.values for one in found[:FINALISTS] if one.values != original)]
    chosen = max(finalists, key=lambda values: _mean(arena, side, made(values), foes, seed + 1))
    shipped = [load_doctrine(name) for name in shipped_doctrines()]
    best = load_doctrine(arena.best(side, shipped, foes, seed + 1))
    mine = arena.margins(side, made(chosen), foes, seed + 2)
    edges = [
        _edge(mine, other.name, arena.margins(side, other, foes, seed + 2), foes)
        for other in (compile_doctrine(document, f"{old}.toml"), best)
    ]
    against = tuple(one.name for one in foes)
    own = _ABOUT.sub("", document["text"])
    about = f"{own} Its numbers are tuned for {side} on {arena.bench.scenario.name}"
    head = (
        f"{command}\n{new} for {side}, round {number}: edge over {old} "
        f"{mean_text(edges[0].mean, sign=True, unit='points')} on {arena.battles:,} battles that "
        "were not searched on"
    )
    written = with_values(text, new, f"{about} against {listed(against)}.", chosen, head)
    return Round(
        number, side, old, new, against, dict(spans), original, dict(chosen), found,
        mean_of(mine.mean(axis=1)), edges[0], edges[1], written,
    )  # fmt: skip


class _Arena:
    """Where one side's doctrine meets a mix of enemies."""

    def __init__(self, bench: Bench, battles: int, workers: int | None, progress: Progress | None):
        self.bench, self.battles = bench, battles
        self.workers, self.progress = workers, progress
        self.done = self.planned = 0

    def plan(self, trials: int, enemies: int, rounds: int) -> None:
        """Foresee how many battles all rounds will take, for the progress that is shown."""
        rungs = rungs_of(self.battles)
        tried = trials * rungs[0] + sum(
            (trials >> (place + 1)) * (rung - rungs[place]) for place, rung in enumerate(rungs[1:])
        )
        others = 1 + 1 + FINALISTS + len(shipped_doctrines()) + 3
        self.planned = (tried + others * self.battles) * (enemies + rounds - 1)

    def margins(
        self,
        side: str,
        doctrine: Doctrine,
        foes: Sequence[Doctrine],
        seed: int,
        first: int = 0,
        count: int | None = None,
    ) -> Floats:
        """Return the side's margins in its own view, shape (count, enemies)."""
        count = self.battles if count is None else count
        margins = np.zeros((count, len(foes)))
        for column, foe in enumerate(foes):
            pair = (doctrine, foe) if side == "blue" else (foe, doctrine)
            rows = self.bench.rows(*pair, count, seed, first, self.workers)
            if len(rows) < count:
                raise KeyboardInterrupt
            margins[:, column] = rows["margin"] if side == "blue" else -rows["margin"]
            self.done += count
            if self.progress is not None:
                self.progress(self.done, max(self.done, self.planned))
        return margins

    def best(
        self, side: str, doctrines: Sequence[Doctrine], foes: Sequence[Doctrine], seed: int
    ) -> str:
        """Return the name of a side's doctrine with the best mean margin."""
        return max(doctrines, key=lambda one: _mean(self, side, one, foes, seed)).name


def _mean(
    arena: _Arena, side: str, doctrine: Doctrine, foes: Sequence[Doctrine], seed: int
) -> float:
    return float(arena.margins(side, doctrine, foes, seed).mean())


def _edge(mine: Floats, over: str, other: Floats, foes: Sequence[Doctrine]) -> Edge:
    gains = mine - other
    each = {foe.name: mean_of(gains[:, column]) for column, foe in enumerate(foes)}
    return Edge(over, mean_of(gains.mean(axis=1)), each)


def _compiled(text: str) -> Doctrine:
    document = tomllib.loads(text)
    return compile_doctrine(document, f"{document['name']}.toml")


def _command(
    scenario: Scenario | str | Path,
    doctrine: str | Path,
    side: str,
    against: Sequence[str | Path],
    trials: int,
    battles: int,
    rounds: int,
    seed: int,
    ranges: Sequence[str],
    sampler: str,
    settings: Sequence[str],
) -> str:
    name = str(scenario.file if isinstance(scenario, Scenario) else scenario)
    words = ["overwatch", "tune", name, "--doctrine", str(doctrine), "--side", side]
    words += ["--against", ",".join(map(str, against)), "--trials", str(trials)]
    words += ["-n", str(battles), "--rounds", str(rounds), "--seed", str(seed)]
    words += ["--sampler", sampler]
    for option, values in (("--range", ranges), ("--set", settings)):
        for value in values:
            words += [option, value]
    return shlex.join(words)
