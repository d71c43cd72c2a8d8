"""Missiles, area defence, sensors and pop-up attacks (DS19.3, DS31.1, DS32.2)."""

from __future__ import annotations

from tests.audit import defence, dice, moving, shooting, watching
from tests.audit.battle import Battle, Event, Gun, Hit, Volley
from tests.audit.flight import Salvo
from tests.audit.force import Element
from tests.audit.kinds import Weapon

ANY_BAND = 1  # a missile's reach is one band
ERROR = 1e-5  # of a range that is told


def missile(b: Battle, e: Event) -> None:
    """One missile: the guidance die against the target's ECM die and its PDS (DS31.1)."""
    launcher, target, v = b.elements[e["element"]], b.elements[e["target"]], b.volley
    if v is None:
        b.flag("DS28.1", f"{launcher.name} launches missiles without a fire that was declared")
        return
    shooting.check_hits_drawn(b, v)
    defence.take_off(b, v)
    fitted = [weapon for weapon in launcher.kind.weapons if weapon.name == e["weapon"]]
    salvo = launch(b, v, launcher, target, fitted, e["die"])
    if salvo is None:
        return
    number = e["missile"]
    if number in salvo.down:
        b.flag("DS31.1", f"{launcher.name}'s missile {number} is shot down and arrives")
    if number in salvo.rolled or not 1 <= number <= salvo.weapon.barrels:
        text = f"rolls missile {number}, it has {salvo.weapon.barrels}"
        b.flag("DS31.1", f"{launcher.name} {text}, those before: {sorted(salvo.rolled)}")
    salvo.rolled.add(number)
    if not target.in_play:
        b.flag("DS28.1", f"{launcher.name}'s missile {number} is at {target.name}, out of play")
    distance = launcher.distance(target)
    if abs(distance - e["range"]) > 1e-3:
        b.flag("DS4.2", f"{launcher.name}: range {e['range']}, measured {distance:.4f}")
    if e["range"] > salvo.weapon.reach[2] + ERROR:
        text = f"reaches {salvo.weapon.reach[2]} inches, {target.name} is {e['range']} away"
        b.flag("DS31.1", f"{launcher.name}'s {salvo.weapon.name} {text}")
    check_dice(b, launcher, target, e)
    dice.check_armour(b, launcher, target, e["armour"])
    if e["hit"]:
        v.hits.append(Hit(launcher, target, salvo.weapon, ANY_BAND, e["armour"], False))


def check_dice(b: Battle, launcher: Element, target: Element, e: Event) -> None:
    """DS31.1: ECM, none with active sensors (DS19.3), PDS if fitted; strictly higher hits."""
    ecm = 4 if target.sensors else target.kind.ecm
    if e["ecm_die"] != ecm:
        mark = "DS19.3" if target.sensors else "DS31.1"
        b.flag(mark, f"{target.name} has an ECM of D{e['ecm_die']}, not D{ecm}")
    if (e["pds_die"] or 0) != target.kind.pds:
        b.flag("DS31.1", f"{target.name} has a PDS of {e['pds_die']}, fitted is {target.kind.pds}")
    pds_die, pds = e["pds_die"] or 0, e["pds_roll"] or 0
    within = 1 <= e["roll"] <= e["die"] and 1 <= e["ecm_roll"] <= e["ecm_die"]
    if not within or not min(1, pds_die) <= pds <= pds_die:
        b.flag("DS3.1", f"{launcher.name}: a roll that its die does not have")
    best = max(e["ecm_roll"], pds)
    if e["hit"] != (e["roll"] > best):
        b.flag("DS31.1", f"{launcher.name}: hit is {e['hit']} on {e['roll']} against {best}")


def launch(
    b: Battle, v: Volley, launcher: Element, target: Element, fitted: list[Weapon], die: int
) -> Salvo | None:
    """Return the salvo that a missile belongs to: one weapon of a vehicle, at one target (DS31.1)."""
    weapons = [weapon for weapon in fitted if weapon.guidance]
    if not weapons:
        b.flag("DS18.4", f"{launcher.name} has no such missiles")
        return None
    weapons = [weapon for weapon in weapons if weapon.guidance == die]
    if not weapons:
        b.flag("DS31.1", f"{launcher.name}'s missiles are guided by a D{die}, which none has")
        return None
    assert v.flight is not None
    salvo = v.flight.salvos.get(launcher)
    if salvo is None:
        shooting.check_pair(b, v, launcher, target)
        if target.kind.team is not None:
            b.flag("DS31.1", f"{launcher.name} launches missiles at {target.name}, infantry")
        if launcher in v.guns:
            b.flag("DS18.4", f"{launcher.name} fires more than one weapon system")
        salvo = v.flight.salvos[launcher] = Salvo(target, weapons[0])
    elif target is not salvo.target:
        b.flag("DS31.1", f"{launcher.name}'s missiles are at {salvo.target.name} and {target.name}")
    elif salvo.weapon not in weapons:
        if salvo.rolled:
            b.flag("DS18.4", f"{launcher.name} fires more than one weapon system")
        salvo.weapon = weapons[0]
    v.guns[launcher] = Gun(salvo.weapon, target, salvo.weapon.barrels, 0, None)
    return salvo


