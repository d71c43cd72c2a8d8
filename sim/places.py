"""Where the shipped files are: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def shipped_folder() -> Path:
    """Return the folder of the shipped scenarios, vehicle types and doctrines."""
    inside = _PACKAGE / "_scenarios"
    return inside if inside.is_dir() else _PACKAGE.parent / "scenarios"


def doctrine_folder() -> Path:
    """Return the folder of the shipped doctrines."""
    return shipped_folder() / "doctrines"
