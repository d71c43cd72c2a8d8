"""Where the value of overwatch comes from: paired battles with it and without, part by part."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.doctrine import Doctrine
from sim.layout import codes as c
from sim.refusal import InputError, one_of
from sim.scenario import Scenario
from sim.studies.bench import Bench
from sim.studies.ledger import Ledger, answered, fighting, parts, reread, seed_for
from sim.studies.worth import ENEMY, INSTEAD, OWN, RUNS, Value
from sim.study.asked import all_settings, doctrine_name, in_python, scenario_name
from sim.study.doctrine import Named, load_doctrine, own_doctrine
from sim.study.progress import Progress, Wanted, part_of
from sim.study.run import MOST_BATTLES, check_range, check_workers

if TYPE_CHECKING:
    import pandas as pd

KIND = "value"


def without_overwatch(doctrine: Doctrine, instead: str = INSTEAD[0]) -> Doctrine:
    """Return a doctrine with its overwatch taken out.

    `instead` is what a unit does where it would go on overwatch: "fire" (it fires, after the same
    movement at half pace), or "next" (what the doctrine's next rule that holds says). Raises
    InputError for a doctrine that never goes on overwatch, and for another word.
    """
    one_of("instead", instead, INSTEAD)
    swapped = {c.DO_OVERWATCH: c.DO_FIRE, c.DO_MOVE_OVERWATCH: c.DO_MOVE_FIRE}
    rules = doctrine.chapters[c.C_ACTIVATION]
    if not any(rule.do in swapped for rule in rules):
        raise InputError(f"doctrine {doctrine.name}: never goes on overwatch: nothing to take out")
    changed = []
    for rule in rules:
        if rule.do not in swapped:
            changed.append(rule)
        elif instead == "fire":
            pace = c.PACE_HALF if rule.do == c.DO_MOVE_OVERWATCH else rule.pace
            changed.append(dataclasses.replace(rule, do=swapped[rule.do], pace=pace))
    chapters = list(doctrine.chapters)
    chapters[c.C_ACTIVATION] = tuple(changed)
    chapters[c.C_TRIGGER] = ()
    return dataclasses.replace(
        doctrine, name=f"{doctrine.name}_without_overwatch", chapters=tuple(chapters)
    )


def columns_of(rows: np.ndarray[Any, Any], side: int, objective_points: float) -> dict[str, Any]:
    """Return PARTS and BESIDE of each battle (ROW, shape (battles,)), in the view of one side.

    Points that a side's own salvoes take from it beside the target (DS30.3) count as its losses.
    """
    enemy = 1 - side
    columns: dict[str, Any] = {}
    for mode, cause in enumerate(c.MODES):
        columns[f"{ENEMY}_{cause}"] = rows["points_lost_by"][:, enemy, mode]
        columns[f"{OWN}_{cause}"] = -rows["points_lost_by"][:, side, mode]
    columns["markers_own"] = rows["value"][:, side] * objective_points
    columns["markers_enemy"] = -rows["value"][:, enemy] * objective_points
    columns["moved_own"] = rows["moved"][:, side]
    columns["moved_enemy"] = rows["moved"][:, enemy]
    for name in ("activation_fired", "opportunity_fired", "declared", "fired"):
        columns[name] = rows[name][:, side]
    for place, cause in enumerate(c.OFF_CAUSES):
        columns[f"off_{cause}"] = rows["off"][:, side, place]
    columns["lying"] = rows["declared"][:, side] - rows["off"][:, side].sum(axis=1)
    columns["won"] = (rows["winner"] == side).astype(np.int64)
    return columns


def value(
    scenario: Scenario | str | Path,
    side: str,
    doctrine: Named | None = None,
    against: Named | None = None,
    instead: str = INSTEAD[0],
    battles: int = 4_000,
    seed: int | None = None,
    settings: Sequence[str] = (),
    workers: int | None = None,
    out: str | Path | None = None,
    progress: Wanted = None,
) -> Value:
    """Return what overwatch is worth to a side of a scenario, and where that comes from.

    `doctrine` and `against` replace the scenario's own for the side and for its enemy; `instead` see
    `without_overwatch`; without `seed` one is chosen. `out` is a folder that keeps the rows, so that
    the same question goes on where it was. Raises InputError for bad input.
    """
    one_of("side", side, c.SIDES)
    battles = check_range("battles", battles, 2, MOST_BATTLES)
    workers = check_workers(workers)
    seed = seed_for(seed, out)
    bench = Bench(scenario, settings)
    number = c.SIDES.index(side)
    if not bench.scenario.rules.overwatch:
        raise InputError("rules.overwatch: is off: there is no overwatch to be worth anything")
    own = _doctrine(bench, number, doctrine)
    enemy = _doctrine(bench, 1 - number, against)
    runs = dict(zip(RUNS, (own, without_overwatch(own, instead)), strict=True))
    pairs = {run: (one, enemy) if number == 0 else (enemy, one) for run, one in runs.items()}
    question: dict[str, Any] = {
        "kind": KIND,
        "scenario": scenario_name(scenario),
        "side": side,
        "doctrine": own.name,
        "doctrine_given": "" if doctrine is None else doctrine_name(doctrine),
        "against": enemy.name,
        "against_given": "" if against is None else doctrine_name(against),
        "instead": instead,
        "battles": battles,
        "seed": seed,
        "settings": all_settings(scenario, settings),
        "records": [bench.command(*pair).hash for pair in pairs.values()],
    }
    if note := in_python(scenario, (doctrine, against)):
        question["python"] = note
    with fighting(question, out, progress, len(RUNS), battles * len(RUNS)) as ledger:
        for first, count in parts(battles):
            ledger.cell(
                key_of(first),
                count,
                partial(_fight, bench, pairs, number, count, seed, first, workers),
            )
    return answered(ledger, answer)


def key_of(first: int) -> str:
    """Return the key of a part of the battles in its store."""
    return f"{first:09d}"


def read_value(folder: str | Path) -> Value:
    """Return the answer that a study's folder keeps, from its rows alone; raises `InputError`."""
    return reread(folder, KIND, answer)


def answer(ledger: Ledger) -> Value:
    """Return the answer of the pairs that are there."""
    battles = ledger.question["battles"]
    ledger.each, ledger.wanted = len(RUNS), battles * len(RUNS)
    found = [ledger.get(key_of(first)) for first, _ in parts(battles)]
    there = [frame for frame in takewhile(lambda one: one is not None, found) if frame is not None]
    if not there:
        raise ledger.nothing("no pair of battles was fought yet")
    return Value(_joined(there), ledger.question, ledger.record(len(there) < len(found)))


def _doctrine(bench: Bench, side: int, wanted: Named | None) -> Doctrine:
    if wanted is not None:
        return load_doctrine(wanted)
    return own_doctrine(bench.scenario, c.SIDES[side])


def _fight(
    bench: Bench,
    pairs: dict[str, tuple[Doctrine, Doctrine]],
    side: int,
    count: int,
    seed: int,
    first: int,
    workers: int | None,
    told: Progress | None,
) -> pd.DataFrame:
    """Return some pairs of battles, one row each."""
    points = bench.scenario.objective_points
    columns: dict[str, Any] = {"battle": np.arange(first, first + count)}
    for place, (run, (blue, red)) in enumerate(pairs.items()):
        part = part_of(told, place * count, len(pairs) * count)
        rows = bench.rows(blue, red, count, seed, first, workers, part)
        for name, values in columns_of(rows, side, points).items():
            columns[f"{run}_{name}"] = values
        columns[f"{run}_margin"] = rows["margin"] if side == c.BLUE else -rows["margin"]
    return _of_columns(columns)


def _of_columns(columns: dict[str, Any]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(columns)


def _joined(frames: list[pd.DataFrame]) -> pd.DataFrame:
    import pandas as pd

    return pd.concat(frames, ignore_index=True)
