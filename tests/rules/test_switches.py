"""Each switch of the variants in each of its states; the first state is the seed's rule."""

from __future__ import annotations

import math
from typing import Any

import pytest

from sim.battle import turn
from sim.layout import codes as c
from sim.layout.records import RULES
from sim.rules import overwatch
from sim.scenario.models import Rules
from tests.rules.infantry_table import facing_teams, volley_at
from tests.rules.table import (
    DAMAGE,
    EAST,
    MISS,
    TYPES,
    WEST,
    A,
    B,
    Table,
    X,
    battle,
    unit,
    watched,
)  # fmt: skip


def under(answer: str = "fire", distance: int = 16, **rules: Any) -> Table:
    """Return the table of `watched` under some rules."""
    return watched(answer, distance=distance, rules=rules)


def modes(table: Table) -> list[str]:
    """Return the modes of all fire so far."""
    return [event["mode"] for event in table.events("fire")]


def causes(table: Table) -> list[str]:
    """Return why counters went, in order."""
    return [event["cause"] for event in table.events("overwatch_off")]


# -- which rules there are ---------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "laid"), [({}, 1), ({"overwatch": False}, 0)])
def test_switch_overwatch(rules, laid):
    table = battle(rules=rules)
    table.activate(A, "overwatch")
    assert table.unit(A)["overwatch"] == laid
    # opportunity fire does not depend on it
    turn.end_turn(table.k, table.s)
    table.unit(A)["overwatch"] = 0
    table.stand(X, 26.5, 20.5)
    table.answers(c.BLUE, opportunity="fire")
    table.activate(X, "move", to=(20.5, 20.5))
    assert modes(table) == ["opportunity"]


@pytest.mark.parametrize(
    ("rules", "fire"), [({}, ["opportunity"]), ({"opportunity_fire": False}, [])]
)
def test_switch_opportunity_fire(rules, fire):
    table = battle(red=[unit("X", (26.5, 20.5))], rules=rules)
    table.answers(c.BLUE, opportunity="fire")
    table.activate(X, "move", to=(20.5, 20.5))
    assert modes(table) == fire


def test_switch_opportunity_fire_off_leaves_overwatch():
    table = under(opportunity_fire=False)
    table.activate(X, "move", to=(20.5, 20.5))
    assert modes(table) == ["overwatch"]


# -- going on overwatch ------------------------------------------------------------------------------


@pytest.mark.parametrize(("share", "inches"), [(None, 6.0), (0, 0.0), (0.25, 3.0), (1, 12.0)])
def test_switch_move_allowance(share, inches):
    table = battle(rules={} if share is None else {"move_allowance": share})
    table.activate(A, "move_overwatch", to=(30.5, 20.5))
    (laid,) = table.events("overwatch_on")
    assert laid["moved"] == pytest.approx(inches)


@pytest.mark.parametrize(("rules", "laid"), [({}, 0), ({"suppressed_may_watch": True}, 1)])
def test_switch_suppressed_may_watch(rules, laid):
    table = battle(rules=rules)
    table.unit(A)["under_fire"] = 1
    table.activate(A, "overwatch")
    assert table.unit(A)["overwatch"] == laid


@pytest.mark.parametrize("mark", ["panicked", "evading"])
def test_switch_suppressed_may_watch_is_about_the_marker_only(mark):
    table = battle(rules={"suppressed_may_watch": True})
    table.unit(A)[mark] = 1
    assert not overwatch.may_declare(table.k, table.s, A)


# -- how long the counter stays ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "why"), [({}, ["under_fire"]), ({"void_on_under_fire": False}, [])]
)
def test_switch_void_on_under_fire(rules, why):
    table = under(**rules)
    table.script(*DAMAGE, 8)
    table.activate(X, "fire")
    assert table.unit(A)["under_fire"] == 1
    assert causes(table) == why


@pytest.mark.parametrize(("rules", "why"), [({}, []), ({"void_on_any_fire": True}, ["any_fire"])])
def test_switch_void_on_any_fire(rules, why):
    table = under(**rules)
    table.script(*MISS)
    table.activate(X, "fire")
    assert table.unit(A)["under_fire"] == 0
    assert causes(table) == why


@pytest.mark.parametrize(
    ("rules", "why"), [({}, []), ({"persists_over_turn_end": False}, ["turn_end"])]
)
def test_switch_persists_over_turn_end(rules, why):
    table = under(**rules)
    turn.end_turn(table.k, table.s)
    assert causes(table) == why
    assert table.unit(A)["overwatch"] == 1 - len(why)


