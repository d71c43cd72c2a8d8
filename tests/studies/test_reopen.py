"""Every result saved and opened again: the same class, frames, conclusions, command and state."""

from __future__ import annotations

import dataclasses
import json
import shutil
import tomllib
from pathlib import Path

import pandas as pd
import pytest
import tomli_w
from pandas.testing import assert_frame_equal

import sim
from sim.refusal import InputError
from sim.studies.ledger import Kept
from sim.studies.reopen import READERS, kind_of
from sim.study.interrupts import NothingYet
from sim.study.kept import read_question

pytestmark = pytest.mark.slow

#: Kind: how it is asked in Python, small; `tests/cli/test_interrupts.py` has their commands.
ASKED = {
    "ablate": lambda **more: sim.ablate(
        "duel", "blue", ["always"], ["never"], battles=300, only=["shots", "overwatch"], **more
    ),
    "compare": lambda **more: sim.compare(
        "duel", "red", ["never", "ambush"], ["always"], battles=1200, **more
    ),
    "game": lambda **more: sim.game(
        "duel", ["never", "always"], ["never", "ambush"], battles=600, resamples=20, **more
    ),
    "points": lambda **more: sim.points(
        "duel", doctrine="never", with_="ambush", against=["never"], battles=60, **more
    ),
    "run": lambda **more: sim.run("duel", battles=300, chunk=100, **more),
    "sensitivity": lambda **more: sim.sensitivity(
        "duel", ["red.units.0.at.0=30:38", "turns=3:5"], battles=4, samples=32, **more
    ),
    "sweep": lambda **more: sim.sweep("duel", ["turns=3:5"], battles=50, **more),
    "tune": lambda **more: sim.tune(
        "duel", "ambush", "red", ["never"], trials=3, battles=80, rounds=2, **more
    ),
    "value": lambda **more: sim.value("duel", "blue", "always", battles=600, **more),
}
FRAMES = {
    "ablate": ("changes", "cells", "pairs"),
    "compare": ("table",),
    "game": ("matrix", "doctrines", "responses", "watch"),
    "points": ("steps",),
    "replay": ("turns",),
    "run": ("battles", "losses", "funnel", "units"),
    "sensitivity": ("table",),
    "sweep": ("table",),
    "trigger": ("table", "rules"),
    "tune": ("ladder", "parameters", "candidates"),
    "value": ("battles", "parts", "beside"),
}
#: How much of its progress a study makes before it is interrupted, that something can be said.
STOPPED = {"sensitivity": 0.8, "points": 0.3, "tune": 0.9}


def stop_at(share):
    """Return a progress that interrupts as Ctrl-C would, and what it was told."""
    told = []

    def progress(done, wanted):
        told.append((done, wanted))
        if done >= share * wanted:
            raise KeyboardInterrupt

    return progress, told


def assert_same(kind, one, other):
    assert type(one) is type(other)
    for name in FRAMES[kind]:
        assert_frame_equal(getattr(one, name), getattr(other, name), check_exact=True)
    assert_frame_equal(one.summary(), other.summary(), check_exact=True)
    assert one.conclusions() == other.conclusions()
    assert one.command == other.command
    assert one.interrupted == other.interrupted
    assert json.dumps(one.as_dict()) == json.dumps(other.as_dict())  # NaN is itself there


@pytest.fixture(scope="module")
def whole():
    return {kind: ask(seed=3) for kind, ask in ASKED.items()} | {
        "replay": sim.replay("duel", 2, 3),
        "trigger": sim.trigger(["p=0.8 value=30@0.6,10@0.4", "void=0.2 type=badger weapon=HKP/3 "
                                "fire_control=basic range=20"], left=1, patience=0.4),
    }  # fmt: skip


def test_every_kind_of_result_is_here():
    assert set(FRAMES) == set(READERS)


@pytest.mark.parametrize("kind", FRAMES)
def test_a_saved_result_is_opened_as_it_was(kind, whole, tmp_path):
    place = whole[kind].save(tmp_path / "a" / "b")
    again = sim.open_result(place)
    assert kind_of(place) == kind
    assert_same(kind, whole[kind], again)
    assert not again.interrupted
    assert not list(place.rglob("*.part"))
    again.save(place)  # the same result may be written again
    again.save(tmp_path / "copy")
    assert_same(kind, whole[kind], sim.open_result(tmp_path / "copy"))


@pytest.mark.parametrize("kind", FRAMES)
def test_a_folder_of_another_result_is_refused_and_left_alone(kind, whole, tmp_path):
    other = "value" if kind == "run" else "run"
    place = whole[other].save(tmp_path)
    before = {file: file.read_bytes() for file in place.rglob("*") if file.is_file()}
    with pytest.raises(InputError, match="holds another question: ") as refused:
        whole[kind].save(place)
    assert "\n" not in str(refused.value)
    assert {file: file.read_bytes() for file in place.rglob("*") if file.is_file()} == before


@pytest.mark.parametrize("kind", ASKED)
def test_what_was_stopped_is_kept_says_so_and_goes_on(kind, whole, tmp_path):
    progress, _ = stop_at(STOPPED.get(kind, 0.5))
    part = ASKED[kind](seed=3, out=tmp_path / "out", progress=progress)
    assert part.interrupted
    assert "interrupted" in part.conclusions()[0]
    assert part.as_dict()["interrupted"]
    assert_same(kind, part, sim.open_result(tmp_path / "out"))
    part.save(tmp_path / "saved")
    assert_same(kind, part, sim.open_result(tmp_path / "saved"))
    told = []
    again = ASKED[kind](out=tmp_path / "out", progress=lambda *one: told.append(one))  # no seed
    if kind == "run":
        again = dataclasses.replace(again, seconds=whole[kind].seconds)
    assert_same(kind, whole[kind], again)
    assert_same(kind, part, sim.open_result(tmp_path / "saved"))


