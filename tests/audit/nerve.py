"""Tests, confidence, panic, Under Fire, leaders and command (DS22 to DS24, RD-22 to RD-24)."""

from __future__ import annotations

from tests.audit import assaulting, book, partners
from tests.audit.battle import Attack, Battle, Event
from tests.audit.force import Unit

THREAT_FIRST, THREAT_QUARTER, THREAT_HALF, THREAT_LEADER, THREAT_PANIC = 1, 1, 2, 3, 2
THREAT_BOMBARDED = 0
THREAT_ON_FOOT = 1  # infantry that moves Under Fire, or shaken (DS22.4, DS24.1)


def after(b: Battle, v: Attack) -> None:
    """Owe everything that an attack causes."""
    suffering = {*v.attacked, *v.at_infantry, *v.bombarded, *v.new, *v.hurt, *v.beheaded}
    for unit in sorted(suffering, key=lambda unit: unit.name):
        first_attack, unit.attacked = not unit.attacked, True
        if unit.command and (unit in v.beheaded or not unit.alive):
            owe_command_loss(b, unit)
        if not unit.alive:
            if unit.counter:
                b.owe(
                    "off",
                    unit,
                    "RD-24",
                    f"{unit.name} is destroyed, its counter stays",
                    "destroyed",
                )
            continue
        shaken_up = unit in v.at_infantry and unit.on_foot  # without a loss as well
        if (unit in v.hurt or shaken_up) and not unit.under_fire and not unit.machine:
            b.owe("under_fire", unit, "DS24.1", f"{unit.name} gets no Under Fire marker")
        if unit.counter and b.rules.void_on_any_fire:
            b.owe("off", unit, "OW.R3", f"{unit.name} keeps its counter when fired at", "any_fire")
        threat = threat_of(unit, v.new.get(unit, 0), unit in v.beheaded)
        held = v.threats.get(unit, -1)
        if threat is None and unit in v.bombarded and unit.on_foot:
            threat = THREAT_BOMBARDED
        if held >= 0 and held >= (threat or 0):
            text = f"{unit.name} takes no test at +{held} after a round"
            b.owe("confidence", unit, "DS34.1", text, held)
        elif threat is not None and (unit.confidence < 4 or held >= 0) and not unit.machine:
            text = f"{unit.name} takes no confidence test at +{threat}"
            b.owe("confidence", unit, threat_mark(threat), text, threat)
        if unit in v.beheaded:
            b.owe("leader", unit, "DS23.3", f"{unit.name} replaces no leader")
        if unit.quality == "green" and first_attack and not unit.machine:
            b.owe(
                "panic", unit, "DS23.2", f"{unit.name} is green, attacked first, and takes no test"
            )


def threat_of(unit: Unit, new: int, beheaded: bool) -> int | None:
    """Return the highest threat of an attack, None if it asks for no test (DS22.3, DS23.1)."""
    if beheaded:
        return THREAT_LEADER
    if new and 2 * unit.casualties >= unit.strength:
        return THREAT_HALF  # RD-23
    if new and (unit.casualties == new or 4 * new >= unit.strength):
        return THREAT_FIRST
    return None


def threat_mark(threat: int) -> str:
    """Return the mark of a threat's rule."""
    return "RD-23" if threat == THREAT_HALF else "DS23.1"


def owe_command_loss(b: Battle, commander: Unit) -> None:
    """DS24.3: every friendly unit drops a level, once."""
    if commander.side in b.command_lost:
        return
    b.command_lost[commander.side] = b.turn
    for unit in b.living(commander.side):
        if unit is not commander and unit.confidence < 4 and not unit.machine:
            text = f"{unit.name} keeps its confidence when the command unit is lost"
            b.owe("drop", unit, "DS24.3", text)


def test(b: Battle, e: Event) -> None:
    """A test: is it due, and are score, threat, die and result right?"""
    unit, kind = b.units[e["unit"]], e["kind"]
    who = unit.name
    if not unit.alive:
        b.flag("RD-24", f"{who} tests with no element in play")
    if unit.machine:
        b.flag("RD-29", f"{who}, a Cybertank, takes a {kind} test")
    if e["die"] != unit.die or not 1 <= e["roll"] <= e["die"]:
        b.flag("DS22.1", f"{who} rolls {e['roll']} on a D{e['die']}, its quality is a D{unit.die}")
    if e["passed"] != (e["roll"] > e["score"]):
        b.flag("DS22.1", f"{who}: passed is {e['passed']} on {e['roll']} against {e['score']}")
    if kind == "rally":
        rally(b, unit, e)
        return
    if e["score"] != unit.leadership + e["threat"]:
        b.flag("DS22.1", f"{who}: score {e['score']} with leadership {unit.leadership}")
    {"confidence": confidence_test, "panic": panic_test, "reaction": reaction_test,
     "discipline": discipline_test}[kind](b, unit, e)  # fmt: skip


