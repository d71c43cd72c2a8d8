"""The dice of a shot: weapon, arc, band, both sides' dice, cover, armour (DS18.5, DS28, DS29.2)."""

from __future__ import annotations

from tests.audit import book, sight
from tests.audit.battle import Battle, Event, Volley
from tests.audit.force import Element
from tests.audit.kinds import Weapon

COVERS = {**book.SECONDARY, "none": 0}


def check_weapon(b: Battle, v: Volley, firer: Element, target: Element, name: str) -> Weapon | None:
    """DS18.5, RD-7: a fitted weapon whose arc covers the target, in a mount that may fire."""
    fitted = firer.kind.by_name.get(name)
    if not fitted:
        b.flag("DS18.4", f"{firer.name} has no {name}")
        return None
    within = [weapon for weapon in fitted if firer.sees_ahead(target, weapon.half_arc)]
    if not within:
        b.flag("DS18.5", f"{firer.name}'s {name} does not bear on {target.name}")
        return fitted[0]
    for weapon in within:
        if weapon.mount != "fixed":
            return weapon
    if v.mode == "activation" and firer.moved:
        b.flag("DS18.5", f"{firer.name} fires its fixed {name} after moving")
    if v.mode == "overwatch" and v.unit.counter and firer in v.unit.counter.moved:
        b.flag("RD-7", f"{firer.name} fires its fixed {name} on overwatch and moved before")
    return within[0]


def check_band(b: Battle, firer: Element, target: Element, weapon: Weapon, e: Event) -> int | None:
    """The range and its band by the tables; one band out if damaged (DS30.2)."""
    distance = firer.distance(target)
    if abs(distance - e["range"]) > 1e-3:
        b.flag("DS4.2", f"{firer.name}: range {e['range']}, measured {distance:.4f}")
    bands = bands_of(weapon, firer, e["range"])
    told = e["band"]
    if told not in [book.BANDS[i] if i < 3 else "out" for i in bands]:
        b.flag("DS30.2" if firer.damaged else "DS28.2", f"{firer.name}: {told} at {e['range']}")
    if told not in book.BANDS:
        return None
    return book.BANDS.index(told)


def bands_of(weapon: Weapon, firer: Element, distance: float) -> set[int]:
    """Return the bands (3: out of reach) that a distance may be in, one out if damaged."""
    bands = set()
    for exact in (distance - 1e-5, distance + 1e-5):
        band = next((i for i, reach in enumerate(weapon.reach) if exact <= reach), 3)
        bands.add(min(3, band + firer.damaged))
    return bands


def check_die(
    b: Battle, v: Volley, firer: Element, target: Element, weapon: Weapon, e: Event
) -> None:
    """DS28.2, DS30.2, RD-8: the firer's die by fire control, band and movement."""
    if e["band"] not in book.BANDS or firer.kind.fire_control is None:
        b.flag("DS28.2", f"{firer.name} may not fire at {e['range']} inches ({e['band']})")
        return
    die = book.FIRE_CONTROL[firer.kind.fire_control][book.BANDS.index(e["band"])]
    if v.mode == "overwatch":
        down = -b.rules.firer_die_shift
        if b.rules.shots == "unlimited" and v.unit.counter:
            down += v.unit.counter.shots
        allowed = {book.step_down(die, down)}
        mark = "RD-8"
    elif v.mode == "opportunity":
        allowed, mark = {die}, "DS28.2"
    else:
        mark = "DS28.2"
        half, stepped = firer.allowance / 2, book.step_down(die, 1)
        allowed = {die, stepped}  # it may move yet: see `standing.check_full_die`
        if firer.moved and not (firer.hurt_at == b.serial and firer.used > half - 1e-3):
            allowed = {stepped} if firer.used > half + 1e-3 else {die}
        firer.fire_die = 1 if e["die"] == die else -1
    if e["die"] not in allowed:
        shown = "/".join(f"D{die}" if die else "no die" for die in allowed)
        b.flag(mark, f"{firer.name} fires with D{e['die']}, not {shown} ({e['band']})")


