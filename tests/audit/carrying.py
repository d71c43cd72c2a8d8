"""Teams that mount, step out, or are lost with their carrier (DS36.1, DS36.5)."""

from __future__ import annotations

from tests.audit import book, sight
from tests.audit.battle import Attack, Battle, Event
from tests.audit.force import Element


def passengers(carrier: Element) -> list[Element]:
    """Return the teams aboard a carrier, in the order of the unit."""
    return [e for e in carrier.unit.elements if e.in_play and e.aboard is carrier]


def carry(carrier: Element) -> None:
    """Take the teams aboard to where their carrier is."""
    for team in passengers(carrier):
        follow(team, carrier)


def follow(team: Element, carrier: Element) -> None:
    """Put a team where its carrier is."""
    team.x, team.y, team.cell, team.twins = carrier.x, carrier.y, carrier.cell, carrier.twins
    team.deployed = carrier.deployed


def check_targets(b: Battle, e: Event) -> None:
    """DS36.1: teams aboard are no targets, and whatever they fire from inside has no effect."""
    target = b.elements[e["target"]]
    if target.aboard:
        b.flag("DS36.1", f"{target.name} is fired at aboard {target.aboard.name}")
    firer = b.elements.get(e["element"])
    if firer is not None and firer.aboard:
        b.flag("DS36.1", f"{firer.name} fires for effect from inside {firer.aboard.name}")


def mounted(b: Battle, e: Event) -> None:
    """A team mounts or steps out (DS36.1)."""
    team, carrier = b.elements[e["element"]], b.elements[e["carrier"]]
    if not team.in_play or not carrier.kind.carries or carrier.unit is not team.unit:
        b.flag("DS36.1", f"{team.name} is no team of its unit for {carrier.name} to carry")
    if team.kind.team is None:
        b.flag("DS36.1", f"{team.name} is aboard {carrier.name} and is no infantry")
    due = None if e["aboard"] else b.pay("step_out", team)
    if due is None:
        check_order(b, team, e)
        pay_half(b, team, carrier)
    if e["aboard"]:
        mount(b, team, carrier)
    else:
        step_out(b, team, carrier, e, from_wreck=due is not None)


def check_order(b: Battle, team: Element, e: Event) -> None:
    """DS36.1, DS18.2, DS24.1: in its own activation for it, which is movement."""
    unit, what = team.unit, "mount" if e["aboard"] else "dismount"
    if unit is not b.active or b.order.get("action") != what:
        b.flag("DS36.1", f"{team.name} {what}s outside an activation for it")
        return
    if b.lost or unit.panicked:
        b.flag("DS23.2", f"{team.name} {what}s in an activation lost to panic")
    if unit.tested is False:
        b.flag("DS24.1", f"{team.name} {what}s after its unit's reaction test failed")
    if unit.under_fire and unit.tested is None and not unit.has_moved:
        b.flag("DS24.1", f"{team.name} {what}s Under Fire without a reaction test")
    if team.fired:
        b.flag("DS18.2", f"{team.name} {what}s and moves both before and after its fire")


def pay_half(b: Battle, team: Element, carrier: Element) -> None:
    """DS36.1: half the factors of both; the carrier's once, however many teams it takes."""
    for element in (team, carrier):
        if element is carrier and carrier.loaded:
            continue
        half = 0.0 if element.immobilised else element.allowance / 2
        if element.used > half + 1e-3:
            text = f"used {element.used} of {element.allowance} factors and pays half for mounting"
            b.flag("DS36.1", f"{element.name} {text}")
        element.used += half
        element.moved = True
        element.moved_after |= element.fired
    carrier.loaded = True


def mount(b: Battle, team: Element, carrier: Element) -> None:
    """DS36.1: on foot and near a carrier that is in play and has room."""
    if team.aboard:
        b.flag("DS36.1", f"{team.name} mounts and is aboard {team.aboard.name}")
    if not carrier.in_play:
        b.flag("RD-24", f"{team.name} mounts {carrier.name}, which is out of play")
    if len(passengers(carrier)) >= carrier.kind.carries:
        b.flag("DS36.1", f"{team.name} mounts {carrier.name}, which has no room left")
    if team.distance(carrier) > book.CAN_MOUNT + 1e-3:
        text = f"from {team.distance(carrier):.2f} inches away"
        b.flag("DS36.1", f"{team.name} mounts {carrier.name} {text}")
    team.aboard, team.posture = carrier, "none"
    follow(team, carrier)


