"""What overwatch is worth to one side: the same battles with each of its choices, paired."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sim.layout import codes as c
from sim.refusal import list_of, one_of
from sim.scenario import Scenario
from sim.study.battles import WINNERS
from sim.study.digits import clear, mean_text, opposite
from sim.study.doctrine import Named
from sim.study.fight import fight
from sim.study.intervals import Mean, Rate, mean_among, mean_of, rate_of
from sim.study.notes import few_note
from sim.study.options import Option, options_of, variant
from sim.study.phrases import listed
from sim.study.prepare import Prepared, prepare
from sim.study.progress import Wanted, part_of, reported
from sim.study.run import MOST_BATTLES, SEEDS, check_range, check_workers

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]

DOCTRINES = ("always", "never", "ambush")
BATTLES = 2000


@dataclass(frozen=True)
class Choice:
    """One choice of a side and what came of it; margins are that side's view, in points."""

    doctrine: str
    overwatch: bool  # the switch rules.overwatch, for both sides
    own: bool  # the doctrine that the scenario, or the run, gives the side
    given: bool  # all as the scenario, or the run, has it
    margin: Mean
    wins: Rate
    fired: Mean  # combat actions on overwatch a battle
    to_best: Mean  # paired difference of the margin to the best choice; of all `pairs` together
    to_own: Mean  # the same to the own doctrine with overwatch on
    wins_to_best: Mean  # paired difference of battles won to the best choice, per cent
    text: str  # what the doctrine says of itself; empty for one that is not shipped
    laid: tuple[float, float]  # counters a battle: its own, the enemy's

    @property
    def name(self) -> str:
        """Return the choice in words."""
        return self.doctrine if self.overwatch else f"{self.doctrine}, overwatch off"


@dataclass(frozen=True)
class Choices:
    """Choices of one side in one scenario, the best first, over the same battles of one seed."""

    scenario: str
    side: str
    defends: bool
    enemy: str  # the enemy's doctrine
    battles: int
    seed: int
    pairs: int  # differences whose intervals hold together
    choices: tuple[Choice, ...]

    @property
    def who(self) -> str:
        """Return the side in words."""
        return f"the defender ({self.side})" if self.defends else self.side

    @property
    def worth(self) -> Mean:
        """Return the own doctrine's margin with overwatch on less that with it off, paired."""
        return opposite(next(one for one in self.choices if not one.overwatch).to_own)

    @property
    def users(self) -> str:
        """Return in words which side went on overwatch in battles of the own doctrine with it on."""
        own = next(one for one in self.choices if one.own and one.overwatch)
        place = c.SIDES.index(self.side)
        sides = (self.side, c.SIDES[1 - place])
        used = [side for side, laid in zip(sides, own.laid, strict=True) if laid]
        if len(used) == 1:
            return f"only {used[0]} used"
        return "both sides used" if used else "neither side used"

    @property
    def lead(self) -> tuple[Mean, Choice]:
        """Return the lead of the best over the next, or over the next that may be as good."""
        over = (self.rivals or self.choices[1:])[0]
        return opposite(over.to_best), over

    @property
    def rivals(self) -> tuple[Choice, ...]:
        """Return the choices that these battles cannot tell from the best."""
        return tuple(one for one in self.choices[1:] if not clear(one.to_best))

    def table(self) -> pd.DataFrame:
        """Return one row a choice, the best first."""
        import pandas as pd

        rows = []
        for one in self.choices:
            row: dict[str, Any] = {
                "choice": one.name, "doctrine": one.doctrine, "overwatch": one.overwatch,
                "own": one.own, "given": one.given, "win_rate": one.wins.mean, "win_low": one.wins.low,
                "win_high": one.wins.high,
            }  # fmt: skip
            for name in ("margin", "to_best", "to_own", "wins_to_best", "fired"):
                mean: Mean = getattr(one, name)
                row |= {name: mean.mean, f"{name}_low": mean.low, f"{name}_high": mean.high}
            rows.append(row)
        return pd.DataFrame(rows)

    def sentences(self) -> list[str]:
        """Return what the battles say, and no more: the best choice, and what overwatch is worth."""
        return [self._best(), self._worth(), self._scope(), *few_note(self.battles)]

    def _best(self) -> str:
        best, rivals = self.choices[0], self.rivals
        if not rivals:
            ahead, second = self.lead
            return (
                f"Best for {self.who} by the margin is {best.name}: {mean_text(ahead, unit='points')} "
                f"a battle more than {second.name}, the next.{self._more_wins()}"
            )
        names = listed([one.name for one in (best, *rivals)])
        leads = "; ".join(f"{mean_text(opposite(one.to_best))} over {one.name}" for one in rivals)
        worse = [one.name for one in self.choices[1:] if one not in rivals]
        return (
            f"No clear best for {self.who} among {names}: the lead of {best.name} in points, {leads}, "
            f"may be chance.{f' These did worse: {listed(worse)}.' if worse else ''}{self._more_wins()}"
        )

    def _more_wins(self) -> str:
        """Say which choices won clearly more battles than the one with the best margin."""
        more = [
            f"{mean_text(one.wins_to_best)} in 100 more with {one.name}"
            for one in sorted(self.choices, key=lambda one: -one.wins.mean)
            if one.wins_to_best.low > 0
        ]
        return f" But it wins fewer battles: {listed(more)}." if more else ""

    def _worth(self) -> str:
        own = next(one for one in self.choices if one.own and one.overwatch)
        worth = self.worth
        rules = f"With {own.name}, the overwatch rules, which {self.users},"
        if not clear(worth):
            points = mean_text(worth, sign=True, unit="points")
            return f"{rules} make no clear difference to {self.who}: {points} a battle."
        if worth.mean > 0:
            return f"{rules} are worth {mean_text(worth, unit='points')} a battle to {self.who}."
        return f"{rules} cost {self.who} {mean_text(opposite(worth), unit='points')} a battle."

    def _scope(self) -> str:
        enemy = c.SIDES[1 - c.SIDES.index(self.side)]
        return (
            f"The choices met {enemy}'s doctrine {self.enemy} only, over the same "
            f"{self.battles:,} battles each."
        )


