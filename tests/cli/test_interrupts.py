"""Ctrl-C in every command: what was fought is kept and printed, exit code 130, never a traceback."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sim
from sim import cli
from sim.cli import main
from sim.study.interrupts import NothingYet

pytestmark = pytest.mark.slow

#: Verb: words that keep it busy for a good while, a seed with them.
LONG = {
    "run": ["ridge_crossing", "-n", "200000"],
    "compare": ["ridge_crossing", "--doctrines", "never,ambush", "-n", "40000"],
    "sweep": ["duel", "--vary", "red.units.0.at.0=30:38:1", "--vary", "turns=3:9", "-n", "2000"],
    "ablate": ["ridge_crossing", "--doctrines", "ambush", "-n", "20000"],
    "game": ["ridge_crossing", "--blue", "never,always", "--red", "never,ambush", "-n", "40000"],
    "value": ["ridge_crossing", "--side", "red", "--doctrine", "ambush", "-n", "100000"],
    "points": ["ridge_crossing", "--with", "ambush", "-n", "40000"],
    "tune": ["ridge_crossing", "--doctrine", "ambush", "--side", "red", "-n", "8000"],
    "sensitivity": [
        "duel", "--vary", "red.units.0.at.0=30.0:38", "--vary", "turns=4:8", "-n", "2000",
    ],
}  # fmt: skip
#: What keeps a first compile and the report of a run apart from the fighting.
REPORT = ["run", "ridge_crossing", "-n", "2000", "--seed", "1"]


def start(words, **environment):
    code = "import sys; from sim.cli import main; print('ready', file=sys.stderr, flush=True); "
    return subprocess.Popen(
        [sys.executable, "-c", f"{code}sys.exit(main())", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
        cwd=Path(sim.__file__).parents[1],
    )


def stop(process, seconds):
    """Send Ctrl-C some time after the command line is there; return code, output and errors."""
    assert process.stderr.readline() == "ready\n"
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=100)
    return process.returncode, out, err


def assert_ended(code, out, err):
    assert code == 130, (out, err)
    assert "Traceback" not in err and "Exception ignored" not in err
    assert err.count("\n") == 1 and err.startswith("overwatch: interrupted")
    assert "nan" not in out.lower().split()


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.0, 0.1, 1.5, 4.0])
@pytest.mark.parametrize("verb", LONG)
def test_a_signal_keeps_what_was_fought(verb, seconds, tmp_path):
    words = [verb, *LONG[verb], "--seed", "5", "--out", str(tmp_path / "out"), "--json"]
    code, out, err = stop(start(words), seconds)
    assert_ended(code, out, err)
    assert not list(tmp_path.rglob("*.part"))
    if out:
        found = json.loads(out)
        assert found["interrupted"]
        assert "interrupted" in found["conclusions"][0]
        again = sim.open_result(tmp_path / "out")
        assert again.interrupted
        assert json.loads(json.dumps(again.as_dict())) == found
        assert "the same command goes on in" in err


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.3, 3.0, 9.0])
def test_a_first_compile_ends_in_one_line(seconds, tmp_path):
    process = start(["run", "duel", "-n", "100"], OVERWATCH_CACHE=str(tmp_path / "cache"))
    assert_ended(*stop(process, seconds))


@pytest.fixture(scope="module")
def reported(tmp_path_factory):
    """A folder with the report of a run."""
    place = tmp_path_factory.mktemp("reported") / "out"
    assert main([*REPORT, "--out", str(place)]) == 0
    return place


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [2.0, 3.0, 4.0, 6.0])
def test_a_report_is_written_whole_or_not_at_all(seconds, reported, tmp_path):
    place = shutil.copytree(reported, tmp_path / "out")
    whole = {file: file.read_bytes() for file in place.iterdir()}
    for words in ([*REPORT, "--out", str(place)], ["report", str(place)]):
        process = start(words)
        code, out, err = stop(process, seconds)
        assert "Traceback" not in err
        if code != 130:  # it was done; the signal may come while the interpreter shuts down
            assert code in (0, -signal.SIGINT) and f"report: {place}" in out
        assert {file: file.read_bytes() for file in place.iterdir()} == whole


# -- without a signal ------------------------------------------------------------------------------


def interrupted(*_, **__):
    raise KeyboardInterrupt


QUICK = {
    "run": ["duel", "-n", "300"],
    "compare": ["duel", "--doctrines", "never,ambush", "-n", "300"],
    "sweep": ["duel", "--vary", "turns=3:5", "-n", "20"],
    "ablate": ["duel", "--only", "shots", "-n", "40"],
    "game": ["duel", "--blue", "never", "--red", "ambush,never", "-n", "40"],
    "value": ["duel", "--side", "blue", "--doctrine", "always", "-n", "40"],
    "points": ["duel", "-n", "40"],
    "tune": ["duel", "--doctrine", "ambush", "--side", "red", "-n", "80", "--trials", "3"],
    "sensitivity": [
        "duel", "--vary", "red.units.0.at.0=30.0:38", "--vary", "turns=4:8", "-n", "4",
        "--samples", "16",
    ],
}  # fmt: skip


@pytest.mark.parametrize("verb", QUICK)
def test_before_the_first_battle_one_line_says_so(verb, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("sim.study.fight.fight_share", interrupted)
    assert main([verb, *QUICK[verb], "--out", str(tmp_path / "out")]) == 130
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("overwatch: interrupted ") and captured.err.count("\n") == 1


@pytest.mark.parametrize("verb", QUICK)
def test_without_a_seed_the_second_start_has_that_of_the_first(verb, capsys, tmp_path, monkeypatch):
    words = [verb, *QUICK[verb], "--json", "--out", str(tmp_path / "out")]
    assert main(words) == 0
    first = json.loads(capsys.readouterr().out)
    monkeypatch.setattr("sim.study.fight.fight_share", interrupted)
    monkeypatch.setattr("sim.report.html.write_report", lambda *_: "page")
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out) == first


@pytest.mark.parametrize("verb", QUICK)
def test_an_out_that_is_a_file_is_refused_before_a_battle(verb, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("sim.study.fight.fight_share", interrupted)
    (tmp_path / "file").write_text("")
    assert main([verb, *QUICK[verb], "--out", str(tmp_path / "file")]) == 2
    assert "is a file, not a folder" in capsys.readouterr().err


def test_an_interrupted_report_leaves_the_rows_and_says_so(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("sim.report.html.choices_of", interrupted)
    out = tmp_path / "out"
    assert main(["run", *QUICK["run"], "--out", str(out)]) == 130
    captured = capsys.readouterr()
    assert "again: overwatch run" in captured.out
    assert captured.err == (
        f"overwatch: interrupted; what was fought is kept: the same command goes on in {out}\n"
    )
    assert not (out / "report.html").exists()
    assert len(sim.open_result(out)) == 300
    assert main(["report", str(out)]) == 130
    assert capsys.readouterr().err == "overwatch: interrupted\n"


def test_the_folder_of_every_verb_is_reported_again(capsys, tmp_path):
    (tmp_path / "trigger").mkdir()
    assert main(["trigger", "--target", "value=3", "--out", str(tmp_path / "trigger")]) == 0
    sim.replay("duel", 1, 1).save(tmp_path / "replay")
    for verb in ("value", "run"):
        assert main([verb, *QUICK[verb], "--seed", "1", "--out", str(tmp_path / verb)]) == 0
    for verb in ("trigger", "replay", "value", "run"):
        before = {file.name: file.read_bytes() for file in (tmp_path / verb).glob("*.*")}
        capsys.readouterr()
        assert main(["report", str(tmp_path / verb)]) == 0
        page = Path(capsys.readouterr().out.removeprefix("report: ").strip())
        assert page.parent == tmp_path / verb and page.exists()
        after = {file.name: file.read_bytes() for file in (tmp_path / verb).glob("*.*")}
        assert {name: after[name] for name in before} == before


def test_a_command_that_says_how_far_it_came_says_it_once(monkeypatch, capsys):
    def far(*_, **__):
        raise NothingYet("interrupted after 3 of 9 battles: nothing can be said yet")

    monkeypatch.setattr("sim.study.run.run", far)
    assert cli.main(["run", "duel"]) == 130
    assert capsys.readouterr().err == (
        "overwatch: interrupted after 3 of 9 battles: nothing can be said yet\n"
    )
