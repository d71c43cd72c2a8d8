"""Words that explain themselves: where terms stand, and not within the names of switches."""

from __future__ import annotations

import pytest

from sim.report.hover import Words, is_name
from sim.report.sheet import finished, sheet_table


@pytest.mark.parametrize(
    "name",
    [
        "shots=3",
        "trigger=fires",
        "overwatch=off",
        "reaction_test=none",
        'watched_area={zone = "end of the lane"}',
        "doctrine.ambush.kill_zone",
        "rules.trigger=either",
    ],
)
def test_no_term_is_marked_within_a_name(name):
    words = Words()
    assert is_name(name)
    for text in (name, f"Red gains by {name} (+590).", f"Red gains by {name}."):
        assert "<button" not in words(text)
    assert "<button" not in words.always(name)
    assert words.ask(name) == ""
    assert words.used() == []


def test_terms_beside_a_name_are_marked():
    marked = Words()("The doctrine gains by shots=2, its trigger not.")
    assert ">doctrine</button>" in marked and ">trigger</button>" in marked
    assert "shots=2" in marked


def test_a_sentence_begins_with_a_name_as_it_is_written():
    assert finished("doctrine.ambush.kill_zone made no difference") == (
        "doctrine.ambush.kill_zone made no difference."
    )
    assert finished("shots=2, and that is all") == "shots=2, and that is all."
    assert finished("red's equilibrium: ambush") == "Red's equilibrium: ambush."


def test_parts_of_a_group_are_indented_on_the_page():
    from sim.report.render import TEMPLATES, render

    assert ".part" in (TEMPLATES / "page.css").read_text()
    table = sheet_table(
        "t", [("what", "points"), ("own points lost", "4"), ("  by overwatch", "4")]
    )
    page = render(
        "study.html.j2", [], kicker="k", question="q", tiles=[], answers=[], more=[], scopes=[],
        warnings=[], text="", figures=[], tables=[table], again="a", provenance=table, files=[],
    )  # fmt: skip
    assert page.count('<th scope="row" class="part" data-sort="by overwatch">') == 2
    assert '<th scope="row" data-sort="own points lost">' in page
