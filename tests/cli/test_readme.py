"""Commands of the README and of `--help`, and the README's Python, do what they say."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from sim.cli import main
from sim.cli.examples import EXAMPLES, FIRST

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ overwatch (.+)$", README, re.MULTILINE)
EXAMPLED = [words for examples in (FIRST, *EXAMPLES.values()) for _, words in examples]
PYTHON = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_readme_shows_commands_and_python():
    assert len(COMMANDS) >= 10
    assert len(FIRST) == 5
    assert len(PYTHON) == 1


@pytest.mark.slow
@pytest.mark.parametrize("line", dict.fromkeys([*COMMANDS, *EXAMPLED]))
def test_command(line, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    if line == "report build/study":  # of the study that stands above it there
        assert main(shlex.split(f"{EXAMPLES['points'][0][1]} --out build/study")) == 0
    assert main(shlex.split(line)) == 0
    assert capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("code", PYTHON)
def test_python(code):
    names: dict[str, object] = {}
    exec(code, names)
    assert len(names["result"].battles) == 1000


def test_the_makefile_has_the_two_commands_of_the_readme():
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    shown = re.findall(r"^    make (\w+)", README, re.MULTILINE)
    assert shown == ["report", "test"]
    assert set(shown) <= set(targets)
