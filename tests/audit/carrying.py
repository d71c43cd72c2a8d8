"""Teams that mount, step out, or are lost with their carrier (DS36.1, DS36.5)."""

from __future__ import annotations

from tests.audit.battle import Battle, Event


def mounted(b: Battle, e: Event) -> None:
    """A team mounts or steps out (DS36.1)."""


def aboard(b: Battle, e: Event) -> None:
    """A D6 for a team whose carrier was hit (DS36.5)."""
