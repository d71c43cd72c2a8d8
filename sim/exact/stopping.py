"""Fire now or wait for a better target: one shot and a stream of targets, by backward induction.

The unit is on overwatch with one shot and knows which targets may come, in which order. Each has a
chance to come; the value of a shot at it is known, or is one of several with their chances and is
seen when the target is there (OW.F6). A target let by may cost the counter (OW.R3).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from sim.exact.errors import OddsError

#: Whether to fire: the target's place in the stream from 0, and the value of a shot at it.
Policy = Callable[[int, Fraction], bool]


@dataclass(frozen=True)
class Offer:
    """A target that may come: `chance`, the `values` of a shot at it with their chances.

    `void` is the chance that the counter is gone once this target has been let by.
    Raises OddsError for chances that are none, and for values below 0.
    """

    chance: Fraction
    values: tuple[tuple[Fraction, Fraction], ...]  # (value, its chance), chances sum to 1
    void: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        for name, chance in (("p", self.chance), ("void", self.void)):
            if not 0 <= chance <= 1:
                raise OddsError(name, float(chance), "not a chance from 0 to 1")
        if not self.values:
            raise OddsError("value", "none", "a target has one value or several")
        for value, weight in self.values:
            if value < 0:
                raise OddsError("value", float(value), "not a number of points from 0 up")
            if not 0 <= weight <= 1:
                raise OddsError(
                    "value", float(value), f"its chance {float(weight):g} is not 0 to 1"
                )
        total = sum(weight for _, weight in self.values)
        if total != 1:
            raise OddsError("value", float(total), "the chances of the values do not sum to 1")

    @property
    def mean(self) -> Fraction:
        """The value of a shot at it on average, once it is there."""
        return sum((value * weight for value, weight in self.values), Fraction(0))

    @property
    def best(self) -> Fraction:
        """The greatest value that a shot at it can have."""
        return max(value for value, weight in self.values if weight > 0)


@dataclass(frozen=True)
class Stopping:
    """The best way through a stream: fire at target i if a shot is worth `thresholds[i]` or more.

    `to_come[i]` is what the counter is worth before target i is known to come or not;
    `to_come[len(stream)]` is what it is worth when nobody is left to come.
    """

    thresholds: tuple[Fraction, ...]
    to_come: tuple[Fraction, ...]

    @property
    def value(self) -> Fraction:
        """Expected points of the whole stream."""
        return self.to_come[0]

    def fires(self, place: int, value: Fraction) -> bool:
        """Return whether to fire; at the threshold itself both are worth the same."""
        return value >= self.thresholds[place]


def optimal(stream: Sequence[Offer], left: Fraction = Fraction(0)) -> Stopping:
    """Return the thresholds with the greatest expected value, by backward induction.

    `left` is what a counter is worth that is still there after the last target.

    >>> few = Offer(Fraction(1), ((Fraction(10), Fraction(1)),))
    >>> many = Offer(Fraction(1, 2), ((Fraction(30), Fraction(1)),))
    >>> optimal([few, many]).thresholds
    (Fraction(15, 1), Fraction(0, 1))
    """
    to_come = [left]
    thresholds: list[Fraction] = []
    for offer in reversed(stream):
        after = to_come[-1]
        waiting = (1 - offer.void) * after
        shot = sum((max(value, waiting) * weight for value, weight in offer.values), Fraction(0))
        thresholds.append(waiting)
        to_come.append((1 - offer.chance) * after + offer.chance * shot)
    return Stopping(tuple(reversed(thresholds)), tuple(reversed(to_come)))


def expected(stream: Sequence[Offer], policy: Policy, left: Fraction = Fraction(0)) -> Fraction:
    """Return the expected points of a policy, by the same induction."""
    worth = left
    for place in range(len(stream) - 1, -1, -1):
        offer = stream[place]
        waiting = (1 - offer.void) * worth
        shot = sum(
            (
                (value if policy(place, value) else waiting) * weight
                for value, weight in offer.values
            ),
            Fraction(0),
        )
        worth = (1 - offer.chance) * worth + offer.chance * shot
    return worth


def fired_at(stream: Sequence[Offer], policy: Policy) -> tuple[Fraction, ...]:
    """Return the chance that the shot goes at each target."""
    waiting = Fraction(1)  # the counter is still there
    chances: list[Fraction] = []
    for place, offer in enumerate(stream):
        fires = sum((weight for value, weight in offer.values if policy(place, value)), Fraction(0))
        chances.append(waiting * offer.chance * fires)
        waiting *= 1 - offer.chance * (fires + (1 - fires) * offer.void)
    return tuple(chances)


def first_worth_anything(place: int, value: Fraction) -> bool:
    """Fire at the first target at which a shot is worth anything."""
    return value > 0


def _at_least(least: tuple[Fraction, ...], place: int, value: Fraction) -> bool:
    return value >= least[place]


def _worth_at_least(least: tuple[Fraction, ...], place: int, value: Fraction) -> bool:
    return value > 0 and value >= least[place]


def best_only(stream: Sequence[Offer]) -> Policy:
    """Return the policy that fires only at the greatest value that the stream may bring."""
    best = max(offer.best for offer in stream)
    return partial(_at_least, (best,) * len(stream))


def share_of_best(stream: Sequence[Offer], share: Fraction) -> Policy:
    """Return the policy that fires at a share of the best target still to come, come it or not.

    The best to come is the greatest mean value of a later target, as the doctrine `patient` sees it:
    it knows who is there, not who will move into sight.
    """
    later = [Fraction(0)]
    for offer in reversed(stream[1:]):
        later.append(max(later[-1], offer.mean))
    later.reverse()
    return partial(_worth_at_least, tuple(share * value for value in later))


def best_shares(stream: Sequence[Offer], left: Fraction = Fraction(0)) -> tuple[Fraction, Fraction]:
    """Return the bounds between which every share of `share_of_best` is worth most.

    The lower bound itself may be worth less, the upper one is not. Of several such ranges it is the
    highest; shares from 0 to 1.
    """
    marks = {Fraction(0), Fraction(1)}
    best = Fraction(0)
    for offer in reversed(stream):
        if best > 0:
            marks |= {value / best for value, _ in offer.values if value < best}
        best = max(best, offer.mean)
    bounds = sorted(marks)
    worth = [expected(stream, share_of_best(stream, high), left) for high in bounds[1:]]
    most = max(worth)
    last = len(worth) - 1 - worth[::-1].index(most)
    first = last
    while first > 0 and worth[first - 1] == most:
        first -= 1
    return bounds[first], bounds[last + 1]
