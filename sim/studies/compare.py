"""Which doctrine is better for a side, by how much, and against whom: paired battles."""

from __future__ import annotations

import hashlib
import secrets
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.doctrine import Doctrine, load_doctrine
from sim.layout import codes as c
from sim.refusal import InputError, nearest, shown
from sim.scenario import Scenario
from sim.studies.bench import Bench
from sim.studies.comparison import CELL, Cell, Comparison, Key
from sim.studies.paired import LEAST_PAIRS, Floats, fight_until
from sim.studies.store import QUESTION, Store, read_question
from sim.studies.symmetry import uneven
from sim.study.fight import Progress
from sim.study.run import MOST_BATTLES, MOST_WORKERS, SEEDS, check_range

if TYPE_CHECKING:
    import pandas as pd

KIND = "compare"
DOCTRINES = ("never", "ambush", "always")
ENEMIES = 3  # of which an answer is asked for by default
KNOWN_ENEMIES = ("opportunist", "calculating", "aggressive")  # beside the scenario's own
BATTLES = 10_000
MOST_UNTIL = 1_000_000  # battles with `until`, where no number is given
CHUNK = 5000  # battles between two reports of progress, and of one cell of a study's folder

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
    if workers is not None:
        check_range("workers", workers, 1, MOST_WORKERS)
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
    file = bench.scenario.file if isinstance(scenario, Scenario) else scenario
    command = command_line(
        file, side, doctrines, against, battles, until, seed, settings, swap, out
    )
    field = _Field(bench, side, sides, own, enemies, seed, workers, progress)
    digest = field.check()
    if out is not None:
        question: dict[str, Any] = {
            "kind": KIND,
            "scenario": bench.scenario.name,
            "side": side,
            "sides": list(sides),
            "doctrines": list(own),
            "enemies": list(enemies),
            "enemies_chosen": against is not None,
            "battles": battles,
            "seed": seed,
            "hash": digest,
            "command": command,
        }
        field.store = Store(out, question | ({} if until is None else {"until": until}))
    for enemy in enemies:
        field.fight(enemy, battles, until)
    return Comparison(
        bench.scenario.name,
        side,
        sides,
        tuple(own),
        tuple(enemies),
        against is not None,
        battles,
        until,
        seed,
        command,
        field.rows,
    )


def stored(folder: str | Path) -> Comparison:
    """Return the comparison that a folder keeps, from its rows alone.

    Raises `InputError` for a folder of another kind and for a study that is not finished.
    """
    question = read_question(folder)
    if question.get("kind") != KIND:
        raise InputError(f"{folder}: holds no comparison but {shown(question.get('kind'))}")
    store = Store(folder, {key: value for key, value in question.items() if key != "version"})
    frame = store.table(["enemy", "doctrine", "side", "battle"])
    rows: dict[Key, Cell] = {}
    for (enemy, doctrine, side), group in frame.groupby(["enemy", "doctrine", "side"]):
        cell = np.zeros(len(group), CELL)
        for name in CELL.names or ():
            cell[name] = group[name]
        rows[str(enemy), str(doctrine), str(side)] = cell
    until = question.get("until")
    comparison = Comparison(
        question["scenario"],
        question["side"],
        tuple(question["sides"]),
        tuple(question["doctrines"]),
        tuple(question["enemies"]),
        question["enemies_chosen"],
        question["battles"],
        until,
        question["seed"],
        question["command"],
        rows,
    )
    for enemy in comparison.enemies:
        _check_finished(comparison, enemy, folder)
    return comparison


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
            raise InputError(f"{folder}: is not finished; go on with: {comparison.command}")
        return margins(comparison.rows, enemy, comparison.doctrines, comparison.sides, pairs)

    if comparison.until is None:
        more(comparison.most)
    else:
        fight_until(more, comparison.until, comparison.most)


def margins(
    rows: dict[Key, Cell] | Any,
    enemy: str,
    doctrines: Sequence[str],
    sides: Sequence[str],
    pairs: int,
) -> list[tuple[Floats, Floats]]:
    """Return the reference's margins and each other doctrine's, both (sides, pairs)."""
    each = [
        np.stack([rows[enemy, doctrine, side]["margin"][:pairs] for side in sides])
        for doctrine in doctrines
    ]
    return [(each[0], other) for other in each[1:]]


