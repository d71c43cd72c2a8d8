"""The board's posture is the one that the dice had: each shot says what covered its target."""

from __future__ import annotations

import pytest

from sim.report.board import Board
from sim.study.replay import replay

BEHIND = ("dug_in", "hull_down", "turret_down")


@pytest.mark.parametrize(
    ("scenario", "numbers"),
    [
        ("duel", range(6)),
        ("ridge_crossing", (31, 0, 1, 2)),
        ("village_road", range(4)),
        ("hill_301", range(3)),
        ("border_raid", range(3)),
        ("convoy_ambush", range(3)),
    ],
)
def test_the_board_covers_whom_the_dice_cover(scenario, numbers):
    shots = 0
    for number in numbers:
        told = replay(scenario, number, 1)
        level = told.prepared.record[0]["level"]
        width = told.prepared.scenario.table.width
        board = Board()

        def levels(at, level=level, width=width):
            """Return the levels of the cells that a place is in or on the edge of."""
            near = (-1e-3, 1e-3)
            cells = {int(at[1] + up) * width + int(at[0] + right) for up in near for right in near}
            return {int(level[cell]) for cell in cells}

        up = set()  # units that have popped up
        for event in told.events:
            board.hear(event)
            if event["event"] == "pop_up":
                (up.add if event["up"] else up.discard)(event["unit"])
            if event["event"] != "shot" or event.get("area") or up:
                continue
            target, firer = (board.vehicles[event[end]] for end in ("target", "element"))
            shots += 1
            where = (number, event["n"], target.name)
            if "position" in event:  # at infantry: soft cover has other causes
                assert (event["position"] == "dug_in") is (target.posture == "dug_in"), where
            elif event["cover"] in BEHIND:
                assert target.posture == event["cover"], where
            elif target.posture == "dug_in":
                pytest.fail(f"{where}: dug in without its die")
            elif target.posture != "none":  # from above a crest does not hide it
                assert max(levels(firer.at)) > min(levels(target.at)), where
    assert shots > 20, "too few shots to compare"


def test_who_drives_off_is_in_the_open_on_the_board():
    told = replay("ridge_crossing", 31, 1)
    board, left = Board(), 0
    for event in told.events:
        if event["event"] == "move":
            left += board.vehicles[event["element"]].posture != "none"
        board.hear(event)
        if event["event"] == "move":
            assert board.vehicles[event["element"]].posture == "none"
    assert left > 0


def test_who_is_aboard_or_steps_out_has_no_posture():
    told = replay("border_raid", 0, 1)
    board, mounted = Board(), 0
    for event in told.events:
        board.hear(event)
        for one in board.vehicles.values():
            assert one.aboard is None or one.posture == "none"
        if event["event"] == "mounted":
            mounted += 1
            assert board.vehicles[event["element"]].posture == "none"
    assert mounted > 0
