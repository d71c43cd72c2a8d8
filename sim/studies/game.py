"""Doctrines against doctrines on common battles: fought, kept and read again."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.doctrine import Doctrine
from sim.layout import codes as c
from sim.refusal import InputError, list_of
from sim.scenario import Scenario
from sim.studies.bench import Bench
from sim.studies.game_result import Game
from sim.studies.game_samples import RESAMPLES
from sim.studies.ledger import Ledger, Record, answered, fighting, parts, reread, seed_for
from sim.studies.zero_sum import check_packages
from sim.study.asked import all_settings, doctrine_name, in_python, repeats, scenario_name
from sim.study.doctrine import Named, load_doctrine
from sim.study.progress import Progress, Wanted
from sim.study.run import check_range, check_workers

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["USUAL", "Game", "game", "read_game"]

#: What is played unless doctrines are named: every shipped one that means what it does.
USUAL = (
    "never", "always", "ambush", "patient", "opportunist", "bounding", "calculating", "aggressive",
)  # fmt: skip
MOST_DOCTRINES = 16
FEWEST, MOST = 10, 200_000  # battles a pair: of fewer no sample can be drawn, more fill the memory
KIND = "game"
COUNTS = ("watched", "unit_turns", "declared")


def game(
    scenario: Scenario | str | Path,
    blue: Sequence[Named] = USUAL,
    red: Sequence[Named] = USUAL,
    battles: int = 1000,
    seed: int | None = None,
    settings: Sequence[str] = (),
    workers: int | None = None,
    out: str | Path | None = None,
    progress: Wanted = None,
    resamples: int = RESAMPLES,
) -> Game:
    """Fight every doctrine of `blue` against every one of `red`, and solve the game.

    `battles` are those of each pair; all pairs fight the same ones. With `out` the rows are kept in
    that folder, and pairs that are there already are not fought again. Raises
    `sim.refusal.InputError` for bad input.
    """
    check_packages()
    battles = check_range("battles", battles, FEWEST, MOST)
    resamples = check_range("resamples", resamples, 10, 100_000)
    workers = check_workers(workers)
    seed = seed_for(seed, out)
    blue, red = list_of("--blue", blue), list_of("--red", red)
    forces = _doctrines("blue", blue), _doctrines("red", red)
    bench = Bench(scenario, settings)
    question = {
        "kind": KIND,
        "scenario": bench.scenario.name,
        "command": _command(scenario, blue, red, battles, seed, settings),
        "battles": battles,
        "seed": seed,
        "blue": [one.name for one in forces[0]],
        "red": [one.name for one in forces[1]],
        "resamples": resamples,
        "hash": _hash(bench, forces),
    }

    def fight(
        blue: Doctrine, red: Doctrine, first: int, count: int, told: Progress | None
    ) -> pd.DataFrame:
        rows = bench.rows(blue, red, count, seed, first, workers, told)
        return _frame(bench, rows, blue.name, red.name)

    pairs = [(one, other) for one in forces[0] for other in forces[1]]
    with fighting(question, out, progress, wanted=len(pairs) * battles) as ledger:
        for first, count in parts(battles):
            for one, other in pairs:
                key = key_of(one.name, other.name, first)
                ledger.cell(key, count, partial(fight, one, other, first, count))
    return answered(ledger, answer)


def key_of(blue: str, red: str, first: int) -> str:
    """Return the key of a part of a pair's battles in its store."""
    return f"{blue} {red} {first}"


def read_game(folder: str | Path) -> Game:
    """Return the game that is kept in a folder, from its rows alone; raises `InputError`."""
    return reread(folder, KIND, answer)


