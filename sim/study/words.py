"""One battle told in plain words, from the events of its trace: every die and chit, turn by turn.

Indentation says what happens within what: a turn, an activation in it, fire in that, its shots,
their chits. The steps of a move become one sentence as long as nothing breaks in on it; so do an
overwatch unit's decisions to hold.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sim.study import phrases
from sim.study.trace import Event

WIDTH = 100
INDENT = "  "
TURN, ACTIVATION, INSIDE, SHOT, CHITS = range(5)  # depths of indentation

SHOOTING = (
    "shot", "chits", "status", "facing", "posture", "missile", "intercept", "firefight", "aboard",
)  # fmt: skip
OWN_TESTS = ("reaction", "rally", "discipline")  # kinds that fire does not cause


def tell(events: Sequence[Event], width: int = WIDTH) -> str:
    """Return the battle in words, lines of at most `width` columns, from its whole trace."""
    teller = Teller(width=width)
    for number, event in enumerate(events):
        teller.hear(event, opens_activation(events[number : number + 3]))
    return "\n".join(teller.lines) + "\n"


def opens_activation(events: Sequence[Event]) -> bool:
    """Return whether the first event happens as its unit activates, before `activate` says so."""
    for event in events:
        if event["event"] == "activate":
            return bool(event["unit"] == events[0].get("unit"))
        if event["event"] not in ("overwatch_off", "revealed"):
            return False
    return False


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
            return name in (*SHOOTING, "confidence", "leader")


@dataclass
class March:
    """The steps of one element since something last broke in."""

    start: list[float]
    end: list[float]
    travel: bool
    inches: float = 0.0
    factors: float = 0.0

    def sentence(self, element: str) -> str:
        """Return the move in words."""
        mode = " in travel mode (DS25.1)" if self.travel else ""
        return (
            f'{element} moves {self.inches:.1f}" from {phrases.place(self.start)} '
            f"to {phrases.place(self.end)}, {phrases.counted(self.factors, 'factor')}{mode}"
        )


@dataclass
class Teller:
    """What has been told so far, and what is still being gathered into one sentence."""

    lines: list[str] = field(default_factory=list)
    marches: dict[str, March] = field(default_factory=dict)
    holds: dict[tuple[str, str, str], int] = field(default_factory=dict)
    opening: list[str] = field(default_factory=list)  # said once the activation has its headline
    reason: str = ""  # of the overwatch fire that comes next
    firing: bool = False
    unfired: int = 0  # shots declared and not yet rolled
    active: str | None = None  # the unit that is being activated
    turned: list[str] = field(default_factory=list)  # markers turned up at the turn's end
    watching: list[str] = field(default_factory=list)  # units with a counter
    unit_of: dict[str, str] = field(default_factory=dict)  # by element
    alive: dict[str, int] = field(default_factory=dict)  # elements in play, by unit
    width: int = WIDTH  # columns that a line may take

    def say(self, depth: int, sentence: str) -> None:
        """Add a sentence at a depth, wrapped."""
        self.lines += textwrap.wrap(
            sentence,
            self.width,
            initial_indent=INDENT * depth,
            subsequent_indent=INDENT * (depth + 2),
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
        self.tell_gathered(name)
        self.firing = self.firing and is_consequence(event)
        if name == "overwatch_off":
            self.watching.remove(event["unit"])
        if opens and name != "activate":
            self.opening.append(phrases.SENTENCES[name](event))
        else:
            _SPECIAL.get(name, Teller.plain)(self, event)

    def plain(self, event: Event) -> None:
        """Tell an event that is one sentence, at the depth of what is going on."""
        depth = SHOT if self.firing else INSIDE if self.active else ACTIVATION
        self.say(depth, phrases.SENTENCES[event["event"]](event))

    def gather_step(self, event: Event) -> None:
        """Add a step to what its element has moved so far."""
        march = self.marches.setdefault(
            event["element"], March(event["from"], event["to"], event["travel"])
        )
        march.end = event["to"]
        march.inches += math.dist(event["from"], event["to"])
        march.factors += event["factors"]

    def tell_gathered(self, name: str) -> None:
        """Tell what was gathered before an event: moves, held chances, shots without a roll."""
        for element, march in self.marches.items():
            self.say(INSIDE, march.sentence(element))
        for (unit, mover, reason), steps in self.holds.items():
            self.say(INSIDE, phrases.held(unit, mover, reason, steps))
        self.marches.clear()
        self.holds.clear()
        if self.unfired and name not in SHOOTING:
            self.say(SHOT, f"{phrases.counted(self.unfired, 'shot')} wasted (DS28.1)")
            self.unfired = 0

    # -- events that are more than one sentence, or change what is going on -----------------------

    def deploy(self, event: Event) -> None:
        """Tell who fights whom."""
        for depth, sentence in phrases.headline(event):
            self.say(depth, sentence)
        for unit in event["units"]:
            self.alive[unit["name"]] = len(unit["elements"])
            self.unit_of |= {element["name"]: unit["name"] for element in unit["elements"]}

    def turn_start(self, event: Event) -> None:
        """Head a turn."""
        self.lines.append("")
        self.say(TURN, f"TURN {event['turn']}: {event['side']} starts (DS18.1)")

    def activate(self, event: Event) -> None:
        """Head an activation, and tell what its beginning did."""
        self.active = event["unit"]
        self.say(ACTIVATION, phrases.order(event))
        for sentence in self.opening:
            self.say(INSIDE, sentence)
        self.opening.clear()

    def chance(self, event: Event) -> None:
        """Keep the reason for the fire that follows."""
        forced = event["reason"] == "forced"
        self.reason = f" ({'it must' if forced else event['reason'] + ' of its trigger'})"

    def fire(self, event: Event) -> None:
        """Head a volley."""
        self.say(INSIDE, phrases.volley(event, self.reason))
        self.reason = ""
        self.firing = True
        self.unfired = event["shots"]

    def shot(self, event: Event) -> None:
        """Tell a roll to hit."""
        self.unfired = max(0, self.unfired - (event.get("barrel") == 1))
        self.say(SHOT, phrases.shot(event))

    def chits(self, event: Event) -> None:
        """Tell a draw of chits, and the end of a unit."""
        self.say(CHITS, phrases.chits(event))
        if "destroyed" in event["effects"]:
            unit = self.unit_of[event["target"]]
            self.alive[unit] -= 1
            if not self.alive[unit]:
                self.say(SHOT, f"{unit} has nothing left and leaves play (RD-24)")

    def together(self, event: Event) -> None:
        """Tell of missiles or small arms: the volley's own event counts them, no shot is missing."""
        self.unfired = 0
        self.plain(event)

    def aboard(self, event: Event) -> None:
        """Tell what became of a team whose carrier was hit."""
        self.plain(event)
        self.alive[self.unit_of[event["element"]]] -= event["lost"]

    def regroup(self, event: Event) -> None:
        """Tell of an element that joins another unit."""
        self.plain(event)
        self.alive[event["joins_from"]] -= 1
        self.alive[event["unit"]] += 1
        self.unit_of[event["element"]] = event["unit"]

    def silent(self, _: Event) -> None:
        """Say nothing: the chits told the effects, and a turret's facing is no news."""

    def overwatch_on(self, event: Event) -> None:
        """Tell of a new counter."""
        self.watching.append(event["unit"])
        self.plain(event)

    def marker(self, event: Event) -> None:
        """Tell of a marker that is turned within a turn; gather those of its end."""
        unit = event["unit"]
        if not event["inverted"]:
            if self.active is None:
                self.turned.append(unit)
            else:
                self.say(INSIDE, f"{unit}'s command marker is turned face up again (RD-10)")
        elif unit != self.active:
            self.say(INSIDE, f"{unit}'s command marker is inverted: that was its activation")
        else:
            self.active = None
            if self.alive[unit]:
                self.say(INSIDE, f"{unit}'s command marker is inverted (DS18.2)")

    def turn_end(self, _: Event) -> None:
        """Tell what the turn's end turns up and what it leaves."""
        sentence = "The turn ends (DS19.1)"
        if self.turned:
            sentence += f": {phrases.listed(self.turned)} face up"
        if self.watching:
            sentence += f"; {phrases.listed(self.watching)} still on overwatch (OW.A3)"
        self.say(ACTIVATION, sentence)
        self.turned.clear()

    def end(self, event: Event) -> None:
        """Tell the result."""
        self.lines.append("")
        self.say(TURN, phrases.ending(event))


_SPECIAL: dict[str, Callable[[Teller, Event], None]] = {
    "deploy": Teller.deploy,
    "turn_start": Teller.turn_start,
    "activate": Teller.activate,
    "overwatch_chance": Teller.chance,
    "fire": Teller.fire,
    "shot": Teller.shot,
    "chits": Teller.chits,
    "aboard": Teller.aboard,
    "firefight": Teller.together,
    "missile": Teller.together,
    "intercept": Teller.together,
    "regroup": Teller.regroup,
    "status": Teller.silent,
    "facing": Teller.silent,
    "overwatch_on": Teller.overwatch_on,
    "marker": Teller.marker,
    "turn_end": Teller.turn_end,
    "end": Teller.end,
}
