"""Infantry fire: firefights, and shots and chits without a roll to hit (p. 33, p. 35-36)."""

from __future__ import annotations

from collections import Counter

from tests.audit import arms, book, dice, hits, inside, shooting
from tests.audit.battle import Battle, Event, Firefight, Gun, Hit, Volley
from tests.audit.force import Element
from tests.audit.kinds import Weapon

ERROR = 1e-5  # of a range that is told


def firefight(b: Battle, e: Event) -> None:
    """One roll for the small arms of a unit, a die step down while it is Under Fire (DS33.1)."""
    unit, v = b.units[e["unit"]], b.volley
    if v is None or unit is not v.unit:
        b.flag("DS33.1", f"{unit.name} has a firefight without a fire that was declared")
        return
    shooting.check_hits_drawn(b, v)
    if b.units[e["target"]] is not v.target:
        b.flag("DS28.1", f"{unit.name} has a firefight with {e['target']}, not {v.target.name}")
    if e["die"] is None:
        inside.fire(b, v, e)
        return
    if v.firefight:
        b.flag("DS33.1", f"{unit.name} rolls twice for its small arms")
    die = book.step_down(unit.die, 1) if unit.under_fire else unit.die
    if e["die"] != die or not 1 <= e["roll"] <= e["die"]:
        text = f"rolls {e['roll']} on a D{e['die']}, Under Fire is {unit.under_fire}"
        b.flag("DS33.1", f"{unit.name} {text}: D{die}")
    if e["leadership"] != unit.leadership:
        b.flag("DS33.1", f"{unit.name}: leadership {e['leadership']}, it is {unit.leadership}")
    drawing = effective(e["teams"], e["roll"], unit.leadership)
    if e["drawing"] != drawing:
        text = f"{e['roll']} with leadership {unit.leadership} lets {drawing} of {e['teams']} draw"
        b.flag("DS33.1", f"{unit.name}: {e['drawing']} teams draw, {text}")
    v.firefight = Firefight(e["teams"], e["drawing"])
    v.at_infantry.add(v.target)  # in every case
    able = v.riflemen - v.guns.keys()
    if not 1 <= e["teams"] <= len(able):
        text = f"{e['teams']} teams in a firefight, {len(able)} have somebody to fire at"
        b.flag("DS33.1", f"{unit.name}: {text}")
    for team in arms.surely_fired(v):
        team.fired |= v.mode == "activation"


def effective(teams: int, roll: int, leadership: int) -> int:
    """Return how many teams draw: none below the leadership, all at twice it, else half (DS33.1)."""
    if roll < leadership:
        return 0
    return teams if roll >= 2 * leadership else (teams + 1) // 2


def shot(b: Battle, e: Event) -> None:
    """A shot that rolls no dice to hit (DS33.2, DS35.3, DS36.2, DS36.3)."""
    firer, target, v = b.elements[e["element"]], b.elements[e["target"]], b.volley
    if v is None:
        b.flag("DS28.1", f"{firer.name} shoots without a fire that was declared")
        return
    shooting.check_hits_drawn(b, v)
    shooting.check_pair(b, v, firer, target)
    weapon = dice.check_weapon(b, v, firer, target, e["weapon"])
    if weapon is None:
        return
    v.at_infantry.add(target.unit)
    check_range(b, firer, target, weapon, e["range"])
    if e["position"] not in (allowed := arms.positions(b, target, firer)):
        text = f"{target.name} is told {e['position']} to {firer.name}, it is {sorted(allowed)}"
        b.flag("DS33.2", text)
    if arms.small_arm(firer, weapon):
        small_arm(b, v, firer, weapon, e)
    else:
        barrel(b, v, firer, target, weapon, e)
    armour = target.kind.front  # two sides are told apart by the chits
    v.hits.append(Hit(firer, target, weapon, 0, armour, False))


def check_range(b: Battle, firer: Element, target: Element, weapon: Weapon, told: float) -> None:
    """DS33.2, DS36.2 to DS36.4: what a weapon can act on, and how far."""
    distance = firer.distance(target)
    if abs(distance - told) > 1e-3:
        b.flag("DS4.2", f"{firer.name}: range {told}, measured {distance:.4f}")
    if not arms.acts_on(weapon, target):
        mark = "DS36.4" if target.kind.team is None else "DS36.3"
        mark = "DS36.2" if weapon.kind == "IAVR" else mark
        b.flag(mark, f"{firer.name}'s {weapon.name} does nothing to {target.name}")
    elif told > arms.reach(firer, weapon) + ERROR:
        mark = {"IAVR": "DS36.2", "RIFLE": "DS33.2", "APSW": "DS35.3"}.get(weapon.kind, "DS36.3")
        text = f"reaches {arms.reach(firer, weapon)} inches, {target.name} is {told} away"
        b.flag(mark, f"{firer.name}'s {weapon.name} {text}")


def small_arm(b: Battle, v: Volley, firer: Element, weapon: Weapon, e: Event) -> None:
    """DS33.1: under an effective roll each team draws once, APSW teams before the others."""
    fight = v.firefight
    if fight is None:
        b.flag("DS33.1", f"{firer.name} fires its {weapon.name} without the roll for effect")
        return
    if firer in v.guns:
        b.flag("DS18.4", f"{firer.name} fires more than one weapon system")
    if firer in fight.drawn or e["barrel"] != 1:
        b.flag("DS33.2", f"{firer.name} draws more than once in a firefight")
    if weapon.kind == "APSW" and any(team.kind.team != "apsw" for team in fight.drawn):
        b.flag("DS33.1", f"{firer.name}, an APSW team, draws after another team")
    fight.drawn.append(firer)
    if len(fight.drawn) > fight.drawing:
        text = f"{len(fight.drawn)} teams draw, the roll says {fight.drawing}"
        b.flag("DS33.1", f"{v.unit.name}: {text}")


