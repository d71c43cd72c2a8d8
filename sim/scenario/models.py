"""The scenario file as models; every key, its type and its limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, PrivateAttr

from sim.layout import codes as c
from sim.refusal import InputError, shown
from sim.scenario.kinds import ReadType
from sim.scenario.teams import ElementType
from sim.scenario.vehicles import PlainName, Section

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


def check_point(value: Any) -> tuple[float, float]:
    """Return a point [x, y] as a pair of floats, or refuse it."""
    numbers = isinstance(value, list | tuple) and all(type(part) in (int, float) for part in value)
    if not numbers or len(value) != 2:
        raise ValueError(f"{shown(value)} is not a point [x, y]")
    return float(value[0]), float(value[1])


def check_name(text: str) -> str:
    """Return a name unchanged, or refuse one that would not print well."""
    if text != " ".join(text.split()) or not text.isprintable():
        raise ValueError(f"{shown(text)} must be one line of words with single blanks between")
    return text


def check_shots(value: Any) -> Any:
    """Return the number of shots of a counter unchanged, or refuse it."""
    if value != "unlimited" and (type(value) is not int or value < 1):
        raise ValueError(f"{shown(value)} is not a whole number from 1 up, or 'unlimited'")
    return value


def check_threat(highest: int) -> BeforeValidator:
    """Return the check of a threat level from 0 to `highest`, or `none`."""

    def check(value: Any) -> Any:
        if value != "none" and (type(value) is not int or not 0 <= value <= highest):
            raise ValueError(f"{shown(value)} is not a threat from 0 to {highest}, or 'none'")
        return value

    return BeforeValidator(check)


Point = Annotated[tuple[float, float], BeforeValidator(check_point)]
Name = Annotated[str, Field(min_length=1, max_length=40), AfterValidator(check_name)]
SideName = Literal["blue", "red"]
Polygon = Annotated[list[Point], Field(min_length=3)]


class Terrain(Section):
    """A piece of terrain: an area, or a road or stream along a line."""

    kind: Literal[
        "road", "scrub", "rough", "cultivated", "urban", "hill", "light_wood", "dense_wood",
        "mountain", "swamp", "stream", "open_water", "building",
    ]  # fmt: skip
    name: Name | None = None
    level: int | None = Field(default=None, ge=1, le=3)
    polygon: Polygon | None = None
    line: Annotated[list[Point], Field(min_length=2)] | None = None
    width: float | None = Field(default=None, ge=1, le=12)


class Table(Section):
    """The gaming table, in whole inches, and what lies on it."""

    width: int = Field(ge=12, le=96)
    height: int = Field(ge=12, le=96)
    terrain: list[Terrain] = Field(default=[])


class Objective(Section):
    """An objective marker (DS17.1)."""

    name: Name
    at: Point
    value: int = Field(default=1, ge=1, le=3)
    holder: SideName | None = None


class Waypoint(Section):
    """A place that doctrines may send units to."""

    name: Name
    at: Point


class Zone(Section):
    """A named area that may be watched (RD-2)."""

    name: Name
    polygon: Polygon


class Victory(Section):
    """How the battle is won (DS17.1, DS17.2)."""

    kind: Literal["encounter", "attack", "attrition"]
    attacker: SideName | None = None
    declare_from: int | None = Field(default=None, ge=1, le=c.TURNS)
    enough: int | None = Field(default=None, ge=1)


class WatchedArea(Section):
    """The area that a counter watches: an arc with its distances, or a zone (RD-2)."""

    width: float = Field(default=90.0, gt=0, le=360)
    nearest: float = Field(default=0.0, ge=0, le=60)
    farthest: float = Field(default=60.0, gt=0, le=60)
    zone: str | None = None


class Rules(Section):
    """The rule switches; the defaults are the seed's rules (OW.A1 to OW.R7)."""

    overwatch: bool = True
    opportunity_fire: bool = True
    move_allowance: float = Field(default=0.5, ge=0, le=1)
    suppressed_may_watch: bool = False
    void_on_under_fire: bool = True
    void_on_any_fire: bool = False
    persists_over_turn_end: bool = True
    shots: Annotated[int | Literal["unlimited"], BeforeValidator(check_shots)] = 1
    flips_command_marker: bool = False
    trigger: Literal["moves", "fires", "either"] = "moves"
    firer_die_shift: int = Field(default=0, ge=-2, le=1)
    target_die_shift: int = Field(default=0, ge=0, le=1)
    reaction_test: Annotated[Literal["none", 0, 1, 2], check_threat(2)] = "none"
    discipline_test: Annotated[Literal["none", 0, 1], check_threat(1)] = "none"
    watched_area: WatchedArea = WatchedArea()
    command_reactivation: bool = False
    infantry_validity: Literal["weapon", "position"] = "weapon"
    follow_through: bool = False


