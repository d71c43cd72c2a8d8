"""Tables and JSON as commands print them."""

from __future__ import annotations

import re

from sim.cli.output import print_json, print_table

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


def test_no_color_is_honoured_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    print_table(HEADINGS, ROWS)
    assert not re.search(r"\x1b\[(3|4|9)\d", capsys.readouterr().out)


def test_json_keeps_the_order_of_keys(capsys):
    print_json({"b": 1, "a": ["é"]})
    assert capsys.readouterr().out == '{\n  "b": 1,\n  "a": [\n    "é"\n  ]\n}\n'
