"""Where the shipped files are, beside the package or inside it in a wheel; how files are read."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def toml_text(file: Path) -> str:
    """Return the text of a TOML file: UTF-8, with a byte order mark (Windows Notepad) or without."""
    return file.read_text("utf-8-sig")


def shipped_folder() -> Path:
    """Return the folder of the shipped scenarios, vehicle types and doctrines."""
    inside = _PACKAGE / "_scenarios"
    return inside if inside.is_dir() else _PACKAGE.parent / "scenarios"


def doctrine_folder() -> Path:
    """Return the folder of the shipped doctrines."""
    return shipped_folder() / "doctrines"
