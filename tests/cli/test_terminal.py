"""Every command on a pseudo-terminal of 60, 80 and 200 columns, and in a pipe."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import shlex
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
import typer

from sim.cli.app import app
from sim.cli.examples import EXAMPLES

WIDTHS = (60, 80, 200)
#: The examples of all commands, with a hundred battles where they have more.
LINES = list(
    dict.fromkeys(
        re.sub(r"-n \d{3,}", "-n 100", words)
        for examples in EXAMPLES.values()
        for _, words in examples
    )
)
#: Commands whose examples write into a folder, or print a document of their own.
FILES = [words for words in LINES if " build/" in words]
SEEDED = ("run", "compare", "ablate", "game", "tune", "value", "points")
CALM = [
    f"{words} --seed 1" if words.startswith(SEEDED) and "--seed" not in words else words
    for words in LINES
    if words not in FILES and words != "schema"
]
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
SOURCES = {"PYTHONPATH": os.pathsep.join(sys.path)}
MAIN = "import sys; sys.argv[0] = 'overwatch'; from sim.cli import main; sys.exit(main())"
#: Runs lines of commands one after the other in one process, which loads the kernel once.
MANY = """
import fcntl, json, shlex, struct, sys, termios
from sim.cli import main
for columns, words in json.loads(sys.argv.pop()):
    sys.stdout.flush()
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    print(f"<<{columns} {words}>>", flush=True)
    code = main(shlex.split(words))
    print(f"<<{code}>>", flush=True)
"""


def on_terminal(
    code: str, *arguments: str, columns: int = 80, folder: Path | None = None, **settings: str
) -> str:
    """Return what a program writes to a terminal, both streams; it runs in a folder."""
    environment = {
        name: os.environ[name] for name in os.environ if name not in ("COLUMNS", "NO_COLOR")
    }
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    program = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment | {"TERM": "xterm-256color"} | SOURCES | settings,
        cwd=folder,
    )
    os.close(slave)
    pieces = []
    while True:
        ready, _, _ = select.select([master], [], [], 120)
        assert ready, "the program has said nothing for two minutes"
        try:
            piece = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(master)
    program.wait()
    return b"".join(pieces).decode().replace("\r\n", "\n")


@pytest.fixture(scope="module")
def shown(tmp_path_factory) -> dict[tuple[int, str], str]:
    """What every command shows on terminals of each width, escape sequences taken off."""
    asked = [(columns, words) for columns in WIDTHS for words in CALM]
    text = on_terminal(MANY, json.dumps(asked), folder=tmp_path_factory.mktemp("shown"))
    found = re.findall(r"<<(\d+) (.*?)>>\n(.*?)<<(\d+)>>\n", text, re.DOTALL)
    assert [(int(columns), words) for columns, words, _, _ in found] == asked
    assert {code for *_, code in found} == {"0"}
    return {(int(columns), words): ESCAPE.sub("", told) for columns, words, told, _ in found}


def final(text: str) -> list[str]:
    """Return the lines as they stand at the end: a progress bar overwrites itself."""
    return [line.rpartition("\r")[2] for line in text.split("\n")]


@pytest.mark.slow
@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("words", CALM)
def test_nothing_is_wider_than_the_terminal(columns, words, shown):
    lines = final(shown[columns, words])
    assert [line for line in lines if len(line) > columns] == []
    assert not [line for line in lines if "\N{HORIZONTAL ELLIPSIS}" in line]
    assert not [line for line in lines if line != line.rstrip()]


@pytest.mark.slow
@pytest.mark.parametrize("words", CALM)
def test_a_narrow_terminal_shows_what_a_wide_one_shows(words, shown):
    """No word and no number is lost, and none is cut in two."""

    def told(columns: int) -> set[str]:
        text = re.sub(
            r"battles/s.*?;|[\d,.]+ battles/s in [\d.]+ s|threads.*|[\d.]+ MB",
            "",
            shown[columns, words],
        )
        return set(re.findall(r"[^\s\\]+", " ".join(final(text))))

    assert told(200) == told(60) == told(80)


#: Commands with a table of two keys, and columns of a terminal where it goes on below itself.
TWO_KEYS = [
    (80, "compare ridge_crossing --side red -n 100 --seed 1", "against", ("doctrine",)),
    (60, "game duel --blue always,never --red ambush,never -n 20 --seed 1", "side",
     ("doctrine", "against")),
    (60, "sweep duel --vary rules.shots=1,2 --vary rules.overwatch=on,off -n 20", "rules.shots",
     ("rules.overwatch",)),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "words", "first", "second"), TWO_KEYS)
def test_a_folded_table_keeps_both_its_keys(columns, words, first, second):
    text = ESCAPE.sub("", on_terminal(MAIN, *shlex.split(words), columns=columns))
    headings = [line.split() for line in final(text) if re.match(rf"{first}  ", line)]
    assert len(headings) >= 2
    assert {heading[1] for heading in headings} == set(second)


@pytest.mark.slow
def test_no_colour_where_none_is_wanted():
    words = ["run", "duel", "-n", "400", "--seed", "1", "--blue", "ambush"]
    assert "\x1b[94m" in on_terminal(MAIN, *words)
    assert not re.search(r"\x1b\[[\d;]*m", on_terminal(MAIN, *words, NO_COLOR="1"))
    assert "\x1b" not in on_terminal(MAIN, *words, TERM="dumb")


#: Runs lines of commands, standard output apart, and writes code and output of each into a file.
APART = """
import contextlib, io, json, shlex, sys
from sim.cli import main
file = sys.argv.pop()
told = []
for words in json.loads(sys.argv.pop()):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        code = main(shlex.split(words))
    told.append((words, code, out.getvalue()))
with open(file, "w") as place:
    json.dump(told, place)
"""


def apart(asked: list[str], folder: Path, **settings: str) -> list[tuple[str, int, str]]:
    """Return what commands write to standard output, as standard error is a terminal."""
    file = folder / "told.json"
    on_terminal(APART, json.dumps(asked), str(file), folder=folder, **settings)
    return json.loads(file.read_text())


def takes_json(words: str) -> bool:
    command = typer.main.get_command(app)
    for word in shlex.split(words):
        command = getattr(command, "commands", {}).get(word, command)
    return any("--json" in getattr(one, "opts", ()) for one in command.params)


@pytest.mark.slow
def test_json_is_all_that_standard_output_holds(tmp_path):
    asked = [f"{words} --json" for words in [*CALM, FILES[0]] if takes_json(words)]
    assert len({words.split()[0] for words in asked}) >= 14
    for words, code, out in apart(asked, tmp_path):
        assert code == 0, words
        if words.startswith("replay"):  # one object a line
            assert all(isinstance(json.loads(line), dict) for line in out.splitlines())
        else:
            json.loads(out)


@pytest.mark.slow
def test_a_pipe_gets_plain_lines(tmp_path):
    for words, code, out in apart(CALM, tmp_path, COLUMNS="60"):
        assert code == 0, words
        assert "\x1b" not in out and "\r" not in out, words
        assert not [line for line in out.splitlines() if line != line.rstrip()], words
        assert not set("│┃─━┏┓╭╮") & set(out), words
        again = [line for line in out.splitlines() if line.startswith("again: ")]
        assert not again or "\\" not in again[0], words