def confidence_test(b: Battle, unit: Unit, e: Event) -> None:
    """DS22.1, DS23.1: one level lost, two if the roll is half the score or less."""
    due = b.pay("confidence", unit) or assaulting.stand(b, unit, e["threat"])
    if due is None:
        if unit.confidence < 4:
            b.flag("DS23.1", f"{unit.name} tests its confidence without a reason")
    elif due.data != e["threat"]:
        b.flag(due.mark, f"{unit.name} tests at +{e['threat']}, not +{due.data}")
    assaulting.tested(b, unit, due, e["passed"])
    if not e["passed"] and unit.confidence < 4:
        levels = 2 if 2 * e["roll"] <= e["score"] else 1
        to = min(4, unit.confidence + levels)
        text = f"{unit.name} fails and does not fall to {book.LEVELS[to]}"
        b.owe("fall", unit, "DS22.1", text, to)


def panic_test(b: Battle, unit: Unit, e: Event) -> None:
    """DS23.2: a green unit attacked for the first time, at +2; once only."""
    if b.pay("panic", unit) is None:
        b.flag("DS23.2", f"{unit.name} tests for panic without a reason")
    if e["threat"] != THREAT_PANIC:
        b.flag("DS23.2", f"{unit.name} tests for panic at +{e['threat']}")
    if not e["passed"]:
        unit.panicked = True
        if unit.counter:
            b.owe("off", unit, "RD-9", f"{unit.name} panics and keeps its counter", "panic")


def reaction_test(b: Battle, unit: Unit, e: Event) -> None:
    """Before moving (DS22.4, DS24.1); or, by the switch, before fire on overwatch."""
    if assaulting.reaction(b, unit, e):
        return
    if unit is b.active:
        if unit.tested is not None or not (unit.under_fire or may_be_shaken(b, unit)):
            b.flag("DS24.1", f"{unit.name} takes a reaction test without a reason")
        threat = THREAT_ON_FOOT if unit.on_foot else 0
        if e["threat"] != threat:
            b.flag("RD-12", f"{unit.name} tests before moving at +{e['threat']}, not +{threat}")
        unit.tested = e["passed"]
        return
    wanted = b.rules.reaction_test
    if wanted == "none" or not unit.counter:
        b.flag("OW.F1", f"{unit.name} takes a reaction test without a reason")
    elif e["threat"] != wanted:
        b.flag("OW.F1", f"{unit.name} tests before overwatch fire at +{e['threat']}, not +{wanted}")
    if e["passed"]:
        unit.steady = b.serial
    else:
        unit.refused = b.serial


def may_be_shaken(b: Battle, unit: Unit) -> bool:
    """Return whether shaken infantry may have to test: it advances or is in cover (DS22.4)."""
    if unit.confidence != 2 or not unit.on_foot:
        return False
    return advances(b) or not any(e.in_play and e in b.start_open for e in unit.elements)


def advances(b: Battle) -> bool:
    """Return whether the active unit is ordered towards the enemy, a marker or a waypoint."""
    order: str = b.order["move"]
    if b.order["closing_up"]:
        return False
    return order in ("objective", "to_range", "to_sight") or order.startswith("waypoint ")


def check_shaken(b: Battle, unit: Unit) -> None:
    """DS22.4: shaken infantry advances and leaves cover only after a reaction test.

    Called before its first step; `standing.check_end` sees who has left his cover.
    """
    if unit.confidence != 2 or not unit.on_foot or unit.tested or b.order["action"] == "assault":
        return
    if advances(b) and not b.order["move"].startswith("waypoint "):
        b.flag("DS22.4", f"{unit.name} is shaken infantry and advances without a reaction test")
    b.shaken = unit


def discipline_test(b: Battle, unit: Unit, e: Event) -> None:
    """The switch discipline_test: failing it the unit must fire at the first enemy."""
    wanted = b.rules.discipline_test
    if wanted == "none" or not unit.counter:
        b.flag("OW.F6", f"{unit.name} takes a discipline test without a reason")
    elif e["threat"] != wanted:
        b.flag("OW.F6", f"{unit.name} takes a discipline test at +{e['threat']}, not +{wanted}")
    unit.disciplined = b.serial
    b.forced = None if e["passed"] else unit


