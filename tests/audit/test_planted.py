"""The auditor catches what it is meant to catch: one planted violation after the other."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache

import pytest

from tests.audit import (
    plants_aboard,
    plants_artillery,
    plants_assault,
    plants_fire,
    plants_flying,
    plants_infantry,
    plants_missiles,
    plants_nerve,
    plants_regrouping,
    plants_transport,
    plants_turns,
    plants_watch,
)
from tests.audit.auditor import Auditor
from tests.audit.battle import Event
from tests.audit.fights import ALL_ORDERS, BRAWL, BRAWLER, referee
from tests.audit.planting import Plant

pytestmark = pytest.mark.slow

#: Battles with occasions for every plant; the last doctrine gives orders that others seldom give.
SOURCES = (
    ("ridge_crossing", "always", "ambush"),
    ("ridge_crossing", "random", "always"),
    ("village_road", "aggressive", "ambush"),
    ("gun_line", "bounding", "patient"),
    ("battle_group", "random", "always"),
    ("meeting_engagement", ALL_ORDERS, ALL_ORDERS),
    ("wood_edge", "always", "ambush"),
    ("hill_301", "bounding", "patient"),
    ("convoy_ambush", "random", "always"),
    ("border_raid", "aggressive", "always"),
    ("border_raid", ALL_ORDERS, ALL_ORDERS),
    ("convoy_ambush", ALL_ORDERS, ALL_ORDERS),
    ("spaceport", ALL_ORDERS, ALL_ORDERS),
    ("spaceport", "random", "always"),
    (BRAWL, BRAWLER, BRAWLER),
    (BRAWL, ALL_ORDERS, BRAWLER),
)
BATTLES, SEED = 40, 1

PLANTS = [
    *plants_aboard.PLANTS,
    *plants_artillery.PLANTS,
    *plants_assault.PLANTS,
    *plants_fire.PLANTS,
    *plants_flying.PLANTS,
    *plants_infantry.PLANTS,
    *plants_missiles.PLANTS,
    *plants_nerve.PLANTS,
    *plants_regrouping.PLANTS,
    *plants_transport.PLANTS,
    *plants_turns.PLANTS,
    *plants_watch.PLANTS,
]


@cache
def clean(source: int, battle: int) -> tuple[Auditor, list[Event]] | None:
    """Return a real trace without violations, or None if the auditor finds one in it."""
    name, blue, red = SOURCES[source]
    arena, auditor = referee(name)
    arena.command(blue, red)
    events = arena.events(battle, SEED)
    return None if auditor.audit(events) else (auditor, events)


def clean_traces() -> Iterator[tuple[Auditor, list[Event]]]:
    for battle in range(BATTLES):
        for source in range(len(SOURCES)):
            found = clean(source, battle)
            if found:
                yield found


@pytest.mark.parametrize(
    ("mark", "plant"), PLANTS, ids=[f"{mark}-{plant.__name__}" for mark, plant in PLANTS]
)
def test_a_planted_violation_is_caught(mark: str, plant: Plant) -> None:
    for auditor, events in clean_traces():
        planted = plant(copy.deepcopy(events))
        if planted is not None:
            found = auditor.audit(planted)
            assert mark in {violation.mark for violation in found}, list(map(str, found[:10]))
            return
    pytest.fail(f"no battle offers an occasion for {plant.__name__}")


def test_a_trace_that_stops_is_no_clean_battle() -> None:
    auditor, events = next(clean_traces())
    assert [str(v) for v in auditor.audit(events)] == []
    assert [v.mark for v in auditor.audit(events[:-1])] == ["DS17.2"]
