"""Area defence: who meets which missiles of a volley, and with what die (DS19.3, DS31.1)."""

from __future__ import annotations

from tests.audit import book, sight
from tests.audit.battle import OTHER, Battle, Event, Volley
from tests.audit.flight import Defence, Flight
from tests.audit.force import PLACE_ERROR, Element


def take_off(b: Battle, v: Volley) -> Flight:
    """Return the missiles of a volley; at the first note which area defence is up to meet them.

    It is a combat action for which systems are up and sensors active. A unit that evades, has
    panicked or keeps hidden takes none (DS23.2, DS26.1, DS20.5).
    """
    if v.flight is None:
        ready = [
            element
            for unit in b.living(OTHER[v.unit.side])
            if not unit.panicked and not unit.hidden and unit.evading is False
            for element in unit.elements
            if element.in_play and element.sensors and not element.down
        ]
        v.flight = Flight(ready)
    return v.flight


def reaches(b: Battle, guard: Element, target: Element, slack: bool) -> bool:
    """Return whether a target is within 12 inches of an ADS and in its sight (DS19.3)."""
    radius = book.ADS_RADIUS + (PLACE_ERROR if slack else -PLACE_ERROR)
    return guard.distance(target) <= radius and sight.sees(b, guard, target, slack)


def most_engaged(guard: Element) -> int:
    """Return how many missiles leave an ADS at a D4, one step down for each but one (DS31.1)."""
    return book.LADDER.index(guard.kind.ads) + 1 if guard.kind.ads else 0


def check_try(b: Battle, flight: Flight, guard: Element, e: Event) -> None:
    """One roll of an ADS: may it, at what, with which die, and is it told right?"""
    launcher, target, number = b.elements[e["launcher"]], b.elements[e["target"]], e["missile"]
    who = guard.name
    if guard not in flight.ready:
        b.flag("DS19.3", f"{who} meets missiles and has no area defence that may act")
    if guard.unit.side != target.unit.side:
        b.flag("DS19.3", f"{who} defends {target.name}, which is no friend")
    if not reaches(b, guard, target, slack=True):
        b.flag("DS19.3", f"{who} defends {target.name}, out of its 12 inches or sight")
    salvo = flight.salvos[launcher]
    defence = flight.defences.get(guard)
    if defence is None:
        gone = {(one, i) for one, other in flight.salvos.items() for i in other.down}
        defence = flight.defences[guard] = Defence(e["engaged"], gone)
    if number in salvo.down or (launcher, number) in defence.tried:
        b.flag("DS31.1", f"{who} tries missile {number} of {launcher.name} again")
    if any(other.rolled for other in flight.salvos.values()):
        b.flag("DS31.1", f"{who} meets a missile when others have arrived")
    defence.tried.add((launcher, number))
    if e["engaged"] != defence.engaged:
        b.flag("DS31.1", f"{who} engages {e['engaged']} missiles, {defence.engaged} before")
    die = book.step_down(guard.kind.ads, e["engaged"] - 1) if guard.kind.ads else None
    if e["die"] != die:
        text = f"rolls D{e['die']} with {e['engaged']} missiles to meet, its die is {die}"
        b.flag("DS31.1", f"{who} {text}")
    if not (1 <= e["roll"] <= e["die"] and 1 <= e["guidance_roll"] <= e["guidance_die"]):
        b.flag("DS3.1", f"{who}: a roll that its die does not have")
    if e["shot_down"] != (e["roll"] > e["guidance_roll"]):
        text = f"shot down is {e['shot_down']} on {e['roll']} against {e['guidance_roll']}"
        b.flag("DS31.1", f"{who}: {text}")
    if e["shot_down"]:
        salvo.down.add(number)


def check_flight(b: Battle, v: Volley) -> None:
    """At the end of a volley: every missile has met what it had to, and has arrived (DS31.1)."""
    flight = v.flight
    if flight is None:
        return
    for launcher, salvo in flight.salvos.items():
        resolved = len(salvo.down | salvo.rolled)
        if resolved < salvo.weapon.barrels and salvo.target.in_play and not launcher.down:
            text = f"{resolved} of {salvo.weapon.barrels} missiles are rolled or shot down"
            b.flag("DS31.1", f"{launcher.name}: {text}")
    for guard in flight.ready:
        check_met(b, flight, guard)


def check_met(b: Battle, flight: Flight, guard: Element) -> None:
    """DS19.3, DS31.1: an ADS has engaged what it could of what is known to have come its way.

    What flew at a target that another missile destroyed first is never told, so there may be more.
    """
    near = {
        (launcher, number)
        for launcher, salvo in flight.salvos.items()
        if reaches(b, guard, salvo.target, slack=False)
        for number in salvo.down | salvo.rolled
    }
    defence = flight.defences.get(guard)
    if defence is None:
        down = {(one, i) for one, salvo in flight.salvos.items() for i in salvo.down}
        if near - down:
            b.flag("DS19.3", f"{guard.name} lets {len(near - down)} missiles by untried")
        return
    could = min(len(near - defence.left), most_engaged(guard))
    if defence.engaged < could:
        b.flag("DS19.3", f"{guard.name} engages {defence.engaged} missiles and could {could}")
    if len(defence.tried) != defence.engaged:
        text = f"tries {len(defence.tried)} missiles of the {defence.engaged} that it engages"
        b.flag("DS31.1", f"{guard.name} {text}")
