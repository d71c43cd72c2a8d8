"""A comparison in sentences that claim no more than its intervals allow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sim.studies.paired import half_width
from sim.study.digits import mean_text, opposite
from sim.study.intervals import Mean
from sim.study.phrases import listed

if TYPE_CHECKING:
    from sim.studies.comparison import Comparison

FEW = 30  # battles that must differ before an interval is believed
BETTER, WORSE, OPEN, SAME = "better", "worse", "open", "same"


def sentences(answer: Comparison) -> list[str]:
    """Return the answer in sentences that claim no more than the intervals allow."""
    lines = [_sentence(answer, doctrine) for doctrine in answer.doctrines[1:]]
    lines += [_intervals(answer), _asked(answer)]
    if answer.until is not None:
        lines.append(_stopped(answer))
    return lines + warnings(answer)


def _sentence(answer: Comparison, doctrine: str) -> str:
    """Say what a doctrine is worth against each enemy, and how far that carries."""
    found: dict[str, list[str]] = {BETTER: [], WORSE: [], OPEN: [], SAME: []}
    for enemy in answer.enemies:
        one = answer.answer(enemy, doctrine)
        assert one.to_reference is not None
        more = one.to_reference.adjusted
        if one.verdict in (BETTER, WORSE):
            more = more if one.verdict == BETTER else opposite(more)
            found[one.verdict].append(f"{enemy} by {mean_text(more, unit='points')}")
        elif one.verdict == OPEN:
            found[OPEN].append(f"{enemy}, {mean_text(more, sign=True, unit='points')}")
        else:
            found[SAME].append(enemy)
    parts = [f"{word} against {listed(found[word])}" for word in (BETTER, WORSE) if found[word]]
    if found[OPEN]:
        parts.append(f"not told apart against {listed(found[OPEN])}")
    if found[SAME]:
        parts.append(f"the same in every battle against {listed(found[SAME])}")
    carries = how_far({verdict: len(names) for verdict, names in found.items()})
    said = f"{doctrine}, compared with {answer.reference}: {'; '.join(parts)}. {carries}"
    return said + _but(answer, doctrine)


def _but(answer: Comparison, doctrine: str) -> str:
    """Say where the battles won do not tell the same story as the points."""
    told: dict[str, list[str]] = {BETTER: [], WORSE: []}
    for enemy in answer.enemies:
        one = answer.answer(enemy, doctrine)
        if one.wins_verdict in told and one.wins_verdict != one.verdict:
            assert one.wins_to_reference is not None
            more = hundredfold(one.wins_to_reference.adjusted)
            more = more if one.wins_verdict == BETTER else opposite(more)
            told[one.wins_verdict].append(f"{mean_text(more)} in 100 against {enemy}")
    parts = [
        f"{word} battles: {listed(told[verdict])}"
        for verdict, word in ((BETTER, "more"), (WORSE, "fewer"))
        if told[verdict]
    ]
    return f" But it wins {'; '.join(parts)}." if parts else ""


def _intervals(answer: Comparison) -> str:
    several = "both" if answer.together == 2 else f"all {answer.together}"
    return (
        f"Better and worse are of the margin, paired battle by battle, luck taken out; each "
        f"interval holds at 95% by itself, the words for {several} differences of "
        f"points and wins together (Bonferroni)."
    )


def _asked(answer: Comparison) -> str:
    if not answer.enemies_chosen:
        return (
            f"Enemies by default: {listed(answer.enemies)}, the first of them the scenario's own; "
            f"--against asks others."
        )
    return f"Enemies asked: {listed(answer.enemies)}."


def _stopped(answer: Comparison) -> str:
    assert answer.until is not None
    widest = max(half_width(one.to_reference.paired) for one in answer.answers if one.to_reference)
    if answer.reached:
        return f"Stopped as soon as every paired difference was within {answer.until:g} points."
    return (
        f"{answer.until:g} points were not reached in {answer.most:,} pairs; the widest paired "
        f"difference is within {widest:.3g}: allow more with -n."
    )


def warnings(answer: Comparison) -> list[str]:
    """Return what should keep a reader from trusting the figures."""
    lines = []
    if not any(one.fired for one in answer.answers):
        lines.append("Warning: nobody asked about fired on overwatch in any battle.")
    for one in answer.answers:
        points = one.to_reference
        if points is not None and 0 < points.differ < FEW:
            lines.append(
                f"Warning: {one.doctrine} and {answer.reference} against {one.enemy} differ in "
                f"{points.differ} of {points.pairs:,} pairs: too few for its interval to be trusted."
            )
    return lines


def how_far(counts: Mapping[str, int]) -> str:
    """Say how far an answer carries, from the number of enemies with each verdict."""
    asked = sum(counts.values())
    clear_ones = counts[BETTER] + counts[WORSE]
    if asked == 1:
        return "One enemy was asked: against another it may be otherwise."
    if counts[BETTER] and counts[WORSE]:
        return "It depends on the enemy."
    if clear_ones == 1:
        return "That is an answer against one enemy only."
    if counts[SAME] == asked:
        return "No battle tells them apart."
    if clear_ones == asked:
        return f"It holds against {'both' if asked == 2 else f'all {asked}'} enemies asked."
    if clear_ones:
        return f"It holds against {clear_ones} of the {asked} enemies asked."
    return "No answer from these battles."


def hundredfold(mean: Mean) -> Mean:
    """Return a mean of shares in per cent."""
    return Mean(*(100 * part for part in (mean.mean, mean.sd, mean.se, mean.low, mean.high)))
