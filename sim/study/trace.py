"""The kernel's event records as dictionaries with names: what each number of an event means.

`sim.rules.trace` writes the records. Here every event is one JSON object: `n` (its number), `turn`,
`event`, and keys of its own. Names stand for units, elements, markers and zones, never indices;
rules of a doctrine and barrels of a mount count from 1. Positions are rounded to 4 decimals, other
real numbers to 6.
"""

from __future__ import annotations

import math

import numpy as np

from sim.layout import codes as c
from sim.refusal import InputError
from sim.study import tell_artillery, tell_command, tell_infantry, tell_missiles, tell_transport
from sim.study.deployment import Event, deployment, position, real
from sim.study.prepare import Prepared
from sim.study.reader import Ints, Reader, Reals, Teller

__all__ = ["Event", "TraceError", "decode"]

#: Reasons of an overwatch decision beside the rule of the trigger chapter (`sim.battle.interrupt`).
REASONS = {-1: "no_rule", -2: "test_failed", -3: "forced", -4: "no_shot"}
#: Effects of a hit by bit (`sim.rules.chits`).
EFFECTS = ("damaged", "immobilised", "systems_down", "firer_systems_down", "destroyed")
CONFIDENCE_CAUSES = ("test", "command_lost", "rallied", "assaulted")
UNDER_FIRE_CAUSES = ("attack", "activation_ended")
REVEALED_CAUSES = ("activated", "fired", "seen")
ENDINGS = ("turns", "declared", "wiped_out")
WINNERS = (*c.SIDES, "draw")

CHIT_BITS, CHITS_AT, TOTAL_AT, MOST_CHITS = 5, 20, 8, 5  # of a packed hit (`sim.rules.chits.draw`)


class TraceError(InputError):
    """A battle that is too long to be told in full."""


def decode(prepared: Prepared, state: np.void, battle: int, seed: int) -> list[Event]:
    """Return the events of the battle that a STATE record holds, the deployment first.

    The state was fought with its `tracing` switch on. Raises `TraceError` if the battle had more
    events than the buffer holds.
    """
    count = int(state["event_count"])
    if count > c.EVENTS:
        raise TraceError(
            f"{prepared.scenario.name}: battle {battle} of seed {seed} has {count} events; "
            f"a trace holds {c.EVENTS}"
        )
    reader = Reader(prepared)
    events = [deployment(prepared, battle, seed)]
    for record in state["events"][:count]:
        kind = int(record["kind"])
        told = _TELLERS[kind](reader, record["i"].tolist(), record["f"].tolist())
        head = {"n": len(events), "turn": int(record["turn"]), "event": c.EVENTS_NAMES[kind]}
        events.append(head | told)
    return events


# -- one small teller an event; `i` are its integers, `f` its real numbers -------------------------


def _side(_: Reader, i: Ints, __: Reals) -> Event:
    return {"side": c.SIDES[i[0]]}


def _nothing(_: Reader, __: Ints, ___: Reals) -> Event:
    return {}


def _activate(reader: Reader, i: Ints, _: Reals) -> Event:
    move = c.DESTINATIONS[i[3]]
    if i[3] == c.TO_WAYPOINT:
        side = i[0] // c.UNITS_A_SIDE
        rule = reader.prepared.record[0]["doctrines"][side]["rules"][c.C_ACTIVATION, i[2]]
        move = f"waypoint {reader.prepared.names.waypoints[int(rule['place'])]}"
    return {
        "unit": reader.unit(i[0]),
        "action": c.ACTIONS[i[1]],
        "move": move,
        "route": c.ROUTES[i[4]],
        "rule": i[2] + 1 if i[2] >= 0 else None,
        "lost": bool(i[5]),
        "closing_up": bool(i[6]),
    }


def _move(reader: Reader, i: Ints, f: Reals) -> Event:
    return {
        "element": reader.element(i[0]),
        "from": position(f[0], f[1]),
        "to": position(f[2], f[3]),
        "factors": real(f[4]),
        "used": real(f[5]),
        "travel": bool(i[1]),
    }


