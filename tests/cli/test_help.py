"""`--help` of every command: examples, that nothing is wider than the terminal, nothing is cut."""

from __future__ import annotations

import re
import shlex

import pytest
import typer

from sim import cli
from sim.cli.app import app
from sim.cli.examples import EXAMPLES, FIRST, SUMMARIES

WIDTHS = (60, 80, 200)


def commands(command=None, path=""):
    """Yield the path of every command and group, "" for the whole."""
    command = typer.main.get_command(app) if command is None else command
    yield path
    for name, one in getattr(command, "commands", {}).items():
        yield from commands(one, f"{path} {name}".strip())


PATHS = list(commands())


def shown(words: str, capsys) -> str:
    assert cli.main(shlex.split(words)) == 0
    return capsys.readouterr().out


def test_every_command_has_examples_and_no_other_has():
    assert len(PATHS) > 25
    assert set(EXAMPLES) == set(PATHS)
    assert set(SUMMARIES) == set(PATHS) - {""}
    for path, examples in EXAMPLES.items():
        assert examples
        for text, words in examples:
            assert text and not text.endswith((".", ":"))
            assert words.startswith(path), words


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("path", PATHS)
def test_help_fits_and_ends_in_examples_that_a_shell_reads(path, columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    text = shown(f"{path} --help", capsys)
    assert max(map(len, text.splitlines())) <= columns
    assert "..." not in re.sub(r"\[ARGS\]\.\.\.|A,B,\.\.\.", "", text)
    assert "<" not in text  # a value has a name, not a type of Python
    assert text.startswith(f"Usage: overwatch {path}".strip())
    _, _, below = text.partition("\nExamples:\n")
    told = re.findall(r"^    (overwatch (?:.*\\\n)*.*)$", below, re.MULTILINE)
    assert [shlex.split(one.replace("\\\n", " ")) for one in told] == [
        ["overwatch", *shlex.split(words)] for _, words in EXAMPLES[path]
    ]


@pytest.mark.parametrize("columns", WIDTHS)
def test_the_first_page_fits(columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    text = shown("", capsys)
    assert max(map(len, text.splitlines())) <= columns
    assert text.count("\n    overwatch ") == len(FIRST) == 5


def test_help_tells_how_to_install_completion(capsys):
    assert "overwatch --install-completion" in shown("--help", capsys)
