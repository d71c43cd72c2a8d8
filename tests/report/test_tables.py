"""Parquet tables: they come back as they were, say where they are from, and are whole or absent."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sim import __version__
from sim.refusal import InputError
from sim.report.tables import funnel_table, read_table, write_tables
from sim.study.files import write_files


@pytest.fixture(scope="module")
def folder(battles, tmp_path_factory) -> Path:
    place = tmp_path_factory.mktemp("tables") / "a" / "b"
    write_tables(battles, place)
    return place


def test_three_tables_and_nothing_else(folder):
    names = {path.name for path in folder.iterdir()}
    assert names == {"battles.parquet", "losses.parquet", "funnel.parquet"}


def test_tables_come_back_as_they_were(battles, folder):
    for name, table in (
        ("battles", battles.battles),
        ("losses", battles.losses),
        ("funnel", funnel_table(battles)),
    ):
        read, _ = read_table(folder / f"{name}.parquet")
        pd.testing.assert_frame_equal(read, table)


def test_provenance_says_what_was_fought(battles, folder):
    for path in folder.iterdir():
        _, facts = read_table(path)
        assert facts == {
            "scenario": "ridge_crossing",
            "scenario_hash": battles.prepared.hash,
            "rules": battles.prepared.scenario.rules.model_dump(),
            "doctrines": {"blue": "bounding", "red": "ambush"},
            "battles": 200,
            "seed": 1,
            "version": __version__,
            "command": "overwatch run ridge_crossing -n 200 --seed 1",
            "digest": battles.digest,
        }
    assert "watched_area" in facts["rules"]


def test_every_battle_keeps_its_elements(folder):
    read, _ = read_table(folder / "battles.parquet")
    for side in ("blue", "red"):
        lost = sum(
            read[f"{side}_lost_{cause}"] for cause in ("activation", "opportunity", "overwatch")
        )
        assert (read[f"{side}_survivors"] + lost == read[f"{side}_start"]).all()


def test_funnel_table_adds_the_counters_up(battles):
    table = funnel_table(battles).set_index("step")
    gone = table[table.index.str.startswith("off_") | (table.index == "standing")]
    assert (gone.sum() == table.loc["declared"]).all()
    assert (table.loc["off_fired"] == table.loc["fired"]).all()


def test_the_same_battles_give_the_same_files(battles, folder, tmp_path):
    for path in write_tables(battles, tmp_path):
        assert path.read_bytes() == (folder / path.name).read_bytes()


def test_writing_again_replaces(battles, folder):
    (folder / "funnel.parquet").write_bytes(b"old")
    write_tables(battles, folder)
    assert len(read_table(folder / "funnel.parquet")[0]) > 6


# -- what cannot be written or read ----------------------------------------------------------------


def test_a_file_in_the_way_is_one_clear_line(battles, tmp_path):
    (tmp_path / "file").write_text("kept")
    place = tmp_path / "file" / "out"
    with pytest.raises(InputError) as caught:
        write_tables(battles, place)
    assert str(caught.value) == f"{place}: nothing can be written there: Not a directory"
    assert (tmp_path / "file").read_text() == "kept"


def test_a_folder_in_a_files_place_leaves_all_as_it_was(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(InputError, match="b is a folder"):
        write_files(tmp_path, {"a": b"new", "b": b"new"})
    assert (tmp_path / "a").read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_a_full_disk_leaves_nothing_half_written(tmp_path, monkeypatch):
    write = Path.write_bytes

    def fail(self: Path, content: bytes) -> int:
        if content == b"second":
            write(self, content[:3])
            raise OSError(28, "No space left on device")
        return write(self, content)

    monkeypatch.setattr(Path, "write_bytes", fail)
    place = tmp_path / "x" / "y"
    with pytest.raises(InputError, match="nothing can be written there: No space left on device"):
        write_files(place, {"one": b"first", "two": b"second"})
    assert list(tmp_path.iterdir()) == []


def test_unreadable_tables_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"none\.parquet: cannot be read: "):
        read_table(tmp_path / "none.parquet")
    (tmp_path / "text.parquet").write_text("no table at all")
    with pytest.raises(InputError, match=r"text\.parquet: is not a Parquet table"):
        read_table(tmp_path / "text.parquet")
    pq.write_table(pa.table({"x": [1]}), tmp_path / "other.parquet")
    with pytest.raises(InputError, match=r"other\.parquet: has no provenance"):
        read_table(tmp_path / "other.parquet")


def test_provenance_is_json_in_the_schema(folder):
    metadata = pq.read_schema(folder / "funnel.parquet").metadata
    assert json.loads(metadata[b"overwatch"])["scenario"] == "ridge_crossing"
