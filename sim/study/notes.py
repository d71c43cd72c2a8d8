"""What is said of any answer before the rest: that it was interrupted, or that it is old."""

from __future__ import annotations

from sim import __version__
from sim.study.intervals import FEW
from sim.study.phrases import counted


def stopped_note(
    interrupted: bool, done: int, wanted: int | None, unit: str = "battles"
) -> list[str]:
    """Return the warning of an answer from a part of what was asked for; `wanted` if it is known."""
    if not interrupted:
        return []
    whole = f"{done:,}" if wanted is None else f"{done:,} of {wanted:,}"
    return [f"Warning: interrupted after {whole} {unit}: all that follows is from those alone."]


def version_note(version: str) -> list[str]:
    """Return what is to be said of an answer that another version fought; nothing of this one's."""
    if version == __version__:
        return []
    return [f"Fought by version {version} of overwatch; this is {__version__}."]


def as_warning(note: str) -> str:
    """Return a note as it stands in a box of warnings: without that word."""
    text = note.removeprefix("Warning: ")
    return f"{text[0].upper()}{text[1:]}"


def few_note(battles: int, each: str = "") -> list[str]:
    """Return the warning of intervals of means of few battles; `each`: of what, if not of all."""
    if battles >= FEW:
        return []
    fought = f"Warning: only {counted(battles, 'battle')}{each and ' ' + each}"
    if battles == 1:
        return [f"{fought}: no mean has an interval, and nothing is known of other battles."]
    return [f"{fought}: with fewer than {FEW} the intervals of means are rough."]
