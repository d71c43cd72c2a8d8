"""The kernels answer the same with and without the compiler, to the last bit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sim.doctrine import FEATURES
from sim.layout import codes as c
from tests.doctrine.digest import answers

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
def test_jit_off_equals_jit_on():
    plain = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.doctrine.digest"],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    compiled = answers(6).splitlines()
    assert len(plain) == 6 * (4 * len(FEATURES) + 9 * 2)
    assert plain == compiled


def test_the_drawn_states_ask_for_something():
    lines = [line.split() for line in answers(6).splitlines()]
    for name in ("best_shot_now", "threat_now", "ev_best_to_come", "watched_here", "ev_this"):
        values = {line[3] for line in lines if line[2] == name}
        assert len(values) > 2, name
    rules = {" ".join(line[3:8]) for line in lines if line[3].startswith("[")}
    assert len(rules) > 3 * c.CHAPTERS
