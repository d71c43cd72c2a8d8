"""The events of infantry in words: firefights and close assaults (p. 33-35)."""

from __future__ import annotations

from sim.layout import codes as c
from sim.rules.chits import SOFT
from sim.study.deployment import Event
from sim.study.reader import Ints, Reader, Reals, Teller


def resistance(armour: int) -> Event:
    """Return what a draw of chits is measured against: a vehicle's armour, or a kill total."""
    if armour < 0:
        return {"kill_total": -armour}
    if armour >= SOFT:
        return {"kill_total": armour - SOFT}
    return {"armour": armour}


def _firefight(reader: Reader, i: Ints, _: Reals) -> Event:
    return {
        "unit": reader.unit(i[0]),
        "target": reader.unit(i[1]),
        "die": i[2] or None,  # none: from inside carriers, ineffective without a roll (DS36.1)
        "roll": i[3] or None,
        "leadership": i[4],
        "teams": i[5],
        "drawing": i[6],
    }


def _assault(reader: Reader, i: Ints, _: Reals) -> Event:
    first = i[0] // c.UNITS_A_SIDE * c.UNITS_A_SIDE
    units = [first + place for place in range(c.UNITS_A_SIDE) if i[2] >> place & 1]
    return {
        "unit": reader.unit(i[0]),
        "target": reader.unit(i[1]),
        "joined_by": [reader.unit(u) for u in units if u != i[0]],
    }


def _round(reader: Reader, i: Ints, _: Reals) -> Event:
    return {"unit": reader.unit(i[0]), "round": i[1], "attackers": i[2], "defenders": i[3]}


def _withdraw(reader: Reader, i: Ints, _: Reals) -> Event:
    return {"unit": reader.unit(i[0])}


TELLERS: dict[int, Teller] = {
    c.E_FIREFIGHT: _firefight,
    c.E_ASSAULT: _assault,
    c.E_ROUND: _round,
    c.E_WITHDRAW: _withdraw,
}
