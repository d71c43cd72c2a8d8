"""Real battles obey the rules: every shipped scenario, every pair of doctrines, every switch.

These are a few battles of each pair, some 160 of each scenario. `python -m tests.audit --battles
200` does the same with 200 battles of each pair.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from sim.scenario import load_scenario, shipped_scenarios
from sim.study.replay import replay
from tests.audit.auditor import Auditor, audit
from tests.audit.battle import Event
from tests.audit.fights import ALL_ORDERS, BRAWL, BRAWLER, Arena, audit_pair, pairs, referee
from tests.audit.ground import ground_of

pytestmark = pytest.mark.slow

BATTLES, SEED = 2, 1  # of each pair of doctrines

SWITCHES = (
    "overwatch=off", "opportunity_fire=off", "move_allowance=0", "move_allowance=1",
    "suppressed_may_watch=on", "void_on_under_fire=off", "void_on_any_fire=on",
    "persists_over_turn_end=off", "shots=2", "shots=unlimited", "flips_command_marker=on",
    "trigger=fires", "trigger=either", "firer_die_shift=-2", "firer_die_shift=1",
    "target_die_shift=1", "reaction_test=0", "reaction_test=2", "discipline_test=0",
    "discipline_test=1", "watched_area.width=360", "watched_area.width=30",
    "watched_area.nearest=12", "watched_area.farthest=18", "watched_area.zone=valley",
    "command_reactivation=on",
)  # fmt: skip


def listed(found: Iterable[object]) -> str:
    """Return the first few findings, one a line."""
    lines = [str(violation) for violation in found]
    return "\n".join([f"{len(lines)} violations", *lines[:20]])


@pytest.mark.parametrize("name", shipped_scenarios())
def test_every_pair_of_doctrines_obeys_the_rules(name: str) -> None:
    found = []
    for blue, red in pairs():
        violations, read = audit_pair(name, blue, red, BATTLES, SEED)
        assert read > 100 * BATTLES
        found += [f"{blue} {red} battle {battle}: {what}" for battle, what in violations]
    assert not found, listed(found)


@pytest.mark.parametrize("name", shipped_scenarios())
def test_every_order_obeys_the_rules(name: str) -> None:
    """Shipped doctrines never evade or reactivate; the doctrine `all_orders` does everything."""
    arena = Arena(name, ["rules.command_reactivation=on"])
    auditor = Auditor(arena.scenario)
    found, given = [], set()
    for battle, events in enumerate(arena.traces(ALL_ORDERS, ALL_ORDERS, 12, SEED)):
        found += [f"battle {battle}: {violation}" for violation in auditor.audit(events)]
        given |= {event["action"] for event in events if event["event"] == "activate"}
    assert len(given) >= 10
    assert not found, listed(found)


@pytest.mark.parametrize(
    "blue", [BRAWLER, ALL_ORDERS, "aggressive"], ids=["brawler", "all_orders", "aggressive"]
)
def test_a_brawl_obeys_the_rules(blue: str | Path) -> None:
    """Charges, following through and regrouping are rare on the shipped tables."""
    arena, auditor = referee(BRAWL)
    found, told = [], set()
    for battle, events in enumerate(arena.traces(blue, BRAWLER, 24, SEED)):
        found += [f"battle {battle}: {violation}" for violation in auditor.audit(events)]
        told |= {event.get("mode", event["event"]) for event in events}
    assert told >= {"assault", "round", "withdraw", "regroup"}
    assert not found, listed(found)


@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_is_obeyed(switch: str) -> None:
    arena = Arena("ridge_crossing", [f"rules.{switch}"])
    auditor = Auditor(arena.scenario)
    found = []
    for blue, red in (("always", "always"), ("random", "patient"), (ALL_ORDERS, ALL_ORDERS)):
        for battle, events in enumerate(arena.traces(blue, red, 4, SEED)):
            found += [f"{blue} {red} battle {battle}: {what}" for what in auditor.audit(events)]
    assert not found, listed(found)


def test_the_audited_battles_are_those_of_replay() -> None:
    arena, _ = referee("duel")
    told = replay("duel", 2, SEED, "always", "never").events
    assert list(arena.traces("always", "never", 3, SEED))[2] == told
    assert audit(arena.scenario, told) == Auditor(arena.scenario).audit(told)


def test_overwatch_is_there_to_be_shipped_scenarios() -> None:
    """A trace without overwatch would be clean for nothing."""
    arena, _ = referee("ridge_crossing")
    events: list[Event] = [
        event for trace in arena.traces("always", "ambush", 5, SEED) for event in trace
    ]
    told = {(event["event"], event.get("mode"), event.get("decision")) for event in events}
    assert ("fire", "overwatch", None) in told
    assert ("fire", "opportunity", None) in told
    assert {("overwatch_chance", None, "hold"), ("overwatch_chance", None, "fire")} <= told


@pytest.mark.parametrize("name", shipped_scenarios())
def test_ds4_2_the_auditors_own_sight_is_that_of_the_table(name: str) -> None:
    """Two tables of sight, reckoned apart from the same words."""
    record = referee(name)[0].prepared.record[0]
    ground = ground_of(load_scenario(name))
    cells = ground.width * ground.height
    words = record["sight"][:cells].view(np.uint8)
    kernel = np.unpackbits(words, axis=1, bitorder="little")
    pairs_of_cells = np.random.default_rng(SEED).integers(0, cells, (4000, 2)).tolist()
    differ = [(a, b) for a, b in pairs_of_cells if ground.sees(a, b) != bool(kernel[a, b])]
    assert differ == []
    assert 0 < sum(ground.sees(a, b) for a, b in pairs_of_cells) < len(pairs_of_cells)
