"""Every mark of the overwatch rules, and of the book's chapters that are played in full, has its test
here and is cited where it is applied."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("rules", "battle", "doctrine", "terrain", "scenario")
RULES = (
    "OW.A1", "OW.A2", "OW.A3",
    "OW.R1", "OW.R2", "OW.R3", "OW.R4", "OW.R5", "OW.R6", "OW.R7",
    "OW.F1", "OW.F2", "OW.F3", "OW.F4", "OW.F5", "OW.F6", "OW.F7", "OW.F8",
)  # fmt: skip
READINGS = (
    "RD-1", "RD-2", "RD-3", "RD-4", "RD-5", "RD-8", "RD-9", "RD-10", "RD-11", "RD-25", "RD-26",
    "RD-27",
)  # fmt: skip
#: Of the book's rules, those of pages 19, 20, 24 and 30 to 40, and what close assault does to a marker.
BOOK = (
    "DS18.6", "DS19.1", "DS19.2", "DS19.3",
    "DS20.1", "DS20.2", "DS20.3", "DS20.4", "DS20.5", "DS20.6", "DS20.7",
    "DS24.1", "DS24.2", "DS24.3", "DS24.4",
    "DS30.1", "DS30.2", "DS30.3", "DS31.1", "DS32.1", "DS32.2",
    "DS33.1", "DS33.2", "DS34.1", "DS35.1", "DS35.2", "DS35.3", "DS35.4",
    "DS36.1", "DS36.2", "DS36.3", "DS36.4", "DS36.5", "DS38.1", "DS39.1", "DS40.1",
)  # fmt: skip


def names_here() -> set[str]:
    """Return the names of all test functions of this folder."""
    trees = [ast.parse(path.read_text("utf-8")) for path in Path(__file__).parent.glob("test_*.py")]
    return {
        node.name
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


def remarks(path: Path) -> str:
    """Return the comments and docstrings of a module."""
    source = path.read_text("utf-8")
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    found = [token.string for token in tokens if token.type == tokenize.COMMENT]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            found.append(ast.get_docstring(node) or "")
    return "\n".join(found)


@pytest.fixture(scope="module")
def names() -> set[str]:
    return names_here()


@pytest.fixture(scope="module")
def remarked() -> str:
    return "\n".join(
        remarks(path) for room in ROOMS for path in sorted((ROOT / "sim" / room).rglob("*.py"))
    )


@pytest.mark.parametrize("mark", RULES + READINGS + BOOK)
def test_each_mark_has_a_test_named_after_it(mark, names):
    start = "test_" + re.sub(r"[.-]", "_", mark).lower() + "_"
    assert any(name.startswith(start) for name in names)


@pytest.mark.parametrize("mark", RULES + READINGS + BOOK)
def test_each_mark_is_cited_where_the_rules_are_applied(mark, remarked):
    assert re.search(rf"\b{re.escape(mark)}\b", remarked)


def test_no_test_is_named_after_a_mark_that_there_is_not(names):
    known = {re.sub(r"[.-]", "_", mark).lower() for mark in RULES}
    named = {match[1] for name in names if (match := re.match(r"test_(ow_[a-z]\d+)_", name))}
    assert named == known
