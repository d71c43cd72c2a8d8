"""An ablation in sentences that claim no more than its intervals and corrected tests allow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sim.study.digits import mean_text
from sim.study.intervals import Mean
from sim.study.phrases import listed

if TYPE_CHECKING:
    import pandas as pd

    from sim.studies.ablation import Ablation


def _turns(found: Ablation, changes: pd.DataFrame) -> Iterator[str]:
    """Say which changes turn who is ahead: the margin is clear on the one side and on the other."""
    side, margin = found.question["side"], found.margin
    if margin.low > 0:
        turned, word = changes[changes["margin_high"] < 0], "behind"
    elif margin.high < 0:
        turned, word = changes[changes["margin_low"] > 0], "ahead"
    else:
        return
    if len(turned):
        was = "ahead" if word == "behind" else "behind"
        yield (
            f"What turns it: with the scenario's rules {side} is {was}, with "
            f"{listed(list(turned['change']))} {word}."
        )


def sentences(found: Ablation) -> Iterator[str]:
    """Yield what the intervals and the corrected tests allow to say."""
    asked, changes = found.question, found.changes
    side, n = asked["side"], len(changes)
    enemies, ours = listed(asked["against"]), listed(asked["doctrines"])
    yield (
        f"With the scenario's rules {side}'s margin ({ours}) is "
        f"{mean_text(found.margin, sign=True, unit='points')}, the mean against {enemies}."
    )
    if found.fired == 0:
        yield (
            f"Warning: {side} never fired on overwatch in these battles: what the rules of overwatch "
            f"are worth to it cannot be seen here."
        )
    if len(asked["against"]) < 3:
        yield "Against fewer than three enemy doctrines: it may not hold against others."
    clear = changes[changes["clear"]]
    for better, word in ((True, "gains"), (False, "loses")):
        some = clear[(clear["difference"] > 0) == better]
        if len(some):
            told = [
                f"{line['change']} {mean_text(difference_of(line), sign=True)}"
                for line in some.to_dict("records")
            ]
            yield (
                f"{side.capitalize()} {word}, clear after Holm's correction of {n} tests, with "
                f"{'; '.join(told)}."
            )
    yield from _turns(found, clear)
    unsure = changes[~changes["clear"] & ~changes["untouched"]]
    widest = float(unsure[["low", "high"]].abs().to_numpy().max()) if len(unsure) else 0.0
    if not len(clear):
        within = f": each 95% interval lies within {widest:.3g} points of it" if len(unsure) else ""
        yield f"No change is clear of zero after Holm's correction of {n} tests{within}."
    depends = changes[changes["depends"]]
    if len(depends):
        yield (
            f"It depends on the doctrines whether {side} gains or loses by "
            f"{listed(list(depends['change']))}: the mean over them hides that."
        )
    if len(clear) and len(unsure):
        rest = "one other" if len(unsure) == 1 else f"{len(unsure)} others"
        yield (
            f"{rest.capitalize()} cannot be told from zero with so many tests: each 95% interval lies "
            f"within {widest:.3g} points of it."
        )
    untouched = changes[changes["untouched"]]
    if len(untouched):
        yield (
            f"Untouched, not worth zero: {listed(list(untouched['change']))}. Not one of these battles "
            f"ran otherwise, so these doctrines say nothing about them."
        )
    if len(found.pairs):
        certain = found.pairs[found.pairs["clear"]]
        yield (
            f"{len(certain)} of {len(found.pairs)} pairs have clearly more or less than the sum of "
            f"their two changes, after Holm's correction of {len(found.pairs)} tests."
        )


def difference_of(line: dict[Any, Any]) -> Mean:
    """Return the difference in margin that a row of changes has, with its interval."""
    return Mean(line["difference"], line["se"], line["se"], line["low"], line["high"])
