"""Missiles, area defence, sensors and pop-up attacks (DS19.3, DS31.1, DS32.2)."""

from __future__ import annotations

from tests.audit.battle import Battle, Event


def missile(b: Battle, e: Event) -> None:
    """One missile at one target (DS31.1)."""


def intercept(b: Battle, e: Event) -> None:
    """One try to shoot a missile down (DS19.3, DS31.1)."""


def sensors(b: Battle, e: Event) -> None:
    """Area-defence sensors are switched (DS19.3)."""


def pop_up(b: Battle, e: Event) -> None:
    """VTOLs rise or drop (DS32.2)."""
