"""The one way up: a result fetches its figures and words from `sim.report` when they are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def drawn(module: str, function: str, *arguments: Any, **named: Any) -> Any:
    """Return what a function of a module of `sim.report` makes of a result."""
    return getattr(import_module(f"sim.report.{module}"), function)(*arguments, **named)
