"""One draw of infantry arms: twins, the book's examples, soft vehicles."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.exact import OUTCOMES, OddsError, outcomes, removed, soft_outcomes
from sim.layout.codes import VALIDITIES
from tests.exact import naive_arms
from tests.exact.naive_pot import judge, valid_total


def chance_of(*drawn):
    """The chance of exactly these chits."""
    return dict(naive_arms.draws(len(drawn)))[tuple(sorted(drawn, key=list(naive_arms.POT).index))]


@pytest.mark.parametrize("valid", VALIDITIES)
@pytest.mark.parametrize("chits", [0, 1, 2, 3, 4])
def test_every_multiset_of_kinds(chits, valid):
    for kill_total in range(7):
        assert removed(chits, valid, kill_total) == naive_arms.removes(chits, valid, kill_total)
    chances = soft_outcomes(chits, valid)
    assert tuple(chances) == OUTCOMES
    assert {k: p for k, p in chances.items() if p} == naive_arms.soft(chits, valid)


@pytest.mark.parametrize(
    ("drawn", "total", "falls"), [(("R2", "G1"), 2, False), (("R1", "Y2", "Y3"), 6, True)]
)
def test_e7_the_book_s_draws_at_a_powered_team_in_the_open(drawn, total, falls):
    """Line rifles R2, G1: nothing; APSW Y2, Y3, R1: removed, and the exact chance counts it."""
    assert valid_total(drawn, "RY") == total
    assert (total >= 5) is falls
    others = sum(
        chance
        for other, chance in naive_arms.draws(len(drawn))
        if other != drawn and valid_total(other, "RY") >= 5
    )
    assert removed(len(drawn), "RY", 5) == others + (chance_of(*drawn) if falls else 0)


def test_e8_the_book_s_iavr_damages():
    assert judge(("Y3", "G1"), "RY", 3) == "Dam"
    damages = sum(chance for drawn, chance in naive_arms.draws(2) if judge(drawn, "RY", 3) == "Dam")
    assert outcomes(2, "RY", 3)["Dam"] == damages > chance_of("Y3", "G1")


def test_ds30_1_specials_never_act_on_infantry():
    """Two red chits of 5 and more: 3 and 2, or 3 and 3, and no BOOM."""
    assert removed(2, "R", 5) == Fraction(10 * 15 + 45, 7021)
    assert removed(1, "", 3) == 0


def test_ds36_4_specials_act_on_soft_vehicles():
    chances = soft_outcomes(1, "RYG")
    assert (chances["Kill"], chances["MOB"], chances["SD:T"], chances["SD:F"]) == tuple(
        Fraction(count, 119) for count in (5, 7, 5, 2)
    )
    assert not any(chance for name, chance in chances.items() if name.startswith("Dam"))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 6), st.sampled_from(VALIDITIES), st.integers(0, 12))
def test_higher_totals_are_harder(chits, valid, kill_total):
    assert sum(soft_outcomes(chits, valid).values()) == 1
    assert removed(chits, valid, kill_total + 1) <= removed(chits, valid, kill_total)
    assert removed(chits, valid, 0) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((120, "R", 3), "chits 120: not from 0 to 119"),
        ((2, "B", 3), 'valid B: not one of "", R, Y, G, RY, RYG, RYG*2, RYG/2'),
        ((2, "R", -1), "kill_total -1: not 0 or more"),
        ((2, "R", 2.5), "kill_total 2.5: not a whole number"),
    ],
)
def test_bad_values_are_refused(arguments, message):
    with pytest.raises(OddsError) as refusal:
        removed(*arguments)
    assert str(refusal.value) == message
