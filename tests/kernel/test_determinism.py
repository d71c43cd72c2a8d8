"""The same battles, bit for bit: JIT off and on, one worker and two, any chunk, any number of them."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from sim.study.battles import Battles
from sim.study.run import run
from tests.kernel.digest import BATTLES, SEED, SMALL_FIGHT, large_run, report, small_run

ROOT = Path(__file__).parents[2]


@cache
def small_fight() -> Battles:
    return small_run()


@cache
def battle_group() -> Battles:
    return large_run()


def in_a_process_with(**environment: str) -> list[str]:
    """Return the report of a process of its own, its way to run the kernels first."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.kernel.digest"],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_the_small_fight_has_every_kind_of_fire():
    rows = small_fight().rows
    for kind in ("activation_fired", "opportunity_fired", "fired", "held"):
        assert rows[kind].sum() > 0, kind
    for mode in range(3):
        assert rows["lost"][:, :, mode].sum() > 0
    assert len({row.tobytes() for row in rows}) == BATTLES


@pytest.mark.parametrize("workers", (2, 3))
def test_any_number_of_workers_gives_the_same_table(workers):
    assert small_run(workers=workers).digest == small_fight().digest
    assert large_run(workers=workers).digest == battle_group().digest


@pytest.mark.parametrize("workers", (1, 2))
@pytest.mark.parametrize("chunk", (1, 7, 1000))
def test_any_chunk_gives_the_same_table(chunk, workers):
    assert small_run(chunk=chunk, workers=workers).digest == small_fight().digest


@pytest.mark.parametrize("battles", (1, 7, 29))
def test_the_first_battles_of_a_run_are_the_shorter_run(battles):
    shorter = small_run(battles)
    assert np.array_equal(shorter.rows, small_fight().rows[:battles])
    assert np.array_equal(large_run(battles, 2).rows, battle_group().rows[:battles])


def test_another_seed_is_another_table():
    other = run(SMALL_FIGHT, BATTLES, SEED + 1, workers=1)
    assert other.prepared.hash == small_fight().prepared.hash
    same = (other.rows["margin"] == small_fight().rows["margin"]).mean()
    assert same < 0.5


@pytest.mark.slow
def test_jit_off_equals_jit_on():
    told = in_a_process_with(NUMBA_DISABLE_JIT="1")
    assert told[0] == "JIT_OFF=True BOUNDSCHECK=False"
    assert told[1:] == report(small_fight())


@pytest.mark.slow
def test_bounds_checks_on_equals_bounds_checks_off():
    told = in_a_process_with(OVERWATCH_BOUNDSCHECK="1")
    assert told[0] == "JIT_OFF=False BOUNDSCHECK=True"
    assert told[1:] == report(small_fight()) + report(battle_group())
