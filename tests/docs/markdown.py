"""Markdown as the generated pages write it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

MADE = "<!-- Made by `python -m tests.docs.generate`; a test fails where it is stale. -->"


def page(title: str, lines: Iterable[str]) -> str:
    """Return a whole page: the note that it is made, its title, its lines."""
    body = "\n".join(lines).strip()
    return f"{MADE}\n# {title}\n\n{body}\n\n[All pages of the guide](README.md)\n"


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"| {' | '.join(headings)} |"
    yield "|---" * len(headings) + "|"
    for row in rows:
        yield f"| {' | '.join(cell(value) for value in row)} |"


def cell(value: object) -> str:
    """Return a value as it stands in a table."""
    return str(value).replace("|", "\\|").replace("\n", " ")
