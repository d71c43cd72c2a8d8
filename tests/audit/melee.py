"""A round of close assault: who takes part, the chits, the tests after it (DS34.1, DS35.1)."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

from tests.audit import arms, book, hits, sight
from tests.audit.battle import Attack, Battle, Event
from tests.audit.close_quarters import DESTROYED, WITHDREW, Assault, fighters, present
from tests.audit.force import PLACE_ERROR, Element, Unit

SUPPORT = 6.0  # inches within which the attackers' vehicles help their teams


def draw(b: Battle, attack: Attack, e: Event, mark: str, count: int, allowed: set[str]) -> None:
    """One draw without a roll to hit: how many chits, which count, what they do.

    A team is lost at its kill total, specials count for nothing. A vehicle resists with its side
    armour.
    """
    firer, target = b.elements[e["element"]], b.elements[e["target"]]
    drawn: list[str] = e["drawn"]
    if len(drawn) != count:
        b.flag(mark, f"{firer.name} draws {len(drawn)} chits at {target.name}, not {count}")
    for chit, many in Counter(drawn).items():
        if many > book.POT.get(chit, 0):
            b.flag("DS5.1", f"{many} chits {chit} drawn, the pot has {book.POT.get(chit, 0)}")
    valid = e["valid"]
    if valid not in allowed:
        b.flag(mark, f"{firer.name} at {target.name} counts {valid}, not {sorted(allowed)}")
    total = hits.total_of(drawn, valid)
    if e["total"] != total:
        b.flag(mark, f"{drawn} count {e['total']}, the valid ones ({valid}) add to {total}")
    team = target.kind.team is not None
    resists, key = (target.kind.kill_total, "kill_total") if team else (target.kind.side, "armour")
    if e.get(key) != resists:
        told = e.get("kill_total", e.get("armour"))
        b.flag(mark, f"{target.name} resists with {resists}, told is {told}")
    if team:
        wanted = {"destroyed"} if total >= resists else set()
    else:
        wanted = hits.effects_of(drawn, total, resists)
    wanted, wrong = hits.differ(set(e["effects"]), wanted)
    if wrong:
        text = f"{drawn} ({total}) on {target.name}: {e['effects']}, not {sorted(wanted)}"
        b.flag(mark if team else hits.mark_of(drawn, wrong), text)
    if firer.kind.team is not None:
        wanted.discard("firer_systems_down")  # a team has no systems
    hits.apply(b, attack, firer, target, wanted, False)


def line_up(b: Battle, a: Assault, e: Event) -> None:
    """Find out who takes part in a round, and check how many are told (DS34.1).

    Of units whose contact depends on the rounding of places the number that is told decides.
    """
    doubtful = sorted(a.fighting - a.surely_near, key=lambda unit: unit.name)
    for out in chain.from_iterable(combinations(doubtful, n) for n in range(len(doubtful) + 1)):
        if sum(len(fighters(unit)) for unit in a.fighting.difference(out)) == e["attackers"]:
            a.fighting -= set(out)
            a.near -= set(out)
            break
    teams = {team for unit in a.fighting for team in fighters(unit)}
    if e["attackers"] != len(teams):
        b.flag("DS34.1", f"{e['attackers']} teams attack, {len(teams)} are in contact")
    foes = present(a.target)
    if e["defenders"] != len(foes):
        b.flag("DS34.1", f"{e['defenders']} elements defend, {len(foes)} are there")
    a.helpers = {
        vehicle
        for unit in a.fighting
        for vehicle in present(unit)
        if vehicle.kind.team is None and not vehicle.down and supports(b, vehicle, foes)
    }
    a.lined_up = {*teams, *a.helpers, *foes}
    a.silent = {e for e in a.lined_up if e.kind.team is None and e.down}
    a.draws = {}


def supports(b: Battle, vehicle: Element, foes: list[Element]) -> bool:
    """Return whether an attackers' vehicle may be near enough to help, in sight of the enemy."""
    near = [foe for foe in foes if vehicle.distance(foe) <= SUPPORT + PLACE_ERROR]
    return any(sight.sees(b, vehicle, foe) for foe in near)


def may_draw(a: Assault, defending: bool) -> set[Element]:
    """Return who draws on a side: all that are there but vehicles whose systems were down."""
    return {e for e in a.lined_up if (e.unit is a.target) == defending and e not in a.silent}


def aimed_at(a: Assault, defending: bool) -> set[Element]:
    """Return who may be drawn at on a side: of the attackers the teams only."""
    return {
        e
        for e in a.lined_up
        if (e.unit is a.target) == defending and (defending or e.kind.team is not None)
    }


