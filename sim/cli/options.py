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


def names(option: str, text: str | None) -> list[str]:
    """Return the names of a list such as ``never,ambush``; none where there is no list.

    Raises `InputError` for a list in which a name is missing.
    """
    from sim.refusal import InputError

    if text is None:
        return []
    found = [part.strip() for part in text.split(",")]
    if not all(found):
        raise InputError(f"--{option} {text}: a name is missing between two commas or at an end")
    return found
