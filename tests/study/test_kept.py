"""A run's folder: alone enough, whatever becomes of the files that it came from."""

from __future__ import annotations

import shutil

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pandas.testing import assert_frame_equal

import sim
from sim.layout.records import ROW
from sim.places import doctrine_folder
from sim.refusal import InputError
from sim.scenario import shipped_scenarios
from sim.study.kept import battle_files, rows_as_parquet, rows_from_parquet
from sim.study.prepare import prepare


def test_rows_lose_nothing(tmp_path):
    random = np.random.default_rng(1)
    rows = np.frombuffer(random.bytes(7 * ROW.itemsize), ROW).copy()
    (tmp_path / "x").write_bytes(rows_as_parquet(rows, {"seconds": 0.1}))
    again, facts = rows_from_parquet(tmp_path / "x")
    assert again.tobytes() == rows.tobytes()
    assert facts == {"seconds": 0.1}


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_scenarios())
def test_every_shipped_scenario_is_kept_whole(name, tmp_path):
    scenario = sim.load_scenario(name).with_({"rules.shots": 2, "types.badger.armour": 3})
    nothing = sim.study.battles.Battles(
        prepare(scenario, "ambush"), np.zeros(0, ROW), 1, 0.0, "overwatch run", False, 0
    )
    again = sim.open_result(nothing.save(tmp_path))
    assert again.prepared.hash == nothing.prepared.hash
    assert again.prepared.texts == nothing.prepared.texts
    assert again.prepared.scenario.rules == scenario.rules
    assert sim.load_scenario(tmp_path / "scenario.toml", ["rules.shots=3"]).rules.shots == 3


def test_the_scenario_and_the_doctrines_may_change_or_go(tmp_path):
    own = tmp_path / "own.toml"
    mine = tmp_path / "mine.toml"
    shutil.copy(doctrine_folder().parent / "duel.toml", own)
    mine.write_text((doctrine_folder() / "ambush.toml").read_text().replace('"ambush"', '"mine"'))
    result = sim.run(own, battles=50, seed=1, red=mine, out=tmp_path / "out")
    own.unlink()
    mine.unlink()
    again = sim.open_result(tmp_path / "out")
    assert again.prepared.doctrines[1] == "mine"
    assert_frame_equal(again.battles, result.battles)
    assert again.conclusions() == result.conclusions()
    axes = again.plot_margin()
    assert axes.get_title() == result.plot_margin().get_title()


def test_a_run_goes_on_and_is_the_same(tmp_path):
    whole = sim.run("duel", battles=200, seed=5)
    part = sim.run("duel", battles=200, seed=5, chunk=40, progress=stop_after(80), out=tmp_path)
    assert part.interrupted and len(part) == 80
    told = []
    again = sim.run("duel", battles=200, out=tmp_path, progress=lambda *one: told.append(one))
    assert told == [(200, 200)]
    assert again.digest == whole.digest and not again.interrupted
    with pytest.raises(InputError, match="holds another question: seed is 5, not 6"):
        sim.run("duel", battles=200, seed=6, out=tmp_path)


def stop_after(battles):
    def progress(done, _):
        if done >= battles:
            raise KeyboardInterrupt

    return progress


def test_rows_of_another_digest_are_refused(tmp_path):
    result = sim.run("duel", battles=20, seed=1, out=tmp_path)
    file = tmp_path / "rows.parquet"
    table = pq.read_table(file)
    place = table.schema.get_field_index("margin")
    other = table.set_column(place, "margin", pa.array(result.rows["margin"] + 1.0))
    pq.write_table(other, file)
    with pytest.raises(InputError, match="its rows are not those that were written"):
        sim.open_result(tmp_path)


def test_an_edited_scenario_is_not_what_was_fought(tmp_path):
    sim.run("duel", battles=20, seed=1, out=tmp_path)
    file = tmp_path / "scenario.toml"
    file.write_text(file.read_text().replace("turns = ", "turns = 1", 1))
    with pytest.raises(InputError) as refused:
        sim.open_result(tmp_path)
    assert "\n" not in str(refused.value)


def test_the_files_are_those_that_the_docs_name():
    result = sim.run("duel", battles=5, seed=1)
    assert set(battle_files(result)) == {
        "study.toml", "scenario.toml", "types.toml", "blue.toml", "red.toml", "rows.parquet",
    }  # fmt: skip
