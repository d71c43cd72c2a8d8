"""Types of vehicles as the motor pool and the scenarios describe them (p. 10-14, p. 52)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from sim import figures
from sim.layout import codes as c
from sim.refusal import shown
from sim.scenario.errors import Place, Problem, unknown

PLAIN_NAME = re.compile(r"[a-z0-9_]+")
WEAPON = re.compile(
    r"(?P<kind>[A-Za-z]+)/(?P<size>\d+)(?: (?P<mount>[a-z]+))?(?: x(?P<barrels>\d+))?"
)
MOST_BARRELS = 4
MOST_GUNS = 4
MOST_MISSILES = 4

Grade = Literal["basic", "enhanced", "superior"]


def check_plain_name(text: str) -> str:
    """Return a name of lower-case letters, digits and underscores unchanged, or refuse it."""
    if not PLAIN_NAME.fullmatch(text):
        raise ValueError(f"{shown(text)} may hold only a-z, 0-9 and _")
    return text


PlainName = Annotated[
    str,
    AfterValidator(check_plain_name),
    WithJsonSchema({"type": "string", "pattern": f"^{PLAIN_NAME.pattern}$"}),
]


class Section(BaseModel):
    """A table of a file: no key but the known ones, no value of another type."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)


@dataclass(frozen=True)
class Weapon:
    """A direct-fire weapon as fitted: `HKP/3 turret`, `RFAC/1 fixed x2`."""

    kind: str
    size: int
    mount: str = "turret"
    barrels: int = 1


def read_weapon(text: str) -> Weapon:
    """Return the weapon that a text such as `HKP/3 turret` or `RFAC/1 fixed x2` names.

    Raises `ValueError` for a class that the range table (p. 28) does not have.
    """
    match = WEAPON.fullmatch(text)
    if match is None:
        raise ValueError(
            f"{shown(text)} is not a weapon such as 'HKP/3 turret' or 'RFAC/1 fixed x2'"
        )
    kind, size, mount, barrels = match["kind"], match["size"], match["mount"], match["barrels"]
    if kind not in figures.RANGE_BANDS:
        raise ValueError(f"{shown(text)}: {unknown(kind, c.GUNS, 'a weapon')}")
    classes = tuple(figures.RANGE_BANDS[kind])
    if int(size) not in classes:
        raise ValueError(f"{shown(text)}: {kind} has classes {classes[0]} to {classes[-1]} only")
    if mount is not None and mount not in c.MOUNTS:
        raise ValueError(f"{shown(text)}: {unknown(mount, c.MOUNTS, 'a mount')}")
    if barrels is not None and not 1 <= int(barrels) <= MOST_BARRELS:
        raise ValueError(f"{shown(text)}: x{barrels} is not x1 to x{MOST_BARRELS}")
    return Weapon(kind, int(size), mount or "turret", int(barrels or 1))


def check_weapon(text: str) -> str:
    """Return the text of a weapon unchanged, or refuse it."""
    read_weapon(text)
    return text


def check_missile(text: str) -> str:
    """Return the text of a missile system (`GMS/H enhanced`) unchanged, or refuse it."""
    kind, _, guidance = text.partition(" ")
    if guidance not in figures.POINTS_GMS.get(kind, {}):
        raise ValueError(
            f"{shown(text)} is not a missile system: GMS/L or GMS/H, "
            "then basic, enhanced or superior"
        )
    return text


class VehicleType(Section):
    """A type of vehicle: what it is, what it carries, how it moves."""

    text: str = Field(default="", max_length=200)
    size: int = Field(ge=1, le=5)
    mobility: Literal[
        "low_wheeled", "high_wheeled", "slow_tracked", "fast_tracked", "slow_gev", "fast_gev",
        "grav", "combat_walker", "transport_walker", "vtol",
    ]  # fmt: skip
    power: Literal["CFE", "HMT", "FGP"]
    amphibious: bool = False
    armour: int = Field(default=0, ge=0, le=5)
    armour_kind: Literal["plain", "ablative", "reactive"] = "plain"
    stealth: int = Field(default=0, ge=0, le=4)
    fire_control: Grade | None = None
    weapons: list[Annotated[str, AfterValidator(check_weapon)]] = Field(
        default=[], max_length=MOST_GUNS
    )
    backup_systems: bool = False
    missiles: list[Annotated[str, AfterValidator(check_missile)]] = Field(
        default=[], max_length=MOST_MISSILES
    )
    pds: Grade | None = None
    ecm: Literal["none", "basic", "enhanced", "superior"] = "none"
    ads: Grade | None = None
    apfc: bool = False
    artillery: Literal["light", "medium", "heavy"] | None = None
    carries: int = Field(default=0, ge=0, le=6)
    extra_apsw: int = Field(default=0, ge=0, le=6)
    smoke: bool = False
    cybertank: bool = False

    @property
    def fitted(self) -> tuple[Weapon, ...]:
        """Its guns, which roll to hit."""
        return tuple(read_weapon(text) for text in self.weapons)

    @property
    def military(self) -> bool:
        """Whether it is a military vehicle, which has one APSW free (DS35.3)."""
        return bool(
            self.fire_control or self.weapons or self.missiles or self.artillery or self.ads
        )


def vehicle_problems(vehicle: VehicleType, place: Place) -> Iterator[Problem]:
    """Yield what does not fit together in one vehicle."""
    if vehicle.armour > vehicle.size:
        text = f"{vehicle.armour} is more than the size class {vehicle.size}"
        yield Problem((*place, "armour"), text)
    if vehicle.armour_kind != "plain" and vehicle.armour == 0:
        text = f"{shown(vehicle.armour_kind)} needs armour of 1 or more"
        yield Problem((*place, "armour_kind"), text)
    if vehicle.stealth >= vehicle.size:
        text = f"{vehicle.stealth} is not less than the size class {vehicle.size}"
        yield Problem((*place, "stealth"), text)
    if vehicle.weapons and vehicle.fire_control is None:
        yield Problem(
            (*place, "fire_control"), "is missing: weapons need basic, enhanced or superior"
        )
