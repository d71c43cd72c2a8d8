"""These tests are about the compiled kernels: as plain Python they would take hours."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim._jit import JIT_OFF


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip this folder where the kernels are not compiled."""
    if not JIT_OFF:
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason="needs the compiled kernels"))
