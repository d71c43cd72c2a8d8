"""Options that several commands share."""

from __future__ import annotations

import pytest

from sim.cli import main


@pytest.mark.parametrize(
    "words",
    [
        ["ablate", "duel", "--doctrines", "never,,ambush"],
        ["ablate", "duel", "--against", ",never"],
        ["ablate", "duel", "--only", "shots,"],
        ["compare", "duel", "--doctrines", "never,ambush,"],
        ["compare", "duel", "--against", ""],
        ["game", "duel", "--blue", "never,"],
        ["points", "duel", "--against", ", "],
        ["sensitivity", "duel", "--vary", "turns=3:5", "--doctrines", "never,"],
        ["sweep", "duel", "--vary", "turns=3:5", "--doctrines", ",never"],
        ["tune", "duel", "--doctrine", "ambush", "--side", "red", "--against", "never,"],
    ],
)
def test_a_list_with_a_hole_is_refused_by_every_command(capsys, words):
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines()[-1] == (
        f"overwatch: {words[-2]} {words[-1]}: a name is missing between two commas or at an end"
    )
