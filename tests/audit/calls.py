"""Calls for fire: by leaders, observers and radars (DS38.1, DS40.1, RD-27)."""

from __future__ import annotations

from tests.audit import book, moving, sight, watching
from tests.audit.batteries import Battery, Mission
from tests.audit.battle import Battle, Event
from tests.audit.force import Element


def call(b: Battle, e: Event) -> None:
    """A leader or observer asks for fire (DS38.1), or a radar answers a battery (DS40.1)."""
    battery, target = b.batteries[e["battery"]], b.elements[e["target"]]
    if e["counter_battery"]:
        reply(b, battery, target, e)
    else:
        caller = b.elements[e["element"]]
        action(b, caller, target)
        check_caller(b, caller, e)
        check_roll(b, battery, caller, e)
        check_point(b, caller, target, e)
    if target.unit.side == battery.side or not target.in_play or target.aboard:
        b.flag("DS38.1", f"{battery.name} is asked for fire at {target.name}")
    x, y = e["at"]
    if abs(x - target.x) > 2e-4 or abs(y - target.y) > 2e-4:
        b.flag("DS38.1", f"fire is asked for at {x}, {y}; {target.name} is elsewhere")
    check_free(b, battery, e)
    if e["answered"]:
        # in an enemy's activation: that is the one before which it may not come
        own = b.active is not None and b.active.side == battery.side
        battery.mission = Mission(
            (x, y), target.deployed, e["load"], e["sheaf"], e["effective"], b.turn, not own
        )


def action(b: Battle, caller: Element, target: Element) -> None:
    """DS38.1, RD-27: the caller's combat action, in its activation or on overwatch."""
    unit, who = caller.unit, caller.name
    if unit is b.active:
        watching.close_step(b)
        if b.order["action"] != "call_fire":
            b.flag("DS18.2", f"{who} calls for fire on the order {b.order['action']}")
        if caller.fired or caller in b.busy:
            b.flag("DS18.4", f"{who} calls for fire and has taken a combat action")
        if b.went_on_watch:
            b.flag("OW.R6", f"{who} calls in the activation in which its unit went on overwatch")
        if b.travelled:
            b.flag("DS25.1", f"{who} calls for fire in an activation in travel mode")
        if b.lost:
            b.flag("DS23.2", f"{who} calls for fire in an activation lost to panic")
        moving.end_of_steps(b)
        b.busy.add(caller)
        return
    watching.check_fired(b)
    if unit.counter is None:
        b.flag("OW.A2", f"{who} calls for fire outside its activation without a counter")
    elif caller not in unit.counter.watchers:
        b.flag("OW.R7", f"{who} calls for fire on overwatch and does not watch")
    if target.unit is not b.active or not b.stepped:
        b.flag("RD-4", f"{who} calls on overwatch for fire at {target.name}, which does not move")
    b.calling = caller


def check_caller(b: Battle, caller: Element, e: Event) -> None:
    """DS38.1: a leader or observer team that can act, and its die."""
    unit, who = caller.unit, caller.name
    if caller.kind.team == "observer":
        die = book.OBSERVER_DIE["specialist"]
    else:
        die = book.OBSERVER_DIE[f"leader_{unit.leadership}"]
        if unit.leader is not caller:
            b.flag("DS38.1", f"{who} calls for fire, {unit.leader.name} leads {unit.name}")
    if e["die"] != die:
        b.flag("DS38.1", f"{who} calls with a D{e['die']}, not a D{die}")
    if not caller.in_play:
        b.flag("RD-24", f"{who} calls for fire and is out of play")
    if caller.down:
        b.flag("DS30.2", f"{who} calls for fire with its systems down")
    if caller.aboard:
        b.flag("DS38.1", f"{who} calls for fire from inside {caller.aboard.name}")
    if unit.panicked:
        b.flag("DS23.2", f"{who} calls for fire and has panicked")
    if unit.confidence == 4:
        b.flag("DS22.4", f"{who} calls for fire and is routed")
    if unit.evading is True:
        b.flag("DS26.1", f"{who} calls for fire and is evading")


def check_roll(b: Battle, battery: Battery, caller: Element, e: Event) -> None:
    """DS38.1: 4 or more for guns on the table, 6 or more for others."""
    needed = book.CALL_NEEDED["on_table" if battery.unit else "off_table"]
    if e["needed"] != needed or not 1 <= e["roll"] <= e["die"]:
        b.flag("DS38.1", f"{caller.name}: {e['roll']} on a D{e['die']} for {e['needed']}+")
    if e["answered"] != (e["roll"] >= needed):
        text = f"answered is {e['answered']} on a {e['roll']} for {needed}+"
        b.flag("DS38.1", f"{caller.name}: {text}")
    if battery.side != caller.unit.side:
        b.flag("DS38.1", f"{caller.name} calls for the enemy's battery {battery.name}")


def check_point(b: Battle, caller: Element, target: Element, e: Event) -> None:
    """DS38.1: within 60 inches and in sight of the point."""
    distance = caller.distance(target)
    if abs(distance - e["range"]) > 1e-3:
        b.flag("DS38.1", f"{caller.name}: range {e['range']}, measured {distance:.4f}")
    if not sight.sees(b, caller, target):
        b.flag("DS38.1", f"{caller.name} does not see {target.name}, where it asks for fire")
    if target.unit.hidden:
        b.flag("DS20.5", f"{caller.name} asks for fire at {target.unit.name}, which is hidden")


def check_free(b: Battle, battery: Battery, e: Event) -> None:
    """DS38.1, DS39.1: a battery with guns, ammunition and its activation, asked once at a time."""
    if battery.mission is not None:
        b.flag("DS39.1", f"{battery.name} is asked again before its mission has arrived")
    if not battery.may_activate(b.turn) or (battery.unit and battery.unit is b.active):
        b.flag("DS39.1", f"{battery.name} has no activation left in turn {b.turn} and is asked")
    if battery.barrels() == 0:
        b.flag("DS38.1", f"{battery.name} has no gun that can fire and is asked")
    if battery.stock[e["load"]] == 0:
        b.flag("DS39.1", f"{battery.name} has no {e['load']} left and is asked for it")


def reply(b: Battle, battery: Battery, target: Element, e: Event) -> None:
    """DS40.1: a radar locates a battery on the table that has just fired; no die."""
    located = b.located
    if not battery.radar:
        b.flag("DS40.1", f"{battery.name} answers a battery and has no radar")
    if located is None or located.side == battery.side:
        b.flag("DS40.1", f"{battery.name} answers a battery and none has fired")
    elif located.unit is not target.unit or not target.kind.artillery:
        b.flag("DS40.1", f"{battery.name} answers {located.name} with fire at {target.name}")
    if not e["answered"] or e["die"] is not None:
        b.flag("DS40.1", f"{battery.name} rolls for counter-battery fire")
    b.located = None
