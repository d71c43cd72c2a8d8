"""One hit's chits: the oracle's table, plain twins, icepool, the book's examples, properties."""

import csv
from fractions import Fraction
from pathlib import Path

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.exact import OUTCOMES, OddsError, outcomes
from sim.layout.codes import VALIDITIES
from tests.exact.naive_pot import POT, judge, outcomes_by_chits, outcomes_by_kinds, valid_total

ORACLE = Path(__file__).parents[1] / "data" / "chit_outcomes.csv"
VALID_OF_ORACLE = {
    "All": "RYG",
    "All*2": "RYG*2",
    "All/2": "RYG/2",
    "R&Y": "RY",
    "R": "R",
    "Y": "Y",
    "G": "G",
}
with ORACLE.open(newline="") as file:
    ROWS = list(csv.DictReader(file))

CHITS = st.integers(0, 8)
VALID = st.sampled_from(VALIDITIES)
ARMOUR = st.integers(0, 9)


def nonzero(chances):
    return {name: chance for name, chance in chances.items() if chance}


def test_oracle_has_all_its_rows():
    assert len(ROWS) == 105
    assert tuple(ROWS[0])[3:] == OUTCOMES


@pytest.mark.parametrize("row", ROWS, ids=lambda r: f"{r['armour']}-{r['valid']}-{r['chits']}")
def test_oracle(row):
    chances = outcomes(int(row["chits"]), VALID_OF_ORACLE[row["valid"]], int(row["armour"]))
    assert tuple(chances) == OUTCOMES
    rounded = {name: round(chance, 6) for name, chance in chances.items()}
    assert rounded == {name: Fraction(row[name]) for name in OUTCOMES}


@pytest.mark.parametrize("valid", VALIDITIES)
def test_every_set_of_single_chits(valid):
    for chits in (0, 1, 2):
        for armour in (0, 1, 2, 4):
            expected = outcomes_by_chits(chits, valid, armour)
            assert nonzero(outcomes(chits, valid, armour)) == expected


@pytest.mark.parametrize("valid", VALIDITIES)
@pytest.mark.parametrize(("chits", "armour"), [(3, 0), (3, 4), (4, 3), (4, 5), (5, 2), (5, 7)])
def test_every_multiset_of_kinds(chits, valid, armour):
    assert nonzero(outcomes(chits, valid, armour)) == outcomes_by_kinds(chits, valid, armour)


@pytest.mark.parametrize(
    ("chits", "valid", "armour"),
    [(1, "R", 0), (2, "RY", 3), (3, "RY", 4), (3, "RYG/2", 2), (4, "G", 0), (4, "RYG*2", 5)],
)
def test_icepool_deals_the_same(chits, valid, armour):
    deal = icepool.Deck(POT).deal(chits).expand()
    dealt = deal.map(lambda drawn: judge(drawn, valid, armour), star=False)
    expected = {name: dealt.probability(name) for name in dealt.outcomes()}
    assert nonzero(outcomes(chits, valid, armour)) == expected


@pytest.mark.parametrize(
    ("mark", "drawn", "valid", "armour", "total", "outcome"),
    [
        ("E1", ("R3", "G1", "Y2"), "RY", 4, 5, "Kill"),
        ("E2", ("Y3", "R1", "M"), "RY", 4, 4, "Dam&MOB"),
        ("E3", ("BOOM",), "R", 5, 0, "Kill"),
        ("E4", ("G2", "Y3", "R1"), "RY", 4, 4, "Dam"),
    ],
)
def test_book_examples_hold_for_the_twin_and_can_happen(mark, drawn, valid, armour, total, outcome):
    """The twin that the exact odds equal judges the book's draws as the book does."""
    assert valid_total(drawn, valid) == total
    assert judge(drawn, valid, armour) == outcome
    assert outcomes(len(drawn), valid, armour)[outcome] > 0, mark


def test_ds30_1_boom_is_the_only_way_to_destroy_armour_5_with_one_chit():
    assert outcomes(1, "RYG", 5)["Kill"] == Fraction(5, 119)


def test_ds30_1_specials_act_where_no_colour_is_valid():
    chances = outcomes(1, "", 3)
    assert nonzero(chances) == {
        "SD:F": Fraction(2, 119),
        "Miss": Fraction(100, 119),
        "SD:T": Fraction(5, 119),
        "MOB": Fraction(7, 119),
        "Kill": Fraction(5, 119),
    }


def test_rd16_a_number_of_any_colour_damages_armour_0_and_specials_alone_do_not():
    one = outcomes(1, "R", 0)
    assert one["Dam"] == Fraction(5 + 25 + 25, 119)
    assert (one["MOB"], one["SD:T"]) == (Fraction(7, 119), Fraction(5, 119))


def test_rd17_halves_are_kept():
    """One 3 counts 1.5: it destroys armour 1, and a 1 (0.5) does nothing to it."""
    one = outcomes(1, "RYG/2", 1)
    assert one["Dam"] == Fraction(15 + 7 + 7, 119)
    assert one["Kill"] == Fraction(10 + 5 + 5 + 5, 119)


def test_rd18_f_cancels_everything_drawn_with_it():
    assert outcomes(119, "RYG", 0)["SD:F"] == 1


def test_no_chit_does_nothing():
    assert nonzero(outcomes(0, "RYG", 0)) == {"Miss": 1}


@settings(max_examples=60, deadline=None)
@given(CHITS, VALID, ARMOUR)
def test_chances_add_up_to_one(chits, valid, armour):
    chances = outcomes(chits, valid, armour)
    assert sum(chances.values()) == 1
    assert all(0 <= chance <= 1 for chance in chances.values())


@settings(max_examples=60, deadline=None)
@given(CHITS, VALID, ARMOUR)
def test_thicker_armour_is_destroyed_less_often(chits, valid, armour):
    here, thicker = outcomes(chits, valid, armour), outcomes(chits, valid, armour + 1)
    assert thicker["Kill"] <= here["Kill"]
    assert thicker["SD:F"] == here["SD:F"]


@settings(max_examples=60, deadline=None)
@given(CHITS, VALID, ARMOUR)
def test_another_chit_destroys_more_often_unless_it_is_f(chits, valid, armour):
    here, more = outcomes(chits, valid, armour), outcomes(chits + 1, valid, armour)
    assert more["SD:F"] > here["SD:F"]
    assert more["Kill"] / (1 - more["SD:F"]) >= here["Kill"] / (1 - here["SD:F"])


MORE_COLOURS = [
    ("", "G"), ("R", "RY"), ("Y", "RY"), ("RY", "RYG"), ("RYG/2", "RYG"), ("RYG", "RYG*2"),
]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(CHITS, st.sampled_from(MORE_COLOURS), ARMOUR)
def test_more_valid_colours_destroy_more_often(chits, colours, armour):
    fewer, more = colours
    assert outcomes(chits, fewer, armour)["Kill"] <= outcomes(chits, more, armour)["Kill"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, "RY", 4), "chits -1: not from 0 to 119"),
        ((120, "RY", 4), "chits 120: not from 0 to 119"),
        ((2.5, "RY", 4), "chits 2.5: not a whole number"),
        ((3, "YR", 4), 'valid YR: not one of "", R, Y, G, RY, RYG, RYG*2, RYG/2'),
        ((3, "RY", -1), "armour -1: not 0 or more"),
        ((3, "RY", "4"), "armour 4: not a whole number"),
    ],
)
def test_bad_values_are_refused(arguments, message):
    with pytest.raises(OddsError) as refusal:
        outcomes(*arguments)
    assert str(refusal.value) == message
    assert isinstance(refusal.value, ValueError)
