"""Several hits or draws on one vehicle, resolved one after another (DS29.2, DS30.1, RD-18)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sim.exact.chits import OUTCOMES

DAMAGED, IMMOBILISED, TARGET_DOWN, FIRER_DOWN, DESTROYED = 1, 2, 4, 8, 16
EFFECT = {
    "SD:F": FIRER_DOWN,
    "Miss": 0,
    "SD:T": TARGET_DOWN,
    "MOB": IMMOBILISED,
    "SD:T&MOB": TARGET_DOWN | IMMOBILISED,
    "Dam": DAMAGED,
    "Dam&SD:T": DAMAGED | TARGET_DOWN,
    "Dam&MOB": DAMAGED | IMMOBILISED,
    "Dam&SD:T&MOB": DAMAGED | TARGET_DOWN | IMMOBILISED,
    "Kill": DESTROYED,
}


def after_hits(
    hits: Sequence[Fraction], one: dict[str, Fraction]
) -> tuple[dict[str, Fraction], Fraction]:
    """Return the outcome of all hits together and the chance that the firer's systems go down.

    `hits` are the chances of 0, 1, ... hits, `one` the outcome of a single hit.
    """
    result: dict[int, Fraction] = {}
    state = {0: Fraction(1)}  # chances of the packed effects after this many hits
    for count, chance in enumerate(hits):
        if count:
            state = _after_one_more(state, one)
        for bits, weight in state.items():
            result[bits] = result.get(bits, Fraction(0)) + chance * weight
    names = {bits: name for name, bits in EFFECT.items()}
    whole_shot = dict.fromkeys(OUTCOMES, Fraction(0))
    firer_down = Fraction(0)
    for bits, weight in result.items():
        if bits & FIRER_DOWN:
            firer_down += weight
        on_target = bits & ~FIRER_DOWN
        whole_shot[names[on_target or bits]] += weight
    return whole_shot, firer_down


def _after_one_more(state: dict[int, Fraction], one: dict[str, Fraction]) -> dict[int, Fraction]:
    """Return the chances of the packed effects after one more hit."""
    after: dict[int, Fraction] = {}
    for bits, weight in state.items():
        if bits & DESTROYED:
            after[bits] = after.get(bits, Fraction(0)) + weight
            continue
        for name, chance in one.items():
            # what a destroyed target suffered before no longer matters
            new = DESTROYED | bits & FIRER_DOWN if name == "Kill" else bits | EFFECT[name]
            after[new] = after.get(new, Fraction(0)) + weight * chance
    return after
