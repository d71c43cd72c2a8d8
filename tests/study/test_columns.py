"""Every column of every table of a result is told where that table is described."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import pandas as pd
import pytest

from sim.report.columns import VERBS, class_of, tables_of
from tests.results import MAKE, result

NAME = re.compile(r"`([\w*%]+)`")
HOLDER = re.compile(r"[A-Z]{2,}")  # as CAUSE in `off_CAUSE`


def tables(one: Any) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield the tables of a result by the names of its attributes."""
    for name in dir(type(one)) + list(getattr(one, "__dataclass_fields__", ())):
        if not name.startswith(("_", "model_")) and not callable(getattr(type(one), name, None)):
            table = getattr(one, name)
            if isinstance(table, pd.DataFrame):
                yield name, table


def told(one: Any, table: str) -> set[str]:
    """Return the names in what is said of one table of a result."""
    return set(NAME.findall(tables_of(type(one))[table]))


def named(column: str, names: set[str]) -> bool:
    """Return whether a column is one of the names, or put together as they say it is."""
    for name in names:
        if name.startswith("_") and column.endswith(name):  # an ending of others
            if named(column.removesuffix(name), names):
                return True
        elif name.endswith("_") and column.startswith(name):  # a beginning of others
            if named(column.removeprefix(name), names):
                return True
        elif re.fullmatch(HOLDER.sub(r"\\w+", name.replace("*", r"\w+")), column):
            return True
    return False


@pytest.mark.parametrize("kind", MAKE)
def test_every_column_is_told(kind: str) -> None:
    one = result(kind)
    assert type(one).__name__ == kind
    found = dict(tables(one))
    assert found and all(len(frame.columns) for frame in found.values())
    assert found.keys() == tables_of(type(one)).keys() - {"summary()"}
    varied = {vary.place for vary in getattr(one, "varies", ())}
    parameters = set(one.rounds[0].values) if kind == "Tuning" else set()
    missing = {
        f"{table}.{column}"
        for table, frame in found.items()
        for column in (*frame.columns, *(name for name in frame.index.names if name))
        if column not in varied | parameters and not named(column, told(one, table))
    }
    assert missing == set()


@pytest.mark.parametrize("kind", [kind for kind in MAKE if kind != "Scenario"])
def test_every_result_has_its_main_table_its_words_and_its_dictionary(kind: str) -> None:
    one = result(kind)
    assert isinstance(one.summary(), pd.DataFrame) and len(one.summary())
    lines = one.conclusions()
    assert lines and all(line[-1] in ".:" and line == line.strip() for line in lines)
    assert one.as_dict()["conclusions"] == lines
    assert repr(one).splitlines()[:2] == [f"{kind}:", f"- {lines[0]}"]


def test_the_tables_of_all_results_are_looked_up() -> None:
    assert {class_of(verb).__name__ for verb in VERBS} == set(MAKE)


def test_a_table_of_which_nothing_is_said_is_there_without_columns() -> None:
    class Silent:
        """A result.

        `.rows` has one row a `battle`.

        And more.
        """

        rows: pd.DataFrame
        cells: pd.DataFrame

        @property
        def table(self) -> pd.DataFrame:
            return pd.DataFrame()

        @cached_property
        def steps(self) -> pd.DataFrame:
            """One row a `step`.

            `se` of it.
            """
            return pd.DataFrame()

        def summary(self) -> pd.DataFrame:
            """Return `steps`: the steps."""
            return self.steps

    assert tables_of(Silent) == {
        "rows": "One row a `battle`.", "cells": "", "table": "",
        "steps": "One row a `step`.\n\n`se` of it.",
    }  # fmt: skip


def test_names_in_docstrings_are_understood() -> None:
    names = {"margin", "_low", "blue_", "lost_CAUSE", "*_wins"}
    for column in ("margin", "margin_low", "blue_margin_low", "red_wins", "blue_lost_fire"):
        assert named(column, names)
    for column in ("low", "margins", "lost", "wins", "blue_points"):
        assert not named(column, names)
