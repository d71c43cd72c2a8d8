"""A sweep in sentences that claim no more than its intervals allow."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.studies.cells import ORDER
from sim.studies.question import varied
from sim.study.digits import mean_text
from sim.study.notes import few_note
from sim.study.phrases import counted, listed

if TYPE_CHECKING:
    import pandas as pd

    from sim.studies.sweep import Sweep


def sentences(found: Sweep) -> list[str]:
    """Return what the battles say, and no more."""
    few = few_note(found.question["battles"], "of each doctrine a cell")
    if _equal(found).all():
        lines = [_all_the_same(found), varied(found.question), _scope(found)]
    else:
        where = _stretches(found) or _flips(found)
        lines = [_verdict(found), varied(found.question), *where, _span(found), _scope(found)]
    return [line for line in (*lines, *_idle(found), _silent(found), *few, _missing(found)) if line]


def _equal(found: Sweep) -> pd.Series[bool]:
    """Return in which cells no battle's margin differs."""
    return (found.table["advantage"] == 0) & (found.table["se"] == 0)


def _all_the_same(found: Sweep) -> str:
    first, second = found.doctrines
    cells = "the one cell" if len(found.table) == 1 else f"all {counted(len(found.table), 'cell')}"
    return (
        f"In {cells} every battle comes to the same margin for {found.side} with {first} as with "
        f"{second}."
    )


def _verdict(found: Sweep) -> str:
    first, second = found.doctrines
    clear, mean = found.table["clear"], found.table["advantage"]
    ahead, behind = int((clear & (mean > 0)).sum()), int((clear & (mean < 0)).sum())
    equal = int(_equal(found).sum())
    rest = len(found.table) - ahead - behind - equal
    if len(found.table) == 1:
        return _verdict_of_one(found, ahead, behind)
    text = (
        f"Of {counted(len(found.table), 'cell')} {first} is clearly ahead of {second} for "
        f"{found.side} in {ahead:,} and clearly behind in {behind:,}; in {rest:,} these battles "
        "cannot tell which"
    )
    return f"{text}; in {equal:,} every battle is the same with both." if equal else f"{text}."


def _verdict_of_one(found: Sweep, ahead: int, behind: int) -> str:
    first, second = found.doctrines
    if ahead or behind:
        state = "ahead of" if ahead else "behind"
        return f"In the one cell {first} is clearly {state} {second} for {found.side}."
    return (
        f"In the one cell these battles cannot tell whether {first} or {second} is ahead for "
        f"{found.side}."
    )


def _stretches(found: Sweep) -> list[str]:
    """Return where which doctrine is ahead, if one number was varied."""
    if len(found.varies) > 1 or not found.varies[0].numbers or len(found.table) < 2:
        return []
    place, (first, second) = found.varies[0].place, found.doctrines
    words = (
        f"the doctrine {second} is ahead",
        "not clear",
        f"the doctrine {first} is ahead",
        "the same",
    )
    verdicts = (np.sign(found.table["advantage"]) * found.table["clear"]).astype(int)
    runs: list[list[Any]] = []
    shown = verdicts.mask(_equal(found), 2)
    for here, verdict in zip(found.table[place], shown, strict=True):
        if runs and runs[-1][0] == verdict:
            runs[-1][2] = here
        else:
            runs.append([verdict, here, here])
    parts = (
        f"{words[verdict + 1]} at {value(low)}" + ("" if low == high else f" to {value(high)}")
        for verdict, low, high in runs
    )
    turns = turning(list(zip(found.table[place], verdicts, strict=True)))
    return [f"By {place}: {'; '.join(parts)}{turns and f': {turns}'}."]


def _flips(found: Sweep) -> list[str]:
    """Say where the sign changes: between which values of one place, all else the same.

    Only cells whose intervals, which hold together, leave out zero on either side count.
    """
    first, second = found.doctrines
    verdicts = np.sign(found.table["advantage"]) * found.table["clear"]
    lines = []
    for vary in found.varies if not found.question["lhs"] else ():
        others = [other.place for other in found.varies if other != vary]
        ways: dict[str, list[str]] = {}
        groups = found.table.groupby(others, sort=False) if others else [((), found.table)]
        for values, cells in groups:
            here = verdicts.loc[cells.index]
            if not (here > 0).any() or not (here < 0).any():
                continue
            told = list(zip(cells[vary.place], here, strict=True))
            turns = turning(told) if vary.numbers else split(told, first, second)
            where = ", ".join(
                f"{place} = {value(one)}" for place, one in zip(others, values, strict=True)
            )
            ways.setdefault(turns, []).append(where)
        for turns, places in ways.items():
            held = f" with {listed(places)}" if places != [""] else ""
            lines.append(f"{vary.place} turns it: {turns}{held}.")
    if not lines and (verdicts > 0).any() and (verdicts < 0).any():
        lines.append("No single place turns it in this grid: it takes several together.")
    return lines


