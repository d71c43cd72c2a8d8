"""The examples in the docstrings of `sim.exact`."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["chances", "chits", "hit", "infantry", "stopping"])
def test_docstring_examples(name):
    result = doctest.testmod(import_module(f"sim.exact.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