class Part(Section):
    """Elements of one type in a unit of several."""

    type: str
    count: int = Field(ge=1, le=c.ELEMENTS_A_UNIT)


class Unit(Section):
    """A platoon, of one type or of several, and how it stands at the start (DS4.1, DS21.1)."""

    name: Name
    type: str | None = None
    count: int | None = Field(default=None, ge=1, le=c.ELEMENTS_A_UNIT)
    elements: Annotated[list[Part], Field(min_length=1)] | None = None
    quality: Literal["green", "regular", "veteran"] = "regular"
    leadership: int = Field(default=2, ge=1, le=3)
    confidence: Literal["CO", "ST", "SH", "BR", "RO"] = "CO"
    at: Point
    facing: float = Field(ge=0, lt=360)
    posture: Literal["none", "dug_in", "hull_down", "turret_down"] = "none"
    hidden: bool = False
    command: bool = False
    mounted: bool = False
    sensors: bool = False

    @property
    def roster(self) -> list[str]:
        """The type of each element, in order."""
        if self.elements is not None:
            return [part.type for part in self.elements for _ in range(part.count)]
        return [self.type or ""] * (self.count or 0)

    @property
    def size(self) -> int:
        """How many elements it has."""
        return len(self.roster)

    @property
    def make_up(self) -> str:
        """Its types in words: `badger`, or `3 line_rifle, 1 mule`."""
        if self.elements is None:
            return self.type or ""
        return ", ".join(f"{part.count} {part.type}" for part in self.elements)


class Ammunition(Section):
    """Markers of effective fire (DS39.1)."""

    HEF: int = Field(default=0, ge=0, le=9)
    MAK: int = Field(default=0, ge=0, le=9)
    smoke: int = Field(default=0, ge=0, le=9)


class Battery(Section):
    """Guns that answer calls for fire: the artillery of a unit, or off the table (DS38.1)."""

    name: Name
    kind: Literal["light", "medium", "heavy"]
    unit: str | None = None
    guns: int | None = Field(default=None, ge=1, le=c.ELEMENTS_A_UNIT)
    ammunition: Ammunition = Ammunition()
    radar: bool = False


class Side(Section):
    """One side: its units, its batteries, its table edge and what it does."""

    doctrine: str
    baseline: Literal["west", "east", "north", "south"]
    units: list[Unit] = Field(min_length=1, max_length=c.UNITS_A_SIDE)
    batteries: list[Battery] = Field(default=[], max_length=c.BATTERIES_A_SIDE)


