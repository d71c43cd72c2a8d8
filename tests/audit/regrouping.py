"""Regrouping of depleted units (DS24.2)."""

from __future__ import annotations

from tests.audit.battle import Battle, Event


def regroup(b: Battle, e: Event) -> None:
    """An element joins another unit (DS24.2)."""
