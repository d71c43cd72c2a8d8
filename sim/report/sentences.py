"""Conclusions in plain words, from the numbers only and no wider than their intervals."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.layout import codes as c
from sim.report.wording import OFF
from sim.study.battles import WINNERS, Battles
from sim.study.choices import defender
from sim.study.digits import at_most, clear, count_text, mean_text, opposite, rate_text
from sim.study.intervals import Mean, mean_of, rate_of
from sim.study.notes import as_warning, few_note, version_note
from sim.study.phrases import counted, listed

LEAST_SHARE = 0.25  # of the counters: a cause that is named


def told(battles: Battles) -> list[str]:
    """Return warnings and conclusions; of no battle, that there was none."""
    if not len(battles):
        return ["No battle was fought: there is nothing to say."]
    return [*(f"Warning: {warning}" for warning in warnings(battles)), *conclusions(battles)]


def conclusions(battles: Battles) -> list[str]:
    """Return what the battles say: who wins, the margin, what overwatch did, and for whom."""
    return [
        wins(battles),
        margin(battles),
        *served(battles),
        *chances(battles),
        scope(battles),
    ]


def who(battles: Battles, side: str) -> str:
    """Return a side in words: `red, the defender`."""
    defends = defender(battles.prepared.scenario)
    if defends is None:
        return side
    return f"{side}, the {'defender' if side == defends else 'attacker'},"


def wins(battles: Battles) -> str:
    """Say how often each side wins, and whether one does more often."""
    winners = battles.rows["winner"]
    signs = np.array([1.0, -1.0, 0.0])[winners]  # blue, red, a draw
    lead = mean_of(signs)
    first, second = ("blue", "red") if lead.mean >= 0 else ("red", "blue")
    draws = int((winners == WINNERS.index("draw")).sum())
    drawn = (
        f"draws are {rate_text(rate_of(draws, len(battles)))}"
        if draws
        else f"no draws ({at_most(len(battles))})"
    )
    rates = {side: rate_text(battles.win_rate(side)) for side in c.SIDES}
    if not clear(lead) and (lead.mean != 0 or lead.sd > 0):
        return (
            f"Neither side wins clearly more often: {first} {rates[first]} of the battles, "
            f"{second} {rates[second]}; {drawn}."
        )
    name = who(battles, first)
    return (
        f"{name[0].upper()}{name[1:]} wins {rates[first]} of the battles, {second} {rates[second]}; "
        f"{drawn}."
    )


def margin(battles: Battles) -> str:
    """Say which side the margin favours, if its interval does not hold zero."""
    mean = battles.margin()
    if not clear(mean):
        words = mean_text(mean, sign=True, unit="points")
        return f"No clear difference in the margin: {words} a battle in blue's view."
    side = "blue" if mean.mean > 0 else "red"
    return f"The margin favours {side} by {mean_text(_size(mean), unit='points')} a battle."


def _size(mean: Mean) -> Mean:
    """Return a mean and its interval without their sign."""
    return mean if mean.mean >= 0 else opposite(mean)


def _none(battles: Battles) -> str:
    """Return in how many battles something did not happen, and how often it may still do so."""
    n = len(battles)
    return f"{counted(n, 'battle')} ({at_most(n)} of battles see it)"


def _each(counts: np.ndarray[Any, Any], noun: str) -> str:
    """Return how many of something there are a battle; of one battle, how many there are."""
    if len(counts) == 1:
        return counted(int(counts[0]), noun)
    return f"{count_text(counts, upper=True)} {noun}s a battle"


def served(battles: Battles) -> list[str]:
    """Say what each side's overwatch destroyed, and which side it served more."""
    rows = battles.rows
    fired, kills = rows["fired"], rows["kills"]
    if not fired.any():
        return [f"No shot was fired on overwatch in {_none(battles)}."]
    sentences = []
    for number, side in enumerate(c.SIDES):
        enemy = c.SIDES[1 - number]
        lost = int(rows["lost"][:, 1 - number].sum())
        if not fired[:, number].any():
            sentences.append(f"{side.capitalize()} never fired on overwatch in {_none(battles)}.")
            continue
        by_overwatch = int(rows["lost"][:, 1 - number, c.BY_OVERWATCH].sum())
        share = f", {by_overwatch:,} of the {lost:,} that {enemy} lost in all" if lost else ""
        sentences.append(
            f"{side.capitalize()}'s overwatch destroyed {_each(kills[:, number], 'element')}{share}."
        )
    gain = mean_of(kills[:, 0] - kills[:, 1])
    if not clear(gain):
        words = mean_text(gain, sign=True)
        sentences.append(
            f"Overwatch served neither side clearly more: blue's less red's is {words} elements a "
            "battle."
        )
        return sentences
    first, second = ("blue", "red") if gain.mean > 0 else ("red", "blue")
    sentences.append(
        f"Overwatch served {first} more than {second}: "
        f"{mean_text(_size(gain))} more elements a battle."
    )
    return sentences


