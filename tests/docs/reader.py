"""Markdown as the tests read it: headings, links, and blocks that can be run.

In a `console` block each line `$ overwatch ...` is a command, and the lines below it are what it
prints; a line `...` stands for any number of lines that are left out. A `python` block is executed
with the names of the ones before it in its section; a `text` block straight after it is what it
prints. A `toml` or `python` block with a file's name in its first line, ```` ```toml my.toml ````,
is that file, and every section of the page finds it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "notebooks" / "guide"
ELLIPSIS = "..."
#: Words that differ from run to run: how long it took, and where the cache is.
UNSTEADY = re.compile(
    r"[\d,]+ battles/s in [\d.]+ s|[\d.]+ (?:s|seconds)\b|\(?[\d,]+ (?:battles )?a second\)?"
)


@dataclass
class Block:
    """A fenced block: its language, the rest of its first line, its lines, where it starts."""

    language: str
    info: str
    lines: list[str]
    start: int  # index of the line after the opening fence

    @property
    def text(self) -> str:
        """What is between the fences."""
        return "".join(f"{line}\n" for line in self.lines)


@dataclass
class Command:
    """A command of a console block, and the lines that it is said to print."""

    line: str
    shown: list[str]
    start: int  # index in the page of the first shown line

    @property
    def arguments(self) -> list[str]:
        """What follows `overwatch`."""
        return shlex.split(self.line)[1:]


@dataclass
class Section:
    """A heading and what stands below it, down to the next one."""

    title: str
    level: int
    blocks: list[Block] = field(default_factory=list)

    @property
    def runs(self) -> bool:
        """Whether there is anything to execute."""
        return any(
            commands(block) or (block.language == "python" and not block.info)
            for block in self.blocks
        )


def commands(block: Block) -> list[Command]:
    """Return the commands of a console block."""
    found: list[Command] = []
    if block.language != "console":
        return found
    for number, line in enumerate(block.lines):
        if line.startswith("$ "):
            found.append(Command(line[2:], [], block.start + number + 1))
        elif found and found[-1].line.endswith("\\"):
            found[-1].line = found[-1].line[:-1] + line.strip()
            found[-1].start += 1
        elif found:
            found[-1].shown.append(line)
    return found


def sections(text: str) -> list[Section]:
    """Return the sections of a page; what stands before the first heading has an empty title."""
    found = [Section("", 0)]
    block: Block | None = None
    for number, line in enumerate(text.splitlines()):
        if block is not None:
            if line.strip() == "```":
                block = None
            else:
                block.lines.append(line)
        elif line.startswith("```"):
            language, _, info = line[3:].strip().partition(" ")
            block = Block(language, info.strip(), [], number + 1)
            found[-1].blocks.append(block)
        elif heading := re.match(r"(#+) (.+)", line):
            found.append(Section(heading[2].strip(), len(heading[1])))
    if block is not None:
        raise ValueError(f"a block that starts at line {block.start} does not end")
    return found


def files_of(text: str) -> dict[str, str]:
    """Return the files that a page shows: their names and what is in them."""
    return {
        block.info: block.text
        for section in sections(text)
        for block in section.blocks
        if block.info and block.language in ("toml", "python")
    }


def prose(text: str) -> Iterator[str]:
    """Yield the lines of a page that are in no block."""
    inside = False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside
        elif not inside:
            yield line


def links(text: str) -> list[str]:
    """Return the targets of a page's links and pictures."""
    words = re.sub(r"`[^`]*`", "", "\n".join(prose(text)))
    return re.findall(r"\]\(([^)\s]+)\)", words)


def anchor(title: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title).lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub gives a page's headings."""
    found: dict[str, int] = {}
    names = set()
    for section in sections(text)[1:]:
        name = anchor(section.title)
        count = found.get(name, 0)
        found[name] = count + 1
        names.add(f"{name}-{count}" if count else name)
    return names


def steady(line: str) -> str:
    """Return a line without what differs from run to run, and without blanks at its end."""
    return UNSTEADY.sub("#", line).rstrip()


def same(shown: list[str], printed: list[str]) -> bool:
    """Return whether the shown lines are what was printed; `...` stands for any lines."""
    if not shown:
        return True
    ours, theirs = [steady(line) for line in shown], [steady(line) for line in printed]
    if ELLIPSIS not in ours:
        return ours == theirs
    cut = ours.index(ELLIPSIS)
    head, tail = ours[:cut], ours[cut + 1 :]
    fits = len(head) + len(tail) <= len(theirs)
    return fits and theirs[:cut] == head and (not tail or theirs[-len(tail) :] == tail)


def renewed(shown: list[str], printed: list[str]) -> list[str]:
    """Return what to show instead: as many lines before and after `...` as there were."""
    if not shown or same(shown, printed):
        return shown
    if ELLIPSIS not in shown:
        return [line.rstrip() for line in printed]
    cut = shown.index(ELLIPSIS)
    rest = len(shown) - cut - 1
    lines = [line.rstrip() for line in printed]
    return [*lines[:cut], ELLIPSIS, *(lines[-rest:] if rest else [])]
