"""Ctrl-C put off, or heard of, by really sending it."""

from __future__ import annotations

import cProfile
import os
import signal
import sys
import threading
import weakref

import pytest

from sim.study.interrupts import Heard, held


def ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)


def test_held_puts_ctrl_c_off_to_the_end():
    done = []
    with pytest.raises(KeyboardInterrupt), held():
        ctrl_c()
        done.append("whole")
    with held(raising=False):
        ctrl_c()
        done.append("swallowed")
    assert done == ["whole", "swallowed"]
    with pytest.raises(KeyboardInterrupt):
        ctrl_c()


def test_held_in_held_is_put_off_to_the_outer_end():
    done = []
    with pytest.raises(KeyboardInterrupt), held():
        with held(raising=False):
            ctrl_c()
        done.append("inner swallowed it")
        ctrl_c()
        done.append("outer")
    assert len(done) == 2


def test_held_lets_other_faults_through():
    with pytest.raises(ValueError, match="own"), held():
        ctrl_c()
        raise ValueError("own")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_block_that_hears_knows_whether_it_was_ctrl_c():
    with Heard() as signals:
        assert not signals
        with pytest.raises(KeyboardInterrupt):
            ctrl_c()
        assert signals
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_what_is_held_as_a_whole_stays_so_inside():
    done = []
    with pytest.raises(KeyboardInterrupt), held():
        with Heard() as signals:
            ctrl_c()
            done.append("whole")
        assert not signals
        done.append("after")
    assert done == ["whole", "after"]


def test_a_block_inside_another_leaves_the_signals_to_that():
    with Heard() as outer:
        with Heard() as inner, pytest.raises(KeyboardInterrupt):
            ctrl_c()
        assert outer == [signal.SIGINT] and not inner


def test_another_thread_and_one_who_ignores_it_are_left_alone():
    seen = []

    def work():
        with held(), Heard() as signals:
            seen.append(signals)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with held(), Heard() as signals:
            ctrl_c()
            seen.append(signals)
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [[], []]


SWALLOWS = """
import os, signal
swallowed = 0
for _ in range(2):
    try:
        os.kill(os.getpid(), signal.SIGINT)
        whole = sum(range(1000))
    except BaseException:
        swallowed += 1
"""


@pytest.fixture
def swallowing(tmp_path, monkeypatch):
    """A module that swallows Ctrl-C while it is imported, as compiled ones may."""
    (tmp_path / "swallowing.py").write_text(SWALLOWS)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("swallowing", None)


@pytest.mark.usefixtures("swallowing")
def test_an_import_is_not_torn_and_swallows_nothing():
    with Heard() as signals:
        with pytest.raises(KeyboardInterrupt):
            import swallowing  # noqa: F401
        assert signals == [signal.SIGINT] * 2
    module = sys.modules["swallowing"]
    assert module.whole == 499500 and module.swallowed == 0
    assert sys.getprofile() is None


