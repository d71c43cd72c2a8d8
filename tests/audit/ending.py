"""How the battle ends: who won, by how much (DS17.1, DS17.2)."""

from __future__ import annotations

from tests.audit.battle import OTHER, Battle, Event


def values(b: Battle) -> dict[str, int]:
    """Return the objective value that each side holds."""
    held = {"blue": 0, "red": 0}
    for marker in b.scenario.objectives:
        side = b.holder[marker.name]
        if side:
            held[side] += marker.value
    return held


def points_lost(b: Battle, side: str) -> float:
    """Return a side's losses: destroyed in full, damaged or immobilised at half."""
    lost = 0.0
    for unit in b.forces[side]:
        for element in unit.elements:
            if not element.in_play:
                lost += element.kind.points
            elif element.damaged or element.immobilised:
                lost += element.kind.points / 2
    return lost


def declared(b: Battle, e: Event) -> None:
    """DS17.2: who holds more than half of the markers, or an attacker who holds enough."""
    side, victory = e["side"], b.scenario.victory
    held = values(b)
    if victory.declare_from is None or b.turn < victory.declare_from:
        b.flag("DS17.2", f"{side} declares the end in turn {b.turn}, too early")
    if victory.kind == "attack":
        if side != victory.attacker or held[side] < (victory.enough or 0):
            b.flag("DS17.2", f"{side} declares the end and holds {held[side]}")
    else:
        markers = list(b.holder.values())
        if 2 * markers.count(side) <= len(markers):
            text = f"{side} declares the end with {markers.count(side)} of {len(markers)} markers"
            b.flag("DS17.2", text)


def winner_by_rule(b: Battle, margin: float) -> str:
    """Return the winner by the scenario's victory rule."""
    victory, held = b.scenario.victory, values(b)
    if victory.kind == "attack":
        attacker = victory.attacker or "blue"
        return attacker if held[attacker] >= (victory.enough or 0) else OTHER[attacker]
    if victory.kind == "encounter":
        margin = held["blue"] - held["red"]
    return "blue" if margin > 0 else "red" if margin < 0 else "draw"


def end(b: Battle, e: Event) -> None:
    """The end: its cause, the margin and the winner, reckoned again."""
    held = values(b)
    margin = points_lost(b, "red") - points_lost(b, "blue")
    margin += b.scenario.objective_points * (held["blue"] - held["red"])
    if abs(e["margin"] - margin) > 1e-4:
        b.flag("DS17.1", f"margin {e['margin']}, the losses and markers give {margin}")
    alive = {side: bool(b.living(side)) for side in ("blue", "red")}
    wanted = winner_by_rule(b, margin)
    if e["winner"] != wanted:
        b.flag("DS17.1", f"{e['winner']} wins; {held} and a margin of {margin} give {wanted}")
    if e["cause"] == "wiped_out" and all(alive.values()):
        b.flag("DS17.2", f"the battle ends by {e['cause']}, in play: {alive}")
    if e["cause"] == "turns" and b.turn != b.scenario.turns:
        b.flag("DS17.2", f"the battle ends in turn {b.turn} of {b.scenario.turns}")
    b.over = True
