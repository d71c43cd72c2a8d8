"""One small run, its choices and its report, shared by all tests of reports."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sim.layout.records import ROW
from sim.report.html import write_report
from sim.study.battles import Battles
from sim.study.choices import Choices, choices_of
from sim.study.run import run


@pytest.fixture(scope="session")
def battles() -> Battles:
    return run("ridge_crossing", 200, seed=1)


@pytest.fixture(scope="session")
def choices(battles) -> Choices:
    return choices_of(battles.prepared, battles=200, seed=1)


@pytest.fixture(scope="session")
def report(battles, tmp_path_factory) -> Path:
    return write_report(battles, tmp_path_factory.mktemp("report") / "new" / "folder")


@pytest.fixture
def made(battles):
    """Return battles with rows made by hand: `made(n, field=values, ...)`, all else zero."""

    def make(n: int, **columns: object) -> Battles:
        rows = np.zeros(n, ROW)
        for name, values in columns.items():
            rows[name] = values
        return Battles(battles.prepared, rows, 1, 1.0, "overwatch run", wanted=n)

    return make
