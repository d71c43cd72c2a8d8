"""Odds as pandas tables."""

import pandas as pd
import pytest

from sim.exact import OUTCOMES, OddsError, odds_hit, odds_shot, outcomes, shot


def test_odds_hit_has_a_row_for_each_combination():
    table = odds_hit(chits=range(1, 4), valid=["R", "RY"], armour=4)
    assert list(table.columns) == ["chits", "valid", "armour", *OUTCOMES]
    assert list(table["chits"]) == [1, 1, 2, 2, 3, 3]
    assert list(table["valid"]) == ["R", "RY"] * 3
    assert table["Kill"].iloc[-1] == float(outcomes(3, "RY", 4)["Kill"])
    assert table[list(OUTCOMES)].sum(axis=1).tolist() == pytest.approx([1.0] * 6)


def test_odds_shot_has_a_row_for_each_combination():
    table = odds_shot(range=[20, 43], armour=4, side=[False, True])
    assert table[["range", "armour", "side", "band", "face"]].values.tolist() == [
        [20, 4, False, "medium", 4],
        [20, 4, True, "medium", 3],
        [43, 4, False, "out", 4],
        [43, 4, True, "out", 3],
    ]
    assert table["firer_die"].tolist() == [8, 8, pd.NA, pd.NA]
    assert table["secondary_die"].isna().all()
    assert table["hit"].iloc[0] == float(shot(range=20).hit)
    assert table["Kill"].iloc[1] == float(shot(range=20, side=True).outcomes["Kill"])
    assert table["impossible"].tolist() == ["", "", *["beyond the weapon's 42 inches"] * 2]


def test_odds_shot_without_arguments_is_the_default_shot():
    assert odds_shot()["hit"].tolist() == [float(shot().hit)]


def test_bad_values_are_refused():
    with pytest.raises(OddsError, match=r"^chits \[\]: no value given$"):
        odds_hit(chits=[], valid="R", armour=1)
    with pytest.raises(OddsError, match=r"^size 9: not one of 1, 2, 3, 4, 5$"):
        odds_shot(size=[4, 9])