def answer(ledger: Ledger) -> Game:
    """Return the game of the battles that all pairs have fought."""
    import pandas as pd

    question = ledger.question
    pairs = [(one, other) for one in question["blue"] for other in question["red"]]
    ledger.wanted = len(pairs) * question["battles"]
    frames: dict[tuple[str, str], list[pd.DataFrame]] = {pair: [] for pair in pairs}
    missing = False
    for first, _ in parts(question["battles"]):
        found = [ledger.get(key_of(*pair, first)) for pair in pairs]
        missing |= any(frame is None for frame in found)
        if not missing:
            for pair, frame in zip(pairs, found, strict=True):
                assert frame is not None
                frames[pair].append(frame)
    if not frames[pairs[0]]:
        raise ledger.nothing("not every doctrine has met every other yet")
    whole = {pair: pd.concat(some, ignore_index=True) for pair, some in frames.items()}
    return _result(question, whole, ledger.record(missing))


def _doctrines(side: str, wanted: Sequence[Named]) -> Sequence[Doctrine]:
    if not 1 <= len(wanted) <= MOST_DOCTRINES:
        raise InputError(f"--{side}: {len(wanted)} doctrines; 1 to {MOST_DOCTRINES} are allowed")
    loaded = [load_doctrine(one) for one in wanted]
    names = [one.name for one in loaded]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"--{side}: {name} is named twice; each doctrine needs its own name")
    return loaded


def _hash(bench: Bench, forces: Sequence[Sequence[Doctrine]]) -> str:
    """Return a SHA-256 of the scenario and of every doctrine as the kernel reads them."""
    found = hashlib.sha256()
    first = forces[0][0], forces[1][0]
    for side, doctrines in enumerate(forces):
        for doctrine in doctrines:
            bench.command(*((doctrine, first[1]) if side == 0 else (first[0], doctrine)))
            found.update(bench.prepared.record["doctrines"][0, side].tobytes())
    found.update(bench.command(*first).hash.encode())
    return found.hexdigest()


def _frame(bench: Bench, rows: np.ndarray[Any, Any], first: str, second: str) -> pd.DataFrame:
    """Return what the game needs of a pair's rows, one line a battle."""
    import pandas as pd

    columns: dict[str, Any] = {"blue": first, "red": second, "battle": rows["battle"]}
    columns |= {"margin": rows["margin"], "winner": rows["winner"], "turns": rows["turns"]}
    for s, side in enumerate(c.SIDES):
        units = len(bench.scenario.sides[s].units)
        columns[f"{side}_watched"] = rows["watch_turns"][:, s]
        columns[f"{side}_unit_turns"] = units * rows["turns"]
        columns[f"{side}_declared"] = rows["declared"][:, s]
    return pd.DataFrame(columns)


def _result(
    question: dict[str, Any], frames: dict[tuple[str, str], pd.DataFrame], record: Record
) -> Game:
    blue, red = tuple(question["blue"]), tuple(question["red"])
    shape = (len(frames[blue[0], red[0]]), len(blue), len(red))
    margins = np.zeros(shape)
    counts = {name: np.zeros((*shape, 2)) for name in COUNTS}
    for i, first in enumerate(blue):
        for j, second in enumerate(red):
            frame = frames[first, second]
            margins[:, i, j] = frame["margin"]
            for name, s in ((name, s) for name in COUNTS for s in range(2)):
                counts[name][:, i, j, s] = frame[f"{c.SIDES[s]}_{name}"]
    return Game(
        question["scenario"],
        question["seed"],
        blue,
        red,
        margins,
        **counts,
        command=question["command"],
        resamples=question["resamples"],
        record=record,
    )


def _command(
    scenario: Scenario | str | Path,
    blue: Sequence[Named],
    red: Sequence[Named],
    battles: int,
    seed: int,
    settings: Sequence[str],
) -> str:
    words = ["overwatch", "game", scenario_name(scenario)]
    for option, some in (("--blue", blue), ("--red", red)):
        words += [option, ",".join(map(doctrine_name, some))]
    words += ["-n", str(battles), "--seed", str(seed)]
    for setting in all_settings(scenario, settings):
        words += ["--set", setting]
    return repeats(shlex.join(words), in_python(scenario, [*blue, *red]))