def intercept(b: Battle, e: Event) -> None:
    """One try of an area defence to shoot a missile down (DS19.3, DS31.1)."""
    guard, launcher, v = b.elements[e["element"]], b.elements[e["launcher"]], b.volley
    target = b.elements[e["target"]]
    if v is None:
        b.flag("DS31.1", f"{guard.name} meets missiles and none was launched")
        return
    shooting.check_hits_drawn(b, v)
    flight = defence.take_off(b, v)
    if launch(b, v, launcher, target, launcher.kind.weapons, e["guidance_die"]) is None:
        return
    if not 1 <= e["missile"] <= flight.salvos[launcher].weapon.barrels:
        b.flag("DS31.1", f"{guard.name} meets missile {e['missile']} of {launcher.name}")
    defence.check_try(b, flight, guard, e)


def check_gun(b: Battle, e: Event) -> None:
    """DS19.3: with active sensors an ADS does not fire at ground targets."""
    firer = b.elements[e["element"]]
    fitted = firer.kind.by_name.get(e["weapon"], [])
    if firer.sensors and fitted and all(weapon.area_defence for weapon in fitted):
        b.flag("DS19.3", f"{firer.name} fires its ADS at the ground with active sensors")


def sensors(b: Battle, e: Event) -> None:
    """DS18.4, DS19.3: switched by a combat action of its own, in its unit's activation."""
    element = b.elements[e["element"]]
    watching.close_step(b)
    moving.end_of_steps(b)
    if element.unit is not b.active or b.order.get("action") != "sensors":
        b.flag("DS18.4", f"{element.name} switches its sensors outside an activation for it")
    if b.lost or element.unit.panicked:
        b.flag("DS23.2", f"{element.name} switches its sensors and has panicked")
    if b.went_on_watch:
        b.flag("OW.R6", f"{element.name} switches its sensors after going on overwatch")
    if element.fired or element in b.busy:
        b.flag("DS18.4", f"{element.name} takes a second combat action")
    if not element.in_play or element.down:
        b.flag("DS30.2", f"{element.name} switches its sensors, out of play or systems down")
    if element.kind.ads is None:
        b.flag("DS19.3", f"{element.name} switches sensors that it does not have")
    if e["active"] == element.sensors:
        b.flag("DS19.3", f"{element.name} switches its sensors to {e['active']}, as they were")
    element.sensors = e["active"]
    b.busy.add(element)


def pop_up(b: Battle, e: Event) -> None:
    """DS32.2: VTOLs rise for their attack, which gives the enemy the chances of a step, and drop."""
    unit = b.units[e["unit"]]
    if not e["up"]:
        if unit is not b.popped:
            b.flag("DS32.2", f"{unit.name} drops and was not up")
        watching.close_step(b)
        b.popped = None
        b.risen.clear()
        return
    watching.close_step(b)
    if unit is not b.active or b.order.get("action") != "pop_up":
        b.flag("DS32.2", f"{unit.name} pops up outside an activation for it")
    if b.popped is not None:
        b.flag("DS32.2", f"{unit.name} pops up while {b.popped.name} is up")
    if b.lost or unit.panicked:
        b.flag("DS23.2", f"{unit.name} pops up and has panicked")
    if b.had_fired or b.busy:
        b.flag("DS18.4", f"{unit.name} pops up after its combat action")
    if b.went_on_watch:
        b.flag("OW.R6", f"{unit.name} pops up after going on overwatch")
    able = [e for e in unit.elements if e.kind.vtol and e.in_play and not e.immobilised]
    if not able:
        b.flag("DS32.2", f"{unit.name} pops up without a VTOL that can")
    moving.end_of_steps(b)
    b.popped, b.stepped, b.risen = unit, able, set(able)


def check_low(b: Battle) -> None:
    """DS32.2: after its attack, when its activation ends, nothing is up any more."""
    if b.popped is not None:
        b.flag("DS32.2", f"{b.popped.name} stays up after its attack")
        b.popped = None