# -- firing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("shots", "dice"), [(None, [10]), (1, [10]), (2, [10, 10]), (3, [10] * 3)])
def test_switch_shots(shots, dice):
    table = under(**({} if shots is None else {"shots": shots}))
    table.script(*MISS * len(dice))
    table.activate(X, "move", to=(20.5, 20.5))
    assert [shot["die"] for shot in table.events("shot")] == dice
    assert causes(table) == ["fired"]
    assert table.row["fired"][0] == len(dice)


def test_switch_shots_unlimited_costs_a_step_for_each_shot_before():
    """From D10 down to D4, then no shot is possible; the counter stays."""
    table = under(shots="unlimited")
    table.script(*MISS * 4)
    table.activate(X, "move", to=(20.5, 20.5))
    assert [shot["die"] for shot in table.events("shot")] == [10, 8, 6, 4]
    assert causes(table) == []
    assert {event["reason"] for event in table.events("overwatch_chance")[4:]} == {"no_shot"}
    # a new counter starts anew
    table.activate(A, "overwatch")
    table.forget()
    table.script(*MISS)
    table.activate(X, "move", to=(20.5, 21.5))
    assert [shot["die"] for shot in table.events("shot")][:1] == [10]


def test_switch_shots_one_does_not_count_those_of_counters_before():
    table = under()
    for _ in range(2):
        table.watch(A)
        table.forget()
        table.stand(X, 26.5, 20.5)
        table.script(*MISS)
        table.activate(X, "move", to=(20.5, 20.5))
        assert [shot["die"] for shot in table.events("shot")] == [10]


@pytest.mark.parametrize(("rules", "inverted"), [({}, 0), ({"flips_command_marker": True}, 1)])
def test_switch_flips_command_marker(rules, inverted):
    table = under(**rules)
    table.activate(X, "move", to=(20.5, 20.5))
    assert modes(table) == ["overwatch"]
    assert table.unit(A)["activated"] == inverted


@pytest.mark.parametrize(
    ("rules", "by_move", "by_fire"),
    [
        ({}, True, False),
        ({"trigger": "moves"}, True, False),
        ({"trigger": "fires"}, False, True),
        ({"trigger": "either"}, True, True),
    ],
)
def test_switch_trigger(rules, by_move, by_fire):
    table = under("hold", **rules)
    table.activate(X, "move", to=(24.5, 20.5))
    assert ("overwatch_chance" in table.kinds()) == by_move
    table.forget()
    table.script(*MISS)
    table.activate(X, "fire")
    assert modes(table) == ["activation"]
    assert ("overwatch_chance" in table.kinds()) == by_fire


def test_switch_trigger_fires_answers_after_the_fire():
    table = under(trigger="fires")
    table.activate(X, "fire")
    assert modes(table) == ["activation", "overwatch"]
    assert causes(table) == ["fired"]


def test_switch_trigger_fires_still_asks_for_the_area():
    table = under(trigger="fires")
    table.watch(A, WEST)
    table.activate(X, "fire")
    assert modes(table) == ["activation"]
    assert "overwatch_chance" not in table.kinds()


@pytest.mark.parametrize(
    ("shift", "close", "long"),
    [(None, 10, 6), (0, 10, 6), (-2, 6, None), (-1, 8, 4), (1, 12, 8)],
)
def test_switch_firer_die_shift(shift, close, long):
    """D10 at close range, D6 at long; below D4 there is no shot."""
    for distance, die in ((16, close), (36, long)):
        table = under(distance=distance, **({} if shift is None else {"firer_die_shift": shift}))
        table.activate(X, "move", to=(8.5 + distance, 20.5))
        assert [shot["die"] for shot in table.events("shot")] == ([die] if die else [])


@pytest.mark.parametrize(("shift", "die"), [(None, 8), (0, 8), (1, 10)])
def test_switch_target_die_shift(shift, die):
    table = under(**({} if shift is None else {"target_die_shift": shift}))
    table.activate(X, "move", to=(20.5, 20.5))
    assert [shot["target_die"] for shot in table.events("shot")] == [die]


@pytest.mark.parametrize("switch", ["firer_die_shift", "target_die_shift"])
def test_switch_die_shifts_are_for_overwatch_only(switch):
    table = under(**{switch: 1})
    table.unit(A)["overwatch"] = 0
    table.answers(c.BLUE, opportunity="fire")
    table.activate(X, "move_fire", to=(20.5, 20.5))
    shots = table.events("shot")
    assert modes(table) == ["opportunity", "activation"]
    assert [(shot["die"], shot["target_die"]) for shot in shots] == [(10, 8), (10, 8)]