def check_target_dice(b: Battle, firer: Element, target: Element, e: Event) -> None:
    """DS28.3: the signature's die, and the best secondary die that applies."""
    die = target.kind.loud_die if target.sensors else target.kind.target_die  # DS19.3
    mode = b.volley.mode if b.volley else ""
    if mode == "overwatch":
        die = book.step_down(die, -b.rules.target_die_shift) or die
    if e["target_die"] != die:
        b.flag(
            "DS28.3", f"{target.name} defends with D{e['target_die']}, its signature gives D{die}"
        )
    open_to, more = covers(b, firer, target)
    best = max(COVERS[cover] for cover in open_to)
    if e["cover"] not in COVERS or (
        (COVERS[e["cover"]] != best or e["cover"] not in open_to) and e["cover"] not in more
    ):
        shown = ", ".join(open_to + more)
        b.flag("DS28.3", f"{target.name} has {e['cover']} from {firer.name}, may claim {shown}")


def covers(b: Battle, firer: Element, target: Element) -> tuple[list[str], list[str]]:
    """Return the covers that a target has where it is, and better ones that it may have.

    A crest covers from below; who has stopped on it may have gone hull down (DS20.6, DS26.1).
    """
    if sight.is_up(b, target):
        return ["pop_up"], []  # DS32.2
    found, more = ["none"], ["pop_up"] * (target in b.risen)  # it has dropped since
    if target.unit.evading:
        found.append("evading")
    elif target.unit.evading is None:
        more.append("evading")
    if sight.is_up(b, firer):  # from above only what is dug in or among trees and houses is covered
        found += ["dug_in"] * (target.posture == "dug_in")
        if b.ground.soft[target.cell]:
            (more if target.twins else found).append("soft_cover")
        return found, more
    level = b.ground.level[target.cell]
    height = max(b.ground.level[cell] for cell in (firer.cell, *firer.twins))
    if target.posture == "hull_down" and height > level:
        more.append("hull_down")  # from above a crest may not hide it
    elif target.posture != "none":
        found.append(target.posture)
    if b.ground.soft[target.cell]:
        (more if target.twins else found).append("soft_cover")
    if any(sight.covered(b, cell) for cell in target.twins):
        more.append("soft_cover")
    if b.ground.crest[target.cell]:
        before = b.ground.before(target.cell, firer.x - target.x, firer.y - target.y)
        sure = not target.twins and not firer.twins
        if sure and max(b.ground.level[cell] for cell in [*before, firer.cell]) < level:
            found.append("soft_cover")
        more += ["soft_cover", "hull_down"]
    return found, more


def check_armour(b: Battle, firer: Element, target: Element, armour: int) -> None:
    """DS29.2, RD-6: front armour within 45 degrees of the target's facing, else the side's."""
    front, side = target.kind.front, target.kind.side
    if armour not in (front, side):
        b.flag("DS29.2", f"{target.name} shows armour {armour}; it has {front} and {side}")
    elif front != side and not target.sees_ahead(firer, book.FRONT, within=armour == front):
        where = "front" if armour == front else "side"
        b.flag("RD-6", f"{target.name} shows its {where} to {firer.name} against its facing")


def check_rolls(b: Battle, firer: Element, e: Event) -> None:
    """DS28.4: rolls within their dice, a hit strictly above the better of the target's dice."""
    secondary, cover = e["secondary_roll"], COVERS.get(e["cover"], 0)
    good = 1 <= e["roll"] <= e["die"] and 1 <= e["target_roll"] <= e["target_die"]
    if not good or (secondary is None) != (cover == 0) or not 0 <= (secondary or 0) <= cover:
        b.flag("DS3.1", f"{firer.name}: a roll that its die does not have")
    best = max(e["target_roll"], secondary or 0)
    if e["hit"] != (e["roll"] > best):
        b.flag("DS28.4", f"{firer.name}: hit is {e['hit']} on {e['roll']} against {best}")
