"""Smoke on the table (DS4.2, DS18.4)."""

from __future__ import annotations

from tests.audit.battle import Battle, Event


def smoke(b: Battle, e: Event) -> None:
    """A cloud is laid or goes."""
