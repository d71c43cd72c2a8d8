"""The float tables for the kernel's record."""

import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from sim.exact import (
    half_table,
    hit_chance,
    hit_table,
    kill_table,
    outcomes,
    pot_codes,
    removed_table,
    soft_table,
)
from sim.figures import LADDER
from sim.layout.codes import CHIT_NAMES, VALIDITIES
from sim.layout.records import SCENARIO
from tests.exact import naive_arms
from tests.exact.naive_pot import POT


def test_shapes_fit_the_scenario_record():
    for name, table in (
        ("hit", hit_table()),
        ("kill", kill_table()),
        ("half", half_table()),
        ("pot", pot_codes()),
    ):
        base, shape = SCENARIO[name].subdtype
        assert table.shape == shape
        assert table.dtype == base


def test_hit_table_holds_every_chance():
    table = hit_table()
    for (i, j, n), chance in np.ndenumerate(table):
        secondary = None if n == 0 else LADDER[n - 1]
        assert chance == float(hit_chance(LADDER[i], LADDER[j], secondary))


def test_kill_and_half_tables_hold_every_chance():
    kill, half = kill_table(), half_table()
    for (code, chits, armour), chance in np.ndenumerate(kill):
        chances = outcomes(chits, VALIDITIES[code], armour)
        assert chance == float(chances["Kill"])
        neither = sum(chances[name] for name in ("SD:F", "Miss", "SD:T", "Kill"))
        assert half[code, chits, armour] == float(1 - neither)


@pytest.mark.slow
def test_removed_and_soft_tables_hold_every_chance():
    removed, soft = removed_table(), soft_table()
    assert (removed.shape, soft.shape) == ((8, 6, 6), (8, 6))
    assert removed.dtype == soft.dtype == np.float64
    assert (removed[:, :, 0] == 1).all()
    for code, chits in np.ndindex(soft.shape):
        valid = VALIDITIES[code]
        assert soft[code, chits] == float(naive_arms.soft(chits, valid)["Kill"])
        for kill_total in range(1, 6):
            chance = naive_arms.removes(chits, valid, kill_total)
            assert removed[code, chits, kill_total] == float(chance)


def test_pot_codes_are_the_pot():
    assert Counter(CHIT_NAMES[code] for code in pot_codes()) == POT


def test_tables_need_no_heavy_package(pytestconfig):
    script = """
import sys
from sim.exact import half_table, hit_table, kill_table, pot_codes, removed_table, soft_table
hit_table(), kill_table(), half_table(), pot_codes(), removed_table(), soft_table()
print([name for name in ("numba", "pandas", "matplotlib", "rich") if name in sys.modules])
"""
    answer = subprocess.run(
        [sys.executable, "-c", script],
        cwd=pytestconfig.rootpath,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert answer == "[]\n"
