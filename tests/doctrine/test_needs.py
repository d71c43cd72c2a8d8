"""Rules that ask for arms that nobody has: found, passed over, and never one that could hold."""

from __future__ import annotations

import pytest

from sim.doctrine import table as t
from sim.doctrine.expression import parse
from sim.doctrine.install import as_record
from sim.doctrine.loader import compile_doctrine
from sim.doctrine.needs import needed
from sim.layout import codes as c
from sim.study.prepare import prepare


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("mounted", {t.MOUNTED}),
        ("mounted > 0 and (objective_distance <= 6 or nearest_range <= 14)", {t.MOUNTED}),
        ("assault_odds >= 1.5", {t.ASSAULT_ODDS}),
        ("assault_odds >= 0", set()),
        ("assault_odds > -1", set()),
        ("assault_odds < 1", set()),
        ("not mounted", set()),
        ("mounted or smoke_left", set()),
        ("mounted and smoke_left or mounted", {t.MOUNTED}),
        ("mounted + 1 > 0", set()),
        ("pops_up and enemies_to_move == 0", {t.POPS_UP}),
    ],
)
def test_what_a_condition_cannot_do_without(text, needs):
    assert (
        needed(parse(text, c.C_ACTIVATION, ()))
        & frozenset({t.MOUNTED, t.ASSAULT_ODDS, t.SMOKE_LEFT, t.POPS_UP})
        == needs
    )


@pytest.mark.parametrize(("scenario", "passed_over"), [("duel", True), ("border_raid", False)])
def test_rules_are_passed_over_where_nobody_has_what_they_ask_for(scenario, passed_over):
    text = {
        "name": "one",
        "text": "For a test.",
        "activation": [{"when": "mounted", "do": "dismount"}],
    }
    prepared = prepare(scenario)
    record = as_record(prepared.record, c.BLUE, compile_doctrine(text, "one.toml"), (), ())
    assert (record["rules"][c.C_ACTIVATION, 0]["when"] == c.NEVER) == passed_over
