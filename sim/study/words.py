"""One battle told in plain words, from the events of its trace: every die and chit, turn by turn.

Indentation says what happens within what: a turn, an activation in it, the enemy's fire in that,
its shots, their chits. The steps of a move become one sentence as long as nothing breaks in on it;
so do an overwatch unit's decisions to hold. Marks such as (OW.R3) name the rule.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sim import figures
from sim.study.trace import Event

WIDTH = 100
INDENT = "  "
TURN, ACTIVATION, INSIDE, SHOT, CHITS = range(5)  # depths of indentation

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
}
REVEALED = {"activated": "it activates", "fired": "it fires", "seen": "it is seen"}
CONFIDENCE = {"test": "", "command_lost": ": the command is lost (DS24.3)", "rallied": " (DS24.4)"}
TESTS = {
    "confidence": "confidence test (DS22.1)",
    "reaction": "reaction test (DS22.2)",
    "panic": "green and attacked for the first time (DS23.2)",
    "rally": "rally (DS24.4)",
    "discipline": "discipline test (switch discipline_test)",
}
ENDINGS = {"turns": "no turns are left", "declared": "the end is declared", "wiped_out": ""}

#: Events that belong to the fire before them.
CONSEQUENCES = ("shot", "chits", "status", "under_fire", "test", "confidence", "leader")
#: Tests that are not a consequence of fire.
OWN_TESTS = ("reaction", "rally", "discipline")


def tell(events: list[Event]) -> str:
    """Return the battle in words, lines of at most 100 columns, from its whole trace."""
    teller = Teller()
    for place, event in enumerate(events):
        teller.hear(event, opens_activation(events, place))
    return "\n".join(teller.lines) + "\n"


def opens_activation(events: list[Event], place: int) -> bool:
    """Return whether an event happens as its unit's marker is turned, before `activate` tells so."""
    for event in events[place : place + 3]:
        if event["event"] == "activate":
            return bool(event["unit"] == events[place].get("unit"))
        if event["event"] not in ("overwatch_off", "revealed"):
            return False
    return False


@dataclass
class March:
    """The steps of one element since something last broke in."""

    start: list[float]
    end: list[float]
    inches: float = 0.0
    factors: float = 0.0
    travel: bool = False


