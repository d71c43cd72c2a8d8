"""`overwatch schema`."""

from __future__ import annotations

import json

from typer.testing import CliRunner

from sim.cli.app import app
from sim.scenario import schema


def test_schema_is_the_scenario_model():
    result = CliRunner().invoke(app, ["schema"])
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert document == schema()
    assert {"name", "turns", "table", "victory", "blue", "red"} <= set(document["required"])
    assert document["additionalProperties"] is False
