"""The tables of the page, as rows of words."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.layout import codes as c
from sim.report import wording
from sim.report.funnel_figure import funnel_lines, off_lines
from sim.report.losses_figure import SHOWN, lost_by_turn
from sim.report.tables import provenance
from sim.scenario.models import Rules, WatchedArea
from sim.study.battles import Battles
from sim.study.choices import Choices
from sim.study.digits import MINUS, count_text, mean_text, number, rate_text, step_of
from sim.study.intervals import Mean, mean_of
from sim.study.phrases import counted
from sim.study.prepare import starting_points


@dataclass(frozen=True)
class Table:
    """A table with its caption; the first cell of a row is the row's heading.

    `foot` rows at the end stay there when it is sorted; `first` names the column of row headings
    where `head` does not.
    """

    caption: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    note: str = ""
    strong: tuple[int, ...] = ()  # rows that stand out
    numeric: bool = True
    sorts: bool = True
    foot: int = 0
    first: str = "row"

    @property
    def body(self) -> Sequence[tuple[str, ...]]:
        """The rows that are sorted."""
        return self.rows[: len(self.rows) - self.foot]

    @property
    def last(self) -> Sequence[tuple[str, ...]]:
        """The rows that stay at the end."""
        return self.rows[len(self.rows) - self.foot :]

    @cached_property
    def numbers(self) -> tuple[bool, ...]:
        """Which columns hold numbers: every cell that says something begins with one."""
        if not self.numeric:
            return (False,) * len(self.head)
        columns = zip(*self.rows, strict=True) if self.rows else ((),) * len(self.head)
        return tuple(
            any(value_of(cell) is not None for cell in column)
            and all(
                cell.strip() in ("", *WORDLESS) or value_of(cell) is not None for cell in column
            )
            for column in columns
        )

    def key(self, cell: str, column: int) -> str:
        """Return what a cell is sorted by: its number, its text, or nothing where it has no value."""
        if not self.numbers[column]:
            return cell.split("\n")[0].strip()
        value = value_of(cell)
        return "" if value is None else f"{value:.12g}"


#: Cells of columns of numbers that stand for one, and those that have none.
STANDS_FOR = {
    "none": 0.0,
    "the best": 0.0,
    "itself": 0.0,
    "the reference": 0.0,
    "nothing varies": 1.0,
}
WORDLESS = ("unknown", "not clear", "not needed", "untouched", "all of it", "the only one")
_NUMBER = re.compile(rf"[<>]?([+{MINUS}-]?[\d,]*\.?\d+)")


def value_of(cell: str) -> float | None:
    """Return the number that a cell begins with, `none` as zero; None if there is none."""
    text = cell.strip()
    word, _, _ = text.partition(" (")
    if word in STANDS_FOR:
        return STANDS_FOR[word]
    match = _NUMBER.match(text)
    return float(match[1].replace(",", "").replace(MINUS, "-")) if match else None


def result_table(battles: Battles) -> Table:
    """Return who fought whom and what came of it."""
    prepared, rows = battles.prepared, battles.rows
    points = starting_points(prepared)

    def means(name: str) -> Callable[[int], str]:
        return lambda side: count_text(rows[name][:, side], upper=True)

    def force(side: int) -> str:
        units = prepared.scenario.sides[side].units
        elements = sum(unit.size for unit in units)
        counts = f"{counted(len(units), 'unit')}, {counted(elements, 'element')}"
        return f"{counts}, {points[side]:,.0f} points"

    lines: list[tuple[str, Callable[[int], str]]] = [
        ("doctrine", lambda side: prepared.doctrines[side]),
        ("force", force),
        ("battles won", lambda side: rate_text(battles.win_rate(c.SIDES[side]))),
        ("points lost", means("points_lost")),
        (
            "elements destroyed",
            lambda side: count_text(rows["lost"][:, side].sum(axis=1), upper=True),
        ),
        ("of the rest, damaged or immobilised", means("crippled")),
        ("objective value held at the end", means("value")),
        ("volleys in own activations", means("activation_fired")),
        ("volleys of opportunity fire", means("opportunity_fired")),
        ("volleys on overwatch", means("fired")),
    ]
    mean = battles.margin()
    note = f"Margin in blue's view: {mean_text(mean, sign=True, unit='points')} a battle"
    if not math.isnan(mean.sd):
        note += f"; single battles spread around it by {mean.sd:,.0f} (standard deviation)"
    note += f". Length: {mean_text(mean_of(rows['turns']))} turns."
    return Table(
        f"Result of {len(battles):,} battles: means a battle with 95% intervals",
        ("", *c.SIDES),
        [(name, text(0), text(1)) for name, text in lines],
        note,
        sorts=False,
    )


def choices_table(choices: Choices) -> Table:
    """Return the side's choices, the best first; differences to the own one if it is not the best."""
    best = choices.choices[0]
    own = next(one for one in choices.choices if one.own and one.overwatch)
    head = ["choice", f"margin in points, {choices.side}'s view", f"points over {best.name}"]
    if own is not best:
        head.append(f"points over {own.name}")
    head += ["battles won", "volleys on overwatch"]
    rows = []
    for one in choices.choices:
        cells = [f"{one.name}, as in this run" if one.given else one.name]
        cells.append(mean_text(one.margin, sign=True))
        cells.append("the best" if one is best else mean_text(one.to_best, sign=True))
        if own is not best:
            cells.append("itself" if one is own else mean_text(one.to_own, sign=True))
        cells += [rate_text(one.wins), mean_text(one.fired) if one.fired.mean else "none"]
        rows.append(tuple(cells))
    return Table(
        f"{choices.battles:,} battles with each choice of {choices.who}, seed {choices.seed}",
        tuple(head),
        rows,
        f"The same battles are fought with each choice and compared one by one (paired), so that luck "
        f"weighs less. The intervals of the differences are widened until all {choices.pairs} "
        f"differences between choices hold together at 95% (Bonferroni). With overwatch off neither "
        f"side has it.",
        tuple(place for place, one in enumerate(choices.choices) if one.given),
    )