def step_out(b: Battle, team: Element, carrier: Element, e: Event, from_wreck: bool) -> None:
    """DS36.1: next to the carrier, on ground that the team may enter and nobody of its unit holds.

    The survivors of a wreck stand at its place, or beside it (DS36.5).
    """
    x, y = e["to"]
    if team.aboard is not carrier:
        b.flag("DS36.1", f"{team.name} steps out of {carrier.name} and was not aboard")
    if carrier.in_play == from_wreck:
        b.flag("DS36.5", f"{team.name} steps out of {carrier.name}, in play: {carrier.in_play}")
    if not (0 <= x <= b.ground.width and 0 <= y <= b.ground.height):
        b.flag("DS25.1", f"{team.name} steps out off the table at {x}, {y}")
        return
    cell = b.ground.cell(x, y)
    off = min(apart(b, cell, other) for other in (carrier.cell, *carrier.twins))
    if off > 1 or (off == 0 and not from_wreck and not carrier.twins):
        b.flag("DS36.1", f"{team.name} steps out {off} cells away from {carrier.name}")
    if b.ground.terrain[cell] not in team.kind.cost and not (from_wreck and off == 0):
        b.flag("DS25.1", f"{team.name} steps out into {b.ground.terrain[cell]}")
    others = (o for o in team.unit.elements if o is not team and o.in_play and not o.aboard)
    if not from_wreck and any((o.x, o.y) == (x, y) for o in others):
        b.flag("DS36.1", f"{team.name} steps out onto an element of its own unit")
    team.aboard, team.posture = None, "none"
    team.x, team.y, team.cell, team.deployed = x, y, cell, False
    team.twins = sight.twins(b, x, y) if x % 1 == 0 or y % 1 == 0 else ()
    team.face(carrier.fx, carrier.fy, carrier.facing_error)


def apart(b: Battle, cell: int, other: int) -> int:
    """Return how many cells apart two are, across or up."""
    (y, x), (y1, x1) = divmod(cell, b.ground.width), divmod(other, b.ground.width)
    return max(abs(x1 - x), abs(y1 - y))


def leaves_wreck(b: Battle, e: Event) -> bool:
    """Return whether an event is a survivor that steps out of a wreck: a part of the attack."""
    return e["event"] == "mounted" and any(
        due.kind == "step_out" and due.who.name == e["element"] for due in b.dues
    )


def struck(b: Battle, e: Event) -> None:
    """DS36.5: a D6 for each team aboard a vehicle that a hit damaged or destroyed."""
    carrier = b.elements[e["target"]]
    for due in [due for due in b.dues if due.kind in ("aboard", "step_out")]:
        b.flag(due.mark, due.text)  # the next hit comes before the last one's dice
        b.dues.remove(due)
    effects = set(e["effects"])
    if "destroyed" in effects and "BOOM" in e["drawn"]:
        effects.add("boom")
    needed = min((book.LOST_ABOARD[what] for what in effects & book.LOST_ABOARD.keys()), default=0)
    if needed:
        for team in passengers(carrier):
            b.owe("aboard", team, "DS36.5", f"{team.name}: no die, {carrier.name} was hit", needed)


def aboard(b: Battle, e: Event) -> None:
    """A D6 for a team whose carrier was hit (DS36.5)."""
    team, carrier = b.elements[e["element"]], b.elements[e["carrier"]]
    first = next((due.who for due in b.dues if due.kind == "aboard"), None)
    due = b.pay("aboard", team)
    if due is None or team.aboard is not carrier:
        b.flag("DS36.5", f"{team.name} rolls and no hit on {carrier.name} asks for it")
        return
    if first is not team:
        b.flag("DS36.5", f"{team.name} rolls before {first.name if first else 'another'}")
    if e["die"] != 6 or not 1 <= e["roll"] <= 6 or e["needed"] != due.data:
        text = f"D{e['die']} {e['roll']} for {e['needed']}, lost on {due.data}"
        b.flag("DS36.5", f"{team.name}: {text}")
    lost = e["roll"] >= due.data
    if e["lost"] != lost:
        b.flag("DS36.5", f"{team.name}: lost is {e['lost']} on a {e['roll']} for {due.data}")
    if lost:
        lose(b, team)
    elif not carrier.in_play:
        b.owe("step_out", team, "DS36.5", f"{team.name} survives and stays in a wreck")


def lose(b: Battle, team: Element) -> None:
    """A team lost with its carrier is a casualty of the attack (RD-22)."""
    attack = b.volley or b.attack
    if attack is None:
        attack = b.attack = Attack()
    unit = team.unit
    b.owe("status", team, "DS36.5", f"{team.name}: no status and it is lost")
    team.in_play = False
    unit.alive -= 1
    attack.lost += 1
    attack.hurt.add(unit)
    if unit.leader is team:
        attack.beheaded.add(unit)
    if not team.counted:
        team.counted = True
        unit.casualties += 1
        attack.new[unit] = attack.new.get(unit, 0) + 1