class Scenario(Section):
    """A battle to be fought: table, forces, rules and victory.

    It does not change: `with_` returns another one. `roster` is a DataFrame of its units, `plot_map`
    draws the table, `save` writes the file.
    """

    name: PlainName
    title: str = Field(min_length=1, max_length=80)
    text: str = Field(default="", max_length=600)
    turns: int = Field(ge=1, le=c.TURNS)
    objective_points: float = Field(default=0.0, ge=0)
    table: Table
    objectives: list[Objective] = Field(default=[], max_length=c.OBJECTIVES)
    waypoints: list[Waypoint] = Field(default=[], max_length=c.WAYPOINTS)
    zones: list[Zone] = Field(default=[], max_length=c.ZONES)
    types: dict[PlainName, ReadType] = Field(default={})
    victory: Victory
    rules: Rules = Rules()
    blue: Side
    red: Side

    _file: Path = PrivateAttr(default=Path())
    _pool: dict[str, ElementType] = PrivateAttr(default_factory=dict)
    _document: dict[str, Any] = PrivateAttr(default_factory=dict)  # what was checked
    _source: str | None = PrivateAttr(default=None)  # the name or path that it was loaded by
    _settings: tuple[str, ...] = PrivateAttr(default=())  # applied since
    _set_in: dict[str, Path] = PrivateAttr(default_factory=dict)  # where a setting named a doctrine

    @property
    def file(self) -> Path:
        """The file that it was read from."""
        return self._file

    @property
    def pool(self) -> dict[str, ElementType]:
        """The types of the motor pool."""
        return self._pool

    @property
    def sides(self) -> tuple[Side, Side]:
        """Blue and red, in the order of their codes."""
        return self.blue, self.red

    def doctrine_folders(self, side: str) -> tuple[Path, ...]:
        """Return the folders that the file of a side's doctrine is looked for in, in this order.

        One that a setting names is there before it is beside the scenario's file.
        """
        return (*([self._set_in[side]] if side in self._set_in else []), self._file.parent)

    def doctrine_folder(self, side: str) -> Path:
        """Return the folder that the path of a side's doctrine is relative to."""
        name = Path(getattr(self, side).doctrine).expanduser()
        *before, last = self.doctrine_folders(side)
        return next((folder for folder in before if (folder / name).is_file()), last)

    def __repr__(self) -> str:
        lines = [f"Scenario {self.name}: {self.title}"]
        for name, side in (("blue", self.blue), ("red", self.red)):
            units = ", ".join(f"{unit.name} ({unit.size} elements)" for unit in side.units)
            lines.append(f"- {name}, {side.doctrine}: {units}")
        if self.settings:
            lines.append(f"- changed: {', '.join(self.settings)}")
        return "\n".join(lines)

    __str__ = __repr__

    @property
    def settings(self) -> tuple[str, ...]:
        """The settings that make it of the file that it was loaded from."""
        return self._settings

    @property
    def source(self) -> str | None:
        """The name or path that it was loaded by; None if it was made in Python."""
        return self._source

    @property
    def document(self) -> dict[str, Any]:
        """A copy of its file as a dictionary, with all changes."""
        document: dict[str, Any] = _changes().document_of(self)
        return document

    def with_(self, changes: Mapping[str, Any] | None = None, /, **more: Any) -> Scenario:
        """Return this scenario with changes, checked as a file is.

        `changes` are values by dotted places as in `--set`, keywords are keys of the file; tables are
        merged into those that are there, any other value takes the place of what was there.
        Raises `ScenarioError` with the message that a file would give.

        >>> from sim.scenario import load_scenario
        >>> duel = load_scenario("duel").with_({"red.units.0.at.0": 34}, turns=5, rules={"shots": 2})
        >>> duel.turns, duel.red.units[0].at[0], duel.settings
        (5, 34.0, ('red.units.0.at.0=34', 'turns=5', 'rules.shots=2'))
        """
        if not isinstance(changes, Mapping | None):
            raise InputError(f"changes: {shown(changes)} is not a table of values by places")
        return self.with_settings(_changes().settings_of(self, {**(changes or {}), **more}))

    def with_settings(self, settings: Sequence[str]) -> Scenario:
        """Return this scenario with settings such as ``rules.overwatch=off``."""
        changed: Scenario = _changes().with_settings(self, settings)
        return changed

    def save(self, file: str | Path) -> Path:
        """Write it into a TOML file that is fought as this scenario is; return the path.

        A changed type of the motor pool becomes one of its own there, as `badger_changed`. Raises
        `InputError` where the file cannot be written.
        """
        path: Path = _changes().save(self, file)
        return path

    @property
    def roster(self) -> pd.DataFrame:
        """One row a unit.

        `side`, `unit`, `type` (or types, with how many of each), `elements` (how many), `quality`,
        `leadership` (1 is best), and `points` of all its elements (p. 52).
        """
        table: pd.DataFrame = _changes().roster(self)
        return table

    def plot_map(self, axes: Axes | None = None, *, theme: str = "light") -> Axes:
        """Draw the table with both forces where they start; return the axes."""
        drawn: Axes = _drawn("map_figure", "plot_scenario", self, axes, theme)
        return drawn

    def _repr_html_(self) -> str | None:
        """Return title, map and roster as HTML; None where that fails, so that the text is shown."""
        shown: str | None = import_module("sim.study.drawn").html(self)
        return shown

    def element_type(self, name: str) -> ElementType | None:
        """Return a type of the scenario or of the motor pool, or None."""
        return self.types.get(name) or self._pool.get(name)

    def kinds_of(self, unit: Unit) -> list[ElementType | None]:
        """Return the type of each element of a unit, None for one that there is not."""
        return [self.element_type(name) for name in unit.roster]

    def used_types(self) -> dict[str, ElementType]:
        """Return the types that stand on the table, in the order of their first unit."""
        used: dict[str, ElementType] = {}
        for side in self.sides:
            for unit in side.units:
                for name in unit.roster:
                    kind = self.element_type(name)
                    if kind is not None:
                        used.setdefault(name, kind)
        return used


def _changes() -> Any:
    """Return the module that changes scenarios; it needs this one."""
    return import_module("sim.scenario.changes")


def _drawn(module: str, function: str, scenario: Scenario, axes: Axes | None, theme: str) -> Any:
    """Return what a room above draws, fetched when it is asked for."""
    return import_module("sim.study.drawn").drawn(module, function, scenario, axes, theme=theme)
