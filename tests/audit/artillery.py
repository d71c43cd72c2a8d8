"""Missions that arrive, and their chits (DS39.1, RD-19)."""

from __future__ import annotations

from collections import Counter

from tests.audit import alternation, book, hits, nerve, turns
from tests.audit.batteries import Battery, Mission, Zone, places
from tests.audit.battle import Attack, Battle, Event
from tests.audit.force import Element, Unit


def barrage(b: Battle, e: Event) -> None:
    """A mission arrives: the battery's activation, in its side's activation turn (DS39.1)."""
    turns.close_activation(b)
    battery = b.batteries[e["battery"]]
    mission, unit = battery.mission, battery.unit
    battery.mission = b.located = None
    if (unit.name if unit else None) != e["unit"]:
        b.flag("DS39.1", f"{battery.name} is told to be {e['unit']}'s")
    if mission is None:
        b.flag("DS39.1", f"{battery.name} fires and nobody has asked for it")
        mission = Mission(tuple(e["at"]), False, e["load"], e["sheaf"], False, 0, True)
    if e["fire"] == "lost":
        if battery.barrels():
            b.flag("DS39.1", f"{battery.name}'s mission is lost, {battery.barrels()} guns can fire")
        return
    if not (mission.waited or mission.turn != b.turn):
        b.flag("DS39.1", f"{battery.name}'s mission comes before an enemy activation")
    check_activation(b, battery)
    effective = mission.effective and battery.stock[mission.load] > 0
    if (e["fire"] == "effective") != effective:
        b.flag("DS39.1", f"{battery.name}'s fire is {e['fire']}, asked effective: {effective}")
    battery.stock[mission.load] -= e["fire"] == "effective"
    check_told(b, battery, mission, e)
    if unit:
        b.owe("marker", unit, "DS39.1", f"{unit.name}: marker not inverted after its mission")
        if unit.under_fire and not any(e.down for e in unit.elements):  # repairs come between
            b.owe("calm", unit, "DS24.1", f"{unit.name}: Under Fire marker stays after its mission")
        b.located = battery
    fall(b, battery, mission, e)


def check_activation(b: Battle, battery: Battery) -> None:
    """DS18.1, DS18.2, DS39.1: the turn of its side, and the activation of its unit."""
    unit, who = battery.unit, battery.name
    b.serial += 1
    if b.to_act is None or b.turning:
        b.flag("DS18.1", f"{who} fires outside a turn")
    elif battery.side != b.to_act and b.to_move(b.to_act):
        b.flag("DS18.1", f"{who} fires out of turn: {b.to_act} has units left")
    alternation.acts(b, battery.side)
    alternation.check_announced(b, unit)
    if not battery.may_activate(b.turn):
        b.flag("DS39.1", f"{who} fires and has no activation left in turn {b.turn}")
    battery.fired = b.turn
    if unit is None:
        return
    if unit.counter:
        b.flag("OW.A3", f"{unit.name} keeps its counter when its battery fires")
    if unit.hidden:
        b.flag("DS20.5", f"{unit.name} stays hidden when its battery fires")
    alternation.check_smoke(b, unit)
    unit.evading = False
    unit.activations += 1
    for element in unit.elements:
        element.begin()


def check_told(b: Battle, battery: Battery, mission: Mission, e: Event) -> None:
    """DS39.1: place, load and sheaf as asked, guns that can fire, ammunition that is left."""
    x, y = e["at"]
    told = e["load"], e["sheaf"]
    if told != (mission.load, mission.sheaf):
        b.flag("DS39.1", f"{battery.name} fires {told}, asked {mission.load} {mission.sheaf}")
    if abs(x - mission.at[0]) > 2e-4 or abs(y - mission.at[1]) > 2e-4:
        b.flag("DS39.1", f"{battery.name} fires at {x}, {y}, asked {mission.at}")
    if e["guns"] != battery.barrels():
        b.flag("DS39.1", f"{battery.name} fires {e['guns']} guns of {battery.barrels()}")
    if e["left"] != battery.stock[mission.load]:
        text = f"{e['left']} of {mission.load} left, it has {battery.stock[mission.load]}"
        b.flag("DS39.1", f"{battery.name}: {text}")
    baseline = getattr(b.scenario, battery.side).baseline
    if e["along"] != ("y" if baseline in ("west", "east") else "x"):
        b.flag("DS39.1", f"{battery.name}'s sheaf lies along {e['along']}, baseline {baseline}")


def fall(b: Battle, battery: Battery, mission: Mission, e: Event) -> None:
    """DS39.1: who is in the beaten zone, of both sides; or where smoke is owed."""
    effective = e["fire"] == "effective"
    aims = places(mission.at, mission.sheaf, battery.barrels(), e["along"])
    if mission.load == "smoke":
        for at in aims if effective else ():
            b.owe("smoke", battery, "DS39.1", f"{battery.name} lays no smoke at {at}", at)
        return
    each = battery.barrels() if mission.sheaf == "converged" else 1
    exact = mission.exact
    zone = Zone(battery, mission.load, aims, exact, each if effective else 0, guns=battery.able())
    attack = b.attack = Attack()
    b.zone = zone
    for element in b.elements.values():
        held = element.in_play and not element.aboard and zone.holds(element)
        if held is None:
            zone.near.add(element)
        elif held:
            catch(attack, zone, element)


