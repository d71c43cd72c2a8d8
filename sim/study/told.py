"""One battle in short: what each side did and lost turn by turn, and how it ended."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.layout import codes as c
from sim.study.phrases import counted
from sim.study.trace import Event

if TYPE_CHECKING:
    import pandas as pd

#: What is counted of a side in a turn, beside what it has left at its end.
COUNTS = ("activations", "moved", "counters", "shots", "overwatch_shots", "hits", "lost")


def turns_table(events: Sequence[Event]) -> pd.DataFrame:
    """Return one row a turn and side; `sim.study.replay.Replay.summary` names the columns."""
    import pandas as pd

    deployed = events[0]
    unit_sides = {unit["name"]: unit["side"] for unit in deployed["units"]}
    sides = {one["name"]: unit["side"] for unit in deployed["units"] for one in unit["elements"]}
    left = {side: sum(own == side for own in sides.values()) for side in c.SIDES}
    gone: set[str] = set()
    lines: list[dict[str, Any]] = []
    now: dict[str, dict[str, Any]] = {}
    mode = c.MODES[c.BY_ACTIVATION]
    for event in events[1:]:
        if not lines or lines[-1]["turn"] != event["turn"]:
            now = {
                side: {"turn": event["turn"], "side": side} | dict.fromkeys(COUNTS, 0)
                for side in c.SIDES
            }
            lines += now.values()
        match event["event"]:
            case "activate":
                now[unit_sides[event["unit"]]]["activations"] += 1
            case "overwatch_on":
                now[unit_sides[event["unit"]]]["counters"] += 1
            case "move":
                now[sides[event["element"]]]["moved"] += math.dist(event["from"], event["to"])
            case "fire":
                mode = event["mode"]
            case "shot" | "missile" if not event.get("area"):
                line = now[sides[event["element"]]]
                line["shots"] += 1
                line["overwatch_shots"] += mode == c.MODES[c.BY_OVERWATCH]
                line["hits"] += event.get("hit", False)
            case "status" if not event["in_play"] and event["element"] not in gone:
                gone.add(event["element"])
                side = sides[event["element"]]
                left[side] -= 1
                now[side]["lost"] += 1
        for side, line in now.items():
            line["left"] = left[side]
    table = pd.DataFrame(lines)
    return table.assign(moved=table["moved"].astype(float).round(1))


def ending(events: Sequence[Event], table: pd.DataFrame) -> list[str]:
    """Return how a battle ended, in sentences about this one battle."""
    start, end = events[0], events[-1]
    size = abs(end["margin"])
    ahead = "blue" if end["margin"] > 0 else "red"
    by = f"{ahead} is {size:,g} points ahead" if size else "neither side is ahead in points"
    winner = "It is a draw" if end["winner"] == "draw" else f"{end['winner'].capitalize()} wins"
    lines = [
        f"{winner} in battle {start['battle']} of seed {start['seed']}; at the end, in turn "
        f"{end['turn']}, {by}."
    ]
    for side in c.SIDES:
        own = table[table["side"] == side]
        lost = int(own["lost"].sum())
        whole = lost + int(own["left"].iloc[-1])
        shots, watch = int(own["shots"].sum()), int(own["overwatch_shots"].sum())
        text = f"{side.capitalize()} loses {lost} of {counted(whole, 'element')}"
        if lost:
            worst = int(own["lost"].argmax())
            turn, most = int(own["turn"].iloc[worst]), int(own["lost"].iloc[worst])
            text += f", most in turn {turn} ({most})"
        lines.append(
            f"{text}; it fires {counted(shots, 'shot')}, {watch} of them on overwatch, and hits "
            f"{int(own['hits'].sum())} times."
        )
    return [*lines, "This is one battle: it shows how things may go, not how often they do."]
