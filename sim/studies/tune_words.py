"""A tuning in sentences that claim no more than its intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.study.digits import mean_text
from sim.study.intervals import Mean
from sim.study.phrases import listed, sentence

if TYPE_CHECKING:
    from sim.studies.tuning import Edge, Round


def sentences(one: Round, battles: int) -> list[str]:
    """Return what a round came to, one finding a line; `battles` are those of the proof."""
    if not one.better:
        lines = [
            f"none of the {len(one.candidates)} candidates was better than {one.doctrine} itself on "
            "the battles of the choice; its numbers stay"
        ]
    else:
        lines = [_over(one, one.edge, "", battles)]
    if one.shipped.over != one.doctrine or not one.better:
        lines.append(_over(one, one.shipped, "the best shipped doctrine, ", battles))
    elif one.better:
        lines.append(
            f"no shipped doctrine did better for {one.side} than {one.doctrine} itself on the battles "
            "of the choice"
        )
    if len(one.against) == 1:
        lines.append(
            f"this holds against {one.against[0]}; against other enemy doctrines it is not tried"
        )
    if not one.fired:
        lines.append(
            f"Warning: {one.name} never fired on overwatch in the battles of the proof: they say "
            "nothing about it"
        )
    return [sentence(line) for line in lines]


def _over(one: Round, edge: Edge, what: str, battles: int) -> str:
    mean, name = edge.mean, f"{one.side}'s {one.name}"
    text = mean_text(mean, sign=True, unit="points")
    sure = _sure(mean)
    if sure == "alike":
        return f"{name} plays every one of {battles:,} fresh battles as {what}{edge.over} does"
    verb = {"ahead": "beats", "behind": "is worse than"}.get(sure, "is not clearly apart from")
    line = f"{name} {verb} {what}{edge.over}: {text} on {battles:,} fresh battles"
    odd = [foe for foe, gain in edge.each.items() if sure == "ahead" and _sure(gain) != "ahead"]
    if odd:
        line += f"; but not clearly against {listed(odd)}"
    return line


def _sure(mean: Mean) -> str:
    if mean.sd == 0 and mean.mean == 0:
        return "alike"
    if mean.low > 0:
        return "ahead"
    return "behind" if mean.high < 0 else "open"
