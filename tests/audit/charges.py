"""Close-defence charges against infantry that comes near a vehicle (DS35.4)."""

from __future__ import annotations

import math

from tests.audit import arms, book, melee
from tests.audit.battle import OTHER, Attack, Battle, Charge, Event
from tests.audit.force import PLACE_ERROR, Element


def come_near(b: Battle, team: Element, x: float, y: float) -> None:
    """Note whose charges a step of a team sets off: of vehicles that it came within an inch of."""
    if team.kind.team is None:
        return
    if b.assault and b.assault.falling is team.unit:
        return  # charges answer who comes in, not who falls back past them
    for unit in b.forces[OTHER[team.unit.side]]:
        for vehicle in unit.elements:
            if not vehicle.kind.apfc or not vehicle.in_play:
                continue
            now = vehicle.distance(team)
            before = math.hypot(vehicle.x - x, vehicle.y - y)
            inch = book.APFC_RADIUS
            if now <= inch + PLACE_ERROR and before > inch - PLACE_ERROR:
                sure = now <= inch - PLACE_ERROR and before > inch + PLACE_ERROR
                b.charges.append(Charge(vehicle, team, sure))


def missed(b: Battle, e: Event) -> None:
    """Charges that were set off have drawn before anything else happens."""
    if e["event"] == "fire" and e["mode"] == "assault":
        return
    for charge in b.charges:
        if charge.sure and charge.team.in_play and charge.vehicle.in_play:
            text = f"{charge.team.name} comes within an inch of {charge.vehicle.name}"
            b.flag("DS35.4", f"{text}, and no charges go off")
    b.charges.clear()


def go_off(b: Battle, e: Event) -> None:
    """A vehicle's charges go off at a team: an attack of its own."""
    unit, target = b.units[e["unit"]], b.units[e["target"]]
    for charge in b.charges:
        if charge.vehicle.unit is unit and charge.team.unit is target and charge.team.in_play:
            b.charges.remove(charge)
            break
    else:
        b.flag("DS35.4", f"{unit.name}'s charges go off and nobody of {target.name} comes near")
        charge = None
    if e["shots"] != 1:
        b.flag("DS35.4", f"{unit.name} lets {e['shots']} charges go off at once")
    if unit.hidden:
        b.owe("revealed", unit, "DS20.5", f"{unit.name}'s charges go off and it stays hidden")
    b.attack = Attack({target}, at_infantry={target}, by=unit, charge=charge)
    target.attackers.add(unit)


def chits(b: Battle, attack: Attack, e: Event) -> None:
    """Two chits, which count as in a firefight."""
    vehicle, team = b.elements[e["element"]], b.elements[e["target"]]
    charge, attack.charge = attack.charge, None
    if charge is None or (charge.vehicle, charge.team) != (vehicle, team):
        b.flag("DS35.4", f"{vehicle.name}'s charges draw at {team.name} without a reason")
    allowed = {book.FIREFIGHT_VALID[place] for place in arms.positions(b, team)}
    melee.draw(b, attack, e, "DS35.4", book.APFC_CHITS, allowed)
