"""A table in columns of text: as wide as it is in a pipe, fitted to a terminal.

Where the columns do not fit side by side, cells are folded between words; where that would make
towers of them, the table goes on below itself with its first columns again; and where not even one
column fits beside those, each row becomes a block of lines `heading  cell`. Nothing is cut.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sim.cli.terminal import fold, paint, tied

GAP = 2  # columns between two columns of a table
LONG = 40  # letters: a cell of more is running text
TALLEST = {False: 2, True: 6}  # lines of a folded cell, by whether its column is running text
TALLEST_HEADING = 3
SIDES = ("blue", "red")
_NUMBER = re.compile(r"[+\N{MINUS SIGN}-]?[\d,]*\.?\d+%?")

Row = Sequence[str]


def table_lines(
    headings: Row, rows: Sequence[Row], columns: int | None, keys: int = 1
) -> list[str]:
    """Return the lines of a table; `columns` is the terminal's width, None in a pipe.

    The first `keys` columns say what a row is about: every part of a folded table has them.
    """
    table = [list(headings), *map(list, rows)]
    if columns is None or _total(_natural(table)) <= columns:
        return _side_by_side(table, _natural(table))
    widths = _fitted(table, columns)
    if widths is not None:
        return _side_by_side(table, widths)
    parts = _parts(table, columns, keys)
    if parts is None:
        return _blocks(table, columns, keys)
    lines: list[str] = []
    for part in parts:
        part = [part[0], *(row for row in part[1:] if any(row[keys:]))]
        widths = _fitted(part, columns)
        assert widths is not None
        lines += [*([""] if lines else []), *_side_by_side(part, widths)]
    return lines


def _parts(table: list[list[str]], columns: int, keys: int) -> list[list[list[str]]] | None:
    """Return the table in parts that fit, each with the key columns, or None if one does not."""
    parts: list[list[int]] = [[]]
    for place in range(keys, len(table[0])):
        longer = [*parts[-1], place]
        if _fitted(_some(table, keys, longer), columns) is not None:
            parts[-1] = longer
            continue
        if _fitted(_some(table, keys, [place]), columns) is None:
            return None
        parts.append([place])
    return [_some(table, keys, part) for part in parts if part]


def _some(table: list[list[str]], keys: int, places: Sequence[int]) -> list[list[str]]:
    return [[*row[:keys], *(row[place] for place in places)] for row in table]


def _natural(table: list[list[str]]) -> list[int]:
    return [max(map(len, column)) for column in zip(*table, strict=True)]


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)


def _fitted(table: list[list[str]], columns: int) -> list[int] | None:
    """Return widths that fit and cut no word, or None; the widest columns give way first."""
    natural = _natural(table)
    least = [
        max(len(word) for cell in column for word in tied(cell).split(" "))
        for column in zip(*table, strict=True)
    ]
    if _total(least) > columns:
        return None

    def capped(cap: int) -> list[int]:
        return [min(n, max(m, cap)) for n, m in zip(natural, least, strict=True)]

    widths = capped(max(one for one in range(columns + 1) if _total(capped(one)) <= columns))
    for place, width in enumerate(widths):  # what is left goes to those that gave way
        if width < natural[place]:
            widths[place] += min(columns - _total(widths), natural[place] - width)
    for heading, *cells, width in zip(*table, widths, strict=True):
        tallest = TALLEST[max(map(len, cells), default=0) > LONG]
        if len(fold(heading, width, "")) > TALLEST_HEADING:
            return None
        if any(len(fold(cell, width, "")) > tallest for cell in cells):
            return None
    return widths


def _side_by_side(table: list[list[str]], widths: Sequence[int]) -> list[str]:
    right = [
        len(column) > 1 and all(_NUMBER.fullmatch(cell) or not cell for cell in column[1:])
        for column in zip(*table, strict=True)
    ]
    lines = []
    for number, row in enumerate(table):
        cells = [
            fold(cell, size, "") if len(cell) > size else [cell]
            for cell, size in zip(row, widths, strict=True)
        ]
        height = max(map(len, cells))
        for at in range(height):
            line, gap = "", 0
            for cell, size, to_right in zip(cells, widths, right, strict=True):
                if number == 0:  # headings stand at the bottom of theirs
                    text = cell[at - height] if at >= height - len(cell) else ""
                else:
                    text = cell[at] if at < len(cell) else ""
                free = size - len(text)
                if text:
                    line += " " * (gap + free * to_right) + _painted(text, number == 0)
                    gap = free * (not to_right) + GAP
                else:
                    gap += size + GAP
            lines.append(line)
    return lines


def _blocks(table: list[list[str]], columns: int, keys: int) -> list[str]:
    headings, *rows = table
    label = max(map(len, headings[keys:]), default=0)
    label = min(label, columns // 2 - 2)
    lines: list[str] = []
    for number, row in enumerate(rows):
        if number:
            lines.append("")
        named = zip(headings[:keys], row[:keys], strict=True)
        head = ", ".join(f"{heading} {cell}".strip() for heading, cell in named)
        lines += [_painted(line, True) for line in fold(head, columns)]
        for heading, cell in zip(headings[keys:], row[keys:], strict=True):
            if not cell:
                continue
            names, parts = fold(heading, label, ""), fold(cell, columns - label - 4, "")
            for at in range(max(len(names), len(parts))):
                name = names[at] if at < len(names) else ""
                part = parts[at] if at < len(parts) else ""
                gap = " " * (label - len(name) + GAP)
                lines.append(f"  {name}{gap}{_painted(part, False)}".rstrip())
    return lines


def _painted(text: str, heading: bool) -> str:
    if text in SIDES:
        return paint(text, text)
    return paint(text, "heading") if heading else text
