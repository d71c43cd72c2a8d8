"""Guided missiles: area defence, guidance, hits, outcomes."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.exact import OUTCOMES, OddsError, hit_chance, missile, outcomes
from tests.exact import naive_arms

QUALITIES = st.sampled_from(["basic", "enhanced", "superior"])
MAYBE = st.sampled_from(["none", "basic", "enhanced", "superior"])


@pytest.mark.parametrize(("missiles", "die"), [(1, 8), (2, 6), (3, 4)])
def test_e12_an_enhanced_ads(missiles, die):
    odds = missile(missiles=missiles, ads="enhanced")
    assert (odds.engaged, odds.ads_die) == (missiles, die)
    assert odds.shot_down == hit_chance(die, 8)


def test_e12_never_a_fourth_missile():
    odds = missile(missiles=4, ads="enhanced")
    assert (odds.engaged, odds.ads_die) == (3, 4)
    with pytest.raises(OddsError, match=r"^engaged 4: not from 0 to 3$"):
        missile(missiles=4, ads="enhanced", engaged=4)


@pytest.mark.parametrize(("grade", "most"), [("basic", 2), ("enhanced", 3), ("superior", 4)])
def test_ds31_1_an_ads_engages_down_to_a_d4(grade, most):
    odds = missile(missiles=12, ads=grade)
    assert (odds.engaged, odds.ads_die) == (most, 4)


def test_ds31_1_it_may_engage_fewer():
    assert missile(missiles=3, ads="superior", engaged=1).ads_die == 10
    left_alone = missile(missiles=3, ads="superior", engaged=0)
    assert (left_alone.ads_die, left_alone.shot_down) == (None, 0)
    assert left_alone.hits == missile(missiles=3).hits


def test_ds31_1_dice():
    odds = missile(guidance="superior", ecm="none", pds="basic")
    assert (odds.guidance_die, odds.ecm_die, odds.pds_die) == (10, 4, 6)
    assert odds.hit == odds.each == hit_chance(10, 4, 6)
    assert missile(pds="none").pds_die is None


def test_rd28_the_attack_has_a_roll_of_its_own():
    odds = missile("GMS/L", "basic", "none", ads="basic")
    assert odds.hit == (1 - Fraction(15, 36)) * Fraction(14, 24)


@pytest.mark.parametrize(
    ("weapon", "kind", "side", "chits", "valid", "armour"),
    [
        ("GMS/L", "plain", False, 3, "RY", 4),
        ("GMS/H", "reactive", True, 5, "R", 3),
        ("GMS/H", "ablative", False, 5, "RY", 4),
    ],
)
def test_ds29_1_chits_and_validity(weapon, kind, side, chits, valid, armour):
    odds = missile(weapon, armour=4, armour_kind=kind, side=side)
    assert (odds.chits, odds.valid, odds.armour) == (chits, valid, armour)
    one = outcomes(chits, valid, armour)
    assert tuple(odds.outcomes) == OUTCOMES
    assert odds.outcomes == {
        name: odds.hit * chance + (1 - odds.hit if name == "Miss" else 0)
        for name, chance in one.items()
    }
    assert odds.firer_down == odds.outcomes["SD:F"]


def test_ds29_2_armour_is_never_below_0():
    assert missile(armour=0, side=True).armour == 0


@settings(max_examples=25, deadline=None)
@given(QUALITIES, MAYBE, MAYBE, MAYBE, st.integers(1, 5))
def test_face_by_face(guidance, ecm, pds, ads, missiles):
    odds = missile("GMS/L", guidance, ecm, pds, missiles, ads)
    dice = naive_arms.ADS.get(ads, ())
    engaged = min(missiles, len(dice))
    each = [naive_arms.one_missile(guidance, ecm, pds, dice[engaged - 1])] * engaged if dice else []
    each += [naive_arms.one_missile(guidance, ecm, pds, None)] * (missiles - engaged)
    assert list(odds.hits) == naive_arms.happen(each)
    assert odds.hit == 1 - odds.hits[0]
    assert sum(odds.outcomes.values()) == 1


@pytest.mark.parametrize("weapon", ["GMS/L", "GMS/H"])
def test_hits_are_resolved_one_after_another(weapon):
    odds = missile(weapon, "superior", missiles=3, ads="basic", armour=5)
    expected = dict.fromkeys(OUTCOMES, Fraction(0))
    for hits, chance in enumerate(odds.hits):
        together = naive_arms.one_after_another(odds.chits, "RY", 5, hits)
        for name, weight in together.items():
            expected[name] += chance * weight
    assert odds.outcomes == expected
    assert odds.firer_down > odds.outcomes["SD:F"]


BAD = [
    ({"weapon": "GMS"}, "weapon GMS: not one of GMS/L, GMS/H"),
    ({"guidance": "none"}, "guidance none: not one of basic, enhanced, superior"),
    ({"ecm": "good"}, "ecm good: not one of none, basic, enhanced, superior"),
    ({"pds": "good"}, "pds good: not one of none, basic, enhanced, superior"),
    ({"ads": "good"}, "ads good: not one of none, basic, enhanced, superior"),
    ({"missiles": 0}, "missiles 0: not from 1 to 12"),
    ({"engaged": 1}, "engaged 1: not from 0 to 0"),
    ({"ads": "superior", "engaged": 2}, "engaged 2: not from 0 to 1"),
    ({"armour": -1}, "armour -1: not 0 or more"),
    ({"armour_kind": "apfc"}, "armour_kind apfc: not one of plain, ablative, reactive"),
]


@pytest.mark.parametrize(("change", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_values_are_refused(change, message):
    with pytest.raises(OddsError) as refusal:
        missile(**change)
    assert str(refusal.value) == message