def barrel(b: Battle, v: Volley, firer: Element, target: Element, weapon: Weapon, e: Event) -> None:
    """One barrel of a gun or APSW, or an IAVR: firefights come after them (RD-27)."""
    if v.firefight:
        b.flag("RD-27", f"{firer.name} fires its {weapon.name} after its unit's firefight")
    gun = v.guns.get(firer)
    if gun is None:
        gun = v.guns[firer] = Gun(weapon, target, 1, 0, None)
    else:
        gun.barrels += 1
    if gun.weapon is not weapon or gun.target is not target or gun.barrels > weapon.barrels:
        b.flag("DS18.4", f"{firer.name} fires more than one weapon system")
    if e["barrel"] != gun.barrels:
        b.flag("DS28.4", f"{firer.name}: barrel {e['barrel']} fires as number {gun.barrels}")


def chits(b: Battle, e: Event) -> None:
    """Chits of infantry fire, or at infantry (DS33.2, DS36.2 to DS36.4)."""
    v = b.volley
    firer, target = b.elements[e["element"]], b.elements[e["target"]]
    hit = hits.take_hit(v, firer, target, e["area"]) if v else None
    if v is None or hit is None:
        b.flag("DS33.2", f"chits are drawn for {firer.name} at {target.name} without a shot")
        return
    mark = mark_of(hit.weapon, target)
    check_draw(b, hit, e["drawn"], mark)
    valid = check_colours(b, hit, e, mark)
    total = hits.total_of(e["drawn"], valid)
    if e["total"] != total:
        text = f"{e['drawn']} count {e['total']}, the valid ones ({valid}) add to {total}"
        b.flag(mark, text)
    wanted = check_effects(b, hit, e, total, mark)
    if firer.kind.team is not None:
        wanted.discard("firer_systems_down")  # a team has no systems
    hits.apply(b, v, firer, target, wanted, e["area"])


def mark_of(weapon: Weapon, target: Element) -> str:
    """Return the rule of a weapon's chits."""
    if weapon.kind == "IAVR":
        return "DS36.2"
    if target.kind.team is None:
        return "DS36.4"
    return "DS36.3" if weapon.gun else "DS33.2"


def check_draw(b: Battle, hit: Hit, drawn: list[str], mark: str) -> None:
    """How many chits a weapon draws, out of one full pot (DS5.1)."""
    if len(drawn) != arms.chits(hit.firer, hit.weapon):
        b.flag(mark, f"{hit.firer.name}'s {hit.weapon.name} draws {len(drawn)} chits")
    for chit, count in Counter(drawn).items():
        if count > book.POT.get(chit, 0):
            b.flag("DS5.1", f"{count} chits {chit} drawn, the pot has {book.POT.get(chit, 0)}")


def check_colours(b: Battle, hit: Hit, e: Event, mark: str) -> str:
    """Check the colours that are told to count, and return them: the play has gone on by them."""
    allowed = {
        arms.colours(b, hit.weapon, hit.target, position)
        for position in arms.positions(b, hit.target, hit.firer)
    }
    valid: str = e["valid"]
    if valid not in allowed:
        text = f"{hit.weapon.name} at {hit.target.name} counts {valid}, not {sorted(allowed)}"
        b.flag("RD-15" if mark == "DS36.3" else mark, text)
    return valid


def check_effects(b: Battle, hit: Hit, e: Event, total: float, mark: str) -> set[str]:
    """Check what resists and what the draw does; return what it should do.

    A team is lost at its kill total, specials count for nothing (DS30.1, DS33.2). A vehicle of armour
    0 is lost at five (DS36.4). An IAVR meets armour (DS36.2).
    """
    target, drawn = hit.target, e["drawn"]
    if hit.weapon.kind == "IAVR":
        armour = e.get("armour", -1)
        dice.check_armour(b, hit.firer, target, armour)
        wanted = hits.effects_of(drawn, total, armour)
    else:
        team = target.kind.team is not None
        needed = target.kind.kill_total if team else book.SOFT_TOTAL
        if e.get("kill_total") != needed:
            told = e.get("kill_total", e.get("armour"))
            b.flag(mark, f"{target.name} is lost at {needed}, told is {told}")
        if team:
            wanted = {"destroyed"} if total >= needed else set()
        else:
            wanted = hits.effects_of(drawn, 0, 1)
            if total >= needed and "F" not in drawn:
                wanted = {"destroyed"}
    wanted, wrong = hits.differ(set(e["effects"]), wanted)
    if wrong:
        special = wrong - {"destroyed"} and hits.mark_of(drawn, wrong)
        text = f"{drawn} ({total}) on {target.name}: {e['effects']}, not {sorted(wanted)}"
        b.flag(special or mark, text)
    return wanted


def draws(b: Battle, e: Event) -> bool:
    """Return whether these chits are infantry fire's, or fire's at infantry."""
    if b.elements[e["target"]].kind.team is not None or "kill_total" in e:
        return True
    return any(
        hit.weapon.kind == "IAVR" and hit.firer.name == e["element"]
        for hit in (b.volley.hits if b.volley else ())
    )
