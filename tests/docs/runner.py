"""Runs what a section of a page shows, in a folder of its own, and compares what comes out."""

from __future__ import annotations

import contextlib
import io
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.docs.reader import Block, Section, commands, renewed, same


@dataclass
class Difference:
    """Lines of a page that are not what was printed."""

    start: int
    shown: list[str]
    printed: list[str]

    @property
    def better(self) -> list[str]:
        """The lines to show instead."""
        return renewed(self.shown, self.printed)


def run(section: Section, folder: Path, files: Mapping[str, str]) -> Iterator[Difference]:
    """Execute a section's blocks in a folder and yield where the page says something else.

    `files` are those that the page shows, wherever it shows them.

    A command must end with exit code 0, or with 2 where the page shows a complaint: `AssertionError`.
    """
    names: dict[str, object] = {"__name__": "guide"}
    printed: list[str] | None = None
    with inside(folder):
        for name, text in files.items():
            (folder / name).write_text(text, "utf-8")
        for block in section.blocks:
            if block.language == "python" and not block.info:
                printed = python(block, names)
                continue
            elif block.language == "text" and printed is not None:
                if not same(block.lines, printed):
                    yield Difference(block.start, block.lines, printed)
            for command in commands(block):
                code, out = overwatch(command.arguments)
                expected = (
                    2 if command.shown[:1] and command.shown[0].startswith("overwatch:") else 0
                )
                assert code == expected, f"{command.line}\nends with {code}\n{out}"
                assert out, f"{command.line} prints nothing"
                if not same(command.shown, out.splitlines()):
                    yield Difference(command.start, command.shown, out.splitlines())
            printed = None


def python(block: Block, names: dict[str, object]) -> list[str]:
    """Execute a block of Python and return the lines that it prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(block.text, f"<line {block.start}>", "exec"), names)
    return out.getvalue().splitlines()


def overwatch(arguments: list[str]) -> tuple[int, str]:
    """Run a command in this process; return its exit code and what it prints (or complains)."""
    from sim.cli import main

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(arguments)
    return code, out.getvalue() if code == 0 else err.getvalue()


@cache
def listed(what: str) -> Any:
    """Return what `overwatch list WHAT --json` prints."""
    code, out = overwatch(["list", what, "--json"])
    assert code == 0, out
    return json.loads(out)


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder, figures drawn without a screen."""
    import matplotlib

    before = Path.cwd()
    os.chdir(folder)
    try:
        with matplotlib.rc_context({"backend": "agg"}):
            yield
    finally:
        os.chdir(before)