def rally(b: Battle, unit: Unit, e: Event) -> None:
    """DS24.4: the unit's activation, against both leaderships; not once the command is lost."""
    commanders = [other for other in b.living(unit.side) if other.command]
    if unit is not b.active or b.order["action"] != "rally" or b.lost:
        b.flag("DS24.4", f"{unit.name} rallies outside an activation for it")
    if not commanders or unit.side in b.command_lost:
        b.flag("DS24.3", f"{unit.name} rallies without a command unit")
    elif e["score"] != unit.leadership + commanders[0].leadership:
        b.flag("DS24.4", f"{unit.name} rallies against {e['score']}")
    if b.had_fired or any(element.moved for element in unit.elements):
        b.flag("DS24.4", f"{unit.name} rallies and does something else")
    b.had_fired = True  # it costs the activation
    if e["passed"] and unit.confidence > 0:
        to = unit.confidence - 1
        text = f"{unit.name} rallies and does not rise to {book.LEVELS[to]}"
        b.owe("rise", unit, "DS24.4", text, to)


#: What is owed before a level changes by a cause, and the cause's rule.
CAUSES = {"test": ("fall", "DS22.1"), "command_lost": ("drop", "DS24.3"),
          "rallied": ("rise", "DS24.4"), "assaulted": ("rout", "DS22.4")}  # fmt: skip


def confidence(b: Battle, e: Event) -> None:
    """A level changes only by a failed test, a lost command, a rally, or an assault (DS22.4)."""
    unit = b.units[e["unit"]]
    if unit.machine:
        b.flag("RD-29", f"{unit.name}, a Cybertank, changes its confidence")
    before, to = book.LEVELS.index(e["from"]), book.LEVELS.index(e["to"])
    if before != unit.confidence:
        b.flag(
            "DS22.1", f"{unit.name} falls from {e['from']}; it was {book.LEVELS[unit.confidence]}"
        )
    cause = e["cause"]
    kind, mark = CAUSES[cause]
    if cause == "assaulted":
        assaulting.rout(b, unit)
    due = b.pay(kind, unit)
    wanted = due.data if due and due.data is not None else min(4, before + 1)
    if due is None and not (cause == "command_lost" and unit.command):
        b.flag(mark, f"{unit.name}'s confidence changes without a reason")
    elif to != wanted:
        b.flag(mark, f"{unit.name} changes to {e['to']}, not {book.LEVELS[wanted]}")
    for other in b.dues:
        if other.who is unit and other.kind in ("confidence", "drop") and to == 4:
            other.kind = "waived"  # nothing more to lose
    b.dues = [other for other in b.dues if other.kind != "waived"]
    unit.confidence = to
    if to == 4 and unit.counter and unit.on_foot:
        b.owe("off", unit, "RD-9", f"{unit.name} is routed and keeps its counter", "routed")


def leader(b: Battle, e: Event) -> None:
    """DS23.3: a D6 when the leader's element is destroyed."""
    unit, element = b.units[e["unit"]], b.elements[e["element"]]
    if b.pay("leader", unit) is None:
        b.flag("DS23.3", f"{unit.name} replaces a leader without a reason")
    roll = e["roll"]
    change = 1 if roll <= 3 else 0 if roll <= 5 else -1
    wanted = min(3, max(1, unit.leadership + change))
    if e["from"] != unit.leadership or e["to"] != wanted or not 1 <= roll <= 6:
        text = f"{e['from']} to {e['to']} on a {roll}, it was {unit.leadership}"
        b.flag("DS23.3", f"{unit.name}: leadership {text}")
    if element.unit is not unit or not element.in_play:
        b.flag("DS23.3", f"{unit.name} is led from {element.name}")
    unit.leadership, unit.leader = e["to"], element


def under_fire(b: Battle, e: Event) -> None:
    """DS24.1: on by an attack that hurt it or was at infantry, off when the activation ends."""
    unit = b.units[e["unit"]]
    if not e["on"]:
        b.pay("calm", unit)
        if b.assault and unit in b.assault.fallen:
            b.flag("DS34.1", f"{unit.name} has fallen back and loses its Under Fire marker")
        if unit is not b.active and unit.spent != b.serial and not partners.spends(b, unit):
            b.flag("DS24.1", f"{unit.name} loses its Under Fire marker outside its activation")
        unit.under_fire = False
        return
    if b.pay("under_fire", unit) is None:
        b.flag("DS24.1", f"{unit.name} gets an Under Fire marker without a reason")
    if unit.machine:
        b.flag("RD-29", f"{unit.name}, a Cybertank, bears an Under Fire marker")
    unit.under_fire = True
    if unit.counter and b.rules.void_on_under_fire:
        b.owe(
            "off", unit, "OW.R3", f"{unit.name} is Under Fire and keeps its counter", "under_fire"
        )
