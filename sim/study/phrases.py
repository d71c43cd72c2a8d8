"""The sentence of each event of a trace, in the words of the table; marks name the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

from sim import figures
from sim.scenario.models import Rules
from sim.study import phrases_arms
from sim.study.digits import number
from sim.study.phrases_arms import place as place
from sim.study.trace import Event

ORDERS = {
    "nothing": "nothing",
    "fire": "fire",
    "move": "move {to}",
    "move_fire": "move {to}, then fire",
    "fire_move": "fire, then move {to}",
    "overwatch": "go on overwatch",
    "move_overwatch": "move {to}, then go on overwatch",
    "travel": "move {to} in travel mode",
    "evade": "move {to}, evading",
    "rally": "be rallied",
    "reactivate": "reactivate a friend",
    "assault": "close assault",
    "call_fire": "call for fire",
    "smoke": "lay smoke",
    "sensors": "switch its sensors",
    "dismount": "dismount",
    "mount": "mount",
    "regroup": "regroup",
    "pop_up": "pop up and fire",
}
DESTINATIONS = {
    "hold": "nowhere",
    "objective": "to a marker",
    "to_cover": "to cover",
    "to_range": "into range",
    "to_sight": "until it sees the enemy",
    "withdraw": "back to its baseline",
}
ROUTES = {"direct": "", "covered": " by the covered route", "least_watched": " where least watched"}
MODES = {
    "activation": "fires at",
    "opportunity": "gives opportunity fire (DS20.1) at",
    "overwatch": "fires on overwatch (OW.F1) at",
    "artillery": "bombards",
    "assault": "close-assaults",
    "aboard": "is lost aboard",
}
EFFECTS = {
    "damaged": "damaged",
    "immobilised": "immobilised",
    "systems_down": "systems down",
    "firer_systems_down": "the firer's systems go down, the shot does nothing (RD-18)",
    "destroyed": "destroyed",
}
HELD = {
    "no_rule": "no rule of its trigger holds",
    "test_failed": "its reaction test failed",
    "no_shot": "it has no shot",
}
OFF = {
    "fired": "it has fired (OW.F3)",
    "under_fire": "Under Fire (OW.R3)",
    "activated": "it activates (OW.A3)",
    "reactivated": "it is reactivated (OW.R5)",
    "panic": "panic (RD-9)",
    "routed": "it is routed (RD-9)",
    "destroyed": "the unit is lost (RD-24)",
    "turn_end": "the turn ends (switch persists_over_turn_end)",
    "any_fire": "it was fired at (switch void_on_any_fire)",
    "regrouped": "it regroups (RD-11)",
}
REVEALED = {"activated": "it activates", "fired": "it fires", "seen": "it is seen"}
LEVELS = {"CO": "confident", "ST": "steady", "SH": "shaken", "BR": "broken", "RO": "routed"}
CONFIDENCE = {
    "test": "",
    "command_lost": ", the command is lost (DS24.3)",
    "rallied": " (DS24.4)",
    "assaulted": ", broken and assaulted (DS22.4)",
}
TESTS = {
    "confidence": "confidence test (DS22.1)",
    "reaction": "reaction test (DS22.2)",
    "panic": "green and attacked for the first time (DS23.2)",
    "rally": "rally (DS24.4)",
    "discipline": "discipline test (switch discipline_test)",
}
ENDINGS = {
    "turns": "no turns are left",
    "declared": "the end was declared",
    "wiped_out": "a side is wiped out",
}


def counted(number: float, noun: str) -> str:
    """Return `1 step`, `2 steps`."""
    return f"{round(number, 2):,.10g} {noun}{'' if number == 1 else 's'}"


def listed(names: Iterable[str]) -> str:
    """Return `A`, `A and B`, `A, B and C`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def sentence(text: str) -> str:
    """Return words as a sentence: with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def plain(name: str) -> str:
    """Return a code's name as words: `hull_down` is `hull down`."""
    return name.replace("_", " ")


