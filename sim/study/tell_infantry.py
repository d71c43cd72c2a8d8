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
        "die": i[2],
        "roll": i[3],
        "leadership": i[4],
        "teams": i[5],
        "drawing": i[6],
    }


TELLERS: dict[int, Teller] = {c.E_FIREFIGHT: _firefight}
