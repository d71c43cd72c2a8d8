"""Firefights: effectiveness, half of the teams, targets removed."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.exact import OddsError, firefight, removed, soft_outcomes
from tests.exact import naive_arms

FIGHTS = {
    "quality": st.sampled_from(list(naive_arms.QUALITY)),
    "leadership": st.integers(1, 3),
    "under_fire": st.booleans(),
    "rifles": st.integers(0, 3),
    "apsws": st.integers(1, 3),
    "kind": st.sampled_from(list(naive_arms.KILL)),
    "target": st.sampled_from([*naive_arms.KILL, "soft_vehicle"]),
    "position": st.sampled_from(list(naive_arms.FIREFIGHT)),
}


def effects(**asked):
    return [str(chance) for chance in firefight(**asked).effects.values()]


def test_e6_effectiveness():
    """Regular, leadership 2: 1 ineffective, 2-3 half, 4+ all."""
    odds = firefight("regular", 2)
    assert odds.quality_die == 8
    assert list(odds.effects) == ["ineffective", "half", "all"]
    assert effects(quality="regular", leadership=2) == ["1/8", "1/4", "5/8"]


@pytest.mark.parametrize(
    ("quality", "leadership", "under_fire", "chances"),
    [
        ("veteran", 1, False, ["0", "1/10", "9/10"]),
        ("green", 3, False, ["1/3", "1/2", "1/6"]),
        ("green", 3, True, ["1/2", "1/2", "0"]),  # 6 is out of a D4's reach
        ("regular", 2, True, ["1/6", "1/3", "1/2"]),
    ],
)
def test_ds33_1_effectiveness(quality, leadership, under_fire, chances):
    assert effects(quality=quality, leadership=leadership, under_fire=under_fire) == chances


def test_ds36_1_fire_from_inside_is_always_ineffective():
    odds = firefight("veteran", 1, inside=True)
    assert odds.effects == {"ineffective": 1, "half": 0, "all": 0}
    assert odds.removed == (1, 0, 0, 0)


@pytest.mark.parametrize(
    ("rifles", "apsws", "half"),
    [(3, 0, (2, 0)), (3, 1, (1, 1)), (2, 3, (0, 3)), (1, 3, (0, 2)), (1, 0, (1, 0))],
)
def test_ds33_1_half_is_rounded_up_and_apsw_teams_come_first(rifles, apsws, half):
    assert firefight(rifles=rifles, apsws=apsws).half == half


@pytest.mark.parametrize(
    ("kind", "target", "position", "chits", "valid", "kill_total"),
    [
        ("militia", "powered", "open", 2, "RY", 5),
        ("line", "line", "soft_cover", 2, "R", 4),
        ("powered", "militia", "dug_in", 3, "Y", 3),
        ("line", "militia", "urban", 2, "Y", 3),
    ],
)
def test_ds33_2_chits_and_validity(kind, target, position, chits, valid, kill_total):
    odds = firefight(kind=kind, target=target, position=position)
    assert (odds.chits, odds.valid, odds.kill_total) == (
        {"rifle": chits, "apsw": 3},
        valid,
        kill_total,
    )
    assert odds.removes["rifle"] == removed(chits, valid, kill_total)
    assert odds.removes["apsw"] == removed(3, valid, kill_total)
    assert odds.soft == {}


def test_e7_one_line_team_at_a_powered_team():
    """By hand: ways of two chits with a red and yellow total of 5 or more."""
    threes, twos = 10 + 5, 15 + 7
    ways = threes * twos + threes * (threes - 1) // 2
    odds = firefight(rifles=1, target="powered")
    assert odds.removes["rifle"] == Fraction(ways, 7021)
    assert odds.removed[1] == Fraction(7, 8) * Fraction(ways, 7021)  # 1 team: half is 1


def test_ds36_4_soft_vehicles_count_special_chits():
    odds = firefight(rifles=2, apsws=1, target="soft_vehicle")
    assert odds.soft == {"rifle": soft_outcomes(2, "RY"), "apsw": soft_outcomes(3, "RY")}
    assert odds.removes == {arm: chances["Kill"] for arm, chances in odds.soft.items()}
    assert odds.removes["rifle"] > firefight(target="powered").removes["rifle"]


@settings(max_examples=60, deadline=None)
@given(st.fixed_dictionaries(FIGHTS))
def test_face_by_face_and_team_by_team(asked):
    odds = firefight(**asked)
    assert list(odds.removed) == naive_arms.firefight(**asked)
    assert sum(odds.removed) == sum(odds.effects.values()) == 1


BAD = [
    ({"quality": "elite"}, "quality elite: not one of green, regular, veteran"),
    ({"leadership": 4}, "leadership 4: not from 1 to 3"),
    ({"rifles": 7}, "rifles 7: not from 0 to 6"),
    ({"apsws": -1}, "apsws -1: not from 0 to 6"),
    ({"rifles": 0}, "rifles 0: no team fires"),
    (
        {"rifles": 4, "apsws": 3},
        "apsws 3: with 4 rifle teams more than the 6 elements of a unit",
    ),
    ({"kind": "horse"}, "kind horse: not one of militia, line, powered"),
    ({"target": "tank"}, "target tank: not one of militia, line, powered, soft_vehicle"),
    ({"position": "hill"}, "position hill: not one of open, soft_cover, dug_in, urban"),
]


@pytest.mark.parametrize(("change", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_values_are_refused(change, message):
    with pytest.raises(OddsError) as refusal:
        firefight(**change)
    assert str(refusal.value) == message
