"""The referee: reads the trace of a battle and names every rule that it breaks.

It was written from the rule marks alone and shares no code with the rules and battle kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sim.scenario import Scenario
from tests.audit import (
    artillery,
    assaulting,
    calls,
    carrying,
    charges,
    clouds,
    deploying,
    ending,
    falling_back,
    hits,
    infantry,
    missiles,
    moving,
    nerve,
    regrouping,
    shooting,
    standing,
    turns,
    watching,
)
from tests.audit.battle import Battle, Event, Violation
from tests.audit.ground import ground_of
from tests.audit.kinds import Kind

Handler = Callable[[Battle, Event], None]


def fire(b: Battle, e: Event) -> None:
    """Send fire to its chapter: charges go off by themselves (DS35.4)."""
    (charges.go_off if e["mode"] == "assault" else shooting.fire)(b, e)


def shot(b: Battle, e: Event) -> None:
    """Send a shot to its chapter: what rolls no dice tells the target's position instead."""
    carrying.check_targets(b, e)
    missiles.check_gun(b, e)
    (infantry.shot if "position" in e else shooting.shot)(b, e)


def chits(b: Battle, e: Event) -> None:
    """Send a draw of chits to its chapter."""
    carrying.check_targets(b, e)
    if b.zone is not None or e["element"] is None:
        artillery.chits(b, e)
    elif b.volley is None:
        assaulting.chits(b, e)
    elif infantry.draws(b, e):
        infantry.chits(b, e)
    else:
        hits.chits(b, e)
    carrying.struck(b, e)


HANDLERS: dict[str, Handler] = {
    "turn_start": turns.turn_start,
    "activate": turns.activate,
    "move": moving.move,
    "facing": standing.facing,
    "posture": standing.posture,
    "test": nerve.test,
    "confidence": nerve.confidence,
    "under_fire": nerve.under_fire,
    "overwatch_on": watching.on,
    "overwatch_chance": watching.chance,
    "overwatch_off": watching.off,
    "fire": fire,
    "shot": shot,
    "firefight": infantry.firefight,
    "missile": missiles.missile,
    "intercept": missiles.intercept,
    "chits": chits,
    "status": hits.status,
    "assault": assaulting.assault,
    "round": assaulting.round_,
    "withdraw": falling_back.withdraw,
    "call": calls.call,
    "barrage": artillery.barrage,
    "smoke": clouds.smoke,
    "mounted": carrying.mounted,
    "aboard": carrying.aboard,
    "regroup": regrouping.regroup,
    "sensors": missiles.sensors,
    "pop_up": missiles.pop_up,
    "marker": turns.marker,
    "repair": turns.repair,
    "objective": turns.objective,
    "revealed": turns.revealed,
    "leader": nerve.leader,
    "pass": turns.pass_,
    "declared": ending.declared,
    "turn_end": turns.turn_end,
    "end": ending.end,
}
#: Events inside a volley: anything else ends it.
IN_VOLLEY = frozenset(
    ("shot", "firefight", "missile", "intercept", "chits", "status", "aboard", "revealed", "facing",
     "posture")
)  # fmt: skip
#: Consequences: they pay what is owed; at anything else everything must have been paid.
CONSEQUENCES = IN_VOLLEY | {
    "test", "confidence", "under_fire", "overwatch_off", "leader", "marker", "objective",
    "smoke", "round", "withdraw",
}  # fmt: skip


class Auditor:
    """The referee of one scenario; its table is built once and kept."""

    def __init__(self, scenario: Scenario):
        self.scenario = scenario
        self.ground = ground_of(scenario)
        self.kinds = {name: Kind(kind) for name, kind in scenario.used_types().items()}

    def audit(self, events: Iterable[Event]) -> list[Violation]:
        """Return every violation in one battle's events, in their order; none is a clean battle."""
        trace = iter(events)
        first = next(trace)
        battle = Battle(self.scenario, self.kinds, self.ground, first)
        deploying.deploy(battle, first)
        for event in trace:
            what = event["event"]
            battle.n = event["n"]
            inside = what in IN_VOLLEY or carrying.leaves_wreck(battle, event)
            if battle.volley is not None and not inside:
                shooting.close(battle)
            if battle.zone is not None and not inside:
                artillery.close(battle)
            if battle.attack is not None and not inside:
                assaulting.close_attack(battle, battle.attack)
                nerve.after(battle, battle.attack)
                battle.attack = None
            falling_back.end(battle, event)
            if battle.dues and not inside and what not in CONSEQUENCES:
                battle.settle()
            if battle.charges and not inside and what not in CONSEQUENCES:
                charges.missed(battle, event)
            HANDLERS[what](battle, event)
        if not battle.over:
            battle.flag("DS17.2", "the trace stops before the end of the battle")
        return battle.found


def audit(scenario: Scenario, events: Iterable[Event]) -> list[Violation]:
    """Return every violation in the events of one battle."""
    return Auditor(scenario).audit(events)
