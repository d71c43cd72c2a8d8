"""Every code that a report may meet has its words."""

from __future__ import annotations

import pytest

from sim.layout import codes as c
from sim.report import wording
from sim.scenario.models import Rules
from sim.studies.alternatives import SWITCHES
from sim.study import phrases


@pytest.mark.parametrize("words", [wording.OFF, phrases.OFF], ids=["report", "replay"])
def test_every_end_of_a_counter_has_words(words):
    assert set(words) == set(c.OFF_CAUSES)


def test_every_switch_has_words():
    assert set(wording.RULES) == set(Rules.model_fields)


def test_every_change_of_a_switch_has_words():
    for one in SWITCHES:
        words = wording.switch_words(f"{one.place}=1")
        assert words.startswith(wording.RULES[one.place.partition(".")[0]])
        assert ("," in words) or "." not in one.place
    assert wording.switch_words("shots=2") == "combat actions with one counter"
