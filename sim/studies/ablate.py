"""What each rule of overwatch is worth: its switch turned, on the same battles, one at a time."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.lib.recfunctions as rf

from sim.doctrine import Doctrine
from sim.layout import codes as c
from sim.refusal import InputError, flag_of, list_of, one_of, texts_of
from sim.scenario import Scenario
from sim.scenario.compile import fill_rules
from sim.scenario.models import Rules
from sim.studies.ablation import (
    KIND,
    UNCHANGED,
    Ablation,
    Array,
    Cell,
    answer,
    both,
    cells_of,
    key_of,
)
from sim.studies.alternatives import Change, alternatives, changed, pairs_of, told
from sim.studies.bench import Bench
from sim.studies.ledger import answered, fighting, parts, seed_for
from sim.studies.strata import first_battle
from sim.study.asked import all_settings, doctrine_name, in_python, scenario_name
from sim.study.doctrine import Named, load_doctrine, own_doctrine
from sim.study.progress import Progress, Wanted
from sim.study.run import MOST_BATTLES, check_range, check_workers

if TYPE_CHECKING:
    import pandas as pd

#: Three enemies of different temper, that no answer may rest on one.
ENEMIES = ("opportunist", "bounding", "calculating")
#: Columns of a row that count what was asked, not what happened.
ASKED = ("chances", "held", "draws", "sights")
LEAST_BATTLES = 30  # of each pair of doctrines: the intervals lean on the normal distribution


def ablate(
    scenario: Scenario | str | Path,
    side: str = "red",
    doctrines: Sequence[Named] = (),
    against: Sequence[Named] = ENEMIES,
    battles: int = 1000,
    pairs: bool = False,
    only: Sequence[str] = (),
    seed: int | None = None,
    settings: Sequence[str] = (),
    workers: int | None = None,
    out: str | Path | None = None,
    progress: Wanted = None,
) -> Ablation:
    """Set every switch of the overwatch rules to each of its other values, one at a time.

    The switches hold for both sides. `doctrines` of the `side` (its own of the scenario if none)
    each meet the enemy's doctrines `against`; `battles` of each such pair are fought under every
    change, the same ones, and pairs of doctrines weigh alike. `pairs`: every two changes together
    too; `only`: these switches alone. With `out` the rows are kept there, and a study that was
    broken off goes on. Raises `sim.refusal.InputError` for bad input.
    """
    one_of("side", side, c.SIDES)
    doctrines, against = list_of("doctrines", doctrines), list_of("against", against)
    only, pairs = texts_of("only", only), flag_of("pairs", pairs)
    battles = check_range("battles", battles, LEAST_BATTLES, MOST_BATTLES)
    workers = check_workers(workers)
    seed = seed_for(seed, out)
    bench = Bench(scenario, settings)
    rules = bench.scenario.rules
    own = getattr(bench.scenario, side).doctrine
    ours = loaded("doctrines", doctrines) or {own: own_doctrine(bench.scenario, side)}
    theirs = loaded("against", against)
    if not theirs:
        raise InputError("against: names no doctrine; name at least one")
    changes = alternatives(bench.scenario, list(only))
    if not changes:
        raise InputError(f"only: {', '.join(only)}: no other value would matter under these rules")
    together = pairs_of(rules, changes) if pairs else []
    question = {
        "kind": KIND,
        "scenario": scenario_name(scenario),
        "settings": all_settings(scenario, settings),
        "side": side,
        "doctrines": list(ours),
        "against": list(theirs),
        "battles": battles,
        "pairs": pairs,
        "only": list(only),
        "seed": seed,
        "hash": _hash(bench, side, ours, theirs),
        "tries": [_told(change) for change in changes],
        "joint": [[first.text, second.text] for first, second in together],
    }
    if note := in_python(scenario, [*doctrines, *against]):
        question["python"] = note
    ruled: dict[str, Rules | None] = {UNCHANGED: rules}
    ruled |= {change.text: changed(rules, change) for change in changes}
    ruled |= {both(one.text, two.text): changed(rules, one, two) for one, two in together}

    def fight(
        cell: Cell, stratum: int, first: int, count: int, told: Progress | None
    ) -> pd.DataFrame:
        text, mine, enemy = cell
        applied = ruled[text]
        assert applied is not None  # none was listed that does not fit
        fill_rules(bench.prepared.record[0]["rules"], applied, bench.prepared.names.zones)
        blue, red = ordered(side, ours[mine], theirs[enemy])
        begin = first_battle(stratum) + first
        return _frame(bench.rows(blue, red, count, seed, begin, workers, told), side, cell)

    cells = cells_of(question)
    strata = len(ours) * len(theirs)
    with fighting(question, out, progress, wanted=len(cells) * battles) as ledger:
        for first, count in parts(battles):
            for number, cell in enumerate(cells):
                ledger.cell(
                    key_of(cell, first), count, partial(fight, cell, number % strata, first, count)
                )
    return answered(ledger, answer)


def ordered(side: str, ours: Doctrine, theirs: Doctrine) -> tuple[Doctrine, Doctrine]:
    """Return the doctrines of a side and of its enemy as blue's and red's."""
    return (ours, theirs) if side == "blue" else (theirs, ours)


def loaded(option: str, wanted: Sequence[Named]) -> dict[str, Doctrine]:
    """Return doctrines by the names given; raises `InputError` for one that is named twice."""
    found: dict[str, Doctrine] = {}
    for one in wanted:
        name = doctrine_name(one)
        if name in found:
            raise InputError(f"{option}: {name} is named twice")
        found[name] = load_doctrine(one)
    return found


def _told(change: Change) -> dict[str, str]:
    """Return a change as its question and its tables tell it."""
    return {
        "change": change.text,
        "switch": change.switch,
        "was": told(change.was),
        "value": told(change.value),
        "marks": change.marks,
    }


def _hash(
    bench: Bench, side: str, ours: Mapping[str, Doctrine], theirs: Mapping[str, Doctrine]
) -> str:
    """Return a SHA-256 of all that is fought under the scenario's rules."""
    whole = hashlib.sha256()
    for mine in ours.values():
        for enemy in theirs.values():
            whole.update(bench.command(*ordered(side, mine, enemy)).hash.encode())
    return whole.hexdigest()


def _frame(rows: Array, side: str, cell: Cell) -> pd.DataFrame:
    """Return a cell's rows, one a battle; `print` is a checksum of what happened in it."""
    import pandas as pd

    number = c.SIDES.index(side)
    happened = rows[[name for name in rows.dtype.names or () if name not in ASKED]]
    plain = np.ascontiguousarray(rf.repack_fields(happened))
    columns: dict[str, Any] = dict(zip(("change", "doctrine", "enemy"), cell, strict=True))
    columns |= {
        "battle": rows["battle"],
        "margin": rows["margin"] * (1 if side == "blue" else -1),
        "declared": rows["declared"][:, number],
        "fired": rows["fired"][:, number],
        "print": [zlib.crc32(row.tobytes()) for row in plain],
    }
    return pd.DataFrame(columns)