@dataclass
class _Field:
    """The battles of one comparison while they are fought."""

    bench: Bench
    side: str
    sides: tuple[str, ...]
    own: dict[str, Doctrine]
    enemies: dict[str, Doctrine]
    seed: int
    workers: int | None
    progress: Progress | None
    store: Store | None = None

    def __post_init__(self) -> None:
        self.rows: dict[Key, Cell] = {}
        self.done = 0
        self.fought: dict[str, int] = {}  # pairs against each enemy, as far as is known

    def check(self) -> str:
        """Give every doctrine to its side once, before any battle; return a hash of it all."""
        digest = hashlib.sha256()
        for enemy in self.enemies.values():
            for doctrine in self.own.values():
                for side in self.sides:
                    digest.update(self.bench.command(*_placed(side, doctrine, enemy)).hash.encode())
        return digest.hexdigest()

    def fight(self, enemy: str, most: int, until: float | None) -> None:
        """Fight all doctrines against an enemy, as often as is needed."""

        def more(pairs: int) -> list[tuple[Floats, Floats]]:
            self.fought[enemy] = pairs
            for doctrine in self.own:
                for side in self.sides:
                    self._extend((enemy, doctrine, side), pairs)
            return margins(self.rows, enemy, list(self.own), self.sides, pairs)

        if until is None:
            more(most)
        else:
            fight_until(more, until, most)

    def _extend(self, key: Key, pairs: int) -> None:
        """Have `pairs` battles of one doctrine, enemy and side."""
        cells = [self.rows.get(key, np.zeros(0, CELL))]
        have = len(cells[0])
        while have < pairs:
            count = min(CHUNK, pairs - have)
            cells.append(self._cell(key, have, count))
            have += count
            self.done += count
            if self.progress is not None:
                known = sum(self.fought.values())
                to_come = (len(self.enemies) - len(self.fought)) * pairs
                self.progress(self.done, (known + to_come) * len(self.own) * len(self.sides))
        self.rows[key] = np.concatenate(cells)

    def _cell(self, key: Key, first: int, count: int) -> Cell:
        """Return battles from the folder, or fight them and keep them there."""
        enemy, doctrine, side = key
        name = "/".join((*key, str(first)))
        if self.store is not None and self.store.has(name):
            return _from_frame(self.store.read(name))
        blue, red = _placed(side, self.own[doctrine], self.enemies[enemy])
        rows = self.bench.rows(blue, red, count, self.seed, first, self.workers)
        if len(rows) < count:  # Ctrl-C
            raise KeyboardInterrupt
        cell = in_view(rows, side)
        if self.store is not None:
            self.store.write(name, _as_frame(cell, key, first))
        return cell


def in_view(rows: np.ndarray[Any, Any], side: str) -> Cell:
    """Return what a comparison keeps of rows (ROW), in a side's view."""
    number = c.SIDES.index(side)
    cell = np.zeros(len(rows), CELL)
    cell["margin"] = rows["margin"] if side == "blue" else -rows["margin"]
    cell["won"] = rows["winner"] == number
    cell["luck"] = rows["luck"][:, number]
    cell["enemy_luck"] = rows["luck"][:, 1 - number]
    cell["fired"] = rows["fired"][:, number]
    return cell


def _as_frame(cell: Cell, key: Key, first: int) -> pd.DataFrame:
    import pandas as pd

    enemy, doctrine, side = key
    frame = pd.DataFrame({"battle": np.arange(first, first + len(cell))})
    frame = frame.assign(enemy=enemy, doctrine=doctrine, side=side)
    return frame.assign(**{name: cell[name] for name in CELL.names or ()})


def _from_frame(frame: pd.DataFrame) -> Cell:
    cell = np.zeros(len(frame), CELL)
    for name in CELL.names or ():
        cell[name] = frame[name]
    return cell


def _placed(side: str, own: Doctrine, enemy: Doctrine) -> tuple[Doctrine, Doctrine]:
    """Return blue's doctrine and red's."""
    return (own, enemy) if side == "blue" else (enemy, own)


def _seed(out: str | Path | None) -> int:
    """Return the seed of the study that goes on in a folder, or a new one."""
    if out is not None and (Path(out) / QUESTION).exists():
        kept = read_question(out).get("seed")
        if isinstance(kept, int):
            return kept
    return secrets.randbelow(2**31)


def _side(scenario: Scenario, side: str | None) -> str:
    if side is None:
        return "blue" if scenario.victory.attacker == "red" else "red"
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


def command_line(
    scenario: str | Path,
    side: str,
    doctrines: Sequence[Named],
    against: Sequence[Named] | None,
    battles: int,
    until: float | None,
    seed: int,
    settings: Sequence[str],
    swap: bool | None,
    out: str | Path | None,
) -> str:
    """Return the command that repeats a comparison."""
    words = ["overwatch", "compare", str(scenario), "--side", side]
    words += ["--doctrines", _names(doctrines)]
    if against is not None:
        words += ["--against", _names(against)]
    words += ["-n", str(battles), "--seed", str(seed)]
    if until is not None:
        words += ["--until", f"{until:g}"]
    for setting in settings:
        words += ["--set", setting]
    if swap is not None:
        words.append("--swap" if swap else "--no-swap")
    if out is not None:
        words += ["--out", str(out)]
    return shlex.join(words)


def _names(named: Sequence[Named]) -> str:
    return ",".join(one.file if isinstance(one, Doctrine) else str(one) for one in named)
