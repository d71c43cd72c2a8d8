"""Tune a doctrine: better numbers for its named parameters, proved on battles not searched on."""

from __future__ import annotations

import hashlib
import re
import shlex
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import tomli_w

from sim.doctrine import shipped_doctrines
from sim.layout import codes as c
from sim.refusal import InputError, list_of, one_of, texts_of
from sim.scenario import Scenario
from sim.studies.bench import Bench
from sim.studies.ledger import Ledger, answered, fighting, parts, seed_for
from sim.studies.tune_search import (
    SAMPLERS,
    Span,
    load_optuna,
    rungs_of,
    search,
    spans_of,
)
from sim.studies.tune_text import with_values
from sim.studies.tuning import KIND, Edge, Round, Tuning, answer, as_frame, round_key, rounds_of
from sim.study.asked import all_settings, doctrine_name, in_python, repeats, scenario_name
from sim.study.digits import mean_text
from sim.study.doctrine import Doctrine, Named, load_doctrine, parse_doctrine
from sim.study.intervals import mean_of
from sim.study.phrases import listed
from sim.study.progress import Progress, Wanted
from sim.study.run import SEEDS, check_range, check_workers

if TYPE_CHECKING:
    import pandas as pd

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
    doctrine: Named,
    side: str,
    against: Sequence[Named] = USUAL,
    trials: int = 60,
    battles: int = 4000,
    rounds: int = 1,
    seed: int | None = None,
    ranges: Sequence[str] = (),
    sampler: str = "tpe",
    settings: Sequence[str] = (),
    workers: int | None = None,
    progress: Wanted = None,
    out: str | Path | None = None,
) -> Tuning:
    """Search the parameters of a side's doctrine for the best margin against a mix of enemies.

    A round searches on the battles of one seed, chooses among the best candidates and the original on
    those of the next, and measures the chosen one on those of a third. With more `rounds` the sides
    answer each other in turn: each tunes against the other's newest doctrine; the enemy begins with
    that of `against` which did best. With `out` the rows are kept in that folder, and a tuning that was
    stopped goes on there. Raises `sim.refusal.InputError` for bad input.
    """
    load_optuna()
    trials = check_range("trials", trials, 1, MOST_TRIALS)
    battles = check_range("battles", battles, FEWEST, MOST)
    rounds = check_range("rounds", rounds, 1, MOST_ROUNDS)
    workers = check_workers(workers)
    seed = seed_for(seed, out, SEEDS - 1 - SEEDS_A_ROUND * MOST_ROUNDS)
    one_of("--side", side, c.SIDES)
    one_of("--sampler", sampler, SAMPLERS)
    settings = texts_of("settings", settings)
    against, ranges = list_of("--against", against), texts_of("--range", ranges)
    if not 1 <= len(against) <= MOST_ENEMIES:
        raise InputError(f"--against: {len(against)} doctrines; 1 to {MOST_ENEMIES} are allowed")
    enemies = [load_doctrine(one) for one in against]
    names = [one.name for one in enemies]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"--against: {name} is named twice; each doctrine needs its own name")
    start = load_doctrine(doctrine).source
    if not tomllib.loads(start).get("parameters"):
        raise InputError(f"--doctrine {doctrine}: has no [parameters] that could be tuned")
    command = _command(
        scenario, doctrine, side, against, trials, battles, rounds, seed, ranges, sampler, settings
    )
    bench = Bench(scenario, settings)
    spans_of(tomllib.loads(start), ranges)  # refuses what cannot be looked for
    question = {
        "kind": KIND,
        "scenario": bench.scenario.name,
        "command": command,
        "doctrine": start,
        "side": side,
        "against": names,
        "trials": trials,
        "battles": battles,
        "rounds": rounds,
        "seed": seed,
        "ranges": list(ranges),
        "sampler": sampler,
        "hash": _hash(bench, side, load_doctrine(doctrine), enemies),
    }
    planned = _planned(battles, trials, len(enemies), rounds)
    with fighting(question, out, progress, wanted=planned) as ledger:
        arena = _Arena(bench, battles, workers, ledger)
        texts = {side: start}
        for number in range(1, rounds + 1):
            mine = side if number % 2 else c.SIDES[1 - c.SIDES.index(side)]
            before = rounds_of(ledger)
            foes = [parse_doctrine(before[-1].text)] if before else enemies
            if len(before) < number:
                if mine not in texts:  # the enemy's first answer
                    best = arena.best(mine, enemies, foes, seed + 1)
                    texts[mine] = enemies[names.index(best)].source
                spans = spans_of(tomllib.loads(texts[mine]), ranges if mine == side else ())
                first = seed + SEEDS_A_ROUND * (number - 1)
                one = _round(
                    arena, number, mine, texts[mine], foes, spans, trials, first, sampler, command
                )
                ledger.keep(round_key(number), as_frame(one))
            texts[mine] = rounds_of(ledger)[number - 1].text
    return answered(ledger, answer)


def _planned(battles: int, trials: int, enemies: int, rounds: int) -> int:
    """Foresee how many battles all rounds will take, for the progress that is shown."""
    rungs = rungs_of(battles)
    tried = trials * rungs[0] + sum(
        (trials >> (place + 1)) * (rung - rungs[place]) for place, rung in enumerate(rungs[1:])
    )
    others = 1 + 1 + FINALISTS + len(shipped_doctrines()) + 3
    return (tried + others * battles) * (enemies + rounds - 1)


