"""Chits and what they do (DS5.1, DS29, DS30, RD-16 to RD-18)."""

from __future__ import annotations

from collections import Counter

from tests.audit import book
from tests.audit.battle import Attack, Battle, Event, Hit, Volley
from tests.audit.force import Element


def chits(b: Battle, e: Event) -> None:
    """The chits of one hit: how many, which count, what they do."""
    v = b.volley
    firer, target = b.elements[e["element"]], b.elements[e["target"]]
    hit = take_hit(v, firer, target, e["area"]) if v else None
    if v is None or hit is None:
        b.flag("DS29.1", f"chits are drawn for {firer.name} at {target.name} without a hit")
        return
    check_draw(b, hit, e["drawn"])
    valid = hit.weapon.valid[target.kind.armour_kind][hit.band]
    if e["valid"] != valid:
        b.flag("DS29.1", f"{hit.weapon.name} counts {e['valid']}, the table says {valid}")
    total = total_of(e["drawn"], valid)
    if e["total"] != total:
        b.flag(
            "DS29.1", f"{e['drawn']} count {e['total']}, the valid ones ({valid}) add to {total}"
        )
    if e["armour"] != hit.armour:
        b.flag("DS29.2", f"armour {e['armour']}, the shot met {hit.armour}")
    wanted = effects_of(e["drawn"], total, hit.armour)
    wanted, wrong = differ(set(e["effects"]), wanted)
    if wrong:
        text = f"{e['drawn']} on armour {hit.armour}: {e['effects']}, not {sorted(wanted)}"
        b.flag(mark_of(e["drawn"], wrong), text)
    apply(b, v, firer, target, wanted, e["area"])


def differ(told: set[str], wanted: set[str]) -> tuple[set[str], set[str]]:
    """Return the effects that a draw should have, and those that are told wrongly."""
    if "destroyed" in wanted and "destroyed" in told:
        told &= wanted  # whatever else a wreck has suffered
        wanted &= {"destroyed"} | told
    return wanted, told ^ wanted


def take_hit(v: Volley | None, firer: Element, target: Element, area: bool) -> Hit | None:
    """Return the hit that these chits are for, or None."""
    for hit in v.hits if v else ():
        if hit.firer is firer and hit.target is target and hit.area == area:
            assert v is not None
            v.hits.remove(hit)
            return hit
    return None


def check_draw(b: Battle, hit: Hit, drawn: list[str]) -> None:
    """DS29.1, DS5.1: as many as the weapon's class, out of one full pot."""
    if len(drawn) != hit.weapon.chits:
        b.flag("DS29.1", f"{hit.weapon.name} draws {len(drawn)} chits")
    for chit, count in Counter(drawn).items():
        if count > book.POT.get(chit, 0):
            b.flag("DS5.1", f"{count} chits {chit} drawn, the pot has {book.POT.get(chit, 0)}")


def total_of(drawn: list[str], valid: str) -> float:
    """Return what the valid numerical chits add to; halves are kept (RD-17)."""
    colours, _, _ = valid.partition("*")
    colours, _, _ = colours.partition("/")
    total = sum(int(chit[1]) for chit in drawn if chit[0] in colours and chit[1:].isdigit())
    return total * 2 if valid.endswith("*2") else total / 2 if valid.endswith("/2") else total


def effects_of(drawn: list[str], total: float, armour: int) -> set[str]:
    """Return what a draw does to its target (DS29.2, DS30.1)."""
    if "F" in drawn:
        return {"firer_systems_down"}  # RD-18
    found = set()
    if "M" in drawn:
        found.add("immobilised")
    if "T" in drawn:
        found.add("systems_down")
    numerical = any(chit[1:].isdigit() for chit in drawn)
    if "BOOM" in drawn or total > armour:
        found.add("destroyed")
    elif total == armour and (total > 0 or numerical):  # RD-16
        found.add("damaged")
    return found


def mark_of(drawn: list[str], wrong: set[str]) -> str:
    """Return the rule that a wrong effect is against."""
    if "F" in drawn:
        return "RD-18"
    return "DS30.1" if wrong & {"immobilised", "systems_down", "firer_systems_down"} else "DS29.2"


def apply(
    b: Battle, v: Attack, firer: Element, target: Element, effects: set[str], area: bool
) -> None:
    """Carry the effects into the state, and owe the event that tells them."""
    unit = target.unit
    before = target.damaged, target.immobilised, target.down, target.in_play
    if "firer_systems_down" in effects:
        if not firer.down:
            b.owe("status", firer, "DS30.1", f"{firer.name}: no status after an F chit")
        firer.down, firer.down_since = True, b.serial
        if isinstance(v, Volley):
            v.guns[firer].cancelled |= not area
        return
    target.immobilised |= "immobilised" in effects
    if "systems_down" in effects and not target.down:
        target.down, target.down_since = True, b.serial
    if "damaged" in effects:
        v.hurt.add(unit)
        if not target.damaged:
            target.damaged, target.hurt_at = True, b.serial
    if "destroyed" in effects and target.in_play:
        v.hurt.add(unit)
        v.lost += 1
        target.in_play = False
        unit.alive -= 1
        if unit.leader is target:
            v.beheaded.add(unit)
    if effects & {"damaged", "destroyed"} and not target.counted:
        target.counted = True
        unit.casualties += 1
        v.new[unit] = v.new.get(unit, 0) + 1
    if before != (target.damaged, target.immobilised, target.down, target.in_play):
        b.owe("status", target, "DS29.2", f"{target.name}: no status after a hit that changed it")


def status(b: Battle, e: Event) -> None:
    """What an element has suffered so far must be what the hits did."""
    element = b.elements[e["element"]]
    b.pay("status", element)
    told = e["damaged"], e["immobilised"], e["systems_down"]
    known = element.damaged, element.immobilised, element.down
    if e["in_play"] != element.in_play or (element.in_play and told != known):
        b.flag(
            "DS29.2", f"{element.name} is told as {told}, in play {e['in_play']}; hits say {known}"
        )
