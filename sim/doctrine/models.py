"""The doctrine file as pydantic models: keys, types and names; expressions stay text here."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from sim.doctrine.expression import WORDS
from sim.doctrine.table import BY_NAME
from sim.layout import codes as c
from sim.refusal import shown

MOVING = ("move", "move_fire", "fire_move", "move_overwatch", "travel", "evade")
#: These move first (`mount` last) if they are given a move.
MAY_MOVE = ("call_fire", "smoke", "sensors", "dismount", "mount", "pop_up")
DECLARING = ("overwatch", "move_overwatch")
_INSTEAD = {"fire": "move_fire", "overwatch": "move_overwatch"}

Text = Annotated[str, Field(min_length=1)]
Finite = Annotated[float, Field(allow_inf_nan=False)]


def _named(value: str, word: str, others: tuple[str, ...]) -> str:
    """Check a value that is one of `others` or ``word NAME``."""
    allowed = ", ".join((*others, f'"{word} NAME"'))
    if value == word:
        raise ValueError(f"'{word}' needs a name: \"{word} NAME\"")
    if value not in others and not re.fullmatch(rf"{word} +\S.*", value):
        raise ValueError(f"{shown(value)} is not one of {allowed}")
    return value


class Part(BaseModel):
    """A table of the file: no unknown keys, no silent conversions."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Activation(Part):
    """What a unit does in its activation."""

    when: Text | None = None
    do: Literal[c.ACTIONS]  # type: ignore[valid-type]
    move: str | None = None
    range: Any = None  # a number or a parameter's name
    route: Literal[c.ROUTES] = "direct"  # type: ignore[valid-type]
    pace: Literal[c.PACES] = "full"  # type: ignore[valid-type]
    watch: str = "approach"

    @field_validator("move")
    @classmethod
    def _destination(cls, value: str | None) -> str | None:
        others = tuple(name for name in c.DESTINATIONS if name != "waypoint")
        return None if value is None else _named(value, "waypoint", others)

    @field_validator("watch")
    @classmethod
    def _watched(cls, value: str) -> str:
        return _named(value, "zone", tuple(name for name in c.WATCHES if name != "zone"))

    @field_validator("range")
    @classmethod
    def _number_or_name(cls, value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            raise ValueError(f"{shown(value)} is not a number or the name of a parameter")
        return value

    @model_validator(mode="after")
    def _belongs(self) -> Activation:
        given = self.model_fields_set
        if self.do in MOVING and self.move is None:
            raise ValueError(f"'{self.do}' needs a move: {', '.join(c.DESTINATIONS)}")
        for key in ("move", "route", "pace"):
            if key in given and self.do not in (*MOVING, *MAY_MOVE):
                instead = f"; '{_INSTEAD[self.do]}' does" if self.do in _INSTEAD else ""
                raise ValueError(f"'{self.do}' has no {key}{instead}")
        if "watch" in given and self.do not in DECLARING:
            raise ValueError(f"'{self.do}' has no watch; {' and '.join(DECLARING)} have")
        if (self.move == "to_range") != (self.range is not None):
            raise ValueError('range and move = "to_range" need each other')
        return self


class Order(Part):
    """Which unit is activated next, or a pass (DS18.1, DS18.3)."""

    when: Text | None = None
    do: Literal["pick", "pass"] = "pick"
    score: Text | None = None


class Answer(Part):
    """What a unit does at a chance to fire in the enemy's movement."""

    when: Text | None = None
    do: Literal["hold", "fire"]


class Trigger(Part):
    """What a unit on overwatch does at its chance: any combat action but close assault (RD-27)."""

    when: Text | None = None
    do: Literal[c.ANSWERS]  # type: ignore[valid-type]


class Target(Part):
    """How good an enemy unit is as a target."""

    when: Text | None = None
    score: Text


_Few = Field(max_length=c.RULES_A_CHAPTER)


class DoctrineFile(Part):
    """A whole doctrine file."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9_]+$")]
    text: Text
    starts: Literal["self", "enemy"] = "self"
    parameters: Annotated[dict[str, Finite], Field(max_length=c.PARAMETERS)] = {}
    activation: Annotated[list[Activation], _Few] = []
    order: Annotated[list[Order], _Few] = []
    trigger: Annotated[list[Trigger], _Few] = []
    opportunity: Annotated[list[Answer], _Few] = []
    target: Annotated[list[Target], _Few] = []

    @field_validator("parameters")
    @classmethod
    def _names(cls, value: dict[str, float]) -> dict[str, float]:
        for name in value:
            if not re.fullmatch(r"[a-z_]+", name):
                raise ValueError(f"'{name}' is not a name of a-z and _")
            if name in BY_NAME or name in WORDS:
                kind = "feature" if name in BY_NAME else "word of the expressions"
                raise ValueError(f"'{name}' is already a {kind}")
        return value