def _hash(bench: Bench, side: str, own: Doctrine, enemies: Sequence[Doctrine]) -> str:
    """Return a SHA-256 of the scenario and of every doctrine that may be met."""
    whole = hashlib.sha256()
    for enemy in enemies:
        pair = (own, enemy) if side == "blue" else (enemy, own)
        whole.update(bench.command(*pair).hash.encode())
    for name in shipped_doctrines():
        whole.update(load_doctrine(name).source.encode())
    return whole.hexdigest()


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
        changed = {**document, "name": new, "parameters": parameters}
        return parse_doctrine(tomli_w.dumps(changed), f"{new}.toml")

    def score(values: Mapping[str, float], first: int, count: int) -> Floats:
        margins = arena.margins(side, made(values), foes, seed, first, count)
        return np.asarray(margins.mean(axis=1))

    found = search(score, original, spans, trials, arena.battles, seed, sampler)
    finalists = [original, *(one.values for one in found[:FINALISTS] if one.values != original)]
    chosen = max(finalists, key=lambda values: _mean(arena, side, made(values), foes, seed + 1))
    shipped = [load_doctrine(name) for name in shipped_doctrines()]
    best = load_doctrine(arena.best(side, shipped, foes, seed + 1))
    mine = arena.margins(side, made(chosen), foes, seed + 2)
    fired = arena.fired
    edges = [
        _edge(mine, other.name, arena.margins(side, other, foes, seed + 2), foes)
        for other in (parse_doctrine(text, f"{old}.toml"), best)
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
        mean_of(mine.mean(axis=1)), edges[0], edges[1], written, fired,
    )  # fmt: skip


class _Arena:
    """Where one side's doctrine meets a mix of enemies."""

    def __init__(self, bench: Bench, battles: int, workers: int | None, ledger: Ledger):
        self.bench, self.battles = bench, battles
        self.workers, self.ledger = workers, ledger
        self.fired = 0  # combat actions on overwatch of the side in the battles last fought

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
        self.fired = 0
        for column, foe in enumerate(foes):
            for begin, some in parts(count):
                key = _key(side, doctrine, foe, seed, first + begin, some)
                fight = partial(self._fight, side, doctrine, foe, seed, first + begin, some)
                frame = self.ledger.cell(key, some, fight)
                margins[begin : begin + some, column] = frame["margin"]
                self.fired += int(frame["fired"].sum())
        return margins

    def _fight(
        self,
        side: str,
        doctrine: Doctrine,
        foe: Doctrine,
        seed: int,
        first: int,
        count: int,
        told: Progress | None,
    ) -> pd.DataFrame:
        import pandas as pd

        pair = (doctrine, foe) if side == "blue" else (foe, doctrine)
        rows = self.bench.rows(*pair, count, seed, first, self.workers, told)
        margin = rows["margin"] if side == "blue" else -rows["margin"]
        fired = rows["fired"][:, c.SIDES.index(side)]
        return pd.DataFrame({"margin": margin, "fired": fired})

    def best(
        self, side: str, doctrines: Sequence[Doctrine], foes: Sequence[Doctrine], seed: int
    ) -> str:
        """Return the name of a side's doctrine with the best mean margin."""
        return max(doctrines, key=lambda one: _mean(self, side, one, foes, seed)).name


def _key(side: str, own: Doctrine, foe: Doctrine, seed: int, first: int, count: int) -> str:
    """Return the key of some battles in the store; both doctrines with their numbers."""
    told = (f"{one.name} {sorted(one.parameters.items())!r}" for one in (own, foe))
    return "|".join((side, *told, f"{seed}", f"{first}", f"{count}"))


def _mean(
    arena: _Arena, side: str, doctrine: Doctrine, foes: Sequence[Doctrine], seed: int
) -> float:
    return float(arena.margins(side, doctrine, foes, seed).mean())


def _edge(mine: Floats, over: str, other: Floats, foes: Sequence[Doctrine]) -> Edge:
    gains = mine - other
    each = {foe.name: mean_of(gains[:, column]) for column, foe in enumerate(foes)}
    return Edge(over, mean_of(gains.mean(axis=1)), each)


def _command(
    scenario: Scenario | str | Path,
    doctrine: Named,
    side: str,
    against: Sequence[Named],
    trials: int,
    battles: int,
    rounds: int,
    seed: int,
    ranges: Sequence[str],
    sampler: str,
    settings: Sequence[str],
) -> str:
    words = ["overwatch", "tune", scenario_name(scenario), "--doctrine", doctrine_name(doctrine)]
    words += [
        "--side",
        side,
        "--against",
        ",".join(map(doctrine_name, against)),
        "--trials",
        str(trials),
    ]
    words += ["-n", str(battles), "--rounds", str(rounds), "--seed", str(seed)]
    words += ["--sampler", sampler]
    for option, values in (("--range", ranges), ("--set", all_settings(scenario, settings))):
        for value in values:
            words += [option, value]
    return repeats(shlex.join(words), in_python(scenario, [doctrine, *against]))
