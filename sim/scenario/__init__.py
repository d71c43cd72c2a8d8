"""Scenarios: what is fought, checked and turned into the kernel's record."""

from __future__ import annotations

from typing import Any

from sim.scenario.compile import Compiled, Names, compile_scenario
from sim.scenario.errors import ScenarioError
from sim.scenario.loader import load_document, load_scenario, motor_pool, parse_scenario
from sim.scenario.meanings import described, place_words
from sim.scenario.models import Scenario
from sim.scenario.places import find_scenario, shipped_scenarios
from sim.scenario.points import points, price_lines
from sim.scenario.settings import apply_settings
from sim.scenario.teams import ElementType, TeamType
from sim.scenario.vehicles import VehicleType

__all__ = [
    "Compiled",
    "ElementType",
    "Names",
    "Scenario",
    "ScenarioError",
    "TeamType",
    "VehicleType",
    "apply_settings",
    "compile_scenario",
    "find_scenario",
    "load_document",
    "load_scenario",
    "motor_pool",
    "parse_scenario",
    "place_words",
    "points",
    "price_lines",
    "schema",
    "shipped_scenarios",
]

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the scenario file, with what its keys mean."""
    return {"$schema": DRAFT, **described(Scenario.model_json_schema())}
