"""Types of elements, vehicles and teams side by side: a table with the key `team` is a team."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Discriminator, Tag

from sim.layout import codes as c
from sim.scenario.arms import most_weapons
from sim.scenario.errors import Place, Problem
from sim.scenario.teams import ElementType, TeamType, team_problems
from sim.scenario.vehicles import PlainName, Section, VehicleType, vehicle_problems


def member(value: Any) -> str:
    """Return the tag of the model that a type's table is to be read as."""
    team = "team" in value if isinstance(value, dict) else isinstance(value, TeamType)
    return "<TeamType>" if team else "<VehicleType>"


ReadType = Annotated[
    Annotated[TeamType, Tag("<TeamType>")] | Annotated[VehicleType, Tag("<VehicleType>")],
    Discriminator(member),
]


class MotorPool(Section):
    """The shipped types of vehicles and teams, which every scenario may use."""

    types: dict[PlainName, ReadType]


def fit_problems(kind: ElementType, place: Place) -> Iterator[Problem]:
    """Yield what does not fit together in one type."""
    if isinstance(kind, TeamType):
        yield from team_problems(kind, place)
        return
    yield from vehicle_problems(kind, place)
    if most_weapons(kind) > c.WEAPONS:
        text = f"{most_weapons(kind)} different weapons, with its APSW, are more than {c.WEAPONS}"
        yield Problem(place, text)