def test_what_waits_is_the_import_inside_the_block_alone(tmp_path, monkeypatch):
    """A script that is itself being imported can be stopped: only imports of its block wait."""
    (tmp_path / "script.py").write_text(
        "import os, signal\n"
        "from sim.study.interrupts import Heard\n"
        "seen = []\n"
        "with Heard():\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        seen.append('put off')\n"
        "    except KeyboardInterrupt:\n"
        "        seen.append('raised')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    import script

    assert script.seen == ["raised"]
    del sys.modules["script"]


def test_a_failed_import_is_ctrl_c_where_that_came_first(tmp_path, monkeypatch):
    (tmp_path / "failing.py").write_text(
        "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nraise ImportError('torn')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with Heard(), pytest.raises(KeyboardInterrupt):
        import failing  # noqa: F401


@pytest.fixture
def watched():
    """A thing whose end is told to a callback, where Ctrl-C comes: Python drops what that raises."""
    told = []

    class Thing:
        pass

    def callback(_):
        ctrl_c()
        told.append("whole")  # Ctrl-C tears it

    thing = Thing()
    told.append(weakref.ref(thing, callback))
    return [thing], told


def test_what_python_drops_in_a_callback_is_raised_after_it(watched, capsys):
    holds, told = watched
    with Heard() as signals:
        with pytest.raises(KeyboardInterrupt):
            holds.clear()
            told.append("next" * len(holds))
            len(told)
        assert signals == [signal.SIGINT]
    assert "whole" not in told and "Exception ignored" not in capsys.readouterr().err
    assert sys.getprofile() is None


def test_what_python_drops_is_raised_at_the_latest_at_the_end_of_the_block(watched, capsys):
    holds, _ = watched
    before = sys.unraisablehook
    with pytest.raises(KeyboardInterrupt), Heard():
        holds *= 0
    assert "Exception ignored" not in capsys.readouterr().err
    assert sys.getprofile() is None and sys.unraisablehook is before


def test_other_faults_that_python_drops_are_told_as_before(monkeypatch):
    told = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)

    class Failing:
        def __del__(self):
            raise ValueError("own")

    with Heard():
        Failing()
    assert [found.exc_type for found in told] == [ValueError]


def assert_as_before():
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert sys.getprofile() is None and "Heard" not in repr(sys.unraisablehook)


@pytest.mark.parametrize("call", [1, 2])
def test_ctrl_c_while_the_block_begins_or_ends_leaves_nothing_behind(call, monkeypatch):
    real, calls = signal.signal, []

    def torn(*one):
        calls.append(one)
        if call == 2 == len(calls):
            ctrl_c()
        before = real(*one)
        if call == 1 == len(calls):
            ctrl_c()
        return before

    monkeypatch.setattr(signal, "signal", torn)
    with pytest.raises(KeyboardInterrupt), Heard() as signals:
        pass
    assert len(calls) == 2 and signals == [signal.SIGINT]
    assert_as_before()


def test_a_profiler_goes_on_and_ctrl_c_is_raised(reference):
    holds, _ = reference
    profiler = cProfile.Profile()
    with profiler:
        with pytest.raises(KeyboardInterrupt), Heard():
            ctrl_c()
        with pytest.raises(KeyboardInterrupt), Heard():
            holds *= 0
        assert sys.getprofile() is profiler
    assert_as_before()


def test_the_end_of_another_block_is_not_torn(reference):
    holds, freed = reference

    class Other:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.release()

        def release(self):
            freed.append("released")

    with pytest.raises(KeyboardInterrupt), Heard(), Other():
        holds *= 0
    assert freed[-1] == "released"
    assert_as_before()


def test_who_listens_himself_is_told():
    told = []
    before = signal.signal(signal.SIGINT, lambda *_: told.append("host"))
    try:
        with Heard() as signals:
            ctrl_c()
        with held():
            ctrl_c()
            assert told == ["host"] and not signals
    finally:
        signal.signal(signal.SIGINT, before)
    assert told == ["host", "host"]


REFERENCE = """
import os, signal
class Reference:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        self.freed.append("whole")
"""


@pytest.fixture
def reference():
    """A reference into the compiler's memory that Ctrl-C meets while it is given back."""
    room = {"__name__": "llvmlite.binding.test"}
    exec(REFERENCE, room)
    made = room["Reference"]()
    made.freed = []
    return [made], made.freed


def test_a_compiler_that_gives_back_is_not_torn_and_it_is_raised_soon_after(reference):
    holds, freed = reference
    with Heard():
        with pytest.raises(KeyboardInterrupt):
            holds.clear()
            freed.append("next" * len(holds))
            len(freed)
        assert freed[0] == "whole"
    assert sys.getprofile() is None


def test_what_waits_is_raised_at_the_latest_at_the_end_of_the_block(reference):
    holds, freed = reference
    with pytest.raises(KeyboardInterrupt), Heard():
        holds *= 0
    assert freed == ["whole"]
    assert sys.getprofile() is None
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
