"""What standard output can show: how wide it is, whether in colour; text folded to it.

In a pipe or a file nothing is folded, coloured or cut: one thing is one line.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import textwrap
from collections.abc import Sequence

LEAST = 40  # columns: on a narrower terminal lines are folded by the terminal itself
READABLE = 100  # columns of running text: longer lines are hard to read
HANG = "  "  # before the second and later lines of what was folded

STYLES = {"blue": "94", "red": "91", "warning": "93", "heading": "1", "quiet": "2"}


def width() -> int | None:
    """Return the columns of the terminal that standard output is, or None if it is none."""
    if not sys.stdout.isatty():
        return None
    return max(LEAST, shutil.get_terminal_size().columns)


def coloured() -> bool:
    """Return whether to colour: on a terminal that can, unless NO_COLOR (no-color.org) says no."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def paint(text: str, style: str) -> str:
    """Return a text in a style of `STYLES`, or as it is where nothing is coloured."""
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if text and coloured() else text


def paint_sides(text: str) -> str:
    """Return a text with the names of the sides in their colours."""
    return re.sub(r"\b(?i:blue|red)\b", lambda word: paint(word[0], word[0].lower()), text)


def fold(text: str, columns: int, hang: str = HANG) -> list[str]:
    """Return a text in lines of so many columns; no word is cut, an interval stays together."""
    lines = textwrap.wrap(
        tied(text), columns, subsequent_indent=hang, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines] or [""]


def tied(text: str) -> str:
    """Return a text whose short brackets, such as an interval, have no space to break at."""
    return re.sub(r"\([^()]{1,24}\)", lambda part: part[0].replace(" ", "\N{NO-BREAK SPACE}"), text)


def fold_command(
    words: Sequence[str], columns: int, first: str = "", hang: str = HANG
) -> list[str]:
    """Return a command in lines that a shell reads as one: each but the last ends in a backslash.

    `first` stands before it, `hang` before the lines that follow. An option stays with its value.
    """
    parts: list[str] = []
    for word in words:
        if parts and re.fullmatch(r"--?[a-z][a-z-]*", parts[-1]) and not word.startswith("-"):
            parts[-1] += f" {word}"
        else:
            parts.append(word)
    lines, line = [], first
    for part in parts:
        gap = "" if line in (first, hang) else " "
        if gap and len(line) + len(gap) + len(part) + 2 > columns:
            lines.append(f"{line} \\")
            line, gap = hang, ""
        line += gap + part
    return [*lines, line]


def command_lines(command: str, first: str = "", columns: int | None = None) -> list[str]:
    """Return a command line as lines to print; in a pipe, where `columns` is None, as one."""
    if columns is None or len(first) + len(command) <= columns:
        return [first + command]
    words = [shlex.quote(word) for word in shlex.split(command)]
    return fold_command(words, columns, first, " " * len(first) + HANG)