@dataclass
class Teller:
    """What has been told so far, and what is still being gathered into one sentence."""

    lines: list[str] = field(default_factory=list)
    marches: dict[str, March] = field(default_factory=dict)
    holds: dict[tuple[str, str, str], int] = field(default_factory=dict)
    opening: list[str] = field(default_factory=list)  # said once the activation has its headline
    answer: str = ""  # reason of the overwatch fire that comes next
    firing: bool = False
    watching: list[str] = field(default_factory=list)  # units with a counter
    turned: list[str] = field(default_factory=list)  # markers turned up at the turn's end
    active: str | None = None  # the unit that is being activated

    def say(self, depth: int, sentence: str) -> None:
        """Add a sentence at a depth, wrapped."""
        first = INDENT * depth
        self.lines += textwrap.wrap(
            sentence,
            WIDTH,
            initial_indent=first,
            subsequent_indent=first + 2 * INDENT,
            break_on_hyphens=False,
        )

    def hear(self, event: Event, opens: bool) -> None:
        """Take in the next event; `opens`: it goes with the `activate` that follows."""
        name = event["event"]
        if name == "move":
            self.gather_step(event)
            return
        if name == "overwatch_chance" and event["decision"] == "hold":
            key = (event["unit"], event["mover"], event["reason"])
            self.holds[key] = self.holds.get(key, 0) + 1
            return
        self.tell_gathered()
        self.firing = self.firing and is_consequence(event)
        if name == "marker" and not event["inverted"] and self.active is None:
            self.turned.append(event["unit"])
        elif opens and name != "activate":
            self.opening.append(_SENTENCES[name](event))
            self.forget_counter(event)
        else:
            _SPECIAL.get(name, Teller.plain)(self, event)

    def plain(self, event: Event) -> None:
        """Tell an event that is one sentence at the depth of what is going on."""
        depth = SHOT if self.firing else INSIDE if self.active else ACTIVATION
        depth += event["event"] == "chits"
        self.forget_counter(event)
        self.say(depth, _SENTENCES[event["event"]](event))

    def forget_counter(self, event: Event) -> None:
        """Keep the list of counters on the table."""
        if event["event"] == "overwatch_off":
            self.watching.remove(event["unit"])

    def gather_step(self, event: Event) -> None:
        """Add a step to what its element has moved so far."""
        march = self.marches.setdefault(
            event["element"], March(event["from"], event["to"], travel=event["travel"])
        )
        march.end = event["to"]
        march.inches += math.dist(event["from"], event["to"])
        march.factors += event["factors"]

    def tell_gathered(self) -> None:
        """Tell the moves and the held chances gathered so far."""
        for element, march in self.marches.items():
            start, end = place(march.start), place(march.end)
            mode = " in travel mode (DS25.1)" if march.travel else ""
            self.say(
                INSIDE,
                f'{element} moves {march.inches:.1f}" from {start} to {end}, '
                f"{counted(round(march.factors, 2), 'factor')}{mode}",
            )
        for (unit, mover, reason), steps in self.holds.items():
            why = HELD.get(reason, f"{reason} of its trigger")
            self.say(
                INSIDE, f"{unit} lets {mover} by ({counted(steps, 'step')}): {why} (OW.F6)"
            )
        self.marches.clear()
        self.holds.clear()

    # -- events that are more than one sentence, or change what is going on -----------------------

    def deploy(self, event: Event) -> None:
        """Tell who fights whom."""
        self.lines += list(headline(event))

    def turn_start(self, event: Event) -> None:
        """Head a turn."""
        self.lines.append("")
        self.say(TURN, f"TURN {event['turn']}: {event['side']} starts (DS18.1)")

    def activate(self, event: Event) -> None:
        """Head an activation, and tell what its beginning did."""
        self.active = event["unit"]
        self.say(ACTIVATION, order(event))
        for sentence in self.opening:
            self.say(INSIDE, sentence)
        self.opening.clear()

    def chance(self, event: Event) -> None:
        """Keep the reason for the fire that follows."""
        forced = event["reason"] == "forced"
        self.answer = "it must" if forced else f"{event['reason']} of its trigger"

    def fire(self, event: Event) -> None:
        """Head a volley."""
        why = f" ({self.answer})" if self.answer else ""
        shots = counted(event["shots"], "shot")
        self.say(INSIDE, f"{event['unit']} {MODES[event['mode']]} {event['target']}, {shots}{why}")
        self.answer = ""
        self.firing = True

    def overwatch_on(self, event: Event) -> None:
        """Tell of a new counter."""
        self.watching.append(event["unit"])
        self.plain(event)

    def marker(self, event: Event) -> None:
        """Tell of a marker that is turned within a turn."""
        unit = event["unit"]
        if not event["inverted"]:
            self.say(INSIDE, f"{unit}'s command marker is turned face up again (RD-10)")
        elif unit == self.active:
            self.say(INSIDE, f"{unit}'s command marker is inverted (DS18.2)")
            self.active = None
        else:
            self.say(INSIDE, f"{unit}'s command marker is inverted: that was its activation")

    def turn_end(self, _: Event) -> None:
        """Tell what the turn's end turns up and what it leaves."""
        turned = f"; {listed(self.turned)} face up" if self.turned else ""
        stay = f"; {listed(self.watching)} on overwatch still (OW.A3)" if self.watching else ""
        self.say(ACTIVATION, f"The turn ends (DS19.1){turned}{stay}")
        self.turned.clear()

    def status(self, _: Event) -> None:
        """Say nothing: the chits before it have told the effects."""

    def end(self, event: Event) -> None:
        """Tell the result."""
        why = ENDINGS[event["cause"]] or "a side is wiped out"
        winner = "nobody wins" if event["winner"] == "draw" else f"{event['winner']} wins"
        self.lines.append("")
        self.say(
            TURN,
            f"END of turn {event['turn']}, {why}: {winner}, "
            f"margin {event['margin']:+g} points for blue",
        )


def is_consequence(event: Event) -> bool:
    """Return whether an event belongs to the fire before it."""
    match event["event"]:
        case "test":
            return event["kind"] not in OWN_TESTS
        case "under_fire":
            return bool(event["on"])
        case "overwatch_off":
            return event["cause"] not in ("fired", "activated", "reactivated")
        case "revealed":
            return bool(event["cause"] == "fired")
        case name:
            return name in CONSEQUENCES


# -- words ----------------------------------------------------------------------------------------


def place(at: list[float]) -> str:
    """Return a position as `(5.5, 20.5)`."""
    return f"({at[0]:.1f}, {at[1]:.1f})"


def counted(number: float, noun: str) -> str:
    """Return `1 step`, `2 steps`."""
    return f"{number:g} {noun}{'' if number == 1 else 's'}"


