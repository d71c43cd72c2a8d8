"""Rule tests call the inner kernels one by one, which only plain Python can do."""

from __future__ import annotations

import pytest

from sim._jit import JIT_OFF

REASON = "rule tests run the kernels as plain Python: NUMBA_DISABLE_JIT=1, as `make test` does"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Skip this folder's tests where the kernels are compiled."""
    if not JIT_OFF:
        pytest.skip(REASON)
