"""Direct fire: who may fire at whom, and the volley as a whole (DS18.4, DS20, DS28.1, DS30.3)."""

from __future__ import annotations

from tests.audit import actions, arms, book, defence, dice, moving, nerve, sight, watching
from tests.audit.battle import Battle, Event, Gun, Hit, Volley
from tests.audit.force import PLACE_ERROR, Element, Unit

NO_FIRE = ("rally", "nothing", "sensors")  # orders for something else


def fire(b: Battle, e: Event) -> None:
    """A unit takes a combat action of fire: is it one that it may take now?"""
    unit, target, mode = b.units[e["unit"]], b.units[e["target"]], e["mode"]
    if unit.side == target.side:
        b.flag("DS18.4", f"{unit.name} fires at its own side")
    if target.hidden:
        b.flag("DS20.5", f"{unit.name} fires at {target.name}, which is hidden")
    if unit.panicked or (b.lost and unit is b.active):
        b.flag("DS23.2", f"{unit.name} fires and has panicked")
    if unit.evading is True:
        b.flag("DS26.1", f"{unit.name} fires and is evading")
    if unit.confidence == 4 and unit.on_foot:
        b.flag("DS22.4", f"{unit.name} is routed infantry and fires")
    elif unit.confidence == 4 and target not in unit.attackers:
        b.flag("DS22.4", f"{unit.name} is routed and fires at {target.name}, which did not attack")
    {"activation": in_activation, "opportunity": on_opportunity, "overwatch": on_overwatch}[mode](
        b, unit, target
    )
    v = b.volley = Volley({target}, unit=unit, target=target, mode=mode, declared=e["shots"])
    v.riflemen = arms.riflemen(b, v)
    least = 0 if any(e.aboard for e in unit.elements) else 1  # DS36.1: none need be for effect
    if not least <= e["shots"] <= unit.alive:
        b.flag("DS28.1", f"{unit.name} declares {e['shots']} shots with {unit.alive} elements")
    b.risen = {e for e in b.risen if sight.is_up(b, e)}
    if unit.hidden:
        b.owe("revealed", unit, "DS20.5", f"{unit.name} fires and stays hidden")
    target.attackers.add(unit)


def in_activation(b: Battle, unit: Unit, target: Unit) -> None:
    """DS18.2, DS18.4: one combat action of the active unit."""
    watching.close_step(b)
    if unit is not b.active:
        b.flag("DS18.2", f"{unit.name} fires outside its activation")
    if b.had_fired:
        b.flag("DS18.4", f"{unit.name} takes a second combat action")
    if b.went_on_watch:
        b.flag("OW.R6", f"{unit.name} fires in the activation in which it went on overwatch")
    if b.order.get("action") in NO_FIRE:
        b.flag("DS18.2", f"{unit.name} fires on the order {b.order['action']}")
    if b.travelled:
        b.flag("DS25.1", f"{unit.name} fires in an activation in travel mode")
    b.had_fired = True
    moving.end_of_steps(b)


def on_opportunity(b: Battle, unit: Unit, target: Unit) -> None:
    """DS20.1: at a moving unit, by one not activated this turn; overwatch comes first (RD-25)."""
    check_moving(b, unit, target, "DS20.1")
    if b.by_fire:
        b.flag("DS20.1", f"{unit.name} takes opportunity fire at fire, not at movement")
    watching.check_fired(b)
    if not b.rules.opportunity_fire:
        b.flag("DS20.1", f"{unit.name}: opportunity fire is switched off")
    if unit.activated:
        b.flag("DS20.1", f"{unit.name} takes opportunity fire with its marker inverted")
    for other in b.forces[unit.side]:
        if other is not unit and other not in b.asked and watching.must_be_asked(b, other):
            text = f"{unit.name} takes opportunity fire before {other.name}'s counter is asked"
            b.flag("OW.F4", text)
    if unit.counter:
        if b.rules.trigger != "fires" and watching.surely_within(b, unit.counter):
            b.flag("RD-25", f"{unit.name} takes opportunity fire with a counter that could fire")
        b.owe(
            "off",
            unit,
            "RD-25",
            f"{unit.name} keeps its counter after opportunity fire",
            "activated",
        )
    for element in unit.elements:
        element.tried = False  # this is its activation, with its one repair (DS32.1)
    b.owe("marker", unit, "DS20.3", f"{unit.name}: marker not inverted after opportunity fire")
    b.answered = True


