"""A study's folder: cells whole or not at all, one question, the same table in any order."""

from __future__ import annotations

import os

import pandas as pd
import pytest

from sim import __version__
from sim.refusal import InputError
from sim.studies import store as module
from sim.studies.store import Store, open_store, read_question

ASKED = {"kind": "sweep", "seed": 1, "vary": ["turns=3:4"]}


def rows(cell: int) -> pd.DataFrame:
    return pd.DataFrame({"cell": [cell] * 2, "battle": [0, 1], "margin": [1.5 * cell, -2.0]})


def test_what_is_written_is_read_back(tmp_path):
    store = Store(tmp_path / "a" / "b", ASKED)
    assert not store.has("0 turns=3")
    store.write("0 turns=3", rows(0))
    assert store.has("0 turns=3") and not store.has("1 turns=4")
    pd.testing.assert_frame_equal(store.read("0 turns=3"), rows(0))
    assert read_question(store.folder) == {"version": __version__, **ASKED}


def test_the_table_is_sorted_whoever_came_first(tmp_path):
    for name, order in (("up", (0, 1, 2)), ("down", (2, 1, 0))):
        store = Store(tmp_path / name, ASKED)
        for cell in order:
            store.write(f"cell {cell}", rows(cell))
    up, down = (Store(tmp_path / name, ASKED).table(["cell", "battle"]) for name in ("up", "down"))
    pd.testing.assert_frame_equal(up, down)
    assert up["cell"].tolist() == [0, 0, 1, 1, 2, 2]


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
        open_store(tmp_path)
    assert not list(tmp_path.iterdir())
    with pytest.raises(InputError, match="has no rows yet"):
        Store(tmp_path, ASKED).table(["cell"])
    (tmp_path / "study.toml").write_text("kind =")
    with pytest.raises(InputError, match=r"study\.toml: cannot be read: "):
        open_store(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="is a file, not a folder"):
        Store(tmp_path / "file" / "below", ASKED)


def test_an_open_store_is_the_one_that_was_left(tmp_path):
    store = Store(tmp_path, ASKED)
    store.write("x", rows(0))
    again = open_store(tmp_path)
    assert again.question == store.question and again.has("x")


def test_a_death_before_the_rename_leaves_no_cell_and_what_it_left_is_cleared(
    tmp_path, monkeypatch
):
    store = Store(tmp_path, ASKED)

    def die(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(module.os, "replace", die)
        store.write("x", rows(0))
    assert not store.has("x")
    (left,) = (tmp_path / "rows").iterdir()
    other = left.with_name(left.name.replace(str(os.getpid()), "1"))
    other.write_bytes(b"half")
    assert left.name.startswith(".") and left.suffix == ".part"
    store.write("x", rows(1))
    assert [path.suffix for path in (tmp_path / "rows").iterdir()] == [".parquet"]
    pd.testing.assert_frame_equal(store.read("x"), rows(1))


def test_a_cell_that_another_study_has_just_written_is_there(tmp_path, monkeypatch):
    store, replace = Store(tmp_path, ASKED), os.replace

    def too_late(part, file):
        replace(part, file)
        raise FileNotFoundError(2, "gone", str(part))

    monkeypatch.setattr(module.os, "replace", too_late)
    store.write("x", rows(0))
    pd.testing.assert_frame_equal(store.read("x"), rows(0))