def headline(event: Event) -> Iterator[tuple[int, str]]:
    """Yield depth and sentence of the deployment: the battle, changed rules, the sides' units."""
    yield 0, f"{event['scenario']}: battle {event['battle']} of seed {event['seed']}"
    usual = Rules().model_dump()
    changed = [
        f"{name} = {value}" for name, value in event["rules"].items() if value != usual[name]
    ]
    if changed:
        yield 0, f"Rules changed: {', '.join(changed)}"
    for side, doctrine in event["doctrines"].items():
        yield 0, f"{side.capitalize()}, doctrine {doctrine}"
        for unit in event["units"]:
            if unit["side"] == side:
                yield 1, roster(unit)
        for battery in event["batteries"]:
            if battery["side"] == side:
                yield 1, guns(battery)


def roster(unit: dict[str, Any]) -> str:
    """Return a unit of the deployment in one line."""
    elements = unit["elements"]
    alike = groupby(element["type"] for element in elements)
    types = [f"{len(list(some))} {name}" for name, some in alike]
    words = [
        f"{unit['name']}: {', '.join(types)}",
        unit["quality"],
        f"leadership {unit['leadership']}",
        LEVELS[unit["confidence"]],
        *([plain(unit["posture"])] if unit["posture"] != "none" else []),
        *(["hidden"] if unit["hidden"] else []),
        *(["mounted"] if any(element["aboard"] for element in elements) else []),
        *(["sensors active"] if unit["sensors"] else []),
        *(["command"] if unit["command"] else []),
    ]
    where = place(elements[0]["at"])
    if len(elements) > 1:
        where += f" to {place(elements[-1]['at'])}"
    return f"{', '.join(words)}, at {where}"


def guns(battery: dict[str, Any]) -> str:
    """Return a battery of the deployment in one line."""
    markers = [f"{count} {load}" for load, count in battery["ammunition"].items() if count]
    kind = f"{battery['kind']} gun"
    words = [
        f"{battery['name']}: {counted(battery['guns'], kind)}",
        f"of {battery['unit']}" if battery["unit"] else "off the table",
        *(["radar"] if battery["radar"] else []),
        *(markers or ["harassing fire only"]),
    ]
    return ", ".join(words)


def order(event: Event) -> str:
    """Return the headline of an activation."""
    if event["lost"]:
        return f"{event['unit']} activates and can do nothing: it panicked (DS23.2)"
    move = event["move"]
    to = DESTINATIONS.get(move, f"to {move.removeprefix('waypoint ')}") + ROUTES[event["route"]]
    why = "" if event["rule"] is None else f" (rule {event['rule']})"
    told = f"{event['unit']} activates: {ORDERS[event['action']].format(to=to)}{why}"
    return (
        f"{told}, but is disorganised and may only close up (DS23.4)"
        if event["closing_up"]
        else told
    )


def volley(event: Event, reason: str) -> str:
    """Return the headline of a unit's fire; `reason`: why it fires on overwatch."""
    shots = counted(event["shots"], "shot")
    return f"{event['unit']} {MODES[event['mode']]} {event['target']}, {shots}{reason}"


def held(unit: str, mover: str, reason: str, steps: int) -> str:
    """Return an overwatch unit's decision to wait, over some steps of the mover."""
    why = HELD.get(reason, f"{reason} of its trigger")
    return f"{unit} lets {mover} by ({counted(steps, 'step')}): {why} (OW.F6)"


def test(event: Event) -> str:
    """Return a roll of the quality die."""
    if event["kind"] == "rally":
        parts = "its leadership and the command unit's"
    else:
        parts = f"leadership {event['score'] - event['threat']} and threat {event['threat']}"
    return (
        f"{event['unit']}: {TESTS[event['kind']]}, D{event['die']} over {event['score']} "
        f"({parts}): {event['roll']}, {'passed' if event['passed'] else 'failed'}"
    )


def shot(event: Event) -> str:
    """Return a roll to hit."""
    if "hit" not in event:  # at infantry, and by infantry (DS33.1, DS36.3)
        return (
            f"{event['element']} with {event['weapon']} at {event['target']}, "
            f'{event["range"]:.1f}" {SPOTS[event["position"]]}: no die to hit'
        )
    result = "hit" if event["hit"] else "miss"
    if event.get("area"):
        return (
            f"the salvo's spread, {event['target']} {event['range']:.1f}\" off: D6 needs "
            f"{event['needed']}: {event['roll']}, {result} (DS30.3)"
        )
    against = f"D{event['target_die']} {event['target_roll']}"
    if event["secondary_roll"] is not None:
        die = figures.SECONDARY_DIE[event["cover"]]
        against += f" and D{die} {event['secondary_roll']} ({plain(event['cover'])})"
    dice = f"D{event['die']} {event['roll']} against {against}: {result}"
    if event["barrel"] > 1:
        return f"{event['element']}, barrel {event['barrel']}: {dice}"
    return (
        f"{event['element']} with {event['weapon']} at {event['target']}, "
        f'{event["range"]:.1f}", {event["band"]}: {dice}'
    )


