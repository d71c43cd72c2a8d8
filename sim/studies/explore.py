"""One question about the gap, answered at once: the odds of the shot, and what waiting is worth."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.exact import ShotOdds, shot
from sim.refusal import one_of, whole_of
from sim.scenario import VehicleType, motor_pool, points
from sim.studies.bench import Bench
from sim.studies.gap import FIRST, PATIENT, SHOOT, TYPE, WAIT, gap, watcher
from sim.studies.paired import LEAST_PAIRS, Difference, controls_of, difference, widened
from sim.studies.paired_battles import Cell, in_view
from sim.study.digits import clear, mean_text, number
from sim.study.intervals import Mean, mean_of
from sim.study.run import MOST_BATTLES, check_range, chosen_seed

if TYPE_CHECKING:
    import pandas as pd

BATTLES = 400  # with each doctrine: an answer in well under a second
KEPT = 64  # answers that are there again at once
TRIGGERS = (FIRST, PATIENT)
AGAINST = ("bounding", "aggressive", "opportunist", "calculating")
INSTEAD = {WAIT: "opportunity fire", SHOOT: "firing now"}


@dataclass(frozen=True)
class Asked:
    """What is chosen: `distance` in inches to the lane, `to_come` in platoons; else as in `gap`."""

    weapon: str = "HKP/3"
    distance: int = 34
    cover: str = "none"
    quality: str = "regular"
    to_come: int = 1
    against: str = AGAINST[0]
    trigger: str = FIRST  # whom a watcher fires at: the first, or nearly the best still to come


@dataclass(frozen=True)
class Found:
    """The answer: exact odds of one shot each way, and paired differences in points of the margin."""

    asked: Asked
    shot: ShotOdds  # of a watcher at one who crosses
    back: ShotOdds  # of one who crosses at a watcher
    advantage: dict[str, Difference]  # of overwatch over each of INSTEAD
    margins: dict[str, Mean]  # of the watchers' side, by doctrine
    fired: float  # combat actions on overwatch a battle
    battles: int
    element: float  # points of one vehicle that comes
    seconds: float

    def together(self, instead: str) -> Mean:
        """Return an advantage, luck taken out, with the interval that holds for both together."""
        return widened(self.advantage[instead].adjusted, len(self.advantage))

    @cached_property
    def verdict(self) -> str:
        """What to do at the table, as far as these battles can tell."""
        if not self.shot.possible:
            return f"No shot: {self.shot.impossible}."
        if not self.fired:
            return "Overwatch never fired in these battles: they say nothing about it."
        ahead = [one for one in INSTEAD if self._told(one) > 0]
        behind = [one for one in INSTEAD if self._told(one) < 0]
        if behind:
            best = max(behind, key=lambda one: self.margins[one].mean)
            return f"Do not go on overwatch: {INSTEAD[best]} is better here."
        if len(ahead) == len(INSTEAD):
            return "Go on overwatch: it beats both opportunity fire and firing now."
        if ahead:
            other = next(one for one in INSTEAD if one not in ahead)
            return (
                f"Overwatch beats {INSTEAD[ahead[0]]}; whether it beats {INSTEAD[other]} these "
                "battles cannot tell."
            )
        return "These battles cannot tell: it matters little what you do, or more must be fought."

    def sentences(self) -> list[str]:
        """Return the answer in words, the verdict first."""
        lines = [self.verdict]
        for one, name in INSTEAD.items():
            if self.advantage[one].differ == 0:
                lines.append(f"Over {name}: the same in every battle.")
            else:
                mean = self.together(one)
                share = number(mean.mean / self.element, 0.1, sign=True)
                lines.append(
                    f"Over {name}: {mean_text(mean, sign=True, unit='points')} a battle, "
                    f"{share} of a vehicle."
                )
        lines.append(
            f"{self.battles:,} battles with each choice, the same luck in all, against "
            f"{self.asked.against} alone; both intervals hold together (95%)."
        )
        return lines

    def _told(self, instead: str) -> int:
        mean = self.together(instead)
        if not self.advantage[instead].differ or not clear(mean):
            return 0
        return 1 if mean.mean > 0 else -1


def explore(asked: Asked, battles: int = BATTLES, seed: int = 1) -> Found:
    """Return the answer to what is asked, from `battles` battles of each of three doctrines.

    The same question has the same answer, and is not fought twice. Raises InputError for a value
    that is not allowed.
    """
    battles = check_range("battles", battles, LEAST_PAIRS, MOST_BATTLES)
    seed = chosen_seed(seed)
    for name, allowed in (("trigger", TRIGGERS), ("against", AGAINST)):
        one_of(name, getattr(asked, name), allowed)
    for name in ("distance", "to_come"):
        whole_of(name, getattr(asked, name))
    return _explore(asked, battles, seed)


@lru_cache(KEPT)
def _explore(asked: Asked, battles: int, seed: int) -> Found:
    begun = time.perf_counter()
    bench = _bench(asked.distance, asked.cover, asked.quality, asked.to_come, asked.weapon)
    runs: dict[str, Cell] = {}
    for name in (asked.trigger, *INSTEAD):
        rows = bench.rows(asked.against, watcher(name), battles, seed)
        if len(rows) < battles:
            raise KeyboardInterrupt
        runs[name] = in_view(rows, "red")
    watching = runs[asked.trigger]
    there, back = odds(asked)
    target = motor_pool()[TYPE]
    return Found(
        asked,
        there,
        back,
        {name: _difference(runs[name], watching) for name in INSTEAD},
        {name: mean_of(cell["margin"]) for name, cell in runs.items()},
        float(watching["fired"].mean()),
        battles,
        float(points(target)),
        time.perf_counter() - begun,
    )


def explore_all(battles: int = BATTLES, seed: int = 1, **asked: Any) -> pd.DataFrame:
    """Return one row for each combination of what is asked: fields of `Asked`, one value or several.

    Columns: what is asked, then for each of INSTEAD its name, `_low` and `_high`: what overwatch is
    worth over it, in points a battle, with the interval that holds for the whole table (95%);
    `fired`, combat actions on overwatch a battle.

    >>> explore_all(100, distance=[12, 34])["distance"].tolist()
    [12, 34]
    """
    import pandas as pd

    values = [
        list(one) if isinstance(one, Iterable) and not isinstance(one, str) else [one]
        for one in asked.values()
    ]
    chosen = [dict(zip(asked, row, strict=True)) for row in product(*values)]
    rows = []
    for row in chosen:
        found = explore(Asked(**row), battles, seed)
        line = dict(row)
        for name in INSTEAD:
            mean = widened(found.advantage[name].adjusted, len(chosen) * len(INSTEAD))
            line |= {name: mean.mean, f"{name}_low": mean.low, f"{name}_high": mean.high}
        rows.append(line | {"fired": found.fired})
    return pd.DataFrame(rows)


def odds(asked: Asked) -> tuple[ShotOdds, ShotOdds]:
    """Return the exact odds of a watcher's shot at one who crosses, and of a shot back at him.

    Both stand still and are hit in front; who crosses has no cover.
    """
    kind = motor_pool()[TYPE]
    assert isinstance(kind, VehicleType)
    target: dict[str, Any] = {
        name: getattr(kind, name)
        for name in ("size", "armour", "stealth", "armour_kind", "fire_control")
    } | {"range": float(asked.distance)}
    there = shot(weapon=asked.weapon, **target)
    own = kind.weapons[0].split()[0]
    return there, shot(weapon=own, cover=asked.cover, **target)


@lru_cache(2)  # what is changed most, enemy and trigger, needs no other; each is 40 MB
def _bench(*asked: Any) -> Bench:
    return Bench(gap(*asked))


def _difference(reference: Cell, other: Cell) -> Difference:
    luck = [np.stack([cell["luck"], cell["enemy_luck"]]) for cell in (reference, other)]
    return difference(reference["margin"][None], other["margin"][None], controls_of(*luck))
