"""How many points a side without overwatch needs to break even."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.doctrine import Doctrine
from sim.layout import codes as c
from sim.refusal import InputError, list_of, one_of, texts_of
from sim.scenario import Scenario
from sim.studies.ablate import ENEMIES, loaded, ordered
from sim.studies.balance import (
    GOALS,
    KIND,
    LEAST_BATTLES,
    WITH,
    WITHOUT,
    BreakEven,
    answer,
    key_of,
    search_ladder,
)
from sim.studies.bench import Bench
from sim.studies.ladder import Step, ladder_of_additions, ladder_of_counts
from sim.studies.ledger import answered, fighting, parts, seed_for
from sim.studies.strata import first_battle
from sim.study.asked import all_settings, doctrine_name, in_python, scenario_name
from sim.study.doctrine import Named, load_doctrine
from sim.study.progress import Progress, Wanted
from sim.study.run import MOST_BATTLES, check_range, check_workers

if TYPE_CHECKING:
    import pandas as pd

KEPT_BENCHES = 4  # compiled forces in memory
USUAL_STEPS = 6  # of a search, for its progress


def break_even(
    scenario: Scenario | str | Path,
    without: str = "red",
    doctrine: Named = "never",
    with_: Named = "always",
    against: Sequence[Named] = ENEMIES,
    additions: Sequence[str] = (),
    goal: str = "overwatch",
    battles: int = 2000,
    seed: int | None = None,
    settings: Sequence[str] = (),
    workers: int | None = None,
    out: str | Path | None = None,
    progress: Wanted = None,
) -> BreakEven:
    """Return how many points the side `without` overwatch must have more to break even.

    The side plays `doctrine` with forces of a ladder: the scenario's with the `additions` one after
    the other (``red.units.0.count=5``), or, if there are none, with one element more or less at a
    time, its units taking turns. `goal` ``overwatch`` is the margin that it has with the doctrine
    `with_` and the scenario's force; ``even`` is a margin of zero. Both are means over the enemy's
    doctrines `against`, on the same battles, up to `battles` of each two doctrines.
    With `out` the rows are kept there, and a study that was broken off goes on.
    Raises `sim.refusal.InputError` for bad input.
    """
    one_of("without", without, c.SIDES)
    battles = check_range("battles", battles, LEAST_BATTLES, MOST_BATTLES)
    workers = check_workers(workers)
    one_of("goal", goal, GOALS)
    against, additions = list_of("against", against), texts_of("additions", additions)
    seed = seed_for(seed, out)
    theirs = loaded("against", against)
    if not theirs:
        raise InputError("against: names no doctrine; name at least one")
    ours = {WITHOUT: load_doctrine(doctrine), WITH: load_doctrine(with_)}
    base = Bench(scenario, settings)
    if additions:
        ladder = ladder_of_additions(scenario, without, settings, additions)
    else:
        ladder = ladder_of_counts(scenario, without, settings)
    if len(ladder) == 1:
        raise InputError(f"{without}: none of its units has room for more or fewer; use --add")
    question = {
        "kind": KIND,
        "scenario": scenario_name(scenario),
        "settings": all_settings(scenario, settings),
        "without": without,
        "doctrine": doctrine_name(doctrine),
        "with": doctrine_name(with_),
        "against": list(theirs),
        "additions": list(additions),
        "goal": goal,
        "battles": battles,
        "seed": seed,
        "hash": _hash(base, without, ours, theirs),
        "ladder": [{**asdict(step), "settings": list(step.settings)} for step in ladder],
    }
    if note := in_python(scenario, [doctrine, with_, *against]):
        question["python"] = note
    forces: dict[tuple[str, ...], Step] = {step.settings: step for step in ladder}

    @lru_cache(KEPT_BENCHES)
    def bench(made: tuple[str, ...]) -> Bench:
        return Bench(scenario, [*settings, *made]) if forces[made].number else base

    def fight(
        part: str, made: tuple[str, ...], enemy: str, first: int, n: int, told: Progress | None
    ) -> pd.DataFrame:
        blue, red = ordered(without, ours[part], theirs[enemy])
        begin = first_battle(list(theirs).index(enemy)) + first
        fought = bench(made).rows(blue, red, n, seed, begin, workers, told)
        return _frame(fought, without, part, made, enemy)

    usual = USUAL_STEPS * battles * len(theirs)  # how long it will be is not known before
    with fighting(question, out, progress, wanted=usual) as ledger:

        def rows(part: str, made: tuple[str, ...], enemy: str, first: int, n: int) -> pd.DataFrame:
            return joined(
                ledger.cell(
                    key_of(part, made, enemy, first + begin),
                    count,
                    partial(fight, part, made, enemy, first + begin, count),
                )
                for begin, count in parts(n)
            )

        search_ladder(ledger, rows)
    ledger.wanted = None
    return answered(ledger, answer)


def joined(frames: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """Return the rows of all parts."""
    import pandas as pd

    return pd.concat(frames, ignore_index=True)


def _hash(
    base: Bench, side: str, ours: Mapping[str, Doctrine], theirs: Mapping[str, Doctrine]
) -> str:
    """Return a SHA-256 of all that is fought with the scenario's force."""
    whole = hashlib.sha256()
    for mine in ours.values():
        for enemy in theirs.values():
            whole.update(base.command(*ordered(side, mine, enemy)).hash.encode())
    return whole.hexdigest()


def _frame(
    fought: np.ndarray[Any, Any], side: str, part: str, made: Sequence[str], enemy: str
) -> pd.DataFrame:
    """Return a cell's rows, one a battle; the margin is the side's view."""
    import pandas as pd

    place = c.SIDES.index(side)
    return pd.DataFrame(
        {
            "part": part,
            "force": " ".join(made),
            "enemy": enemy,
            "battle": fought["battle"],
            "margin": fought["margin"] * (1 if side == "blue" else -1),
            "declared": fought["declared"][:, place],
            "fired": fought["fired"][:, place],
        }
    )
