"""The ledger of a study: cells read or fought, whole or not at all, and what is kept of them."""

from __future__ import annotations

import pandas as pd
import pytest

from sim import __version__
from sim.refusal import InputError
from sim.studies.ledger import MOST_PART, PARTS, Ledger, answered, fighting, parts, reread, seed_for
from sim.studies.store import Store
from sim.study.interrupts import NothingYet

ASKED = {"kind": "test", "seed": 7}


def rows(count):
    return pd.DataFrame({"battle": range(count)})


def total(ledger):
    found = [ledger.get(f"{first}") for first, _ in parts(300)]
    if not any(frame is not None for frame in found):
        raise ledger.nothing("no part was fought yet")
    return sum(len(frame) for frame in found if frame is not None)


@pytest.mark.parametrize("count", [1, 99, 100, 101, 1000, 4000, 123_456])
@pytest.mark.parametrize("pieces", [1, PARTS])
def test_parts_are_all_of_it_in_order(count, pieces):
    found = parts(count, pieces)
    assert [first for first, _ in found] == [
        sum(size for _, size in found[:place]) for place in range(len(found))
    ]
    assert sum(size for _, size in found) == count
    assert all(1 <= size <= MOST_PART for _, size in found)
    if pieces == PARTS and count >= 100:
        assert found[0] == (0, 100)  # something to say, soon
        assert max(size for _, size in found) <= max(100, count / PARTS + 1)


def test_a_cell_is_fought_once_and_kept(tmp_path):
    fought = []

    def fight(told):
        fought.append(told)
        return rows(3)

    for _ in range(2):
        with fighting(ASKED, tmp_path, False, wanted=3) as ledger:
            assert len(ledger.cell("a", 3, fight)) == 3
    assert fought == [None]
    assert ledger.battles == 3 and ledger.question == {"version": __version__, **ASKED}


def test_ctrl_c_ends_the_block_and_loses_the_torn_cell_alone(tmp_path):
    def torn(_):
        raise KeyboardInterrupt

    with fighting(ASKED, tmp_path, False, wanted=300) as ledger:
        ledger.cell("0", 100, lambda _: rows(100))
        ledger.cell("100", 100, torn)
        raise AssertionError("it went on")
    assert answered(ledger, total) == 100
    assert reread(tmp_path, "test", total) == 100
    record = ledger.record(True)
    assert record.notes()[0].startswith("Warning: interrupted after 100 of 300 battles")


def test_nothing_to_say_is_an_interrupt_and_bad_input_where_it_is_read(tmp_path):
    Store(tmp_path, ASKED)
    with pytest.raises(NothingYet, match="interrupted after 0 of 300 battles: no part was"):
        answered(Ledger(ASKED, wanted=300), total)
    with pytest.raises(InputError, match="interrupted after 0 battles: no part was fought yet"):
        reread(tmp_path, "test", total)
    with pytest.raises(InputError, match="holds a result of the kind 'test', not other"):
        reread(tmp_path, "other", total)


def test_progress_is_of_all_cells_and_of_the_one_that_is_fought():
    told = []

    def fight(report):
        report(1, 4)
        return rows(2)

    with fighting(ASKED, None, lambda *one: told.append(one), each=2, wanted=8) as ledger:
        ledger.cell("a", 2, fight)
        ledger.cell("b", 2, fight)
        ledger.cell("b", 2, fight)
    assert told == [(1, 8), (4, 8), (5, 8), (8, 8), (8, 8)]


def test_the_seed_is_the_one_given_the_folders_the_usual_one_or_one_by_chance(tmp_path):
    Store(tmp_path, ASKED)
    assert seed_for(3, tmp_path) == 3
    assert seed_for(None, tmp_path) == seed_for(None, tmp_path, usual=1) == 7
    assert seed_for(None, tmp_path / "none", usual=1) == 1
    assert seed_for(None, None) != seed_for(None, None)
    with pytest.raises(InputError, match="seed: -1 is less than 0"):
        seed_for(-1, None)
