"""Run a scenario: many battles of one question, and what they come to."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Sequence
from pathlib import Path

from sim.refusal import InputError
from sim.scenario import Scenario
from sim.study.battles import Battles
from sim.study.fight import CHUNK, Progress, fight
from sim.study.prepare import prepare

MOST_BATTLES = 10_000_000
MOST_WORKERS = 256
SEEDS = 2**63


def run(
    scenario: Scenario | str | Path,
    battles: int = 10_000,
    seed: int | None = None,
    blue: str | Path | None = None,
    red: str | Path | None = None,
    settings: Sequence[str] = (),
    workers: int | None = None,
    progress: Progress | None = None,
    chunk: int = CHUNK,
) -> Battles:
    """Fight `battles` battles of a scenario and return them.

    `scenario` is a shipped name, a path or a `Scenario`; `blue` and `red` replace its doctrines;
    `settings` are texts such as ``rules.overwatch=off``. Without `seed` one is chosen; `.command`
    repeats the run. Battle k of a seed is the same whatever `battles` and `workers` are.
    Raises `sim.refusal.InputError` for bad input.
    """
    check_range("battles", battles, 1, MOST_BATTLES)
    check_range("chunk", chunk, 1, MOST_BATTLES)
    check_workers(workers)
    seed = chosen_seed(seed)
    prepared = prepare(scenario, blue, red, settings)
    fought = fight(prepared, battles, seed, workers, progress, chunk)
    command = command_line(scenario, battles, seed, blue, red, settings)
    return Battles(
        prepared, fought.rows, seed, fought.seconds, command, fought.interrupted, battles
    )


def check_workers(workers: int | None) -> None:
    """Raise `InputError` for a number of threads that nobody may ask for."""
    if workers is not None:
        check_range("workers", workers, 1, MOST_WORKERS)


def chosen_seed(seed: int | None, most: int = SEEDS - 1) -> int:
    """Return a root seed, one by chance if there is none; raise `InputError` for one out of range."""
    if seed is None:
        seed = secrets.randbelow(2**31)
    check_range("seed", seed, 0, most)
    return seed


def check_range(name: str, value: int, least: int, most: int) -> None:
    """Raise `InputError` unless `least <= value <= most`."""
    if not least <= value <= most:
        bound = f"less than {least}" if value < least else f"more than {most}"
        raise InputError(f"{name}: {value} is {bound}")


def command_line(
    scenario: Scenario | str | Path,
    battles: int,
    seed: int,
    blue: str | Path | None,
    red: str | Path | None,
    settings: Sequence[str],
) -> str:
    """Return the command that repeats a run."""
    name = str(scenario.file if isinstance(scenario, Scenario) else scenario)
    words = ["overwatch", "run", name, "-n", str(battles), "--seed", str(seed)]
    for option, value in (("--blue", blue), ("--red", red)):
        if value is not None:
            words += [option, str(value)]
    for setting in settings:
        words += ["--set", setting]
    return shlex.join(words)
