"""One line about what happens on the table, for the pictures of a film."""

from __future__ import annotations

from collections.abc import Sequence

from sim.study.digits import number
from sim.study.phrases import DESTINATIONS, LEVELS, ORDERS, counted, listed
from sim.study.trace import Event

FIRES = {
    "activation": "fires at",
    "opportunity": "gives opportunity fire at",
    "overwatch": "fires on overwatch at",
    "assault": "fires at",
}
GONE = {
    "fired": "has fired: its counter goes",
    "under_fire": "comes Under Fire: its counter goes",
    "activated": "activates: its counter goes",
    "turn_end": "has its counter taken off at the turn's end",
}


def start(event: Event) -> str:
    """Return who fights whom."""
    doctrines = [f"{side} plays {name}" for side, name in event["doctrines"].items()]
    return f"battle {event['battle']}, seed {event['seed']}: {listed(doctrines)}"


def activation(event: Event) -> str:
    """Return what a unit is about to do."""
    to = DESTINATIONS.get(event["move"], f"to {event['move']}")
    if event["lost"]:
        return f"{event['unit']} loses its activation"
    return f"{event['unit']}: {ORDERS[event['action']].format(to=to)}".replace(" nowhere", "")


def attack(fire: Event | None, events: Sequence[Event]) -> str:
    """Return who attacked whom, from the events of one volley and the `fire` that began it."""
    kinds = [event["event"] for event in events]
    first = events[0]
    if "assault" in kinds:
        charge = events[kinds.index("assault")]
        return f"{charge['unit']} charges {charge['target']}{_results(events)}"
    if "barrage" in kinds:
        fall = events[kinds.index("barrage")]
        return f"{fall['battery']} fires{_results(events)}"
    if "firefight" in kinds:
        fight = events[kinds.index("firefight")]
        return f"{fight['unit']}, firefight with {fight['target']}{_results(events)}"
    if fire is None:
        return f"{first['element']} at {first['target']}{_results(events)}"
    how = FIRES.get(fire["mode"], "fires at")
    return f"{fire['unit']} {how} {fire['target']}{_results(events)}"


def _results(events: Sequence[Event]) -> str:
    shots = [event for event in events if event["event"] in ("shot", "missile") and "hit" in event]
    parts = []
    if shots:
        hits = sum(event["hit"] for event in shots)
        parts.append(f"{counted(hits, 'hit')} of {len(shots)}")
    after: dict[str, Event] = {e["element"]: e for e in events if e["event"] == "status"}
    lost = sum(not event["in_play"] for event in after.values())
    hurt = sum(event["in_play"] for event in after.values())
    if lost:
        parts.append(f"{lost} destroyed")
    if hurt:
        parts.append(f"{hurt} damaged")
    return f": {', '.join(parts)}" if parts else ""


def other(event: Event) -> str | None:
    """Return what another event is, where it is worth a line."""
    match event["event"]:
        case "overwatch_on":
            watched = f" of {event['zone']}" if event["zone"] else ""
            return f"{event['unit']} goes on overwatch{watched}"
        case "overwatch_off":
            return f"{event['unit']} {GONE.get(event['cause'], 'loses its counter')}"
        case "confidence":
            return f"{event['unit']} is {LEVELS[event['to']]} now"
        case "objective":
            return f"{event['side']} takes {event['objective']}"
        case "revealed":
            return f"{event['unit']} is revealed"
        case "mounted" if event["aboard"]:
            return f"{event['element']} gets aboard"
        case "mounted":
            return f"{event['element']} steps out"
        case "smoke" if event["laid"]:
            return "smoke is laid"
        case "withdraw":
            return f"{event['unit']} withdraws from the close assault"
        case "declared":
            return f"{event['side']} declares the end"
        case "end":
            winner = "a draw" if event["winner"] == "draw" else f"{event['winner']} wins"
            return f"{winner}, margin {number(event['margin'], 0, sign=True)} points for blue"
    return None
