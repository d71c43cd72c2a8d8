"""Calls for fire and missions that arrive (DS38.1, DS39.1, DS40.1)."""

from __future__ import annotations

from tests.audit.battle import Battle, Event


def call(b: Battle, e: Event) -> None:
    """A leader or observer asks for fire (DS38.1)."""


def barrage(b: Battle, e: Event) -> None:
    """A mission arrives (DS39.1)."""


def chits(b: Battle, e: Event) -> None:
    """Chits of a barrage at one element (DS39.1)."""