def _test(reader: Reader, i: Ints, _: Reals) -> Event:
    return {
        "unit": reader.unit(i[0]),
        "kind": c.TEST_KINDS[i[1]],
        "score": i[2],
        "threat": i[6],
        "die": i[3],
        "roll": i[4],
        "passed": bool(i[5]),
    }


def _confidence(reader: Reader, i: Ints, _: Reals) -> Event:
    return {
        "unit": reader.unit(i[0]),
        "from": c.CONFIDENCE[i[1]],
        "to": c.CONFIDENCE[i[2]],
        "cause": CONFIDENCE_CAUSES[i[3]],
    }


def _under_fire(reader: Reader, i: Ints, _: Reals) -> Event:
    return {"unit": reader.unit(i[0]), "on": bool(i[1]), "cause": UNDER_FIRE_CAUSES[i[2]]}


def _overwatch_on(reader: Reader, i: Ints, f: Reals) -> Event:
    bearing = math.degrees(math.atan2(f[0], f[1])) % 360.0
    width = 360.0 if f[2] < -1.0 else 2 * math.degrees(math.acos(f[2]))
    return {
        "unit": reader.unit(i[0]),
        "bearing": real(bearing) % 360.0,
        "width": real(width),
        "zone": reader.prepared.names.zones[i[1]] if i[1] >= 0 else None,
        "moved": real(f[3]),
        "watching": i[2],
    }


def _overwatch_chance(reader: Reader, i: Ints, _: Reals) -> Event:
    return {
        "unit": reader.unit(i[0]),
        "mover": reader.unit(i[1]),
        "decision": c.ANSWERS[i[2]],
        "reason": f"rule {i[3] + 1}" if i[3] >= 0 else REASONS[i[3]],
    }


def _overwatch_off(reader: Reader, i: Ints, _: Reals) -> Event:
    return {"unit": reader.unit(i[0]), "cause": c.OFF_CAUSES[i[1]]}


def _fire(reader: Reader, i: Ints, _: Reals) -> Event:
    return {
        "unit": reader.unit(i[0]),
        "mode": c.MODES[i[1]],
        "shots": i[2],
        "target": reader.unit(i[3]),
    }


def _shot(reader: Reader, i: Ints, f: Reals) -> Event:
    barrel = int(f[2])
    event: Event = {"element": reader.element(i[0])}
    if barrel < 0:
        return event | {
            "weapon": reader.weapon,
            "target": reader.element(i[2]),
            "range": real(f[0]),
            "band": c.BANDS[i[3]],
            "area": True,
            "die": i[4],
            "roll": i[7],
            "needed": i[8],
            "hit": bool(f[1]),
            **tell_infantry.resistance(int(f[3])),
        }
    reader.weapon = reader.fitted(i[0], i[1])
    if i[4] == 0:  # infantry arms and fire at infantry: no die to hit
        return event | {
            "weapon": reader.weapon,
            "target": reader.element(i[2]),
            "range": real(f[0]),
            "position": c.POSITIONS[i[3]],
            "barrel": barrel + 1,
        }
    return event | {
        "weapon": reader.weapon,
        "target": reader.element(i[2]),
        "range": real(f[0]),
        "band": c.BANDS[i[3]],
        "die": i[4],
        "target_die": i[5],
        "cover": c.COVERS[i[6]],
        "roll": i[7],
        "target_roll": i[8],
        "secondary_roll": i[9] if i[6] != c.COVER_NONE else None,
        "hit": bool(f[1]),
        "barrel": barrel + 1,
        "armour": int(f[3]),
    }


