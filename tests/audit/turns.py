"""Turns, activations, markers and passing (DS17 to DS19), and what ends with an activation."""

from __future__ import annotations

import tomllib
from functools import cache

from sim.places import doctrine_folder
from tests.audit import (
    alternation,
    assaulting,
    book,
    missiles,
    moving,
    partners,
    regrouping,
    sight,
    standing,
    watching,
)
from tests.audit.battle import OTHER, Battle, Event
from tests.audit.force import PLACE_ERROR, Unit

MOVES = (
    "move", "move_fire", "fire_move", "move_overwatch", "travel", "evade",
    "call_fire", "smoke", "sensors", "dismount", "mount", "pop_up",
)  # fmt: skip
WITHDRAWALS = ("to_cover", "withdraw", "hold")


@cache
def lets_start(doctrine: str) -> str:
    """Return whom a shipped doctrine lets start a turn: itself or the enemy (DS18.1)."""
    file = doctrine_folder() / f"{doctrine}.toml"
    starts: str = tomllib.loads(file.read_text()).get("starts", "self") if file.is_file() else ""
    return starts


def turn_start(b: Battle, e: Event) -> None:
    """DS18.1: the side with fewer units on the table chooses who starts."""
    if e["turn"] != b.turn + 1:
        b.flag("DS18.1", f"turn {e['turn']} follows turn {b.turn}")
    b.turn = e["turn"]
    b.turning = False
    b.to_act = e["side"]
    blue, red = len(b.living("blue")), len(b.living("red"))
    if blue != red:
        chooser = "blue" if blue < red else "red"
        wish = lets_start(b.doctrines[chooser])
        wanted = {"self": chooser, "enemy": OTHER[chooser]}.get(wish, e["side"])
        if e["side"] != wanted:
            b.flag("DS18.1", f"{e['side']} starts; {chooser} has fewer units and lets {wanted}")
    for unit in b.units.values():
        unit.activations = 0
        if unit.activated and unit.alive:
            b.flag("DS19.1", f"{unit.name}: marker still inverted in a new turn")


def activate(b: Battle, e: Event) -> None:
    """One unit of the side whose turn it is, once a turn, with its marker up (DS18.1, DS18.2)."""
    unit = b.units[e["unit"]]
    if not assaulting.goes_on(b, unit):
        close_activation(b)
        b.serial += 1
        b.located = None
        alternation.check_turn_order(b, unit)
        check_right(b, unit)
        alternation.check_announced(b, unit)
        alternation.check_smoke(b, unit)
    b.active, b.order = unit, e
    b.had_fired = b.went_on_watch = b.travelled = False
    b.busy.clear()
    b.lost, unit.panicked = unit.panicked, False
    if b.lost != e["lost"]:
        b.flag("DS23.2", f"{unit.name}: lost is {e['lost']}, the panic test says {b.lost}")
    if unit.counter:
        b.owe("off", unit, "OW.A3", f"{unit.name} keeps its counter when activated", "activated")
    if unit.hidden:
        b.owe("revealed", unit, "DS20.5", f"{unit.name} stays hidden when activated")
    unit.evading = False  # until its next activation (DS26.1)
    unit.reactivated = False
    unit.tested = None
    unit.activations += 1
    for element in unit.elements:
        element.begin()
    b.shaken = None
    b.start_gaps = standing.gaps(unit)
    b.broken_at_start = unit.confidence == 3 and not b.lost and not standing.disorganised(b)
    on_its_own = (x for x in unit.elements if x.in_play and x.aboard is None)
    b.start_open = {x for x in on_its_own if sight.in_the_open(b, x)}
    moving.end_of_steps(b)
    check_order(b, unit, e)
    error = -PLACE_ERROR if e["closing_up"] else PLACE_ERROR
    closes = standing.disorganised(b, error) and e["action"] in MOVES
    if e["closing_up"] != closes and not b.lost:
        b.flag("DS23.4", f"{unit.name}: closing up is {e['closing_up']}, its gaps say {closes}")


