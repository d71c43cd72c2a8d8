"""Types of infantry teams as the motor pool and the scenarios describe them (p. 33, p. 52)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from sim.refusal import shown
from sim.scenario.errors import Place, Problem
from sim.scenario.vehicles import Section, VehicleType, check_missile


class TeamType(Section):
    """A type of infantry team: what it is armed with, and of which troops it is."""

    team: Literal["rifle", "apsw", "assault", "anti_armour", "observer", "engineer"]
    text: str = Field(default="", max_length=200)
    troops: Literal["militia", "line", "powered"]
    mounted_on: Literal["cavalry"] | None = None
    iavr: bool = False
    missile: Annotated[str, AfterValidator(check_missile)] | None = None

    @property
    def mobility(self) -> str:
        """How it moves (`codes.MOBILITIES`)."""
        return self.mounted_on or f"{self.troops}_infantry"


ElementType: TypeAlias = TeamType | VehicleType


def team_problems(team: TeamType, place: Place) -> Iterator[Problem]:
    """Yield what does not fit together in one team."""
    if team.iavr and team.team != "rifle":
        text = f"only a rifle team carries them, not {shown(team.team)}"
        yield Problem((*place, "iavr"), text)
    if team.mounted_on and team.troops == "powered":
        text = f"{shown(team.mounted_on)} is for militia and line troops, not 'powered'"
        yield Problem((*place, "mounted_on"), text)
    if team.team == "anti_armour":
        if team.missile is None:
            text = "is missing: team 'anti_armour' needs GMS/L basic, enhanced or superior"
            yield Problem((*place, "missile"), text)
        elif not team.missile.startswith("GMS/L "):
            text = f"{shown(team.missile)} is too heavy for a team, which carries a GMS/L"
            yield Problem((*place, "missile"), text)
    elif team.missile is not None:
        text = f"only team 'anti_armour' has one, not {shown(team.team)}"
        yield Problem((*place, "missile"), text)
