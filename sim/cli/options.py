"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

ScenarioName = Annotated[str, typer.Argument(help="A shipped scenario's name, or a TOML file.")]
Seed = Annotated[int | None, typer.Option(help="Root seed; chosen and printed if absent.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PLACE=VALUE", help="Change the scenario: rules.overwatch=off."),
]
Workers = Annotated[int | None, typer.Option(help="Threads; all processors if absent.")]


def names(text: str) -> list[str]:
    """Return the names of a list with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]