def _chits(reader: Reader, i: Ints, _: Reals) -> Event:
    packed = i[1]
    drawn = []
    for place in range(CHITS_AT, CHITS_AT + CHIT_BITS * MOST_CHITS, CHIT_BITS):
        chit = packed >> place & (1 << CHIT_BITS) - 1
        if chit:
            drawn.append(c.CHIT_NAMES[chit - 1])
    halves = packed >> TOTAL_AT & (1 << CHITS_AT - TOTAL_AT) - 1
    return {
        "element": reader.element(i[5]) if i[5] >= 0 else None,  # None: guns off the table
        "target": reader.element(i[0]),
        "drawn": drawn,
        "valid": c.VALIDITIES[i[2]],
        "total": halves / 2 if halves % 2 else halves // 2,
        **tell_infantry.resistance(i[3]),
        "effects": [name for bit, name in enumerate(EFFECTS) if packed >> bit & 1],
        "area": i[4] == c.P_AREA_CHIT,
    }


def _status(reader: Reader, i: Ints, _: Reals) -> Event:
    names = ("damaged", "immobilised", "systems_down", "in_play")
    flags = {name: bool(value) for name, value in zip(names, i[1:5], strict=True)}
    return {"element": reader.element(i[0])} | flags


def _marker(reader: Reader, i: Ints, _: Reals) -> Event:
    return {"unit": reader.unit(i[0]), "inverted": bool(i[1])}


def _repair(reader: Reader, i: Ints, _: Reals) -> Event:
    return {
        "element": reader.element(i[0]),
        "roll": i[1],
        "needed": i[2],
        "repaired": bool(i[3]),
    }


def _objective(reader: Reader, i: Ints, _: Reals) -> Event:
    return {
        "objective": reader.prepared.names.objectives[i[0]],
        "side": c.SIDES[i[1]],
        "element": reader.element(i[2]),
    }


def _revealed(reader: Reader, i: Ints, _: Reals) -> Event:
    return {"unit": reader.unit(i[0]), "cause": REVEALED_CAUSES[i[1]]}


def _leader(reader: Reader, i: Ints, _: Reals) -> Event:
    return {
        "unit": reader.unit(i[0]),
        "roll": i[1],
        "from": i[2],
        "to": i[3],
        "element": reader.element(i[4]),
    }


def _facing(reader: Reader, i: Ints, f: Reals) -> Event:
    return {"element": reader.element(i[0]), "facing": [real(f[0]), real(f[1])]}


def _posture(reader: Reader, i: Ints, _: Reals) -> Event:
    return {"element": reader.element(i[0]), "posture": c.POSTURES[i[1]]}


def _end(_: Reader, i: Ints, f: Reals) -> Event:
    return {"winner": WINNERS[i[0]], "cause": ENDINGS[i[1]], "margin": real(f[0])}


_TELLERS: dict[int, Teller] = (
    {
        c.E_TURN_START: _side,
        c.E_ACTIVATE: _activate,
        c.E_MOVE: _move,
        c.E_TEST: _test,
        c.E_CONFIDENCE: _confidence,
        c.E_UNDER_FIRE: _under_fire,
        c.E_OVERWATCH_ON: _overwatch_on,
        c.E_OVERWATCH_CHANCE: _overwatch_chance,
        c.E_OVERWATCH_OFF: _overwatch_off,
        c.E_FIRE: _fire,
        c.E_SHOT: _shot,
        c.E_CHITS: _chits,
        c.E_MARKER: _marker,
        c.E_REPAIR: _repair,
        c.E_OBJECTIVE: _objective,
        c.E_TURN_END: _nothing,
        c.E_END: _end,
        c.E_REVEALED: _revealed,
        c.E_LEADER: _leader,
        c.E_STATUS: _status,
        c.E_PASS: _side,
        c.E_DECLARED: _side,
        c.E_FACING: _facing,
        c.E_POSTURE: _posture,
    }
    | tell_infantry.TELLERS
    | tell_missiles.TELLERS
    | tell_command.TELLERS
    | tell_artillery.TELLERS
    | tell_transport.TELLERS
)
