"""Rule tests call the inner kernels one by one, which only plain Python can do."""

from __future__ import annotations

from pathlib import Path

import pytest

from sim._jit import JIT_OFF

REASON = "rule tests run the kernels as plain Python: NUMBA_DISABLE_JIT=1, as `make test` does"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip this folder where the kernels are compiled."""
    if JIT_OFF:
        return
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skip(reason=REASON))
