"""Close assaults: the tests before, losses of one round, how it ends."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.exact import OddsError, assault, removed
from sim.exact.assault import ENDS
from tests.exact import naive_arms

KINDS = st.sampled_from(["militia", "line", "powered"])
UNITS = st.tuples(st.sampled_from(["green", "regular", "veteran"]), st.integers(1, 3))
TEAMS = st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 1)).filter(any)


def chits(kind, teams):
    """The chits of each team, most first: 3 for all but rifles, and for powered rifles."""
    rifles, apsws, assaults = teams
    return [3] * (apsws + assaults) + [3 if kind == "powered" else 2] * rifles


@settings(max_examples=60, deadline=None)
@given(KINDS, TEAMS, UNITS, KINDS, TEAMS, UNITS, st.sampled_from(list(naive_arms.ASSAULT)))
def test_every_success_and_every_face(
    attacker, teams, unit, defender, enemies, enemy_unit, position
):
    odds = assault(
        attacker, *teams, *unit, "CO", defender, *enemies, *enemy_unit, position=position
    )
    attackers, defenders = chits(attacker, teams), chits(defender, enemies)
    pairs = naive_arms.assault_round(attacker, attackers, defender, defenders, position)
    for side, lost in enumerate((odds.attacker_lost, odds.defender_lost)):
        for number, chance in enumerate(lost):
            assert chance == sum(p for pair, p in pairs.items() if pair[side] == number)
    ends = naive_arms.assault_ends(pairs, len(attackers), len(defenders), unit, enemy_unit)
    assert tuple(odds.ends) == ENDS
    assert {end: p for end, p in odds.ends.items() if p} == {e: p for e, p in ends.items() if p}
    assert sum(odds.ends.values()) == 1


def test_ds34_1_both_sides_fight_at_once():
    """One team each, in the open: both may fall, and nobody falls before it has drawn."""
    odds = assault(rifles=1, defender_rifles=1)
    lucky = removed(2, "RYG", 4)
    assert odds.defender_lost == odds.attacker_lost == (1 - lucky, lucky)
    assert odds.ends["both destroyed"] == lucky**2


@pytest.mark.parametrize(
    ("position", "valid"),
    [("open", "RYG"), ("soft_cover", "RY"), ("dug_in", "R"), ("urban", "R")],
)
def test_ds34_1_cover_is_the_defender_s_alone(position, valid):
    odds = assault(rifles=1, defender_rifles=1, position=position)
    assert odds.defender_lost[1] == removed(2, valid, 4)
    assert odds.attacker_lost[1] == removed(2, "RYG", 4)


@pytest.mark.parametrize(
    ("kind", "arm", "drawn"),
    [
        ("line", "rifles", 2),
        ("militia", "rifles", 2),
        ("powered", "rifles", 3),
        ("line", "apsws", 3),
        ("line", "assaults", 3),
    ],
)
def test_ds34_1_chits(kind, arm, drawn):
    teams = {"rifles": 0, "apsws": 0, "assaults": 0} | {arm: 1}
    assert assault(kind, **teams, defender_rifles=1).defender_lost[1] == removed(drawn, "RYG", 4)


def test_ds34_1_teams_left_over_spread_evenly():
    """Three rifle teams and an APSW team at three: the APSW team's target is drawn at twice."""
    two, three = 1 - removed(2, "RYG", 4), 1 - removed(3, "RYG", 4)
    odds = assault(rifles=3, apsws=1, defender_rifles=3)
    assert odds.defender_lost[0] == two**3 * three
    assert odds.defender_lost[3] == (1 - three * two) * (1 - two) ** 2
    assert assault(rifles=1, defender_rifles=3).defender_lost[2] == 0


@pytest.mark.parametrize(("confidence", "chance"), [("CO", "3/4"), ("ST", "5/8"), ("SH", "3/8")])
def test_ds34_1_the_attacker_s_test(confidence, chance):
    assert assault(confidence=confidence).goes_in == Fraction(chance)


@pytest.mark.parametrize(("attacker", "chance"), [("powered", "3/8"), ("line", "1/2")])
def test_ds34_1_the_defender_s_test(attacker, chance):
    assert assault(attacker).stands == Fraction(chance)


def test_ds34_1_tests_after_the_round():
    odds = assault(quality="veteran", leadership=1, defender_quality="green", defender_leadership=3)
    assert odds.attacker_tests == {"under_half": Fraction(8, 10), "half_or_more": Fraction(6, 10)}
    assert odds.defender_tests == {"under_half": Fraction(2, 6), "half_or_more": 0}


def test_ds34_1_half_lost_is_half_or_more():
    """Two defenders, of whom one falls, test at 3; so a green unit of leadership 3 never holds."""
    odds = assault(rifles=1, defender_rifles=2, defender_quality="green", defender_leadership=3)
    holds = odds.ends["attacker falls back"] + odds.ends["both hold"]
    assert holds == odds.attacker_lost[0] * odds.defender_lost[0] * Fraction(2, 6)


BAD = [
    ({"attacker": "horse"}, "attacker horse: not one of militia, line, powered"),
    ({"defender": "tank"}, "defender tank: not one of militia, line, powered"),
    ({"rifles": 0}, "rifles 0: no team fights on this side"),
    ({"defender_rifles": 0}, "defender_rifles 0: no team fights on this side"),
    (
        {"rifles": 5, "apsws": 1, "assaults": 1},
        "rifles 5: with the other teams more than the 6 elements of a unit",
    ),
    ({"assaults": 7}, "assaults 7: not from 0 to 6"),
    ({"defender_apsws": -1}, "defender_apsws -1: not from 0 to 6"),
    ({"quality": "elite"}, "quality elite: not one of green, regular, veteran"),
    ({"defender_quality": "elite"}, "defender_quality elite: not one of green, regular, veteran"),
    ({"leadership": 0}, "leadership 0: not from 1 to 3"),
    ({"defender_leadership": 4}, "defender_leadership 4: not from 1 to 3"),
    ({"confidence": "BR"}, "confidence BR: not one of CO, ST, SH"),
    ({"position": "hill"}, "position hill: not one of open, soft_cover, dug_in, urban"),
]


@pytest.mark.parametrize(("change", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_values_are_refused(change, message):
    with pytest.raises(OddsError) as refusal:
        assault(**change)
    assert str(refusal.value) == message
