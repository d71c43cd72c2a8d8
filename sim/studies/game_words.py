"""A game of doctrines in sentences that say no more than the samples do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.layout import codes as c
from sim.studies.game_samples import IN_USE
from sim.study.digits import clear, mean_text, number, step_of
from sim.study.intervals import Mean, Rate
from sim.study.phrases import listed

if TYPE_CHECKING:
    from sim.studies.game_result import Game

SEEN = 0.005  # samples in which a doctrine must be used to be named among the others


def sentences(game: Game) -> list[str]:
    """Return the findings, one a line: value, equilibrium, saddle points, domination, overwatch."""
    lines = [_value(game)]
    lines += [_equilibrium(game, side) for side in range(2)]
    if not game.solution.unique:
        lines.append(
            "other equilibria are as good: payoffs tie, so the shares above are one choice of several"
        )
    lines.append(_saddle(game))
    lines += [line for side in range(2) for line in _dominated(game, side)]
    for s, side in enumerate(c.SIDES):
        for first, second in game.twins(s):
            lines.append(f"{side}'s {first} and {second} came to the same margin in every battle")
    lines += [_watch(game, side) for side in range(2)]
    if not game.declared.any():
        lines.append(
            "Warning: no side laid a counter in any battle: these doctrines say nothing about overwatch"
        )
    return lines


def _value(game: Game) -> str:
    value = game.value()
    if not clear(value):
        who = "neither side is clearly ahead"
    else:
        who = f"{'blue' if value.mean > 0 else 'red'} is ahead"
    return f"value of the game (blue's view): {mean_text(value, sign=True, unit='points')}: {who}"


def _equilibrium(game: Game, side: int) -> str:
    frame = game.doctrines
    own = frame[frame["side"] == c.SIDES[side]].sort_values("share", ascending=False, kind="stable")
    used, others = [], []
    for line in own.to_dict("records"):
        name = line["doctrine"]
        if line["share"] > IN_USE:
            low, high = (f"{100 * line[key]:.0f}%" for key in ("share_low", "share_high"))
            used.append(f"{name} {100 * line['share']:.0f}% ({low} to {high})")
        elif line["used_in"] >= SEEN:
            others.append(f"{name} in {_per_cent(line['used_in'])}")
    text = f"{c.SIDES[side]}'s equilibrium: {', '.join(used)}"
    if others:
        text += f"; other samples of the battles also use {listed(others)} of them"
    return text


def _saddle(game: Game) -> str:
    if not game.saddles:
        share = float((~game.resampled.saddles.any(axis=(1, 2))).mean())
        return (
            "no saddle point: whichever doctrine a side always plays, the other has an answer to it "
            f"(so in {_per_cent(share)} of the samples)"
        )
    several = len(game.saddles) > 1
    same = "one" if several else "the same"
    cells = [
        f"blue {first} against red {second} ({same} in {_per_cent(share)} of the samples)"
        for first, second, share in game.saddles
    ]
    word = "saddle points" if several else "saddle point"
    return f"{word} of the mean margins: {'; '.join(cells)}"


def _dominated(game: Game, side: int) -> list[str]:
    lines = []
    for name, by, sure in game.dominated(side):
        better = " and ".join(
            other if len(by) == 1 else f"{100 * share:.0f}% {other}" for other, share in by.items()
        )
        how = (
            "whatever the enemy plays"
            if sure
            else "on the means, but not clearly against every enemy doctrine"
        )
        lines.append(f"{c.SIDES[side]}'s {name} is dominated by {better}, {how}")
    return lines


def _watch(game: Game, side: int) -> str:
    line = game.watch.to_dict("records")[side]
    share = Rate(line["share"], line["share_low"], line["share_high"])
    low, high = line["declared_low"], line["declared_high"]
    spread = (high - low) / 4
    laid = Mean(line["declared"], spread, spread, low, high)
    if line["declared"] == 0:
        return f"{c.SIDES[side]} lays no counter at the equilibrium"
    step = step_of(25 * (share.high - share.low))
    shown = [f"{number(100 * part, step)}%" for part in (share.mean, share.low, share.high)]
    return (
        f"{c.SIDES[side]} at the equilibrium lays {mean_text(laid)} counters a battle and ends "
        f"{shown[0]} ({shown[1]} to {shown[2]}) of its unit-turns on overwatch"
    )


def _per_cent(share: float) -> str:
    """Return a share of the samples; one that is not quite all or none does not read as that."""
    if 0 < share < 0.01:
        return "less than 1%"
    if 0.99 < share < 1:
        return "more than 99%"
    return f"{100 * share:.0f}%"
