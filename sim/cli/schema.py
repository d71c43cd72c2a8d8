"""`overwatch schema`: the JSON Schema of a scenario file, for editors that check while you type."""

from __future__ import annotations

from typing import Annotated

import typer

from sim.cli.output import print_json


def schema(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, as it always does.")] = True,
) -> None:
    """Print the JSON Schema of a scenario file."""
    from sim.scenario import schema as scenario_schema

    print_json(scenario_schema())
