"""Progress: a bar in a notebook, nothing in a script, and whoever asks is told."""

from __future__ import annotations

import sys
import time
from typing import ClassVar

import pytest

import sim
from sim.study import progress as module
from sim.study.progress import Bar, part_of, reported


class Fake:
    """Stands in for tqdm's bar."""

    made: ClassVar[list[Fake]] = []

    def __init__(self, total, unit, leave):
        self.total, self.unit, self.n, self.closed = total, unit, 0, False
        Fake.made.append(self)

    def update(self, more):
        self.n += more

    def reset(self, total):
        self.total, self.n = total, 0

    def close(self):
        self.closed = True


@pytest.fixture
def notebook(monkeypatch):
    Fake.made = []
    monkeypatch.setattr(module, "in_notebook", lambda: True)
    monkeypatch.setattr(module, "import_module", lambda _: type("tqdm", (), {"tqdm": Fake}))
    return Fake


def test_a_script_shows_nothing(capsys):
    with reported(None) as told:
        assert told is None
    sim.run("duel", battles=10, seed=1)
    captured = capsys.readouterr()
    assert captured.out == captured.err == ""


def test_a_notebook_has_one_bar_over_all_cells(notebook):
    sim.sweep("duel", ["turns=3:5"], battles=10, seed=1)
    (bar,) = notebook.made
    assert (bar.n, bar.total, bar.closed) == (60, 60, True)  # three cells, two doctrines


def test_false_and_a_function_of_ones_own_show_no_bar(notebook):
    told = []
    sim.run("duel", battles=10, seed=1, progress=False)
    sim.run("duel", battles=10, seed=1, progress=lambda *one: told.append(one))
    assert not notebook.made and told == [(10, 10)]


def test_a_bar_is_closed_where_it_is_interrupted(notebook):
    with pytest.raises(KeyboardInterrupt), reported(None) as told:
        told(3, 10)
        raise KeyboardInterrupt
    assert notebook.made[0].closed


def test_what_is_asked_for_may_grow(notebook):
    with reported(None) as told:
        told(3, 10)
        told(8, 20)
    assert (notebook.made[0].n, notebook.made[0].total) == (8, 20)


def test_without_tqdm_it_is_silent(monkeypatch):
    monkeypatch.setattr(module, "in_notebook", lambda: True)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with reported(None) as told:
        told(1, 2)
    assert isinstance(told, Bar) and told.bar is None


def test_parts_report_to_the_whole():
    told = []
    part_of(lambda *one: told.append(one), 5, 10)(2, 3)
    assert told == [(7, 10)] and part_of(None, 5, 10) is None


def test_import_sim_needs_no_ipython():
    assert not module.in_notebook()  # pytest is none


@pytest.mark.slow
def test_a_real_kernel_shows_a_bar_and_can_be_interrupted():
    manager_module = pytest.importorskip("jupyter_client.manager", reason="for notebooks")
    manager, client = manager_module.start_new_kernel(kernel_name="python3")
    try:
        code = "import sim; result = sim.run('ridge_crossing', battles=400_000, seed=1)"
        client.execute(code)
        shown = wait_for_bar(client)
        manager.interrupt_kernel()
        client.get_shell_msg(timeout=60)
        client.execute("print(result.interrupted, 0 < len(result) < 400_000)")
        assert "battles" in shown
        assert said(client) == "True True\n"
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def wait_for_bar(client):
    """Return the text of the first bar, once battles are being fought."""
    end = time.monotonic() + 90
    while time.monotonic() < end:
        message = client.get_iopub_msg(timeout=90)
        kind, content = message["msg_type"], message["content"]
        assert kind != "error", content
        if kind == "display_data":
            time.sleep(1.0)
            return str(content["data"]) + " battles"
        if kind == "stream" and "battles" in content["text"]:
            time.sleep(1.0)
            return content["text"]
    raise AssertionError("no bar was shown")


def said(client):
    """Return what the last cell printed."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        message = client.get_iopub_msg(timeout=60)
        assert message["msg_type"] != "error", message["content"]
        if message["msg_type"] == "stream" and message["content"]["name"] == "stdout":
            return message["content"]["text"]
    raise AssertionError("nothing was printed")
