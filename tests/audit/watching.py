"""Overwatch: the counter, its area, its chances, its end (OW.A1 to OW.F8, RD-1 to RD-4, RD-9)."""

from __future__ import annotations

from tests.audit import actions, partners, sight
from tests.audit.battle import Battle, Event, Volley
from tests.audit.force import PLACE_ERROR, Counter, Element, Unit


def on(b: Battle, e: Event) -> None:
    """A unit goes on overwatch: may it, and is its area the rules' area?"""
    unit = b.units[e["unit"]]
    who = unit.name
    close_step(b)
    if not b.rules.overwatch:
        b.flag("OW.A1", f"{who} goes on overwatch; the rule is off")
    if unit is not b.active or b.order.get("action") not in ("overwatch", "move_overwatch"):
        b.flag("OW.A1", f"{who} goes on overwatch outside an activation for it")
    if b.had_fired or b.busy:
        b.flag("OW.R6", f"{who} goes on overwatch after another combat action")
    if unit.under_fire and not b.rules.suppressed_may_watch:
        b.flag("OW.R2", f"{who} goes on overwatch Under Fire")
    if unit.panicked or b.lost:
        b.flag("RD-1", f"{who} goes on overwatch and has panicked")
    if b.travelled:
        b.flag("DS25.1", f"{who} goes on overwatch in an activation in travel mode")
    if unit.evading:
        b.flag("RD-9", f"{who} goes on overwatch and is evading")
    if unit.confidence == 4 and unit.on_foot:
        b.flag("RD-9", f"{who} is routed infantry and goes on overwatch")
    if unit.counter:
        b.flag("OW.A2", f"{who} has a counter already")
    check_allowance(b, unit, e)
    check_area(b, unit, e)
    zone = b.ground.zone_bit[e["zone"]] if e["zone"] else None
    unit.counter = Counter(e, unit, b.turn, zone)
    area = b.rules.watched_area
    unit.counter.nearest, unit.counter.farthest = area.nearest, area.farthest
    if e["watching"] != len(unit.counter.watchers):
        b.flag(
            "OW.R7", f"{who}: {e['watching']} elements watch, {len(unit.counter.watchers)} could"
        )
    b.went_on_watch = True
    for element in unit.elements:
        element.face(unit.counter.bx, unit.counter.by, 1e-6)  # declared with the counter (RD-6)


def check_allowance(b: Battle, unit: Unit, e: Event) -> None:
    """OW.R1: no element has used more than its share of its movement allowance."""
    for element in unit.elements:
        had = element.kind.base if element.hurt_at == b.serial else element.allowance
        if element.in_play and element.used > b.rules.move_allowance * had + 1e-3:
            text = f"{element.name} used {element.used} of {had} factors"
            b.flag("OW.R1", f"{text} and goes on overwatch")
    most = max(element.used for element in unit.elements)
    living = max((element.used for element in unit.elements if element.in_play), default=0.0)
    if abs(e["moved"] - most) > 1e-4 and abs(e["moved"] - living) > 1e-4:
        b.flag("OW.R1", f"{unit.name} is told to have moved {e['moved']}, it used {most}")


def check_area(b: Battle, unit: Unit, e: Event) -> None:
    """RD-2: an arc as wide as the switch says, or a zone of the table."""
    area = b.rules.watched_area
    if area.zone:
        if e["zone"] != area.zone:
            b.flag("RD-2", f"{unit.name} watches {e['zone']}, the switch says {area.zone}")
    elif abs(e["width"] - area.width) > 1e-3:
        b.flag("RD-2", f"{unit.name} watches {e['width']} degrees, the switch says {area.width}")


