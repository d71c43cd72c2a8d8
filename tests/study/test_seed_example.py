"""E15: the example of the overwatch page, line by line and in order, in the trace of one replay."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import pytest

from sim.study.replay import Replay, replay

BATTLE, SEED = 1, 1


@cache
def example() -> Replay:
    return replay("seed_example", BATTLE, SEED)


def find(start: int, **wanted: object) -> int:
    """Return the place of the next event with these values, from `start` on."""
    for place, event in enumerate(example().events[start:], start):
        if all(event.get(key) == value for key, value in wanted.items()):
            return place
    pytest.fail(f"no {wanted} from event {start} on")


def between(first: int, last: int, **wanted: object) -> list[dict]:
    return [
        event
        for event in example().events[first:last]
        if all(event.get(key) == value for key, value in wanted.items())
    ]


def activation(unit: str, turn: int) -> tuple[int, int]:
    """Return the places of a unit's activation and of its end in a turn."""
    first = find(find(0, event="turn_start", turn=turn), event="activate", unit=unit, turn=turn)
    return first, find(first, event="marker", unit=unit, inverted=True, turn=turn)


def factors(first: int, last: int, unit: str) -> dict[str, float]:
    """Return the movement factors that each element of a unit used between two events."""
    used: dict[str, float] = defaultdict(float)
    for step in between(first, last, event="move"):
        if step["element"].startswith(f"{unit}/"):
            used[step["element"]] += step["factors"]
    return dict(used)


def test_e15_1_a_moves_half_its_movement() -> None:
    first, last = activation("A", 1)
    used = factors(first, last, "A")
    assert set(used) == {"A/1", "A/2", "A/3", "A/4"}
    assert all(value == pytest.approx(6.0) for value in used.values())  # of 12, fast tracked


def test_e15_2_a_goes_on_overwatch_and_its_marker_is_inverted() -> None:
    first, last = activation("A", 1)
    (counter,) = between(first, last, event="overwatch_on", unit="A")
    assert counter["moved"] == pytest.approx(6.0)
    assert counter["watching"] == 4
    assert not between(first, last, event="fire", unit="A")  # OW.R4
    assert example().events[last]["inverted"] is True


def test_e15_3_others_activate_and_nobody_enters_the_watched_area() -> None:
    last = activation("A", 1)[1]
    end = find(last, event="turn_end", turn=1)
    others = [event["unit"] for event in between(last, end, event="activate")]
    assert sorted(others) == ["X", "Y", "Z"]
    assert factors(last, end, "X") and factors(last, end, "Y")
    assert not between(0, end, event="overwatch_chance")


def test_e15_4_the_turn_ends_markers_go_up_the_counter_stays() -> None:
    end = find(0, event="turn_end", turn=1)
    turned = [event["unit"] for event in between(0, end, event="marker", inverted=False)]
    assert sorted(turned) == ["A", "X", "Y", "Z"]
    assert not between(0, end, event="overwatch_off")  # OW.A3


def test_e15_5_x_enters_and_a_waits_for_a_better_target() -> None:
    first, last = activation("X", 2)
    assert first > find(0, event="turn_end", turn=1)
    decisions = between(first, last, event="overwatch_chance", unit="A", mover="X")
    assert decisions and all(event["decision"] == "hold" for event in decisions)  # OW.F6
    assert not between(first, last, event="fire", unit="A")
    assert not between(first, last, event="overwatch_off")


def shot_at_y() -> tuple[int, int, int, int]:
    """Return the places of Y's activation, A's fire in it, the counter's end, and Y's end."""
    first, last = activation("Y", 2)
    fire = find(first, event="fire", unit="A", mode="overwatch", target="Y")
    return first, fire, find(fire, event="overwatch_off", unit="A"), last


def test_e15_6_y_enters_after_x_and_a_fires_on_overwatch() -> None:
    first, fire, _, last = shot_at_y()
    assert activation("X", 2)[1] < first < fire < last
    chance = example().events[fire - 1]
    assert (chance["event"], chance["decision"], chance["mover"]) == (
        "overwatch_chance",
        "fire",
        "Y",
    )


def test_e15_7_it_is_resolved_during_ys_movement_as_opportunity_fire_is() -> None:
    first, fire, off, _ = shot_at_y()
    assert factors(first, fire, "Y")  # Y was on its way
    assert not between(fire, off, event="move")  # it stands still meanwhile (DS20.2)
    shots = between(fire, off, event="shot")
    assert shots and {event["element"][0] for event in shots} == {"A"}
    assert {event["target"][0] for event in shots} == {"Y"}
    hurt = {"damaged", "destroyed"}
    assert any(hurt & set(event["effects"]) for event in between(fire, off, event="chits"))
    assert between(fire, off, event="under_fire", unit="Y", on=True)  # tests follow at once
    assert between(fire, off, event="test", unit="Y", kind="confidence")


def test_e15_8_the_counter_is_removed() -> None:
    off = shot_at_y()[2]
    assert example().events[off]["cause"] == "fired"  # OW.F3
    assert len(between(0, off + 1, event="overwatch_off", unit="A")) == 1


def test_e15_9_as_marker_is_not_inverted() -> None:
    last = shot_at_y()[3]
    assert not between(find(0, event="turn_start", turn=2), last, event="marker", unit="A")  # OW.F5


def test_e15_10_what_is_left_of_y_finishes_its_move_and_takes_a_combat_action() -> None:
    first, _, off, last = shot_at_y()
    lost = {
        event["target"]
        for event in between(first, off, event="chits")
        if "destroyed" in event["effects"]
    }
    moved = set(factors(off, last, "Y"))
    assert moved and not moved & lost  # OW.F7
    fire = find(off, event="fire", unit="Y", mode="activation", target="A")
    assert fire < last
    firing = {event["element"] for event in between(fire, last, event="shot")}
    assert firing and not firing & lost


def test_e15_11_a_activates_moves_and_fires_at_y() -> None:
    after = shot_at_y()[3]
    first, last = activation("A", 2)
    assert after < first < last < find(after, event="turn_end", turn=2)  # OW.F8
    fire = find(first, event="fire", unit="A", mode="activation", target="Y")
    assert fire < last
    assert factors(first, fire, "A")
    shots = between(fire, last, event="shot")
    assert shots and {event["target"][0] for event in shots} == {"Y"}


def test_the_order_of_the_lines_is_the_order_of_the_events() -> None:
    first, fire, off, last = shot_at_y()
    order = [
        *activation("A", 1), find(0, event="turn_end", turn=1), *activation("X", 2), first, fire,
        off, last, *activation("A", 2),
    ]  # fmt: skip
    assert order == sorted(set(order))


@pytest.mark.slow
def test_most_battles_of_the_scenario_tell_the_same_story() -> None:
    """The example is what the doctrine does, not a lucky seed: A waits for Y in nearly every battle."""
    alike = 0
    for battle in range(20):
        events = replay("seed_example", battle, SEED).events
        chances = [event for event in events if event["event"] == "overwatch_chance"]
        x_held = all(event["decision"] == "hold" for event in chances if event["mover"] == "X")
        y_shot = any(
            event["event"] == "fire" and (event["mode"], event["target"]) == ("overwatch", "Y")
            for event in events
        )
        alike += x_held and y_shot
    assert alike >= 18
