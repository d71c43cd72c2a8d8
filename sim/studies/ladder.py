"""A ladder of forces: what a side has in the scenario, and step by step more, or less, of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sim.layout import codes as c
from sim.refusal import InputError
from sim.scenario import Scenario, load_scenario
from sim.scenario.models import Unit
from sim.scenario.points import points


@dataclass(frozen=True)
class Step:
    """One force of the side: step 0 is the scenario's own."""

    number: int
    what: str  # the change from the step nearer to 0
    settings: tuple[str, ...]  # from the scenario to this force
    points: int  # of the whole force (p. 52)


def force_points(scenario: Scenario, side: str) -> int:
    """Return what a side's elements cost, in points (p. 52)."""
    units: list[Unit] = getattr(scenario, side).units
    return sum(points(kind) for unit in units for kind in scenario.kinds_of(unit) if kind)


def ladder_of_additions(
    scenario: Scenario | str | Path, side: str, settings: Sequence[str], additions: Sequence[str]
) -> list[Step]:
    """Return the scenario's force and one step for each addition, which keeps those before it.

    `additions` are settings such as ``red.units.0.count=5``. Raises `InputError` for one that the
    scenario refuses or that buys nothing.
    """
    before = force_points(load_scenario(scenario, settings), side)
    steps = [Step(0, "the scenario's force", (), before)]
    for number, addition in enumerate(additions, 1):
        made = (*steps[-1].settings, addition)
        bought = force_points(load_scenario(scenario, [*settings, *made]), side)
        if bought <= steps[-1].points:
            raise InputError(
                f"add {addition}: adds no points to {side}'s force of {steps[-1].points}; "
                f"only elements and their types cost points"
            )
        steps.append(Step(number, addition, made, bought))
    return steps


def ladder_of_counts(
    scenario: Scenario | str | Path, side: str, settings: Sequence[str]
) -> list[Step]:
    """Return forces with one element more at each step above 0, and one less at each below it.

    The units take turns in the order of the file, as long as they have room, the table has it, and
    somebody stays in each. Steps are in the order of their points.
    """
    base = load_scenario(scenario, settings)
    zero = Step(0, "the scenario's force", (), force_points(base, side))
    return [
        *reversed(_climb(scenario, side, settings, base, zero, -1)),
        zero,
        *_climb(scenario, side, settings, base, zero, +1),
    ]


def _climb(
    name: Scenario | str | Path,
    side: str,
    settings: Sequence[str],
    base: Scenario,
    zero: Step,
    way: int,
) -> list[Step]:
    """Return the steps that add (`way` 1) or take away (-1) elements, the nearest first."""
    units: list[Unit] = getattr(base, side).units
    counts = [
        [part.count for part in unit.elements] if unit.elements else [unit.size] for unit in units
    ]
    steps = [zero]
    going = set(range(len(units)))
    while going:
        for u in sorted(going):
            taken = _next(name, side, settings, base, u, counts, way, steps[-1])
            if taken is None:
                going.discard(u)
            else:
                steps.append(taken)
    return steps[1:]


def _next(
    name: Scenario | str | Path,
    side: str,
    settings: Sequence[str],
    base: Scenario,
    u: int,
    counts: list[list[int]],
    way: int,
    last: Step,
) -> Step | None:
    """Return the step that changes unit `u` by one element, its first part that may, or None."""
    unit: Unit = getattr(base, side).units[u]
    if not 1 <= sum(counts[u]) + way <= c.ELEMENTS_A_UNIT:
        return None
    for part in range(len(counts[u])):
        count = counts[u][part] + way
        place = f"{side}.units.{u}." + (f"elements.{part}.count" if unit.elements else "count")
        kept = tuple(one for one in last.settings if not one.startswith(f"{place}="))
        made = (*kept, f"{place}={count}")
        try:
            force = load_scenario(name, [*settings, *made])
        except InputError:
            continue  # the table or a carrier has no room, or nobody would stay
        counts[u][part] = count
        kind = unit.elements[part].type if unit.elements else unit.type
        sign = "+" if way > 0 else "\N{MINUS SIGN}"
        bought = force_points(force, side)
        return Step(last.number + way, f"{sign}1 {kind} in {unit.name}", made, bought)
    return None