def within(b: Battle, counter: Counter, watcher: Element, at: Element, slack: bool) -> bool:
    """Return whether an element stands in the watched area of another, in sight of it (RD-2).

    Places are rounded in the trace; `slack` counts what may be within, else only what surely is.
    """
    dx, dy = at.x - watcher.x, at.y - watcher.y
    square = dx * dx + dy * dy
    error = PLACE_ERROR if slack else -PLACE_ERROR
    far = min(watcher.kind.reach, counter.farthest) + error
    if square > far * far or far < 0:
        return False
    near = counter.nearest - error
    if near > 0 and square < near * near:
        return False
    if counter.zone is not None:
        zones = [b.ground.zones[cell] & counter.zone for cell in (at.cell, *at.twins)]
        if not (any(zones) if slack else all(zones)):
            return False
    elif counter.cos_half > -1.5:
        distance = square**0.5
        along = counter.bx * dx + counter.by * dy
        if along + error * (1 + 0.04 * distance) < distance * counter.cos_half:
            return False
    return sight.sees(b, watcher, at, slack)


def may_be_asked(b: Battle, unit: Unit, stepped: list[Element]) -> bool:
    """Return whether a step may have given a unit a chance (RD-3)."""
    counter = unit.counter
    return counter is not None and any(
        at.in_play and within(b, counter, watcher, at, slack=True)
        for watcher in counter.watchers
        if watcher.in_play
        for at in stepped
    )


def surely_within(b: Battle, counter: Counter) -> bool:
    """Return whether the last step surely ended in a counter's area and in sight of it."""
    for watcher in counter.watchers:
        if watcher.in_play and not watcher.down:
            for at in b.stepped:
                if at.in_play and within(b, counter, watcher, at, slack=False):
                    return True
    return False


def must_be_asked(b: Battle, unit: Unit) -> bool:
    """Return whether the last step gave a unit a chance (OW.F1, RD-3)."""
    counter = unit.counter
    if counter is None or unit.refused == b.serial:
        return False
    if b.rules.trigger == "fires" and not b.by_fire:
        return False
    return surely_within(b, counter)


def chance(b: Battle, e: Event) -> None:
    """A chance to fire on overwatch and its answer."""
    unit, mover = b.units[e["unit"]], b.units[e["mover"]]
    calling, b.calling = b.calling, None
    who = unit.name
    if unit.counter is None:
        b.flag("OW.A2", f"{who} has a chance without a counter")
    if mover is not b.mover or mover.side == unit.side:
        b.flag("OW.F1", f"{who} has a chance at {mover.name}, which is not an enemy that moves")
    if not b.stepped and not b.by_fire:
        b.flag("OW.F2", f"{who} has a chance at {mover.name}, which takes no step")
    elif b.rules.trigger == "fires" and not b.by_fire:
        b.flag("OW.F1", f"{who} has a chance at a step; the switch says: at fire only")
    elif unit in b.asked:
        b.flag("RD-3", f"{who} is asked twice at one step")
    elif not may_be_asked(b, unit, mover.elements if b.by_fire else b.stepped):
        b.flag("RD-3", f"{who} has a chance at a step that ends outside its area or sight")
    check_fired(b)
    b.asked.add(unit)
    b.answered = True
    check_answer(b, unit, e)
    actions.check_action(b, unit, e["decision"], calling)


def check_answer(b: Battle, unit: Unit, e: Event) -> None:
    """OW.F6 and the switches reaction_test and discipline_test: why it fires or holds."""
    fires, reason = e["decision"] == "fire", e["reason"]
    acts = e["decision"] != "hold"  # RD-27
    if acts and unit.panicked:
        b.flag("RD-9", f"{unit.name} decides to fire and has panicked")
    if acts and reason not in ("forced",) and not reason.startswith("rule "):
        b.flag("OW.F6", f"{unit.name} fires because of {reason}")
    if (reason == "test_failed") != (not acts and unit.refused == b.serial):
        b.flag("OW.F1", f"{unit.name} gives {reason}; its reaction test says otherwise")
    forced = b.forced is unit and reason != "no_shot"
    if (reason == "forced") != forced or (forced and not fires):
        b.flag("OW.F6", f"{unit.name} gives {reason}; its discipline test says otherwise")
    b.forced = None
    if fires and actions.untested(b, unit):
        b.flag("OW.F1", f"{unit.name} decides to fire without its reaction test")
    asks = b.rules.discipline_test != "none" and not unit.machine
    if asks and unit.disciplined != b.serial and not acts and reason != "no_shot":
        b.flag("OW.F6", f"{unit.name} decides without its discipline test")
    b.may_fire = unit if fires else None


