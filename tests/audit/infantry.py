"""Infantry fire: firefights, and shots and chits without a roll to hit (p. 33, p. 35-36)."""

from __future__ import annotations

from tests.audit.battle import Battle, Event


def firefight(b: Battle, e: Event) -> None:
    """One roll for the small arms of a unit (DS33.1)."""


def shot(b: Battle, e: Event) -> None:
    """A shot that rolls no dice to hit (DS33.2, DS35.3, DS36.2, DS36.3)."""


def chits(b: Battle, e: Event) -> None:
    """Chits of infantry fire, or at infantry (DS33.2, DS36.3, DS36.4)."""


def draws(b: Battle, e: Event) -> bool:
    """Return whether these chits are infantry fire's, or fire's at infantry."""
    return "kill_total" in e or b.elements[e["element"]].kind.team is not None