@pytest.mark.parametrize("kind", ASKED)
def test_where_nothing_can_be_said_one_line_says_so(kind, tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("sim.study.fight.fight_share", interrupted)
    with pytest.raises(NothingYet) as stopped:
        ASKED[kind](seed=3, out=tmp_path)
    message = str(stopped.value)
    assert message.startswith("interrupted ") and "\n" not in message


@pytest.mark.parametrize("kind", ASKED)
def test_progress_rises_to_all_battles_of_all_cells(kind, whole):
    told = []
    ASKED[kind](seed=3, progress=lambda *one: told.append(one))
    done = [one for one, _ in told]
    assert done == sorted(done) and done[-1] > 0
    assert all(one <= wanted for one, wanted in told)
    if kind not in ("points", "tune"):  # nobody knows beforehand how long these search
        assert len({wanted for _, wanted in told}) == 1
        assert told[-1][0] == told[-1][1]


def sampled(place: Path) -> list[Path]:
    """Return the files of a folder; of many cells alike, the first and the last."""
    files = [file for file in sorted(place.rglob("*.*")) if file.is_file()]
    cells = [file for file in files if file.parent != place]
    return [file for file in files if file not in cells[1:-1]]


@pytest.mark.parametrize("kind", FRAMES)
def test_damaged_folders_are_refused_in_one_line(kind, whole, tmp_path):
    place = whole[kind].save(tmp_path / "whole")
    for number, file in enumerate(sampled(place)):
        for damage in (b"", b"\x00\xffnonsense", file.read_bytes()[: file.stat().st_size // 2]):
            copy = tmp_path / f"{number}"
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(place, copy)
            (copy / file.relative_to(place)).write_bytes(damage)
            try:
                opened = sim.open_result(copy)
            except InputError as problem:
                assert "\n" not in str(problem) and str(problem)
            else:  # half a text may be a whole one, but then nothing else was fought
                assert opened.command == whole[kind].command


@pytest.mark.parametrize("kind", FRAMES)
def test_a_question_that_was_written_over_is_refused_in_one_line(kind, whole, tmp_path):
    file = whole[kind].save(tmp_path / "whole") / "study.toml"
    question = tomllib.loads(file.read_text())
    refused = []
    for key in question:
        rest = {name: one for name, one in question.items() if name != key}
        for written in ({**rest, key: {"a": 1}}, rest):
            file.write_bytes(tomli_w.dumps(written).encode())
            try:
                opened = sim.open_result(file.parent)
            except InputError as problem:
                assert "\n" not in str(problem)
                refused.append(key)
            else:
                assert opened.conclusions() and opened.as_dict()
    assert {"kind", "seed"} & set(question) <= set(refused)


def test_what_is_no_result_is_refused(tmp_path, whole):
    with pytest.raises(InputError, match=r"has no study\.toml: it is no study's folder"):
        sim.open_result(tmp_path)
    with pytest.raises(InputError, match=r"nowhere: there is no such folder$"):
        sim.open_result(tmp_path / "nowhere")
    (tmp_path / "study.toml").write_text('kind = "swep"')
    with pytest.raises(InputError, match=r"kind: 'swep' is not one of .*; nearest is 'sweep'"):
        sim.open_result(tmp_path)
    (tmp_path / "study.toml").write_text("kind = ")
    with pytest.raises(InputError, match=r"study\.toml: cannot be read: "):
        sim.open_result(tmp_path)
    (tmp_path / "study.toml").write_text('kind = "game"\nversion = "0"')
    with pytest.raises(InputError, match="is damaged: "):
        sim.open_result(tmp_path)


@pytest.mark.parametrize("kind", ["run", "sweep", "trigger", "replay"])
def test_an_answer_of_another_version_says_so(kind, whole, tmp_path):
    place = whole[kind].save(tmp_path)
    question = read_question(place)
    (place / "study.toml").write_text(tomli_w.dumps({**question, "version": "0.0.9"}))
    old = sim.open_result(place)
    assert any("version 0.0.9" in line for line in old.conclusions())
    for name in FRAMES[kind]:
        assert_frame_equal(getattr(old, name), getattr(whole[kind], name))


def test_a_result_without_rows_says_that_it_cannot_be_kept(tmp_path, whole):
    bare = dataclasses.replace(whole["sweep"], record=None)
    assert isinstance(bare, Kept) and not bare.interrupted
    with pytest.raises(InputError, match="has no rows that could be kept"):
        bare.save(tmp_path / "x")
    assert not (tmp_path / "x").exists()


def test_no_out_can_be_a_file(tmp_path):
    (tmp_path / "file").write_text("")
    for kind, ask in ASKED.items():
        with pytest.raises(InputError, match="is a file, not a folder"):
            ask(seed=3, out=tmp_path / "file" / kind, progress=stop_at(0)[0])
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_frames_keep_their_dtypes(whole, tmp_path):
    again = sim.open_result(whole["run"].save(tmp_path))
    assert isinstance(again.battles, pd.DataFrame)
    assert (again.rows == whole["run"].rows).all() and again.rows.dtype == whole["run"].rows.dtype
    assert again.prepared.hash == whole["run"].prepared.hash
    assert again.seconds == whole["run"].seconds
