"""Examples of `--help` and the README's commands for `make`; the guide's tests run the README's own."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from sim.cli import main
from sim.cli.examples import EXAMPLES, FIRST

ROOT = Path(__file__).parents[2]
EXAMPLED = [words for examples in (FIRST, *EXAMPLES.values()) for _, words in examples]


def test_the_first_commands_are_five():
    assert len(FIRST) == 5


@pytest.mark.slow
@pytest.mark.parametrize("line", dict.fromkeys(EXAMPLED))
def test_command(line, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    if line == "report build/study":  # of the study that stands above it there
        assert main(shlex.split(f"{EXAMPLES['points'][0][1]} --out build/study")) == 0
    assert main(shlex.split(line)) == 0
    assert capsys.readouterr().out


def test_the_makefile_has_the_two_commands_of_the_readme():
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    shown = re.findall(r"^    make (\w+)", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert shown == ["report", "test"]
    assert set(shown) <= set(targets)
