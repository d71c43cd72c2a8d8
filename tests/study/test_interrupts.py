"""Ctrl-C put off, or heard of, by really sending it."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from sim.study.interrupts import heard, held


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


def test_heard_knows_whether_it_was_ctrl_c():
    with heard() as signals:
        assert not signals
        with pytest.raises(KeyboardInterrupt):
            ctrl_c()
        assert signals
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_another_thread_and_one_who_ignores_it_are_left_alone():
    seen = []

    def work():
        with held(), heard() as signals:
            seen.append(signals)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with held(), heard() as signals:
            ctrl_c()
            seen.append(signals)
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [[], []]