def check_fired(b: Battle) -> None:
    """A unit that decided to act on overwatch has done so, and its counter is gone (OW.F3)."""
    if b.calling is not None:
        b.flag("RD-27", f"{b.calling.name} calls for fire on overwatch without a chance")
        b.calling = None
    if b.acted is not None:
        if b.acted.counter and actions.used_up(b, b.acted.counter):
            b.flag("OW.F3", f"{b.acted.name} has taken its action and keeps its counter")
        actions.end_action(b)
    if b.may_fire is not None:
        b.flag("OW.F1", f"{b.may_fire.name} decides to fire and does not")
        b.may_fire = None


def close_step(b: Battle) -> None:
    """End a step: every counter that it gave a chance must have been asked (RD-3, RD-5)."""
    check_fired(b)
    if b.hiding and not b.by_fire:
        sight.check_seen(b, b.stepped)
    if b.stepped:
        mover = b.stepped[0].unit
        for unit in b.forces["red" if mover.side == "blue" else "blue"]:
            if unit.counter and unit not in b.asked and must_be_asked(b, unit):
                b.flag("RD-3", f"{unit.name} is not asked at a step of {mover.name} in its area")
        b.stepped.clear()
    b.asked.clear()
    b.answered = b.by_fire = False
    b.forced = None


def after_fire(b: Battle, v: Volley) -> None:
    """OW.F3: the counter goes after its combat action, or after `shots` of them."""
    counter = v.unit.counter
    if v.mode != "overwatch" or counter is None:
        return
    if b.acted is v.unit:
        actions.end_action(b)  # one action: its leader called, the others fired
    else:
        counter.shots += 1
    if actions.used_up(b, counter):
        b.owe("off", v.unit, "OW.F3", f"{v.unit.name} has fired and keeps its counter", "fired")
    if b.rules.flips_command_marker and not v.unit.activated:
        b.owe("marker", v.unit, "OW.F5", f"{v.unit.name}: marker not flipped against the switch")


def off(b: Battle, e: Event) -> None:
    """A counter goes: only for a reason that the rules have (OW.A3, OW.R3, OW.F3, RD-9)."""
    unit, cause = b.units[e["unit"]], e["cause"]
    if unit.counter is None:
        b.flag("OW.A2", f"{unit.name} loses a counter that it does not have")
    due = b.pay("off", unit)
    while b.pay("off", unit):
        pass  # two reasons at once: one of them is told
    owed = due.data if due else None
    if b.acted is unit and unit.counter and actions.used_up(b, unit.counter):
        owed = "fired"
        flips = b.rules.flips_command_marker and not unit.activated
        actions.end_action(b)
        if flips:
            b.owe("marker", unit, "OW.F5", f"{unit.name}: marker not flipped against the switch")
    if not has_cause(b, unit, cause, owed):
        b.flag(MARKS.get(cause, "OW.A3"), f"{unit.name} loses its counter by {cause} without cause")
    unit.counter = None


MARKS = {"fired": "OW.F3", "under_fire": "OW.R3", "any_fire": "OW.R3", "reactivated": "OW.R5",
         "panic": "RD-9", "routed": "RD-9", "destroyed": "RD-24"}  # fmt: skip


def has_cause(b: Battle, unit: Unit, cause: str, owed: str | None) -> bool:
    """Return whether what is told as the cause has happened."""
    if cause == owed:
        return True
    joins = "regrouped" if b.order.get("action") == "regroup" else "activated"
    if cause == joins and partners.spends(b, unit):  # RD-11, DS35.1
        return True
    if cause == "activated" or cause == "reactivated":
        if unit.reactivated != (cause == "reactivated"):
            return False
        b.announced["off"] = unit, b.n
        return True
    if cause == "routed":
        return unit.confidence == 4
    if cause == "turn_end":
        return b.turn_is_over() and not b.rules.persists_over_turn_end
    if cause == "destroyed":
        return not unit.alive
    return False
