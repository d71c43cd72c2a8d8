"""The glossary, and that every column and metric that people see is in it."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from sim.marks import MARKS
from sim.refusal import InputError
from sim.report import glossary, rows
from sim.report.glossary import GLOSSARY, OTHERWISE, PLAIN, explain, known, term
from sim.report.wording import STEPS
from tests.results import MAKE, result


def test_terms_are_short_sentences():
    assert len(GLOSSARY) > 90
    for one in GLOSSARY.values():
        assert one.text.endswith("."), one.name
        assert one.text[0].isupper() or one.text[0].isdigit(), one.name
        assert 1 <= len(re.findall(r"[.;:?](?:\s|$)", one.text)) <= 4, one.name
        assert len(one.text) < 220, one.name
        assert one.kind in ("game", "statistics")


def test_marks_are_marks_of_rules():
    cited = {mark for one in GLOSSARY.values() for mark in one.marks}
    assert "OW.F6" in cited
    assert cited <= set(MARKS)


def test_other_names_are_of_one_term():
    names: dict[str, str] = {}
    for one in GLOSSARY.values():
        for name in one.columns:
            assert names.setdefault(name, one.name) == one.name, name
            assert name not in PLAIN, name
    assert not PLAIN & {glossary._key(name) for name in GLOSSARY}


@pytest.mark.parametrize(
    "word, name",
    [
        ("Watched Area", "watched area"), ("watched_area", "watched area"), ("se", "standard error"),
        ("kills", "destroyed"), ("luck-adjusted", "luck-adjusted"), ("under fire", "Under Fire"),
        ("ecm", "ECM"), ("p_holm", "Holm"),
    ],
)  # fmt: skip
def test_a_word_is_found_however_it_is_written(word, name):
    found = term(word)
    assert found is not None
    assert found.name == name
    assert explain(word) == GLOSSARY[name].text


def test_columns_are_put_together():
    assert explain("blue_points_lost") == "Blue's: points of a side's own elements" + explain(
        "points lost"
    ).removeprefix("Points of a side's own elements")
    assert explain("win_rate_low").startswith("The lower end of the 95% interval of win rate. The ")
    assert "came Under Fire" in explain("red_off_under_fire")
    assert "opportunity fire" in explain("blue_lost_opportunity")


@pytest.mark.parametrize(
    "column, said",
    [
        ("do", "In .table of trigger: do what that means for it (fire, wait, or some: it depends on "
         "what is seen)."),
        ("cause", "In .losses of run: One row a turn, side that lost and cause: mean elements "
         "destroyed a battle."),
        ("least", "In .changes of ablate: least and most the difference over the pairs of doctrines. "
         "In .table of trigger: least and most the smallest and greatest."),
        ("first_low", "The lower end of the 95% interval of first. In .pairs of ablate: One row for "
         "each two changes, first and second, the largest extra first. In .table of sensitivity: "
         "first what the place explains alone."),
    ],
)  # fmt: skip
def test_a_column_is_told_as_each_of_its_tables_tells_it(column, said):
    assert explain(column) == said


@pytest.mark.parametrize(
    "column",
    [
        "battles",
        "side",
        "turn",
        "target",
        "first",
        "step",
        "round",
        "group",
        "part",
        "text",
        "original",
    ],
)
def test_columns_that_are_no_words_of_the_glossary_are_told(column):
    assert term(column) is None
    assert explain(column).startswith("In .")


def test_a_column_of_another_meaning_than_the_word_is_told_beside_it():
    assert {"value", "rule"} < OTHERWISE
    for word in OTHERWISE:
        found = term(word)
        assert found is not None and explain(word).startswith(f"{found.text} In .")


def test_an_unknown_word_names_the_nearest():
    with pytest.raises(InputError, match="chtis is not in the glossary; nearest is 'chits'"):
        explain("chtis")


def missing(names) -> list[str]:
    return sorted({str(name) for name in names if not known(str(name))})


def test_every_column_of_a_run_is_explained(battles):
    names = {*battles.battles.columns, *battles.losses.columns, *battles.units.columns}
    names |= {*battles.funnel.index, *battles.summary().index, *STEPS}
    assert not missing(names)


def keys(document, found=None) -> set[str]:
    found = set() if found is None else found
    for key, value in document.items():
        found.add(key)
        if isinstance(value, dict) and key not in ("rules", "values"):
            keys(value, found)
    return found


def test_every_key_of_run_json_is_explained(battles):
    assert not missing(keys(battles.figures()))


def test_rows_of_the_result_are_explained(battles):
    assert not missing(row[0] for row in rows.result_table(battles).rows)


#: Columns that are named by what was varied or tuned, or by a doctrine.
OWN = r"[a-z_]+\.[\w.]+|turns|kill_zone\w*|near|hurry|spent|outgunned|great_shot|good_shot"


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(set(MAKE) - {"Scenario"}))
def test_every_column_of_a_result_is_explained(kind):
    made = result(kind)
    frames = [made.summary()]
    for name in dir(made):
        if not name.startswith("_") and isinstance(value := getattr(made, name), pd.DataFrame):
            frames.append(value)
    names = {str(column) for frame in frames for column in frame.columns}
    names |= {str(name) for frame in frames for name in frame.index.names if name}
    names |= {str(row) for frame in frames for row in frame.index if isinstance(row, str)}
    assert names
    for name in names:
        if not re.fullmatch(OWN, name):
            assert explain(name)
