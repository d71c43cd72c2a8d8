"""Run a scenario: many battles of one question, and what they come to."""

from __future__ import annotations

import secrets
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from sim.layout.records import ROW
from sim.refusal import InputError, whole_of
from sim.scenario import Scenario
from sim.study.asked import all_settings, doctrine_name, in_python, repeats, scenario_name
from sim.study.battles import Battles
from sim.study.doctrine import Named
from sim.study.fight import CHUNK, fight
from sim.study.files import check_folder
from sim.study.interrupts import NothingYet, held
from sim.study.kept import QUESTION, check_question, kept_seed, question_of, read_battles
from sim.study.prepare import prepare
from sim.study.progress import Wanted, part_of, reported

MOST_BATTLES = 10_000_000
MOST_WORKERS = 256
SEEDS = 2**63


def run(
    scenario: Scenario | str | Path,
    battles: int = 10_000,
    seed: int | None = None,
    blue: Named | None = None,
    red: Named | None = None,
    settings: Sequence[str] = (),
    workers: int | None = None,
    progress: Wanted = None,
    chunk: int = CHUNK,
    out: str | Path | None = None,
) -> Battles:
    """Fight `battles` battles of a scenario and return them.

    `scenario` is a shipped name, a path or a `Scenario`; `blue` and `red` replace its doctrines, by a
    name, a path or a `Doctrine`;
    `settings` are texts such as ``rules.overwatch=off``. Without `seed` one is chosen; `.command`
    repeats the run. Battle k of a seed is the same whatever `battles` and `workers` are.
    Ctrl-C ends it early with the battles so far. `out` is a folder that keeps them; the same run goes
    on there. `progress` is told of battles done and asked for; None shows a bar in a notebook, False
    none ever. Raises `sim.refusal.InputError` for bad input, and `NothingYet` where it was
    interrupted before any battle was fought.
    """
    if out is not None:
        check_folder(out)
    battles = check_range("battles", battles, 1, MOST_BATTLES)
    chunk = check_range("chunk", chunk, 1, MOST_BATTLES)
    workers = check_workers(workers)
    seed = chosen_seed(kept_seed(out) if seed is None else seed)
    prepared = prepare(scenario, blue, red, settings)
    command = command_line(scenario, battles, seed, blue, red, settings)
    result = Battles(prepared, np.zeros(0, ROW), seed, 0.0, command, battles > 0, battles)
    if out is not None:
        result = _goes_on(result, out)
    if (have := len(result)) < battles:
        with reported(progress) as told:
            told = part_of(told, have, battles)
            more = fight(prepared, battles - have, seed, workers, told, chunk, have)
        result = replace(
            result,
            rows=np.concatenate([result.rows, more.rows]),
            seconds=result.seconds + more.seconds,
            interrupted=have + len(more.rows) < battles,
        )
    if not len(result):
        raise NothingYet(f"interrupted before any of {battles:,} battles was fought")
    if out is not None:
        with held():
            result.save(out)
    return result


def _goes_on(nothing: Battles, out: str | Path) -> Battles:
    """Return the battles that a folder keeps of a run, or those given if it keeps none."""
    check_question(out, question_of(nothing))
    if not (Path(out) / QUESTION).exists():
        return nothing
    kept = read_battles(out)
    return replace(nothing, rows=kept.rows, seconds=kept.seconds, interrupted=kept.interrupted)


def check_workers(workers: int | None) -> int | None:
    """Return a number of threads; raise `InputError` for one that nobody may ask for."""
    return None if workers is None else check_range("workers", workers, 1, MOST_WORKERS)


def chosen_seed(seed: int | None, most: int = SEEDS - 1) -> int:
    """Return a root seed, one by chance if there is none; raise `InputError` for one out of range."""
    if seed is None:
        seed = secrets.randbelow(2**31)
    return check_range("seed", seed, 0, most)


def check_range(name: str, value: int, least: int, most: int) -> int:
    """Return a whole number as an int; raise `InputError` unless `least <= value <= most`."""
    number = whole_of(name, value)
    if not least <= number <= most:
        bound = f"less than {least}" if number < least else f"more than {most}"
        raise InputError(f"{name}: {number} is {bound}")
    return number


def command_line(
    scenario: Scenario | str | Path,
    battles: int,
    seed: int,
    blue: Named | None,
    red: Named | None,
    settings: Sequence[str],
) -> str:
    """Return the command that repeats a run."""
    words = ["run", scenario_name(scenario), "-n", str(battles), "--seed", str(seed)]
    return command_of(words, scenario, blue, red, settings)


def command_of(
    words: Sequence[str],
    scenario: Scenario | str | Path,
    blue: Named | None,
    red: Named | None,
    settings: Sequence[str],
) -> str:
    """Return a command that begins with `words`, with the doctrines and settings that it needs."""
    options: list[str] = []
    for option, value in (("--blue", blue), ("--red", red)):
        if value is not None:
            options += [option, doctrine_name(value)]
    for setting in all_settings(scenario, settings):
        options += ["--set", setting]
    command = shlex.join(["overwatch", *words, *options])
    return repeats(command, in_python(scenario, (blue, red)))