def catch(attack: Attack, zone: Zone, element: Element) -> None:
    """Note an element in the beaten zone, with what it draws (RD-19: nothing where immune)."""
    unit = element.unit
    attack.attacked.add(unit)
    attack.at_infantry.add(unit)
    attack.bombarded.add(unit)
    if zone.battery.unit:
        unit.attackers.add(zone.battery.unit)
    zone.left[element] = zone.draws if zone.drawing(element)[1] else 0


def chits(b: Battle, e: Event) -> None:
    """Chits of a barrage at one element (DS39.1, DS5.1, DS29.2, DS30.1, RD-18, RD-19)."""
    target, zone, attack = b.elements[e["target"]], b.zone, b.attack
    if zone is None or attack is None:
        b.flag("DS39.1", f"{target.name} draws chits of artillery without a mission")
        return
    check_gun(b, zone, e["element"])
    if target in zone.near:
        zone.near.remove(target)
        catch(attack, zone, target)
    if target not in zone.left or not target.in_play:
        b.flag("DS39.1", f"{target.name} draws chits outside the beaten zone or out of play")
    elif not zone.left[target]:
        immune = zone.draws and not zone.drawing(target)[1]
        b.flag("RD-19" if immune else "DS39.1", f"{target.name} draws chits it should not draw")
    else:
        zone.left[target] -= 1
    count, valid = zone.drawing(target)
    if len(e["drawn"]) != count or e["valid"] != valid:
        text = f"{len(e['drawn'])} chits of which {e['valid']} count, not {count} of {valid}"
        mark = "DS39.1" if len(e["drawn"]) != count else "RD-19"
        b.flag(mark, f"{zone.battery.name} at {target.name}: {text}")
    drawn: list[str] = e["drawn"]
    for chit, number in Counter(drawn).items():
        if number > book.POT.get(chit, 0):
            b.flag("DS5.1", f"{number} chits {chit} drawn, the pot has {book.POT.get(chit, 0)}")
    total = hits.total_of(e["drawn"], valid)
    if e["total"] != total:
        b.flag(
            "DS29.1", f"{e['drawn']} count {e['total']}, the valid ones ({valid}) add to {total}"
        )
    effect(b, attack, target, e, total)


def check_gun(b: Battle, zone: Zone, name: str | None) -> None:
    """The guns that fire are the battery's: named on the table, nameless off it."""
    gun = b.elements[name] if name else None
    if (gun is None) != (zone.battery.unit is None) or (gun and gun not in zone.guns):
        b.flag("DS39.1", f"chits are drawn for {name}, no gun of {zone.battery.name}")


def effect(b: Battle, attack: Attack, target: Element, e: Event, total: float) -> None:
    """DS29.2: side armour; a team is lost at its kill total, and no special counts (DS30.1)."""
    kind = target.kind
    if kind.team is None:
        resists, told = kind.side, e.get("armour")
        wanted = hits.effects_of(e["drawn"], total, kind.side)
    else:
        resists, told = kind.kill_total, e.get("kill_total")
        wanted = {"destroyed"} if total >= kind.kill_total else set()
    if told != resists:
        b.flag("DS29.2", f"{target.name} resists artillery with {told}, not {resists}")
    effects = set(e["effects"])
    if "destroyed" in wanted and "destroyed" in effects:
        effects &= wanted  # whatever else a wreck has suffered
        wanted &= {"destroyed"} | effects
    if effects != wanted:
        mark = hits.mark_of(e["drawn"], effects ^ wanted) if kind.team is None else "DS30.1"
        b.flag(mark, f"{e['drawn']} at {target.name}: {sorted(effects)}, not {sorted(wanted)}")
    wanted.discard("firer_systems_down")  # undoes the draw; the guns are no one element
    hits.apply(b, attack, target, target, wanted, False)


def close(b: Battle) -> None:
    """End a barrage: everybody in the zone has drawn; what it caused is owed."""
    zone, attack = b.zone, b.attack
    assert zone is not None and attack is not None
    b.zone = b.attack = None
    for element, left in zone.left.items():
        if left and element.in_play:
            text = f"{element.name} is in the beaten zone and draws {left} times too few"
            b.flag("DS39.1", text)
    nerve.after(b, attack)
    silent = {
        e.unit for e in zone.near if not zone.draws or not zone.drawing(e)[1]
    }  # no draws tell
    on_edge(b, silent - attack.attacked)
    unit = zone.battery.unit
    if unit and not unit.alive:
        b.pay("marker", unit)
        b.pay("calm", unit)


def on_edge(b: Battle, units: set[Unit]) -> None:
    """Let units have the consequences of a barrage on whose edge they stand, or not."""
    owed = len(b.dues)
    nerve.after(b, Attack(units, set(units), set(units)))
    for due in b.dues[owed:]:
        due.mark = ""
