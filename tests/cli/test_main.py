"""The command as a whole: what it shows, how errors end, what it imports."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys

import pytest
import typer
from typer.testing import CliRunner

import sim
from sim import cli
from sim.cli.app import app
from sim.refusal import InputError

HEAVY = ("matplotlib", "numba", "pandas", "pyarrow", "pydantic", "rich")


def run_python(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def registered() -> list[str]:
    return list(typer.main.get_command(app).commands)


def test_without_arguments_the_five_most_useful_commands_are_shown():
    result = CliRunner().invoke(app, [])
    assert result.exit_code == 0
    shown = re.findall(r"^    overwatch (\w+)", result.stdout, re.MULTILINE)
    assert shown == ["compare", "run", "sweep", "replay", "odds"]
    assert set(shown) <= set(registered())


def test_version():
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"overwatch {sim.__version__}\n")


def test_every_command_has_help():
    commands = registered()
    assert {"odds", "list", "schema", "doctor"} <= set(commands)
    for name in commands:
        result = CliRunner().invoke(app, [name, "--help"])
        assert result.exit_code == 0
        assert result.stdout.startswith(f"Usage: overwatch {name}")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lst"], "no such command 'lst'. Did you mean 'list'? (overwatch --help)"),
        (["schema", "--jsn"], "schema: no such option: --jsn (Possible options: --json)"),
        (["doctor", "--rolls", "9"], "doctor: invalid value for '--rolls': allowed is no less than"),
        (["doctor", "--rolls", "many"], "doctor: invalid value for '--rolls': not a whole number"),
        (["run"], "run: missing argument 'scenario'"),
        (["run", "--seed"], "option '--seed' requires an argument"),
        (["run", "duel", "hill"], "run: got unexpected extra argument(s) (hill)"),
        (["list", "weapons"], "list: no such command 'weapons'"),
        (["list", "types", "bager"], "bager is no type; nearest is 'badger'; allowed: badger, "),
        (["list", "words", "chtis"], "chtis is not in the glossary; nearest is 'chits'"),
        (["odds", "hit", "--chits", "x", "--valid", "R", "--armour", "1"], "odds hit: --chits x: "),
    ],
)  # fmt: skip
def test_wrong_usage_is_one_line_and_2(arguments, message, capsys):
    assert cli.main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"overwatch: {message}")
    assert shown.err.count("\n") == 1
    assert shown.out == ""


@pytest.mark.parametrize("group", ["odds", "list"])
def test_a_group_alone_shows_its_help(group, capsys):
    assert cli.main([group]) == 0
    assert capsys.readouterr().out.startswith(f"Usage: overwatch {group} ")


def main_that_raises(problem, monkeypatch):
    app = typer.Typer()

    @app.command()
    def fail() -> None:
        raise problem

    monkeypatch.setattr("sim.cli.app.app", app)
    return cli.main([])


def test_bad_input_is_one_line_and_2(monkeypatch, capsys):
    problem = InputError("duel.toml: blue.units[2].count: 9 is more than 6")
    assert main_that_raises(problem, monkeypatch) == 2
    shown = capsys.readouterr()
    assert shown.err == "overwatch: duel.toml: blue.units[2].count: 9 is more than 6\n"
    assert shown.out == ""


def test_an_unwritable_file_is_one_line_and_1(monkeypatch, capsys):
    assert main_that_raises(PermissionError(13, "Permission denied", "/out"), monkeypatch) == 1
    assert capsys.readouterr().err == "overwatch: /out: Permission denied\n"


def test_an_interrupt_ends_in_one_line_with_130(monkeypatch, capsys):
    assert main_that_raises(KeyboardInterrupt(), monkeypatch) == 130
    assert capsys.readouterr().err == "overwatch: interrupted\n"


def test_a_fault_of_the_program_is_not_hidden(monkeypatch):
    with pytest.raises(ValueError, match="our own fault"):
        main_that_raises(ValueError("our own fault"), monkeypatch)


def test_a_command_may_end_with_its_own_code(monkeypatch):
    assert main_that_raises(typer.Exit(1), monkeypatch) == 1


def test_a_reader_that_has_gone_ends_it_in_silence_with_141(monkeypatch, capsys):
    for stream in (
        "stdout",
        "stderr",
    ):  # which are replaced, so that nothing more is flushed to them
        monkeypatch.setattr(sys, stream, getattr(sys, stream))
    assert main_that_raises(BrokenPipeError(errno.EPIPE, "Broken pipe"), monkeypatch) == 141
    assert tuple(capsys.readouterr()) == ("", "")


@pytest.mark.slow
def test_a_reader_that_stops_early_sees_no_traceback():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from sim.cli import main; sys.exit(main(['list', 'rules']))",
        ],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_import_sim_is_light():
    heavy = (*HEAVY, "numpy", "typer")
    found = run_python(f"import sim, sys; print(*(set({heavy}) & set(sys.modules)))")
    assert found.split() == []


def test_the_command_imports_nothing_heavy_before_it_runs():
    found = run_python(f"import sim.cli.app, sys; print(*(set({HEAVY}) & set(sys.modules)))")
    assert found.split() == []


def test_public_names_are_imported_on_first_use():
    from sim import exact, scenario
    from sim.study import replay as replays
    from sim.study import run as runs

    assert sim.odds is exact
    assert sim.load_scenario is scenario.load_scenario
    assert sim.run is runs.run
    assert sim.replay is replays.replay
    assert set(dir(sim)) == set(sim.__all__)
    with pytest.raises(AttributeError, match="'sim' has no attribute 'nothing'"):
        sim.nothing  # noqa: B018