def chances(battles: Battles) -> list[str]:
    """Say how many chances each side's counters had, took and let go, and why counters went."""
    rows = battles.rows
    sentences = []
    for number, side in enumerate(c.SIDES):
        declared = int(rows["declared"][:, number].sum())
        if not declared:
            continue
        had, took = (int(rows[name][:, number].sum()) for name in ("chances", "fired"))
        sentence = (
            f"{side.capitalize()} laid {_each(rows['declared'][:, number], 'counter')}; "
            f"{'it' if declared == 1 else 'they'} had {counted(had, 'chance')} to fire in all and "
            f"took {took:,}" + (f" ({took / had:.0%})" if had else "")
        )
        off = rows["off"][:, number].sum(axis=0)
        causes = [
            f"{int(off[place]) / declared:.0%} went unused because {_why(cause)}"
            for place, cause in enumerate(c.OFF_CAUSES)
            if cause != "fired" and off[place] >= LEAST_SHARE * declared
        ]
        if causes:
            sentence += f"; of the counters {listed(causes)}"
        sentences.append(f"{sentence}.")
    return sentences


_REASONS = {
    "under_fire": "the unit came Under Fire",
    "activated": "the unit was activated",
    "turn_end": "the turn ended",
    "any_fire": "the unit was fired at",
}


def _why(cause: str) -> str:
    return _REASONS.get(cause, f"the {OFF[cause]}")


def scope(battles: Battles) -> str:
    """Say which doctrines this holds for."""
    blue, red = battles.prepared.doctrines
    return f"The result holds for one pairing of doctrines only: blue's {blue} against red's {red}."


def warnings(battles: Battles) -> list[str]:
    """Return what a reader must know before believing the rest."""
    found = version_note(battles.version)
    if battles.interrupted:
        found.append(
            f"The run was interrupted: {len(battles):,} of {battles.wanted:,} battles were fought."
        )
    found += map(as_warning, few_note(len(battles)))
    found += _idle_overwatch(battles)
    margin = battles.margin()
    if margin.low <= 0 <= margin.high:
        found.append("The interval of the margin includes zero: no clear difference.")
    return found


def _idle_overwatch(battles: Battles) -> list[str]:
    """Warn where overwatch is on and this run cannot say anything about it."""
    if not battles.prepared.record[0]["rules"]["overwatch"] or battles.rows["fired"].any():
        return []
    declaring = [side for number, side in enumerate(c.SIDES) if declares(battles, number)]
    if not declaring:
        return [
            "Overwatch is on, but neither doctrine ever goes on overwatch: these battles say nothing "
            "about it."
        ]
    laid = int(battles.rows["declared"].sum())
    was = "was" if laid == 1 else "were"
    counters = f"{counted(laid, 'counter')} {was} laid" if laid else "no counter was laid"
    return [
        f"Overwatch is on and {listed(declaring)} may declare it, but no shot was fired on "
        f"overwatch: {counters}. These battles say little about it."
    ]


def declares(battles: Battles, side: int) -> bool:
    """Return whether a side's doctrine has a rule that goes on overwatch."""
    doctrine = battles.prepared.record[0]["doctrines"][side]
    count = int(doctrine["rule_count"][c.C_ACTIVATION])
    orders = doctrine["rules"][c.C_ACTIVATION, :count]["do"]
    return bool(np.isin(orders, (c.DO_OVERWATCH, c.DO_MOVE_OVERWATCH)).any())
