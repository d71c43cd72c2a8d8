"""Tables and JSON as commands print them."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from sim.cli.output import print_json, print_table
from sim.study.intervals import mean_of

HEADINGS = ("name", "what it is")
ROWS = [("duel", "two tanks " * 12), ("[bold]", "as it stands")]


def test_a_pipe_gets_aligned_lines_that_are_never_wrapped(capsys):
    print_table(HEADINGS, [("duel", "two tanks " * 30 + "end"), ("[bold]", "as it stands")])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "name    what it is"
    assert lines[1].startswith("duel    two tanks two") and lines[1].endswith("end")
    assert lines[2:] == ["[bold]  as it stands"]


def test_a_terminal_gets_lines_that_fit(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    print_table(HEADINGS, ROWS)
    shown = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)
    assert max(map(len, shown.splitlines())) <= 40
    assert shown.count("two tanks") == 12
    assert "[bold]" in shown


#: Two columns of keys and four that do not fit beside them in 60 columns.
WIDE = ("enemy", "doctrine", *(f"number {one}" for one in range(4)))
TWO_KEYS = [(foe, own, *["+1,234,567,890.25"] * 4) for foe in ("near", "far") for own in ("a", "b")]


@pytest.mark.parametrize("columns", [60, 40])
def test_each_part_of_a_folded_table_has_all_its_keys(columns, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    print_table(WIDE, TWO_KEYS, keys=2)
    parts = [part.splitlines() for part in capsys.readouterr().out.split("\n\n")]
    assert len(parts) > 1
    for heading, *rows in parts:
        assert heading.startswith("enemy  doctrine  ")
        assert [tuple(row.split()[:2]) for row in rows] == [row[:2] for row in TWO_KEYS]


def test_where_no_column_fits_each_block_is_headed_by_its_keys(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    print_table(("enemy", "doctrine", "text"), [("near" * 4, "a" * 16, "x" * 20)], keys=2)
    lines = capsys.readouterr().out.splitlines()
    assert " ".join(lines[:-1]).split() == ["enemy", "near" * 4 + ",", "doctrine", "a" * 16]
    assert lines[-1].split() == ["text", "x" * 20]


def test_no_color_is_honoured_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    print_table(HEADINGS, ROWS)
    assert not re.search(r"\x1b\[(3|4|9)\d", capsys.readouterr().out)


def test_json_keeps_the_order_of_keys(capsys):
    print_json({"b": 1, "a": ["é"]})
    assert capsys.readouterr().out == '{\n  "b": 1,\n  "a": [\n    "é"\n  ]\n}\n'


def test_json_has_null_for_what_is_not_known(capsys):
    one = mean_of(np.array([3.0]))
    print_json({"mean": one.as_dict(), "rows": [{"low": np.float64("nan")}, (float("inf"), 1)]})

    def refuse(word):
        raise AssertionError(f"{word} is no JSON")

    told = json.loads(capsys.readouterr().out, parse_constant=refuse)
    assert told["mean"] == {"mean": 3.0, "sd": None, "se": None, "low": None, "high": None}
    assert one.as_dict() == told["mean"]
    assert told["rows"] == [{"low": None}, [None, 1]]