@pytest.mark.parametrize("threat", [None, "none", 0, 1, 2])
def test_switch_reaction_test(threat):
    """Regular, leadership 2: the D8 must exceed 2 + threat."""
    rules = {} if threat is None else {"reaction_test": threat}
    if threat in (None, "none"):
        table = under(**rules)
        table.activate(X, "move", to=(20.5, 20.5))
        assert table.kinds("test", "fire") == ["fire"]
        return
    score = 2 + threat
    table = under(**rules)
    table.script(score + 1, *MISS)
    table.activate(X, "move", to=(20.5, 20.5))
    (test,) = table.events("test")
    assert (test["kind"], test["threat"], test["score"], test["passed"]) == (
        "reaction", threat, score, True,
    )  # fmt: skip
    assert modes(table) == ["overwatch"]


@pytest.mark.parametrize("threat", [0, 1, 2])
def test_switch_reaction_test_failed_means_no_fire_in_this_activation(threat):
    table = under(reaction_test=threat)
    table.script(2 + threat)
    table.activate(X, "move", to=(20.5, 20.5))
    assert [test["passed"] for test in table.events("test")] == [False]
    assert [event["reason"] for event in table.events("overwatch_chance")] == ["test_failed"]
    assert modes(table) == []
    # the counter stays for the next enemy
    table.script(8, *MISS)
    table.activate(X, "move", to=(16.5, 20.5))
    assert modes(table) == ["overwatch"]


def test_switch_reaction_test_is_not_asked_of_who_waits():
    table = under("hold", reaction_test=2)
    table.activate(X, "move", to=(20.5, 20.5))
    assert table.kinds("test", "fire") == []


def not_bearing(**rules: Any) -> Table:
    """Return A, a fixed gun with its counter, and X, 37 degrees off its bearing."""
    table = battle(
        [unit("A", (10.5, 20.5), count=1, type="hunter")],
        [unit("X", (26.5, 32.5), count=1)],
        rules=rules,
    )
    table.watch(A)
    table.forget()
    return table


def test_switch_reaction_test_is_not_asked_where_no_shot_is_possible():
    table = not_bearing(reaction_test=0)
    table.answers(c.BLUE, trigger="fire")
    table.script(8, *MISS)
    table.activate(X, "move", to=(26.5, 20.5))
    assert table.kinds("test", "fire") == ["test", "fire"]


@pytest.mark.parametrize("threat", [None, "none", 0, 1])
def test_switch_discipline_test(threat):
    """Who would wait takes it once an activation; failing it, the unit fires at this enemy."""
    rules = {} if threat is None else {"discipline_test": threat}
    if threat in (None, "none"):
        table = under("hold", **rules)
        table.activate(X, "move", to=(20.5, 20.5))
        assert table.kinds("test", "fire") == []
        return
    for roll, fire in ((3 + threat, []), (2 + threat, ["overwatch"])):
        table = under("hold", **rules)
        table.script(roll, *MISS)
        table.activate(X, "move", to=(20.5, 20.5))
        (test,) = table.events("test")
        assert (test["kind"], test["score"], test["passed"]) == (
            "discipline", 2 + threat, not fire,
        )  # fmt: skip
        assert modes(table) == fire
        reason = table.events("overwatch_chance")[0]["reason"]
        assert reason == ("forced" if fire else "rule 1")


def test_switch_discipline_test_failed_binds_until_there_is_a_shot():
    table = not_bearing(discipline_test=0)
    table.script(1, *MISS)
    table.activate(X, "move", to=(26.5, 20.5))
    assert [test["passed"] for test in table.events("test")] == [False]
    assert modes(table) == ["overwatch"]


def test_switch_discipline_test_is_taken_again_for_the_next_enemy():
    table = under("hold", discipline_test=0)
    table.script(8, 2, *MISS)
    table.activate(X, "move", to=(22.5, 20.5))
    assert modes(table) == []
    table.activate(X, "move", to=(20.5, 20.5))
    assert [test["passed"] for test in table.events("test")] == [True, False]
    assert modes(table) == ["overwatch"]


def test_switch_discipline_test_is_not_asked_of_who_fires():
    table = under(discipline_test=1)
    table.activate(X, "move", to=(20.5, 20.5))
    assert table.kinds("test", "fire") == ["fire"]


# -- the watched area --------------------------------------------------------------------------------

GAP = {"name": "gap", "polygon": [[26, 26], [34, 26], [34, 32], [26, 32]]}


def middle(**area: Any) -> Table:
    """Return A with its counter in the middle of the table, and X, under a watched area."""
    rules = {"watched_area": area} if area else {}
    blue = [unit("A", (30.5, 20.5), count=1)]
    return battle(blue, [unit("X", (50.5, 20.5), count=1)], rules=rules, zones=[GAP])


def chance_at(table: Table, x: float, y: float, facing: tuple[float, float] = EAST) -> bool:
    """Return whether a short move at a point gives A a chance."""
    table.watch(A, facing)
    table.stand(X, math.floor(x) + 0.5, math.floor(y) + 0.5)
    table.forget()
    table.activate(X, "move", to=(x, y + 1))
    assert len(table.events("move")) == 2
    return "overwatch_chance" in table.kinds()