def check_right(b: Battle, unit: Unit) -> None:
    """DS18.2, RD-24: a unit in play with its marker up."""
    if not unit.alive:
        b.flag("RD-24", f"{unit.name} is activated with no element in play")
    if unit.activated:
        b.flag("DS18.2", f"{unit.name} is activated with its marker inverted")


def check_order(b: Battle, unit: Unit, e: Event) -> None:
    """DS22.4 and DS24.3: broken, routed and leaderless units do not set out towards the enemy."""
    if b.lost:
        return
    if e["action"] not in MOVES:
        return
    if unit.confidence == 3 and e["move"] not in WITHDRAWALS:
        b.flag("DS22.4", f"{unit.name} is broken and moves {e['move']}")
    if unit.confidence == 4 and e["move"] not in ("withdraw", "hold"):
        b.flag("DS22.4", f"{unit.name} is routed and moves {e['move']}")
    if b.command_lost.get(unit.side) == b.turn and e["move"] in moving.ADVANCES:
        b.flag("DS24.3", f"{unit.name} starts an offensive in the turn its command was lost")


def close_activation(b: Battle) -> None:
    """Check what an activation must have brought by its end."""
    unit = b.active
    if unit is None:
        return
    watching.close_step(b)
    missiles.check_low(b)
    fallen = assaulting.close(b)
    regrouping.close(b)
    b.active = None
    if not unit.alive:
        return
    if not unit.activated and not unit.reactivated:
        b.flag("DS18.2", f"{unit.name}: marker not inverted at the end of its activation")
    if unit.under_fire and unit not in fallen:
        b.flag("DS24.1", f"{unit.name}: Under Fire marker stays at the end of its activation")
        unit.under_fire = False
    standing.check_end(b, unit)
    unit.attackers = {other for other in unit.attackers if other.in_play}


def pass_(b: Battle, e: Event) -> None:
    """DS18.3: only while it has fewer unactivated units than the enemy."""
    close_activation(b)
    alternation.check_announced(b)
    side = e["side"]
    if side != b.to_act:
        b.flag("DS18.1", f"{side} passes out of turn")
    if b.to_move(side) >= b.to_move(OTHER[side]):
        b.flag(
            "DS18.3", f"{side} passes with {b.to_move(side)} units left, not fewer than the enemy"
        )
    alternation.check_arrived(b, {side})
    b.to_act = OTHER[side]


def marker(b: Battle, e: Event) -> None:
    """DS18.2, DS19.1, DS20.3, OW.F5: when command markers are turned."""
    unit = b.units[e["unit"]]
    if not e["inverted"]:
        turn_up(b, unit)
    elif b.pay("marker", unit):
        unit.activated = True
        unit.spent = b.serial
    elif unit is b.active:
        unit.activated = True
        close_activation(b)
    elif assaulting.inverts(b, unit):
        pass  # DS18.6
    elif partners.spends(b, unit):
        unit.activated = True
    elif unit.alive:
        b.flag("OW.F5", f"{unit.name}: marker inverted without an activation of its own")
        unit.activated = True


def turn_up(b: Battle, unit: Unit) -> None:
    """DS19.1: at the turn's end; RD-10: by a command unit's reactivation."""
    if b.active is not None and b.order["action"] == "reactivate" and unit is not b.active:
        check_reactivation(b, unit)
    else:
        start_turning(b)
    unit.activated = False


def start_turning(b: Battle) -> None:
    """DS18.1, DS18.3: the turn ends when nobody may pass any more: all have been activated."""
    if b.turning:
        return
    close_activation(b)
    alternation.check_announced(b)
    b.turning = True
    alternation.check_arrived(b, {b.to_act})
    for side in ("blue", "red"):
        if b.living(OTHER[side]) and b.to_move(side):
            b.flag("DS18.3", f"{b.to_move(side)} units of {side} are never activated")


def check_reactivation(b: Battle, unit: Unit) -> None:
    """RD-10: the command unit's own combat action, for one activated friendly unit."""
    commander = b.active
    assert commander is not None
    if not b.rules.command_reactivation:
        b.flag("RD-10", f"{unit.name} is reactivated; the rule is off")
    if not commander.command or b.had_fired or b.went_on_watch:
        b.flag("RD-10", f"{commander.name} may not reactivate")
    if unit.side != commander.side or not unit.activated or not unit.alive:
        b.flag("RD-10", f"{unit.name} may not be reactivated")
    b.had_fired = True  # its combat action
    unit.reactivated = True


