"""A battle as steps: nothing of its words or of its table is lost on the way to the page."""

from __future__ import annotations

import json

import numpy as np
import pytest

from sim.report.board import Board
from sim.report.html import as_script, replay_command
from sim.report.retell import OUT, median_battle, stage_of, thinned
from sim.study.replay import replay
from sim.study.words import tell


@pytest.fixture(scope="module", params=["ridge_crossing", "border_raid"])
def told(request):
    return replay(request.param, 3, 1)


@pytest.fixture(scope="module")
def stage(told):
    return stage_of(told.prepared.scenario, told.events, 0.0)


def played(document, until):
    now = {key: list(document["first"][key]) for key in ("e", "u", "o")}
    for step in document["steps"][: until + 1]:
        for key, lines in now.items():
            for place, value in step.get(key, {}).items():
                lines[int(place)] = value
    return now


def test_the_steps_say_every_word_in_order(told, stage):
    words = " ".join(sentence for step in stage.steps for _, sentence in step.words)
    assert words.split() == tell(told.events).split()
    assert all(step.words for step in stage.steps)


def test_turns_never_go_back_and_are_all_there(told, stage):
    turns = [step.turn for step in stage.steps]
    assert turns == sorted(turns)
    assert set(turns) == set(range(1, told.events[-1]["turn"] + 1)) and stage.turns == turns[-1]


def test_the_last_step_is_the_table_at_the_end(told, stage):
    board = Board()
    for event in told.events:
        board.hear(event)
    end = played(json.loads(json.dumps(stage.document)), len(stage.steps))
    for one, (x, y, _, flags) in zip(board.vehicles.values(), end["e"], strict=True):
        assert (x, y) == pytest.approx((one.at[0], stage.document["height"] - one.at[1]), abs=0.011)
        assert bool(flags & OUT) is not one.in_play
    for force, (hidden, fire, _, area) in zip(board.forces.values(), end["u"], strict=True):
        assert (hidden, fire, area >= 0) == (
            force.hidden, force.under_fire, force.counter is not None,
        )  # fmt: skip


def test_a_loss_shows_with_the_words_that_tell_of_it(stage):
    before = {i: flags for i, (*_, flags) in enumerate(stage.document["first"]["e"])}
    seen = 0
    for step in stage.steps:
        for place, (*_, flags) in step.changes.get("e", {}).items():
            if flags & OUT and not before[place] & OUT:
                seen += 1
                said = " ".join(sentence for _, sentence in step.words)
                assert any(
                    word in said for word in ("destroyed", "lost", "removed", "nothing left")
                )
            before[place] = flags
    assert seen > 0


def test_every_shot_of_the_trace_flies_once(told, stage):
    shots = sum(e["event"] in ("shot", "missile") and not e.get("area") for e in told.events)
    drawn = [one for step in stage.steps for one in step.changes.get("s", [])]
    assert sum(one[0] in (0, 1) for one in drawn) == shots > 0


def test_signs_are_those_of_the_events(told, stage):
    events = {event["event"] for event in told.events}
    assert ("smoke" in stage.signs) is ("smoke" in events)
    assert ("missile" in stage.signs) is ("missile" in events)
    assert "shot" in stage.signs


def test_a_page_can_carry_it(stage):
    text = as_script({"name": "</script><b>", **stage.document})
    assert "<" not in text and json.loads(text)["name"] == "</script><b>"
    assert len(text) < 100_000


def test_the_battle_is_the_one_nearest_to_the_median(battles):
    found = median_battle(battles)
    margins = np.asarray(battles.rows["margin"])
    middle = np.median(margins)
    assert abs(found.margin - middle) == pytest.approx(np.abs(margins - middle).min())
    assert found.median == middle
    row = battles.battles.set_index("battle").loc[found.battle]
    assert row["margin"] == pytest.approx(found.margin)
    assert replay_command(battles, found.battle) == (
        f"overwatch replay ridge_crossing --battle {found.battle} --seed 1"
    )


def test_a_route_keeps_its_corners():
    straight = [(float(x), 0.0) for x in range(9)]
    assert thinned(straight) == [(0.0, 0.0), (8.0, 0.0)]
    assert thinned([*straight, (8.0, 5.0)]) == [(0.0, 0.0), (8.0, 0.0), (8.0, 5.0)]
    assert thinned([(1.0, 1.0), (2.0, 1.0)]) == [(1.0, 1.0), (2.0, 1.0)]
