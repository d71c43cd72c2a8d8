"""Artillery: the call for fire, and what one element in the beaten zone suffers."""

from fractions import Fraction
from itertools import product

import pytest

from sim.exact import OUTCOMES, OddsError, artillery, outcomes, removed
from tests.exact import naive_arms


@pytest.mark.parametrize(
    ("target", "sheaf", "draws", "chits"),
    [
        ("vehicle", "open", 1, 1),
        ("line", "open", 1, 2),
        ("vehicle", "converged", 3, 1),
        ("line", "converged", 3, 2),
    ],
)
def test_e13_three_light_guns(target, sheaf, draws, chits):
    odds = artillery(battery="light", guns=3, sheaf=sheaf, target=target)
    assert (odds.draws, odds.chits) == (draws, chits)


def test_e13_each_draw_of_a_converged_sheaf_is_judged_on_its_own():
    """Three draws of one yellow chit never reach side armour 4, as their sum could."""
    odds = artillery(battery="light", sheaf="converged", armour=5)
    undone = Fraction(114, 119) ** 3  # no BOOM in any draw; an F undoes nothing but its own draw
    assert odds.outcomes["Kill"] == 1 - undone
    assert odds.outcomes["Dam"] == 0


@pytest.mark.parametrize("observer", ["specialist", 1, 2, 3])
@pytest.mark.parametrize(("table", "needed"), [("on_table", 4), ("off_table", 6)])
def test_ds38_1_the_call(observer, table, needed):
    odds = artillery(observer, table)
    die = naive_arms.OBSERVER[observer]
    assert (odds.observer_die, odds.needed) == (die, needed)
    assert odds.answered == naive_arms.share(score >= needed for (score,) in naive_arms.faces(die))


def test_ds38_1_a_leadership_may_be_a_text():
    assert artillery("3").observer_die == 6


@pytest.mark.parametrize("battery", ["light", "medium", "heavy"])
@pytest.mark.parametrize("ammunition", ["HEF", "MAK"])
@pytest.mark.parametrize("dug_in", [False, True], ids=["open", "dug in"])
def test_draw_by_draw(battery, ammunition, dug_in):
    targets = ("vehicle", *naive_arms.KILL)
    for target, (sheaf, draws) in product(targets, [("open", 1), ("converged", 2)]):
        for armour in (0, 1, 4) if target == "vehicle" else (0,):
            odds = artillery(
                battery=battery,
                guns=2,
                sheaf=sheaf,
                ammunition=ammunition,
                target=target,
                armour=armour,
                dug_in=dug_in,
            )
            expected = naive_arms.artillery(battery, draws, ammunition, target, armour, dug_in)
            assert tuple(odds.outcomes) == OUTCOMES
            assert {name: p for name, p in odds.outcomes.items() if p} == expected


@pytest.mark.parametrize(("ammunition", "target"), [("HEF", "vehicle"), ("MAK", "line")])
def test_rd19_who_is_dug_in_against_the_wrong_ammunition_is_immune(ammunition, target):
    odds = artillery(ammunition=ammunition, target=target, dug_in=True, armour=0)
    assert (odds.draws, odds.valid, odds.outcomes["Miss"]) == (0, "", 1)


def test_ds29_2_artillery_meets_side_armour():
    odds = artillery(ammunition="MAK", battery="heavy", armour=4)
    assert (odds.armour, odds.kill_total) == (3, None)
    assert odds.outcomes == outcomes(3, "RY", 3)
    assert artillery(armour=0).armour == 0


def test_ds30_1_specials_count_against_vehicles_and_not_against_teams():
    assert artillery(battery="light", armour=9).outcomes["Kill"] == Fraction(5, 119)
    team = artillery(battery="light", target="powered")
    assert (team.armour, team.kill_total) == (None, 5)
    assert team.outcomes["Kill"] == removed(2, "RY", 5)
    assert team.outcomes["Miss"] == 1 - team.outcomes["Kill"]


BAD = [
    ({"observer": 4}, "observer 4: not one of specialist, 1, 2, 3"),
    ({"observer": "clerk"}, "observer clerk: not one of specialist, 1, 2, 3"),
    ({"table": "near"}, "table near: not one of on_table, off_table"),
    ({"battery": "tiny"}, "battery tiny: not one of light, medium, heavy"),
    ({"guns": 0}, "guns 0: not from 1 to 6"),
    ({"sheaf": "wide"}, "sheaf wide: not one of open, converged"),
    ({"ammunition": "smoke"}, "ammunition smoke: not one of HEF, MAK"),
    ({"target": "tank"}, "target tank: not one of vehicle, militia, line, powered"),
    ({"armour": -1}, "armour -1: not 0 or more"),
]


@pytest.mark.parametrize(("change", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_values_are_refused(change, message):
    with pytest.raises(OddsError) as refusal:
        artillery(**change)
    assert str(refusal.value) == message