@pytest.mark.parametrize("width", [None, 30, 90, 180, 270, 360])
def test_switch_watched_area_width(width):
    table = middle(**({} if width is None else {"width": width}))
    half = (width or 90) / 2
    found = []
    for degrees in range(0, 360, 15):
        off = min(degrees, 360 - degrees)
        if abs(off - half) < 10:  # the edge runs too near
            continue
        x = 30.5 + 16 * math.cos(math.radians(degrees))
        y = 20.0 + 16 * math.sin(math.radians(degrees))
        assert chance_at(table, x, y) == (off < half), degrees
        found.append(off < half)
    assert any(found)
    assert all(found) == (width == 360)


@pytest.mark.parametrize(
    ("area", "seen"),
    [
        ({}, [True, True, True]),
        ({"nearest": 10}, [False, True, True]),
        ({"farthest": 20}, [True, True, False]),
        ({"nearest": 10, "farthest": 20}, [False, True, False]),
    ],
)
def test_switch_watched_area_distances(area, seen):
    table = middle(**area)
    assert [chance_at(table, 30.5 + inches, 20.5) for inches in (6, 15, 25)] == seen


@pytest.mark.parametrize("facing", [EAST, WEST])
def test_switch_watched_area_zone(facing):
    """A named zone of the table, whatever the bearing."""
    table = middle(zone="gap")
    assert chance_at(table, 30.5, 28.5, facing)
    assert not chance_at(table, 40.5, 20.5, facing)
    assert not chance_at(table, 20.5, 20.5, facing)


def test_switch_watched_area_arc_stays_an_arc_on_the_bearing_of_a_zone():
    """RD-2: without the switch a zone can only be the bearing of the arc of 90 degrees."""
    everywhere = {"name": "gap", "polygon": [[0, 0], [60, 0], [60, 40], [0, 40]]}
    table = battle(
        [unit("A", (20.5, 20.5), count=1)], [unit("X", (10.5, 20.5), count=1)], zones=[everywhere]
    )
    table.activate(A, "overwatch", watch="zone gap")
    assert table.events("overwatch_on")[0]["bearing"] == pytest.approx(90, abs=10)
    table.activate(X, "move", to=(5.5, 20.5))  # behind A
    assert table.kinds("overwatch_chance") == []


# -- command -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "activated"), [({}, 1), ({"command_reactivation": True}, 0)])
def test_switch_command_reactivation(rules, activated):
    blue = [unit("A", (10.5, 20.5), count=1), unit("B", (5.5, 10.5), count=1, command=True)]
    table = battle(blue, rules=rules)
    table.activate(A, "overwatch")
    table.activate(B, "reactivate")
    assert table.unit(A)["activated"] == activated
    table.activate(A, "nothing")
    assert causes(table) == ["activated" if activated else "reactivated"]


# -- infantry ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "valid"), [({}, "Y"), ({"infantry_validity": "position"}, "R")])
def test_switch_infantry_validity(rules, valid):
    gun = TYPES["carrier"] | {"weapons": ["MDC/3 turret"], "fire_control": "basic"}
    table = facing_teams(14, squad=gun, rules=rules)  # out of an APSW's reach
    table.k["cover"][int(table.element(X)["cell"])] = c.CELL_SOFT
    volley_at(table, "G0", "G0")
    assert [told["valid"] for told in table.events("chits")] == [valid]


@pytest.mark.parametrize(("rules", "activations"), [({}, 1), ({"follow_through": True}, 2)])
def test_switch_follow_through(rules, activations):
    table = facing_teams(3.5, rules=rules)
    table.script(8, 1, 8)  # A goes in, X falls back, A may go on
    table.activate(A, "assault")
    assert len(table.events("activate")) == activations


# -- all of them -------------------------------------------------------------------------------------

SWITCHES = (
    "overwatch", "opportunity_fire", "move_allowance", "suppressed_may_watch",
    "void_on_under_fire", "void_on_any_fire", "persists_over_turn_end", "shots",
    "flips_command_marker", "trigger", "firer_die_shift", "target_die_shift", "reaction_test",
    "discipline_test", "watched_area", "command_reactivation", "infantry_validity",
    "follow_through",
)  # fmt: skip


def test_every_switch_of_the_scenario_file_has_a_test_here():
    assert set(Rules.model_fields) == set(SWITCHES)
    for switch in SWITCHES:
        assert any(name.startswith(f"test_switch_{switch}") for name in globals()), switch


def test_every_switch_of_the_record_comes_from_one_of_the_scenario_file():
    fields = {"watched_area" if name.startswith("area") else name for name in RULES.names or ()}
    assert fields == set(SWITCHES)