def on_overwatch(b: Battle, unit: Unit, target: Unit) -> None:
    """OW.F1, OW.A2: with its counter, at a moving unit, when a chance decided so."""
    check_moving(b, unit, target, "OW.F2")
    if unit.counter is None:
        b.flag("OW.A2", f"{unit.name} fires on overwatch without a counter")
    if b.may_fire is not unit and (b.acted is not unit or b.acted_by != "call_fire"):
        b.flag("OW.F1", f"{unit.name} fires on overwatch without a chance that decided it")
    if b.acted is unit and actions.untested(b, unit):
        b.flag("OW.F1", f"{unit.name} calls for fire and fires without its reaction test")
    b.may_fire = None
    b.answered = True


def check_moving(b: Battle, unit: Unit, target: Unit, mark: str) -> None:
    """The target is an enemy unit in the middle of its movement (DS20.1, OW.F2)."""
    if target is not b.mover or unit.side == target.side:
        b.flag(mark, f"{unit.name} fires at {target.name}, which is not moving")
    elif not b.stepped and not b.by_fire:
        b.flag(mark, f"{unit.name} fires at {target.name} while it does not move")


def shot(b: Battle, e: Event) -> None:
    """One die of one weapon."""
    v = b.volley
    firer, target = b.elements[e["element"]], b.elements[e["target"]]
    if v is None:
        b.flag("DS28.1", f"{firer.name} shoots without a fire that was declared")
        return
    if e.get("area"):
        area_shot(b, v, firer, target, e)
        return
    gun = v.guns.get(firer)
    if gun is None:
        check_hits_drawn(b, v)
        gun = first_barrel(b, v, firer, target, e)
        if gun is None:
            return
    else:
        gun.barrels += 1
        same = e["target_roll"] == gun.target_roll and e["secondary_roll"] == gun.secondary_roll
        if target is not gun.target or not same:
            b.flag("DS28.4", f"{firer.name}: a barrel rolls against another target roll")
        if e["weapon"] != gun.weapon.name or gun.barrels > gun.weapon.barrels:
            b.flag("DS18.4", f"{firer.name} fires more than one weapon system")
    if e["barrel"] != gun.barrels:
        b.flag("DS28.4", f"{firer.name}: barrel {e['barrel']} is rolled as number {gun.barrels}")
    dice.check_rolls(b, firer, e)
    band = dice.check_band(b, firer, target, gun.weapon, e)
    if e["hit"] and band is not None:
        v.hits.append(Hit(firer, target, gun.weapon, band, e["armour"], False))
        if gun.weapon.kind == "SLAM" and book.BANDS[band] in book.SLAM_AREA:
            radius = book.SLAM_AREA[book.BANDS[band]][0]
            v.near += [
                (firer, other) for other in b.elements.values() if near(other, target, radius)
            ]


def first_barrel(b: Battle, v: Volley, firer: Element, target: Element, e: Event) -> Gun | None:
    """Check who fires at whom and with what, and remember it for the other barrels."""
    check_pair(b, v, firer, target)
    weapon = dice.check_weapon(b, v, firer, target, e["weapon"])
    if weapon is None:
        return None
    if target.kind.team or not weapon.gun:
        b.flag("DS36.3", f"{firer.name}'s {weapon.name} rolls to hit {target.name}")
    dice.check_target_dice(b, firer, target, e)
    dice.check_armour(b, firer, target, e["armour"])
    dice.check_die(b, v, firer, target, weapon, e)
    gun = v.guns[firer] = Gun(weapon, target, 1, e["target_roll"], e["secondary_roll"])
    return gun


def check_pair(b: Battle, v: Volley, firer: Element, target: Element) -> None:
    """Both in play, systems up, in sight within 60 inches (DS4.2, DS20.7, DS30.2, RD-4)."""
    if firer.unit is not v.unit:
        b.flag("DS18.4", f"{firer.name} fires in the action of {v.unit.name}")
    if not firer.in_play:
        b.flag("RD-24", f"{firer.name} fires and is out of play")
    if firer.down:
        b.flag("DS30.2", f"{firer.name} fires with its systems down")
    if firer in b.busy or firer is b.caller:
        b.flag("DS18.4", f"{firer.name} fires and has taken another combat action")
    if target.unit is not v.target:
        mark = "DS28.1" if v.mode == "activation" else "RD-4"
        b.flag(mark, f"{firer.name} fires at {target.name}; {v.target.name} was declared")
    if not target.in_play:
        b.flag("DS28.1", f"{firer.name} fires at {target.name}, which is out of play")
    if not sight.sees(b, firer, target):
        b.flag("DS4.2", f"{firer.name} does not see {target.name}")
    if firer.aboard or target.aboard:
        b.flag("DS36.1", f"{firer.name} fires at {target.name}, one of them in its transport")
    firer.fired |= v.mode == "activation"
    if v.mode == "overwatch" and v.unit.counter:
        counter = v.unit.counter
        if firer not in counter.watchers:
            b.flag("OW.R7", f"{firer.name} fires on overwatch and does not watch")
        if not watching.within(b, counter, firer, target, slack=True):
            b.flag("RD-4", f"{firer.name} fires at {target.name} outside its watched area")


