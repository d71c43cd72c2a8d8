"""A study's folder: cells whole or not at all, and one question."""

from __future__ import annotations

import os

import pandas as pd
import pytest

from sim import __version__
from sim.refusal import InputError
from sim.studies import store as module
from sim.studies.store import Store, name_of, read_cell, save_cells
from sim.study.kept import read_question

ASKED = {"kind": "sweep", "seed": 1, "vary": ["turns=3:4"]}


def rows(cell: int) -> pd.DataFrame:
    return pd.DataFrame({"cell": [cell] * 2, "battle": [0, 1], "margin": [1.5 * cell, -2.0]})


def read(store: Store, key: str) -> pd.DataFrame:
    return read_cell(store.folder / name_of(key))


def has(store: Store, key: str) -> bool:
    return (store.folder / name_of(key)).exists()


def test_what_is_written_is_read_back(tmp_path):
    store = Store(tmp_path / "a" / "b", ASKED)
    assert not has(store, "0 turns=3")
    store.write("0 turns=3", rows(0))
    assert has(store, "0 turns=3") and not has(store, "1 turns=4")
    pd.testing.assert_frame_equal(read(store, "0 turns=3"), rows(0))
    assert read_question(store.folder) == {"version": __version__, **ASKED}


def test_another_question_is_refused_and_nothing_changed(tmp_path):
    Store(tmp_path, ASKED)
    before = (tmp_path / "study.toml").read_bytes()
    with pytest.raises(InputError) as refused:
        Store(tmp_path, {**ASKED, "seed": 2})
    assert str(refused.value) == (
        f"{tmp_path / 'study.toml'}: holds another question: seed is 1, not 2; choose another folder"
    )
    with pytest.raises(InputError, match="holds another question: lhs is None, not 4"):
        Store(tmp_path, {**ASKED, "lhs": 4})
    assert (tmp_path / "study.toml").read_bytes() == before


def test_a_folder_that_is_no_study_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"has no study\.toml: it is no study's folder"):
        read_question(tmp_path)
    assert not list(tmp_path.iterdir())
    (tmp_path / "study.toml").write_text("kind =")
    with pytest.raises(InputError, match=r"study\.toml: cannot be read: "):
        read_question(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="is a file, not a folder"):
        Store(tmp_path / "file" / "below", ASKED)


def test_a_death_before_the_rename_leaves_no_cell_and_what_it_left_is_cleared(
    tmp_path, monkeypatch
):
    store = Store(tmp_path, ASKED)

    def die(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(module.os, "replace", die)
        store.write("x", rows(0))
    assert not has(store, "x")
    (left,) = (tmp_path / "rows").iterdir()
    other = left.with_name(left.name.replace(str(os.getpid()), "1"))
    other.write_bytes(b"half")
    assert left.name.startswith(".") and left.suffix == ".part"
    store.write("x", rows(1))
    assert [path.suffix for path in (tmp_path / "rows").iterdir()] == [".parquet"]
    pd.testing.assert_frame_equal(read(store, "x"), rows(1))


def test_a_cell_that_another_study_has_just_written_is_there(tmp_path, monkeypatch):
    store, replace = Store(tmp_path, ASKED), os.replace

    def too_late(part, file):
        replace(part, file)
        raise FileNotFoundError(2, "gone", str(part))

    monkeypatch.setattr(module.os, "replace", too_late)
    store.write("x", rows(0))
    pd.testing.assert_frame_equal(read(store, "x"), rows(0))


def test_a_damaged_cell_is_one_line(tmp_path):
    store = Store(tmp_path, ASKED)
    store.write("x", pd.DataFrame({"margin": [0.1 * battle for battle in range(1000)]}))
    file = tmp_path / name_of("x")
    content = bytearray(file.read_bytes())
    content[len(content) // 3] ^= 0xFF  # one byte of the rows
    file.write_bytes(bytes(content))
    with pytest.raises(InputError, match=r"\.parquet: is damaged: ") as refused:
        read(store, "x")
    assert "\n" not in str(refused.value)
    file.unlink()
    with pytest.raises(InputError, match=r"\.parquet: is not there"):
        read(store, "x")


def test_a_whole_study_is_written_or_nothing_of_it(tmp_path, monkeypatch):
    question = {"version": __version__, **ASKED}
    cells = {"a": rows(0), "b": rows(1)}
    place = save_cells(tmp_path / "a" / "b", question, cells)
    assert read_question(place) == question
    pd.testing.assert_frame_equal(read_cell(place / name_of("b")), rows(1))

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    with pytest.raises(InputError, match="nothing can be written there: No space left on device"):
        save_cells(tmp_path / "c" / "d", question, cells)
    assert [file.name for file in tmp_path.iterdir()] == ["a"]
