"""Exact odds of artillery: the call for fire, and what one element suffers (DS38.1, DS39.1)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sim.exact.chances import at_least
from sim.exact.chits import OUTCOMES, outcomes
from sim.exact.errors import check_listed, whole
from sim.exact.infantry import removed
from sim.exact.several import after_hits
from sim.figures import (
    ARTILLERY_CHITS,
    CALL_NEEDED,
    HEF_VALIDITY,
    KILL_TOTAL,
    MAK_VALIDITY,
    OBSERVER_DIE,
    RIFLE_CHITS,
)
from sim.layout.codes import ELEMENTS_A_UNIT

VALIDITY = {"HEF": HEF_VALIDITY, "MAK": MAK_VALIDITY}
SHEAVES = ("open", "converged")
TARGETS = ("vehicle", *RIFLE_CHITS)


@dataclass(frozen=True)
class ArtilleryOdds:
    """Exact odds of a call for fire and of effective fire on one element in the beaten zone."""

    observer_die: int  # sides
    needed: int  # least score
    answered: Fraction  # chance that the call is answered
    draws: int  # each of them judged on its own; 0 if the target is immune
    chits: int  # of one draw
    valid: str  # codes.VALIDITIES
    armour: int | None  # side armour of a vehicle, None for a team
    kill_total: int | None  # of a team, None for a vehicle
    #: the element's state after all draws, if the fire arrives; a team is on Miss or Kill
    outcomes: dict[str, Fraction]


def artillery(
    observer: str | int = "specialist",
    table: str = "on_table",
    battery: str = "medium",
    guns: int = 3,
    sheaf: str = "open",
    ammunition: str = "HEF",
    target: str = "vehicle",
    armour: int = 3,
    dug_in: bool = False,
) -> ArtilleryOdds:
    """Return the exact odds of one fire mission, for one element in the beaten zone.

    `observer` is specialist, or the leadership (1 to 3) of the unit leader who calls; `table` is
    on_table or off_table; `battery` light, medium or heavy with `guns` guns; `sheaf` open (one
    draw) or converged (one draw a gun); `ammunition` HEF or MAK; `target` vehicle, militia, line or
    powered. `armour` is the vehicle's front armour: artillery meets the side value (DS29.2);
    a team has none. An F chit undoes its own draw (RD-18). What the ammunition has no colour for
    is immune, and nothing is drawn (RD-19).

    Raises OddsError (a ValueError) that names the argument, its value and what is allowed.
    """
    if isinstance(observer, str) and observer.isdecimal():
        observer = int(observer)
    check_listed("observer", observer, OBSERVER_DIE)
    check_listed("table", table, CALL_NEEDED)
    check_listed("battery", battery, ARTILLERY_CHITS)
    guns = whole("guns", guns, 1, ELEMENTS_A_UNIT)
    check_listed("sheaf", sheaf, SHEAVES)
    check_listed("ammunition", ammunition, VALIDITY)
    check_listed("target", target, TARGETS)
    armour = whole("armour", armour, 0)

    kind = "vehicle" if target == "vehicle" else "infantry"
    valid = VALIDITY[ammunition][f"dug_in_{kind}" if dug_in else kind]
    draws = 0 if not valid else guns if sheaf == "converged" else 1
    chits = ARTILLERY_CHITS[battery][kind]
    side = max(armour - 1, 0)
    if kind == "vehicle":
        every_draw = [Fraction(0)] * draws + [Fraction(1)]
        result, _ = after_hits(every_draw, outcomes(chits, valid, side))
    else:
        survives = (1 - removed(chits, valid, KILL_TOTAL[target])) ** draws
        result = dict.fromkeys(OUTCOMES, Fraction(0))
        result |= {"Miss": survives, "Kill": 1 - survives}
    die, needed = OBSERVER_DIE[observer], CALL_NEEDED[table]
    return ArtilleryOdds(
        observer_die=die,
        needed=needed,
        answered=at_least(die, needed),
        draws=draws,
        chits=chits,
        valid=valid,
        armour=side if kind == "vehicle" else None,
        kill_total=None if kind == "vehicle" else KILL_TOTAL[target],
        outcomes=result,
    )