def chits(b: Battle, a: Assault, attack: Attack, e: Event) -> None:
    """One element's chits in a round: both sides draw at once (DS34.1).

    The defender's position counts in the first round, afterwards and for the attackers all is open.
    """
    firer, target = b.elements[e["element"]], b.elements[e["target"]]
    defends = firer.unit is a.target
    if firer not in may_draw(a, defends) or target not in aimed_at(a, not defends):
        b.flag("DS34.1", f"{firer.name} draws at {target.name}, who do not fight each other")
    if firer in a.draws:
        b.flag("DS34.1", f"{firer.name} draws twice in round {a.number}")
    if not target.in_play:
        b.flag("DS34.1", f"{firer.name} draws at {target.name}, which is out of play")
    a.draws[firer] = target
    attack.at_infantry.add(target.unit)
    if target.kind.team is None:
        count = book.IAVR_CHITS
        kind = target.kind
        allowed = {book.IAVR_VALID["apfc" if kind.apfc else kind.armour_kind]}
    else:
        count = chits_of(firer)
        places = {"open"}
        if a.number == 1 and not defends:
            places = arms.positions(b, target)
        allowed = {book.ASSAULT_VALID[place] for place in places}
    draw(b, attack, e, "DS34.1", count, allowed)


def chits_of(firer: Element) -> int:
    """Return how many chits an element draws at teams (p. 34)."""
    kind = firer.kind
    if kind.team in ("apsw", "assault"):
        return book.ASSAULT_CHITS[kind.team]
    if kind.team is None:
        return book.ASSAULT_CHITS["vehicle"]
    return book.ASSAULT_CHITS["powered" if kind.troops == "powered" else "rifle"]


def check_draws(b: Battle, a: Assault) -> None:
    """Every element draws once, spread evenly; in vain only at what others have struck down."""
    for defending in (False, True):
        drawers = may_draw(a, defending)
        sure = drawers - a.helpers
        foes = aimed_at(a, not defending)
        drawn = Counter(foe for firer, foe in a.draws.items() if firer in drawers)
        most, least = -(-len(drawers) // len(foes)) if foes else 0, len(sure) // max(1, len(foes))
        in_vain = sum(most - drawn[foe] for foe in foes if not foe.in_play)
        missing = sorted(firer.name for firer in sure if firer not in a.draws)
        if len(missing) > in_vain:
            b.flag("DS34.1", f"{', '.join(missing)} draw no chits in round {a.number}")
        for foe in foes:
            if drawn[foe] > most or (foe.in_play and drawn[foe] < least):
                text = f"{foe.name} is drawn at {drawn[foe]} times, {len(drawers)} draw at"
                b.flag("DS34.1", f"{text} {len(foes)} in round {a.number}")


def threat(a: Assault, unit: Unit) -> int:
    """Return the threat of a unit's test after a round: by what it lost in it (DS34.1)."""
    began = [e for e in a.lined_up if e.unit is unit]
    lost = sum(not e.in_play for e in began)
    losses = book.ASSAULT_LOSSES
    return losses["under_half"] if 2 * lost < len(began) else losses["half_or_more"]


def close(b: Battle, a: Assault, attack: Attack) -> None:
    """End the chits of a round: who tests because of it (DS34.1)?

    The defender does, unless it is gone or no team is left to fight it; the attackers if it holds.
    """
    check_draws(b, a)
    a.stage = "after"
    left = {unit for unit in a.fighting if fighters(unit)}
    a.waiting, a.held, a.broken = {}, set(), False
    if not a.target.alive or not left:
        a.stage = "over"
        a.won = DESTROYED if not a.target.alive else 0
        return
    a.waiting = {unit: threat(a, unit) for unit in left}
    if a.target.machine:  # RD-29: it holds without a test
        attack.threats = dict(a.waiting)
    else:
        attack.threats = {a.target: threat(a, a.target)}


def tested(b: Battle, a: Assault, unit: Unit, passed: bool) -> None:
    """A test of a round is taken: what follows from it (DS34.1)."""
    if not passed and (unit is a.target or unit in a.waiting):
        b.owe("withdraw", unit, "DS34.1", f"{unit.name} fails its test and does not fall back")
    if unit is a.target:
        if not passed:
            a.stage, a.won = "over", WITHDREW
            return
        owe_tests(b, a)
        return
    if unit not in a.waiting:
        return
    if any(due.kind == "confidence" and due.who is a.target for due in b.dues):
        b.flag("DS34.1", f"{unit.name} tests before {a.target.name}, which is assaulted")
    del a.waiting[unit]
    if passed:
        a.held.add(unit)
    elif not a.broken:
        a.broken = True  # DS35.1
        owe_tests(b, a)
    if a.waiting:
        return
    if not a.held or a.number == book.ASSAULT_ROUNDS:
        a.stage = "over"
        return
    a.fighting = a.held
    a.surely_near = set(a.held)
    text = f"{a.target.name} and its attackers hold, and fight no other round"
    b.owe("round", a.target, "DS34.1", text)


def owe_tests(b: Battle, a: Assault) -> None:
    """Owe the attackers' tests: at the highest threat that applies (DS22.3)."""
    for unit, losses in a.waiting.items():
        due = b.pay("confidence", unit)
        highest = max(losses + a.broken, due.data if due else -1)
        mark = "DS35.1" if a.broken else "DS34.1"
        text = f"{unit.name} takes no test at +{highest} after round {a.number}"
        b.owe("confidence", unit, mark, text, highest)