def _span(found: Sweep) -> str:
    name = found.doctrines[0]
    if len(found.table) == 1:
        (row,) = found.table.index
        told = mean_text(found.advantage(row), sign=True, unit="points")
        return f"Advantage of {name} a battle: {told} at {found.at(row)}."
    most, least = (
        f"{word} is {mean_text(found.advantage(rows[0]), sign=True, unit='points')} at "
        f"{spots(found, rows)}"
        for word, rows in zip(("most", "least"), extremes(found), strict=True)
    )
    return f"Advantage of {name} a battle: the {most}; the {least}."


def extremes(found: Sweep) -> tuple[list[int], list[int]]:
    """Return the rows of the cells with the most and of those with the least advantage."""
    advantage = found.table["advantage"]
    most, least = (
        [int(row) for row in found.table.index[advantage == end]]
        for end in (advantage.max(), advantage.min())
    )
    return most, least


def spots(found: Sweep, rows: Sequence[int]) -> str:
    """Return the first of some cells in words, and how many others are the same."""
    more = len(rows) - 1
    return found.at(rows[0]) + (f" (the same in {counted(more, 'other cell')})" if more else "")


def _scope(found: Sweep) -> str:
    enemy = "blue" if found.side == "red" else "red"
    return (
        f"{enemy.capitalize()} fought with {listed(found.question['enemies'])} only; "
        f"{found.question['battles']:,} battles of each doctrine a cell, the same luck in all; "
        f"the intervals hold for all cells together (95%)."
    )


def _idle(found: Sweep) -> list[str]:
    """Name the places of a grid whose values changed nothing, whatever the others were."""
    means = [f"{order}_{name}" for order in ORDER for name in ("margin", "wins", "fired")]
    idle = []
    for vary in found.varies if not found.question["lhs"] else ():
        others = [other.place for other in found.varies if other != vary]
        groups = found.table.groupby(others or (lambda _: 0), sort=False)
        compared = bool((groups.size() > 1).all())  # a cell alone tells nothing
        if compared and bool((groups[means].nunique() == 1).all(axis=None)):
            idle.append(vary.place)
    return [f"{listed(idle)} made no difference in any cell."] if idle else []


def _silent(found: Sweep) -> str:
    fired = found.table[[f"{order}_fired" for order in ORDER]].sum(axis=1)
    silent = int((fired == 0).sum())
    if not silent:
        return ""
    where = "any cell" if silent == len(found.table) else f"{silent:,} of the cells"
    return f"Warning: neither doctrine fired on overwatch in {where}: that tells nothing of it."


def _missing(found: Sweep) -> str:
    done, wanted = len(found.table), found.question["cells"]
    return "" if done == wanted else f"Warning: only {done:,} of {wanted:,} cells are done."


def turning(told: Sequence[tuple[Any, float]]) -> str:
    """Return between which numbers a clear sign changes, in their order; empty if it does not."""
    signs = [(here, verdict) for here, verdict in sorted(told) if verdict]
    turns = [
        f"between {value(one)} and {value(two)}"
        for (one, was), (two, now) in itertools.pairwise(signs)
        if was != now
    ]
    return f"the sign changes {listed(turns)}" if turns else ""


def split(told: Sequence[tuple[Any, float]], first: str, second: str) -> str:
    """Return which doctrine is clearly ahead at which values that have no order."""
    parts = []
    for name, sign in ((first, 1), (second, -1)):
        values = [value(here) for here, verdict in told if verdict == sign]
        parts.append(f"the doctrine {name} is ahead at {listed(values)}")
    return "; ".join(parts)


def value(number: Any) -> str:
    """Return a varied value as people read it."""
    return f"{number:.6g}" if isinstance(number, float) else str(number)