def funnel_table(battles: Battles) -> Table:
    """Return the overwatch funnel and where its counters went."""
    rows = []
    for line in (*funnel_lines(battles), *off_lines(battles)):
        cells = [line.label if line.name in wording.STEPS else f"counters: {line.label}"]
        for counts in line.counts:
            cells += [count_text(counts, upper=True), f"{int(counts.sum()):,}"]
        rows.append(tuple(cells))
    return Table(
        f"The overwatch funnel of {len(battles):,} battles",
        ("step", "blue, a battle", "blue, in all", "red, a battle", "red, in all"),
        rows,
    )


#: Kinds of fire as columns of the rows name them: the funnel's own for overwatch.
KINDS = {
    "on overwatch": ("fired", "hits", "kills"),
    "opportunity fire": ("opportunity_fired", "opportunity_hits", "opportunity_kills"),
    "in own activations": ("activation_fired", "activation_hits", "activation_kills"),
}


def shots_table(battles: Battles) -> Table:
    """Return the three kinds of fire side by side, for each side: volleys, hits, destroyed."""
    rows = []
    for number_of_side, side in enumerate(c.SIDES):
        for kind, names in KINDS.items():
            counts = [battles.rows[name][:, number_of_side] for name in names]
            before = [
                count_text(battles.rows[name][:, number_of_side]) if kind == "on overwatch" else ""
                for name in ("declared", "chances")
            ]
            cells = [count_text(column) for column in counts]
            rows.append((f"{side}, {kind}", *before, *cells, per_hundred(counts[2], counts[0])))
    return Table(
        "Overwatch, opportunity fire and fire in own activations side by side, a battle",
        (
            "side and kind of fire", "counters laid", "chances", "volleys", "hits", "destroyed",
            "destroyed in 100 volleys",
        ),
        rows,
        "A volley is all shots of a unit in one combat action, so that there may be more hits than "
        "volleys. Only overwatch has counters and chances.",
    )  # fmt: skip


def per_hundred(part: npt.NDArray[Any], whole: npt.NDArray[Any]) -> str:
    """Return the ratio of two sums of counts by battle, times 100, with its interval.

    The interval is that of the ratio of two means (linearised, normal).
    """
    total = float(whole.sum())
    if not total:
        return ""
    ratio = 100 * float(part.sum()) / total
    rest = mean_of((100 * part - ratio * whole) / whole.mean())
    half = rest.high - rest.mean
    return mean_text(Mean(ratio, rest.sd, rest.se, max(0.0, ratio - half), ratio + half))


def losses_table(battles: Battles, side: str) -> Table:
    """Return a side's elements destroyed a battle by turn and cause.

    Causes that neither side has lost to are left out, so that both tables have the same columns.
    """
    lost = lost_by_turn(battles)
    seen = [place for place in range(len(SHOWN)) if lost[..., place].any()]
    lost = lost[:, :, c.SIDES.index(side), seen]
    head = ["turn", *(wording.CAUSES[SHOWN[place]] for place in seen), "all"]
    rows = []
    for turn in range(lost.shape[1]):
        rows.append((f"{turn + 1}", *_by_cause(lost[:, turn], False)))
    rows.append(("all", *_by_cause(lost.sum(axis=1), True)))
    return Table(
        f"{side.capitalize()} elements destroyed a battle, by turn and by the kind of fire that "
        "destroyed them",
        tuple(head),
        rows,
        foot=1,
    )


def _by_cause(lost: npt.NDArray[np.float64], intervals: bool) -> list[str]:
    """Return cells of losses of shape (battles, causes), and of their sum."""
    cells = []
    for counts in (*lost.T, lost.sum(axis=1)):
        mean = mean_of(counts)
        short = number(mean.mean, step_of(mean.se)) if counts.any() else "none"
        cells.append(count_text(counts) if intervals else short)
    return cells


def rules_table(battles: Battles) -> Table:
    """Return the rule switches in force; those off their default stand out."""
    rules, defaults = battles.prepared.scenario.rules, Rules()
    rows, strong = [], []
    for place, (key, meaning) in enumerate(wording.RULES.items()):
        value, usual = getattr(rules, key), getattr(defaults, key)
        if value != usual:
            strong.append(place)
        rows.append((f"{meaning}\nrules.{key}", setting(value), setting(usual)))
    return Table(
        "Rule switches of this run; those that differ from the usual rules are in bold",
        ("rule and its switch", "here", "usual"),
        rows,
        strong=tuple(strong),
        numeric=False,
    )


def setting(value: Any) -> str:
    """Return the value of a switch in words."""
    if isinstance(value, WatchedArea):
        if value.zone is not None:
            return f"the zone {value.zone}"
        return f"arc of {value.width:g}°, from {value.nearest:g} to {value.farthest:g} inches"
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


def provenance_table(battles: Battles) -> Table:
    """Return what makes the run repeatable."""
    facts = provenance(battles)
    names = {
        "scenario": "scenario",
        "scenario_hash": "SHA-256 of the record that was fought",
        "battles": "battles",
        "seed": "seed",
        "version": "version of overwatch",
        "digest": "SHA-256 of the battle table",
    }
    rows = [(words, str(facts[key])) for key, words in names.items()]
    return Table("Where these numbers come from", ("", "value"), rows, numeric=False, sorts=False)
