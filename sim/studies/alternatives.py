"""The rule switches and the values that an ablation tries: one table, a rule mark for each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from sim.refusal import InputError, nearest
from sim.scenario.models import Rules, Scenario, WatchedArea

ON_OFF = (True, False)
AREA = "watched_area"


@dataclass(frozen=True)
class Switch:
    """A switch of `[rules]`: its place there, the rules that it changes, the values to try."""

    place: str
    marks: str
    values: tuple[Any, ...]


#: Every switch of the overwatch rules. Zones of the scenario come in addition (RD-2).
SWITCHES = (
    Switch("overwatch", "OW.A1", ON_OFF),
    Switch("opportunity_fire", "DS20.1", ON_OFF),
    Switch("move_allowance", "OW.R1", (0.0, 0.25, 0.5, 0.75, 1.0)),
    Switch("suppressed_may_watch", "OW.R2", ON_OFF),
    Switch("void_on_under_fire", "OW.R3", ON_OFF),
    Switch("void_on_any_fire", "OW.R3", ON_OFF),
    Switch("persists_over_turn_end", "OW.A3", ON_OFF),
    Switch("shots", "OW.F3", (1, 2, 3, "unlimited")),
    Switch("flips_command_marker", "OW.F5", ON_OFF),
    Switch("trigger", "OW.F1 OW.F2", ("moves", "fires", "either")),
    Switch("firer_die_shift", "RD-8", (-2, -1, 0, 1)),
    Switch("target_die_shift", "RD-8", (0, 1)),
    Switch("reaction_test", "OW.F1", ("none", 0, 1, 2)),
    Switch("discipline_test", "OW.F6", ("none", 0, 1)),
    Switch(f"{AREA}.width", "RD-2", (45.0, 90.0, 180.0, 360.0)),
    Switch(f"{AREA}.nearest", "RD-2", (0.0, 12.0)),
    Switch(f"{AREA}.farthest", "RD-2", (12.0, 24.0, 36.0, 60.0)),
    Switch("command_reactivation", "OW.R5 RD-10", ON_OFF),
)
#: Without overwatch these are all that is left to change.
OUTSIDE = frozenset({"overwatch", "opportunity_fire"})


@dataclass(frozen=True)
class Change:
    """One switch set to another value than the scenario's; `was` is that one."""

    place: str
    value: Any
    was: Any
    marks: str

    @property
    def switch(self) -> str:
        """The key of `[rules]` that it changes."""
        return self.place.split(".")[0]

    @property
    def text(self) -> str:
        """The change as `--set` takes it, without its `rules.`: `shots=2`."""
        return f"{self.place}={value_text(self.value)}"


def value_text(value: Any) -> str:
    """Return a switch's value as `--set` takes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, dict):
        parts = (
            f'{key} = "{one}"' if key == "zone" else f"{key} = {one:g}"
            for key, one in value.items()
        )
        return f"{{{', '.join(parts)}}}"
    return f"{value:g}" if isinstance(value, float) else str(value)


def told(value: Any) -> str:
    """Return a switch's value as readers know it; `arc 90` for a watched area."""
    if not isinstance(value, dict):
        return value_text(value)
    if "zone" in value:
        return f"zone {value['zone']}"
    area = WatchedArea(**value)
    limits = f", {area.nearest:g} to {area.farthest:g} inches"
    whole = area.nearest == 0 and area.farthest == WatchedArea().farthest
    return f"arc {area.width:g}{'' if whole else limits}"


def alternatives(scenario: Scenario, only: list[str] | None = None) -> list[Change]:
    """Return every change of one switch, in the table's order.

    `only` names the switches to change. Raises `InputError` for one that there is not.
    """
    known = list(dict.fromkeys(switch.place.split(".")[0] for switch in SWITCHES))
    for name in only or ():
        if name not in known:
            raise InputError(
                f"only: {name} is no switch of the overwatch rules{nearest(name, known)}; "
                f"allowed: {', '.join(known)}"
            )
    found = [
        change
        for switch in SWITCHES
        for change in _changes(scenario, switch)
        if changed(scenario.rules, change) is not None
    ]
    return [change for change in found if not only or change.switch in only]


def pairs_of(rules: Rules, changes: list[Change]) -> list[tuple[Change, Change]]:
    """Return every pair of changes of two switches that can go together.

    With overwatch off nothing else about it can matter: such pairs are left out.
    """
    return [
        (first, second)
        for first, second in combinations(changes, 2)
        if first.place != second.place and changed(rules, first, second) is not None
    ]


def changed(rules: Rules, *changes: Change) -> Rules | None:
    """Return the rules with changes made, or None where they do not fit together."""
    values: dict[str, Any] = {}
    area: dict[str, Any] = {}
    for change in changes:
        if change.place == AREA:
            if area:
                return None
            area = {"whole": change.value}
        elif change.switch == AREA:
            if "whole" in area:
                return None
            area[change.place.removeprefix(f"{AREA}.")] = change.value
        else:
            values[change.place] = change.value
    places = {change.place for change in changes}
    watching = values.get("overwatch", rules.overwatch)
    if not watching and places - OUTSIDE:
        return None
    if "whole" in area:
        values[AREA] = WatchedArea(**area["whole"])
    elif area:
        watched = rules.watched_area.model_copy(update=area)
        if watched.nearest >= watched.farthest:
            return None
        values[AREA] = watched
    return rules.model_copy(update=values)


def _changes(scenario: Scenario, switch: Switch) -> list[Change]:
    """Return the changes of one switch, and of the watched area as a whole with its width."""
    rules = scenario.rules
    whole, _, part = switch.place.partition(".")
    if not part:
        was = getattr(rules, whole)
        return [_change(switch, value, was) for value in switch.values if value != was]
    area = rules.watched_area
    found = []
    if area.zone is None:
        was = getattr(area, part)
        found = [_change(switch, value, was) for value in switch.values if value != was]
        whole_area: Any = {"width": area.width, "nearest": area.nearest, "farthest": area.farthest}
    else:
        whole_area = {"zone": area.zone}
    if part == "width":  # a zone and an arc exclude each other: the whole area is exchanged
        tries = [{"zone": zone.name} for zone in scenario.zones if zone.name != area.zone]
        arcs = [{"width": value} for value in switch.values] if area.zone is not None else []
        found += [Change(AREA, value, whole_area, switch.marks) for value in (*arcs, *tries)]
    return found


def _change(switch: Switch, value: Any, was: Any) -> Change:
    return Change(switch.place, value, was, switch.marks)