def chits(event: Event) -> str:
    """Return a draw from the pot and what it did."""
    valid = f"{event['valid']} valid" if event["valid"] else "no colour valid"
    effects = ", ".join(EFFECTS[name] for name in event["effects"]) or "no effect"
    kill = event.get("kill_total")
    resisting = f"armour {event['armour']}" if kill is None else f"a kill total of {kill}"
    return (
        f"chits against {event['target']}: {' '.join(event['drawn'])}, {valid}: "
        f"{event['total']:g} against {resisting}: {effects}"
    )


def counter(event: Event) -> str:
    """Return the placing of an overwatch counter."""
    if event["zone"] is not None:
        area = f"watching {event['zone']}"
    elif event["width"] == 360:
        area = "watching all round"
    else:
        area = f"{event['width']:g} degrees on bearing {event['bearing']:.0f}"
    moved = f", {counted(event['moved'], 'factor')} used (OW.R1)" if event["moved"] else ""
    elements = counted(event["watching"], "element")
    return f"{event['unit']} goes on overwatch (OW.A1): {area}, {elements}{moved}"


def leader(event: Event) -> str:
    """Return a change of leader."""
    if event["from"] == event["to"]:
        change = f"leadership stays {event['to']}"
    else:
        change = f"leadership {event['from']} becomes {event['to']}"
    return (
        f"{event['unit']} has lost its leader, {event['element']} takes over (DS23.3): "
        f"D6 {event['roll']}, {change}"
    )


def under_fire(event: Event) -> str:
    """Return an Under Fire marker's coming or going."""
    if event["on"]:
        return f"{event['unit']} gets an Under Fire marker (DS24.1)"
    return f"{event['unit']}'s Under Fire marker comes off (DS18.2)"


def repair(event: Event) -> str:
    """Return a try at a repair."""
    return (
        f"{event['element']} tries to repair its systems (DS32.1): D6 needs {event['needed']}: "
        f"{event['roll']}, {'repaired' if event['repaired'] else 'still down'}"
    )


def confidence(event: Event) -> str:
    """Return a change of confidence."""
    cause = CONFIDENCE[event["cause"]]
    before, after = (f"{LEVELS[event[key]]} ({event[key]})" for key in ("from", "to"))
    return f"{event['unit']} goes from {before} to {after}{cause}"


def ending(event: Event) -> str:
    """Return the result of the battle."""
    winner = "nobody wins" if event["winner"] == "draw" else f"{event['winner']} wins"
    return (
        f"END in turn {event['turn']}, {ENDINGS[event['cause']]}: {winner}, "
        f"margin {number(event['margin'], 0, sign=True)} points for blue"
    )


#: Events that are told in one sentence.
SPOTS = {
    "open": "in the open",
    "soft_cover": "in soft cover",
    "dug_in": "dug in",
    "urban": "in a built-up place",
}
POSTURES = {"none": "into the open", "dug_in": "to ground", "hull_down": "hull down"}

SENTENCES: dict[str, Callable[[Event], str]] = {
    "test": test,
    "confidence": confidence,
    "under_fire": under_fire,
    "overwatch_on": counter,
    "overwatch_off": lambda e: f"{e['unit']}'s overwatch counter comes off: {OFF[e['cause']]}",
    "shot": shot,
    "chits": chits,
    "repair": repair,
    "objective": lambda e: f"{e['element']} takes {e['objective']} for {e['side']} (DS17.1)",
    "revealed": lambda e: f"{e['unit']} is revealed: {REVEALED[e['cause']]} (DS20.5)",
    "leader": leader,
    "posture": lambda e: f"{e['element']} goes {POSTURES[e['posture']]} (DS20.6)",
    "pass": lambda e: f"{e['side'].capitalize()} passes (DS18.3)",
    "declared": lambda e: f"{e['side'].capitalize()} declares the end (DS17.2)",
    **phrases_arms.SENTENCES,
}
