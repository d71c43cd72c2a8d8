"""Every code that a report may meet has its words."""

from __future__ import annotations

import pytest

from sim.layout import codes as c
from sim.report import wording
from sim.scenario.models import Rules
from sim.study import phrases


@pytest.mark.parametrize("words", [wording.OFF, phrases.OFF], ids=["report", "replay"])
def test_every_end_of_a_counter_has_words(words):
    assert set(words) == set(c.OFF_CAUSES)


def test_every_switch_has_words():
    assert set(wording.RULES) == set(Rules.model_fields)
