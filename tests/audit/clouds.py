"""Smoke on the table: who lays it, and when it goes (DS4.2, DS18.4, RD-27)."""

from __future__ import annotations

from tests.audit import book, moving, turns, watching
from tests.audit.batteries import Cloud
from tests.audit.battle import Battle, Event
from tests.audit.force import Element


def smoke(b: Battle, e: Event) -> None:
    """A cloud is laid or goes."""
    if not e["laid"]:
        gone(b, e)
        return
    unit = b.units[e["unit"]] if e["unit"] else None
    if unit is None:
        shell(b, e)
    else:
        discharge(b, b.elements[e["element"]], e)
    wanted = book.SMOKE["shell" if unit is None else "discharger"]
    x, y = e["at"]
    cloud = Cloud(x, y, e["radius"], e["until"], unit)
    if e["radius"] != wanted:
        b.flag(cloud.mark, f"a cloud of {e['radius']} inches is laid, not of {wanted}")
    if e["until"] != b.turn + 1:
        b.flag(cloud.mark, f"smoke laid in turn {b.turn} is told to lie until {e['until']}")
    b.clouds.append(cloud)
    if len(b.clouds) > book.CLOUDS:
        b.flag("DS4.2", f"{len(b.clouds)} clouds lie on the table")


def shell(b: Battle, e: Event) -> None:
    """DS39.1: one cloud where each gun aims, or one where all do."""
    x, y = e["at"]
    for due in b.dues:
        if due.kind == "smoke" and abs(due.data[0] - x) < 2e-4 and abs(due.data[1] - y) < 2e-4:
            b.dues.remove(due)
            return
    b.flag("DS39.1", f"a smoke shell falls at {x}, {y}, where nobody fired one")


def discharge(b: Battle, element: Element, e: Event) -> None:
    """DS18.4: a vehicle's combat action, with dischargers that it has and has not used."""
    b.settle()
    unit, who = element.unit, element.name
    if unit.name != e["unit"]:
        b.flag("DS18.4", f"{who} lays smoke for {e['unit']}")
    if unit is b.active:
        in_activation(b, element)
    else:
        on_overwatch(b, element)
    if not element.in_play:
        b.flag("RD-24", f"{who} lays smoke and is out of play")
    if element.down:
        b.flag("DS30.2", f"{who} lays smoke with its systems down")
    if not element.smoke:
        b.flag("DS18.4", f"{who} lays smoke and has no dischargers left")
    element.smoke = False
    x, y = e["at"]
    if abs(x - element.x) > 2e-4 or abs(y - element.y) > 2e-4:
        b.flag("DS18.4", f"{who} lays smoke at {x}, {y}, and is at {element.x}, {element.y}")


def in_activation(b: Battle, element: Element) -> None:
    """DS18.2, DS18.4: in its activation, instead of another combat action."""
    watching.close_step(b)
    who = element.name
    if b.order["action"] != "smoke":
        b.flag("DS18.2", f"{who} lays smoke on the order {b.order['action']}")
    if element.fired or element in b.busy:
        b.flag("DS18.4", f"{who} lays smoke and has taken a combat action")
    if b.went_on_watch:
        b.flag("OW.R6", f"{who} lays smoke in the activation in which it went on overwatch")
    if b.travelled:
        b.flag("DS25.1", f"{who} lays smoke in an activation in travel mode")
    if b.lost or element.unit.panicked:
        b.flag("DS23.2", f"{who} lays smoke and has panicked")
    b.busy.add(element)
    moving.end_of_steps(b)


def on_overwatch(b: Battle, element: Element) -> None:
    """RD-27: with its counter, when a chance decided so."""
    unit, counter = element.unit, element.unit.counter
    if counter is None:
        b.flag("OW.A2", f"{element.name} lays smoke outside its activation without a counter")
    elif element not in counter.watchers:
        b.flag("OW.R7", f"{element.name} lays smoke on overwatch and does not watch")
    if b.acted is not unit or b.acted_by != "smoke":
        b.flag("OW.F1", f"{element.name} lays smoke without a chance that decided it")
    b.has_acted = True


def gone(b: Battle, e: Event) -> None:
    """DS18.4, DS39.1: as its unit is activated, at the end of its time, or to make room."""
    unit = b.units[e["unit"]] if e["unit"] else None
    told = (*e["at"], e["radius"], e["until"])
    same = [c for c in b.clouds if (c.x, c.y, c.radius, c.until) == told and c.unit is unit]
    if not same:
        b.flag("DS4.2", f"smoke goes at {e['at']}, where none lies")
        return
    cloud = same[0]
    if len(b.clouds) == book.CLOUDS and cloud is b.clouds[0] and not b.turn_is_over():
        b.clouds.remove(cloud)  # the oldest makes room
        return
    b.clouds.remove(cloud)
    b.settle()
    turns.close_activation(b)
    if cloud.until <= b.turn and (unit is None or b.turn_is_over()):
        turns.start_turning(b)
    elif unit is not None:
        b.announced["smoke"] = unit, b.n
    else:
        b.flag(cloud.mark, f"smoke of a shell goes in turn {b.turn}, it lies until {cloud.until}")