def defender(scenario: Scenario) -> str | None:
    """Return the side that an attack is made on, or None where nobody defends."""
    if scenario.victory.kind != "attack":
        return None
    return "red" if scenario.victory.attacker == "blue" else "blue"


def choices(
    scenario: Scenario | str | Path,
    side: str | None = None,
    doctrines: Sequence[Named] = DOCTRINES,
    battles: int = BATTLES,
    seed: int = 1,
    blue: Named | None = None,
    red: Named | None = None,
    settings: Sequence[str] = (),
    workers: int | None = None,
    progress: Wanted = None,
) -> Choices:
    """Fight the same battles with each choice of a side, and compare them.

    The choices are `doctrines`, the side's own doctrine, and that one with ``rules.overwatch=off``.
    `side` is the defender where none is named, or red where nobody defends; `blue`, `red` and
    `settings` are those of `sim.study.run.run`. Raises `sim.refusal.InputError` for bad input.
    """
    prepared = prepare(scenario, blue, red, settings)
    return choices_of(prepared, side, doctrines, battles, seed, workers, progress)


def choices_of(
    prepared: Prepared,
    side: str | None = None,
    doctrines: Sequence[Named] = DOCTRINES,
    battles: int = BATTLES,
    seed: int = 1,
    workers: int | None = None,
    progress: Wanted = None,
) -> Choices:
    """Compare the choices of a side in a prepared scenario; see `choices`.

    Every choice but the one with overwatch off is fought with the switch on, whatever it is in
    `prepared`. Raises KeyboardInterrupt if the battles were: pairs need all of them.
    """
    battles = check_range("battles", battles, 2, MOST_BATTLES)
    seed = check_range("seed", seed, 0, SEEDS - 1)
    workers = check_workers(workers)
    if side is not None:
        one_of("side", side, c.SIDES)
    defends = defender(prepared.scenario)
    name = side or defends or "red"
    number_of_side = c.SIDES.index(name)
    options = list(options_of(prepared, number_of_side, list_of("doctrines", doctrines)))
    fought: list[tuple[Option, Floats, Floats, Mean, tuple[float, float]]] = []
    with reported(progress) as told:
        for place, option in enumerate(options):
            part = part_of(told, place * battles, len(options) * battles)
            result = fight(variant(prepared, number_of_side, option), battles, seed, workers, part)
            if result.interrupted:
                raise KeyboardInterrupt
            rows = result.rows
            margins = rows["margin"] if name == "blue" else -rows["margin"]
            won = 100.0 * (rows["winner"] == WINNERS.index(name))
            fired = mean_of(rows["fired"][:, number_of_side])
            declared = rows["declared"].mean(axis=0)
            laid = float(declared[number_of_side]), float(declared[1 - number_of_side])
            fought.append((option, np.asarray(margins, np.float64), won, fired, laid))
    own = next(margins for option, margins, *_ in fought if option.own and option.overwatch)
    fought.sort(key=lambda one: -float(one[1].mean()))
    _, best, best_won, *_ = fought[0]
    # of all choices: that covers choosing the best one after the event
    pairs = math.comb(len(fought), 2)
    given = bool(prepared.record[0]["rules"]["overwatch"])
    return Choices(
        prepared.scenario.name,
        name,
        defends == name,
        prepared.doctrines[1 - number_of_side],
        battles,
        seed,
        pairs,
        tuple(
            Choice(
                option.doctrine,
                option.overwatch,
                option.own,
                option.own and option.overwatch == given,
                mean_of(margins),
                rate_of(int(np.count_nonzero(won)), battles),
                fired,
                mean_among(margins - best, pairs),
                mean_among(margins - own, pairs),
                mean_among(won - best_won, pairs),
                option.text,
                laid,
            )
            for option, margins, won, fired, laid in fought
        ),
    )
