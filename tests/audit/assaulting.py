"""Close assault: the declaration, contact, rounds, falling back (DS34.1, DS35.1, DS35.2, DS18.6)."""

from __future__ import annotations

from tests.audit.battle import Battle, Event


def assault(b: Battle, e: Event) -> None:
    """Attackers come to blows with a unit (DS34.1)."""


def round_(b: Battle, e: Event) -> None:
    """A round begins (DS34.1)."""


def withdraw(b: Battle, e: Event) -> None:
    """A unit falls back (DS34.1)."""


def chits(b: Battle, e: Event) -> None:
    """Chits of a round of close assault, or of charges (DS34.1, DS35.4)."""