def listed(names: Iterable[str]) -> str:
    """Return `A`, `A and B`, `A, B and C`."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def passed(event: Event) -> str:
    """Return what a test came to."""
    return "passed" if event["passed"] else "failed"


def headline(event: Event) -> Iterator[str]:
    """Yield the lines of the deployment: the battle, the changed rules, the units of both sides."""
    yield f"{event['scenario']}: battle {event['battle']} of seed {event['seed']}"
    changed = changed_rules(event["rules"])
    if changed:
        yield f"rules changed: {', '.join(changed)}"
    for side, doctrine in event["doctrines"].items():
        yield f"{side}, doctrine {doctrine}"
        for unit in event["units"]:
            if unit["side"] == side:
                yield INDENT + roster(unit)


def changed_rules(rules: dict[str, Any]) -> list[str]:
    """Return the switches that are not the published rule, as `--set` takes them."""
    from sim.scenario.models import Rules

    return [
        f"{name}={value}"
        for name, value in rules.items()
        if value != Rules().model_dump()[name]
    ]


def roster(unit: dict[str, Any]) -> str:
    """Return a unit of the deployment in one line."""
    elements = unit["elements"]
    words = [
        f"{unit['name']}: {len(elements)} {unit['type']}",
        f"{unit['quality']} {unit['leadership']}",
        unit["confidence"],
        *([unit["posture"].replace("_", " ")] if unit["posture"] != "none" else []),
        *(["hidden"] if unit["hidden"] else []),
        *(["command"] if unit["command"] else []),
    ]
    where = place(elements[0]["at"])
    if len(elements) > 1:
        where += f" to {place(elements[-1]['at'])}"
    return f"{', '.join(words)}, at {where}"


def order(event: Event) -> str:
    """Return the headline of an activation."""
    if event["lost"]:
        return f"{event['unit']} activates and can do nothing: it panicked (DS23.2)"
    move = event["move"]
    to = DESTINATIONS.get(move, f"to {move.removeprefix('waypoint ')}") + ROUTES[event["route"]]
    wanted = ORDERS[event["action"]].format(to=to)
    why = "" if event["rule"] is None else f" (rule {event['rule']})"
    return f"{event['unit']} activates: {wanted}{why}"


def test(event: Event) -> str:
    """Return a roll of the quality die."""
    if event["kind"] == "rally":
        parts = "its leadership and the command unit's"
    else:
        parts = f"leadership {event['score'] - event['threat']} and threat {event['threat']}"
    return (
        f"{event['unit']}: {TESTS[event['kind']]}, D{event['die']} over {event['score']} "
        f"({parts}): {event['roll']}, {passed(event)}"
    )


def shot(event: Event) -> str:
    """Return a roll to hit."""
    result = "hit" if event["hit"] else "miss"
    if event.get("area"):
        return (
            f"the salvo's spread, {event['target']} {event['range']:.1f}\" off: D6 needs "
            f"{event['needed']}: {event['roll']}, {result} (DS30.3)"
        )
    against = f"D{event['target_die']} {event['target_roll']}"
    cover = event["cover"]
    if event["secondary_roll"] is not None:
        die = figures.SECONDARY_DIE[cover]
        against += f" and D{die} {event['secondary_roll']} ({cover.replace('_', ' ')})"
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
    return (
        f"chits {' '.join(event['drawn'])}, {valid}: {event['total']:g} against armour "
        f"{event['armour']}: {effects}"
    )


def counter(event: Event) -> str:
    """Return the placing of an overwatch counter."""
    if event["zone"] is not None:
        area = f"watching {event['zone']}"
    elif event["width"] == 360:
        area = "watching all round"
    else:
        area = f"watching {event['width']:g} degrees on bearing {event['bearing']:.0f}"
    return (
        f"{event['unit']} goes on overwatch (OW.A1), {area}; {event['watching']} of it watch, "
        f"{counted(round(event['moved'], 2), 'factor')} used at most (OW.R1)"
    )


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
    result = "repaired" if event["repaired"] else "still down"
    return (
        f"{event['element']} tries to repair its systems (DS32.1): D6 needs {event['needed']}: "
        f"{event['roll']}, {result}"
    )


_SENTENCES: dict[str, Callable[[Event], str]] = {
    "test": test,
    "confidence": lambda e: (
        f"{e['unit']}: confidence {e['from']} to {e['to']}{CONFIDENCE[e['cause']]}"
    ),
    "under_fire": under_fire,
    "overwatch_on": counter,
    "overwatch_off": lambda e: f"{e['unit']}'s overwatch counter comes off: {OFF[e['cause']]}",
    "shot": shot,
    "chits": chits,
    "repair": repair,
    "objective": lambda e: f"{e['element']} takes {e['objective']} for {e['side']} (DS17.1)",
    "revealed": lambda e: f"{e['unit']} is revealed: {REVEALED[e['cause']]} (DS20.5)",
    "leader": leader,
    "pass": lambda e: f"{e['side']} passes (DS18.3)",
    "declared": lambda e: f"{e['side']} declares the end (DS17.2)",
}
_SPECIAL: dict[str, Callable[[Teller, Event], None]] = {
    "deploy": Teller.deploy,
    "turn_start": Teller.turn_start,
    "activate": Teller.activate,
    "overwatch_chance": Teller.chance,
    "fire": Teller.fire,
    "overwatch_on": Teller.overwatch_on,
    "marker": Teller.marker,
    "turn_end": Teller.turn_end,
    "status": Teller.status,
    "end": Teller.end,
}
