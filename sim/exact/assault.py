"""Exact odds of a close assault: its two first tests and one round (DS34.1)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sim.exact.chances import check_unit, counts, pass_chance
from sim.exact.errors import OddsError, check_listed, whole
from sim.exact.infantry import removed
from sim.figures import (
    ASSAULT_CHITS,
    ASSAULT_VALIDITY,
    KILL_TOTAL,
    RIFLE_CHITS,
    THREAT_ASSAULT,
    THREAT_ASSAULT_LOSSES,
    THREAT_ASSAULTED,
)
from sim.layout.codes import ELEMENTS_A_UNIT

ATTACKER_VALIDITY = ASSAULT_VALIDITY["open"]  # attackers come out into the open
#: How a round ends. A side without teams takes no test.
ENDS = (
    "defender destroyed",
    "attacker destroyed",
    "both destroyed",
    "defender falls back",
    "attacker falls back",
    "both hold",
)


@dataclass(frozen=True)
class AssaultOdds:
    """Exact odds of an assault's tests and of one round of it."""

    goes_in: Fraction  # chance that the attacker passes its reaction test
    stands: Fraction  # chance that the defender passes its confidence test when assaulted
    attacker_lost: tuple[Fraction, ...]  # chance that 0, 1, ... attackers are removed in the round
    defender_lost: tuple[Fraction, ...]
    attacker_tests: dict[str, Fraction]  # chance to hold, by the losses of THREAT_ASSAULT_LOSSES
    defender_tests: dict[str, Fraction]
    ends: dict[str, Fraction]  # chance of each of ENDS


def assault(
    attacker: str = "line",
    rifles: int = 3,
    apsws: int = 0,
    assaults: int = 0,
    quality: str = "regular",
    leadership: int = 2,
    confidence: str = "CO",
    defender: str = "line",
    defender_rifles: int = 3,
    defender_apsws: int = 0,
    defender_assaults: int = 0,
    defender_quality: str = "regular",
    defender_leadership: int = 2,
    position: str = "open",
) -> AssaultOdds:
    """Return the exact odds of the tests and of one round of a close assault, team against team.

    `attacker` and `defender` are the kinds of their teams (militia, line, powered); `rifles`,
    `apsws` and `assaults` the attacking teams by arm, `quality`, `leadership` and `confidence` the
    attacker's, the rest the defender's. `position` is the defender's; a later round is asked for
    with position open and the teams that are left. Losses are counted against the teams given
    here. Every team aims at an enemy team of its own, those with the most chits choose first, and
    those left over spread evenly over the enemy. Both sides draw at once, then the defender tests,
    then the attacker. What a lost leader or a lost level of confidence changes is not part of it.

    Raises OddsError (a ValueError) that names the argument, its value and what is allowed.
    """
    check_listed("attacker", attacker, RIFLE_CHITS)
    attacks = _chits(attacker, {"rifles": rifles, "apsws": apsws, "assaults": assaults})
    leadership = check_unit(quality, leadership)
    check_listed("confidence", confidence, THREAT_ASSAULT)
    check_listed("defender", defender, RIFLE_CHITS)
    defends = _chits(
        defender,
        {
            "defender_rifles": defender_rifles,
            "defender_apsws": defender_apsws,
            "defender_assaults": defender_assaults,
        },
    )
    defender_leadership = check_unit(defender_quality, defender_leadership, "defender_")
    check_listed("position", position, ASSAULT_VALIDITY)

    defender_lost = _losses(attacks, len(defends), ASSAULT_VALIDITY[position], KILL_TOTAL[defender])
    attacker_lost = _losses(defends, len(attacks), ATTACKER_VALIDITY, KILL_TOTAL[attacker])
    attacker_tests, defender_tests = (
        {loss: pass_chance(die, leader, threat) for loss, threat in THREAT_ASSAULT_LOSSES.items()}
        for die, leader in ((quality, leadership), (defender_quality, defender_leadership))
    )
    attacker_left, attacker_holds = _left(attacker_lost, attacker_tests)
    defender_left, defender_holds = _left(defender_lost, defender_tests)
    ends = (
        attacker_left * (1 - defender_left),
        (1 - attacker_left) * defender_left,
        (1 - attacker_left) * (1 - defender_left),
        attacker_left * (defender_left - defender_holds),
        (attacker_left - attacker_holds) * defender_holds,
        attacker_holds * defender_holds,
    )
    assaulted = THREAT_ASSAULTED["powered" if attacker == "powered" else "other"]
    return AssaultOdds(
        goes_in=pass_chance(quality, leadership, THREAT_ASSAULT[confidence]),
        stands=pass_chance(defender_quality, defender_leadership, assaulted),
        attacker_lost=tuple(attacker_lost),
        defender_lost=tuple(defender_lost),
        attacker_tests=attacker_tests,
        defender_tests=defender_tests,
        ends=dict(zip(ENDS, ends, strict=True)),
    )


def _chits(kind: str, teams: dict[str, int]) -> list[int]:
    """Return the chits of each team, most first; `teams` are rifle, APSW and assault teams."""
    each = (
        ASSAULT_CHITS["powered" if kind == "powered" else "rifle"],
        ASSAULT_CHITS["apsw"],
        ASSAULT_CHITS["assault"],
    )
    chits = []
    for (name, count), drawn in zip(teams.items(), each, strict=True):
        chits += [drawn] * whole(name, count, 0, ELEMENTS_A_UNIT)
    first = next(iter(teams))
    if not chits:
        raise OddsError(first, teams[first], "no team fights on this side")
    if len(chits) > ELEMENTS_A_UNIT:
        reason = f"with the other teams more than the {ELEMENTS_A_UNIT} elements of a unit"
        raise OddsError(first, teams[first], reason)
    return sorted(chits, reverse=True)


def _losses(chits: list[int], enemies: int, valid: str, kill_total: int) -> list[Fraction]:
    """Return the chances that 0, 1, ... enemy teams are removed."""
    stays = [Fraction(1)] * enemies
    for place, drawn in enumerate(chits):
        stays[place % enemies] *= 1 - removed(drawn, valid, kill_total)
    return counts(1 - chance for chance in stays)


def _left(lost: list[Fraction], tests: dict[str, Fraction]) -> tuple[Fraction, Fraction]:
    """Return the chances that a side has a team left, and that it has one and passes its test."""
    teams = len(lost) - 1
    holds = Fraction(0)
    for number, chance in enumerate(lost[:-1]):
        holds += chance * tests["under_half" if 2 * number < teams else "half_or_more"]
    return 1 - lost[-1], holds