def area_shot(b: Battle, v: Volley, firer: Element, target: Element, e: Event) -> None:
    """DS30.3: a SLAM salvo that hit may hit what is near its target."""
    gun = v.guns.get(firer)
    if gun is None or gun.weapon.kind != "SLAM":
        b.flag("DS30.3", f"{firer.name}: area hit without a SLAM salvo")
        return
    radius, needed = book.SLAM_AREA.get(e["band"], (0.0, 7))
    if (firer, target) in v.near:
        v.near.remove((firer, target))
    elif target.distance(gun.target) > radius + 1e-3 or target is gun.target:
        b.flag("DS30.3", f"{target.name} is not within {radius} inches of {gun.target.name}")
    if e["die"] != 6 or not 1 <= e["roll"] <= 6 or e["needed"] != needed:
        b.flag("DS30.3", f"{target.name}: D{e['die']} {e['roll']} for {e['needed']}, not {needed}")
    if e["hit"] != (e["roll"] >= needed):
        b.flag("DS30.3", f"{target.name}: hit is {e['hit']} on a {e['roll']}")
    if gun.cancelled:
        b.flag("RD-18", f"{firer.name}'s salvo is cancelled by an F chit and rolls on")
    if not target.in_play:
        b.flag("DS30.3", f"{target.name} is hit by a salvo and is out of play")
    if target.aboard:
        b.flag("DS36.5", f"{target.name} is rolled for by a salvo and is in {target.aboard.name}")
    team = target.kind.team is not None
    if team:
        v.at_infantry.add(target.unit)
    if team != ("kill_total" in e):
        b.flag("DS36.3", f"{target.name} is hit by a salvo as what it is not")
    elif e["hit"]:
        if not team:
            dice.check_armour(b, firer, target, e["armour"])
        band = book.BANDS.index(e["band"])
        v.hits.append(Hit(firer, target, gun.weapon, band, e.get("armour", 0), True))


def near(other: Element, target: Element, radius: float) -> bool:
    """Return whether an element surely is within a radius of a target (DS30.3)."""
    if other is target or not other.in_play or other.aboard:
        return False
    exact = other.deployed and target.deployed
    return other.distance(target) <= radius - (0.0 if exact else PLACE_ERROR)


def check_hits_drawn(b: Battle, v: Volley) -> None:
    """DS29.1: every hit has drawn its chits before the next weapon is rolled."""
    for hit in v.hits:
        if hit.target.in_play and not hit.firer.down:
            b.flag("DS29.1", f"{hit.firer.name} hits {hit.target.name} and draws no chits")
    v.hits.clear()


def close(b: Battle) -> None:
    """End a volley: what it declared is rolled, and what it caused is owed (see `nerve`)."""
    v = b.volley
    assert v is not None
    check_hits_drawn(b, v)
    for firer, other in v.near:
        if other.in_play and not firer.down:
            b.flag("DS30.3", f"{other.name} is near {firer.name}'s salvo and is not rolled for")
    for firer, gun in v.guns.items():
        if gun.barrels < gun.weapon.barrels and gun.target.in_play and not firer.down:
            b.flag("DS28.4", f"{firer.name} rolls {gun.barrels} of {gun.weapon.barrels} barrels")
    defence.check_flight(b, v)
    arms.check_firefight(b, v)
    shots = len(v.guns) + (v.firefight.teams if v.firefight else 0)
    if shots > v.declared or (shots < v.declared and not v.lost):
        b.flag("DS28.1", f"{v.unit.name} declares {v.declared} shots and fires {shots}")
    if not v.declared and not v.inside:
        b.flag("DS28.1", f"{v.unit.name} fires and nobody does")
    b.volley = None
    if v.mode == "activation" and b.rules.trigger != "moves":
        moving.end_of_steps(b)
        b.stepped, b.by_fire = [*v.guns.keys() | arms.surely_fired(v)], True
    nerve.after(b, v)
    watching.after_fire(b, v)