def turn_end(b: Battle, e: Event) -> None:
    """DS19.1: markers up; the overwatch counters stay (OW.A3), unless the switch says no."""
    start_turning(b)
    for unit in b.units.values():
        if unit.activated and unit.alive:
            b.flag("DS19.1", f"{unit.name}: marker not turned up at the turn's end")
        if unit.counter and not b.rules.persists_over_turn_end:
            b.flag("OW.A3", f"{unit.name}: counter stays over the turn's end against the switch")
    for cloud in b.clouds:
        if cloud.until <= b.turn:
            b.flag(cloud.mark, f"smoke at {cloud.x}, {cloud.y} lies longer than until its turn")
    b.clouds = [cloud for cloud in b.clouds if cloud.until > b.turn]
    b.to_act = b.located = None


def repair(b: Battle, e: Event) -> None:
    """DS32.1: in an activation after the one it was suffered in, one try, 6 or 3 with backup."""
    element = b.elements[e["element"]]
    who = element.name
    if element.unit is b.active:
        if b.lost:
            b.flag("DS23.2", f"{who} is repaired in an activation lost to panic")
    elif element.unit.spent != b.serial and not partners.spends(b, element.unit):
        b.flag("DS32.1", f"{who} is repaired outside an activation of its unit")
    if not element.in_play or not element.down:
        b.flag("DS32.1", f"{who} has nothing to repair")
    if element.down_since >= b.serial:
        b.flag("DS32.1", f"{who} is repaired in the activation in which its systems went down")
    if element.tried:
        b.flag("DS32.1", f"{who} tries twice in one activation")
    element.tried = True
    if e["needed"] != element.kind.repair or not 1 <= e["roll"] <= 6:
        b.flag("DS32.1", f"{who}: D6 {e['roll']} for {e['needed']}, needs {element.kind.repair}")
    if e["repaired"] != (e["roll"] >= element.kind.repair):
        b.flag("DS32.1", f"{who}: repaired is {e['repaired']} on a {e['roll']}")
    if e["repaired"]:
        element.down = False


def revealed(b: Battle, e: Event) -> None:
    """DS20.5: when it is activated, fires, or is first seen."""
    unit, cause = b.units[e["unit"]], e["cause"]
    if not unit.hidden:
        b.flag("DS20.5", f"{unit.name} is revealed and was not hidden")
    unit.hidden = False
    if unit in b.hiding:
        b.hiding.remove(unit)
    b.pay("revealed", unit)
    if cause == "activated":
        if unit is not b.active and not partners.spends(b, unit):
            b.announced["revealed"] = unit, b.n
    elif cause == "seen":
        if not sight.seen_by_enemy(b, unit):
            b.flag("DS20.5", f"{unit.name} is revealed as seen and nobody sees it")
    elif (b.volley is None or b.volley.unit is not unit) and not (b.attack and b.attack.by is unit):
        b.flag("DS20.5", f"{unit.name} is revealed as firing and does not fire")


def objective(b: Battle, e: Event) -> None:
    """DS17.1: a unit takes a marker by moving an element over it."""
    element = b.elements[e["element"]]
    marker_at = next(o.at for o in b.scenario.objectives if o.name == e["objective"])
    near = standing.over(element, marker_at, book.OVER_A_MARKER + 1e-3)
    if not near or not element.in_play:
        b.flag("DS17.1", f"{element.name} takes {e['objective']} without being over it")
    if element.unit is not b.mover or not element.moved:
        b.flag("DS17.1", f"{element.name} takes {e['objective']} without moving over it")
    if e["side"] != element.unit.side or b.holder[e["objective"]] == e["side"]:
        b.flag("DS17.1", f"{e['objective']} goes to {e['side']} by {element.name}")
    b.holder[e["objective"]] = e["side"]
    if b.active and element.unit.side != b.active.side:
        b.taken[e["objective"]] = b.serial
