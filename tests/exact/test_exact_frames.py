"""Odds as pandas tables."""

import pandas as pd
import pytest

from sim.exact import (
    OUTCOMES,
    OddsError,
    artillery,
    assault,
    firefight,
    missile,
    odds_artillery,
    odds_assault,
    odds_firefight,
    odds_hit,
    odds_missile,
    odds_shot,
    outcomes,
    shot,
)


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


def test_odds_firefight_has_a_row_for_each_combination():
    table = odds_firefight(rifles=[1, 3], apsws=1, position=["open", "urban"])
    assert table[["rifles", "position", "valid", "kill_total", "quality_die"]].values.tolist() == [
        [1, "open", "RY", 4, 8],
        [1, "urban", "Y", 4, 8],
        [3, "open", "RY", 4, 8],
        [3, "urban", "Y", 4, 8],
    ]
    odds = firefight(rifles=3, apsws=1)
    last = table.iloc[2]
    assert last[["ineffective", "half", "all"]].tolist() == [0.125, 0.25, 0.625]
    assert last["apsw_removes"] == float(odds.removes["apsw"])
    removed = [last[f"removed_{number}"] for number in range(7)]
    assert removed == [*map(float, odds.removed), 0.0, 0.0]


def test_odds_missile_has_a_row_for_each_combination():
    table = odds_missile(missiles=[1, 2], ads=["none", "basic"], pds=["none", "superior"])
    assert table["engaged"].tolist() == [0, 0, 1, 1, 0, 0, 2, 2]
    assert table["ads_die"].tolist() == [pd.NA, pd.NA, 6, 6, pd.NA, pd.NA, 4, 4]
    assert table["pds_die"].tolist() == [pd.NA, 10] * 4
    odds = missile(missiles=2, ads="basic", pds="superior")
    last = table.iloc[-1]
    assert (last["shot_down"], last["each"]) == (float(odds.shot_down), float(odds.each))
    assert (last["hit"], last["Kill"]) == (float(odds.hit), float(odds.outcomes["Kill"]))
    assert last["firer_down"] == float(odds.firer_down)


def test_odds_artillery_has_a_row_for_each_combination():
    table = odds_artillery(target=["vehicle", "line"], sheaf=["open", "converged"], observer=[1, 3])
    assert table["draws"].tolist() == [1, 1, 3, 3] * 2
    assert table["face"].tolist() == [2] * 4 + [pd.NA] * 4
    assert table["kill_total"].tolist() == [pd.NA] * 4 + [4] * 4
    assert table["answered"].tolist() == [0.7, 0.5] * 4
    assert table[list(OUTCOMES)].sum(axis=1).tolist() == pytest.approx([1.0] * 8)
    odds = artillery(target="line", sheaf="converged")
    assert table["Kill"].iloc[-1] == float(odds.outcomes["Kill"])


def test_odds_assault_has_a_row_for_each_combination():
    table = odds_assault(attacker=["line", "powered"], position=["open", "dug_in"])
    assert table["stands"].tolist() == [0.5, 0.5, 0.375, 0.375]
    odds = assault("powered", position="dug_in")
    last = table.iloc[-1]
    for side, lost in (("attacker", odds.attacker_lost), ("defender", odds.defender_lost)):
        shown = [last[f"{side}_lost_{number}"] for number in range(7)]
        assert shown == [*map(float, lost), 0.0, 0.0, 0.0]
    assert last["both_hold"] == float(odds.ends["both hold"])
    assert last["defender_falls_back"] == float(odds.ends["defender falls back"])


def test_bad_values_are_refused():
    with pytest.raises(OddsError, match=r"^chits \[\]: no value given$"):
        odds_hit(chits=[], valid="R", armour=1)
    with pytest.raises(OddsError, match=r"^size 9: not one of 1, 2, 3, 4, 5$"):
        odds_shot(size=[4, 9])
    with pytest.raises(OddsError, match=r"^ads good: not one of none, basic, "):
        odds_missile(ads=["none", "good"])
